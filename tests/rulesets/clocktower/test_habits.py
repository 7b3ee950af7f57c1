"""The automatic storyteller has no habits by which a table could read him, and says nothing that he cannot know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from nightmoot.core import Game, registry
from nightmoot.lab import Experiment
from tests.rulesets.clocktower.reader.characters import EVIL_TEAMS, TEAM
from tests.rulesets.clocktower.reader.world import at_first

RULES = registry.load()["clocktower"]


@lru_cache
def games() -> tuple[Game, ...]:
    experiment = Experiment("clocktower", 9, {"script": "snv"}, {"deck": ("dreamer", "artist")}, seed="habits")
    return tuple(experiment.new_game(RULES, index) for index in range(40))


def told(character: str) -> Iterator[tuple[Game, Any]]:
    for game in games():
        for fact in game.facts:
            if fact.kind == "told" and fact.what == character:
                yield game, fact


def test_the_artist_hears_that_the_program_does_not_know_whether_the_ability_works_or_not() -> None:
    answers = [fact.data for _, fact in told("artist")]
    assert len(answers) > 5
    assert set(answers) == {None}


def wrong_characters() -> Iterator[str]:
    """What dreamers were shown beside the truth."""
    for game in games():
        world = at_first(game.seen.circle, game.facts, {s: r.role for s, r in game.seen.seats.items()})
        for fact in game.facts:
            if fact.kind == "told" and fact.what == "dreamer" and fact.cause is not None:
                (target,) = game.facts[fact.cause].data["chosen"]
                if world.role[target] in fact.data:
                    yield from (role for role in fact.data if role != world.role[target])
            world.fold(fact)


def test_the_wrong_character_that_a_dreamer_is_shown_varies() -> None:
    evil = Counter(role for role in wrong_characters() if TEAM[role] in EVIL_TEAMS)
    assert evil.total() > 30
    assert evil.most_common(1)[0][1] < evil.total() / 3
