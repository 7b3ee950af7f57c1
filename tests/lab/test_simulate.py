"""An experiment comes out the same wherever it is played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nightmoot.core import BadGame
from nightmoot.lab import Executor, Experiment, Processes, Report, Serial, Tally, interval, likely, simulate
from nightmoot.lab.executors import Chunks, Job, executor_for

EXPERIMENT = Experiment("table", 8, {}, {"specials": ("witch", "hunter")}, "random", "same everywhere")


class Backwards:
    """An executor that plays the last games first, in chunks of a fixed size."""

    def __init__(self, size: int) -> None:
        self.size = size

    def run(self, job: Job, games: int) -> Iterator[Tally]:
        for first in reversed(range(0, games, self.size)):
            yield job(first, min(games, first + self.size))


@pytest.fixture(scope="module")
def alone() -> Report:
    return simulate(EXPERIMENT, 60)


@pytest.mark.parametrize("executor", [Backwards(1), Backwards(7), Processes(1), Processes(3)])
def test_any_number_of_workers_and_any_order_give_the_same_result(executor: Executor, alone: Report) -> None:
    report = simulate(EXPERIMENT, 60, executor)
    assert report.tally == alone.tally
    assert list(report.tally.winners) == list(alone.tally.winners)
    assert list(report.tally.nights) == list(alone.tally.nights)


def test_more_games_begin_with_the_same_games() -> None:
    parts = [simulate(EXPERIMENT, games).tally for games in (10, 20)]
    rest = Backwards(10).run(lambda first, last: Tally(last - first), 0)
    assert list(rest) == []
    assert parts[1].games == 20
    assert all(parts[1].winners[side] >= count for side, count in parts[0].winners.items())


def test_every_game_has_a_seed_of_its_own_however_long_the_experiments_is() -> None:
    long = Experiment("table", 8, seed="x" * 200)
    seeds = {long.seed_of(index) for index in range(100)} | {EXPERIMENT.seed_of(index) for index in range(100)}
    assert len(seeds) == 200


def test_an_error_in_a_worker_comes_back_as_it_was() -> None:
    with pytest.raises(BadGame) as refused:
        simulate(Experiment("table", 8, {"moon": "full"}), 20, Processes(2))
    assert (refused.value.code, refused.value.path) == ("unknown-option", "options.moon")


def test_progress_tells_the_tally_so_far() -> None:
    seen: list[int] = []
    simulate(EXPERIMENT, 30, Backwards(10), lambda tally: seen.append(tally.games))
    assert seen == [10, 20, 30]


def test_chunks_cover_every_game_once_and_learn_their_size() -> None:
    chunks, taken = Chunks(1000, 2), []
    while (chunk := chunks.take()) is not None:
        taken.append(chunk)
        chunks.done(chunk[1] - chunk[0], 0.001 * (chunk[1] - chunk[0]))
    assert taken[0] == (0, 8)
    assert taken[1] == (8, 308)
    assert taken[-1][1] == 1000
    assert [last for _, last in taken[:-1]] == [first for first, _ in taken[1:]]


def test_few_games_are_not_worth_a_process() -> None:
    assert isinstance(executor_for(4, 5), Serial)
    assert isinstance(executor_for(1, 5000), Serial)
    assert isinstance(executor_for(4, 5000), Processes)


def test_tallies_add_up_in_any_order() -> None:
    one, two = Tally(2, {"a": 2}, {"10": 1, "9": 1}), Tally(3, {"b": 3}, {"9": 3})
    assert one.plus(two).in_order() == two.plus(one).in_order()
    assert one.plus(two).in_order() == Tally(5, {"b": 3, "a": 2}, {"9": 4, "10": 1})
    assert list(two.plus(one).in_order().nights) == ["9", "10"]


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_wilsons(hits: int, trials: int, low: float, high: float) -> None:
    assert interval(hits, trials) == pytest.approx((low, high), abs=0.001)


def test_what_is_far_from_the_mean_is_unlikely() -> None:
    assert likely(500, 1000, 0.5) == 1.0
    assert likely(531, 1000, 0.5) == pytest.approx(0.05, abs=0.001)
    assert likely(600, 1000, 0.5) < 1e-9
    assert likely(0, 1000, 0.0) == 1.0
    assert likely(1, 1000, 0.0) == 0.0
