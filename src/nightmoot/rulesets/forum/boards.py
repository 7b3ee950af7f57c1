"""What a board must keep (section 【人数配备】, lines 20-63; R210-R212, R265): shares, pairs, strengths, the elder."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final, NamedTuple

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


SIDE_OF: Final = {role: side(role) for role in ROLES}
OF_SIDE: Final = {name: tuple(r for r in ROLES if SIDE_OF[r] == name) for name in (VILLAGE, WOLVES, OTHERS)}
STRENGTH_OF: Final[dict[str, int]] = {role: entry.get("strength") or 0 for role, entry in ROLES.items()}


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
    if not elder_fits(roles):
        found.append("elder")
    sums = strengths(roles)
    if not ratio[0] * sums[WOLVES] <= sums[VILLAGE] <= ratio[1] * sums[WOLVES]:
        found.append("strength")
    if sums[OTHERS] > sums[WOLVES]:
        found.append("third strength")
    return tuple(found)


#: The roles that are 群内 from the start.
INSIDE: Final = frozenset(
    role for role, entry in ROLES.items() if {"tag": "群内", "when": "always"} in entry.get("tags", ())
)


def elder_fits(roles: Iterable[str]) -> bool:
    """长老狼 must be there at a third of 群内 or fewer, and must not at more than two thirds (L687, R212)."""
    wolves = [role for role in roles if SIDE_OF[role] == WOLVES]
    inside = sum(role in INSIDE for role in wolves)
    if ELDER in wolves:
        return 3 * inside <= 2 * len(wolves)
    return 3 * inside > len(wolves)
