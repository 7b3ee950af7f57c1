"""How long the line to one client is, measured by the server."""

from __future__ import annotations

from statistics import median_low


class Trips:
    """The round trips of one connection, measured by the server."""

    KEPT = 7

    def __init__(self) -> None:
        self._sent: dict[int, int] = {}
        self._took: list[int] = []
        self._last = 0

    def ask(self, now: int) -> int:
        """The number of a new ping."""
        self._last += 1
        self._sent[self._last] = now
        return self._last

    def answered(self, number: int, now: int) -> None:
        """A pong has come; one that was never asked for, or twice, counts for nothing."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._took = [*self._took, now - sent][-self.KEPT :]

    @property
    def usual(self) -> int:
        """Milliseconds there and back; the lower median, so that one late pong is no excuse."""
        return median_low(self._took) if self._took else 0
