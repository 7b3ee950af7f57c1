"""The registry: rulesets found by entry point. Importing this module has no side effect."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import cast

from nightmoot.core.book import Book
from nightmoot.core.errors import BadGame
from nightmoot.core.ruleset import Ruleset

GROUP = "nightmoot.rulesets"


class Registry:
    """Rulesets by id."""

    def __init__(self) -> None:
        """Start empty; see :func:`load`."""
        self._rulesets: dict[str, Ruleset] = {}

    def add(self, ruleset: Ruleset) -> None:
        """Register a ruleset under its id."""
        self._rulesets[ruleset.id] = ruleset

    def __getitem__(self, ident: str) -> Ruleset:
        """The ruleset with that id; raises :class:`BadGame` that lists the known ones."""
        found = self._rulesets.get(ident)
        if found is None:
            raise BadGame("unknown-ruleset", "ruleset", ruleset=ident, known=tuple(sorted(self._rulesets)))
        return found

    def __iter__(self) -> Iterator[Ruleset]:
        """Every ruleset, by its place in lists, then by id."""
        return iter(sorted(self._rulesets.values(), key=lambda ruleset: (ruleset.listed, ruleset.id)))

    def __contains__(self, ident: object) -> bool:
        """Is there a ruleset with that id?"""
        return ident in self._rulesets


@lru_cache
def package_of(ruleset: str) -> str:
    """The package of an installed ruleset, as its entry point names it; its texts lie there."""
    return next((point.module for point in entry_points(group=GROUP, name=ruleset)), f"{GROUP}.{ruleset}")


def books_in(package: str, beginning: tuple[str, ...]) -> tuple[Book, ...]:
    """The books of a package's modules whose names begin so, by name: a new file of characters needs no list."""
    paths = import_module(package).__path__
    found = sorted(module.name for module in iter_modules(paths) if module.name.startswith(beginning))
    return tuple(import_module(f"{package}.{name}").book for name in found)


def load() -> Registry:
    """A registry of every installed ruleset."""
    registry = Registry()
    for point in entry_points(group=GROUP):
        registry.add(cast("Ruleset", point.load()))
    return registry
