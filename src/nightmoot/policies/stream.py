"""A stream of chance that costs next to nothing to start: ten are started for every game simulated."""

from __future__ import annotations

from typing import Final

_BITS: Final = (1 << 64) - 1


class Stream:
    """SplitMix64: a counter that steps by the golden ratio, mixed until every bit depends on every bit."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """Start from any whole number."""
        self._state = seed & _BITS

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to ``stop`` - 1, alike likely up to 2⁻⁵⁰ for the small numbers of a game."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _BITS
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _BITS
        return ((mixed ^ (mixed >> 31)) * stop) >> 64
