"""Nights of sequential wakes: by the sheet, by seat, also for what is gained, and calls where nobody is."""

from __future__ import annotations

from typing import Any

from nightmoot.core import GATES, Game
from tests.core.playing import answer, asked, game, play, tick
from tests.core.toy import Toy

CALLS = GATES


def order(of: Game) -> list[str]:
    """Everybody who is asked in the present night, one after the other."""
    found = []
    now = of.seen.phase.stamp
    while of.open and of.seen.phase.stamp == now:
        question = next(iter(of.open.values()))
        found += [f"{owner}:{question.skill}" for owner in question.owners]
        for owner in question.owners:
            answer(of, owner, question.skill, None)
    return found


def test_holders_are_woken_by_their_place_on_the_sheet_then_by_seat() -> None:
    night = game("peep", "ward", "peep", "bond", "zap")
    assert order(night) == ["4:bond", "2:ward", "5:zap", "1:peep", "3:peep"]


def test_who_dies_before_his_turn_is_not_woken() -> None:
    night = game("strike", "peep", "zap", "plain")
    answer(night, "1", "strike", "2")
    assert asked(night, "2") == []


def test_an_ability_gained_behind_the_cursor_comes_next() -> None:
    night = game("lend", "ape", "zap", "peep", "plain")
    answer(night, "2", "ape", "1")  # a loan, ahead on the sheet
    assert asked(night, "1") == ["lend"]
    answer(night, "1", "lend", "4")
    assert asked(night, "2") == ["lend"]
    answer(night, "2", "lend", "2")
    assert [asked(night, seat) for seat in ("2", "3", "4")] == [["zap"], [], []]


def test_a_first_night_ability_gained_behind_the_cursor_comes_next_and_once() -> None:
    rules = Toy()

    @rules.ability("study", wakes="nights", pick=rules.abilities["ape"].pick)
    def study(s: Any, me: Any, use: Any) -> None:
        s.grant(me.owner, "bond")

    rules.role("study", "blue", "study")
    rules.sheet = ("bond", "study", "zap")
    night = game("study", "zap", "plain", course=[("night", {}), ("night", {}), ("night", {})], rules=rules)
    answer(night, "1", "study", None)
    answer(night, "2", "zap", None)
    answer(night, "1", "study", "3")
    assert asked(night, "1") == ["bond"]
    assert order(night) == ["1:bond", "2:zap"]
    assert order(night) == ["1:study", "2:zap"]


def test_first_nights_and_other_nights_wake_those_who_are_due() -> None:
    rules = Toy(sheet=("bond", "zap", "patrol"))
    rules.ability("patrol", wakes="other nights", pick=rules.abilities["zap"].pick)(lambda s, me, use: None)
    rules.role("patrol", "blue", "patrol")
    nights = game("bond", "patrol", "zap", course=[("night", {}), ("night", {})], rules=rules)
    assert order(nights) == ["1:bond", "3:zap"]
    assert order(nights) == ["3:zap", "2:patrol"]


def test_what_was_gained_by_day_has_its_first_night_in_the_next() -> None:
    rules = Toy(sheet=("bond", "zap"))
    rules.step("gift")(lambda s: s.grant("2", "bond"))
    nights = game(
        "zap", "plain", "plain", course=[("night", {}), ("gift", {}), ("night", {}), ("night", {})], rules=rules
    )
    asked_of = []
    while nights.open:
        question = next(iter(nights.open.values()))
        asked_of.append(f"{nights.seen.phase.night}:{question.skill}")
        answer(nights, question.owners[0], question.skill, None)
    assert asked_of == ["1:zap", "2:bond", "2:zap", "3:zap"]


def test_a_published_place_is_called_also_where_nobody_holds_it() -> None:
    night = game("peep", "zap", rules=Toy(sheet=("zap", "ward", "peep")), hold=frozenset({"call"}))
    calls = []
    while night.seen.phase.name == "night":
        play(night)
        calls += [wait.of for wait in night.waits() if wait.kind == "call"]
        tick(night, "call")
    assert calls == ["2:zap", "ward", "1:peep"]


def test_a_call_lasts_at_least_as_long_whether_or_not_somebody_answers_at_once() -> None:
    for role in ("peep", "plain"):
        night = game(role, "zap", rules=Toy(sheet=("peep",)), hold=frozenset({"call"}))
        if role == "peep":
            answer(night, "1", "peep", "2")
        assert [wait.kind for wait in night.waits()] == ["call"]


def test_wakes_whose_prompts_depend_on_nothing_open_together_and_resolve_by_the_sheet() -> None:
    rules = Toy(sheet=("ward", "peep", "zap"))
    course = [("night", {"together": True})]
    night = game("peep", "ward", "zap", "peep", course=course, rules=rules)
    assert [asked(night, seat) for seat in ("1", "2", "3", "4")] == [["peep"], ["ward"], [], ["peep"]]
    answer(night, "4", "peep", "1")
    answer(night, "1", "peep", "2")
    assert [fact.seat for fact in night.facts if fact.kind == "use"] == []
    answer(night, "2", "ward", None)
    assert [fact.seat for fact in night.facts if fact.kind == "use"] == ["1", "4"]
    assert asked(night, "3") == ["zap"]


def test_together_or_one_by_one_a_night_comes_to_the_same() -> None:
    outcomes = []
    for together in (False, True):
        night = game("peep", "ward", "zap", "peep", "plain", course=[("night", {"together": together})])
        play(night, peep=["3", "2"], ward="5", zap="5")
        outcomes.append(([n for n in night.notices if n.key in ("peep", "gone")], night.state.living))
    assert outcomes[0] == outcomes[1]


def test_a_taken_over_seat_wakes_its_operator() -> None:
    night = game("puppet", "peep", "plain")
    answer(night, "1", "puppet", "2")
    [question] = night.open.values()
    assert question.owners == ("1",)
