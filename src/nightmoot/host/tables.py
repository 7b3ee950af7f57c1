"""The tables. Documents are JSON in bytes; times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)


def _room() -> Column[str]:
    return Column("room", Text, ForeignKey("room.code", ondelete="CASCADE"), primary_key=True)


def _game() -> Column[int]:
    return Column("game", Integer, ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)


room = Table(
    "room",
    metadata,
    Column("code", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("phase", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),  # settings, owner, bots, switches
)

member = Table(
    "member",
    metadata,
    _room(),
    Column("id", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

claim = Table(  # what opens a place: a device's cookie, or a personal link that is good once
    "claim",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("room", Text, ForeignKey("room.code", ondelete="CASCADE"), nullable=False),
    Column("member", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("ix_claim_room_member", "room", "member"),
)

game = Table(
    "game",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("room", Text, ForeignKey("room.code", ondelete="CASCADE"), nullable=False),
    Column("no", Integer, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("seed", Text, nullable=False),
    Column("engine", Text, nullable=False),
    Column("status", Text, nullable=False),  # playing, over, stopped
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("result", LargeBinary),  # roles, verdict, explained log: what is shown for ever
    Index("ix_game_room_no", "room", "no", unique=True),
)

input_ = Table(
    "input",
    metadata,
    _game(),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

notice = Table(
    "notice",
    metadata,
    _game(),
    Column("seq", Integer, primary_key=True),  # the input that made it
    Column("k", Integer, primary_key=True),  # its place in the history
    Column("audience", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("gone", Integer),  # the undo that took it back
)

snapshot = Table(
    "snapshot",
    metadata,
    _game(),
    Column("seq", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

deadline = Table(
    "deadline",
    metadata,
    _game(),
    Column("name", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("due", BigInteger),
    Column("left", BigInteger),
    Index("ix_deadline_due", "due"),
)

prompt = Table(  # the viewer's own number of a decision
    "prompt",
    metadata,
    _game(),
    Column("viewer", Text, primary_key=True),
    Column("d", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("open", Boolean, nullable=False),
)

retraction = Table(
    "retraction",
    metadata,
    _game(),
    Column("viewer", Text, primary_key=True),
    Column("epoch", Integer, primary_key=True),
    Column("n", Integer, nullable=False),
)

done = Table(  # commands that are stored: a retry does nothing
    "done",
    metadata,
    _room(),
    Column("member", Integer, primary_key=True),
    Column("c", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

post = Table(
    "post",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("room", Text, ForeignKey("room.code", ondelete="CASCADE"), nullable=False),
    Column("channel", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_post_room_id", "room", "id"),
)
