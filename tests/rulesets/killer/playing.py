"""Short ways to play the killer game: a table is written as its jobs in seat order, people act by seat and skill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nightmoot.core import (
    GATES,
    MODERATOR,
    Answer,
    AnyInput,
    Game,
    OpenDecision,
    Outcome,
    Override,
    Plain,
    Policies,
    SeatSpec,
    Tick,
    registry,
)
from nightmoot.lab import Experiment
from nightmoot.lab.drive import Driver, due
from nightmoot.policies import make_policy, seat_everywhere

RULES = registry.load()["killer"]
NAMES = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳"
CALM = {"drowning_enabled": False, "first_kill_revival_enabled": False}
#: Small tables in which everything can happen soon.
SMALL = (
    "interferer curser spy sealer bloodthirster esper politician "
    "police police doctor madman bomb civilian civilian civilian civilian civilian alpha beta gamma npc npc"
).split()


def game(*jobs: str, seed: str = "0", moderator: str = "human", **options: Plain) -> Game:
    """A game of these jobs in seat order, in night 0."""
    seats = [SeatSpec(name, job) for name, job in zip(NAMES, jobs, strict=False)]
    return Game.new(RULES, seats, {**CALM, **options}, seed, hold=GATES, moderator=moderator, strict=True)


def find(of: Game, seat: str, skill: str) -> OpenDecision:
    """The seat's open decision or offer."""
    found = [d for d in of.decisions(seat) if d.skill == skill and d.owner == seat]
    assert found, f"{seat} has no {skill!r} but {[d.skill for d in of.decisions(seat)]}"
    return found[0]


def act(of: Game, seat: str, skill: str, choice: Plain) -> Outcome:
    """The seat takes an offer or answers."""
    return of.submit(Answer(find(of, seat, skill).name, seat, choice))


def tick(of: Game, times: int = 1) -> Game:
    """Time passes to the next 20:00 or 8:00."""
    for _ in range(times):
        gate = of.gate()
        assert gate is not None
        of.submit(Tick(gate.name))
    return of


def chance(of: Game, **outcomes: Any) -> None:
    """Fix the next draws."""
    of.submit(Override("chance", {key: tuple(queue) for key, queue in outcomes.items()}))


def until_day(of: Game, day: int) -> Game:
    """Pass everything up to the 20:00 of a day."""
    while (of.seen.phase.day, of.seen.phase.name) != (day, "20:00"):
        tick(of)
    return of


def news(of: Game, lang: str = "en") -> list[str]:
    """The explained log of what happened last, without where it happened."""
    phase = of.seen.phase.serial
    lines = of.explain(lang)
    heads = {"en": ": ", "zh": "："}
    from nightmoot.core.explain import lines as all_lines

    found = all_lines(tuple(of.facts), RULES.texts(lang).has)
    return [
        text.partition(heads[lang])[2] for text, line in zip(lines, found, strict=True) if line.phase.serial == phase
    ]


# ---------------------------------------------------------------------- whole games, at random


def players(of: Game, seed: str) -> Policies:
    """Random players in every seat, and a random GM."""
    return seat_everywhere(make_policy("random", of.rules), (*of.state.circle, MODERATOR), seed)


def course(of: Game, seed: str) -> Iterator[AnyInput]:
    """The inputs of a game played at random to its end; each has been submitted when the next is asked for."""
    driver = Driver(players(of, seed))
    while of.over is None:
        given: AnyInput | None = driver.next(of) or due(of)
        assert given is not None, "the game rests and nothing is open"
        yield given
        of.submit(given)


def new_game(seed: str, options: Mapping[str, Plain] | None = None, **more: Any) -> Game:
    """A game of the small table, dealt by the seed."""
    seats = [SeatSpec(f"P{place}") for place in range(1, len(SMALL) + 1)]
    more.setdefault("hold", GATES)
    return Game.new(RULES, seats, dict(options or {}), seed, setup={"deck": tuple(SMALL)}, strict=True, **more)


def experiment(policy: str, seed: str) -> Experiment:
    """Whole games of 25."""
    return Experiment("killer", 25, {}, {}, policy, seed)
