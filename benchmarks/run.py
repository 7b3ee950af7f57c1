"""Measure the engine: `./bench`, `./bench --seconds 10`, `./bench --profile`, `./bench --json`.

All times are the processor's own (other programs cost nothing), on one core. Beside every figure stands its ratio to
a calibration loop, a fixed piece of plain Python that was timed in the same minute: ratios may be compared between
machines and days, bare figures may not.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import platform
import pstats
import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from nightmoot.core import Game, OpenDecision, Plain, Streams, Undo, View, registry
from nightmoot.lab import Experiment
from nightmoot.lab.drive import next_answer
from nightmoot.lab.simulate import collector_at_rest
from nightmoot.policies import make_policy, seat_everywhere

DECK = ("werewolf",) * 2 + ("seer", "guard") + ("villager",) * 6
TABLE = Experiment("table", 10, {"sheriff_enabled": False, "abstain": True}, {"deck": DECK}, "random", "bench")
RULES = registry.load()["table"]
FORUM = Experiment("forum", 30, {}, {}, "random", "bench")
FORUM_RULES = registry.load()["forum"]
CLOCKTOWER = Experiment("clocktower", 10, {"script": "tb"}, {}, "random", "bench")
CLOCKTOWER_RULES = registry.load()["clocktower"]
BATCH = 50
AIM = 1000


@dataclass(frozen=True)
class Figure:
    """One measurement: microseconds a piece, and how many calibration loops that is."""

    name: str
    microseconds: float
    loops: float
    note: str = ""


def calibration_loop() -> int:
    """Calls, dict and attribute reads, tuples and small objects: what the engine is made of; 1,000 rounds."""
    seats = {str(place): (place, "in") for place in range(10)}
    found = 0
    for turn in range(1000):
        seat = str(turn % 10)
        place, standing = seats[seat]
        if standing == "in":
            found += len((seat, place, *standing)) + max(place, turn % 7)
        seats = {**seats, seat: (place, standing)}
    return found


def timed(work: Callable[[], object], seconds: float) -> float:
    """Seconds of processor time a call, the median of at least five runs that take so long together."""
    runs: list[float] = []
    began = process_time()
    while len(runs) < 5 or process_time() - began < seconds:
        start = process_time()
        work()
        runs.append(process_time() - start)
    return median(runs)


class Bench:
    """Measures beside the calibration loop."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.loops: list[float] = []
        self.figures: list[Figure] = []

    def measure(self, name: str, work: Callable[[], object], pieces: int = 1, note: str = "") -> float:
        """Time some work that does so many pieces, between two calibrations; returns microseconds a piece."""
        loop = timed(calibration_loop, self.seconds / 8)
        piece = timed(work, self.seconds) / pieces
        loop = (loop + timed(calibration_loop, self.seconds / 8)) / 2
        self.loops.append(loop)
        self.figures.append(Figure(name, piece * 1e6, piece / loop, note))
        return piece * 1e6


class Counter:
    """Random play that counts its answers."""

    def __init__(self) -> None:
        self.policy = make_policy("random", RULES)
        self.answers = 0

    def choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        self.answers += 1
        return self.policy.choose(view, decision, rng)


def play_batch() -> None:
    """A chunk of games, as a simulation plays it."""
    with collector_at_rest():
        for index in range(BATCH):
            TABLE.new_game(RULES, index)


def play_clocktower() -> None:
    with collector_at_rest():
        for index in range(10):
            CLOCKTOWER.new_game(CLOCKTOWER_RULES, index)


def counted() -> tuple[int, int, int]:
    """Answers, notices and facts of a batch."""
    policy, notices, facts = Counter(), 0, 0
    for index in range(BATCH):
        game = TABLE.new_game(RULES, index, policy=policy)
        notices += len(game.notices)
        facts += len(game.facts)
    return policy.answers, notices, facts


def parked(answers: int) -> Game:
    """A game without policies in place, so many answers on its way."""
    game = TABLE.new_game(RULES, 3, in_place=False)
    policies = seat_everywhere(make_policy("random", RULES), game.state.circle, "bench")
    for _ in range(answers):
        answer = next_answer(game, policies)
        assert answer is not None
        game.submit(answer)
    return game


