"""Drawing a board: which identities a game of some size is dealt from.

A board is drawn at random among those that keep the shares, pairs and strengths; the same secret gives the same board.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from random import Random
from typing import Final

from nightmoot.core import chance
from nightmoot.core.errors import BadGame
from nightmoot.rulesets.forum.boards import (
    APART,
    BRINGS,
    ELDER,
    INSIDE,
    OF_SIDE,
    OTHERS,
    PAIRED,
    RATIO,
    SIDE_OF,
    STRENGTH_OF,
    VILLAGE,
    WIDE,
    WOLVES,
    Board,
    faults,
    seer_chances,
    shares,
    side,
    strengths,
)
from nightmoot.rulesets.forum.data import ROLES, SEERS
from nightmoot.rulesets.forum.existence import exists

TRIES: Final = 300
STEPS: Final = 400
#: What all tries of a request may take together: exchanges, and as many for each role that a try lays out.
BUDGET: Final = 120_000


def compose(players: int, secret: str, *, must: Iterable[str] = (), never: Iterable[str] = ()) -> Board:
    """Draw a board for so many players that has the ``must`` and none of the ``never``.

    Raises :class:`BadGame`: its code says which wish is in the way, ``no-board`` that none exists, ``board-not-found``
    that there is one but the tries for it are used up.
    """
    wanted = _with_partners(must)
    barred = _barred(wanted, never)
    _check_shares(players, wanted)
    known = [
        (ratio, widened) for ratio, widened in ((RATIO, False), (WIDE, True)) if exists(players, wanted, barred, ratio)
    ]
    if not known:
        raise BadGame("no-board", "roles", n=players)
    for ratio, widened in known:
        spent = 0
        for number in range(TRIES):
            if spent >= BUDGET // len(known):
                break
            rng = Random(chance.keyed(secret, f"board/{widened}/{number}"))  # noqa: S311 - keyed by the game's secret
            draft = _Draft(players, rng, wanted, barred)
            found = draft.draw(ratio)
            spent += players + draft.steps
            if found is not None:
                roles = tuple(role for role in ROLES if role in found)
                return Board(roles, strengths(roles), widened)
    raise BadGame("board-not-found", "roles", n=players)


def _with_partners(must: Iterable[str]) -> tuple[str, ...]:
    wanted: list[str] = []
    todo = list(must)
    while todo:
        role = todo.pop(0)
        if role not in ROLES:
            raise BadGame("unknown-role", "roles", role=role)
        if role not in wanted:
            wanted.append(role)
            todo += BRINGS.get(role, ())
    for pair in APART:
        if pair <= set(wanted):
            raise BadGame("cannot-meet", "roles", roles=tuple(sorted(pair)))
    return tuple(wanted)


def _barred(wanted: tuple[str, ...], never: Iterable[str]) -> frozenset[str]:
    barred = set()
    for role in never:
        if role not in ROLES:
            raise BadGame("unknown-role", "roles", role=role)
        barred.add(role)
    both = [role for role in wanted if role in barred]
    if both:
        raise BadGame("wanted-and-barred", "roles", role=both[0])
    while True:  # whoever brings somebody barred is barred too
        more = {role for role, brings in BRINGS.items() if role not in barred and barred & set(brings)}
        if not more:
            return frozenset(barred)
        barred |= more


def _check_shares(players: int, wanted: tuple[str, ...]) -> None:
    for name, (_, most) in shares(players).items():
        mine = tuple(role for role in wanted if side(role) == name)
        if len(mine) > most:
            raise BadGame("too-many-of-side", "roles", given=len(mine), most=most, roles=mine)


class _Draft:
    """One try at a board."""

    def __init__(self, players: int, rng: Random, wanted: tuple[str, ...], barred: frozenset[str]) -> None:
        self.players, self.rng, self.wanted, self.barred = players, rng, wanted, barred
        self.chosen: list[str] = list(wanted)
        self.room: dict[str, int] = {}
        self.steps = 0

    def draw(self, ratio: tuple[float, float]) -> list[str] | None:
        """A board that keeps everything, or None."""
        if not self._sizes() or not self._others() or not self._seers():
            return None
        if not self._fill(WOLVES) or not self._fill(VILLAGE):
            return None
        self._balance(ratio)
        return None if faults(self.chosen, self.players, ratio) else self.chosen

    def _count(self, name: str) -> int:
        return sum(side(role) == name for role in self.chosen)

    def _sizes(self) -> bool:
        limits = shares(self.players)
        fitting = [
            (village, wolves, others)
            for village in range(limits[VILLAGE][0], limits[VILLAGE][1] + 1)
            for wolves in range(limits[WOLVES][0], limits[WOLVES][1] + 1)
            if 0 <= (others := self.players - village - wolves) <= limits[OTHERS][1]
            if village >= self._count(VILLAGE) and wolves >= self._count(WOLVES) and others >= self._count(OTHERS)
        ]
        if not fitting:
            return False
        sizes = self.rng.choice(fitting)
        self.room = dict(zip((VILLAGE, WOLVES, OTHERS), sizes, strict=True))
        return True

    def _add(self, role: str) -> bool:
        """Take a role with all that it brings, if there is room."""
        new: list[str] = []
        todo = [role]
        while todo:
            name = todo.pop()
            if name in self.barred:
                return False
            if name not in self.chosen and name not in new:
                new.append(name)
                todo += BRINGS.get(name, ())
        together = set(self.chosen) | set(new)
        if any(pair <= together for pair in APART):
            return False
        if any(name in SEERS for name in new if name != role):
            return False
        if any(self._count(name) + sum(side(r) == name for r in new) > most for name, most in self.room.items()):
            return False
        self.chosen += new
        return True

    def _others(self) -> bool:
        """Third roles at 60 %, uncertain ones at 40 %, each by itself (L63)."""
        while self._count(OTHERS) < self.room[OTHERS]:
            camp = "三方" if self.rng.random() < 0.6 else "不定"
            pool = [role for role in ROLES if ROLES[role]["camp"] == camp and role not in self.chosen]
            self.rng.shuffle(pool)
            if not any(self._add(role) for role in pool):
                return False
        return True

    def _seers(self) -> bool:
        have = [role for role in self.chosen if role in SEERS]
        [number] = self.rng.choices((1, 2, 3, 4), seer_chances(self.players))
        pool = [role for role in SEERS if role not in have and role not in self.barred]
        self.rng.shuffle(pool)
        missing = max(0, number - len(have))
        return len(pool) >= missing and all(self._add(role) for role in pool[:missing])

    def _fill(self, name: str) -> bool:
        pool = [r for r in ROLES if side(r) == name and r not in self.chosen and r not in SEERS]
        self.rng.shuffle(pool)
        for role in pool:
            if self._count(name) >= self.room[name]:
                break
            self._add(role)
        return self._count(name) == self.room[name]

    def _balance(self, ratio: tuple[float, float]) -> None:
        """Exchange free roles for others of their side while that brings the strengths nearer to what they must be."""
        fixed = PAIRED | set(self.wanted) | set(SEERS)
        places = [n for n, role in enumerate(self.chosen) if role not in fixed and SIDE_OF[role] != OTHERS]
        pools = {
            name: [n for n, r in enumerate(OF_SIDE[name]) if r not in fixed | self.barred and r not in self.chosen]
            for name in (VILLAGE, WOLVES)
        }
        scale = _Scale(self.chosen, ratio)
        off = scale.off()
        while off and places and self.steps < STEPS:
            self.steps += 1
            place = self.rng.choice(places)
            old = self.chosen[place]
            name = SIDE_OF[old]
            pool = pools[name]
            if not pool:
                return
            taken = self.rng.choice(pool)
            new = OF_SIDE[name][taken]
            scale.exchange(old, new)
            now = scale.off()
            if now <= off:
                off = now
                self.chosen[place] = new
                pool.remove(taken)
                insort(pool, OF_SIDE[name].index(old))
            else:
                scale.exchange(new, old)


class _Scale:
    """What the strengths of a draft hang on, kept up to date as roles are exchanged."""

    def __init__(self, roles: Iterable[str], ratio: tuple[float, float]) -> None:
        self.ratio = ratio
        self.sums = {VILLAGE: 0, WOLVES: 0, OTHERS: 0}
        self.wolves = self.inside = 0
        self.elder = False
        for role in roles:
            self._weigh(role, 1)

    def _weigh(self, role: str, sign: int) -> None:
        name = SIDE_OF[role]
        self.sums[name] += sign * STRENGTH_OF[role]
        if name == WOLVES:
            self.wolves += sign
            self.inside += sign * (role in INSIDE)
            if role == ELDER:
                self.elder = sign > 0

    def exchange(self, old: str, new: str) -> None:
        """One role goes, another comes."""
        self._weigh(old, -1)
        self._weigh(new, 1)

    def off(self) -> float:
        """How far the strengths are from what they must be; an unfitting 长老狼 counts as far."""
        village, wolves = self.sums[VILLAGE], self.sums[WOLVES]
        low, high = self.ratio[0] * wolves, self.ratio[1] * wolves
        fits = 3 * self.inside <= 2 * self.wolves if self.elder else 3 * self.inside > self.wolves
        off: float = max(0.0, low - village, village - high) + max(0, self.sums[OTHERS] - wolves)
        return off + (0 if fits else 10)
