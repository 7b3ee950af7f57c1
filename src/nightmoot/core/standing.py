"""Suppression, read lazily: how well a holding stands now, from the live marks that bear on it (DESIGN 5)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

from nightmoot.core.records import ABILITY, TABLE, Holding, Mark

if TYPE_CHECKING:
    from nightmoot.core.ruleset import Ruleset
    from nightmoot.core.state import State


#: What a use pierces that works although its holder is out.
OUT: Final = "out"


class Standing(IntEnum):
    """How well a holding stands; the worst verdict of what bears on it."""

    ACTIVE = 0
    HOLLOW = 1
    BARRED = 2
    GONE = 3


class Sight(IntEnum):
    """What is looked at: everything; what the bearer knows of; what bears on a use that has begun."""

    ALL = 0
    KNOWN = 1
    BEGUN = 2


def bearing_on(holding: Holding) -> tuple[str, ...]:
    """Where a mark may lie to bear on a holding: itself, its owner, every copy of its ability, the table."""
    return holding.id, holding.owner, ABILITY + holding.ability, TABLE


class _Cycle(Exception):
    """Marks that suppress one another in a ring were met; the oldest is now assumed to live."""


def by_itself(state: State, rules: Ruleset, holding: Holding, pierces: tuple[str, ...] = ()) -> Standing:
    """How well a holding stands as far as no mark bears on it."""
    seat = state.seats.get(holding.owner)
    if seat is not None and seat.out:
        lasts = rules.abilities[holding.ability].works_out or OUT in pierces or rules.outlasts(state, holding)
        if not lasts:
            return Standing.GONE
    return Standing.HOLLOW if holding.hollow else Standing.ACTIVE


class Judge:
    """Reads standings and the life of marks for one version of a state; thrown away at every write."""

    __slots__ = ("_assumed", "_marks", "_rules", "_stack", "_standings", "_state")

    def __init__(self, state: State, rules: Ruleset) -> None:
        """Start with nothing known."""
        self._state, self._rules = state, rules
        self._standings: dict[tuple[str, Sight, tuple[str, ...]], Standing] = {}
        self._marks: dict[str, bool] = {}
        self._assumed: set[str] = set()
        self._stack: list[Mark] = []

    def standing(self, holding: Holding, sight: Sight = Sight.ALL, pierces: tuple[str, ...] = ()) -> Standing:
        """How well the holding stands; marks of the kinds that are pierced count for nothing."""
        if self._stack:
            return self._standing(holding, sight, pierces)
        while True:
            try:
                return self._standing(holding, sight, pierces)
            except _Cycle:
                self._forget()

    def reason(self, holding: Holding, sight: Sight = Sight.ALL, pierces: tuple[str, ...] = ()) -> Mark | None:
        """The mark to which the holding owes its standing, if it owes it to one."""
        standing = self.standing(holding, sight, pierces)
        tags = self._rules.abilities[holding.ability].tags
        places = bearing_on(holding)
        for kind in self._rules.bearing:
            bears = kind.id not in pierces and not (sight is Sight.KNOWN and kind.hidden)
            if not bears or all(bearing.verdict != standing or not bearing.touches(tags) for bearing in kind.bears):
                continue
            for mark in self._state.marks.get(kind.id, ()):
                if mark.on in places and self.lives(mark):
                    return mark
        return None

    def lives(self, mark: Mark) -> bool:
        """Does the mark hold now: does it uphold itself, or does the holding that made it stand ACTIVE?"""
        if not self._rules.upheld(mark):
            return True
        if self._stack:
            return self._lives(mark)
        while True:
            try:
                return self._lives(mark)
            except _Cycle:
                self._forget()

    def _forget(self) -> None:
        self._stack.clear()
        self._standings.clear()
        self._marks.clear()

    def _standing(self, holding: Holding, sight: Sight, pierces: tuple[str, ...]) -> Standing:
        key = holding.id, sight, pierces
        known = self._standings.get(key)
        if known is not None:
            return known
        worst = by_itself(self._state, self._rules, holding, pierces)
        ability = self._rules.abilities[holding.ability]
        places = bearing_on(holding) if self._rules.bearing or self._rules.keeping else ()
        if worst is Standing.GONE and self._kept(places):
            worst = Standing.HOLLOW if holding.hollow else Standing.ACTIVE
        if self._rules.curing:
            pierces = (*pierces, *self._cured(places))
        for kind in self._rules.bearing:
            found = self._state.marks.get(kind.id)
            if found is None or kind.id in pierces or (sight is Sight.KNOWN and kind.hidden):
                continue
            here = [mark for mark in found if mark.on in places]
            if not here:
                continue
            verdicts = [bearing.verdict for bearing in kind.bears if bearing.touches(ability.tags)]
            if sight is Sight.BEGUN:
                verdicts = [verdict for verdict in verdicts if verdict != Standing.BARRED]
            verdict = max(verdicts, default=0)
            if verdict > worst and any(self.lives(mark) for mark in here):
                worst = Standing(verdict)
        if not self._stack:
            self._standings[key] = worst
        return worst

    def _kept(self, places: tuple[str, ...]) -> bool:
        """Does a mark keep the holding at work although its holder is out?"""
        kept = (mark for kind in self._rules.keeping for mark in self._state.marks.get(kind, ()))
        return any(mark.on in places and self.lives(mark) for mark in kept)

    def _cured(self, places: tuple[str, ...]) -> tuple[str, ...]:
        """The kinds of marks that do not bear on a holding now, because of others that lie there."""
        marks = self._state.marks
        cured: tuple[str, ...] = ()
        for kind in self._rules.curing:
            found = marks.get(kind.id)
            if found is not None and any(mark.on in places and self.lives(mark) for mark in found):
                cured = (*cured, *kind.cures)
        return cured

    def _lives(self, mark: Mark) -> bool:
        if mark.id in self._assumed:
            return True
        known = self._marks.get(mark.id)
        if known is not None:
            return known
        for place, other in enumerate(self._stack):
            if other.id == mark.id:
                oldest = min(self._stack[place:], key=lambda item: item.at)
                self._assumed.add(oldest.id)
                raise _Cycle
        holding = self._state.holdings.get(mark.by or "")
        self._stack.append(mark)
        lives = holding is not None and self._standing(holding, Sight.ALL, ()) is Standing.ACTIVE
        self._stack.pop()
        if not self._stack:
            self._marks[mark.id] = lives
        return lives
