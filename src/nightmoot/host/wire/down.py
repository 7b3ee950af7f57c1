"""Messages to a client."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from nightmoot.host.wire.base import Out, Plain
from nightmoot.host.wire.decisions import OpenOut, PendingOut, StepOut, WaitOut
from nightmoot.host.wire.room import RoomOut
from nightmoot.host.wire.slow import LetterOut, PlanOut


class LogLine(Out, omit_defaults=False):
    n: int
    key: str
    params: dict[str, Plain]
    ruleset: str
    public: bool


class ViewOut(Out, omit_defaults=False):
    """The fold of everything that one viewer has been told."""

    viewer: str
    n: int
    table: dict[str, Plain]
    circle: list[str]
    seats: dict[str, dict[str, Plain]]
    groups: dict[str, list[str]]
    log: list[LogLine]


class NoticeOut(Out, omit_defaults=False):
    key: str
    params: dict[str, Plain]
    shows: list[tuple[str, str, Plain]]  # subject, facet, value: view[subject][facet] = value
    ruleset: str
    public: bool  # everybody is told this


class Hello(Out, omit_defaults=False):
    """First on every socket, and again when the viewer changes (start, a new seat, a new game)."""

    viewer: str  # a seat id, "moderator" or "public"
    game: int  # 0 in the first lobby
    n: int  # the number of the last notice of this viewer
    epoch: int  # how many retractions this viewer has had
    now: int
    resumed: bool  # true: no view, the missing notices follow
    view: ViewOut | None
    public: ViewOut | None  # what everybody knows
    room: RoomOut


class ClockOut(Out, omit_defaults=False):
    """A clock that everybody may see; ``at`` null: none runs."""

    kind: str
    at: int | None
    left: int | None  # ms, while paused
    now: int
    paused: bool


class HandOut(Out, omit_defaults=False):
    """The hand that passes round the circle; the k-th of ``order`` is passed at ``first`` + k × ``step``."""

    order: list[str]
    locked: int  # how many of them have been told what counted
    first: int | None  # server time; none: it does not move by itself, or stands still
    step: int  # ms from one seat to the next
    now: int


class TalkOut(Out, omit_defaults=False):
    """A line of a private talk; a moderator gets no text, unless the room says otherwise."""

    id: int
    seats: list[str]  # all who take part, in the order of the circle
    by: str
    text: str
    at: int


class ToldOut(Out, omit_defaults=False):
    """Something that only some were told in this phase, for a moderator's night card."""

    n: int
    to: list[str]
    key: str
    params: dict[str, Plain]
    skill: str | None
    call: bool  # since the present call began


class PostOut(Out, omit_defaults=False):
    """Talk outside the game (lobby, after the end, spectators); talk in the game comes as notices."""

    channel: str
    by: str
    text: str
    at: int


class ErrorOut(Out):
    code: str
    message_key: str
    path: str = ""
    c: str | None = None
    params: dict[str, Plain] = {}


class ExplainOut(Out, omit_defaults=False):
    """Lines from ``start`` on: what the page holds below it stays, the rest is replaced."""

    start: int
    zh: list[str]
    en: list[str]


class ExposedOut(Out, omit_defaults=False):
    """Who has been shown what an undo would take back."""

    to: int
    shown: list[Plain]


class Down(Out):
    """One message to a client: one of the fields is there.

    Beside it, ``n`` goes with ``notice``, ``now`` with ``pong``, ``place`` with ``call``.
    """

    hello: Hello | UnsetType = UNSET
    n: int | UnsetType = UNSET
    notice: NoticeOut | UnsetType = UNSET
    open: OpenOut | UnsetType = UNSET
    closed: int | UnsetType = UNSET
    retract: int | UnsetType = UNSET
    clock: ClockOut | UnsetType = UNSET
    hand: HandOut | UnsetType | None = UNSET  # none: no hand passes
    call: str | UnsetType = UNSET
    place: tuple[int, int] | UnsetType = UNSET
    undone: str | UnsetType = UNSET
    room: RoomOut | UnsetType = UNSET
    ack: str | UnsetType = UNSET
    error: ErrorOut | UnsetType = UNSET
    post: PostOut | UnsetType = UNSET
    nudge: bool | UnsetType = UNSET
    ping: int | UnsetType = UNSET  # to be answered at once with the same number as ``pong``
    pong: int | UnsetType = UNSET
    now: int | UnsetType = UNSET
    grimoire: dict[str, Plain] | UnsetType = UNSET
    explain: ExplainOut | UnsetType = UNSET
    pending: list[PendingOut] | UnsetType = UNSET
    waits: list[WaitOut] | UnsetType = UNSET
    steps: list[StepOut] | UnsetType = UNSET
    told: list[ToldOut] | UnsetType = UNSET
    fault: str | UnsetType = UNSET
    exposed: ExposedOut | UnsetType = UNSET
    plans: list[PlanOut] | UnsetType = UNSET  # all of mine
    letters: list[LetterOut] | UnsetType = UNSET  # those that there are, at the beginning
    letter: LetterOut | UnsetType = UNSET
    talks: list[TalkOut] | UnsetType = UNSET  # private talks so far, at the beginning
    talk: TalkOut | UnsetType = UNSET
