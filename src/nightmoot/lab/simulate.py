"""Simulation: an experiment, played on an executor."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import perf_counter

from nightmoot.core import Record, Registry, registry
from nightmoot.lab.executors import Executor, Serial
from nightmoot.lab.experiment import Experiment
from nightmoot.lab.statistics import Tally


class Report(Record, frozen=True):
    """What came of an experiment. All but ``seconds`` depends on the experiment and the number of games alone."""

    experiment: Experiment
    tally: Tally
    seconds: float

    @property
    def games_per_second(self) -> float:
        """How fast it went."""
        return self.tally.games / self.seconds if self.seconds else 0.0


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Nothing searches for cycles in this block: games make none, so what is done with is freed at once."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Chunk(Record, frozen=True):
    """The job that executors hand around: an experiment, as a function of a range of indices."""

    experiment: Experiment

    def __call__(self, first: int, last: int) -> Tally:
        """Play these games."""
        rules = rulesets()[self.experiment.ruleset]
        tally = Tally()
        with collector_at_rest():
            for index in range(first, last):
                tally = tally.plus(Tally.of(self.experiment.new_game(rules, index)))
        return tally


@lru_cache(maxsize=1)
def rulesets() -> Registry:
    """The installed rulesets, loaded once in each process."""
    return registry.load()


def simulate(
    experiment: Experiment,
    games: int,
    executor: Executor | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """Play games 0, 1, 2 … of the experiment. ``progress`` is called with the tally so far after every chunk.

    Raises :class:`~nightmoot.core.BadGame` where such a game cannot be set up.
    """
    began = perf_counter()
    whole = Tally()
    for part in (executor or Serial()).run(Chunk(experiment), games):
        whole = whole.plus(part)
        if progress is not None:
            progress(whole)
    return Report(experiment, whole.in_order(), perf_counter() - began)
