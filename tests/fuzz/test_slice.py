"""A bounded slice of ./fuzz, and that it finds what it is to find."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nightmoot.core import Ruleset
from tests.fuzz.coverage import Coverage
from tests.fuzz.deals import REGISTRY, Recipe, recipe
from tests.fuzz.playing import fault_of

GAMES = 24
#: What is so rare that a slice need not see it.
RARE = {
    "side/piper",
    "side/couple",
    "hook/lives/two_lives",
    "hook/guard/protected",
    "skill/seize",
    "skill/save",
    "skill/reveal",
}


def test_a_slice_of_random_games_shows_no_fault_and_most_of_what_there_is() -> None:
    coverage = Coverage(REGISTRY["table"], 1)
    for number in range(GAMES):
        found = recipe("table", f"slice/{number}", coverage.counts)
        game, fault = fault_of(found, twins=number % 6 == 0)
        assert fault is None, f"{fault}\n./fuzz --repeat '{found.line()}'"
        assert game is not None
        coverage.add(game)
    missing = {goal for goal in coverage.missing() if not goal.startswith("option/")}
    assert missing <= RARE


def test_a_slice_of_the_killer_game_shows_no_fault() -> None:
    for number in range(5):
        found = recipe("killer", f"slice/{number}")
        _, fault = fault_of(found, twins=number == 0)
        assert fault is None, f"{fault}\n./fuzz --repeat '{found.line()}'"


def test_a_slice_of_the_clocktower_shows_no_fault() -> None:
    found = msgspec.structs.replace(recipe("clocktower", "slice"), players=7, options={"script": "tb"}, setup={})
    _, fault = fault_of(found, twins=False)  # the scenarios are played in every manner
    assert fault is None, f"{fault}\n./fuzz --repeat '{found.line()}'"


def test_a_recipe_is_repeated_by_its_line() -> None:
    found = recipe("table", "line")
    again = Recipe.read(found.line())
    assert again.deal().game().dump() == found.deal().game().dump()


def test_what_has_been_seen_least_is_dealt_first() -> None:
    counts = {f"role/{role}": 9 for role in REGISTRY["table"].roles} | {
        "role/piper": 0,
        "side/piper": 9,
        "side/couple": 9,
    }
    assert all("piper" in recipe("table", str(seed), counts).setup["specials"] for seed in range(10))
    counts |= {"role/piper": 9, "side/couple": 0}
    rare = [recipe("table", str(seed), counts) for seed in range(20)]
    assert any(found.players == 5 and "cupid" in found.setup["specials"] for found in rare)


def test_a_fault_is_found_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: Ruleset = REGISTRY["table"]
    honest = rules.abilities["check"]

    def leaking(s: Any, me: Any, use: Any) -> None:
        honest.body(s, me, use)
        s.state.put_holding(me.__class__(me.id, me.owner, me.ability, left=-1))

    import dataclasses

    monkeypatch.setitem(rules.abilities, "check", dataclasses.replace(honest, body=leaking))
    _, fault = fault_of(recipe("table", "leak"))
    assert fault is not None
    assert "has -1 uses left" in fault
