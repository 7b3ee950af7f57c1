"""Somebody leaves before the game has properly begun."""

from __future__ import annotations

import pytest

from nightmoot.core import Game, Override, SeatSpec, Tick, registry


@pytest.mark.parametrize("seed", range(12))
def test_an_opening_goes_on_without_those_who_have_left(seed: int) -> None:
    rules = registry.load()["forum"]
    seats = [SeatSpec(str(n)) for n in range(rules.players[0])]
    game = Game.new(rules, seats, {}, f"s{seed}", moderator="human")
    gone = 1
    while game.state.phase.name == "开局" and not game.over:
        if gone <= 3:
            game.submit(Override("leave", {"seat": str(gone)}, ""))
            gone += 1
        else:
            game.submit(Tick(game.waits()[0].name))
        assert game.fault is None
