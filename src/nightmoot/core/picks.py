"""Picks: what may be chosen, as data, so that pages, bots, scenarios and the fuzzer list legal choices alike.

A choice is plain data: a seat id, an option, a bool, a number, a text, a tuple of those, a map, or None (pass).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, permutations, product
from math import comb, perm, prod
from typing import Any, Final, Protocol

import msgspec

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
        return (self.at(place) for place in range(self.count()))

    def count(self) -> int:
        """How many legal choices there are, without the pass; found without listing them."""
        raise NotImplementedError

    def at(self, place: int) -> Plain:
        """The choice at this place of :meth:`choices`, found without listing them."""
        raise NotImplementedError

    def draw(self, rng: Rng) -> Plain:
        """One legal choice, uniformly; the pass counts as one. None where there is nothing to choose."""
        count = self.count()
        total = count + self.optional
        if not total:
            return None
        place = rng.randrange(total)
        return self.at(place) if place < count else None

    def seats(self) -> tuple[str, ...]:
        """The seats that may be named, for the page."""
        return ()

    def possible(self) -> bool:
        """Is there any legal choice but the pass?"""
        return self.count() > 0

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        raise NotImplementedError


class Some(Pick, frozen=True):
    """From ``least`` to ``most`` of the items; a bare item where ``most`` is 1, else a tuple as it was chosen.

    Only where the choice is ``ordered`` are two orders of the same items two choices. Where items may be repeated, the
    shortest lists stand for all longer ones when choices are listed or drawn.
    """

    items: tuple[Any, ...] = ()
    least: int = 1
    most: int = 1
    distinct: bool = True
    ordered: bool = False
    kind: str = "seats"
    of: str = "seat"

    def check(self, choice: Plain, path: str = "choice") -> Plain:
        """Return the choice in normal form, or raise :class:`Refused` naming what is wrong."""
        if type(choice) is str and self.most == 1 and choice in self.items:
            return choice
        return Pick.check(self, choice, path)

    def _check(self, choice: Plain, path: str) -> Plain:
        if self.most == 1 and not isinstance(choice, list | tuple | dict):
            return self._offered(choice, path)
        if self.most == 1 and freeze(choice) in self.items:  # an item that is itself a list or a map
            return self._offered(freeze(choice), path)
        if isinstance(choice, Mapping):
            raise Refused("not-a-list", path)
        given = choice if isinstance(choice, list | tuple) else (choice,)
        items = tuple(self._offered(item, f"{path}.{place}") for place, item in enumerate(given))
        if not self.least <= len(items) <= self.most:
            raise Refused("wrong-count", path, least=self.least, most=self.most, given=len(items))
        if self.distinct and len(set(items)) != len(items):
            raise Refused("not-distinct", path)
        return items[0] if self.most == 1 and items else items

    def _offered(self, item: Plain, path: str) -> Plain:
        if item in self.items and (type(item) is str or any(_same(item, other) for other in self.items)):
            return item
        raise Refused("not-offered", path, choice=item)

    def _sizes(self) -> Iterator[tuple[int, int]]:
        """Every number of items that may be chosen, with the number of ways to choose so many."""
        total = len(self.items)
        if not self.distinct and self.most > 1:
            yield max(self.least, 1), total ** max(self.least, 1)
            return
        for size in range(self.least, self.most + 1):
            if size <= total:
                yield size, perm(total, size) if self.ordered else comb(total, size)

    def choices(self) -> Iterator[Plain]:
        """Every legal choice but the pass."""
        if self.most == 1:
            if self.least == 0:
                yield ()
            if self.least <= 1:
                yield from self.items
            return
        if not self.distinct:
            yield from product(self.items, repeat=max(self.least, 1))
            return
        for size in range(self.least, self.most + 1):
            yield from permutations(self.items, size) if self.ordered else combinations(self.items, size)

    def count(self) -> int:
        """How many legal choices there are, without the pass."""
        return sum(ways for _, ways in self._sizes())

    def at(self, place: int) -> Plain:
        """The choice at this place."""
        if self.most == 1 and self.least == 1:
            return self.items[place]
        for size, ways in self._sizes():
            if place < ways:
                found = self._ranked(size, place)
                return found[0] if self.most == 1 and found else found
            place -= ways
        raise IndexError(place)

    def _ranked(self, size: int, place: int) -> tuple[Any, ...]:
        """The choice of so many items at this place, in the order of :meth:`choices`."""
        if not self.distinct:
            total = len(self.items)
            return tuple(self.items[place // total**left % total] for left in reversed(range(size)))
        rest = list(self.items)
        found = []
        for left in reversed(range(size)):
            if self.ordered:
                step, place = divmod(place, perm(len(rest) - 1, left))
                found.append(rest.pop(step))
                continue
            while place >= (ways := comb(len(rest) - 1, left)):
                place -= ways
                del rest[0]
            found.append(rest.pop(0))
        return tuple(found)

    def draw(self, rng: Rng) -> Plain:
        """One legal choice, uniformly; the pass counts as one."""
        if self.most == 1 and self.least == 1:  # by far the most frequent
            count = len(self.items)
            total = count + self.optional
            place = rng.randrange(total) if total else count
            return self.items[place] if place < count else None
        return super().draw(rng)

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
        wire["ordered"] = self.ordered
        if self.kind != "seats":
            wire["of"] = self.of
        return wire


def _same(left: Plain, right: Plain) -> bool:
    """Equal and of one type: 1 is not True."""
    return bool(left == right) and type(left) is type(right)


class Yes(Pick, frozen=True):
    """True or false; a ``flag`` can only be set (or passed)."""

    flag: bool = False

    def _check(self, choice: Plain, path: str) -> Plain:
        if not isinstance(choice, bool) or (self.flag and not choice):
            raise Refused("not-yes-or-no", path, choice=choice)
        return choice

    def count(self) -> int:
        """One for a flag, else two."""
        return 1 if self.flag else 2

    def at(self, place: int) -> Plain:
        """True comes first."""
        return place == 0

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

    def count(self) -> int:
        """How many numbers are in range."""
        return max(0, self.most - self.least + 1)

    def at(self, place: int) -> Plain:
        """The numbers in ascending order."""
        return self.least + place

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

    def count(self) -> int:
        """One text stands for all."""
        return 1

    def at(self, place: int) -> Plain:
        """One text stands for all."""
        return "…"

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        return {"kind": "text", "max": self.most, "optional": self.optional}


class Form(Pick, frozen=True):
    """Several things asked by name; the choice is a map with an entry for each (a pass may be left out).

    ``cross`` names the constraints between the slots. Where there is a ``main`` slot, its value alone stands for a
    map with nothing else in it.
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
            CROSS[name](self, found, path)
        return found

    def _fits(self, found: dict[str, Plain]) -> bool:
        try:
            for name in self.cross:
                CROSS[name](self, found, "choice")
        except Refused:
            return False
        return True

    def choices(self) -> Iterator[Plain]:
        """The product of what the slots offer, as far as the cross constraints allow."""
        found = (self._at(place) for place in range(self._product()))
        return (choice for choice in found if self._fits(choice)) if self.cross else found

    def _product(self) -> int:
        return prod(pick.count() + pick.optional for pick in self.slots.values())

    def count(self) -> int:
        """How many legal choices there are; cross constraints are found by listing."""
        return sum(1 for _ in self.choices()) if self.cross else self._product()

    def at(self, place: int) -> Plain:
        """The choice at this place."""
        if not self.cross:
            return self._at(place)
        for nth, choice in enumerate(self.choices()):
            if nth == place:
                return choice
        raise IndexError(place)

    def _at(self, place: int) -> dict[str, Plain]:
        found = {}
        for key, pick in reversed(self.slots.items()):
            count = pick.count()
            place, mine = divmod(place, count + pick.optional)
            found[key] = pick.at(mine) if mine < count else None
        return {key: found[key] for key in self.slots}

    def draw(self, rng: Rng) -> Plain:
        """One legal choice, uniformly; cross constraints are met by drawing again, seldom by listing."""
        total = self._product()
        if self.cross and total and not self.optional:
            for _ in range(64):
                found = self._at(rng.randrange(total))
                if self._fits(found):
                    return found
        return super().draw(rng)

    def possible(self) -> bool:
        """Is there any legal choice but the pass?"""
        return next(iter(self.choices()), None) is not None

    def seats(self) -> tuple[str, ...]:
        """The seats that may be named in any slot."""
        return tuple(dict.fromkeys(seat for pick in self.slots.values() for seat in pick.seats()))

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

    def count(self) -> int:
        """The sum of what each of them offers."""
        return sum(pick.count() for pick in self.of.values())

    def at(self, place: int) -> Plain:
        """What each of them offers, one after another."""
        for key, pick in self.of.items():
            count = pick.count()
            if place < count:
                return {key: pick.at(place)}
            place -= count
        raise IndexError(place)

    def seats(self) -> tuple[str, ...]:
        """The seats that may be named for any of them."""
        return tuple(dict.fromkeys(seat for pick in self.of.values() for seat in pick.seats()))

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        return {
            "kind": "either",
            "of": {key: pick.to_wire() for key, pick in self.of.items()},
            "optional": self.optional,
        }


