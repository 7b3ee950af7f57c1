"""Simple limits against flooding: a bucket of tokens for each key."""

from __future__ import annotations

from nightmoot.host.clock import Clock


class Limiter:
    """``burst`` at once, ``per_second`` in the long run."""

    def __init__(self, clock: Clock, burst: float, per_second: float, keys: int = 10_000) -> None:
        self._clock = clock
        self._burst = burst
        self._rate = per_second / 1000
        self._keys = keys
        self._buckets: dict[str, tuple[float, int]] = {}

    def allow(self, key: str) -> bool:
        """Take a token, if there is one."""
        now = self._clock.now()
        tokens, seen = self._buckets.get(key, (self._burst, now))
        tokens = min(self._burst, tokens + max(0, now - seen) * self._rate)
        allowed = tokens >= 1
        if key not in self._buckets and len(self._buckets) >= self._keys:
            self._forget(now)
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        return allowed

    def _forget(self, now: int) -> None:
        """Drop the full buckets, and all of them where none is full."""
        full = [
            key for key, (tokens, seen) in self._buckets.items() if tokens + (now - seen) * self._rate >= self._burst
        ]
        for key in full or list(self._buckets):
            del self._buckets[key]
