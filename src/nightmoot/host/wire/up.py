"""Commands from a client."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from nightmoot.host.wire.base import In, Key, Name, Plain, SeatNo, Seconds, Sitting
from nightmoot.host.wire.slow import Calendar, LetterUp, PlanUp


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
    name: Name | None = None  # of somebody without a device, for whom the moderator answers (policy ``hand``)


class Start(Do, tag="start"):
    pass


class Pause(Do, tag="pause"):
    pass


class Resume(Do, tag="resume"):
    pass


class Extend(Do, tag="extend"):
    seconds: Annotated[int, Meta(ge=5, le=1_209_600)] = 30


class Reveal(Do, tag="reveal"):
    seat: SeatNo | None = None  # none: all that is left


class Again(Do, tag="again"):
    pass


class Watch(Do, tag="watch"):
    pass


class Queue(Do, tag="queue"):
    """Without a seat: wait for the next game; ``now`` asks the moderator besides to be let into this one."""

    on: bool = True
    now: bool = False


class Leave(Do, tag="leave"):
    pass


class PassOwner(Do, tag="pass"):
    to: int


class Moderate(Do, tag="moderate"):
    pass


class Sweep(Do, tag="sweep"):
    """The hand begins to pass now, or (``seconds``) has another step from the next sweep on."""

    seconds: Annotated[float, Meta(ge=0, le=10)] | None = None


class Handover(Do, tag="handover"):
    to: int | Literal["auto"]


class Skip(Do, tag="skip"):
    pass


class Nudge(Do, tag="nudge"):
    seat: SeatNo | None = None  # none: everybody who owes an answer


class Substitute(Do, tag="substitute"):
    seat: SeatNo
    person: int | None = None  # a spectator; none: a bot stands in
    on: bool = True  # false: the bot steps back
    policy: Key | None = None


class Admit(Do, tag="admit"):
    """Somebody sits down in the middle of the game: a person without a seat, or somebody without a device."""

    role: Key
    camp: Key | None = None
    after: SeatNo | None = None  # none: at the end of the circle
    person: int | None = None
    name: Name | None = None  # where there is no person


class Settings(Do, tag="settings"):
    """Any of what create took, before the start."""

    ruleset: Key | None = None
    players: SeatNo | None = None
    roles: list[Key] | UnsetType | None = UNSET
    board: Key | UnsetType | None = UNSET
    options: dict[Key, Plain] | None = None
    moderator: Literal["auto", "human"] | None = None
    sitting: Sitting | None = None
    pace: dict[Key, Seconds] | None = None
    voice: Annotated[str, Meta(max_length=200)] | None = None
    overheard: bool | None = None  # a moderator reads private talks
    calendar: Calendar | UnsetType | None = UNSET
    aliases: bool | None = None


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
    | Reveal
    | Watch
    | Queue
    | Leave
    | PassOwner
    | Moderate
    | Handover
    | Skip
    | Nudge
    | Substitute
    | Sweep
    | Admit
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


UndoneLine: TypeAlias = Literal["corrected", "again", "rules"]


class ModUndo(Mod, tag="undo"):
    to: Annotated[int, Meta(ge=0)]
    dry: bool = False  # true: only say who has been shown what
    line: UndoneLine | None = None  # what those who must forget something are told, beside that


class ModTick(Mod, tag="tick"):
    name: str | None = None  # none: what is due next


ModDo: TypeAlias = ModAnswer | ModOverride | ModUndo | ModTick


class TalkUp(In):
    """A line to one or a few other seats, heard by nobody else."""

    seats: Annotated[list[Key], Meta(min_length=1, max_length=4)]
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class PostUp(In):
    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    channel: Key = "table"


class Up(In):
    """One command from a client: ``c`` and one of the others (``choice`` goes with ``d``), or ``ping`` or ``pong``."""

    c: Annotated[str, Meta(min_length=1, max_length=64)] | UnsetType = UNSET
    d: int | UnsetType = UNSET
    choice: Plain | UnsetType = UNSET
    withdraw: int | UnsetType = UNSET
    post: PostUp | UnsetType = UNSET
    room: RoomDo | UnsetType = UNSET
    mod: ModDo | UnsetType = UNSET
    plan: PlanUp | UnsetType = UNSET
    letter: LetterUp | UnsetType = UNSET
    talk: TalkUp | UnsetType = UNSET
    ping: int | UnsetType = UNSET
    pong: int | UnsetType = UNSET