class Each(Pick, frozen=True):
    """Something said of ``least`` to ``most`` of the seats (all of them where ``most`` is 0): a map from seat to it."""

    items: tuple[str, ...] = ()
    value: Pick = Yes()
    least: int = 1
    most: int = 0

    def _check(self, choice: Plain, path: str) -> Plain:
        if not isinstance(choice, Mapping):
            raise Refused("not-a-map", path)
        for key in choice:
            if key not in self.items:
                raise Refused("not-offered", f"{path}.{key}", choice=key)
        most = self.most or len(self.items)
        if not self.least <= len(choice) <= most:
            raise Refused("wrong-count", path, least=self.least, most=most, given=len(choice))
        return {key: self.value.check(freeze(choice[key]), f"{path}.{key}") for key in self.items if key in choice}

    def _sizes(self) -> Iterator[tuple[int, int]]:
        each = self.value.count() + self.value.optional
        for size in range(self.least, min(self.most or len(self.items), len(self.items)) + 1):
            yield size, comb(len(self.items), size) * each**size

    def count(self) -> int:
        """How many legal choices there are."""
        return sum(ways for _, ways in self._sizes())

    def at(self, place: int) -> Plain:
        """The choice at this place: fewer seats first."""
        count = self.value.count()
        each = count + self.value.optional
        for size, ways in self._sizes():
            if place >= ways:
                place -= ways
                continue
            which, said = divmod(place, each**size)
            seats = Some(items=self.items, least=size, most=size)._ranked(size, which)
            found = {}
            for key in reversed(seats):
                said, mine = divmod(said, each)
                found[key] = self.value.at(mine) if mine < count else None
            return {key: found[key] for key in seats}
        raise IndexError(place)

    def seats(self) -> tuple[str, ...]:
        """The seats of which something may be said."""
        return self.items

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        return {
            "kind": "each",
            "candidates": self.items,
            "value": self.value.to_wire(),
            "min": self.least,
            "max": self.most or len(self.items),
            "optional": self.optional,
        }


