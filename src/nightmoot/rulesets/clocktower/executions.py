"""Executions, exiles, and the end of the day (B34-B37, B65-B68)."""

from __future__ import annotations

from typing import Any

from nightmoot.core.errors import Refused
from nightmoot.core.picks import Some, one
from nightmoot.core.records import TABLE, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import team_of
from nightmoot.rulesets.clocktower.day import end_the_day, from_the_left, hands
from nightmoot.rulesets.clocktower.kit import EXECUTION, EXILE, appears_alive, at, is_night, kill
from nightmoot.rulesets.clocktower.prepared import fall_of_night

book = Book()


def execute(s: Scene, seat: str, *, ends: bool = True) -> None:
    """An execution, now; by day it ends the nominations. Everybody is told whether the player died (B35, B36)."""
    if ends and not is_night(s):
        end_the_day(s)
    seat = next((other for _, other in at(s, "stand_in", seat) if other), seat)
    looked_alive = appears_alive(s, seat)
    s.cause = s.fact("executed", seat=seat)
    s.announce("executed", seat, seat=seat)
    died = kill(s, seat, kind=EXECUTION)
    if not is_night(s):
        today.note(s, executions=(*today.executed(s), (seat, died)), about=None)
    if looked_alive and not appears_alive(s, seat):
        s.announce("dies", seat, seat=seat, shows=((seat, "in", False),))
    elif looked_alive:
        s.announce("survives", seat, seat=seat)
    at(s, "execution", seat, died)


def by_hand(s: Scene, args: dict[str, Any]) -> None:
    """The storyteller executes somebody: by day it is the day's execution."""
    seat = args.get("seat")
    if seat not in s.circle:
        raise Refused("unknown-seat", "args.seat", seat=seat)
    if not is_night(s) and today.today(s.state)["over"]:
        raise Refused("not-now", "act", phase=s.state.phase.name)
    execute(s, str(seat))


# ---------------------------------------------------------------------- dusk


@book.step("dusk")
def dusk(s: Scene) -> None:
    """The day is over: whoever is about to die is executed (B34)."""
    for name in tuple(s.state.windows):
        s.close_window(name)
    s.enter("dusk")
    now = today.today(s.state)
    if now["about"] is not None and not now["over"]:
        execute(s, now["about"])
    elif not today.executed(s):
        s.announce("executed", None, seat=None)
    s.open_window("dusk", standing=True)
    s.gate("phase")
    s.push("evening")


@book.step("evening")
def evening(s: Scene) -> None:
    """What comes of the day as it went, and the end of what lasts until dusk."""
    s.close_window("dusk")
    at(s, "dusk")
    s.push("check wins")
    s.push("nightfall")


@book.step("nightfall")
def nightfall(s: Scene) -> None:
    """What lasts until dusk ends."""
    s.lapse("dusk")
    fall_of_night(s)


# ---------------------------------------------------------------------- exiles


def _travellers(s: Scene, me: Holding) -> Some:
    """Travellers who live and for whose exile nobody has called today (B67)."""
    called = today.today(s.state)["called"]
    roles = [role for role in s.state.ranks if team_of(role) == "traveller"]
    return one(
        tuple([seat for seat in s.living() if s.seat(seat).role in roles and seat not in called] if roles else ())
    )


def _can_be_called_for(s: Scene, me: Holding) -> bool:
    return me.owner == TABLE and not today.today(s.state)["voting"] and bool(_travellers(s, me).items)


@book.ability("exile", window=("day", "nominations"), pick=_travellers, usable=_can_be_called_for)
def call_for_exile(s: Scene, me: Holding, use: Use) -> None:
    """Anybody, dead or alive, calls for a Traveller's exile; it is no nomination (B65)."""
    today.note(s, called=(*today.today(s.state)["called"], use.target), voting=True)
    s.announce("called", {use.actor: use.target}, seat=use.actor, traveller=use.target)
    s.push("exile", seat=use.target)


@book.offered_to("exile")
def everybody(s: Scene) -> tuple[str, ...]:
    """Dead or alive (B65)."""
    return s.circle


@book.step("exile")
def exile(s: Scene, seat: str) -> None:
    """Half of all players, living and dead, must support it; nothing else counts (B66, B68)."""
    up = hands(s, seat, from_the_left(s, seat), check=None, needed=(len(s.circle) + 1) // 2)
    votes = len(up)
    s.remember("tally", {seat: votes})
    today.note(s, voting=False)
    s.cause = s.fact("support", seat=seat, data={"votes": votes, "hands": up, "players": len(s.circle)})
    s.announce("support", votes, n=votes, seat=seat, seats=up)
    if votes * 2 < len(s.circle):
        return
    s.announce("exiled", seat, seat=seat)
    died = kill(s, seat, kind=EXILE)
    if not died:
        s.announce("survives", seat, seat=seat)
    at(s, "exile", seat)
