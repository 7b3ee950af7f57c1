"""The girl's peek where a person moderates: his ruling is a decision of its own, and nothing of it shows (T-115)."""

from __future__ import annotations

import pytest

from nightmoot.core import MODERATOR, Answer, BadGame, Game, Tick
from nightmoot.core.records import SeatSpec
from nightmoot.rulesets.table import RULESET

ROLES = ("werewolf", "werewolf", "little_girl", "villager", "villager")
DEFAULT = {"sees": "one_random_living_wolf", "caught_probability": 0.5}


def peeking(**options: object) -> Game:
    """The first night, when wolves and girl are awake."""
    specs = [SeatSpec(name, role) for name, role in zip("甲乙丙丁戊", ROLES, strict=True)]
    rules = {"sheriff_enabled": False, "girl_peek_model": "host_decides", **options}
    return Game.new(RULESET, specs, rules, hold=frozenset(), moderator="human", strict=True)


def name_of(game: Game, key: str) -> str:
    return next(name for name, question in game.open.items() if question.key == key)


def asked(game: Game, seat: str) -> list[object]:
    """All that a page of this seat is sent of its decisions."""
    return [(decision.name, decision.to_wire()) for decision in game.decisions(seat)]


def test_the_ruling_has_a_key_of_its_own_and_the_kill_stays_open() -> None:
    game = peeking()
    before = asked(game, "1"), asked(game, "2"), game.visible("1")
    game.submit(Answer(name_of(game, "peek"), "3", True))
    [ruling] = game.decisions(MODERATOR)[1:]
    assert (ruling.key, ruling.skill, ruling.kind, ruling.params) == ("caught", "peek", "ruling", {"seat": "3"})
    assert (asked(game, "1"), asked(game, "2"), game.visible("1")) == before
    assert asked(game, "3") == []
    assert not [notice for notice in game.visible("3") if notice.key == "seen_wolves"]


@pytest.mark.parametrize("first", ["ruling", "kill"])
def test_either_may_be_answered_first(first: str) -> None:
    game = peeking()
    game.submit(Answer(name_of(game, "peek"), "3", True))
    kill = Answer(name_of(game, "kill"), "wolves", "4")
    ruling = Answer(name_of(game, "caught"), MODERATOR, {"sees": ["2"], "caught": True})
    for given in (kill, ruling) if first == "kill" else (ruling, kill):
        game.submit(given)
    [told] = [notice for notice in game.visible("3") if notice.key == "seen_wolves"]
    assert told.info == "2"
    assert [question.key for question in game.open.values()] == ["seize"]
    assert any("主持人裁定偷看：2号乙、是" in line for line in game.explain("zh"))


def test_left_to_the_program_it_is_drawn_as_by_default() -> None:
    game = peeking()
    game.submit(Answer(name_of(game, "peek"), "3", True))
    game.submit(Tick("close of " + name_of(game, "caught")))
    [told] = [notice for notice in game.visible("3") if notice.key == "seen_wolves"]
    assert told.info in ("1", "2")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"caught_probability": 1}, {**DEFAULT, "caught_probability": 1}),
        ({"sees": "all_living_wolves"}, {**DEFAULT, "sees": "all_living_wolves"}),
        ({}, DEFAULT),
        ("host_decides", "host_decides"),
    ],
)
def test_what_is_left_out_of_the_option_is_as_by_default(given: object, kept: object) -> None:
    game = peeking(girl_peek_model=given)
    assert game.header.options["girl_peek_model"] == game.state.options["girl_peek_model"] == kept


@pytest.mark.parametrize("given", [{"caught_probability": True}, {"caught": 1}, {"sees": "nobody"}, "sometimes", 1])
def test_what_the_option_cannot_be(given: object) -> None:
    with pytest.raises(BadGame, match="option-value"):
        peeking(girl_peek_model=given)
