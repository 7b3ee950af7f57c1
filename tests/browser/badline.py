"""A bad line: a proxy in front of a server that delays every byte and cuts connections now and then."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from random import Random

from tests.browser.relay import PIECE, Relay, running, until_one_ends

ONE_WAY = 0.15  # seconds: 300 ms there and back
SURVIVES = (3, 12)  # pieces that pass before a connection is cut


class BadLine(Relay):
    """What it carries comes late, and every connection dies sooner or later."""

    def __init__(self, to: int) -> None:
        super().__init__(to)
        self.cuts = 0
        self.worn = False  # whether connections are cut
        self._chance = Random(7)

    async def carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        inner: asyncio.StreamReader,
        outer: asyncio.StreamWriter,
    ) -> None:
        left = [self._chance.randint(*SURVIVES)]
        await until_one_ends(self._late(reader, outer, left), self._late(inner, writer, left))

    async def _late(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int]) -> None:
        while piece := await reader.read(PIECE):
            await asyncio.sleep(ONE_WAY)
            left[0] -= 1
            if self.worn and left[0] < 0:
                self.cuts += 1
                return
            writer.write(piece)
            await writer.drain()


def bad_line(to: int) -> AbstractContextManager[BadLine]:
    """Carry to a port until the block ends."""
    return running(BadLine(to))
