"""A game that nobody can or will end: left to the program it ends by the badge (R267)."""

from __future__ import annotations

import pytest

from nightmoot.core import Game, SeatSpec, Tick, registry
from nightmoot.rulesets.forum.wins import QUIET_DAYS

RULES = registry.load()["forum"]
ROLES = ("狼学者", "守卫", "猎人", "熊", "预言家", "女巫")


def quiet(moderator: str) -> Game:
    """A game in which nobody does anything, as far as it goes, or a while longer than a stalemate takes."""
    seats = [SeatSpec(f"P{place}", role) for place, role in enumerate(ROLES)]
    game = Game.new(RULES, seats, {"sheriff": False}, "quiet", moderator=moderator)
    while game.over is None and game.seen.phase.day < QUIET_DAYS + 5:
        game.submit(Tick(game.waits()[0].name))
    return game


def test_thirty_days_on_which_nobody_goes_out_end_a_game_that_the_program_directs_alone() -> None:
    game = quiet("auto")
    assert game.over is not None
    assert (game.over.side, game.over.winners) == (None, ())
    assert game.state.phase.day == QUIET_DAYS + 1


@pytest.mark.parametrize("moderator", ["human"])
def test_a_director_decides_himself(moderator: str) -> None:
    assert quiet(moderator).over is None
