"""Time as the host sees it: one clock that can be asked and can wake, real or driven by a test."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count
from typing import Protocol


class Timer(Protocol):
    """A wake-up call that can be cancelled."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Milliseconds since 1970, and wake-up calls by that count."""

    def now(self) -> int: ...

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer: ...


class LoopClock:
    """The wall clock with the event loop's timers."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        """Wake at a time; within the hour at the latest, so that a changed wall clock is noticed."""
        delay = min(max(0, at - self.now()), 3_600_000)
        return asyncio.get_running_loop().call_later(delay / 1000, callback)


class _Entry:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class FakeClock:
    """A clock for tests: it stands still until it is told to go on."""

    def __init__(self, start: int = 1_700_000_000_000) -> None:
        self._now = start
        self._heap: list[tuple[int, int, _Entry]] = []
        self._order = count()

    def now(self) -> int:
        return self._now

    def call_at(self, at: int, callback: Callable[[], None]) -> Timer:
        entry = _Entry(callback)
        heapq.heappush(self._heap, (at, next(self._order), entry))
        return entry

    def next(self) -> int | None:
        """When the next wake-up call is due."""
        while self._heap and self._heap[0][2].callback is None:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def advance(self, ms: int) -> None:
        """Let time pass; calls that fall due are made in order, at their time."""
        end = self._now + ms
        while (due := self.next()) is not None and due <= end:
            _, _, entry = heapq.heappop(self._heap)
            self._now = max(self._now, due)
            if entry.callback is not None:
                entry.callback()
        self._now = end


class Alarm:
    """One wake-up call for many rooms: each says when it wants to be woken next."""

    def __init__(self, clock: Clock, wake: Callable[[str], None]) -> None:
        self._clock = clock
        self._wake = wake
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._timer: Timer | None = None

    def set(self, key: str, due: int | None) -> None:
        """Wake ``key`` at ``due`` (and no more at what was set before), or not at all."""
        if due is None:
            self._due.pop(key, None)
        elif self._due.get(key) != due:
            self._due[key] = due
            heapq.heappush(self._heap, (due, key))
        self._arm()

    def stop(self) -> None:
        """No more calls."""
        self._due.clear()
        self._arm()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        if self._heap:
            self._timer = self._clock.call_at(self._heap[0][0], self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._clock.now()
        while self._heap and self._heap[0][0] <= now:
            due, key = heapq.heappop(self._heap)
            if self._due.get(key) == due:
                del self._due[key]
                self._wake(key)
        self._arm()
