"""Boards (seed lines 20-63, R210-R212, R265): counted here anew from the catalogue, beside ``boards.faults``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import ceil
from random import Random

import pytest

from nightmoot.core import BadGame
from nightmoot.rulesets.forum import composing
from nightmoot.rulesets.forum.boards import RATIO, WIDE, faults, seer_chances
from nightmoot.rulesets.forum.composing import compose
from nightmoot.rulesets.forum.data import ROLES
from nightmoot.rulesets.forum.existence import exists

SIZES = (10, 12, 15, 18, 20, 24, 25, 30, 35, 40, 45, 50, 60)
#: The section 【验人系】 (R1).
SEERS = {"预言家", "通灵师", "狐狸", "花仙子"}
#: Who brings whom (L410, L435, L444, L551, L715, L764, L834).
PAIRS = (
    ("女巫学徒", "女巫"),
    ("圣裁者", "上帝使徒"),
    ("白昼学者", "寂夜导师"),
    ("寂夜导师", "白昼学者"),
    ("狼兄", "狼弟"),
    ("狼弟", "狼兄"),
    ("双子光", "双子暗"),
    ("双子暗", "双子光"),
    ("蚀日侍女", "流光伯爵"),
)


def half_up(tenths: int, players: int) -> int:
    """``players * tenths / 10`` with halves rounded up, in whole numbers."""
    return (players * tenths + 5) // 10


def of(camp: str, roles: tuple[str, ...]) -> list[str]:
    return [role for role in roles if ROLES[role]["camp"] == camp]


def power(roles: list[str]) -> int:
    return sum(ROLES[role].get("strength") or 0 for role in roles)


@pytest.mark.parametrize("players", SIZES)
def test_a_board_keeps_shares_pairs_strengths_and_the_elder(players: int) -> None:
    for seed in range(10):
        board = compose(players, f"shares/{seed}")
        roles = board.roles
        assert len(set(roles)) == len(roles) == players
        village, wolves = of("村民", roles), of("狼人", roles)
        others = players - len(village) - len(wolves)
        assert ceil(players / 2) <= len(village) <= half_up(6, players)  # L58
        assert half_up(3, players) <= len(wolves) <= half_up(4, players)
        assert 0 <= others <= half_up(2, players)
        assert 1 <= len(SEERS & set(roles)) <= 4
        assert all(other in roles for role, other in PAIRS if role in roles)
        assert not {"巫妖匣", "炽天使"} <= set(roles)  # L944
        least, most = (100, 130) if board.widened else (110, 120)  # L20, R211
        assert least * power(wolves) <= 100 * power(village) <= most * power(wolves)
        assert power(of("三方", roles)) <= power(wolves)  # R265
        inside = [r for r in wolves if {"tag": "群内", "when": "always"} in ROLES[r].get("tags", ())]
        if 3 * len(inside) <= len(wolves):  # R212
            assert "长老狼" in wolves
        assert faults(roles, players, (1.0, 1.3) if board.widened else (1.1, 1.2)) == ()


def test_the_chances_of_the_seers_add_up_and_are_those_of_the_rules() -> None:
    """L53-L57, R210."""
    for players in range(6, 61):
        chances = seer_chances(players)
        assert sum(chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in chances)
    assert seer_chances(15) == pytest.approx((1, 0, 0, 0))
    assert seer_chances(25) == pytest.approx((0.5, 0.5, 0, 0))
    assert seer_chances(30) == pytest.approx((0.25, 0.5, 0.25, 0))
    assert seer_chances(45) == pytest.approx((0, 0, 0.5, 0.5))


def test_seers_come_as_often_as_the_rules_say() -> None:
    """At 12 there is one; at 45 there are three or four, about equally often (L53-L57)."""
    assert {len(SEERS & set(compose(12, f"few/{seed}").roles)) for seed in range(30)} == {1}
    many = [len(SEERS & set(compose(45, f"many/{seed}").roles)) for seed in range(60)]
    assert set(many) == {3, 4}
    assert 15 <= many.count(3) <= 45


def test_the_same_secret_gives_the_same_board_and_others_give_others() -> None:
    assert compose(30, "one") == compose(30, "one")
    assert len({compose(30, f"secret/{number}").roles for number in range(10)}) == 10


@pytest.mark.parametrize("players", [20, 30, 40])
@pytest.mark.parametrize("role", ["女巫学徒", "圣裁者", "狼兄", "双子光", "蚀日侍女", "长老狼", "镜", "锁链师", "祭品"])
def test_a_wish_is_met_with_all_that_it_brings(role: str, players: int) -> None:
    if role == "锁链师" and players == 20:  # 70 needs strong wolves (R211)
        return
    roles = compose(players, "wishes", must=(role,)).roles
    assert role in roles
    assert all(other in roles for first, other in PAIRS if first in roles)


def test_every_role_can_be_wished_for_in_a_big_game() -> None:
    for role in ROLES:
        assert role in compose(40, "each", must=(role,)).roles, role


def test_whoever_is_barred_stays_away_and_so_does_who_would_bring_him() -> None:
    for seed in range(10):
        roles = compose(40, f"barred/{seed}", never=("女巫", "狼弟", "长老狼")).roles
        assert not {"女巫", "女巫学徒", "狼弟", "狼兄", "长老狼"} & set(roles)


@pytest.mark.parametrize(
    ("code", "players", "must", "never"),
    [
        ("unknown-role", 20, ("占卜师",), ()),
        ("unknown-role", 20, (), ("占卜师",)),
        ("cannot-meet", 30, ("巫妖匣", "炽天使"), ()),
        ("wanted-and-barred", 30, ("女巫学徒",), ("女巫",)),
        ("too-many-of-side", 10, ("狼兄", "长老狼", "鹫狼", "黑狼王"), ()),
    ],
)
def test_what_stands_in_the_way_of_a_wish_is_named(
    code: str, players: int, must: tuple[str, ...], never: tuple[str, ...]
) -> None:
    with pytest.raises(BadGame) as refused:
        compose(players, "no", must=must, never=never)
    assert refused.value.code == code


#: Boards for 60 with these wishes exist, but are few.
HARD = (
    "猎魔人 药剂师 炽天使 狼兄 黑蝙蝠 天师 幼狼 潜行者 复仇者 大野狼 黑商 魔术师 "
    "圣诞老狼 狼弟 黑狼王 冥王 隐狼 大天狗 双子光 噬时狼妃"
).split()


def refused(players: int, secret: str, must: tuple[str, ...], never: Sequence[str]) -> str:
    with pytest.raises(BadGame) as found:
        compose(players, secret, must=must, never=never)
    return found.value.code


def test_where_no_board_exists_that_is_said() -> None:
    """Without wolves' strength nothing balances: all strong wolves are barred from a game that needs many."""
    wolves = sorted(of("狼人", tuple(ROLES)), key=lambda role: ROLES[role].get("strength") or 0)
    assert refused(12, "none", (), wolves[2:]) == "no-board"
    assert refused(12, "none", (), tuple(SEERS)) == "no-board"


