"""What a ruleset offers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from nightmoot.host.wire.base import In, Key, Out, Plain


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
    specials: list[str] = []


class Span(Out, omit_defaults=False):
    min: int
    max: int


class Wider(Out):
    """The numbers of players that an option allows beside the usual ones."""

    option: str
    min: int
    max: int


class RhythmOut(Out, omit_defaults=False):
    """How a game of doors and windows goes in a slow room, where its calendar says nothing else."""

    opens: str  # times of day
    closes: str
    days: dict[str, int]  # by phase: at the how manieth close its discussion ends
    weekend: int  # how many closes later over a weekend
    closing: int  # minutes of the last stretch
    minutes: dict[str, int]  # by phase: how long its window is open


class BagOut(Out, omit_defaults=False):
    """How a set-up is put together by teams (worded by ``team.…``)."""

    teams: dict[str, list[str]]  # the roles of each
    numbers: dict[str, dict[str, int]]  # by players, and by team
    changes: dict[str, dict[str, list[int]]]  # by role, and by team: what may be added
    unsaid: list[str]  # roles that change the numbers in a way that nobody has told
    needs: list[str]  # teams of which there is somebody in every bag


class RulesetOut(Out, omit_defaults=False):
    """One entry of ``GET /api/rulesets``."""

    id: str
    players: Span
    wider: Wider | None  # what else an option allows
    roles: list[RoleOut]
    options: list[OptionOut]
    suggested: dict[str, Plain]  # what a form begins with, where that is not the default
    boards: list[BoardOut]
    groups: list[str]
    phases: list[str]  # in the order of a day
    calendar: dict[str, str]  # the time of day at which a phase begins, where the game lives by the clock
    rhythm: RhythmOut | None  # its doors and windows in a slow room
    orders: list[str]  # the skills that are ever left open beside the game
    pace: dict[str, float]  # default seconds by kind of wait
    policies: list[str]  # bots on offer
    composes: bool  # boards can be drawn for any number of players
    acts: list[str]  # a moderator's own acts of this game on a seat, beside those of every game
    bag: BagOut | None  # the table by which set-ups are put together, where there is one
    scripts: dict[str, list[str]]  # named selections of roles for the option ``script``, where there are any
    layout: Literal["list", "circle"]  # of the moderator's page
    menu: list[str]  # the public acts that every player has in one menu, whatever the role
    cards: list[str]  # sentences (``card.…``) that may be shown to a player full screen
    whispers: bool  # may players ever talk among themselves, unheard


class SideOut(Out, omit_defaults=False):
    """One side of a drawn board."""

    side: str  # a camp; empty: all others together
    roles: list[str]
    strength: int


class ComposedOut(Out, omit_defaults=False):
    """A board; the same seed with the same wishes gives it again. ``widened``: the limits of strength had to be."""

    seed: str
    sides: list[SideOut]
    widened: bool


class ScriptUp(In):
    """``POST /api/scripts``: a file with a selection of roles, as it was written."""

    ruleset: Key
    text: Annotated[str, Meta(max_length=60_000)]


class ScriptFault(Out, omit_defaults=False):
    grade: Literal["error", "warning"]  # with an error it can't be played
    code: str  # worded by ``script.fault.<code>``
    place: str  # which entry, and where in it
    params: dict[str, Plain]


class CastOut(Out, omit_defaults=False):
    """A character of a script: its id as a role; the name that the file gives it; changes it the set-up, unsaid how?"""

    role: str
    team: str
    name: str
    setup: bool


class ScriptOut(Out, omit_defaults=False):
    """What can be played of it: ``roles`` is a list that the option ``script`` takes."""

    name: str
    roles: list[str]
    unknown: list[str]  # kept, but for a human moderator alone
    by_hand: list[str]  # all those that only a human moderator can run
    cast: list[CastOut]
    script: list[Plain]  # the whole of it, as the option ``script`` takes it too; empty where it can't be played
    faults: list[ScriptFault]
