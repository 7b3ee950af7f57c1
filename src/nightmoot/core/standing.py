"""Suppression, read lazily: how well a holding stands now, from the live marks that bear on it (DESIGN 5)."""

from __future__ import annotations

from enum import IntEnum
from itertools import product
from typing import TYPE_CHECKING, Final

from nightmoot.core.records import ABILITY, TABLE, Holding, Mark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nightmoot.core.ability import MarkKind
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


class _Ring(Exception):
    """Marks that stop one another in a ring were met: none of them can be read by itself."""


def by_itself(state: State, rules: Ruleset, holding: Holding, pierces: tuple[str, ...] = ()) -> Standing:
    """How well a holding stands as far as no mark bears on it."""
    seat = state.seats.get(holding.owner)
    if seat is not None and seat.out:
        lasts = rules.abilities[holding.ability].works_out or OUT in pierces or rules.outlasts(state, holding)
        if not lasts:
            return Standing.GONE
    return Standing.HOLLOW if holding.hollow else Standing.ACTIVE


def cures(state: State, rules: Ruleset, mark: Mark, places: tuple[str, ...]) -> Iterator[Mark]:
    """The marks at these places that keep a mark from bearing on what is there, as long as they live themselves."""
    for kind in rules.curing.get(mark.kind, ()):
        for cure in state.marks.get(kind.id, ()):
            if cure.on in places and _is_cure_of(state, kind, mark):
                yield cure


def elsewhere(mark: Mark, places: tuple[str, ...]) -> tuple[str, ...]:
    """The places at which a mark does not lie itself."""
    return tuple([place for place in places if place != mark.on])


def _is_cure_of(state: State, kind: MarkKind, mark: Mark) -> bool:
    if kind.cures_of is None:
        return True
    maker = state.holdings.get(mark.by or "")
    return maker is not None and kind.cures_of(maker.ability)


class Judge:
    """Reads standings and the life of marks for one version of a state; thrown away at every write."""

    __slots__ = ("_marks", "_rules", "_stack", "_standings", "_state")

    def __init__(self, state: State, rules: Ruleset) -> None:
        """Start with nothing known."""
        self._state, self._rules = state, rules
        self._standings: dict[tuple[str, Sight, tuple[str, ...]], Standing] = {}
        self._marks: dict[str, bool] = {}
        self._stack: list[str] = []

    def standing(self, holding: Holding, sight: Sight = Sight.ALL, pierces: tuple[str, ...] = ()) -> Standing:
        """How well the holding stands; marks of the kinds that are pierced count for nothing."""
        if self._stack:
            return self._standing(holding, sight, pierces)
        try:
            return self._standing(holding, sight, pierces)
        except _Ring:
            self._settle()
            return self._standing(holding, sight, pierces)

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
                if mark.on in places and self._bears(mark, places):
                    return mark
        return None

    def lives(self, mark: Mark) -> bool:
        """Does the mark hold now: upheld by itself or by a maker that stands ACTIVE, and cured by nothing beside it?"""
        if mark.kind not in self._rules.curing and not self._rules.upheld(mark):
            return True
        known = self._marks.get(mark.id)
        if known is not None:
            return known
        if self._stack:
            return self._lives(mark)
        try:
            return self._lives(mark)
        except _Ring:
            self._settle()
            return self._marks[mark.id]

    def _settle(self) -> None:
        """Read all marks at once: those in rings cannot be read one by one."""
        self._stack.clear()
        self._standings.clear()
        self._marks = settled(self._state, self._rules)

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
        if holding.by and self._rules.gifts_lean and not self._leans(holding):
            worst = Standing.GONE
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
            if verdict > worst and any(self._bears(mark, places) for mark in here):
                worst = Standing(verdict)
        self._standings[key] = worst
        return worst

    def _leans(self, holding: Holding) -> bool:
        """Is there still what a gained ability came from, and does it work, where somebody else has it?"""
        source = self._state.holdings.get(holding.by or "")
        if source is None or source.owner == holding.owner:
            return source is not None
        return self._standing(source, Sight.ALL, ()) is Standing.ACTIVE

    def _kept(self, places: tuple[str, ...]) -> bool:
        """Does a mark keep the holding at work although its holder is out?"""
        kept = (mark for kind in self._rules.keeping for mark in self._state.marks.get(kind, ()))
        return any(mark.on in places and self.lives(mark) for mark in kept)

    def _bears(self, mark: Mark, places: tuple[str, ...]) -> bool:
        """Does a mark that lies at one of these places bear on what is there?"""
        if not self.lives(mark):
            return False
        return mark.kind not in self._rules.curing or not self._cured(mark, elsewhere(mark, places))

    def _cured(self, mark: Mark, places: tuple[str, ...]) -> bool:
        """Does another mark that lies at one of these places keep this one from bearing on what is there?"""
        return any(self.lives(cure) for cure in cures(self._state, self._rules, mark, places))

    def _lives(self, mark: Mark) -> bool:
        if mark.id in self._stack:
            raise _Ring
        self._stack.append(mark.id)
        lives = self._holds(mark) and not (mark.kind in self._rules.curing and self._cured(mark, (mark.on,)))
        self._stack.pop()
        self._marks[mark.id] = lives
        return lives

    def _holds(self, mark: Mark) -> bool:
        """Does it uphold itself, or does the holding that made it stand ACTIVE?"""
        if not self._rules.upheld(mark):
            return True
        holding = self._state.holdings.get(mark.by or "")
        return holding is not None and self._standing(holding, Sight.ALL, ()) is Standing.ACTIVE


