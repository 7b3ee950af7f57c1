"""Everything that crosses the wire, defined once: requests, commands, messages, public records.

The structs are validation for what comes in, the format of what goes out, and the source of the JSON schema
(``python -m nightmoot.host.schema``). ``docs/wire.md`` says in words what happens when.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

__all__ = ["Create", "Down", "Fault", "Join", "Practice", "RoomDo", "Up"]

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNo: TypeAlias = Annotated[int, Meta(ge=1, le=60)]
Lang: TypeAlias = Literal["zh", "en"]
Sitting: TypeAlias = Literal["apart", "voice", "silent"]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
Plain: TypeAlias = Any  # what JSON can say; the engine checks it against the decision's pick


class In(Struct, frozen=True, forbid_unknown_fields=True):
    """A record that a client sends: unknown fields are refused."""


class Out(Struct, frozen=True, omit_defaults=True):
    """A record that the server sends: fields at their default are left out."""


# ---------------------------------------------------------------------------------------------- requests


class Create(In, kw_only=True):
    """``POST /api/rooms``."""

    ruleset: Key
    players: SeatNo
    nickname: Name
    lang: Lang = "zh"
    roles: list[Key] | None = None  # role ids put into the deck; one id may stand several times
    board: Key | None = None  # or a named board of the ruleset
    options: dict[Key, Plain] = {}
    moderator: Literal["auto", "human"] = "auto"
    sitting: Sitting = "apart"
    pace: dict[Key, Seconds] = {}


class Practice(In, kw_only=True):
    """``POST /api/practice``: the same table, bots in all other seats, started at once."""

    ruleset: Key
    players: SeatNo
    nickname: Name
    lang: Lang = "zh"
    roles: list[Key] | None = None
    board: Key | None = None
    options: dict[Key, Plain] = {}
    policy: Key | None = None


class Join(In, kw_only=True):
    """``POST /api/rooms/{code}/join``. Without a seat: the first free one; ``watch``: no seat."""

    nickname: Name
    seat: SeatNo | None = None
    watch: bool = False
    lang: Lang = "zh"


class Claim(In):
    """``POST /api/rooms/{code}/claim``: spends a personal link."""

    token: Annotated[str, Meta(min_length=16, max_length=128)]


class LinkFor(In):
    """``POST /api/rooms/{code}/link``. ``seat`` only by a moderator: kills every older link and device of it."""

    seat: SeatNo | None = None


class Created(Out):
    """The answer to create, practice, join and claim."""

    code: str
    seat: str | None = None


class Linked(Out):
    """The answer to link: the page shows ``/r/CODE#claim=TOKEN``."""

    token: str


class Fault(Out):
    """The body of every refused request, and of ``error`` on the socket (there with ``c``)."""

    error: str
    path: str = ""
    message_key: str = ""
    params: dict[str, Plain] = {}


# ------------------------------------------------------------------------------------------- the rulesets


class OptionOut(Out):
    id: str
    kind: str
    default: Plain = None
    allowed: Plain = None


class RoleOut(Out):
    id: str
    camp: str | None = None
    max: int | None = None


class BoardOut(Out):
    id: str
    players: int
    roles: list[str]


class Span(Out, omit_defaults=False):
    min: int
    max: int


class RulesetOut(Out, omit_defaults=False):
    """One entry of ``GET /api/rulesets``."""

    id: str
    players: Span
    roles: list[RoleOut]
    options: list[OptionOut]
    boards: list[BoardOut]
    groups: list[str]
    pace: dict[str, float]  # default seconds by kind of wait
    policies: list[str]  # bots on offer


# ------------------------------------------------------------------------------------------- the room


class SeatOut(Out, omit_defaults=False):
    seat: str
    name: str | None
    taken: bool  # by a person
    ready: bool
    bot: str | None  # the policy that sits here or stands in
    person: int | None
    me: bool


class PersonOut(Out, omit_defaults=False):
    id: int
    name: str
    seat: str | None
    owner: bool
    moderator: bool
    here: bool | None  # connected now; null while a game is played


class MeOut(Out, omit_defaults=False):
    id: int
    seat: str | None
    owner: bool
    moderator: bool


class RoomOut(Out, omit_defaults=False):
    """The whole public state of a room, sent at each change. No field depends on a secret of the game."""

    code: str
    phase: Literal["lobby", "playing", "over"]
    game: int  # how many games have been started here
    ruleset: str
    players: int
    roles: list[str] | None
    board: str | None
    options: dict[str, Plain]
    moderator: Literal["auto", "human"]
    sitting: Sitting
    pace: dict[str, float]
    locked: bool
    paused: bool
    stopped: bool  # ended by the owner without a verdict
    seats: list[SeatOut]
    people: list[PersonOut]
    host: int | None  # person id of the owner
    moderators: list[int]
    spectators: int
    me: MeOut | None
    voice: str


