"""Where games are played: in this process, or in one process a core. A cluster would be one more executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from time import perf_counter
from typing import Final, Protocol

from nightmoot.lab.statistics import Tally

#: Seconds that one chunk of games should take: long enough to be worth sending, short enough to show progress.
CHUNK_SECONDS: Final = 0.3
FIRST_CHUNK: Final = 8

#: Plays the games from the first index up to but not including the second.
Job = Callable[[int, int], Tally]


class Executor(Protocol):
    """Something that plays chunks of games, in whatever order."""

    def run(self, job: Job, games: int) -> Iterator[Tally]:
        """Have all games played; yields the tally of each chunk as it is done."""
        ...


class Chunks:
    """Cuts the indices into chunks of about :data:`CHUNK_SECONDS`, learning from those that are done."""

    def __init__(self, games: int, workers: int) -> None:
        """So many games for so many workers."""
        self.next, self.games, self.workers = 0, games, workers
        self.size = FIRST_CHUNK

    def take(self) -> tuple[int, int] | None:
        """The next chunk, as (first, one past the last)."""
        if self.next == self.games:
            return None
        share = -(-(self.games - self.next) // self.workers)
        first, self.next = self.next, min(self.games, self.next + min(self.size, share))
        return first, self.next

    def done(self, games: int, seconds: float) -> None:
        """So many games have taken so long."""
        self.size = max(1, int(games * CHUNK_SECONDS / max(seconds, 1e-6)))


def timed(job: Job, first: int, last: int) -> tuple[Tally, float]:
    """A chunk's tally and the seconds it took."""
    began = perf_counter()
    return job(first, last), perf_counter() - began


class Serial:
    """All games in this process, one after another."""

    def run(self, job: Job, games: int) -> Iterator[Tally]:
        """Chunk by chunk."""
        chunks = Chunks(games, 1)
        while (chunk := chunks.take()) is not None:
            tally, seconds = timed(job, *chunk)
            chunks.done(tally.games, seconds)
            yield tally


class Processes:
    """One process a core; each loads the rules once."""

    def __init__(self, workers: int) -> None:
        """So many processes."""
        self.workers = workers

    def run(self, job: Job, games: int) -> Iterator[Tally]:
        """Two chunks for every worker are on their way at any time."""
        context = get_context("forkserver")
        context.set_forkserver_preload(["nightmoot.lab.simulate"])
        chunks = Chunks(games, self.workers)
        pending: set[Future[tuple[Tally, float]]] = set()
        pool = ProcessPoolExecutor(self.workers, mp_context=context)
        try:
            while True:
                while len(pending) < 2 * self.workers and (chunk := chunks.take()) is not None:
                    pending.add(pool.submit(timed, job, *chunk))
                if not pending:
                    return
                finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in finished:
                    tally, seconds = future.result()
                    chunks.done(tally.games, seconds)
                    yield tally
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def executor_for(workers: int, games: int) -> Executor:
    """Processes where they are worth their start, else this process."""
    return Processes(workers) if workers > 1 and games > FIRST_CHUNK else Serial()
