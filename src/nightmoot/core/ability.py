"""Abilities: one function and one declaration each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nightmoot.core.picks import Pick
from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding, Use

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene

Body = Callable[["Scene", Holding, Use], None]
PickOf = Callable[["Scene", Holding], Pick]
Test = Callable[["Scene", Holding], bool]
Candidates = Callable[["Scene", Holding], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Ability:
    """What a holding can do.

    wakes      nights on which its holder is woken: ``nights``, ``first night``, ``other nights`` or None
    windows    the windows in which it is offered
    limit      uses in a game (None: no limit)
    usable     a further condition
    works_out  does it work for a holder who is out
    tags       words that marks and rules refer to (for example ``forced``)
    silent     what silence means; with ``drawn`` a draw among the legal choices
    params     what the prompt shows besides the pick
    pierces    what cannot touch its uses: kinds of marks, stages of a route or of a harm, ``limit``
    alone      does its prompt depend on nothing that happens earlier in the night
    marks      kinds of marks that lie on its holder as long as the holding stands
    """

    id: str
    body: Body
    pick: PickOf | None = None
    wakes: str | None = None
    windows: tuple[str, ...] = ()
    limit: int | None = None
    usable: Test | None = None
    works_out: bool = False
    tags: frozenset[str] = frozenset()
    silent: Plain = None
    drawn: bool = False
    params: Callable[[Scene, Holding], dict[str, Any]] | None = None
    pierces: tuple[str, ...] = ()
    alone: bool = False
    marks: tuple[str, ...] = ()

    def due(self, night: int) -> bool:
        """Does it wake its holder in this night?"""
        if self.wakes is None:
            return False
        return self.wakes == "nights" or (self.wakes == "first night") == (night == 1)


@dataclass(frozen=True, slots=True)
class Role:
    """A name, its abilities, and the marks that come with it; ``most`` limits the copies in a deal (None: no limit)."""

    id: str
    camp: str
    abilities: tuple[str, ...] = ()
    most: int | None = None
    tags: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bearing:
    """What marks of a kind do to holdings: a :class:`~nightmoot.core.standing.Standing` value.

    Abilities with a tag in ``spares`` are not touched; where there are tags in ``only``, no others are.
    """

    verdict: int
    spares: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()

    def touches(self, tags: frozenset[str]) -> bool:
        """Is an ability with these tags touched?"""
        return not (self.spares & tags) and (not self.only or bool(self.only & tags))


@dataclass(frozen=True, slots=True)
class MarkKind:
    """How marks of a kind behave.

    bears    what it does to the holdings on which it lies (or whose owner, or the table, bears it)
    upheld   does it live only as long as the holding that made it stands
    negative is it a harm that order-keeping statuses prevent
    hidden   its bearer does not know of it: he is asked as ever, and what he uses is void
    keeps    the holdings of its bearer work although he is out
    cures    kinds of marks that neither live nor bear on its bearer's holdings meanwhile
    cures_of of these only what such abilities have made (asked with the ability's id); None: whoever made them
    """

    id: str
    bears: tuple[Bearing, ...] = ()
    upheld: bool = False
    negative: bool = False
    hidden: bool = False
    keeps: bool = False
    cures: tuple[str, ...] = ()
    cures_of: Callable[[str], bool] | None = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option of a ruleset: its default and what is allowed (``None``: see ``check``).

    ``normal`` brings a value that is accepted into the form in which it is kept: what was left out is filled in.
    """

    id: str
    default: Plain
    allowed: tuple[Plain, ...] | None = None
    check: Callable[[Plain], bool] | None = None
    examples: tuple[Plain, ...] = ()
    normal: Callable[[Plain], Plain] | None = None

    def accepts(self, value: Plain) -> bool:
        """Is the value allowed?"""
        if self.check is not None:
            try:
                return self.check(value)
            except TypeError:  # of another kind than the check can look at
                return False
        return self.allowed is None or any(value == item and type(value) is type(item) for item in self.allowed)
