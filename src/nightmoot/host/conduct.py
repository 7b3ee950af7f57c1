"""Room commands that begin, hold or end a game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.core import Override, Tick
from nightmoot.host import after, deadlines, game_store, hand, lobby, setup, wire
from nightmoot.host.aliases import masked, with_newcomer
from nightmoot.host.encoder import message
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import clean_name, new_seed
from nightmoot.host.pace import GRACE, LEAD, length, pace_of
from nightmoot.host.play import Play
from nightmoot.host.room import HAND, Member, Room, seat_name
from nightmoot.host.slow import absence
from nightmoot.host.slow.timetable import timetable_of
from nightmoot.host.wire import SEATS, Down

if TYPE_CHECKING:
    from nightmoot.host.actor import Done, RoomActor

Conduct = Callable[["RoomActor", Member, Any, "Done | None"], Awaitable[None]]


async def change_room(actor: RoomActor, who: Member, do: wire.Do, done: Done | None) -> None:
    """Whatever is no more than a change of the room."""
    registry = actor.host.registry
    if isinstance(do, wire.Bots) and do.policy != HAND:
        setup.check_policy(registry, actor.room.rules, do.policy)
    room = lobby.CHANGES[type(do)](actor.room, who, do)
    if isinstance(do, wire.Settings):
        setup.check(registry, room.rules, actor.now)
        room = room.with_body(bot=setup.usual_policy(registry, room.rules))
    if isinstance(do, wire.Handover) and do.to == "auto":
        if actor.play is None:
            setup.check(registry, room.rules, actor.now)
        else:
            setup.check_alone(actor.play.game)
    if actor.play is not None and room.phase == "playing" and room.rules.pace != actor.room.rules.pace:
        pace = pace_of(room.rules.pace, actor.play.game.rules)
        moved = actor.play.with_pace(pace, actor.now, paused=room.body.paused)
        await actor.move_clocks(moved, room=room, done=done)
        return
    await actor.commit(room=room, done=done)


async def start(actor: RoomActor, who: Member, do: wire.Start, done: Done | None) -> None:
    """Deal and begin."""
    lobby.check_start(actor.room, who)
    room = masked(actor.room).with_phase("playing")
    seed, no, at = actor.host.config.seed or new_seed(), room.body.game + 1, actor.now
    names = [seat_name(room, number) or str(number) for number in range(1, room.rules.players + 1)]
    game = setup.new_game(actor.host.registry, room.rules, names, seed)
    play = Play(0, game, pace_of(room.rules.pace, game.rules), timetable=timetable_of(room.rules, game.rules))
    step = play.deal(at)
    header = game_store.NewGame(
        room=room.code,
        no=no,
        ruleset=room.rules.ruleset,
        options=game.header.options,
        seed=seed,
        engine=game.header.engine,
        started=at,
    )

    async def insert(tx: AsyncConnection) -> None:
        play.id = await game_store.insert_game(tx, header)
        await game_store.append(tx, play.id, step)

    actor.play = play
    actor.slow.begin()
    actor.talks.begin()
    begun = room.with_body(game=no, paused=False, stopped=False, named=None)
    await actor.commit(room=begun, done=done, extra=insert)


async def pause(actor: RoomActor, who: Member, do: wire.Pause, done: Done | None) -> None:
    lobby.need_power(actor.room, who)
    play = actor.playing()
    if actor.room.body.paused:
        raise Refusal("wrong_phase")
    stopped = deadlines.stopped(play.deadlines, actor.now)
    await actor.move_clocks(stopped, room=actor.room.with_body(paused=True), done=done)


async def resume(actor: RoomActor, who: Member, do: wire.Resume, done: Done | None) -> None:
    lobby.need_power(actor.room, who)
    play = actor.playing()
    if not actor.room.body.paused:
        raise Refusal("wrong_phase")
    if play.timetable is None:
        going_on = deadlines.resumed(play.deadlines, actor.now)
    else:
        going_on = play.timetable.resumed(play.deadlines, play.game.state.phase.name, actor.now)
    await actor.move_clocks(going_on, room=actor.room.with_body(paused=False), done=done)


async def extend(actor: RoomActor, who: Member, do: wire.Extend, done: Done | None) -> None:
    lobby.need_power(actor.room, who)
    play = actor.playing()
    await actor.move_clocks(deadlines.extended(play.deadlines, do.seconds * 1000), done=done)


async def skip(actor: RoomActor, who: Member, do: wire.Skip, done: Done | None) -> None:
    """End what everybody waits for by the clock; only where one plays against bots."""
    lobby.need_owner(actor.room, who)
    play = actor.playing()
    waiting = play.public_wait()
    if not actor.room.body.practice or waiting is None:
        raise Refusal("forbidden")
    await actor.take(Tick(waiting.name), actor.now, done=done)


async def sweep(actor: RoomActor, who: Member, do: wire.Sweep, done: Done | None) -> None:
    """Send the hand off, or change its step; never that of a hand which is on its way."""
    lobby.need_power(actor.room, who)
    play = actor.playing()
    found = hand.sweeping(play)
    due = None if found is None else found[2].due
    begun = found is not None and (found[1].locked or (due is not None and due - actor.now <= LEAD + GRACE))
    if do.seconds is None:
        step = length(play.pace, "hand")
        sooner = None if begun or step is None else hand.brought_forward(play.deadlines, actor.now)
        if sooner is None:
            raise Refusal("wrong_phase")
        await actor.move_clocks(sooner, done=done)
        return
    if begun:
        raise Refusal("wrong_phase")
    rules = replace(actor.room.rules, pace={**actor.room.rules.pace, "hand": do.seconds})
    play.pace = pace_of(rules.pace, play.game.rules)
    await actor.commit(room=actor.room.with_body(rules=rules), done=done)


async def nudge(actor: RoomActor, who: Member, do: wire.Nudge, done: Done | None) -> None:
    """A word to those who owe an answer; who they are is told to nobody."""
    lobby.need_power(actor.room, who)
    if do.seat is not None and not who.moderator:
        raise Refusal("forbidden")
    play = actor.playing()
    await absence.nudge(actor, done, do.seat)
    for connection in actor.connections:
        if do.seat is not None and connection.viewer != str(do.seat):
            continue
        if connection.viewer in play.streams.by_viewer and play.waits_for(connection.viewer):
            connection.send(message(Down(nudge=True)))


async def substitute(actor: RoomActor, who: Member, do: wire.Substitute, done: Done | None) -> None:
    """A bot stands in for an absent player, or steps back; or somebody else gets the seat for good."""
    room = actor.room
    actor.playing()
    own = who.seat == do.seat and not do.on
    if not own:
        lobby.need_power(room, who)
    lobby.need_seat(room, do.seat)
    setup.check_policy(actor.host.registry, room.rules, do.policy)
    if do.person is not None:
        await _replaced(actor, who, do.seat, do.person, done)
        return
    if not do.on and room.seated(do.seat) is None:
        if who.moderator or room.joined(do.seat):
            raise Refusal("forbidden")
        await actor.commit(room=room.with_body(), done=done)  # who learned that nobody sits there could join the names
        return
    bots = {n: policy for n, policy in room.body.bots.items() if n != do.seat}
    if do.on:
        bots[do.seat] = do.policy or room.body.bot
    await actor.commit(room=room.with_body(bots=bots), done=done)


async def _replaced(actor: RoomActor, who: Member, seat: int, person: int, done: Done | None) -> None:
    room = actor.room
    newcomer = room.person(person)
    if not who.moderator or newcomer.seat is not None or newcomer.moderator:
        raise Refusal("forbidden")
    holder = room.seated(seat)
    if holder is not None:
        room = room.with_member(lobby.removed(holder))
        if room.is_owner(holder):
            room = room.with_body(owner=who.id)
    room = (
        lobby.without_bot(room, seat)
        .with_member(replace(newcomer, seat=seat, queued=False))
        .played_by(seat, newcomer.name)
    )
    named = Override("substitute", {"seat": str(seat), "name": seat_name(room, seat)})
    await actor.take(named, actor.now, done=done, room=room)


async def admit(actor: RoomActor, who: Member, do: wire.Admit, done: Done | None, reason: str = "") -> None:
    """A moderator lets somebody join: one more seat in the room and in the circle."""
    room, play = actor.room, actor.playing()
    if not who.moderator:
        raise Refusal("forbidden")
    newcomer = None if do.person is None else room.person(do.person)
    if newcomer is not None and (newcomer.seat is not None or newcomer.moderator):
        raise Refusal("forbidden", "$.person")
    name = clean_name(do.name or "") if newcomer is None else newcomer.name
    if not name or (newcomer is None and not room.name_free(name)):
        raise Refusal("name_taken" if name else "invalid", "$.name")
    state, most = play.game.state, setup.most_players(actor.host.registry, room.rules)
    seat = 1 + max(int(other) for other in state.seats)
    if seat > SEATS or sum(not state.seats[other].left for other in state.circle) >= most:
        raise Refusal("table_full", "$.person" if do.name is None else "$.name", {"n": most})
    room = room.with_body(rules=replace(room.rules, players=max(seat, room.rules.players)))
    if newcomer is not None:
        room = room.with_member(replace(newcomer, seat=seat, queued=False))
    else:
        room = room.with_body(bots={**room.body.bots, seat: HAND}, names={**room.body.names, seat: name})
    room = with_newcomer(room, seat, name)
    args: dict[str, Any] = {"name": seat_name(room, seat), "role": do.role}
    args |= {} if do.camp is None else {"camp": do.camp}
    args |= {} if do.after is None else {"after": str(do.after)}
    await actor.take(Override("join", args, reason), actor.now, done=done, room=room)


async def stop(actor: RoomActor, who: Member, do: wire.Stop, done: Done | None) -> None:
    """End the game without a verdict."""
    lobby.need_owner(actor.room, who)
    play = actor.playing()
    ended = actor.room.with_phase("over").with_body(stopped=True, paused=False)
    await actor.commit(room=ended, done=done, extra=after.closing(play, ended, actor.now, "stopped"))


async def reveal(actor: RoomActor, who: Member, do: wire.Reveal, done: Done | None) -> None:
    """After the end, at the moderator's pace."""
    if do.seat is not None:
        lobby.need_seat(actor.room, do.seat)
    await actor.commit(room=after.reveal(actor.room, who, do.seat), done=done)


