"""What a moderator of a slow game works with, and what waits for whom: computed when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightmoot.core import Answer, Override, Refused, Tick, Withdraw
from nightmoot.host import deadlines as dl
from nightmoot.host.faults import Refusal
from nightmoot.host.room import Member, viewer_of
from nightmoot.host.slow.absence import idle, own_prompts
from nightmoot.host.slow.timetable import HOUR
from nightmoot.host.wire import DeskOut, DeskSeat, MineOut

if TYPE_CHECKING:
    from nightmoot.host.actor import RoomActor
    from nightmoot.host.play import Play


def desk(actor: RoomActor, who: Member | None) -> DeskOut:
    """Who has acted, who is late, and what the next deadline does if nobody acts any more. Moderators only."""
    play = actor.playing()
    if who is None or not who.moderator or who.seat is not None:
        raise Refusal("forbidden")
    at = dl.earliest(play.deadlines)
    waits = [d.name for d in dl.due(play.deadlines, at)] if at is not None else []
    seats = play.game.grimoire().to_wire()["seats"]
    last = last_answers(play)
    rows = []
    for seat in play.game.state.circle:
        prompts = own_prompts(actor, seat)
        rows.append(
            DeskSeat(
                seat=seat,
                name=str(seats[seat]["name"]),
                inside=not play.game.state.seats[seat].out,
                owes=sum(1 for p in prompts if not p.open.offer),
                offers=sum(1 for p in prompts if p.open.offer),
                stands=sum(1 for p in prompts if p.open.answered),
                late=idle(prompts) and at is not None and actor.now >= at - _lead(play),
                last=last.get(seat),
                plans=sum(1 for plan in actor.slow.plans if plan.seat == seat),
            )
        )
    return DeskOut(at=at, waits=waits, would=would(play, waits), seats=rows)


def _lead(play: Play) -> int:
    """How long before a deadline somebody without an answer is late."""
    warn = play.timetable.calendar.warn if play.timetable is not None else []
    return int(max(warn, default=1) * HOUR)


def last_answers(play: Play) -> dict[str, int]:
    """When each seat has last answered, withdrawn or been answered for."""
    found: dict[str, int] = {}
    for seq, given in enumerate(play.game.inputs, 1):
        if isinstance(given, Answer | Withdraw):
            found[given.by] = play.times.get(seq, 0)
        elif isinstance(given, Override) and given.act == "answer":
            found[str(given.args.get("by"))] = play.times.get(seq, 0)
    return found


def would(play: Play, waits: list[str]) -> list[Any]:
    """The notices that these deadlines would make: the game goes on in a copy."""
    ahead = play.game.fork()
    before = len(ahead.notices)
    for name in waits:
        try:
            ahead.submit(Tick(name))
        except Refused:
            continue
    return [{"key": n.key, "params": n.params, "to": n.to} for n in ahead.notices[before:]]


def mine(actor: RoomActor, who: Member) -> MineOut:
    """What waits for somebody in this room."""
    room, play = actor.room, actor.play
    viewer = viewer_of(room, who)
    playing = room.phase == "playing" and play is not None
    waiting = [p for p in own_prompts(actor, viewer) if not p.open.answered] if playing else []
    public = play.public_wait() if playing and play is not None else None
    return MineOut(
        code=room.code,
        ruleset=room.rules.ruleset,
        phase=room.phase,
        game=room.body.game,
        name=who.name,
        seat=None if who.seat is None else str(who.seat),
        moderator=who.moderator,
        slow=room.rules.calendar is not None,
        waits=len(waiting),
        holds=any(not p.open.offer for p in waiting),
        at=None if public is None else public.due,
        letters=sum(1 for x in actor.slow.letters if x.seat == viewer or (who.moderator and x.kind == "text")),
    )