# ------------------------------------------------------------------------------------------- decisions


class Pick(Out, tag_field="kind"):
    distinct: bool = False


class SeatsPick(Pick, tag="seats", kw_only=True, omit_defaults=False):
    candidates: list[str]
    min: int
    max: int


class OptionsPick(Pick, tag="options", kw_only=True, omit_defaults=False):
    of: Literal["role", "skill", "camp", "text"]
    options: list[str]
    min: int
    max: int


class YesPick(Pick, tag="yes"):
    pass


class FlagPick(Pick, tag="flag"):
    pass


class NumberPick(Pick, tag="number", kw_only=True, omit_defaults=False):
    min: int
    max: int


class TextPick(Pick, tag="text", kw_only=True, omit_defaults=False):
    max: int


class FormPick(Pick, tag="form", kw_only=True, omit_defaults=False):
    slots: dict[str, AnyPick]


class EitherPick(Pick, tag="either", kw_only=True, omit_defaults=False):
    of: dict[str, AnyPick]


AnyPick: TypeAlias = SeatsPick | OptionsPick | YesPick | FlagPick | NumberPick | TextPick | FormPick | EitherPick


class OpenOut(Out, omit_defaults=False):
    """A decision that waits for this viewer. Sent again with the same ``d`` when anything in it changed."""

    d: int
    key: str
    skill: str | None
    params: dict[str, Plain]
    pick: AnyPick
    optional: bool
    revise: Plain
    mine: Plain  # what stands now
    answered: bool
    owners: list[str] | None  # only where who is asked is public
    deadline: int | None  # server time in ms, null: no limit


class PendingOut(Out, omit_defaults=False):
    """An open decision as the moderator sees it."""

    d: int
    owners: list[str]
    answers: dict[str, Plain]
    open: OpenOut
    wait: str | None  # for mod/tick


class WaitOut(Out, omit_defaults=False):
    name: str
    kind: str
    phase: str | None
    at: int | None


class StepOut(Out, omit_defaults=False):
    """One input, for the moderator's undo list."""

    seq: int
    kind: str
    by: str | None
    at: int
    what: dict[str, Plain]


# ------------------------------------------------------------------------------------------- messages down


class LogLine(Out, omit_defaults=False):
    n: int
    key: str
    params: dict[str, Plain]
    ruleset: str


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


class Hello(Out, omit_defaults=False):
    """First on every socket, and again when the viewer changes (start, a new seat, a new game)."""

    viewer: str  # a seat id, "moderator" or "public"
    game: int  # 0 in the first lobby
    n: int  # the number of the last notice of this viewer
    epoch: int  # how many retractions this viewer has had
    now: int
    resumed: bool  # true: no view, the missing notices follow
    view: ViewOut | None
    room: RoomOut


class ClockOut(Out, omit_defaults=False):
    """A clock that everybody may see; ``at`` null: none runs."""

    kind: str
    at: int | None
    left: int | None  # ms, while paused
    now: int
    paused: bool


class PostOut(Out, omit_defaults=False):
    """Talk outside the game (lobby, after the end, spectators); talk in the game comes as notices."""

    channel: str
    by: str
    text: str
    at: int


class ErrorOut(Out):
    code: str
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
    """One message to a client: exactly one of the fields is there (``n`` goes with ``notice``, ``now`` with ``pong``)."""

    hello: Hello | UnsetType = UNSET
    n: int | UnsetType = UNSET
    notice: NoticeOut | UnsetType = UNSET
    open: OpenOut | UnsetType = UNSET
    closed: int | UnsetType = UNSET
    retract: int | UnsetType = UNSET
    clock: ClockOut | UnsetType = UNSET
    room: RoomOut | UnsetType = UNSET
    ack: str | UnsetType = UNSET
    error: ErrorOut | UnsetType = UNSET
    post: PostOut | UnsetType = UNSET
    nudge: bool | UnsetType = UNSET
    pong: int | UnsetType = UNSET
    now: int | UnsetType = UNSET
    grimoire: dict[str, Plain] | UnsetType = UNSET
    explain: ExplainOut | UnsetType = UNSET
    pending: list[PendingOut] | UnsetType = UNSET
    waits: list[WaitOut] | UnsetType = UNSET
    steps: list[StepOut] | UnsetType = UNSET
    exposed: ExposedOut | UnsetType = UNSET


