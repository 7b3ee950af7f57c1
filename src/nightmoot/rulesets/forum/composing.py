"""Boards (section 【人数配备】, lines 20-63, and R210-R212, R265): which identities a game of some size is dealt from.

A board is drawn at random among those that keep the shares, pairs and strengths; the same secret gives the same board.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from random import Random
from typing import Final, NamedTuple

from nightmoot.core import chance
from nightmoot.core.errors import BadGame
from nightmoot.rulesets.forum.data import ROLES, SEERS

VILLAGE, WOLVES, OTHERS = "村民", "狼人", "其他"
ELDER: Final = "长老狼"
#: A role that brings another with it (L410, L435, L444, L551, L612, L715, L764, L834), and what cannot meet (L944).
BRINGS: Final[dict[str, tuple[str, ...]]] = {
    "女巫学徒": ("女巫",),
    "圣裁者": ("上帝使徒",),
    "白昼学者": ("寂夜导师",),
    "寂夜导师": ("白昼学者",),
    "狼兄": ("狼弟",),
    "狼弟": ("狼兄",),
    "双子光": ("双子暗",),
    "双子暗": ("双子光",),
    "蚀日侍女": ("流光伯爵",),
}
APART: Final = (frozenset({"巫妖匣", "炽天使"}),)
PAIRED: Final = frozenset(BRINGS) | {name for names in BRINGS.values() for name in names}
#: Village strength over wolf strength (L20), and what is put up with when nothing else is found (R211).
RATIO: Final = (1.1, 1.2)
WIDE: Final = (1.0, 1.3)
TRIES: Final = 300
STEPS: Final = 400


class Board(NamedTuple):
    """A board: its roles in the order of the catalogue, the strengths of its sides.

    And whether the ratio is widened.
    """

    roles: tuple[str, ...]
    strengths: dict[str, int]
    widened: bool = False


def side(role: str) -> str:
    """Which share of the table a role counts to."""
    camp = ROLES[role]["camp"]
    return camp if camp in (VILLAGE, WOLVES) else OTHERS


_SIDE: Final = {role: side(role) for role in ROLES}
_OF_SIDE: Final = {name: tuple(r for r in ROLES if _SIDE[r] == name) for name in (VILLAGE, WOLVES, OTHERS)}
_STRENGTH: Final[dict[str, int]] = {role: entry.get("strength") or 0 for role, entry in ROLES.items()}


def rounded(value: float) -> int:
    """四舍五入."""
    return int(value + 0.5 + 1e-9)


def shares(players: int) -> dict[str, tuple[int, int]]:
    """Least and most roles of each side (L58-L63)."""
    return {
        VILLAGE: (ceil(players * 0.5 - 1e-9), rounded(players * 0.6)),
        WOLVES: (rounded(players * 0.3), rounded(players * 0.4)),
        OTHERS: (0, rounded(players * 0.2)),
    }


def seer_chances(players: int) -> tuple[float, ...]:
    """How likely 1, 2, 3 and 4 of the 验人系 are (L53-L57, R210)."""

    def clamped(value: float, most: float = 1.0) -> float:
        return min(most, max(0.0, value))

    four = clamped((players - 35) * 0.05, 0.5)
    three = clamped((players - 25) * 0.05, 0.5)
    two = clamped((players - 15) * 0.05, 0.5)
    return clamped((35 - players) * 0.05), max(0.0, two - four), three, four


def strength(roles: Iterable[str]) -> int:
    """The sum of the printed strengths; 不定 roles count nothing (R211)."""
    return sum(ROLES[role].get("strength") or 0 for role in roles)


def strengths(roles: Iterable[str]) -> dict[str, int]:
    """The sums of the villagers, the wolves and the others."""
    found = tuple(roles)
    return {name: strength(role for role in found if side(role) == name) for name in (VILLAGE, WOLVES, OTHERS)}


def faults(board: Iterable[str], players: int, ratio: tuple[float, float] = RATIO) -> tuple[str, ...]:
    """Every rule that a board of so many players breaks, by name: ``share``, ``pair``, ``elder``, ``strength`` …"""
    roles = tuple(board)
    found = []
    if len(roles) != players or len(set(roles)) != players:
        found.append("count")
    for name, (least, most) in shares(players).items():
        if not least <= sum(side(role) == name for role in roles) <= most:
            found.append(f"share {name}")
    if not 1 <= sum(role in SEERS for role in roles) <= 4:
        found.append("seers")
    if any(not set(BRINGS.get(role, ())) <= set(roles) for role in roles) or any(pair <= set(roles) for pair in APART):
        found.append("pair")
    if not _elder_fits(roles):
        found.append("elder")
    sums = strengths(roles)
    if not ratio[0] * sums[WOLVES] <= sums[VILLAGE] <= ratio[1] * sums[WOLVES]:
        found.append("strength")
    if sums[OTHERS] > sums[WOLVES]:
        found.append("third strength")
    return tuple(found)


#: The roles that are 群内 from the start.
_INSIDE: Final = frozenset(
    role for role, entry in ROLES.items() if {"tag": "群内", "when": "always"} in entry.get("tags", ())
)


def _elder_fits(roles: Iterable[str]) -> bool:
    """长老狼 must be there at a third of 群内 or fewer, and must not at more than two thirds (L687, R212)."""
    wolves = [role for role in roles if _SIDE[role] == WOLVES]
    inside = sum(role in _INSIDE for role in wolves)
    if ELDER in wolves:
        return 3 * inside <= 2 * len(wolves)
    return 3 * inside > len(wolves)


def compose(players: int, secret: str, *, must: Iterable[str] = (), never: Iterable[str] = ()) -> Board:
    """Draw a board for so many players that has the ``must`` and none of the ``never``.

    Raises :class:`BadGame` where none exists or none is found; its code says which wish is in the way.
    """
    wanted = _with_partners(must)
    barred = _barred(wanted, never)
    _check_shares(players, wanted)
    for ratio, widened in ((RATIO, False), (WIDE, True)):
        for number in range(TRIES):
            rng = Random(chance.keyed(secret, f"board/{widened}/{number}"))  # noqa: S311 - keyed by the game's secret
            found = _Draft(players, rng, wanted, barred).draw(ratio)
            if found is not None:
                roles = tuple(role for role in ROLES if role in found)
                return Board(roles, strengths(roles), widened)
    raise BadGame("no-board", "roles", n=players)


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
        pools = {name: [r for r in _OF_SIDE[name] if r not in fixed and r not in self.barred] for name in _OF_SIDE}
        off = self._off(self.chosen, ratio)
        for _ in range(STEPS):
            if not off:
                return
            free = [role for role in self.chosen if role not in fixed and _SIDE[role] != OTHERS]
            old = self.rng.choice(free) if free else None
            taken = set(self.chosen)
            same = [role for role in pools[_SIDE[old]] if role not in taken] if old is not None else []
            if old is None or not same:
                return
            new = self.rng.choice(same)
            changed = [new if role == old else role for role in self.chosen]
            if (now := self._off(changed, ratio)) <= off:
                self.chosen, off = changed, now

    def _off(self, roles: list[str], ratio: tuple[float, float]) -> float:
        """How far the strengths are from what they must be; an unfitting 长老狼 counts as far."""
        sums = {VILLAGE: 0, WOLVES: 0, OTHERS: 0}
        for role in roles:
            sums[_SIDE[role]] += _STRENGTH[role]
        low, high = ratio[0] * sums[WOLVES], ratio[1] * sums[WOLVES]
        off: float = max(0.0, low - sums[VILLAGE], sums[VILLAGE] - high) + max(0, sums[OTHERS] - sums[WOLVES])
        return off + (0 if _elder_fits(roles) else 10)
