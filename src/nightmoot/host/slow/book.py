"""Plans, letters and warnings in the database."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.host.slow import tables as t
from nightmoot.host.wire.slow import LetterOut

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode

SHOWN_LETTERS = 300


class Plan(Struct, frozen=True):
    """What a seat wants to choose when a phase begins; ``choices`` in the order in which they are tried."""

    seat: str
    phase: str
    skill: str
    choices: list[Any]
    at: int
    after: str
    entered: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.seat, self.phase, self.skill

    @property
    def turn(self) -> tuple[int, str, str, str]:
        """Plans are sent in this order, the same after a restart."""
        return self.at, *self.key


class Warning_(Struct, frozen=True):  # noqa: N801 - the name without the line is Python's own
    """A warning: ``lead`` ms before ``due``."""

    due: int
    lead: int

    @property
    def at(self) -> int:
        return self.due - self.lead


def _is(game: int, plan: Plan) -> Any:
    c = t.plan.c
    return (c.game == game) & (c.seat == plan.seat) & (c.phase == plan.phase) & (c.skill == plan.skill)


async def put_plan(tx: AsyncConnection, game: int, plan: Plan) -> None:
    """Store a plan in place of the older one for the same phase and skill; without choices there is none."""
    await tx.execute(delete(t.plan).where(_is(game, plan)))
    if plan.choices:
        row = {**msgspec.structs.asdict(plan), "choices": encode(plan.choices), "game": game}
        await tx.execute(insert(t.plan).values(row))


async def enter(tx: AsyncConnection, game: int, plan: Plan, stamp: str) -> None:
    """Its phase has begun."""
    await tx.execute(update(t.plan).where(_is(game, plan)).values(entered=stamp))


async def spend(tx: AsyncConnection, game: int, plan: Plan, seq: int) -> None:
    """It was sent or dropped after this input."""
    await tx.execute(update(t.plan).where(_is(game, plan)).values(spent=seq))


async def unspend(tx: AsyncConnection, game: int, to: int) -> None:
    """An undo takes back what was done with plans after input ``to``."""
    c = t.plan.c
    await tx.execute(update(t.plan).where((c.game == game) & (c.spent > to)).values(spent=None, entered=""))


async def load_plans(tx: AsyncConnection, game: int) -> list[Plan]:
    """The plans that wait, in the order in which they are sent."""
    c = t.plan.c
    query = select(c.seat, c.phase, c.skill, c.choices, c.at, c.after, c.entered)
    rows = await tx.execute(query.where(c.game == game, c.spent.is_(None)))
    found = [Plan(r.seat, r.phase, r.skill, decode(r.choices), r.at, r.after, r.entered) for r in rows]
    return sorted(found, key=lambda plan: plan.turn)


async def put_letter(tx: AsyncConnection, game: int, letter: LetterOut) -> int:
    values = {
        "game": game,
        "seat": letter.seat,
        "kind": letter.kind,
        "by": letter.by,
        "text": letter.text,
        "params": encode(letter.params),
        "at": letter.at,
    }
    return int((await tx.execute(insert(t.letter).values(values).returning(t.letter.c.id))).scalar_one())


async def load_letters(tx: AsyncConnection, game: int) -> list[LetterOut]:
    c = t.letter.c
    query = select(c.id, c.seat, c.kind, c.by, c.text, c.params, c.at).where(c.game == game)
    rows = (await tx.execute(query.order_by(c.id.desc()).limit(SHOWN_LETTERS))).all()
    return [LetterOut(r.id, r.seat, r.kind, r.by, r.text, decode(r.params), r.at) for r in reversed(rows)]


async def put_warned(tx: AsyncConnection, game: int, warning: Warning_) -> None:
    await tx.execute(insert(t.warned).values(game=game, due=warning.due, lead=warning.lead))


async def load_warned(tx: AsyncConnection, game: int) -> set[Warning_]:
    c = t.warned.c
    return {Warning_(r.due, r.lead) for r in await tx.execute(select(c.due, c.lead).where(c.game == game))}


# ---------------------------------------------------------------------------------------------- contacts


async def put_contact(tx: AsyncConnection, room: str, member: int, kind: str, body: Any) -> None:
    """Store where somebody is reached, or forget it."""
    c = t.contact.c
    await tx.execute(delete(t.contact).where(c.room == room, c.member == member, c.kind == kind))
    if body is not None:
        await tx.execute(insert(t.contact).values(room=room, member=member, kind=kind, body=encode(body)))


async def contacts(tx: AsyncConnection, room: str, member: int) -> dict[str, Any]:
    c = t.contact.c
    query = select(c.kind, c.body).where(c.room == room, c.member == member)
    return {r.kind: decode(r.body) for r in await tx.execute(query)}


async def reachable(tx: AsyncConnection, room: str) -> set[int]:
    """Who has said where to be reached."""
    return set((await tx.execute(select(t.contact.c.member).where(t.contact.c.room == room))).scalars())


async def put_outgoing(tx: AsyncConnection, rows: list[dict[str, Any]]) -> None:
    if rows:
        await tx.execute(insert(t.outgoing), rows)
