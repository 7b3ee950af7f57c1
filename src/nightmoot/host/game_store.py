"""Games in the database: an input, its notices and all that follows from them in one transaction."""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.core import Game, Refused, Ruleset, decode_input, encode_input
from nightmoot.host import tables as t
from nightmoot.host.deadlines import Deadline, Deadlines
from nightmoot.host.play import Play, Step
from nightmoot.host.streams import Batch, audience

log = structlog.get_logger("nightmoot.store")

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


class NewGame(msgspec.Struct, frozen=True):
    """The header of a game."""

    room: str
    no: int
    ruleset: str
    options: dict[str, Any]
    seed: str
    engine: str
    started: int


class Ended(msgspec.Struct, frozen=True):
    """A finished or stopped game, as it is shown for ever: no engine is needed to read it."""

    id: int
    no: int
    ruleset: str
    options: dict[str, Any]
    seed: str
    result: dict[str, Any]


async def insert_game(tx: AsyncConnection, new: NewGame) -> int:
    values = {**msgspec.structs.asdict(new), "options": encode(new.options), "status": "playing"}
    result = await tx.execute(insert(t.game).values(values).returning(t.game.c.id))
    return int(result.scalar_one())


async def append(tx: AsyncConnection, game: int, step: Step) -> None:
    """Store one step. A second writer of the same number fails on the key, and nothing of it is kept."""
    if step.given is not None:
        body = encode_input(step.given)
        await tx.execute(insert(t.input_).values(game=game, seq=step.seq, at=step.at, body=body))
    await _store_batch(tx, game, step.seq, step.batch)
    await store_deadlines(tx, game, step.old_deadlines, step.new_deadlines)
    if step.snapshot is not None:
        await tx.execute(delete(t.snapshot).where(t.snapshot.c.game == game))
        await tx.execute(insert(t.snapshot).values(game=game, seq=step.seq, body=step.snapshot))


async def _store_batch(tx: AsyncConnection, game: int, seq: int, batch: Batch) -> None:
    if batch.gone_from is not None:
        n = t.notice.c
        taken_back = (n.game == game) & (n.k >= batch.gone_from) & n.gone.is_(None)
        await tx.execute(update(t.notice).where(taken_back).values(gone=seq))
    if batch.notices:
        rows = [
            {"game": game, "seq": seq, "k": k, "audience": encode(audience(notice)), "body": encode(notice)}
            for k, notice in batch.notices
        ]
        await tx.execute(insert(t.notice), rows)
    for viewer, d in batch.closed:
        p = t.prompt.c
        await tx.execute(
            update(t.prompt).where((p.game == game) & (p.viewer == viewer) & (p.d == d)).values(open=False)
        )
    if batch.opened:
        rows = [{"game": game, "viewer": v, "d": d, "name": name, "open": True} for v, d, name in batch.opened]
        await tx.execute(insert(t.prompt), rows)
    if batch.retracted:
        rows = [{"game": game, "viewer": v, "epoch": epoch, "n": n_} for v, epoch, n_ in batch.retracted]
        await tx.execute(insert(t.retraction), rows)


async def store_deadlines(tx: AsyncConnection, game: int, old: Deadlines, new: Deadlines) -> None:
    """Write what differs."""
    changed = [name for name, deadline in old.items() if new.get(name) != deadline]
    if changed:
        where = (t.deadline.c.game == game) & t.deadline.c.name.in_(changed)
        await tx.execute(delete(t.deadline).where(where))
    added = [deadline for name, deadline in new.items() if old.get(name) != deadline]
    if added:
        await tx.execute(insert(t.deadline), [{"game": game, **msgspec.structs.asdict(d)} for d in added])


async def end_game(tx: AsyncConnection, game: int, status: str, at: int, result: dict[str, Any]) -> None:
    """Close the books: deadlines and the snapshot go, the record stays."""
    values = {"status": status, "ended": at, "result": encode(result)}
    await tx.execute(update(t.game).where(t.game.c.id == game).values(values))
    await tx.execute(delete(t.deadline).where(t.deadline.c.game == game))


# ---------------------------------------------------------------------------------------------- reading


async def load_play(tx: AsyncConnection, rules: Ruleset, room: str, no: int, pace: dict[str, float]) -> Play:
    """The running game: its last snapshot, the inputs after it, and the viewers' numbers as stored."""
    query = select(t.game.c.id, t.snapshot.c.seq, t.snapshot.c.body).join(t.snapshot)
    row = (await tx.execute(query.where(t.game.c.room == room, t.game.c.no == no))).one()
    game = Game.load(row.body, rules)
    i = t.input_.c
    tail = select(i.seq, i.body).where(i.game == row.id, i.seq > row.seq).order_by(i.seq)
    seq = row.seq
    for later, body in await tx.execute(tail):
        try:
            game.submit(decode_input(body))
        except Refused as refused:  # the rules have changed since; the last snapshot counts
            log.error("a stored input is refused", game=row.id, seq=later, code=refused.code)
        seq = later
    n = t.notice.c
    told = select(func.count()).select_from(t.notice).where(n.game == row.id, n.gone.is_(None))
    if (await tx.execute(told)).scalar_one() != len(game.notices):
        log.error("the game and its record differ", game=row.id)
    play = Play(row.id, game, pace, seq)
    times = await tx.execute(select(i.seq, i.at).where(i.game == row.id))
    play.times = {came.seq: came.at for came in times}
    d = t.deadline.c
    found = await tx.execute(select(d.name, d.kind, d.due, d.left).where(d.game == row.id))
    play.deadlines = {deadline.name: Deadline(*deadline) for deadline in found}
    p, r = t.prompt.c, t.retraction.c
    prompts = (await tx.execute(select(p.viewer, p.d, p.name, p.open).where(p.game == row.id).order_by(p.d))).all()
    gone = (await tx.execute(select(r.viewer, r.n).where(r.game == row.id).order_by(r.epoch))).all()
    play.streams.restore(game, play.deadline_of, [tuple(x) for x in prompts], [tuple(x) for x in gone])
    return play


async def load_ended(tx: AsyncConnection, room: str, no: int) -> Ended | None:
    g = t.game.c
    row = (await tx.execute(select(t.game).where(g.room == room, g.no == no, g.status != "playing"))).one_or_none()
    if row is None:
        return None
    return Ended(row.id, row.no, row.ruleset, decode(row.options), row.seed, decode(row.result))


async def load_notices(tx: AsyncConnection, game: int) -> list[tuple[int, int, Any, dict[str, Any]]]:
    """The notices that stand, in order: place, time, audience, body."""
    n, i = t.notice.c, t.input_.c
    query = (
        select(n.k, i.at, n.audience, n.body)
        .outerjoin(t.input_, (i.game == n.game) & (i.seq == n.seq))
        .where(n.game == game, n.gone.is_(None))
        .order_by(n.k)
    )
    return [(k, at or 0, decode(to), decode(body)) for k, at, to, body in await tx.execute(query)]
