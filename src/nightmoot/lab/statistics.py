"""What many games add up to: counts that can be added in any order, and how sure one can be of a share."""

from __future__ import annotations

from collections.abc import Mapping
from math import erfc, sqrt
from typing import Final

from nightmoot.core import Game, Record

NOBODY: Final = "nobody"


class Tally(Record, frozen=True):
    """Counts over a number of games: winners by side, and in which night the game stood when it ended.

    ``beside`` counts the sides that have won along with another.
    """

    games: int = 0
    winners: dict[str, int] = {}
    nights: dict[str, int] = {}
    beside: dict[str, int] = {}

    @classmethod
    def of(cls, game: Game) -> Tally:
        """The tally of one game that is over."""
        side = game.over.side if game.over is not None else None
        beside = dict.fromkeys(game.over.beside, 1) if game.over is not None else {}
        return cls(1, {side or NOBODY: 1}, {str(game.state.phase.night): 1}, beside)

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.games + other.games,
            added(self.winners, other.winners),
            added(self.nights, other.nights),
            added(self.beside, other.beside),
        )

    def in_order(self) -> Tally:
        """The same with its keys sorted, so that equal tallies read alike."""
        return Tally(
            self.games,
            dict(sorted(self.winners.items(), key=lambda item: (-item[1], item[0]))),
            dict(sorted(self.nights.items(), key=lambda item: int(item[0]))),
            dict(sorted(self.beside.items())),
        )


def added(left: Mapping[str, int], right: Mapping[str, int]) -> dict[str, int]:
    """Two maps of counts, added key by key."""
    found = dict(left)
    for key, count in right.items():
        found[key] = found.get(key, 0) + count
    return found


def interval(hits: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a share; with the default ``z`` it holds the true one in 95 of 100 experiments."""
    if not trials:
        return 0.0, 1.0
    share = hits / trials
    square = z * z / trials
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / trials + square / (4 * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def likely(hits: int, trials: int, share: float) -> float:
    """How likely a count at least this far from ``trials * share`` is (two sides, normal approximation)."""
    if share in (0.0, 1.0):
        return 1.0 if hits == trials * share else 0.0
    return erfc(abs(hits - trials * share) / sqrt(2 * trials * share * (1 - share)))
