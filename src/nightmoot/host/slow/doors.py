"""The calendar of a game of doors and windows: discussions of days, short windows after their close."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from nightmoot.core import Rhythm, Ruleset
from nightmoot.host.deadlines import Deadlines
from nightmoot.host.slow.timetable import ANY, BREATH, HOUR, QUESTIONS, Coming, Timetable
from nightmoot.host.wire.slow import Calendar

MINUTE: Final = 60_000
DISCUSSION: Final = "discussion"
CLOSING: Final = "closing"
WINDOW: Final = "window"
SATURDAY: Final = 6


class Doors(Timetable):
    """The timetable of a ruleset with a rhythm.

    Everything after the close has a length, so that whatever comes late moves what follows and shortens nothing.
    """

    public = (WINDOW,)

    def __init__(self, calendar: Calendar, rules: Ruleset, rhythm: Rhythm) -> None:
        super().__init__(calendar, rules)
        self.rhythm = rhythm
        self.named = True
        self.order = tuple(rules.phases)
        self.opens = tuple(calendar.hours.get(BREATH, (self.rhythm.opens,)))
        self.days: Mapping[str, int] = {**self.rhythm.days, **calendar.days}
        self.weekend = self.rhythm.weekend if calendar.weekend is None else calendar.weekend
        self.stretch = self.rhythm.closing * MINUTE

    def closes(self, phase: str) -> tuple[str, ...]:
        """The times of day at which the doors of a phase close."""
        for key in (phase, DISCUSSION, ANY):
            if key in self.calendar.hours:
                return tuple(self.calendar.hours[key])
        return (self.rhythm.closes,)

    # ------------------------------------------------------------------------------------------ lengths

    def end(self, kind: str, phase: str, now: int, least: int | None = None, name: str = "") -> int | None:
        """When a wait that begins now ends; ``name`` is the wait's own, where it has one."""
        if kind == BREATH:
            return self._opening(name, now) if name in self.days else now
        if kind == DISCUSSION and name == CLOSING:
            return now + self.stretch
        if kind == DISCUSSION:
            last = self.close(phase, now) if least is None else self.moment(self.closes(phase), now + self.stretch)
            return max(now, last - self.stretch)
        if kind == WINDOW and phase in self.rhythm.minutes and phase not in self.calendar.hours:
            return now + round(self.rhythm.minutes[phase] * MINUTE * self.calendar.stretch)
        if kind in QUESTIONS and kind not in self.calendar.hours:
            if phase in self.days or phase in self.rhythm.minutes:
                return now + int(self.calendar.grace * HOUR)
            wanted = int(self.calendar.least * HOUR) if least is None else least
            return self.moment((*self.opens, *self.closes(phase)), now + max(1, wanted))
        return super().end(kind, phase, now, least)

    def close(self, phase: str, since: int) -> int:
        """The close that ends a discussion that begins now, with those that a weekend adds."""
        times = self.closes(phase)
        at = self.moment(times, since + max(int(self.calendar.least * HOUR), self.stretch))
        for _ in range(self.days.get(phase, 1) - 1):
            at = self.moment(times, at + 1)
        for _ in range(self.weekend if self._meets_weekend(since, at) else 0):
            at = self.moment(times, at + 1)
        return at

    def _meets_weekend(self, first: int, last: int) -> bool:
        day, end = (dt.datetime.fromtimestamp(ms / 1000, self.zone).date() for ms in (first, last))
        return (end - day).days >= SATURDAY or any(
            (day + dt.timedelta(days=n)).isoweekday() >= SATURDAY for n in range((end - day).days + 1)
        )

    def _opening(self, phase: str, now: int) -> int:
        """When the doors open: at once by day."""
        return now if self._by_day(phase, now) else self.moment(self.opens, now)

    def _by_day(self, phase: str, now: int) -> bool:
        """Is it between an opening and the close that follows it?"""
        return self.moment(self.closes(phase), now + 1) < self.moment(self.opens, now + 1)

    def pace(self, phase: str, now: int) -> Mapping[str, float]:
        """The seconds from now for each kind of wait, and for those that have a name."""
        named = {(BREATH, opened) for opened in self.days} | {(DISCUSSION, CLOSING)}
        ends = {f"{kind} {name}": self.end(kind, phase, now, name=name) for kind, name in named}
        found = {key: (at - now) / 1000 for key, at in ends.items() if at is not None}
        return {**super().pace(phase, now), **found}

    def resumed(self, deadlines: Deadlines, phase: str, now: int) -> Deadlines:
        """After a pause a discussion ends by the calendar; windows and the last stretch have what was left."""
        found = {}
        for name, deadline in deadlines.items():
            if deadline.left is not None:
                said = name.rpartition("/")[2]
                least = min(deadline.left, int(self.calendar.least * HOUR))
                due: int | None = now + deadline.left
                if said != CLOSING and deadline.kind != WINDOW:
                    due = self.end(deadline.kind, phase, now, least, said)
                deadline = replace(deadline, due=due, left=None)
            found[name] = deadline
        return found

    def leads(self, kind: str, wanted: Sequence[int]) -> Sequence[int]:
        """Of a window one warning at most: it is shorter than most leads."""
        return sorted(wanted)[:1] if kind == WINDOW else wanted

    def hours_of(self, window: str, now: int) -> tuple[str, str] | None:
        """Offers of the daytime are taken between an opening and a close."""
        if window not in self.rhythm.daytime or self._by_day(window, now):
            return None
        return self.opens[0], self.closes(window)[-1]

    # ------------------------------------------------------------------------------------------ what is to come

    def coming(self, phase: str, first: int, days: int) -> Iterator[Coming]:
        """The deadlines to be expected: closes, and the ends of the windows after them."""
        at, until = first, first + days * 24 * HOUR
        if phase in self.days and self.moment(self.closes(phase), first) != first:
            yield Coming(phase, at, closing=True)
            at += self.stretch
        while at <= until:
            yield Coming(phase, at)
            phase = self.following(phase)
            if phase in self.days:
                at = self.close(phase, self._opening(phase, at))
            else:
                at = self.end(WINDOW, phase, at) or at + HOUR

    def following(self, phase: str) -> str:
        """The phase after this one: the windows, and after the last of them the discussion."""
        if phase in self.days and self.order.index(phase) == len(self.order) - 1:
            return next(iter(self.rhythm.minutes))
        return self.order[(self.order.index(phase) + 1) % len(self.order)]