async def again(actor: RoomActor, who: Member, do: wire.Again, done: Done | None) -> None:
    """A new lobby with the same people, seats and options."""
    lobby.need(actor.room, "over")
    lobby.need_owner(actor.room, who)
    actor.play = None
    await actor.commit(room=fresh_lobby(actor.room), done=done)


def fresh_lobby(room: Room) -> Room:
    """The room before a start; stand-ins give their seats back, and those who have waited for this game sit down."""
    bots = {n: policy for n, policy in room.body.bots.items() if room.seated(n) is None}
    people = [replace(m, ready=False) for m in room.present()]
    cleared = room.with_phase("lobby").with_body(bots=bots, stopped=False, shown=None, aliases={}, cast={})
    return lobby.admitted(cleared.with_member(*people))


CONDUCT: dict[type[wire.Do], Conduct] = {
    wire.Start: start,
    wire.Pause: pause,
    wire.Resume: resume,
    wire.Extend: extend,
    wire.Skip: skip,
    wire.Nudge: nudge,
    wire.Sweep: sweep,
    wire.Admit: admit,
    wire.Substitute: substitute,
    wire.Stop: stop,
    wire.Again: again,
    wire.Reveal: reveal,
}

__all__ = ["CONDUCT", "change_room", "fresh_lobby", "start"]
