"""Decisions and the picks that say what may be chosen."""

from __future__ import annotations

from typing import Literal, TypeAlias

from nightmoot.host.wire.base import Out, Plain


class Pick(Out, tag_field="kind"):
    """What may be chosen; ``optional``: null is a legal choice."""

    optional: bool = False
    distinct: bool = False  # no value twice
    cross: list[str] = []  # constraints between the slots of a form, by name


class SeatsPick(Pick, tag="seats", kw_only=True, omit_defaults=False):
    candidates: list[str]
    min: int
    max: int
    ordered: bool = False  # the order of the seats counts


class OptionsPick(Pick, tag="options", kw_only=True, omit_defaults=False):
    of: Literal["role", "skill", "camp", "mark", "text"]
    options: list[Plain]  # with "text" also numbers, yes and no, lists and maps: the answers that a player may be given
    min: int
    max: int
    ordered: bool = False


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


class EachPick(Pick, tag="each", kw_only=True, omit_defaults=False):
    """Something said of some of the seats: a map from seat to it."""

    candidates: list[str]
    value: AnyPick
    min: int
    max: int


class SeveralPick(Pick, tag="several", kw_only=True, omit_defaults=False):
    """A list of choices of one pick."""

    of: AnyPick
    min: int
    max: int


AnyPick: TypeAlias = (
    SeatsPick
    | OptionsPick
    | YesPick
    | FlagPick
    | NumberPick
    | TextPick
    | FormPick
    | EitherPick
    | EachPick
    | SeveralPick
)


class OpenOut(Out, omit_defaults=False):
    """A decision that waits for this viewer. Sent again with the same ``d`` when anything in it changed."""

    d: int
    key: str
    skill: str | None
    kind: str  # decision, vote, ruling (the moderator's), offer
    params: dict[str, Plain]
    pick: AnyPick
    optional: bool
    offer: bool  # left open beside the agenda: nothing waits for it
    revise: str  # never, free
    mine: Plain  # what stands now
    answered: bool
    final: bool  # answered for good
    others: dict[str, Plain] | None  # what the other owners have chosen so far, where they may see it
    owners: list[str] | None  # only where who is asked is public
    deadline: int | None  # server time in ms, null: no limit


class PendingOut(Out, omit_defaults=False):
    """An open decision as the moderator sees it."""

    d: int
    owners: list[str]
    answers: dict[str, Plain]
    open: OpenOut
    wait: str | None  # for mod/tick
    suggestion: Plain  # of a ruling: what the program would choose; null: nothing
    why: str  # text key of what speaks for it; its parameters are the question's, and the suggestion as `choice`


class WaitOut(Out, omit_defaults=False):
    name: str
    kind: str
    of: str | None  # the skill or call it belongs to
    at: int | None


class StepOut(Out, omit_defaults=False):
    """One input, for the moderator's undo list."""

    seq: int
    kind: str
    by: str | None
    at: int
    what: dict[str, Plain]
