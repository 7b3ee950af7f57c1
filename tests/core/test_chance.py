"""Chance: keyed draws, the same in every run, unmoved by draws elsewhere, and fixed ahead where that is asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightmoot.core import Game, Override, Refused, Scene, Undo, chance
from nightmoot.core.picks import Form, Yes, between, exactly, one
from tests.core.playing import answer, game, play, scene, tick

SEATS = ("1", "2", "3", "4")


@given(st.text(), st.text(), st.integers(1, 50))
def test_a_draw_depends_on_the_secret_and_its_name_alone(secret: str, name: str, count: int) -> None:
    assert chance.index(secret, name, count) == chance.index(secret, name, count)
    assert 0 <= chance.index(secret, name, count) < count
    assert sorted(chance.shuffled(secret, name, SEATS)) == list(SEATS)


def test_draws_are_fair() -> None:
    counts = Counter(chance.index("secret", str(n), 5) for n in range(5000))
    assert all(900 < count < 1100 for count in counts.values())
    assert 400 < sum(chance.hits("secret", str(n), 0.25) for n in range(2000)) < 600
    assert not chance.hits("secret", "x", 0.0)
    assert chance.hits("secret", "x", 1.0)
    assert len(Counter(chance.shuffled("secret", str(n), SEATS) for n in range(3000))) == 24


@given(st.integers(1, 2**200), st.text(max_size=5))
def test_a_keyed_stream_stays_in_range_and_is_the_same_again(stop: int, name: str) -> None:
    streams = [chance.KeyedRng("secret", name) for _ in range(2)]
    drawn = [[stream.randrange(stop) for _ in range(4)] for stream in streams]
    assert drawn[0] == drawn[1]
    assert all(0 <= number < stop for number in drawn[0])


def draws(of: Game) -> list[Any]:
    return [fact.data for fact in of.facts if fact.kind == "draw"]


def lots(seed: str = "0", *, first: tuple[str, ...] = ()) -> Game:
    night = game("draw", "draw", *first, "plain", "plain", "zap", "plain", course=[("night", {})], seed=seed)
    return play(night, draw=[True, True])


def test_the_same_draw_comes_out_alike_in_a_replay_and_otherwise_with_another_secret() -> None:
    assert draws(lots()) == draws(lots())
    assert len({tuple(draws(lots(str(seed)))) for seed in range(12)}) > 6


def test_draws_of_two_holders_are_two_draws() -> None:
    assert len({tuple(draws(lots(str(seed)))) for seed in range(12) if len(set(draws(lots(str(seed))))) == 2}) > 3


def test_a_new_draw_elsewhere_shifts_nothing() -> None:
    def drawn(extra: bool) -> Any:
        s = scene(game("zap", "plain"))
        if extra:
            s.draw("another", SEATS)
            s.happens("coin", 0.5)
        return s.draw("draw", SEATS), s.draw("draw", SEATS), s.happens("flip", 0.5)

    assert drawn(False) == drawn(True)


def test_undo_and_redo_draw_the_same() -> None:
    night = game("draw", "plain", "plain", "zap", "plain")
    before = len(night.inputs)
    answer(night, "4", "zap", None)
    answer(night, "1", "draw", True)
    first = draws(night)
    night.submit(Undo(before))
    answer(night, "4", "zap", None)
    answer(night, "1", "draw", True)
    assert draws(night) == first != []


def test_a_fork_draws_the_same() -> None:
    night = game("draw", "plain", "plain", "zap", "plain")
    answer(night, "4", "zap", None)
    other = night.fork()
    for either in (night, other):
        answer(either, "1", "draw", True)
    assert draws(night) == draws(other)


# ---------------------------------------------------------------------- fixed ahead


def fixed(queue: dict[str, Any]) -> Scene:
    of = game("zap", "plain")
    of.submit(Override("chance", queue))
    return scene(of)


def test_outcomes_fixed_ahead_come_first_in_order_and_then_chance_again() -> None:
    s = fixed({"draw": ["3", "1"]})
    assert [s.draw("draw", SEATS), s.draw("draw", SEATS)] == ["3", "1"]
    assert s.state.chance["draw"] == ()
    assert s.draw("draw", SEATS) in SEATS


def test_an_outcome_of_another_kind_waits_for_its_own_draw() -> None:
    s = fixed({"peek": [False, "2"]})
    assert s.draw("peek", SEATS) == "2"
    assert s.happens("peek", 1.0) is False


def test_an_outcome_that_is_not_possible_is_an_error_that_names_it() -> None:
    s = fixed({"draw": ["9"]})
    with pytest.raises(Refused, match=r"chance-not-possible at draw \(outcome='9'"):
        s.draw("draw", SEATS)


def test_outcomes_of_other_keys_are_left_alone_and_a_later_entry_replaces_the_earlier() -> None:
    of = game("zap", "plain")
    of.submit(Override("chance", {"draw": ["1"], "other": ["2"]}))
    of.submit(Override("chance", {"draw": ["3"]}))
    s = scene(of)
    assert s.draw("draw", SEATS) == "3"
    assert s.state.chance["other"] == ("2",)


def test_an_impossible_outcome_parks_the_game_and_is_mended_by_another() -> None:
    night = game("draw", "plain", "zap", "plain", strict=False, twice=False)
    night.submit(Override("chance", {"draw": ["9"]}))
    answer(night, "3", "zap", None)
    answer(night, "1", "draw", True)
    assert night.fault is not None
    assert "chance-not-possible" in night.fault
    night.submit(Override("chance", {"draw": ["2"]}))
    assert night.fault is None
    assert draws(night) == ["2"]


@pytest.mark.parametrize(
    ("pick", "queue", "expected", "rest"),
    [
        (one(SEATS), ["3"], "3", ()),
        (one(SEATS, optional=True), ["3", "1"], "3", ("1",)),
        (exactly(2, SEATS), [["3", "1"]], ("3", "1"), ()),
        (exactly(2, SEATS), ["4", "2", "1"], ("4", "2"), ("1",)),
        (between(1, 3, SEATS), ["4"], ("4",), ()),
        (Yes(), [False], False, ()),
        (Form(slots={"who": one(SEATS), "how": Yes()}), [{"who": "2", "how": True}], {"who": "2", "how": True}, ()),
    ],
)
def test_a_drawn_choice_may_be_fixed_whole_or_item_by_item(pick: Any, queue: Any, expected: Any, rest: Any) -> None:
    s = fixed({"draw": queue})
    assert s.draw_choice("draw", pick) == expected
    assert s.state.chance["draw"] == rest


def test_a_drawn_choice_is_never_a_pass_and_nothing_where_there_is_none() -> None:
    s = scene(game("zap", "plain"))
    assert all(s.draw_choice("draw", one(SEATS, optional=True)) in SEATS for _ in range(10))
    assert s.draw_choice("draw", one(())) is None


def test_a_silent_owners_choice_is_drawn_by_the_name_of_the_decision() -> None:
    ballot = game("plain", "zap", "plain", "plain", course=[("vote", {"drawn": True})], seed="5")
    answer(ballot, "1", "vote", "2")
    tick(ballot)
    other = game("plain", "zap", "plain", "plain", course=[("vote", {"drawn": True})], seed="5")
    answer(other, "3", "vote", "2")
    tick(other)
    left, right = (of.state.memory["voted"] for of in (ballot, other))
    assert left["4"] == right["4"]
    assert left["2"] == right["2"]
