"""Picks: what may be chosen, as data, so that pages, bots, scenarios and the fuzzer list legal choices alike.

A choice is plain data: a seat id, an option, a bool, a number, a text, a tuple of those, a map, or None (pass).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any, Protocol

from nightmoot.core.errors import Refused
from nightmoot.core.plain import Plain, Record, freeze


class Rng(Protocol):
    """The part of ``random.Random`` that drawing a choice needs."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to ``stop`` - 1."""
        ...


class Pick(Record, frozen=True):
    """What may be chosen; ``optional`` says that None (a pass) is a legal choice."""

    optional: bool = False

    def check(self, choice: Plain, path: str = "choice") -> Plain:
        """Return the choice in normal form, or raise :class:`Refused` naming what is wrong."""
        if choice is None:
            if self.optional:
                return None
            raise Refused("must-choose", path)
        return self._check(choice, path)

    def _check(self, choice: Plain, path: str) -> Plain:
        raise NotImplementedError

    def choices(self) -> Iterator[Plain]:
        """Every legal choice but the pass; may be long."""
        raise NotImplementedError

    def draw(self, rng: Rng) -> Plain:
        """One legal choice, uniformly; the pass counts as one."""
        found = tuple(self.choices())
        count = len(found) + self.optional
        if not count:
            return None
        index = rng.randrange(count)
        return found[index] if index < len(found) else None

    def seats(self) -> tuple[str, ...]:
        """The seats that may be named, for the page."""
        return ()

    def possible(self) -> bool:
        """Is there any legal choice but the pass?"""
        return next(self.choices(), _NOTHING) is not _NOTHING

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        raise NotImplementedError


_NOTHING = object()


def _as_items(choice: Plain, path: str) -> tuple[Plain, ...]:
    if isinstance(choice, list | tuple):
        return tuple(choice)
    if isinstance(choice, dict):
        raise Refused("not-a-list", path)
    return (choice,)


class Some(Pick, frozen=True):
    """From ``least`` to ``most`` of the items; a bare item where ``most`` is 1, else a tuple in the order chosen.

    Where items may be repeated, one item alone stands for all longer lists when choices are listed or drawn.
    """

    items: tuple[Any, ...] = ()
    least: int = 1
    most: int = 1
    distinct: bool = True
    kind: str = "seats"
    of: str = "seat"

    def check(self, choice: Plain, path: str = "choice") -> Plain:
        """Return the choice in normal form, or raise :class:`Refused` naming what is wrong."""
        if type(choice) is str and self.most == 1 and choice in self.items:
            return choice
        return Pick.check(self, choice, path)

    def _check(self, choice: Plain, path: str) -> Plain:
        if self.most == 1 and not isinstance(choice, list | tuple | dict):
            if choice in self.items:
                return choice
            raise Refused("not-offered", path, choice=choice)
        items = _as_items(choice, path)
        for index, item in enumerate(items):
            if item not in self.items:
                raise Refused("not-offered", f"{path}.{index}", choice=item)
        if not self.least <= len(items) <= self.most:
            raise Refused("wrong-count", path, least=self.least, most=self.most, given=len(items))
        if self.distinct and len(set(items)) != len(items):
            raise Refused("not-distinct", path)
        return items[0] if self.most == 1 else items

    def choices(self) -> Iterator[Plain]:
        """Every legal choice but the pass."""
        if self.most == 1:
            if self.least <= 1:
                yield from self.items
            return
        if not self.distinct:
            yield from ((item,) for item in self.items)
            return
        for size in range(self.least, self.most + 1):
            yield from permutations(self.items, size)

    def draw(self, rng: Rng) -> Plain:
        """One legal choice, uniformly (for several items: a size, then an order of that size, uniformly)."""
        items = self.items
        count = len(items)
        if self.most == 1:
            total = count + self.optional
            if not total:
                return None
            index = rng.randrange(total)
            return items[index] if index < count else None
        if self.optional and rng.randrange(2):
            return None
        most = min(self.most, count) if self.distinct else self.most
        if most < self.least or not count:
            return None
        size = self.least + rng.randrange(most - self.least + 1)
        if not self.distinct:
            return (items[rng.randrange(count)],)
        rest = list(items)
        return tuple(rest.pop(rng.randrange(len(rest))) for _ in range(size))

    def possible(self) -> bool:
        """Is there any legal choice but the pass?"""
        return len(self.items) >= self.least if self.distinct else bool(self.items) or not self.least

    def seats(self) -> tuple[str, ...]:
        """The seats that may be named."""
        return self.items if self.kind == "seats" else ()

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        wire: dict[str, Any] = {"kind": self.kind, "min": self.least, "max": self.most, "optional": self.optional}
        wire["candidates" if self.kind == "seats" else "options"] = self.items
        wire["distinct"] = self.distinct
        if self.kind != "seats":
            wire["of"] = self.of
        return wire


class Yes(Pick, frozen=True):
    """True or false; a ``flag`` can only be set (or passed)."""

    flag: bool = False

    def _check(self, choice: Plain, path: str) -> Plain:
        if not isinstance(choice, bool) or (self.flag and not choice):
            raise Refused("not-yes-or-no", path, choice=choice)
        return choice

    def choices(self) -> Iterator[Plain]:
        """True, and false where it is no flag."""
        yield True
        if not self.flag:
            yield False

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        return {"kind": "flag" if self.flag else "yes", "optional": self.optional}


