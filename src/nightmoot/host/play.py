"""A running game in memory: the engine's game, the streams of its viewers, its deadlines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from nightmoot.core import Answer, Game, OpenDecision, Refused, Tick, Undo, Wait, Withdraw, window_of
from nightmoot.core.inputs import AnyInput
from nightmoot.host import deadlines as dl
from nightmoot.host.deadlines import Deadline, Deadlines
from nightmoot.host.pace import PUBLIC as PUBLIC_KINDS
from nightmoot.host.pace import SPANNED
from nightmoot.host.room import MODERATOR, PUBLIC
from nightmoot.host.slow.timetable import Timetable
from nightmoot.host.streams import Batch, Streams
from nightmoot.host.wire import ClockOut, ViewOut

LOOK_AHEAD = 20  # decisions that one call may hold


class Step(msgspec.Struct):
    """One input that the engine has taken, and all that must be stored with it."""

    seq: int
    at: int
    given: AnyInput | None  # none: the deal
    batch: Batch
    old_deadlines: Deadlines
    new_deadlines: Deadlines
    snapshot: bytes | None


class Play:
    """One game of a room. Methods change it in memory; what can't be stored is thrown away with it and loaded anew."""

    def __init__(
        self,
        game_id: int,
        game: Game,
        pace: Mapping[str, float],
        seq: int = 0,
        *,
        timetable: Timetable | None = None,
    ) -> None:
        self.id = game_id
        self.game = game
        self.pace = pace
        self.timetable = timetable  # a slow game
        self.seq = seq
        self.deadlines: Deadlines = {}
        self.times: dict[int, int] = {}  # when each input came
        self.streams = Streams([*game.state.seats, PUBLIC, MODERATOR], game.rules.id)
        self._stored_state: object = None
        self.called_from = 0  # the number of the first notice after the latest call that has ended; 0: not known

    # ------------------------------------------------------------------------------------------ inputs

    def deal(self, at: int) -> Step:
        """The first step: what the engine says when a game begins."""
        return self._taken(None, 0, at, paused=False)

    def take(self, given: AnyInput, at: int, *, paused: bool) -> Step:
        """Hand an input to the engine; raises ``Refused`` with nothing changed."""
        before = len(self.game.notices)
        outcome = self.game.submit(given)
        if isinstance(given, Undo):
            self.called_from = 0
        elif isinstance(given, Tick) and given.name in self.deadlines and self.deadlines[given.name].kind == dl.CALL:
            self.called_from = before
        return self._taken(given, outcome.seq, at, paused=paused)

    def _taken(self, given: AnyInput | None, seq: int, at: int, *, paused: bool) -> Step:
        self.seq = seq
        self.times[seq] = at
        old = self.deadlines
        undone = isinstance(given, Undo)
        base: Mapping[str, Deadline] = {} if undone else old
        if isinstance(given, Tick) and given.name in old and old[given.name].kind in SPANNED:
            base = dl.without_span(old)
        waits = waits_of(self.game)
        pace = self.pace if self.timetable is None else self.timetable.pace(self.game.state.phase.name, at)
        self.deadlines = dl.plan(base, waits, pace, at, paused=paused, within=self._within())
        batch = self.streams.advance(self.game, self.deadline_of, undone=undone)
        state = self.game.state
        committed = state is not self._stored_state or undone
        self._stored_state = state
        return Step(seq, at, given, batch, old, self.deadlines, self.game.dump() if committed else None)

    def _within(self) -> str | None:
        """The kind of gate (a call, a window) whose length covers what the engine waits for now."""
        span = self.deadlines.get(dl.SPAN)
        if span is not None and any(wait.name in self.deadlines for wait in waits_of(self.game)):
            return span.kind
        gate = gate_ahead(self.game)
        return None if gate is None else gate.kind

    # ------------------------------------------------------------------------------------------ clocks

    def deadline_of(self, decision: OpenDecision) -> int | None:
        """When an open decision or offer closes."""
        if decision.question is not None:
            deadline = self.deadlines.get(decision.question.close_name)
        else:
            deadline = next((d for d in self.deadlines.values() if d.kind in ("window", "discussion", "phase")), None)
        return None if deadline is None else deadline.due

    def closed_hours(self, given: AnyInput, at: int) -> tuple[str, str] | None:
        """For what a calendar takes at certain hours only, and not now: from when to when."""
        if self.timetable is None or not isinstance(given, Answer | Withdraw):
            return None
        return self.timetable.hours_of(window_of(given.decision), at)

    def move_clocks(self, deadlines: Deadlines) -> Batch:
        """Other ends for the same waits; the owners of open decisions are told."""
        self.deadlines = deadlines
        return self.streams.refresh(self.game, self.deadline_of)

    def with_pace(self, pace: Mapping[str, float], at: int, *, paused: bool) -> Deadlines:
        """Another pace from now on: what had no end gets the one it would have had."""
        self.pace = pace
        ends = {name: d for name, d in self.deadlines.items() if d.due is not None or d.left is not None}
        return dl.plan(ends, waits_of(self.game), pace, at, paused=paused, within=self._within())

    def due(self, now: int) -> Deadline | None:
        """The next wait that has ended."""
        ended = dl.due(self.deadlines, now)
        return ended[0] if ended else None

    def public_wait(self) -> Deadline | None:
        """What everybody knows to be waited for, if anything."""
        known = PUBLIC_KINDS if self.timetable is None else (*PUBLIC_KINDS, *self.timetable.public)
        shown = [d for d in self.deadlines.values() if d.kind in known]
        return min(shown, key=lambda d: (d.due or 0, d.left or 0, d.name), default=None)

    def called(self) -> Wait | None:
        """Whom the night calls now; every listed role is called, for the same time, whoever holds it or lives."""
        gate = gate_ahead(self.game)
        return gate if gate is not None and gate.kind == dl.CALL else None

    def clock(self, now: int, *, paused: bool) -> ClockOut:
        """The clock that everybody may see, if one runs."""
        first = self.public_wait()
        if first is None or (first.due is None and first.left is None):
            return ClockOut(kind="", at=None, left=None, now=now, paused=paused)
        return ClockOut(kind=first.kind, at=first.due, left=first.left, now=now, paused=paused)

    # ------------------------------------------------------------------------------------------ viewers

    def view(self, viewer: str) -> ViewOut:
        """The fold of what the viewer has been told, its log under the viewer's numbers."""
        wire: dict[str, Any] = self.game.view(viewer).to_wire()
        log = self.streams.log(viewer)
        return ViewOut(**{**wire, "n": self.streams[viewer].n, "log": log})

    def waits_for(self, seat: str) -> bool:
        """Has this seat something open that it has not answered?"""
        return any(not prompt.open.answered for prompt in self.streams[seat].prompts.values())


def seats_of(game: Game) -> tuple[str, ...]:
    """The seats of a game in circle order."""
    return tuple(game.state.circle)


def waits_of(game: Game) -> list[Wait]:
    """What time can end now."""
    return [] if game.over else game.waits()


def gate_ahead(game: Game) -> Wait | None:
    """The call or window that the open decisions stand before; looks ahead in a copy of the game."""
    ahead = game
    for _ in range(LOOK_AHEAD):
        waits = waits_of(ahead)
        if not waits:
            return None
        if waits[0].kind not in (dl.DECISION, dl.RULING):
            return waits[0] if waits[0].kind in SPANNED else None
        ahead = ahead.fork() if ahead is game else ahead
        try:
            ahead.submit(Tick(waits[0].name))
        except Refused:
            return None
    return None
