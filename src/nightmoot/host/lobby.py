"""Room commands as pure functions: a room and who asks in, the changed room out, or a refusal."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from nightmoot.host import wire
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import clean_name
from nightmoot.host.pace import LED
from nightmoot.host.room import HAND, Member, Room

D = TypeVar("D", bound=wire.Do)
Change = Callable[[Room, Member, Any], Room]

CHANGES: dict[type[wire.Do], Change] = {}


def change(kind: type[D]) -> Callable[[Callable[[Room, Member, D], Room]], Callable[[Room, Member, D], Room]]:
    """Register the function for one command."""

    def register(function: Callable[[Room, Member, D], Room]) -> Callable[[Room, Member, D], Room]:
        CHANGES[kind] = function
        return function

    return register


def need(room: Room, phase: str) -> None:
    """Refuse outside this phase."""
    if room.phase != phase:
        raise Refusal("wrong_phase")


def need_owner(room: Room, who: Member) -> None:
    if not room.is_owner(who):
        raise Refusal("forbidden")


def need_power(room: Room, who: Member) -> None:
    """The owner, or a moderator."""
    if not (room.is_owner(who) or who.moderator):
        raise Refusal("forbidden")


def need_seat(room: Room, seat: int) -> None:
    if not 1 <= seat <= room.rules.players:
        raise Refusal("invalid", "$.seat")


def without_bot(room: Room, *seats: int) -> Room:
    return room.with_body(
        bots={n: policy for n, policy in room.body.bots.items() if n not in seats},
        names={n: name for n, name in room.body.names.items() if n not in seats},
    )


def without_seats_after(room: Room, last: int) -> Room:
    """The room with no seat after this one, as when an undo takes back that somebody joined; who sat there watches."""
    if room.rules.players <= last:
        return room
    body = room.body
    watching = [replace(m, seat=None) for m in room.present() if m.seat is not None and m.seat > last]
    room = without_bot(room, *range(last + 1, room.rules.players + 1)).with_member(*watching)
    return room.with_body(
        rules=replace(room.rules, players=last),
        aliases={seat: name for seat, name in body.aliases.items() if seat <= last},
        cast={seat: names for seat, names in body.cast.items() if seat <= last},
    )


@change(wire.Ready)
def ready(room: Room, who: Member, do: wire.Ready) -> Room:
    need(room, "lobby")
    if who.seat is None:
        raise Refusal("forbidden")
    return room.with_member(replace(who, ready=do.on))


@change(wire.TakeSeat)
def take_seat(room: Room, who: Member, do: wire.TakeSeat) -> Room:
    need(room, "lobby")
    need_seat(room, do.seat)
    if room.body.locked and not room.is_owner(who):
        raise Refusal("room_locked")
    holder = room.seated(do.seat)
    if holder is not None and holder.id != who.id:
        raise Refusal("seat_taken")
    return without_bot(room, do.seat).with_member(
        replace(who, seat=do.seat, ready=False, moderator=False, queued=False)
    )


@change(wire.Watch)
def watch(room: Room, who: Member, do: wire.Watch) -> Room:
    steps_back = who.moderator and len(room.moderators()) > 1  # another one goes on
    if room.phase == "playing" and not steps_back:
        raise Refusal("wrong_phase")
    return room.with_member(replace(who, seat=None, ready=False, moderator=False))


@change(wire.Queue)
def queue(room: Room, who: Member, do: wire.Queue) -> Room:
    """Somebody without a seat waits for the next game, and may ask to be let into this one."""
    if room.phase == "lobby":
        raise Refusal("wrong_phase")
    if who.seat is not None or who.moderator:
        raise Refusal("forbidden")
    return room.with_member(waiting(room, who, on=do.on, now=do.now))


def waiting(room: Room, who: Member, *, on: bool, now: bool) -> Member:
    """Who waits; only a moderator can let somebody in, and only while a game is played."""
    if now and (room.phase != "playing" or not room.moderators()):
        raise Refusal("wrong_phase", "$.now")
    return replace(who, queued=on, asks=now)


def admitted(room: Room) -> Room:
    """Those who have waited sit down where nobody else does, in order of arrival; the others go on waiting."""
    for member in room.present():
        free = room.free_seats()
        if member.queued and member.seat is None and not member.moderator and free:
            seat = next((n for n in free if n not in room.body.bots), free[0])
            room = without_bot(room, seat).with_member(replace(member, seat=seat, queued=False))
    return room


@change(wire.Swap)
def swap(room: Room, who: Member, do: wire.Swap) -> Room:
    need(room, "lobby")
    need_owner(room, who)
    need_seat(room, do.a)
    need_seat(room, do.b)
    return room.rearranged({do.a: do.b, do.b: do.a})


@change(wire.Shuffle)
def shuffle(room: Room, who: Member, do: wire.Shuffle) -> Room:
    need(room, "lobby")
    need_owner(room, who)
    seats = list(range(1, room.rules.players + 1))
    drawn = random.SystemRandom().sample(seats, len(seats))
    return room.rearranged(dict(zip(seats, drawn, strict=True)))


@change(wire.Lock)
def lock(room: Room, who: Member, do: wire.Lock) -> Room:
    need_owner(room, who)
    return room.with_body(locked=do.on)


@change(wire.Kick)
def kick(room: Room, who: Member, do: wire.Kick) -> Room:
    need_owner(room, who)
    target = room.person(do.person)
    if room.phase == "playing" and (target.seat is not None or target.moderator):
        raise Refusal("wrong_phase")
    if target.id == who.id:
        raise Refusal("invalid", "$.person")
    return room.with_member(removed(target))


def removed(member: Member) -> Member:
    return replace(member, gone=True, seat=None, ready=False, moderator=False, queued=False)


@change(wire.Leave)
def leave(room: Room, who: Member, do: wire.Leave) -> Room:
    """Leave for good; in a game a bot plays on, and rights pass to who is there."""
    if who.seat is not None and room.phase == "playing":
        room = room.with_body(bots={**room.body.bots, who.seat: room.body.bots.get(who.seat, room.body.bot)})
    room = room.with_member(removed(who))
    if room.is_owner(who):
        heirs = [m for m in room.present() if m.id != who.id]
        heir = next((m for m in heirs if m.moderator), next((m for m in heirs if m.seat is not None), None))
        heir = heir or next(iter(heirs), None)
        if heir is not None:
            room = room.with_body(owner=heir.id)
    if who.moderator and not room.moderators() and room.phase == "playing":
        room = _without_moderator(room)
    return room


def _without_moderator(room: Room) -> Room:
    """From here on the program moderates, time moves by itself, and bots play for those without a device."""
    pace = {kind: seconds for kind, seconds in room.rules.pace.items() if kind != LED}
    bots = {seat: room.body.bot if policy == HAND else policy for seat, policy in room.body.bots.items()}
    return room.with_body(rules=replace(room.rules, moderator="auto", pace=pace), bots=bots)


@change(wire.Bots)
def bots(room: Room, who: Member, do: wire.Bots) -> Room:
    need(room, "lobby")
    need_owner(room, who)
    if do.seat is not None:
        need_seat(room, do.seat)
        if room.seated(do.seat) is not None:
            raise Refusal("seat_taken")
    if do.policy == HAND:
        return _by_hand(room, do)
    chosen = room.free_seats() if do.seat is None else [do.seat]
    if do.seat is None:
        chosen = [n for n in chosen if n not in room.body.names]
    kept = {n: policy for n, policy in room.body.bots.items() if n not in chosen}
    added = dict.fromkeys(chosen, do.policy or room.body.bot) if do.on else {}
    return without_bot(room, *chosen).with_body(bots={**kept, **added})


def _by_hand(room: Room, do: wire.Bots) -> Room:
    """Somebody without a device sits there; the moderator will answer for him."""
    name = clean_name(do.name or "")
    if do.seat is None or not name:
        raise Refusal("invalid", "$.name")
    if room.rules.moderator != "human":
        raise Refusal("no_moderator")
    room = without_bot(room, do.seat)
    if not room.name_free(name):
        raise Refusal("name_taken")
    return room.with_body(bots={**room.body.bots, do.seat: HAND}, names={**room.body.names, do.seat: name})


@change(wire.Settings)
def settings(room: Room, who: Member, do: wire.Settings) -> Room:
    need(room, "lobby")
    need_owner(room, who)
    old = room.rules
    rules = replace(
        old,
        ruleset=do.ruleset or old.ruleset,
        players=do.players or old.players,
        roles=old.roles if do.roles is UNSET else None if do.roles is None else tuple(do.roles),
        board=old.board if do.board is UNSET else do.board,
        options=old.options if do.options is None else do.options,
        moderator=do.moderator or old.moderator,
        sitting=do.sitting or old.sitting,
        pace=old.pace if do.pace is None else do.pace,
        voice=old.voice if do.voice is None else do.voice,
        calendar=old.calendar if do.calendar is UNSET else do.calendar,
        aliases=old.aliases if do.aliases is None else do.aliases,
        overheard=old.overheard if do.overheard is None else do.overheard,
    )
    if any(m.seat is not None and m.seat > rules.players for m in room.present()):
        raise Refusal("seat_taken", "$.players")
    nobody = rules.moderator != "human"  # to answer for those without a device
    room = without_bot(
        room, *(n for n, p in room.body.bots.items() if n > rules.players or (nobody and p == HAND))
    ).with_body(rules=rules)
    unticked = [replace(m, ready=False, moderator=m.moderator and rules.moderator == "human") for m in room.present()]
    return room.with_member(*unticked)  # a tick is for the rules that were shown


@change(wire.PassOwner)
def pass_owner(room: Room, who: Member, do: wire.PassOwner) -> Room:
    need_owner(room, who)
    return room.with_body(owner=room.person(do.to).id)


@change(wire.Moderate)
def moderate(room: Room, who: Member, do: wire.Moderate) -> Room:
    """Give up the seat and moderate: before the start, or as the spectator whom a moderator has named."""
    if room.rules.moderator != "human":
        raise Refusal("forbidden")
    if room.phase == "lobby" and (not room.moderators() or room.is_owner(who) or room.body.named == who.id):
        return room.with_member(replace(who, seat=None, ready=False, moderator=True))
    if room.phase == "playing" and who.seat is None and room.body.named == who.id:
        return room.with_body(named=None).with_member(replace(who, moderator=True))
    raise Refusal("forbidden")


@change(wire.Handover)
def handover(room: Room, who: Member, do: wire.Handover) -> Room:
    """Moderation goes to a person without a seat, who confirms with ``moderate``, or to the program at once."""
    if not who.moderator:
        raise Refusal("forbidden")
    if do.to == "auto":
        stepped_back = [replace(m, moderator=False) for m in room.moderators()]
        return _without_moderator(room.with_body(named=None).with_member(*stepped_back))
    target = room.person(int(do.to))
    if target.seat is not None and room.phase != "lobby":
        raise Refusal("forbidden", "$.to")
    return room.with_body(named=target.id)


def seat_person(room: Room, member: Member, seat: int | None) -> Room:
    """A newcomer at a seat, the first free one, or none left: a refusal."""
    if room.phase != "lobby":
        raise Refusal("game_running")
    if room.body.locked:
        raise Refusal("room_locked")
    free = room.free_seats()
    if seat is None:
        empty = [n for n in free if n not in room.body.bots] or free
        if not empty:
            raise Refusal("room_full")
        seat = empty[0]
    need_seat(room, seat)
    if seat not in free:
        raise Refusal("seat_taken")
    return arrived(without_bot(room, seat), replace(member, seat=seat))


def arrived(room: Room, member: Member) -> Room:
    """A newcomer is there; a room that everybody had left is the newcomer's."""
    if not room.present():
        room = room.with_body(owner=member.id)
    return room.with_member(member)


def check_start(room: Room, who: Member) -> None:
    """Everybody is there, has ticked, and somebody may moderate where a person shall."""
    need(room, "lobby")
    need_owner(room, who)
    waiting = [m for m in room.present() if m.seat is not None and not m.ready and m.id != who.id]
    empty = [n for n in room.free_seats() if n not in room.body.bots]
    if waiting or empty:
        raise Refusal("not_ready", params={"seats": sorted([str(m.seat) for m in waiting] + [str(n) for n in empty])})
    if room.rules.moderator == "human" and not room.moderators():
        raise Refusal("not_ready", "$.moderator")
