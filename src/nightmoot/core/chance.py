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
