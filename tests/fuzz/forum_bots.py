"""Bots of the forum hunt: they choose among what is legal, by weights, so that rare skills come about.

They know which skills are rare and who was dealt what; the rules know nothing of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from nightmoot.core import OpenDecision, Plain, Refused, Streams, View
from nightmoot.core.picks import Pick, Some
from nightmoot.policies.chances import LotteryPolicy, RandomPolicy
from nightmoot.rulesets.forum.data import PRINTED, VILLAGE, WOLVES, camp_of_role

#: After so many days bots are plainly random: nobody is brought back and spared for ever.
EAGER_DAYS: Final = 12
#: Skills that have to be saved for a rare one.
SAVED: Final[Mapping[str, str]] = {"冲锋": "报复"}
#: Skills through which rare ones come about.
COMES_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "附体": ("夺舍之权", "夺舍"),
    "礼物": ("礼物制作", "沉默", "恐惧", "最后一枪"),
    "交易": ("富有", "暴利"),
    "链接": ("免疫", "暴走"),
    "实验": ("女巫的爱护",),
    "家国抉择": ("不归", "天狗吞月", "吞食"),
    "询问": ("裁决",),
    "撕咬": ("遗计", "遗泽"),
    "悬赏": ("捕杀",),
    "赌博": ("沉默",),
}
#: On which role a use brings a rare skill about: skill → rare → role.
PREY: Final[Mapping[str, Mapping[str, str]]] = {
    "学习": {"训熊": "熊", "修改迷惑": "吹笛", "修改链接": "锁链师"},
    "归途": {"不归": "大天狗"},
    "链接": {"免疫": "锁链师"},
    "杀人": {"继承黑夜": "双子暗", "光明狩猎": "双子光", "传承": "预言家", "激励": "幼狼"},
    "vote": {"继承黑夜": "双子暗", "光明狩猎": "双子光", "最后一枪": "猎人", "报复": "黑狼王"},
}
#: What is chosen outright for a rare skill: skill → rare → choice.
OUTRIGHT: Final[Mapping[str, Mapping[str, Plain]]] = {
    "家国抉择": {"不归": "远征", "天狗吞月": "远征", "吞食": "回家"},
    "交易": {"富有": True, "暴利": True},
    "礼物": {"沉默": True, "恐惧": True, "最后一枪": True},
}
#: What can put somebody out: those who still have a rare skill to show are spared.
DEADLY: Final = frozenset(
    ("杀人", "毒药", "vote", "狙击", "野性", "冲锋", "暴怒", "黑夜狩猎", "继承", "最后一枪", "报复", "爆破", "神耀")
)


class Eager(RandomPolicy):
    """A random bot that knows what is rare, and who is what."""

    def __init__(self, rare: frozenset[str], roles: Mapping[str, str], alike: bool) -> None:
        self.rare = rare
        self.roles = roles
        self.alike = alike  # everybody votes for the same
        self.last: dict[tuple[str, str], Plain] = {}
        self.precious = frozenset(seat for seat, role in roles.items() if rare & set(PRINTED[role]))

    def choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        """A choice, drawn; a rare skill is not declined where it can be used."""
        choice = self._choose(view, decision, rng)
        if choice is not None:
            self.last[view.viewer, decision.skill or ""] = choice
        return choice

    def _choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        skill, pick = decision.skill or "", decision.pick
        if int(view.table.get("day") or 0) > EAGER_DAYS:
            return super().choose(view, decision, rng)
        if SAVED.get(skill) in self.rare and decision.offer:
            return None
        for rare, choice in OUTRIGHT.get(skill, {}).items():
            if rare in self.rare and (found := self._legal(pick, choice)) is not None:
                return found
        if skill == "礼物" and "沉默" in self.rare and (found := self._crafted(view, pick)) is not None:
            return found
        wanted = self._wanted(view, skill)
        if wanted and rng.own.randrange(4) and (found := self._on(pick, wanted, rng)) is not None:
            return found
        if skill == "vote" and self.alike:
            return self._legal(pick, LotteryPolicy().drawn(view, rng)) or pick.draw(rng.own)
        if not (skill in self.rare or set(COMES_BY.get(skill, ())) & self.rare):
            return self._sparing(view, decision, rng)
        if rng.own.randrange(2) and (again := self._legal(pick, self.last.get((view.viewer, skill)))) is not None:
            return again
        return max([pick.draw(rng.own) for _ in range(4)], key=said)

    def _wanted(self, view: View, skill: str) -> list[str]:
        """On whom the use brings a rare skill about."""
        roles = [role for rare, role in PREY.get(skill, {}).items() if rare in self.rare]
        found = [seat for role in roles for seat in self.roles if self.roles[seat] == role]
        if "天意" in self.rare and skill == "预言":  # the seer must have looked at him on whom the day falls
            found += [seat for seat, role in self.roles.items() if camp_of_role(role) == WOLVES]
        if "天意" in self.rare and skill == "vote":
            found += [str(choice) for (_, name), choice in self.last.items() if name == "预言"]
        if "免疫" in self.rare and skill in DEADLY:
            for (_, name), choice in self.last.items():
                if name == "链接" and isinstance(choice, list | tuple):
                    found += [str(seat) for seat in choice if self.roles.get(str(seat)) != "锁链师"]
        if "雪恨" in self.rare and skill in DEADLY:  # whoever has aimed at the avenger is to fall
            found += [seat for (seat, _), choice in self.last.items() if self._avenger_in(choice)]
        if "雪恨" in self.rare and skill not in DEADLY:
            found += [seat for seat, role in self.roles.items() if role == "复仇者"]
        if "鬼情" in self.rare and skill in DEADLY:
            found += [seat for seat, role in self.roles.items() if role == "聂小倩"]
            found += [str(choice) for (_, name), choice in self.last.items() if name == "鬼情"]
        return [seat for seat in found if view.seats.get(seat, {}).get("in", True)]

    def _crafted(self, view: View, pick: Pick) -> Plain:
        """A gift made so that its receiver, of the village, has 沉默."""
        for seat, role in self.roles.items():
            if camp_of_role(role) == VILLAGE and view.seats.get(seat, {}).get("in", True):
                found = self._legal(pick, {"礼物": seat, "礼物制作": "控制"})
                if found is not None:
                    return found
        return None

    def _avenger_in(self, choice: Plain) -> bool:
        return any(self.roles.get(str(leaf)) == "复仇者" for leaf in leaves(choice) if isinstance(leaf, str))

    def _sparing(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        choice = super().choose(view, decision, rng)
        if decision.skill in DEADLY:
            for _ in range(3):
                if not self.precious & {leaf for leaf in leaves(choice) if isinstance(leaf, str)}:
                    break
                choice = super().choose(view, decision, rng)
        return choice

    def _on(self, pick: Pick, wanted: list[str], rng: Streams) -> Plain:
        """A legal choice that names somebody who is wanted, filled up by lot where more are to be named."""
        first = wanted[rng.own.randrange(len(wanted))]
        named = [first, *(seat for seat in wanted if seat != first)]
        if isinstance(pick, Some):
            named += [str(seat) for seat in mixed(pick.items, rng) if seat not in named]
            if (found := self._legal(pick, tuple(named[: max(1, pick.least)]))) is not None:
                return found
        return self._legal(pick, first) or self._legal(pick, {"player": first})

    @staticmethod
    def _legal(pick: Pick, choice: Plain) -> Plain:
        try:
            return pick.check(choice)
        except Refused:
            return None


def mixed(items: Iterable[Plain], rng: Streams) -> list[Plain]:
    """The items in an order drawn from the seat's own stream."""
    left = list(items)
    return [left.pop(rng.own.randrange(len(left))) for _ in range(len(left))]


def said(choice: Plain) -> int:
    """How much of a form is filled in."""
    if isinstance(choice, Mapping):
        return sum(said(part) for part in choice.values())
    return choice is not None


def leaves(value: Plain) -> Iterable[Plain]:
    """Every single value in something plain."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item)
    else:
        yield value
