"""A relay in front of a server, in a thread of its own: what it does to connections is for others to say."""

from __future__ import annotations

import asyncio
import ssl
import threading
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

PIECE = 65536  # bytes that are read at a time, and that the head of a request may have
PATIENCE = 10  # seconds


class Relay(ABC):
    """Listens on a port of its own, with ``tls`` in HTTPS, and carries connections to another port."""

    def __init__(self, to: int, tls: ssl.SSLContext | None = None) -> None:
        self.to = to
        self.port = 0
        self._tls = tls
        self._carried: set[asyncio.Task[None]] = set()

    async def serve(self, ready: threading.Event) -> None:
        """Carry until :meth:`stop`, then close everything that is open."""
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0, ssl=self._tls, limit=PIECE)
        self.port = int(server.sockets[0].getsockname()[1])
        ready.set()
        await self._end.wait()
        server.close()
        for task in self._carried:
            task.cancel()
        await asyncio.gather(*self._carried, return_exceptions=True)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carried.add(task)
        try:
            inner, outer = await asyncio.open_connection("127.0.0.1", self.to)
            try:
                await self.carry(reader, writer, inner, outer)
            finally:
                outer.transport.abort()
        except (asyncio.IncompleteReadError, OSError):
            pass  # the browser or the server is gone
        finally:
            writer.transport.abort()
            self._carried.discard(task)

    @abstractmethod
    async def carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        inner: asyncio.StreamReader,
        outer: asyncio.StreamWriter,
    ) -> None:
        """One connection: ``reader`` and ``writer`` lead to the browser, ``inner`` and ``outer`` to the server."""


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes."""
    while piece := await reader.read(PIECE):
        writer.write(piece)
        await writer.drain()


async def until_one_ends(*ways: Coroutine[Any, Any, None]) -> None:
    """Let all of them go on until one has come to its end, then end the others."""
    tasks = [asyncio.ensure_future(way) for way in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


R = TypeVar("R", bound=Relay)


@contextmanager
def running(relay: R) -> Iterator[R]:
    """Carry until the block ends."""
    ready = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(relay.serve(ready)), daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield relay
    finally:
        relay.stop()
        thread.join(PATIENCE)
