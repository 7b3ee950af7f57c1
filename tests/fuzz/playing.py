"""One recipe played in search of faults: by the rules, in other manners, and wildly."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from random import Random

from nightmoot.core import Game, Override
from nightmoot.core.inputs import AnyInput
from tests.core.twins import Told, differences, manners_of, play_out
from tests.fuzz import moves
from tests.fuzz.deals import Recipe
from tests.fuzz.invariants import faults, views

#: Wild games are short: what goes wrong goes wrong early.
WILD_MOVES = 150


def clocktower(game: Game) -> list[str]:
    """What the reader of the clocktower game finds."""
    from tests.rulesets.clocktower.reader import read_log

    last = {seat: record.role for seat, record in game.seen.seats.items()}
    return read_log(game.seen.circle, game.facts, last).faults


#: Independent readers of a finished game's log, by ruleset: what is wrong in it.
READERS: dict[str, Callable[[Game], list[str]]] = {"clocktower": clocktower}


def straight(recipe: Recipe) -> Game:
    """Played out with every step run twice; what must hold holds at every rest."""

    def check(game: Game, given: AnyInput) -> Game:
        found = faults(game)
        assert not found, found
        return game

    game = play_out(recipe.deal(), check, twice=True)
    found = [*views(game), *READERS.get(recipe.ruleset, lambda _: [])(game)]
    assert not found, found
    for lang in ("en", "zh"):
        assert all("None" not in line and "{" not in line for line in game.explain(lang)), "a sentence has a hole"
    return game


def in_manners(recipe: Recipe, count: int = 2) -> None:
    """A few of the lockstep twins, by lot."""
    deal = recipe.deal()
    found = differences(deal, Random(recipe.seed).sample(manners_of(deal.rules), count))
    assert not found, found


def wildly(recipe: Recipe) -> Game:
    """Anything that can be done is done, legal or not; then the record is replayed."""
    rng = Random(recipe.seed)
    game = recipe.deal().game(twice=True, moderator=rng.choice(("auto", "human")))
    kinds: tuple[Callable[..., AnyInput | None], ...] = (
        *(moves.answer,) * 12,
        *(moves.tick,) * 3,
        moves.nonsense,
        moves.withdraw,
        moves.post,
        moves.undo,
        moves.override,
        moves.answer_for,
    )
    by_the_rules = True
    for _ in range(WILD_MOVES):
        kind = rng.choice(kinds) if game.open or game.seen.windows else moves.tick
        given = kind(game, rng.randrange)
        if given is not None and moves.submit(game, given) and isinstance(given, Override) and given.act != "answer":
            by_the_rules = False
        moves.check(game, by_the_rules=by_the_rules)
        if game.over is not None and rng.randrange(4):
            break
        if rng.randrange(20) == 0:
            game = Game.load(game.dump(), game.rules, strict=True, twice=True)
    again = Game.replay(game.rules, game.header, game.inputs, strict=True)
    assert Told.of(again) == Told.of(game), "a replay of the inputs is another game"
    return game


def fault_of(recipe: Recipe, *, twins: bool = True) -> tuple[Game | None, str | None]:
    """The straight game, and what went wrong in playing the recipe (None: nothing)."""
    game = None
    try:
        game = straight(recipe)
        wildly(recipe)
        if twins:
            in_manners(recipe)
    except Exception:
        return game, traceback.format_exc()
    return game, None
