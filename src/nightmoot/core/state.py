"""The State of a game: dicts of frozen records, cheap to clone, with the hot questions indexed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from nightmoot.core.facts import FactLog
from nightmoot.core.plain import Plain, refreeze
from nightmoot.core.records import Harm, Holding, Mark, Order, Phase, Seat, Step, Verdict, Window

replace = msgspec.structs.replace


class State(msgspec.Struct):
    """Everything a game is at one moment. Only a Scene writes to it.

    ``living`` is the circle without those out, ``ranks`` the living by role; ``owned`` and ``copies`` index the
    holdings by owner and by ability; ``marks`` are kept by kind. ``memory`` is a ruleset's own plain data by name.
    ``counters`` count (names, arrivals) in the whole game, ``passing`` the questions and draws of the present phase,
    ``entered`` the phases since day or night last changed. ``chance`` holds outcomes fixed ahead by key, ``due`` the
    steps that wait for a named moment.
    """

    ruleset: str
    options: dict[str, Any]
    secret: str
    circle: tuple[str, ...] = ()
    living: tuple[str, ...] = ()
    ranks: dict[str, tuple[str, ...]] = {}
    seats: dict[str, Seat] = {}
    holdings: dict[str, Holding] = {}
    owned: dict[str, tuple[str, ...]] = {}
    copies: dict[str, tuple[str, ...]] = {}
    marks: dict[str, tuple[Mark, ...]] = {}
    groups: dict[str, tuple[str, ...]] = {}
    agenda: tuple[Step, ...] = ()
    windows: dict[str, Window] = {}
    orders: dict[str, tuple[Order, ...]] = {}
    harms: tuple[Harm, ...] = ()
    due: dict[str, tuple[Step, ...]] = {}
    phase: Phase = Phase()
    memory: dict[str, Any] = {}
    counters: dict[str, int] = {}
    passing: dict[str, int] = {}
    entered: dict[str, int] = {}
    chance: dict[str, tuple[Any, ...]] = {}
    over: Verdict | None = None
    facts: FactLog = msgspec.field(default_factory=FactLog)

    def clone(self) -> State:
        """A copy that can be written without touching this one.

        Everything is shared: a write replaces the dict it changes (all are small), so a clone costs next to nothing.
        """
        new: State = self.__copy__()  # type: ignore[attr-defined]  # what copy.copy would find
        new.facts = self.facts.clone()
        return new

    def put(self, field: str, key: str, value: Any) -> None:
        """Write one entry of a dict field."""
        setattr(self, field, {**getattr(self, field), key: value})

    def drop(self, field: str, key: str) -> None:
        """Remove one entry of a dict field, if it is there."""
        table = getattr(self, field)
        if key in table:
            setattr(self, field, {name: value for name, value in table.items() if name != key})

    def count(self, key: str) -> int:
        """Count one more of ``key`` and return how many there were before."""
        seen = self.counters.get(key, 0)
        self.counters = {**self.counters, key: seen + 1}
        return seen

    def count_here(self, key: str) -> int:
        """The same, counting anew in every phase."""
        seen = self.passing.get(key, 0)
        self.passing = {**self.passing, key: seen + 1}
        return seen

    def put_seat(self, seat: Seat) -> None:
        """Write a seat."""
        self.put_seats({**self.seats, seat.id: seat})

    def put_seats(self, seats: dict[str, Seat]) -> None:
        """Write all seats at once, and refresh who lives."""
        self.seats = seats
        self.living = tuple([name for name in self.circle if not seats[name].out])
        ranks: dict[str, list[str]] = {}
        for name in self.living:
            ranks.setdefault(seats[name].role, []).append(name)
        self.ranks = {role: tuple(names) for role, names in ranks.items()}

    def put_holding(self, holding: Holding) -> None:
        """Write a holding, keeping the indexes."""
        if holding.id not in self.holdings:
            self.put("owned", holding.owner, (*self.owned.get(holding.owner, ()), holding.id))
            self.put("copies", holding.ability, (*self.copies.get(holding.ability, ()), holding.id))
        self.put("holdings", holding.id, holding)

    def drop_holding(self, holding_id: str) -> None:
        """Remove a holding, keeping the indexes."""
        holding = self.holdings[holding_id]
        self.drop("holdings", holding_id)
        self.put("owned", holding.owner, tuple(x for x in self.owned[holding.owner] if x != holding_id))
        self.put("copies", holding.ability, tuple(x for x in self.copies[holding.ability] if x != holding_id))

    def put_mark(self, mark: Mark) -> None:
        """Add a mark."""
        self.put("marks", mark.kind, (*self.marks.get(mark.kind, ()), mark))

    def drop_marks(self, gone: Iterable[Mark]) -> None:
        """Remove these marks."""
        for mark in gone:
            rest = tuple(m for m in self.marks.get(mark.kind, ()) if m.id != mark.id)
            if rest:
                self.put("marks", mark.kind, rest)
            else:
                self.drop("marks", mark.kind)

    def all_marks(self) -> Iterator[Mark]:
        """Every mark, by kind."""
        for marks in self.marks.values():
            yield from marks

    def holdings_of(self, owner: str) -> tuple[Holding, ...]:
        """The owner's holdings, oldest first."""
        return tuple(self.holdings[name] for name in self.owned.get(owner, ()))

    def holders(self, ability: str) -> tuple[Holding, ...]:
        """Every holding of the ability, in circle order (groups and the table after the seats)."""
        names, holdings = self.copies.get(ability, ()), self.holdings
        if len(names) < 2:
            return (holdings[names[0]],) if names else ()
        place = {seat: index for index, seat in enumerate(self.circle)}
        found = [holdings[name] for name in names]
        found.sort(key=lambda holding: (place.get(holding.owner, len(place)), holding.id))
        return tuple(found)

    def dump(self) -> dict[str, Any]:
        """The whole state as plain data."""
        return {name: msgspec.to_builtins(getattr(self, name)) for name in self.__struct_fields__}

    @classmethod
    def load(cls, data: dict[str, Any]) -> State:
        """The state that was dumped."""
        state = msgspec.convert(data, cls)
        for name in cls.__struct_fields__:
            value = getattr(state, name)
            if name != "facts":
                setattr(state, name, _thaw(value))
        state.facts.refreeze()
        state.put_seats(state.seats)  # a state of an earlier version has no index of roles
        return state


def _thaw(value: Plain) -> Plain:
    return refreeze(value)


def equal(left: State, right: State) -> bool:
    """Are two states the same game at the same moment? What they share needs no look."""
    for name in State.__struct_fields__:
        one, other = getattr(left, name), getattr(right, name)
        if one is not other and msgspec.to_builtins(one) != msgspec.to_builtins(other):
            return False
    return True