def test_a_board_that_exists_and_is_not_found_within_the_budget_is_said_to_exist(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent: list[int] = []

    class Counted(composing._Draft):
        def draw(self, ratio: tuple[float, float]) -> list[str] | None:
            found = super().draw(ratio)
            spent.append(self.players + self.steps)
            return found

    monkeypatch.setattr(composing, "_Draft", Counted)
    barred = frozenset(HARD)
    assert exists(60, ("食尸鬼",), barred, WIDE)
    assert refused(60, "hard", ("食尸鬼",), HARD) == "board-not-found"
    assert len(spent) > 100
    assert sum(spent) <= composing.BUDGET + 60 + composing.STEPS
    monkeypatch.setattr(composing, "BUDGET", 2)
    spent.clear()
    assert refused(60, "hard", ("食尸鬼",), HARD) == "board-not-found"
    assert len(spent) == 2  # one for the rule, one for what is put up with


@pytest.mark.parametrize("number", range(40))
def test_whether_a_board_exists_is_what_trying_every_board_says(number: int) -> None:
    """Of ten to twelve roles every choice of six or seven is looked at."""
    rng = Random(number)
    players = rng.choice((6, 7))
    known = sorted({*rng.sample(sorted(ROLES), 9), *rng.choice(PAIRS), rng.choice(sorted(SEERS))})
    wanted = tuple(rng.sample(known, rng.choice((0, 1))))
    barred = frozenset(ROLES) - set(known)
    for ratio in (RATIO, WIDE, (0.5, 3.0)):
        tried = any(
            set(wanted) <= set(roles) and len(SEERS & set(roles)) == 1 and not faults(roles, players, ratio)
            for roles in combinations(known, players)
        )
        assert exists(players, wanted, barred, ratio) == tried
