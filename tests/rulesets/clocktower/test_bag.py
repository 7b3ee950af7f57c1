"""The bag as somebody has chosen it: exactly so where it is full, else filled up by the table."""

from __future__ import annotations

import pytest

from nightmoot.core import BadGame, Game, SeatSpec, registry
from nightmoot.rulesets.clocktower.data import TEAMS, team_of

RULES = registry.load()["clocktower"]
TOWN = ("imp", "baron", "poisoner", "chef", "empath", "monk", "slayer")


def dealt(players: int, deck: tuple[str, ...], script: str = "tb") -> list[str]:
    game = Game.new(RULES, [SeatSpec(str(n)) for n in range(players)], {"script": script}, "bag", setup={"deck": deck})
    return sorted(seat.role for seat in game.seen.seats.values())


def test_a_full_bag_is_taken_as_it_is_whatever_the_table_says() -> None:
    assert dealt(7, TOWN) == sorted(TOWN)  # two Minions, and a Baron who adds nobody


def test_what_is_left_open_is_filled_up_by_the_table() -> None:
    found = dealt(9, ("imp", "baron", "chef"))
    teams = [sum(team_of(role) == team for role in found) for team in TEAMS]
    assert {"imp", "baron", "chef"} < set(found)
    assert teams == [3, 4, 1, 1]


def test_a_full_bag_without_a_demon_is_refused_by_the_numbers() -> None:
    with pytest.raises(BadGame) as bad:
        dealt(7, ("baron", *TOWN[2:], "mayor"))
    assert bad.value.code == "cards-do-not-fit"


def test_a_traveller_that_is_wanted_has_a_seat_beside_the_table() -> None:
    found = dealt(8, ("imp", "baron", "thief"))
    assert "thief" in found
    assert [sum(team_of(role) == team for role in found) for team in TEAMS] == [3, 2, 1, 1]


def test_the_table_names_every_character_that_players_have() -> None:
    bag = RULES.bag()
    assert bag is not None
    assert bag.numbers[10] == {"townsfolk": 7, "outsider": 0, "minion": 2, "demon": 1}
    assert bag.changes["baron"] == {"outsider": (2,)}
    assert "drunk" not in bag.unsaid
    assert "villageidiot" in bag.unsaid
    assert "imp" in bag.teams["demon"]
