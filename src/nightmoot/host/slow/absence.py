"""Those who are not there: who owes something, reminding them, somebody else in their seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.core import Override
from nightmoot.host import lobby, people, store
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import digest, new_token
from nightmoot.host.room import Member, seat_name
from nightmoot.host.store import Claim
from nightmoot.host.wire import LetterOut, SubstituteFor

if TYPE_CHECKING:
    from nightmoot.host.actor import Done, RoomActor
    from nightmoot.host.streams import Prompt

NUDGE_EVERY = 10 * 60_000  # ms between two reminders by hand that are also sent by mail


def own_prompts(actor: RoomActor, seat: str) -> list[Prompt]:
    """What is open for a seat."""
    play = actor.play
    if play is None or seat not in play.streams.by_viewer:
        return []
    return [p for p in play.streams[seat].prompts.values() if p.own]


def idle(prompts: list[Prompt]) -> bool:
    """Is there something that somebody waits for, or has nothing been done of all that could be?"""
    if any(not p.open.offer and not p.open.answered for p in prompts):
        return True
    return bool(prompts) and not any(p.open.answered for p in prompts)


def idle_seats(actor: RoomActor, due: int) -> list[str]:
    """Persons who have done nothing of what ends then; whoever has a bot is not reminded."""
    found = []
    for member in actor.room.present():
        if member.seat is None or member.seat in actor.room.body.bots:
            continue
        seat = str(member.seat)
        if idle([p for p in own_prompts(actor, seat) if p.open.deadline in (None, due)]):
            found.append(seat)
    return found


def addressed(actor: RoomActor, seats: Sequence[str], known: set[int], due: int | None) -> list[dict[str, Any]]:
    """Rows for the courier: for each of these seats whose person has said where to be reached."""
    calendar = actor.room.rules.calendar
    rows = []
    for seat in seats:
        member = actor.room.seated(int(seat))
        if member is not None and member.id in known:
            rows.append(
                {
                    "room": actor.code,
                    "member": member.id,
                    "lang": member.lang,
                    "zone": "UTC" if calendar is None else calendar.zone,
                    "due": due,
                    "at": actor.now,
                    "tries": 0,
                }
            )
    return rows


async def nudge(actor: RoomActor, done: Done | None, only: int | None = None) -> None:
    """A word to every person who owes an answer (or to one); in a slow game it is kept for them, and sent by mail."""
    play = actor.playing()
    if play.timetable is None:
        await actor.commit(done=done)
        return
    seats = [
        str(m.seat)
        for m in actor.room.present()
        if m.seat is not None
        and only in (None, m.seat)
        and m.seat not in actor.room.body.bots
        and idle(own_prompts(actor, str(m.seat)))
    ]
    letters = [LetterOut(0, seat, "nudge", "host", "", {}, actor.now) for seat in seats]
    recent = {x.seat for x in actor.slow.letters if x.kind == "nudge" and x.at > actor.now - NUDGE_EVERY}
    await actor.slow.post(letters, done=done, mail=[seat for seat in seats if seat not in recent])


async def substitute(actor: RoomActor, token: str | None, asked: SubstituteFor) -> str:
    """Somebody from outside gets the seat with all its history: a new personal link; every older one dies."""
    who = await people.whose(actor, token)
    if who is None or not who.moderator:
        raise Refusal("forbidden")
    actor.playing()
    lobby.need_seat(actor.room, asked.seat)
    name = people.checked_name(asked.nickname)
    holder = actor.room.seated(asked.seat)
    if not actor.room.name_free(name, but=None if holder is None else holder.id):
        raise Refusal("name_taken", "$.nickname")
    room = actor.room
    if holder is not None:
        room = room.with_member(lobby.removed(holder))
        if room.is_owner(holder):
            room = room.with_body(owner=who.id)
    newcomer = Member(id=room.next_id(), name=name, lang=who.lang if holder is None else holder.lang)
    room = lobby.without_bot(room, asked.seat).with_member(replace(newcomer, seat=asked.seat))
    room = room.played_by(asked.seat, name)
    fresh = new_token()

    async def write(tx: AsyncConnection) -> None:
        await store.add_claim(tx, digest(fresh), Claim(actor.code, newcomer.id, "link"), actor.now)

    named = Override("substitute", {"seat": str(asked.seat), "name": seat_name(room, asked.seat)})
    await actor.take(named, actor.now, room=room, extra=write)
    return fresh