# ------------------------------------------------------------------------------------------- commands up


class Do(In, tag_field="do"):
    """A room command; the tag is ``do``."""


class Ready(Do, tag="ready"):
    on: bool = True


class TakeSeat(Do, tag="seat"):
    seat: SeatNo


class Swap(Do, tag="swap"):
    a: SeatNo
    b: SeatNo


class Shuffle(Do, tag="shuffle"):
    pass


class Lock(Do, tag="lock"):
    on: bool = True


class Kick(Do, tag="kick"):
    person: int


class Bots(Do, tag="bots"):
    on: bool = True
    seat: SeatNo | None = None  # none: all empty seats
    policy: Key | None = None


class Start(Do, tag="start"):
    pass


class Pause(Do, tag="pause"):
    pass


class Resume(Do, tag="resume"):
    pass


class Extend(Do, tag="extend"):
    seconds: Annotated[int, Meta(ge=5, le=600)] = 30


class Again(Do, tag="again"):
    pass


class Watch(Do, tag="watch"):
    pass


class Leave(Do, tag="leave"):
    pass


class PassOwner(Do, tag="pass"):
    to: int


class Moderate(Do, tag="moderate"):
    pass


class Handover(Do, tag="handover"):
    to: int | Literal["auto"]


class Nudge(Do, tag="nudge"):
    pass


class Substitute(Do, tag="substitute"):
    seat: SeatNo
    person: int | None = None  # a spectator; none: a bot stands in
    on: bool = True  # false: the bot steps back
    policy: Key | None = None


class Settings(Do, tag="settings"):
    """Any of what create took, before the start."""

    ruleset: Key | None = None
    players: SeatNo | None = None
    roles: list[Key] | None | UnsetType = UNSET
    board: Key | None | UnsetType = UNSET
    options: dict[Key, Plain] | None = None
    moderator: Literal["auto", "human"] | None = None
    sitting: Sitting | None = None
    pace: dict[Key, Seconds] | None = None
    voice: Annotated[str, Meta(max_length=200)] | None = None


class Stop(Do, tag="stop"):
    pass


RoomDo: TypeAlias = (
    Ready
    | TakeSeat
    | Swap
    | Shuffle
    | Lock
    | Kick
    | Bots
    | Start
    | Pause
    | Resume
    | Extend
    | Again
    | Watch
    | Leave
    | PassOwner
    | Moderate
    | Handover
    | Nudge
    | Substitute
    | Settings
    | Stop
)


class Mod(In, tag_field="do"):
    """A moderator's command; the tag is ``do``."""


class ModAnswer(Mod, tag="answer"):
    d: int
    seat: Key
    choice: Plain


class ModOverride(Mod, tag="override"):
    act: Key
    args: dict[str, Plain] = {}
    reason: Annotated[str, Meta(max_length=500)] = ""


class ModUndo(Mod, tag="undo"):
    to: Annotated[int, Meta(ge=0)]
    dry: bool = False  # true: only say who has been shown what


class ModTick(Mod, tag="tick"):
    name: str | None = None  # none: what is due next


ModDo: TypeAlias = ModAnswer | ModOverride | ModUndo | ModTick


class PostUp(In):
    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    channel: Key = "table"


class Up(In):
    """One command from a client: ``c`` and exactly one of the others (``choice`` goes with ``d``); or ``ping`` alone."""

    c: Annotated[str, Meta(min_length=1, max_length=64)] | UnsetType = UNSET
    d: int | UnsetType = UNSET
    choice: Plain | UnsetType = UNSET
    withdraw: int | UnsetType = UNSET
    post: PostUp | UnsetType = UNSET
    room: RoomDo | UnsetType = UNSET
    mod: ModDo | UnsetType = UNSET
    ping: int | UnsetType = UNSET


# ------------------------------------------------------------------------------------------- after the end


class ReplayStep(Out, omit_defaults=False):
    k: int
    at: int
    to: list[str] | Literal["all"]
    key: str
    params: dict[str, Plain]
    shows: list[tuple[str, str, Plain]]


class Explained(Out, omit_defaults=False):
    zh: list[str]
    en: list[str]


class ReplayOut(Out, omit_defaults=False):
    """``GET /api/rooms/{code}/replay``: every notice with its audience; the page folds them for any viewer."""

    code: str
    game: int
    ruleset: str
    seed: str
    options: dict[str, Plain]
    names: dict[str, str]
    roles: dict[str, Plain]
    winner: Plain
    steps: list[ReplayStep]
    explain: Explained
