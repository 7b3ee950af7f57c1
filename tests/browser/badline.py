"""A bad line: a proxy in front of a server that delays every byte and cuts connections now and then."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

ONE_WAY = 0.15  # seconds: 300 ms there and back
SURVIVES = (3, 12)  # pieces that pass before a connection is cut


class BadLine:
    """Listens on a port of its own; what it carries comes late, and every connection dies sooner or later."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = 0
        self.cuts = 0
        self.worn = False  # whether connections are cut
        self._chance = Random(7)

    async def serve(self, ready: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])
        ready.set()
        await self._end.wait()
        server.close()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self.to)
        left = [self._chance.randint(*SURVIVES)]
        both = [self._pump(reader, outer, left), self._pump(inner, writer, left)]
        tasks = [asyncio.ensure_future(one) for one in both]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for end in (writer, outer):
                end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int]) -> None:
        with suppress(ConnectionError):
            while piece := await reader.read(65536):
                await asyncio.sleep(ONE_WAY)
                left[0] -= 1
                if self.worn and left[0] < 0:
                    self.cuts += 1
                    return
                writer.write(piece)
                await writer.drain()


@contextmanager
def bad_line(to: int) -> Iterator[BadLine]:
    """Carry to a port until the block ends."""
    line, ready = BadLine(to), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(line.serve(ready)), daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield line
    finally:
        line.stop()
        thread.join(10)
