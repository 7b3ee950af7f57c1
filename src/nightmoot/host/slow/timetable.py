"""From a room's calendar to instants: when what is waited for now ends.

A time of day that a change of the clocks leaves out is taken with the offset before it, and of one that comes twice
the first counts (as in RFC 5545, so that calendar programs agree).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from nightmoot.core import Ruleset
from nightmoot.host.deadlines import Deadlines
from nightmoot.host.faults import Refusal
from nightmoot.host.pace import DEFAULT
from nightmoot.host.wire.slow import Calendar

if TYPE_CHECKING:
    from nightmoot.host.room import Rules

HOUR = 3_600_000
AHEAD = 800  # days that are looked through for the next moment
ANY = "*"
USUAL = ("08:00", "20:00")
BREATH = "phase"  # the gate between two phases
KINDS = (*(kind for kind in DEFAULT if kind != "hand"), "ruling")
QUESTIONS = frozenset({"decision", "ruling"})


class Coming(NamedTuple):
    """A deadline that the calendar foresees; ``closing``: the doors stay open a last stretch longer."""

    phase: str
    at: int
    closing: bool = False


def zone_of(calendar: Calendar) -> ZoneInfo:
    """The time zone, or a refusal that names it."""
    try:
        return ZoneInfo(calendar.zone)
    except (KeyError, ValueError, OSError):
        raise Refusal("no_zone", "$.calendar.zone", {"text": calendar.zone}) from None


class Timetable:
    """The calendar of one room, for one ruleset."""

    public: tuple[str, ...] = ()  # kinds of wait whose end everybody may know here, beside those of any room

    def __init__(self, calendar: Calendar, rules: Ruleset) -> None:
        self.calendar = calendar
        self.zone = zone_of(calendar)
        self.phases = tuple(sorted(rules.calendar, key=lambda phase: rules.calendar[phase]))
        self.by_clock = bool(self.phases)
        self.named = self.by_clock  # is it known of which phase a coming deadline is?
        self._ends: dict[str, tuple[str, ...]] = {
            phase: (rules.calendar[following],)
            for phase, following in zip(self.phases, (*self.phases[1:], *self.phases[:1]), strict=True)
        }
        self._ends |= {key: tuple(times) for key, times in calendar.hours.items()}

    def times(self, kind: str, phase: str) -> tuple[str, ...]:
        """The times of day at which a wait of this kind in this phase can end."""
        for key in (phase, ANY) if self.by_clock and kind == BREATH else (kind, phase, ANY):
            if key in self._ends:
                return self._ends[key]
        return USUAL

    def moment(self, times: Sequence[str], earliest: int) -> int:
        """The first moment of these times of day that is not before ``earliest``."""
        day = dt.datetime.fromtimestamp(earliest / 1000, self.zone).date() - dt.timedelta(days=1)
        for _ in range(AHEAD):
            found = [at for at in self._on(day, times) if at >= earliest]
            if found:
                return min(found)
            day += dt.timedelta(days=1)
        raise Refusal("no_moment", "$.calendar")

    def _on(self, day: dt.date, times: Sequence[str]) -> Iterator[int]:
        """The moments of one day."""
        if any(pause.first <= day <= pause.last for pause in self.calendar.breaks):
            return
        weekday = day.isoweekday()
        if weekday in self.calendar.rest:
            return
        for text in times:
            if weekday not in self.calendar.longer.get(text, ()):
                local = dt.datetime.combine(day, dt.time.fromisoformat(text), self.zone)
                yield int(local.timestamp() * 1000)

    # ------------------------------------------------------------------------------------------ lengths

    def end(self, kind: str, phase: str, now: int, least: int | None = None) -> int | None:
        """When a wait that begins now ends; none: never; ``now``: at once."""
        if kind == BREATH and not self.by_clock and BREATH not in self._ends:
            return now
        if self.by_clock and kind in QUESTIONS and kind not in self._ends:
            return now + int(self.calendar.grace * HOUR)
        wanted = int(self.calendar.least * HOUR) if least is None else least
        return self.moment(self.times(kind, phase), now + max(1, wanted))

    def pace(self, phase: str, now: int) -> Mapping[str, float]:
        """The seconds from now for each kind of wait."""
        ends = {kind: self.end(kind, phase, now) for kind in KINDS}
        found = {kind: (at - now) / 1000 for kind, at in ends.items() if at is not None}
        return {**found, "hand": DEFAULT["hand"]}  # once it sets off, it passes as it does anywhere

    def resumed(self, deadlines: Deadlines, phase: str, now: int) -> Deadlines:
        """The deadlines after a pause: by the calendar again; what was left counts if it is less than usual."""
        found = {}
        for name, deadline in deadlines.items():
            if deadline.left is not None:
                least = min(deadline.left, int(self.calendar.least * HOUR))
                deadline = replace(deadline, due=self.end(deadline.kind, phase, now, least), left=None)
            found[name] = deadline
        return found

    def coming(self, phase: str, first: int, days: int) -> Iterator[Coming]:
        """The deadlines to be expected from the next one on, phase after phase."""
        at, until = first, first + days * 24 * HOUR
        while at <= until:
            yield Coming(phase, at)
            phase = self.following(phase)
            at = self.moment(self.times(BREATH if self.by_clock else "vote", phase), at + HOUR)

    def leads(self, kind: str, wanted: Sequence[int]) -> Sequence[int]:
        """How long before the end of such a wait it is warned of, in ms."""
        return wanted

    def hours_of(self, window: str, now: int) -> tuple[str, str] | None:
        """Where an offer of this window cannot be taken now: the times of day between which it can."""
        return None

    def following(self, phase: str) -> str:
        """The phase after this one, where the game lives by the clock."""
        if phase not in self.phases:
            return phase
        return self.phases[(self.phases.index(phase) + 1) % len(self.phases)]


def timetable(calendar: Calendar, rules: Ruleset) -> Timetable:
    """The timetable of a calendar for one ruleset."""
    from nightmoot.host.slow.doors import Doors

    return Timetable(calendar, rules) if rules.rhythm is None else Doors(calendar, rules, rules.rhythm)


def timetable_of(settings: Rules, rules: Ruleset) -> Timetable | None:
    """The timetable of a room, where it is slow."""
    return None if settings.calendar is None else timetable(settings.calendar, rules)


def check(calendar: Calendar, rules: Ruleset, now: int) -> Timetable:
    """Refuse a calendar that can't be kept, by the part that is wrong."""
    known_days = () if rules.rhythm is None else rules.rhythm.days
    for phase in calendar.days:
        if phase not in known_days:
            raise Refusal("not_found", f"$.calendar.days.{phase}")
    for n, pause in enumerate(calendar.breaks):
        if pause.last < pause.first:
            raise Refusal("invalid", f"$.calendar.breaks[{n}].last")
    if len(set(calendar.rest)) == 7:
        raise Refusal("no_moment", "$.calendar.rest")
    table = timetable(calendar, rules)
    known = {*rules.phases, *rules.calendar, *KINDS, ANY}
    for key in calendar.hours:
        if key not in known:
            raise Refusal("not_found", f"$.calendar.hours.{key}")
    for kind in KINDS:
        for phase in rules.phases or ("",):
            table.end(kind, phase, now)
    return table
