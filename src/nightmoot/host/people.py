"""Getting a place in a room: joining, personal links, cookies. All of it runs in the room's mailbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.host import lobby, store
from nightmoot.host.connection import REPLACED
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import clean_name, digest, new_token
from nightmoot.host.room import Member
from nightmoot.host.store import Claim

if TYPE_CHECKING:
    from nightmoot.host.actor import Extra, RoomActor
    from nightmoot.host.wire import Join

MAX_PEOPLE = 300


def checked_name(text: str) -> str:
    """A nickname that can be shown."""
    name = clean_name(text)
    if not name:
        raise Refusal("invalid", "$.nickname")
    return name


async def whose(actor: RoomActor, token: str | None) -> Member | None:
    """The person of this room that a cookie stands for."""
    if token is None:
        return None
    async with actor.host.db.read() as tx:
        claim = await store.find_claim(tx, digest(token))
    if claim is None or claim.room != actor.code or claim.kind != "device":
        return None
    member = actor.room.members.get(claim.member)
    return None if member is None or member.gone else member


async def join(actor: RoomActor, asked: Join, token: str | None) -> tuple[Member, str]:
    """A newcomer gets a place and a device token. Somebody who is in already stays who he is."""
    name = checked_name(asked.nickname)
    if await whose(actor, token) is not None:
        raise Refusal("already_in")
    room = actor.room
    if not room.name_free(name):
        raise Refusal("name_taken", "$.nickname")
    if len(room.present()) >= MAX_PEOPLE or len(room.members) >= 4 * MAX_PEOPLE:
        raise Refusal("room_full")
    member = Member(id=room.next_id(), name=name, lang=asked.lang)
    if room.body.locked:  # also to those who would only watch: they could sit down in the next game
        raise Refusal("room_locked")
    if asked.watch or (asked.queue and room.phase != "lobby"):
        changed = lobby.arrived(room, lobby.waiting(room, member, on=asked.queue, now=asked.now))
    else:
        changed = lobby.seat_person(room, member, asked.seat)
    fresh = new_token()
    await actor.commit(room=changed, extra=_claim(actor, member.id, fresh, "device"))
    return changed.members[member.id], fresh


async def link(actor: RoomActor, token: str | None, seat: int | None) -> str:
    """A personal link, good once; for another's seat only from a moderator, and then its old devices die."""
    who = await whose(actor, token)
    if who is None:
        raise Refusal("forbidden")
    target = who
    if seat is not None and seat != who.seat:
        holder = actor.room.seated(seat)
        if not who.moderator or holder is None:
            raise Refusal("forbidden", "$.seat")
        target = holder
    fresh = new_token()
    write = _claim(actor, target.id, fresh, "link")

    async def replaced(tx: AsyncConnection) -> None:
        await store.kill_claims(tx, actor.code, target.id, links_only=target is who)
        await write(tx)

    await actor.commit(extra=replaced)
    if target is not who:
        for connection in list(actor.connections):
            if connection.member == target.id:
                connection.close(REPLACED)
    return fresh


async def claim(actor: RoomActor, token: str) -> tuple[Member, str]:
    """Spend a personal link: it is gone, and this device has the place."""
    fresh = new_token()
    found: list[Member] = []

    async def spend(tx: AsyncConnection) -> None:
        spent = await store.spend_link(tx, digest(token), actor.code)
        member = None if spent is None else actor.room.members.get(spent.member)
        if member is None or member.gone:
            raise Refusal("link_dead")
        found.append(member)
        await store.add_claim(tx, digest(fresh), Claim(actor.code, member.id, "device"), actor.now)

    await actor.commit(extra=spend)
    return found[0], fresh


def _claim(actor: RoomActor, member: int, token: str, kind: str) -> Extra:
    async def write(tx: AsyncConnection) -> None:
        await store.add_claim(tx, digest(token), Claim(actor.code, member, kind), actor.now)

    return write
