"""A simulation lets nobody search for cycles meanwhile: so games make none."""

from __future__ import annotations

import gc

import pytest

from nightmoot.core import registry
from nightmoot.lab import Experiment
from nightmoot.lab.simulate import collector_at_rest

RULES = registry.load()
GAMES = (
    Experiment("table", 10, {}, {}, "honest", "cycles"),
    Experiment("killer", RULES["killer"].players[0], {}, {}, "random", "cycles"),
    Experiment("clocktower", 8, {"script": "snv"}, {}, "random", "cycles"),
    Experiment("forum", 14, {}, {}, "random", "cycles"),
)


@pytest.mark.parametrize("experiment", GAMES, ids=lambda experiment: experiment.ruleset)
def test_what_a_game_was_made_of_is_freed_with_it(experiment: Experiment) -> None:
    rules = RULES[experiment.ruleset]
    experiment.new_game(rules, 0)  # what is worked out once for all games stays
    gc.collect()
    stays = gc.collect()  # of other tests: a class refused when it was made is found each time, never freed
    with collector_at_rest():
        for index in range(3):
            experiment.new_game(rules, index)
        assert gc.collect() == stays


@pytest.mark.parametrize("on", [True, False])
def test_the_collector_is_afterwards_as_it_was(on: bool) -> None:
    (gc.enable if on else gc.disable)()
    try:
        with collector_at_rest():
            assert not gc.isenabled()
        assert gc.isenabled() is on
    finally:
        gc.enable()
