"""The lockstep twins of the table game agree, with any roles and any options; its invariants hold."""

from __future__ import annotations

import pytest

from nightmoot.core import Game
from nightmoot.core.inputs import AnyInput
from nightmoot.rulesets.table.deck import ROWS
from tests.core.twins import MANNERS, differences, play_out
from tests.fuzz.deals import recipe
from tests.fuzz.invariants import faults, views

#: How many games each manner is compared in; those that save or undo at every answer take longest.
GAMES = {"saved": 6, "undone and redone": 6, "forked": 30, "every step twice": 30}


@pytest.mark.parametrize("manner", MANNERS)
def test_the_table_is_the_same_game_in_every_manner(manner: str) -> None:
    for seed in range(GAMES.get(manner, 100)):
        found = recipe("table", f"twins/{seed}")
        assert differences(found.deal(), [manner]) == [], found.line()


def test_what_must_hold_of_the_table_holds_at_every_rest() -> None:
    def check(game: Game, given: AnyInput) -> Game:
        assert faults(game) == []
        return game

    for seed in range(20):
        found = recipe("table", f"invariants/{seed}")
        game = play_out(found.deal(), check)
        assert [*views(game)] == [], found.line()


def test_wolves_villagers_and_the_seer_make_up_the_table() -> None:
    for players, row in ROWS.items():
        assert row["wolves"] + row["villagers"] + 1 == players
