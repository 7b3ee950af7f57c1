"""A proxy in front of a server: it speaks HTTPS to browsers, and says so to the server in forwarded headers."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

VISITOR = "203.0.113.9"
HEAD = 65536  # bytes that the head of a request may have


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while piece := await reader.read(65536):
            writer.write(piece)
            await writer.drain()


def forwarded(head: bytes) -> bytes:
    """The head of a request with what a proxy adds; all but an upgrade ends its connection."""
    lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith((b"connection: keep-alive", b"x-forwarded-"))]
    more = [b"X-Forwarded-Proto: https", b"X-Forwarded-For: " + VISITOR.encode()]
    if not any(line.lower().startswith(b"upgrade:") for line in kept):
        more.append(b"Connection: close")
    return b"\r\n".join([*kept, *more]) + b"\r\n\r\n"


class Front:
    """Listens on a port of its own."""

    def __init__(self, to: int, cert: Path, key: Path) -> None:
        self.to = to
        self.port = 0
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(cert, key)
        self._carried: set[asyncio.Task[None]] = set()

    async def serve(self, ready: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0, ssl=self._tls, limit=HEAD)
        self.port = int(server.sockets[0].getsockname()[1])
        ready.set()
        await self._end.wait()
        server.close()
        for task in self._carried:
            task.cancel()
        await asyncio.gather(*self._carried, return_exceptions=True)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carried.add(task)
        try:
            await self._pass_on(reader, writer)
        except (asyncio.IncompleteReadError, OSError):
            pass  # the browser or the server is gone
        finally:
            writer.transport.abort()
            self._carried.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        inner, outer = await asyncio.open_connection("127.0.0.1", self.to)
        outer.write(forwarded(head))
        tasks = [asyncio.ensure_future(one) for one in (_pump(reader, outer), _pump(inner, writer))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            writer.close()
            await writer.wait_closed()
        finally:
            outer.transport.abort()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def https_front(to: int, cert: Path, key: Path) -> Iterator[str]:
    """Carry to a port until the block ends; the address for browsers."""
    front, ready = Front(to, cert, key), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(front.serve(ready)), daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield f"https://127.0.0.1:{front.port}"
    finally:
        front.stop()
        thread.join(10)
