"""Slow play on the wire: the calendar, plans, letters, what waits for somebody."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from nightmoot.host.wire.base import In, Key, Out, Plain, SeatNo

Time: TypeAlias = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Weekday: TypeAlias = Annotated[int, Meta(ge=1, le=7)]
Hours: TypeAlias = Annotated[float, Meta(ge=0, le=72)]
Days: TypeAlias = Annotated[int, Meta(ge=1, le=14)]
Stretch: TypeAlias = Annotated[float, Meta(ge=1, le=50)]
Lead: TypeAlias = Annotated[float, Meta(gt=0, le=72)]
Times: TypeAlias = Annotated[list[Time], Meta(min_length=1, max_length=24)]


class Break(Struct, frozen=True, forbid_unknown_fields=True):
    """Days without a deadline, the first and the last included."""

    first: datetime.date
    last: datetime.date


class Calendar(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When things end in a slow room.

    ``hours``: the times of day at which what is waited for in a phase (or a kind of wait, or ``*``: anything else) can
    end. ``rest``: weekdays (1 is Monday) without a deadline; ``longer``: weekdays on which one time of day does not
    count. ``least``: hours that everybody has at least; ``grace``: hours for a question that arises at a deadline,
    where the game itself lives by the clock. ``warn``: hours before a deadline at which those who owe something are
    reminded. Where the game has doors and windows (``RulesetOut.rhythm``): ``days`` says at the how manieth close the
    discussion of a phase ends, ``weekend`` how many closes later where a Saturday or Sunday is among its days (null: as
    the game has it), and windows are open ``stretch`` times as long; ``hours`` of a phase with days are its closes, of
    ``phase`` the openings.
    """

    zone: Annotated[str, Meta(min_length=1, max_length=64)] = "Asia/Shanghai"
    hours: dict[Key, Times] = {}
    rest: list[Weekday] = []
    longer: dict[Time, list[Weekday]] = {}
    breaks: Annotated[list[Break], Meta(max_length=50)] = []
    days: dict[Key, Days] = {}
    weekend: Annotated[int, Meta(ge=0, le=3)] | None = None
    stretch: Stretch = 1
    least: Hours = 4
    grace: Hours = 2
    warn: Annotated[list[Lead], Meta(max_length=4)] = field(default_factory=lambda: [3.0])


class PlanUp(In):
    """A plan for the next time that a phase begins: what to choose for a skill, and what instead if that is illegal.

    A new plan for the same phase and skill replaces the old one; ``choices`` empty: no plan.
    """

    phase: Key
    skill: Key
    choices: Annotated[list[Plain], Meta(max_length=5)]


class PlanOut(Out, omit_defaults=False):
    """A plan that waits for its phase."""

    phase: str
    skill: str
    choices: list[Plain]
    at: int


class LetterUp(In):
    """A line in the private thread between a seat and the moderator, who names the seat."""

    text: Annotated[str, Meta(min_length=1, max_length=4000)]
    seat: SeatNo | None = None


class LetterOut(Out, omit_defaults=False):
    """One line of a seat's private thread, or a word of the host to the seat.

    ``kind``: ``text`` (of the thread), ``plan_sent``, ``plan_dropped``, ``warning``, ``nudge``.
    """

    id: int
    seat: str
    kind: str
    by: str  # the seat, "moderator" or "host"
    text: str
    params: dict[str, Plain]
    at: int


class DeskSeat(Out, omit_defaults=False):
    """One seat as the moderator of a slow game sees it."""

    seat: str
    name: str
    inside: bool  # still in the game
    owes: int  # questions that hold the game
    offers: int  # what else is open
    stands: int  # of both, how many have an answer
    late: bool  # has answered nothing, and the warning for the next deadline has gone out
    last: int | None  # when the last answer came
    plans: int


class DeskOut(Out, omit_defaults=False):
    """``GET /api/rooms/{code}/desk``: who has acted, who is late, what happens at the next deadline if nobody acts."""

    at: int | None
    waits: list[str]
    would: list[Plain]  # the notices that the next deadline would make now: key, params, to
    seats: list[DeskSeat]


class MineOut(Out, omit_defaults=False):
    """One line of ``GET /api/mine``: a room of this browser, and what waits there."""

    code: str
    ruleset: str
    phase: Literal["lobby", "playing", "over"]
    game: int
    name: str
    seat: str | None
    moderator: bool
    slow: bool
    waits: int  # open and not answered
    holds: bool  # the game waits for one of them
    at: int | None  # the next deadline that everybody may know
    letters: int  # of the private thread and the host, ever


class SubstituteFor(In):
    """``POST /api/rooms/{code}/substitute``: somebody from outside gets the seat by a new personal link."""

    seat: SeatNo
    nickname: Annotated[str, Meta(min_length=1, max_length=40)]


class Subscription(In):
    """What a browser gives for web push."""

    endpoint: Annotated[str, Meta(min_length=8, max_length=1000, pattern="^https://")]
    keys: dict[Key, Annotated[str, Meta(max_length=200)]]
    expirationTime: float | None = None  # noqa: N815 - the browser's word


class Contact(In):
    """``POST /api/rooms/{code}/contact``: where I am reminded; null takes it away, left out stays as it is."""

    mail: Annotated[str, Meta(max_length=200, pattern="^[^@\\s<>,;]+@[^@\\s<>,;]+$")] | UnsetType | None = UNSET
    push: Subscription | UnsetType | None = UNSET


class ContactOut(Out, omit_defaults=False):
    """``GET /api/rooms/{code}/contact``: by which ways this host reminds, and which of them I have chosen here."""

    mail_on: bool
    push_key: str | None  # what a browser needs to subscribe; null: this host sends no push
    mail: str | None
    push: str | None  # the endpoint of the browser that is subscribed
