"""Does any board keep the rules and the wishes? Worked out for certain, without drawing one.

For each side: which sums of strengths so many roles of it can have, as the bits of a number, kept apart by what the
rules look at besides. Roles that bring one another, or cannot meet, are taken or left together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from math import ceil, floor
from typing import Final, NamedTuple

from nightmoot.rulesets.forum.boards import (
    APART,
    BRINGS,
    ELDER,
    INSIDE,
    OF_SIDE,
    OTHERS,
    SIDE_OF,
    STRENGTH_OF,
    VILLAGE,
    WOLVES,
    seer_chances,
    shares,
)
from nightmoot.rulesets.forum.data import SEERS

#: Roles that bring one of another side, and those that are brought so.
ACROSS: Final = frozenset(
    name
    for role, brings in BRINGS.items()
    for other in brings
    if SIDE_OF[role] != SIDE_OF[other]
    for name in (role, other)
)


class Kind(NamedTuple):
    """What the rules look at in some roles of one side, besides their strengths."""

    size: int = 0
    inside: int = 0
    seers: int = 0
    elder: bool = False
    across: frozenset[str] = frozenset()

    def __or__(self, more: Kind) -> Kind:
        """Both together."""
        return Kind(
            self.size + more.size,
            self.inside + more.inside,
            self.seers + more.seers,
            self.elder or more.elder,
            self.across | more.across,
        )

    def elder_fits(self) -> bool:
        """As :func:`nightmoot.rulesets.forum.boards.elder_fits`, of wolves (R212)."""
        return 3 * self.inside <= 2 * self.size if self.elder else 3 * self.inside > self.size


Sums = dict[Kind, int]


def exists(players: int, wanted: Collection[str], barred: Collection[str], ratio: tuple[float, float]) -> bool:
    """Is there a board for so many players with all that is wanted and nothing that is barred?"""
    limits = shares(players)
    sums = {name: _sums(name, limits[name][1], wanted, barred) for name in limits}
    mine = sum(role in SEERS for role in wanted)
    seers = {max(number, mine) for number, chance in enumerate(seer_chances(players), 1) if chance}
    weakest = {kind.size: (bits & -bits).bit_length() - 1 for kind, bits in sums[OTHERS].items()}
    pairs = [
        (pack, village)
        for pack in sums[WOLVES]
        if pack.size >= limits[WOLVES][0] and pack.elder_fits()
        for village in sums[VILLAGE]
        if village.size >= limits[VILLAGE][0] and village.seers in seers and _closed(pack.across | village.across)
    ]
    for pack, village in pairs:
        third = weakest.get(players - pack.size - village.size)
        if third is not None and _balanced(sums[WOLVES][pack] >> third << third, sums[VILLAGE][village], ratio):
            return True
    return False


def _closed(across: frozenset[str]) -> bool:
    """Is everybody there who is brought by somebody of the other side?"""
    return all(other in across for role in across for other in BRINGS.get(role, ()) if other in ACROSS)


def _balanced(wolves: int, village: int, ratio: tuple[float, float]) -> bool:
    """Is there a strength of the wolves to which one of the villagers is as it must be?"""
    while wolves:
        lowest = wolves & -wolves
        strength = lowest.bit_length() - 1
        least, most = ceil(ratio[0] * strength - 1e-9), floor(ratio[1] * strength + 1e-9)
        if most >= least and village >> least & (1 << most - least + 1) - 1:
            return True
        wolves ^= lowest
    return False


def _sums(name: str, most: int, wanted: Collection[str], barred: Collection[str]) -> Sums:
    """For every kind of choice among the roles of a side: the sums of strengths that it can have."""
    found: Sums = {Kind(): 1}
    for family in _families(name):
        choices = list(_choices(family, wanted, barred))
        more: Sums = {}
        for kind, bits in found.items():
            for added, strength in choices:
                if kind.size + added.size <= most:
                    both = kind | added
                    more[both] = more.get(both, 0) | bits << strength
        found = more
    return found


def _families(name: str) -> Iterator[tuple[str, ...]]:
    """The roles of a side, those together that bring one another or cannot meet."""
    left = list(OF_SIDE[name])
    links = [*((role, *brings) for role, brings in BRINGS.items()), *APART]
    while left:
        family = {left[0]}
        while more := {role for link in links if family & set(link) for role in link if role in left} - family:
            family |= more
        yield tuple(role for role in left if role in family)
        left = [role for role in left if role not in family]


def _choices(family: tuple[str, ...], wanted: Collection[str], barred: Collection[str]) -> Iterator[tuple[Kind, int]]:
    """Every way to choose among them that keeps the rules and the wishes."""
    for count in range(len(family) + 1):
        for roles in combinations(family, count):
            chosen = set(roles)
            if chosen & set(barred) or any(role in wanted and role not in chosen for role in family):
                continue
            brought = {other for role in roles for other in BRINGS.get(role, ()) if other in family}
            if brought <= chosen and not any(pair <= chosen for pair in APART):
                kind = Kind(
                    count,
                    len(chosen & INSIDE) if SIDE_OF[family[0]] == WOLVES else 0,
                    len(chosen & set(SEERS)),
                    ELDER in chosen,
                    frozenset(chosen & ACROSS),
                )
                yield kind, sum(STRENGTH_OF[role] for role in roles)
