"""通天 where the program directs: a form, and the truth of it as an answer; nobody is asked to rule."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from nightmoot.core import MODERATOR, Answer, Game, Refused, SeatSpec, Tick, registry

RULES = registry.load()["forum"]
ROLES = ("狼学者", "天师", "郎中", "乌鸦", "灵能", "噩梦之影")
ASKER = "2"


def asked(
    question: Any, *, moderator: Literal["auto", "human"] = "auto", others: dict[str, Any] | None = None
) -> tuple[Any, Game]:
    """The feedback of a question, and the game after the night; others use what is said of (seat, skill)."""
    specs = [SeatSpec(str(n), role) for n, role in enumerate(ROLES, 1)]
    game = Game.new(RULES, specs, {"sheriff": False}, "heaven", moderator=moderator, strict=True)
    wanted = {f"{ASKER}:通天": question, **(others or {})}
    while game.over is None and game.seen.phase.name != "凌晨2":
        for seat in game.seen.circle:
            for decision in game.decisions(seat):
                key = f"{seat}:{decision.to_wire().get('skill') or decision.to_wire()['key']}"
                if key in wanted and not decision.answered:
                    game.submit(Answer(decision.name, seat, wanted.pop(key)))
        assert (
            moderator == "human"
            or not game.decisions(MODERATOR)
            or all(decision.owner != MODERATOR for decision in game.decisions(MODERATOR))
        )
        waits = game.waits()
        game.submit(Tick(waits[0].name))
    assert not wanted, wanted
    told = [n.info for n in game.notices if n.skill == "通天" and n.to == (ASKER,)]
    return told, game


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ({"camp": {"player": "1", "camp": "狼人阵营"}}, True),
        ({"camp": {"player": "3", "camp": "狼人阵营"}}, False),
        ({"role": {"player": "3", "role": "郎中"}}, True),
        ({"role": {"player": "1", "role": "郎中"}}, False),
        ({"status": {"player": "5", "status": "恐惧"}}, True),
        ({"status": {"player": "5", "status": "隐身"}}, False),
        ({"used": {"player": "4", "skill": "诽谤", "on": "3", "when": "今夜"}}, True),
        ({"used": {"player": "4", "skill": "诽谤", "on": None, "when": "全局"}}, True),
        ({"used": {"player": "4", "skill": "诽谤", "on": "1", "when": "今夜"}}, False),
        ({"used": {"player": "4", "skill": "恐惧", "on": None, "when": "全局"}}, False),
    ],
)
def test_the_program_answers_the_form_truthfully(question: dict[str, Any], answer: bool) -> None:
    others = {"6:恐惧": {"player": "5", "silence": True}, "4:诽谤": "3"}
    told, game = asked(question, others=others)
    assert told == [answer]
    assert not [fact for fact in game.facts if fact.kind == "ruling"]


def test_what_another_was_kept_from_is_not_something_he_used() -> None:
    """恐惧 disarms: what the crow had handed in comes to nothing and was no use."""
    others = {"6:恐惧": {"player": "4", "silence": True}}
    question = {"used": {"player": "4", "skill": "诽谤", "on": None, "when": "全局"}}
    assert asked(question, others=others)[0] == [False]


def test_a_person_is_asked_freely_and_the_program_is_not() -> None:
    with pytest.raises(Refused):
        asked("1是狼吗")
    with pytest.raises(Refused):
        asked({"camp": {"player": "1", "camp": "狼人阵营"}}, moderator="human")
    told, game = asked("1是狼吗", moderator="human")
    assert told == ["无法回答"]  # nobody ruled in time (R147)
    assert [fact.what for fact in game.facts if fact.kind == "ruling"] == ["通天"]


def test_no_more_than_what_can_be_answered_may_be_asked() -> None:
    for question in ({}, {"camp": {"player": "9", "camp": "狼人阵营"}}, {"used": {"player": "1", "skill": "杀人"}}):
        with pytest.raises(Refused):
            asked(question)
