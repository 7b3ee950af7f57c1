"""A short hunt through whole forum games, and games that are dumped, loaded and played again; at length: ``forum``."""

from __future__ import annotations

from nightmoot.core import Game
from nightmoot.rulesets.forum.composing import compose
from tests.fuzz import forum, forum_laws


def test_random_bots_play_whole_games_without_a_fault() -> None:
    counts, found = forum.hunt(7, "short")
    assert found == []
    assert sum(counts[skill] > 0 for skill in forum.RULES.abilities) > 50


def test_a_game_is_the_same_after_a_dump_and_when_its_inputs_are_given_again() -> None:
    """Also in the middle of a night: what is told, what is open and the state itself."""
    deck = compose(12, "trip").roles
    game: Game | None = None
    for place, rested in enumerate(forum.play_by_hand(12, "trip", deck)):
        game = rested
        if place % 60 == 0:
            data = rested.dump()
            loaded = Game.load(data, forum.RULES)
            assert loaded.dump() == data
            assert loaded.digest() == rested.digest()
            assert set(loaded.open) == set(rested.open)
    assert game is not None
    assert game.over is not None
    assert list(forum_laws.faults(game)) == []
    again = next(forum.play_by_hand(12, "trip", deck))
    for given in game.inputs[1:]:
        again.submit(given)
    assert again.digest() == game.digest()
    assert again.state.dump() == game.state.dump()
