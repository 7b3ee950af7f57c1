"""Named deadlines of a running game: what the engine waits for, and until when.

A night call (and a window such as the twilight) has one length whoever is asked, answers early or isn't there. Its end
is fixed when it begins (the entry ``SPAN``); the decisions inside it and the gate behind them end with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from nightmoot.host.pace import GRACE, length, length_of


class Awaited(Protocol):
    """What the engine says about a wait."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def of(self) -> str: ...


class Deadline(Struct, frozen=True):
    """A wait with its end: at ``due``, or ``left`` ms after the pause; neither: no limit."""

    name: str
    kind: str
    due: int | None
    left: int | None = None


Deadlines = dict[str, Deadline]

SPAN = "(call)"
DECISION = "decision"
RULING = "ruling"
CALL = "call"
HAND = "hand"


def plan(
    old: Mapping[str, Deadline],
    waits: Iterable[Awaited],
    pace: Mapping[str, float],
    now: int,
    *,
    paused: bool,
    within: str | None,
) -> Deadlines:
    """The deadlines for these waits: known ones keep theirs, new ones start now, vanished ones go.

    ``within``: the kind of gate (a call, a window) that what is waited for now belongs to.
    """
    planned: Deadlines = {}
    span = None
    if within is not None:
        span = old.get(SPAN) or _fresh(SPAN, within, length(pace, within), now, paused)
        planned[SPAN] = span
    for wait in waits:
        known = old.get(wait.name)
        if known is not None and known.kind == wait.kind:
            planned[wait.name] = known
            continue
        if wait.kind == HAND:
            planned[wait.name] = _passing(wait.name, old, pace, now, paused)
            continue
        ms = length_of(pace, wait.kind, wait.of)
        fresh = _fresh(wait.name, wait.kind, ms, now, paused)
        if span is not None and (wait.kind == within or (wait.kind == DECISION and ms is not None)):
            fresh = replace(fresh, due=span.due, left=span.left)
        planned[wait.name] = fresh
    return planned


def _passing(name: str, old: Mapping[str, Deadline], pace: Mapping[str, float], now: int, paused: bool) -> Deadline:
    """The hand at one seat: a step after it was at the one before, or after the time for a defence."""
    step, question = length(pace, HAND), name.partition(" of ")[2]
    if step is None:
        return Deadline(name, HAND, None)
    before = next((d for d in old.values() if d.kind == HAND and d.name.partition(" of ")[2] == question), None)
    if before is None:
        wait = length(pace, "defence")
        return _fresh(name, HAND, None if wait is None else wait + GRACE, now, paused)
    return Deadline(
        name,
        HAND,
        due=None if before.due is None else before.due + step,
        left=None if before.left is None else before.left + step,
    )


def _fresh(name: str, kind: str, ms: int | None, now: int, paused: bool) -> Deadline:
    return Deadline(name, kind, due=None if ms is None or paused else now + ms, left=ms if paused else None)


def without_span(deadlines: Mapping[str, Deadline]) -> Deadlines:
    """The same where a call has ended: the next one has its own length."""
    return {name: d for name, d in deadlines.items() if name != SPAN}


def due(deadlines: Mapping[str, Deadline], now: int) -> list[Deadline]:
    """What has ended by ``now``, in the order in which it is told to the engine."""
    ended = [(d.due, d.name, d) for d in deadlines.values() if d.due is not None and d.due <= now and d.name != SPAN]
    return [entry[2] for entry in sorted(ended, key=lambda entry: entry[:2])]


def earliest(deadlines: Mapping[str, Deadline]) -> int | None:
    """When the next one ends."""
    return min((d.due for d in deadlines.values() if d.due is not None and d.name != SPAN), default=None)


def stopped(deadlines: Mapping[str, Deadline], now: int) -> Deadlines:
    """All clocks stopped: each keeps what was left."""
    return {
        name: replace(d, due=None, left=max(0, d.due - now)) if d.due is not None else d
        for name, d in deadlines.items()
    }


def resumed(deadlines: Mapping[str, Deadline], now: int) -> Deadlines:
    """All clocks going on."""
    return {name: replace(d, due=now + d.left, left=None) if d.left is not None else d for name, d in deadlines.items()}


def extended(deadlines: Mapping[str, Deadline], ms: int) -> Deadlines:
    """Everything that runs out, later."""
    return {
        name: replace(d, due=None if d.due is None else d.due + ms, left=None if d.left is None else d.left + ms)
        for name, d in deadlines.items()
    }
