"""Marks that come with an ability, marks that keep the dead working, uses that ask nothing, listed information."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from nightmoot.core import TABLE, Game
from nightmoot.core.standing import Standing
from tests.core.playing import asked, game, scene
from tests.core.toy import Toy


def test_a_mark_that_comes_with_an_ability_lies_as_long_as_the_holding_stands() -> None:
    rules = Toy()
    rules.mark_kind("armour", upheld=True)
    rules.passive("armoured", marks=("armour",))
    rules.role("armoured", "blue", "armoured")
    s = scene(game("armoured", "plain", rules=rules))
    assert s.has("1", "armour")
    curse = s.mark("1", "cursed", by=s.state.holdings_of("1")[0])
    assert curse is not None
    s.state.drop_marks([curse])
    s.state.put_mark(replace(curse, by=None))  # by nobody: it lasts
    s.changed()
    assert not s.has("1", "armour")
    s.unmark(*s.state.marks["cursed"])
    assert s.has("1", "armour")
    s.become("1", "plain")
    assert not s.has("1", "armour")


def test_a_mark_may_keep_the_abilities_of_somebody_who_is_out() -> None:
    rules = Toy()
    rules.mark_kind("kept", keeps=True)
    rules.include()
    s = scene(game("zap", "peep", "plain", rules=rules))
    held = s.state.holdings_of("1")[0]
    s.kill("1")
    assert s.standing(held) is Standing.GONE
    s.mark("1", "kept")
    assert s.standing(held) is Standing.ACTIVE
    assert s.standing(s.state.holdings_of("2")[0]) is Standing.ACTIVE


def informed(later: bool) -> Game:
    rules = Toy()

    @rules.ability("hint", wakes="nights")
    def hint(s: Any, me: Any, use: Any) -> None:
        s.show(me, "hinted", ({"who": ("1", "2")}, 0), 0, straight=({"who": ("1", "2")},))

    rules.role("hint", "blue", "hint")
    rules.sheet = ("hint", "zap")
    return game("hint", "zap", "plain", rules=rules, moderator="human" if later else "auto")


def test_an_ability_without_a_pick_runs_unasked_and_tells_what_is_suggested() -> None:
    night = informed(later=False)
    assert asked(night, "2") == ["zap"]
    told = [notice for notice in night.notices if notice.key == "hinted"]
    assert [(notice.to, notice.info) for notice in told] == [(("1",), 0)]
    assert any(fact.kind == "misinformed" for fact in night.facts)


def test_a_person_who_moderates_is_asked_which_of_the_listed_answers_is_told() -> None:
    night = informed(later=True)
    [question] = night.open.values()
    assert tuple(question.picks["moderator"].choices()) == ({"who": ("1", "2")}, 0)


def test_a_mark_on_the_table_meets_every_harm() -> None:
    rules = Toy()

    @rules.harm("cancel", "truce")
    def truce(s: Any, mark: Any, harm: Any) -> bool:
        return True

    s = scene(game("zap", "plain", rules=rules))
    mark = s.mark(TABLE, "truce")
    assert mark is not None
    assert not s.kill("2")
    s.unmark(mark)
    assert s.kill("2")
