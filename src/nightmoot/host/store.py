"""Rooms in the database: reading, and writing what changed inside a transaction of the caller."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.host import tables as t
from nightmoot.host.deadlines import SPAN
from nightmoot.host.room import Body, Member, Room
from nightmoot.host.wire import PostOut

_body = msgspec.json.Decoder(Body)
_member = msgspec.json.Decoder(Member)
encode = msgspec.json.Encoder().encode

KEPT_RETRIES_MS = 2 * 24 * 3_600_000
SHOWN_POSTS = 100


class Claim(NamedTuple):
    """What a secret opens."""

    room: str
    member: int
    kind: str  # device, link


async def insert_room(tx: AsyncConnection, room: Room, at: int) -> None:
    await tx.execute(
        insert(t.room).values(code=room.code, created=at, touched=at, phase=room.phase, body=encode(room.body))
    )
    await _insert_members(tx, room.code, list(room.members.values()))


async def _insert_members(tx: AsyncConnection, code: str, members: list[Member]) -> None:
    if members:
        await tx.execute(insert(t.member), [{"room": code, "id": m.id, "body": encode(m)} for m in members])


async def update_room(tx: AsyncConnection, old: Room, new: Room, at: int) -> None:
    """Write what differs; the claims of those who are gone die with it."""
    if old.body != new.body or old.phase != new.phase:
        values = {"touched": at, "phase": new.phase, "body": encode(new.body)}
        await tx.execute(update(t.room).where(t.room.c.code == new.code).values(values))
    await _insert_members(tx, new.code, [m for m in new.members.values() if m.id not in old.members])
    for member in new.members.values():
        before = old.members.get(member.id)
        if before is None or before == member:
            continue
        where = (t.member.c.room == new.code) & (t.member.c.id == member.id)
        await tx.execute(update(t.member).where(where).values(body=encode(member)))
        if member.gone and not before.gone:
            await kill_claims(tx, new.code, member.id)


async def load_room(tx: AsyncConnection, code: str) -> Room | None:
    row = (await tx.execute(select(t.room).where(t.room.c.code == code))).one_or_none()
    if row is None:
        return None
    rows = await tx.execute(select(t.member.c.body).where(t.member.c.room == code).order_by(t.member.c.id))
    members = [_member.decode(body) for (body,) in rows]
    return Room(code=code, phase=row.phase, body=_body.decode(row.body), members={m.id: m for m in members})


async def room_exists(tx: AsyncConnection, code: str) -> bool:
    return (await tx.execute(select(t.room.c.code).where(t.room.c.code == code))).one_or_none() is not None


class Playing(NamedTuple):
    """A room in a game: its earliest deadline, whether bots play in it, and whether it is slow."""

    code: str
    due: int | None
    bots: bool
    slow: bool


async def playing_rooms(tx: AsyncConnection) -> list[Playing]:
    """Every room in a game."""
    query = (
        select(t.room.c.code, t.room.c.body, func.min(t.deadline.c.due))
        .join(t.game, (t.game.c.room == t.room.c.code) & (t.game.c.status == "playing"))
        .outerjoin(t.deadline, t.deadline.c.game == t.game.c.id)
        .where(t.room.c.phase == "playing")
        .where(t.deadline.c.name.is_(None) | (t.deadline.c.name != SPAN))
        .group_by(t.room.c.code, t.room.c.body)
    )
    found = [(code, due, _body.decode(body)) for code, body, due in await tx.execute(query)]
    return [Playing(code, due, bool(b.bots), b.rules.calendar is not None) for code, due, b in found]


# ---------------------------------------------------------------------------------------------- claims


async def add_claim(tx: AsyncConnection, hash_: str, claim: Claim, at: int) -> None:
    await tx.execute(
        insert(t.claim).values(hash=hash_, room=claim.room, member=claim.member, kind=claim.kind, created=at)
    )


async def find_claim(tx: AsyncConnection, hash_: str) -> Claim | None:
    c = t.claim.c
    row = (await tx.execute(select(c.room, c.member, c.kind).where(c.hash == hash_))).one_or_none()
    return None if row is None else Claim(row.room, row.member, row.kind)


async def spend_link(tx: AsyncConnection, hash_: str, code: str) -> Claim | None:
    """Take a personal link out of the table: whoever gets it back is the only one."""
    c = t.claim.c
    gone = delete(t.claim).where(c.hash == hash_, c.room == code, c.kind == "link").returning(c.member)
    member = (await tx.execute(gone)).scalar_one_or_none()
    return None if member is None else Claim(code, member, "link")


async def kill_claims(tx: AsyncConnection, code: str, member: int, *, links_only: bool = False) -> None:
    where = (t.claim.c.room == code) & (t.claim.c.member == member)
    if links_only:
        where &= t.claim.c.kind == "link"
    await tx.execute(delete(t.claim).where(where))


# ---------------------------------------------------------------------------------------------- retries, talk


async def add_done(tx: AsyncConnection, code: str, member: int, c: str, at: int) -> None:
    await tx.execute(insert(t.done).values(room=code, member=member, c=c, at=at))


async def load_done(tx: AsyncConnection, code: str) -> set[tuple[int, str]]:
    rows = await tx.execute(select(t.done.c.member, t.done.c.c).where(t.done.c.room == code))
    return {(member, c) for member, c in rows}


async def prune_done(tx: AsyncConnection, at: int) -> None:
    """Nobody retries after days."""
    await tx.execute(delete(t.done).where(t.done.c.at < at - KEPT_RETRIES_MS))


async def add_post(tx: AsyncConnection, code: str, post: PostOut) -> None:
    row: dict[str, Any] = {"room": code, "channel": post.channel, "by": post.by, "text": post.text, "at": post.at}
    await tx.execute(insert(t.post).values(row))


async def recent_posts(tx: AsyncConnection, code: str) -> list[PostOut]:
    c = t.post.c
    query = select(c.channel, c.by, c.text, c.at).where(c.room == code).order_by(c.id.desc()).limit(SHOWN_POSTS)
    return [PostOut(*row) for row in reversed((await tx.execute(query)).all())]
