"""Chance: a draw is a keyed hash of the secret seed and the draw's name, so new draws elsewhere shift nothing."""

from __future__ import annotations

from hashlib import blake2b


def keyed(secret: str, name: str) -> int:
    """A whole number of 64 bits that depends on the secret and the name alone."""
    digest = blake2b(name.encode(), key=secret.encode()[:64], digest_size=8).digest()
    return int.from_bytes(digest, "big")


def index(secret: str, name: str, count: int) -> int:
    """A place among ``count``, alike likely (up to 2⁻⁵⁰)."""
    return keyed(secret, name) % count


def hits(secret: str, name: str, chance: float) -> bool:
    """Does an event of this probability happen?"""
    return keyed(secret, name) < chance * 2.0**64


def shuffled(secret: str, name: str, items: tuple[str, ...]) -> tuple[str, ...]:
    """The items in an order drawn by name."""
    rest = list(items)
    return tuple(rest.pop(index(secret, f"{name}/{place}", len(rest))) for place in range(len(rest)))


class KeyedRng:
    """A stream of whole numbers, each a keyed hash of the stream's name and its place in it."""

    __slots__ = ("_name", "_place", "_secret")

    def __init__(self, secret: str, name: str) -> None:
        """The stream of that name; two of one name are alike."""
        self._secret, self._name, self._place = secret, name, 0

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to ``stop`` - 1, alike likely (up to 2⁻⁵⁰)."""
        found, self._place = 0, self._place + 1
        for part in range(1 + (stop.bit_length() + 13) // 64):
            found = found << 64 | keyed(self._secret, f"{self._name}/{self._place}/{part}")
        return found % stop
