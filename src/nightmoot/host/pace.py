"""How long each kind of wait lasts: defaults, the room's own seconds, practice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nightmoot.core import Ruleset

DEFAULT: dict[str, float] = {
    "call": 20,  # the exact length of a night call
    "decision": 60,
    "vote": 60,
    "discussion": 240,
    "speech": 90,  # one player's turn to speak
    "phase": 8,  # a breath between two phases
    "window": 20,  # the exact length of a window such as the twilight
    "defence": 30,  # before a hand begins to pass round the circle
    "hand": 1,  # how long it takes from one seat to the next; 0: the moderator passes by hand
}

PRACTICE: dict[str, float] = {
    "call": 2,
    "decision": 0,
    "vote": 0,
    "discussion": 60,
    "speech": 60,
    "phase": 3,
    "window": 2,
    "defence": 5,
    "hand": 0.7,
}

LED = "led"  # not 0: the moderator moves time; nothing ends by itself but a hand that was sent off
LEAD = 3000  # ms of counting down where a hand is sent off early
GRACE = 300  # ms: the most that a slow line is granted where a hand passes, and the delay with which all are told
LEAST_STEP = 400  # ms: a quicker hand would lock one seat before the line of the seat before it

SPANNED = ("call", "window")  # gates whose length covers the decisions before them

GATES = ("call", "window", "phase")

PUBLIC = ("discussion", "speech", "vote", "phase")  # kinds whose clock everybody may see


BY_CLOCK: dict[str, float] = {"phase": 300}  # where a phase is no breath but the time in which orders are given
PRACTICE_BY_CLOCK: dict[str, float] = {**PRACTICE, "phase": 300}


def practice_pace(rules: Ruleset) -> dict[str, float]:
    """The seconds of a room of one person against bots, who may skip what takes long."""
    return PRACTICE_BY_CLOCK if rules.calendar else PRACTICE


def pace_of(own: Mapping[str, float], rules: Ruleset | None = None) -> dict[str, float]:
    """The seconds in force: the room's own over those that suit the game."""
    suited = {} if rules is None else {**(BY_CLOCK if rules.calendar else {}), **rules.pace}
    return {**DEFAULT, **suited, **own}


def length(pace: Mapping[str, float], kind: str) -> int | None:
    """Milliseconds for a kind of wait; none where it has no limit (0 is no limit, except for a gate: at once)."""
    seconds = pace.get(kind, 0)
    if kind == "hand":
        return max(LEAST_STEP, round(seconds * 1000)) if seconds else None
    if pace.get(LED):
        return None
    return round(seconds * 1000) if seconds or kind in GATES else None


def length_of(pace: Mapping[str, float], kind: str, name: str) -> int | None:
    """Milliseconds for a wait that has a name: those of its kind with that name, where they are said; 0: at once."""
    seconds = pace.get(f"{kind} {name}") if name else None
    if seconds is None:
        return length(pace, kind)
    return None if seconds and pace.get(LED) else round(seconds * 1000)
