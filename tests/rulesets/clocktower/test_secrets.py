"""What a player gets depends on what he may know: games that differ in secrets alone look alike to him."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import Game
from nightmoot.core.view import wire_notice
from tests.rulesets.clocktower.playing import act, seated, tick, until


def got(game: Game, viewer: str) -> list[Any]:
    """Everything a viewer has been told and is asked."""
    told = [wire_notice(n, notice) for n, notice in enumerate(game.visible(viewer))]
    return [told, [decision.to_wire() for decision in game.decisions(viewer)], game.view(viewer).to_wire()]


def watched(game: Game, viewers: tuple[str, ...], course: Any) -> list[Any]:
    found: list[Any] = []

    def look() -> None:
        found.extend(got(game, viewer) for viewer in viewers)

    look()
    course(game, look)
    return found


EMPTY_NIGHT = ("imp", "poisoner", "chef", "monk", "saint", "soldier", "virgin")


def two_days(game: Game, look: Any) -> None:
    for _ in range(60):
        if game.over is not None:
            break
        tick(game)
        look()


def test_who_is_who_shows_to_nobody_else() -> None:
    """The two good seats 6 and 7 change places: nobody but they gets anything else, also by the calls of the night."""
    swapped = (*EMPTY_NIGHT[:5], "virgin", "soldier")
    viewers = ("2", "4", "5", "public")
    assert watched(seated(*EMPTY_NIGHT), viewers, two_days) == watched(seated(*swapped), viewers, two_days)


def test_a_drunk_monk_gets_what_a_monk_gets() -> None:
    def night(game: Game, look: Any) -> None:
        until(game, "day")
        until(game, "night")
        for _ in range(40):
            if any(decision.skill == "monk" for decision in game.decisions("4")):
                look()
                act(game, "4", "monk", "3")
            if game.seen.phase.name != "night":
                break
            tick(game)
            look()

    sober = seated(*EMPTY_NIGHT)
    drunk = seated(*EMPTY_NIGHT[:3], ("drunk", {"believes": "monk"}), *EMPTY_NIGHT[4:])
    assert watched(sober, ("4", "public"), night) == watched(drunk, ("4", "public"), night)


@pytest.mark.parametrize("poisoned", ["3", "6"])
def test_the_poisoned_learn_nothing_of_it(poisoned: str) -> None:
    """Whom the Poisoner picks shows neither to the picked (who has nothing to learn) nor to the town."""

    def course(whom: str) -> Any:
        def night(game: Game, look: Any) -> None:
            while not any(decision.skill == "poisoner" for decision in game.decisions("2")):
                tick(game)
            act(game, "2", "poisoner", whom)
            two_days(game, look)

        return night

    roles = ("imp", "poisoner", "slayer", "monk", "saint", "soldier", "virgin")
    viewers = ("3", "6", "public")
    one = watched(seated(*roles), viewers, course(poisoned))
    assert one == watched(seated(*roles), viewers, course("5"))


def test_a_claim_is_on_the_menu_of_everybody_alike() -> None:
    game = until(seated("imp", "poisoner", "slayer", "monk", "saint", "soldier", "virgin"), "day")
    menus = [
        [{**decision.to_wire(), "mine": None} for decision in game.decisions(seat) if decision.offer]
        for seat in game.state.circle
    ]
    assert menus[0]
    assert all(menu == menus[0] for menu in menus)
    before = len(game.notices)
    act(game, "5", "slayer", "1")
    told = [(n.key, n.to) for n in game.notices[before:]]
    assert told == [("slays", "all")]
