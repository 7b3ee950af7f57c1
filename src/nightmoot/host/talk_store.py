"""Private talks in the database."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.host.tables import metadata
from nightmoot.host.wire import TalkOut

SHOWN = 1000

whisper = Table(
    "whisper",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", Integer, ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
    Column("seats", Text, nullable=False),  # with a space between them
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_whisper_game_id", "game", "id"),
)


async def add(tx: AsyncConnection, game: int, line: TalkOut) -> int:
    """Store a line; returns its number."""
    row = {"game": game, "seats": " ".join(line.seats), "by": line.by, "text": line.text, "at": line.at}
    done = await tx.execute(insert(whisper).values(row).returning(whisper.c.id))
    return int(done.scalar_one())


async def load(tx: AsyncConnection, game: int) -> list[TalkOut]:
    """The latest lines of a game, oldest first."""
    newest = select(whisper).where(whisper.c.game == game).order_by(whisper.c.id.desc()).limit(SHOWN)
    found = [TalkOut(r.id, r.seats.split(" "), r.by, r.text, r.at) for r in await tx.execute(newest)]
    return found[::-1]
