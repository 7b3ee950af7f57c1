"""The tables of slow play."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Table, Text

from nightmoot.host.tables import metadata

plan = Table(  # what a seat wants for a phase that has not begun
    "plan",
    metadata,
    Column("game", Integer, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("phase", Text, primary_key=True),
    Column("skill", Text, primary_key=True),
    Column("choices", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("after", Text, nullable=False),  # the stamp of the phase in which it was made
    Column("entered", Text, nullable=False),  # the stamp of the phase that it is for, once that has begun
    Column("spent", Integer),  # the input after which it was sent or dropped
)

letter = Table(  # the private thread of a seat with the moderator, and what the host tells the seat
    "letter",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", Integer, ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("params", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_letter_game_id", "game", "id"),
)

warned = Table(  # warnings that have gone out
    "warned",
    metadata,
    Column("game", Integer, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column("due", BigInteger, primary_key=True),
    Column("lead", BigInteger, primary_key=True),
)

contact = Table(  # where a person wants to be reminded
    "contact",
    metadata,
    Column("room", Text, ForeignKey("room.code", ondelete="CASCADE"), primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

outgoing = Table(  # mail and push that is stored and not yet sent
    "outgoing",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("room", Text, ForeignKey("room.code", ondelete="CASCADE"), nullable=False),
    Column("member", Integer, nullable=False),
    Column("lang", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("due", BigInteger),
    Column("at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
)