def whole_parked() -> list[Any]:
    """The answers of one whole game."""
    game = TABLE.new_game(RULES, 3, in_place=False)
    policies = seat_everywhere(make_policy("random", RULES), game.state.circle, "bench")
    while game.over is None:
        answer = next_answer(game, policies)
        assert answer is not None
        game.submit(answer)
    return list(game.inputs)


def replayed(inputs: list[Any]) -> None:
    game = TABLE.new_game(RULES, 3, in_place=False)
    for given in inputs:
        game.submit(given)


def undo_often(games: list[Game]) -> None:
    """Take back the last answer of each game and give it again."""
    for game in games:
        last = game.inputs[-1]
        game.submit(Undo(len(game.inputs) - 1))
        game.submit(last)


def run(seconds: float) -> tuple[Bench, dict[str, float]]:
    bench = Bench(seconds)
    answers, notices, facts = counted()
    game_us = bench.measure("a whole game, bots in place", play_batch, BATCH)
    a_game = f"{answers / BATCH:.1f} answers, {notices / BATCH:.1f} notices, {facts / BATCH:.1f} facts a game"
    bench.figures[-1] = Figure(**{**vars(bench.figures[-1]), "note": a_game})
    answer_us = game_us * BATCH / answers

    inputs = whole_parked()
    bench.measure(
        "an answer that parks and resumes", lambda: replayed(inputs), len(inputs), "the game's start included"
    )
    middle = parked(len(inputs) // 2)
    state = middle.state
    bench.measure("a clone of the state", lambda: [state.clone() for _ in range(1000)], 1000)
    bench.measure("an undo and the same answer again", lambda: undo_often([middle.fork() for _ in range(20)]), 20)
    seen = middle.notices
    bench.measure(
        "a view folded from nothing", lambda: [View("3", seen).log for _ in range(100)], 100, f"{len(seen)} notices"
    )
    data = middle.dump()
    bench.measure("a dump", lambda: [middle.dump() for _ in range(10)], 10, f"{len(data):,} bytes")
    bench.measure("a load", lambda: [Game.load(data, RULES) for _ in range(10)], 10)
    bench.measure(
        "a whole forum game of random bots", lambda: FORUM.new_game(FORUM_RULES, 0), 1, f"{FORUM.players} players"
    )
    bench.measure(
        "a whole clocktower game of random bots",
        play_clocktower,
        10,
        f"{CLOCKTOWER.players} players",
    )
    return bench, {"games_per_second": 1e6 / game_us, "answers_per_second": 1e6 / answer_us}


def show(bench: Bench, speeds: dict[str, float]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    loop = median(bench.loops) * 1e6
    console.print(f"10 players (2 wolves, seer, guard, 6 villagers), no sheriff; Python {platform.python_version()}")
    console.print(f"calibration loop: {loop:,.0f} µs")
    table = Table("", "µs", "calibration loops", "")
    for column in table.columns[1:3]:
        column.justify = "right"
    for figure in bench.figures:
        table.add_row(figure.name, f"{figure.microseconds:,.2f}", f"{figure.loops:.5f}", figure.note)
    console.print(table)
    games = speeds["games_per_second"]
    console.print(
        f"{games:,.0f} games a second ({games / AIM:.0%} of the aim of {AIM:,}), "
        f"{speeds['answers_per_second']:,.0f} answers a second, on one core"
    )


def profile(batches: int) -> None:
    """Where a game's time goes."""
    play_batch()
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(batches):
        play_batch()
    profiler.disable()
    stats = pstats.Stats(profiler, stream=sys.stdout)
    stats.sort_stats("tottime").print_stats(40)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time a figure (default: 2)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--profile", action="store_true", help="show where a game's time goes, instead")
    chosen = parser.parse_args()
    if chosen.profile:
        profile(max(1, round(chosen.seconds * 5)))
        return
    bench, speeds = run(chosen.seconds)
    if chosen.json:
        figures = {f.name: {"microseconds": f.microseconds, "loops": f.loops} for f in bench.figures}
        print(json.dumps({**speeds, "calibration_microseconds": median(bench.loops) * 1e6, "figures": figures}))
    else:
        show(bench, speeds)


if __name__ == "__main__":
    main()