class Number(Pick, frozen=True):
    """A whole number from ``least`` to ``most``."""

    least: int = 0
    most: int = 0

    def _check(self, choice: Plain, path: str) -> Plain:
        if isinstance(choice, bool) or not isinstance(choice, int) or not self.least <= choice <= self.most:
            raise Refused("not-in-range", path, least=self.least, most=self.most, given=choice)
        return choice

    def choices(self) -> Iterator[Plain]:
        """Every number in range."""
        yield from range(self.least, self.most + 1)

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        return {"kind": "number", "min": self.least, "max": self.most, "optional": self.optional}


class Text(Pick, frozen=True):
    """A text of at most ``most`` characters."""

    most: int = 200

    def _check(self, choice: Plain, path: str) -> Plain:
        if not isinstance(choice, str) or not choice.strip() or len(choice) > self.most:
            raise Refused("not-a-text", path, most=self.most)
        return choice

    def choices(self) -> Iterator[Plain]:
        """One text stands for all."""
        yield "…"

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        return {"kind": "text", "max": self.most, "optional": self.optional}


class Form(Pick, frozen=True):
    """Several things asked by name; the choice is a map with an entry for each (a pass may be left out).

    Where there is a ``main`` slot, its value alone stands for a map with nothing else in it.
    """

    slots: dict[str, Pick] = {}
    cross: tuple[str, ...] = ()
    main: str | None = None

    def _check(self, choice: Plain, path: str) -> Plain:
        if self.main is not None and not isinstance(choice, Mapping):
            choice = {self.main: choice}
        if not isinstance(choice, Mapping):
            raise Refused("not-a-map", path)
        unknown = [key for key in choice if key not in self.slots]
        if unknown:
            raise Refused("unknown-part", f"{path}.{unknown[0]}")
        found = {key: pick.check(freeze(choice.get(key)), f"{path}.{key}") for key, pick in self.slots.items()}
        for name in self.cross:
            _CROSS[name](found, path)
        return found

    def choices(self) -> Iterator[Plain]:
        """The product of what the slots offer, as far as the cross constraints allow."""
        options = [[*pick.choices(), *([None] if pick.optional else [])] for pick in self.slots.values()]
        for values in product(*options):
            found = dict(zip(self.slots, values, strict=True))
            try:
                for name in self.cross:
                    _CROSS[name](found, "choice")
            except Refused:
                continue
            yield found

    def draw(self, rng: Rng) -> Plain:
        """One legal choice: slot by slot, drawn again while a cross constraint refuses it."""
        if self.optional and rng.randrange(2):
            return None
        for _ in range(64):
            found = {key: pick.draw(rng) for key, pick in self.slots.items()}
            try:
                return self._check(found, "choice")
            except Refused:
                continue
        return super().draw(rng)

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        slots = {key: pick.to_wire() for key, pick in self.slots.items()}
        return {"kind": "form", "slots": slots, "cross": self.cross, "optional": self.optional}


class Either(Pick, frozen=True):
    """Exactly one of several things, each with its own pick; the choice is a map with one entry."""

    of: dict[str, Pick] = {}

    def _check(self, choice: Plain, path: str) -> Plain:
        if not isinstance(choice, Mapping) or len(choice) != 1:
            raise Refused("not-one-of", path, of=tuple(self.of))
        [(key, value)] = choice.items()
        if key not in self.of:
            raise Refused("not-offered", f"{path}.{key}", choice=key)
        return {key: self.of[key].check(freeze(value), f"{path}.{key}")}

    def choices(self) -> Iterator[Plain]:
        """What each of them offers."""
        for key, pick in self.of.items():
            for value in pick.choices():
                yield {key: value}

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        return {
            "kind": "either",
            "of": {key: pick.to_wire() for key, pick in self.of.items()},
            "optional": self.optional,
        }


def _all_seats_differ(found: Mapping[str, Plain], path: str) -> None:
    named = [value for value in found.values() if isinstance(value, str)]
    if len(set(named)) != len(named):
        raise Refused("not-distinct", path)


_CROSS = {"distinct": _all_seats_differ}


def one(seats: tuple[str, ...], *, optional: bool = False) -> Some:
    """One of the seats."""
    return Some(items=seats, optional=optional)


def exactly(count: int, seats: tuple[str, ...], *, optional: bool = False) -> Some:
    """So many different seats, in the order chosen."""
    return Some(items=seats, least=count, most=count, optional=optional)


def between(least: int, most: int, seats: tuple[str, ...], *, optional: bool = False) -> Some:
    """From ``least`` to ``most`` different seats; a tuple unless ``most`` is 1."""
    return Some(items=seats, least=least, most=most, optional=optional)


def option(values: tuple[Any, ...], *, of: str = "text", optional: bool = False) -> Some:
    """One of the options, which are roles, skills, camps or plain texts."""
    return Some(items=values, kind="options", of=of, optional=optional)