class Several(Pick, frozen=True):
    """A list of ``least`` to ``most`` choices of one pick, in the order given.

    With ``apart`` no seat is named in two of them; the shortest lists stand for all longer ones then.
    """

    of: Pick = Yes()
    least: int = 1
    most: int = 1
    apart: bool = False

    def _check(self, choice: Plain, path: str) -> Plain:
        if not isinstance(choice, list | tuple):
            raise Refused("not-a-list", path)
        if not self.least <= len(choice) <= self.most:
            raise Refused("wrong-count", path, least=self.least, most=self.most, given=len(choice))
        found = tuple(self.of.check(freeze(item), f"{path}.{place}") for place, item in enumerate(choice))
        named = [seat for item in found for seat in (item if isinstance(item, tuple) else (item,))]
        if self.apart and len(set(named)) != len(named):
            raise Refused("not-distinct", path)
        return found

    def count(self) -> int:
        """How many legal choices there are."""
        each = self.of.count()
        return each if self.apart else sum(each**size for size in range(self.least, self.most + 1))

    def at(self, place: int) -> Plain:
        """The choice at this place: shorter lists first."""
        each = self.of.count()
        if self.apart:
            return (self.of.at(place),)
        for size in range(self.least, self.most + 1):
            if place < each**size:
                return tuple(self.of.at(place // each**left % each) for left in reversed(range(size)))
            place -= each**size
        raise IndexError(place)

    def seats(self) -> tuple[str, ...]:
        """The seats that may be named in each of them."""
        return self.of.seats()

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it."""
        return {
            "kind": "several",
            "of": self.of.to_wire(),
            "min": self.least,
            "max": self.most,
            "apart": self.apart,
            "optional": self.optional,
        }


def _named(form: Form, found: Mapping[str, Plain]) -> Iterator[str]:
    """Every seat that a filled form names."""
    for key, pick in form.slots.items():
        value = found[key]
        if isinstance(pick, Some) and pick.kind == "seats" and value is not None:
            yield from value if isinstance(value, tuple) else (value,)


def _all_seats_differ(form: Form, found: Mapping[str, Plain], path: str) -> None:
    named = list(_named(form, found))
    if len(set(named)) != len(named):
        raise Refused("not-distinct", path)


def _all_or_none(form: Form, found: Mapping[str, Plain], path: str) -> None:
    if len({value is None for value in found.values()}) > 1:
        raise Refused("all-or-none", path)


#: The constraints between the slots of a form, by name.
CROSS: Final[Mapping[str, Callable[[Form, Mapping[str, Plain], str], None]]] = {
    "distinct": _all_seats_differ,
    "all or none": _all_or_none,
}


def narrowed(pick: Pick, keeps: Callable[[Plain], bool]) -> Pick:
    """The pick of one item, or of a flag, with only what passes a test; any other pick as it is."""
    if isinstance(pick, Yes) and pick.flag and not keeps(True):
        return Some(optional=pick.optional)
    if isinstance(pick, Some) and pick.most == 1:
        return msgspec.structs.replace(pick, items=tuple(item for item in pick.items if keeps(item)))
    return pick


def one(seats: tuple[str, ...], *, optional: bool = False) -> Some:
    """One of the seats."""
    return Some(items=seats, optional=optional)


def exactly(count: int, seats: tuple[str, ...], *, optional: bool = False, ordered: bool = False) -> Some:
    """So many different seats."""
    return Some(items=seats, least=count, most=count, optional=optional, ordered=ordered)


def between(least: int, most: int, seats: tuple[str, ...], *, optional: bool = False, ordered: bool = False) -> Some:
    """From ``least`` to ``most`` different seats; a tuple unless ``most`` is 1."""
    return Some(items=seats, least=least, most=most, optional=optional, ordered=ordered)


def option(values: tuple[Any, ...], *, of: str = "text", optional: bool = False) -> Some:
    """One of the options, which are roles, skills, camps or plain texts."""
    return Some(items=values, kind="options", of=of, optional=optional)
