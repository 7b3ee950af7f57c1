"""Lockstep twins: the same random game played in other manners comes out the same, to the last notice."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from nightmoot.core import Answer, AnyInput, Game, Plain, Undo
from nightmoot.lab import play_out
from nightmoot.policies import make_policy, seat_everywhere
from tests.rulesets.killer.playing import RULES, course, experiment, find, game, new_game, tick

OPTIONS: tuple[dict[str, Plain], ...] = (
    {},
    {"beta_target": "chosen_by_beta", "revived_job": "redrawn", "night_kill_reveal": "job"},
    {"votes_public": False, "vote_change": "final", "self_vote": True, "night_kill_reveal": "camp"},
    {"alpha_order_takes_effect": "next_0800", "protection_absorbs": "all_kill_orders", "npc_event_seal_days": 1},
    {"lock_covers_kill_order": False, "seal_covers_kill_order": False, "politician_failure_consumes": False},
)
CASES = [(number, f"twin/{number}/{nth}") for number in range(len(OPTIONS)) for nth in range(2)]


@cache
def straight(number: int, seed: str) -> tuple[Game, tuple[AnyInput, ...]]:
    """A game moderated by a random GM, and its inputs."""
    played = new_game(seed, OPTIONS[number], moderator="human")
    return played, tuple(course(played, seed))


def whole(of: Game) -> Any:
    return of.state.dump(), of.notices, of.over


@pytest.mark.parametrize(("number", "seed"), CASES)
def test_every_step_run_twice(number: int, seed: str) -> None:
    played, inputs = straight(number, seed)
    twin = new_game(seed, OPTIONS[number], moderator="human", twice=True)
    for given in inputs:
        twin.submit(given)
    assert whole(twin) == whole(played)


@pytest.mark.parametrize(("number", "seed"), CASES)
def test_dumped_and_loaded_on_the_way(number: int, seed: str) -> None:
    played, inputs = straight(number, seed)
    twin = new_game(seed, OPTIONS[number], moderator="human")
    for place, given in enumerate(inputs):
        if place % 9 == 0:
            dumped = twin.dump()
            twin = Game.load(dumped, RULES, strict=True)
            assert twin.dump() == dumped
        twin.submit(given)
    assert whole(twin) == whole(played)


@pytest.mark.parametrize(("number", "seed"), CASES)
def test_undone_and_redone_and_forked_on_the_way(number: int, seed: str) -> None:
    played, inputs = straight(number, seed)
    twin = new_game(seed, OPTIONS[number], moderator="human")
    for place, given in enumerate(inputs):
        before = whole(twin.fork())
        twin.submit(given)
        if place % 7:
            continue
        undone = twin.fork()
        undone.submit(Undo(place, keep=False))
        assert whole(undone) == before
        undone.submit(given)
        assert whole(undone) == whole(twin)
    assert whole(twin) == whole(played)


@pytest.mark.parametrize("policy", ["random", "lottery"])
def test_policies_in_place_play_the_game_that_they_play_from_outside(policy: str) -> None:
    asked = experiment(policy, "in place")
    for index in range(8):
        inside = asked.new_game(RULES, index)
        outside = asked.new_game(RULES, index, in_place=False)
        play_out(outside, seat_everywhere(make_policy(policy, RULES), outside.state.circle, asked.seed_of(index)))
        assert outside.notices == inside.notices
        assert outside.facts == inside.facts
        assert outside.over == inside.over


def test_an_undo_keeps_what_others_have_ordered_since() -> None:
    day = tick(game("plain_killer", "police", "doctor", "civilian", "civilian", "civilian"))
    before = len(day.inputs)
    day.submit(Answer(find(day, "4", "vote").name, "4", "5"))
    day.submit(Answer(find(day, "2", "investigate").name, "2", "1"))
    day.submit(Answer(find(day, "5", "vote").name, "5", "4"))
    day.submit(Undo(before))
    assert not find(day, "4", "vote").answered
    assert find(day, "2", "investigate").mine == "1"
    assert find(day, "5", "vote").mine == "4"
    assert [notice.info for notice in day.visible("3") if notice.key == "voted"] == [{"5": "4"}]
