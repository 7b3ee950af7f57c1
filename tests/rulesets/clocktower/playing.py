"""Games for the tests of this ruleset: seated by hand or drawn from the bag, played by random bots or by a test."""

from __future__ import annotations

from typing import Any

from nightmoot.core import Answer, Game, Plain, SeatSpec, Tick, registry
from nightmoot.lab import Experiment, play_out
from nightmoot.policies import make_policy, seat_everywhere
from nightmoot.rulesets.clocktower.ruleset import ClocktowerRuleset

RULES: ClocktowerRuleset = registry.load()["clocktower"]  # type: ignore[assignment]


def drawn(players: int, index: int = 0, **options: Plain) -> Game:
    """A whole game of random bots, answered in place."""
    return Experiment("clocktower", players, options, {}, "random", "test").new_game(RULES, index)


def seated(*roles: str | tuple[str, dict[str, Any]], moderator: str = "auto", **more: Any) -> Game:
    """A game with exactly these characters, from the first seat on, at its first rest."""
    specs = [
        SeatSpec(f"P{place}", role) if isinstance(role, str) else SeatSpec(f"P{place}", role[0], role[1])
        for place, role in enumerate(roles, 1)
    ]
    return Game.new(RULES, specs, {}, "seated", moderator=moderator, strict=True, **more)


def act(of: Game, seat: str, skill: str, choice: Plain) -> None:
    """Take what is open under the skill for the seat."""
    found = next(decision for decision in of.decisions(seat) if decision.skill == skill)
    of.submit(Answer(found.name, seat, choice))


def tick(of: Game) -> None:
    """Let the first wait end."""
    of.submit(Tick(of.waits()[0].name))


def until(of: Game, phase: str) -> Game:
    """Let time pass until the next phase of that name."""
    serial = of.seen.phase.serial
    while of.over is None and (of.seen.phase.name != phase or of.seen.phase.serial == serial):
        tick(of)
    return of


def played_outside(players: int, index: int) -> Game:
    """A whole game of the same bots as :func:`drawn`, who answer by inputs."""
    asked = Experiment("clocktower", players, {}, {}, "random", "test")
    game = asked.new_game(RULES, index, in_place=False)
    play_out(game, seat_everywhere(make_policy("random", RULES), game.state.circle, asked.seed_of(index)))
    return game
