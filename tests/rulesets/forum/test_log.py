"""The director's log: whole sentences with the chain of causes, by kinds of outcomes, in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from nightmoot.core import Answer, Game, SeatSpec, Tick, registry

RULES: Final = registry.load()["forum"]
#: Answers that do nothing here, so that no side loses too soon.
REST: Final = ("乌鸦", "郎中", "灵能", "狐狸", "熊", "猎人")
Moves = Mapping[str, Sequence[tuple[str, str, Any]]]


def play(*roles: str, until: str, day: int = 1, sheriff: bool = False, **moves: Sequence[tuple[str, str, Any]]) -> Game:
    """A game in which these moves are made in these phases of the first round, and nothing else, up to a phase."""
    cast = (*roles, *REST)
    specs = [SeatSpec("甲乙丙丁戊己庚辛壬癸子丑"[n], role) for n, role in enumerate(cast)]
    game = Game.new(RULES, specs, {"sheriff": sheriff}, "log", strict=True)
    left = {phase: list(found) for phase, found in moves.items()}
    for _ in range(400):
        phase = game.seen.phase
        if (phase.name, phase.day) == (until, day) or game.over is not None:
            return game
        if left.get(phase.name) and take(game, *left[phase.name][0]):
            left[phase.name].pop(0)
        else:
            game.submit(Tick(game.waits()[0].name))
    raise AssertionError(game.seen.phase)


def take(game: Game, seat: str, skill: str, choice: Any) -> bool:
    """Answer what is open for a seat; says whether it was open."""
    found = next((d for d in game.decisions(seat) if d.to_wire()["skill"] == skill), None)
    if found is not None:
        game.submit(Answer(found.name, seat, choice))
    return found is not None


def log(game: Game, lang: str = "zh") -> str:
    return "\n".join(game.explain(lang))


def test_a_veto_names_the_status_and_the_skill_it_comes_from() -> None:
    game = play("隐者", "渊狼", until="深夜1", 午夜=[("2", "深渊", "1")])
    assert "2号乙的深渊没有对1号甲生效：1号甲的隐身衣，此前2号乙对1号甲使用了深渊。" in log(game)
    assert "abyss of 2 乙 did not settle on 1 甲: cloak of 1 甲, after 2 乙 used abyss on 1 甲." in log(game, "en")


def test_a_use_that_is_stopped_before_its_place_names_what_stops_it_and_whom_it_was_aimed_at() -> None:
    game = play("企鹅", "摄梦人", "渊狼", until="深夜1", 午夜=[("2", "摄梦", "4"), ("1", "冰冻", "2")])
    assert "2号乙对4号丁的摄梦不能使用：1号甲的冰冻。" in log(game)
    assert "take a dream of 2 乙 on 4 丁 could not be used: freeze of 1 甲." in log(game, "en")


def test_what_is_told_when_a_phase_ends_follows_from_the_use_in_it() -> None:
    game = play("企鹅", "渊狼", until="深夜1", 午夜=[("1", "冰冻", "2")])
    assert "2号乙由状态得知：冰冻，此前1号甲对2号乙使用了冰冻。" in log(game)


def test_what_follows_from_an_out_names_the_out_and_its_cause() -> None:
    game = play("通灵师", "预言学徒", "渊狼", until="正午", day=2, 深夜2=[("3", "杀人", "1")])
    assert "2号乙获得通灵，因为1号甲因指杀（3号丙）出局，而这是因为狼群对1号甲使用了杀人。" in log(game)
    english = (
        "2 乙 gained séance, because 1 甲 is out by aimed kill (3 丙), and that because the pack used kill on 1 甲."
    )
    assert english in log(game, "en")


def test_a_gift_that_arrives_later_names_the_use_that_it_comes_from() -> None:
    game = play("黑商", "渊狼", until="正午", day=2, 深夜1=[("1", "馈赠", {"player": "3", "gift": "控制"})])
    assert "3号丙获得冰冻，因为1号甲对3号丙使用了馈赠。" in log(game)


def test_a_redirect_of_one_target_is_no_cause_for_the_others() -> None:
    game = play(
        "魔术师",
        "雪狼",
        until="深夜1",
        午夜=[("1", "交换", ("3", "4")), ("2", "雪隐", {"players": ("3", "5"), "camp": "村民阵营"})],
    )
    lines = log(game).splitlines()
    moved = [line for line in lines if "得到标记“表面”" in line]
    assert any(line.startswith("第1夜·午夜：4号丁") and "转到了4号丁" in line for line in moved)
    assert not any("转到了" in line for line in moved if "5号戊得到" in line)


def test_the_vote_is_a_cause_in_short_and_its_numbers_stand_apart() -> None:
    moves = [(seat, "vote", "1") for seat in ("3", "4", "5")]
    game = play("通灵师", "预言学徒", "渊狼", until="黄昏2", day=2, 正午=moves)
    assert "计票：1号甲 3票。" in log(game)
    assert "1号甲被投票出局，因为计票结果如此。" in log(game)
    assert "2号乙获得通灵，因为1号甲被投票出局，而这是因为计票结果如此。" in log(game)
    assert "because the votes came out so" in log(game, "en")


def test_the_sheriff_is_elected_by_the_count_and_the_badge_follows_the_out() -> None:
    game = play("渊狼", until="正午", day=2, sheriff=True, 竞选=[("3", "vote", "2")], 深夜2=[("1", "杀人", "2")])
    assert "2号乙成为警长，因为计票结果如此。" in log(game)
    heir = game.seen.memory["sheriff"]
    [line] = [line for line in log(game).splitlines() if "成为警长" in line and "2号乙成为" not in line]
    assert line.split("：")[1].startswith(f"{heir}号")
    assert line.endswith("因为2号乙因指杀（1号甲）出局，而这是因为狼群对2号乙使用了杀人。")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_everybody_has_and_what_is_no_choice_is_not_said(lang: str) -> None:
    game = play("女巫", "渊狼", until="晨曦1", day=2, 深夜2=[("2", "杀人", "3")])
    said = log(game, lang)
    assert "获得投票" not in said
    assert "（是）" not in said
    assert "(yes)" not in said