#: Of longer rings only the oldest mark is read at once: there are too many ways to try.
LONG: Final = 10


def settled(state: State, rules: Ruleset) -> dict[str, bool]:
    """Which marks live, read all at once, where some of them stop one another in a ring.

    What can be said without a ring is said first. A ring that hangs on nothing else is read so that each of its marks
    lives exactly if nothing that lives stops it; where there are several such ways older marks go before younger ones,
    and where there is none the oldest lives all the same. With that as much follows as can; then the next ring.
    """
    rings = _Rings(state, rules)
    while rings.open:
        found = {mark.id: lives for mark in rings.open.values() if (lives := rings.lives(mark)) is not None}
        rings.close(found or rings.read(rings.ring()))
    return rings.known


class _Rings:
    """Reads marks of which some are not known yet: yes, no, or None where it hangs on one of those."""

    def __init__(self, state: State, rules: Ruleset) -> None:
        self._state, self._rules = state, rules
        self.known: dict[str, bool] = {}
        self.open = {mark.id: mark for mark in state.all_marks() if mark.kind in rules.curing or rules.upheld(mark)}
        self._asked: set[str] = set()

    def lives(self, mark: Mark) -> bool | None:
        """Does a mark live?"""
        held = self._holds(mark) if self._rules.upheld(mark) else True
        cured = self._any(cures(self._state, self._rules, mark, (mark.on,)))
        return _both(held, _not(cured))

    def close(self, found: dict[str, bool]) -> None:
        """These marks are known from now on."""
        self.known |= found
        for name in found:
            del self.open[name]

    def ring(self) -> tuple[str, ...]:
        """The marks, oldest first, of a ring that hangs on no open mark outside of it."""
        needs: dict[str, set[str]] = {}
        for mark in self.open.values():
            self._asked = set()
            self.lives(mark)
            needs[mark.id] = self._asked
        reached = {name: _reached(name, needs) for name in needs}
        rings = [others for name, others in reached.items() if all(name in reached[other] for other in others)]
        first = min(rings, key=lambda names: min(self.open[name].at for name in names))
        return tuple(sorted(first, key=lambda name: self.open[name].at))

    def read(self, ring: tuple[str, ...]) -> dict[str, bool]:
        """Which marks of a ring live; only that the oldest does, where they cannot be read without contradiction."""
        marks, known = [self.open[name] for name in ring], self.known
        for ways in product((True, False), repeat=len(ring)) if len(ring) <= LONG else ():
            self.known = known | dict(zip(ring, ways, strict=True))
            if all(self.lives(mark) is lives for mark, lives in zip(marks, ways, strict=True)):
                break
        else:
            ways = (True,)
        self.known = known
        return dict(zip(ring, ways, strict=False))

    def _known(self, mark: Mark) -> bool | None:
        known = self.known.get(mark.id)
        if known is None and mark.id not in self.open:
            return True
        if known is None:
            self._asked.add(mark.id)
        return known

    def _any(self, marks: Iterable[Mark]) -> bool | None:
        found = [self._known(mark) for mark in marks]
        return True if True in found else None if None in found else False

    def _holds(self, mark: Mark) -> bool | None:
        """Does the holding that made the mark stand ACTIVE?"""
        return self._active(self._state.holdings.get(mark.by or ""))

    def _active(self, holding: Holding | None) -> bool | None:
        if holding is None or holding.hollow:
            return False
        places = bearing_on(holding)
        kept: bool | None = True
        if by_itself(self._state, self._rules, holding) is Standing.GONE:
            keeping = [m for kind in self._rules.keeping for m in self._state.marks.get(kind, ()) if m.on in places]
            kept = self._any(keeping)
        tags = self._rules.abilities[holding.ability].tags
        for kind in self._rules.bearing:
            if any(bearing.verdict and bearing.touches(tags) for bearing in kind.bears):
                for other in self._state.marks.get(kind.id, ()):
                    if other.on not in places:
                        continue
                    cured = self._any(cures(self._state, self._rules, other, elsewhere(other, places)))
                    if cured is not True:
                        kept = _both(kept, _not(_both(self._known(other), _not(cured))))
        if holding.by and self._rules.gifts_lean:
            source = self._state.holdings.get(holding.by)
            if source is None or source.owner != holding.owner:
                kept = _both(kept, self._active(source))
        return kept


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _both(one: bool | None, other: bool | None) -> bool | None:
    return False if one is False or other is False else None if one is None or other is None else True


def _reached(name: str, needs: dict[str, set[str]]) -> set[str]:
    """What a mark hangs on, also through others."""
    found: set[str] = set()
    left = [name]
    while left:
        new = needs[left.pop()] - found
        found |= new
        left += new
    return found
