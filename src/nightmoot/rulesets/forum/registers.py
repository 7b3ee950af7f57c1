"""Registers that the files of the roles fill while they are loaded, and that nobody writes to later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

V = TypeVar("V")


class Register(Generic[V]):
    """One thing for each name."""

    def __init__(self) -> None:
        """Start empty."""
        self._kept: dict[str, V] = {}

    def put(self, name: str, value: V) -> None:
        """Keep it under the name."""
        self._kept[name] = value

    def get(self, name: str) -> V | None:
        """What is kept under the name."""
        return self._kept.get(name)

    def __contains__(self, name: object) -> bool:
        """Is anything kept under the name?"""
        return name in self._kept

    def __getitem__(self, name: str) -> V:
        """What is kept under the name, which must be there."""
        return self._kept[name]

    def __iter__(self) -> Iterator[str]:
        """The names, in the order in which they came."""
        return iter(self._kept)


class Lists(Generic[V]):
    """Several things for each name, in the order in which they came."""

    def __init__(self) -> None:
        """Start empty."""
        self._kept: dict[str, tuple[V, ...]] = {}

    def put(self, name: str, value: V) -> None:
        """Keep one more under the name."""
        self._kept[name] = (*self._kept.get(name, ()), value)

    def of(self, name: str) -> tuple[V, ...]:
        """Everything that is kept under the name."""
        return self._kept.get(name, ())
