"""The grimoire as the log gives it, step by step: who is what, who is dead, which tokens lie where and which count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.rulesets.clocktower.reader.characters import EVIL_TEAMS, GOOD_TEAMS, TEAM, side_of
from tests.rulesets.clocktower.reader.counting import STOPS, counting

#: Effects that stand whatever becomes of their source, by the character that makes them and their kind.
LASTING = {("sweetheart", "drunk"), ("snakecharmer", "poisoned"), ("zombuul", "mask")}
#: What works although its holder is dead.
WHEN_DEAD = {
    "pithag.deaths",
    "recluse",
    "spy.registers",
    "ravenkeeper",
    "sage",
    "klutz",
    "moonchild",
    "barber",
    "sweetheart",
    "zombuul",
}
#: Characters without an ability: whatever they seem to do is empty.
POWERLESS = {"drunk", "lunatic", "marionette"}


@dataclass(frozen=True)
class Token:
    """A token that lies on a seat."""

    at: int
    kind: str
    on: str
    by: str | None
    until: str | None

    @property
    def maker(self) -> str:
        """The seat whose ability laid it."""
        return (self.by or "").partition(":")[0]

    @property
    def ability(self) -> str:
        """The ability that laid it."""
        return (self.by or "").partition(":")[2].partition("#")[0]


@dataclass
class World:
    """Everything that the storyteller's grimoire says at one point of the log."""

    circle: tuple[str, ...]
    role: dict[str, str] = field(default_factory=dict)
    camp: dict[str, str] = field(default_factory=dict)
    believed: dict[str, str] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    tokens: list[Token] = field(default_factory=list)
    granted: dict[str, set[str]] = field(default_factory=dict)
    #: Who gave what is granted: a Philosopher's own gift ends with his character.
    granter: dict[tuple[str, str], str] = field(default_factory=dict)
    #: Grants that are only believed.
    pretended: set[tuple[str, str]] = field(default_factory=set)
    stale: set[str] = field(default_factory=set)
    #: What the Barista has given until dusk.
    served: list[tuple[str, str, int]] = field(default_factory=list)
    night: int = 0
    day: int = 0
    phase: str = ""
    #: Look at everybody as what he is: nobody counts as anything else.
    straight: bool = False
    _counting: set[Token] | None = None

    # ------------------------------------------------------------------ who

    def team(self, seat: str) -> str:
        return TEAM[self.role[seat]]

    def alive(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.circle if seat not in self.dead)

    def seems_alive(self, seat: str) -> bool:
        """Does the town take the seat for alive?"""
        return seat not in self.dead and not any(t.kind == "mask" and self.counts(t) for t in self.on(seat))

    def seem_alive(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.circle if self.seems_alive(seat))

    def no_travellers(self) -> tuple[str, ...]:
        """The living who are no Travellers."""
        return tuple(seat for seat in self.alive() if self.team(seat) != "traveller")

    def holders(self, role: str) -> tuple[str, ...]:
        return tuple(seat for seat in self.circle if self.role[seat] == role)

    def neighbours(self, seat: str) -> tuple[str, ...]:
        """The nearest who seem alive, one on each side."""
        found: list[str] = []
        place = self.circle.index(seat)
        for step in (1, -1):
            for away in range(1, len(self.circle)):
                other = self.circle[(place + step * away) % len(self.circle)]
                if self.seems_alive(other):
                    found.append(other)
                    break
        return tuple(dict.fromkeys(found))

    # ------------------------------------------------------------------ what works

    def on(self, seat: str) -> Iterator[Token]:
        """The tokens on a seat, whether they count or not."""
        return (token for token in self.tokens if token.on == seat)

    def counts(self, token: Token) -> bool:
        """Does the token count: does whoever laid it still have the ability, and nothing cures it (B39, B48)?"""
        if self._counting is None:
            self._counting = counting(self)
        return token in self._counting

    def hangs_on_its_maker(self, token: Token) -> bool:
        """Does the token need somebody whose ability works?"""
        if token.by is None or token.by == "table":
            return False
        return (token.ability.partition(".")[0], token.kind) not in LASTING

    def has(self, seat: str, holding: str) -> bool:
        """Does the seat still have the ability with which it laid something (and not a new one of the same name)?"""
        if seat not in self.role or holding in self.stale:
            return False
        ability = holding.partition(":")[2].partition("#")[0]
        return ability.partition(".")[0] == self.role[seat] or ability in self.granted.get(seat, ())

    def works(self, seat: str, ability: str) -> bool:
        """Does the seat's ability work: alive or good for the dead, neither drunk nor poisoned, and its own?"""
        if not self.own(seat, ability):
            return False
        if seat in self.dead and not self.for_the_dead(ability) and not self.kept(seat):
            return False
        return not self.stopped(seat)

    def own(self, seat: str, ability: str) -> bool:
        """Is the ability really the seat's, and not only believed?"""
        base, role = ability.partition(".")[0], self.role[seat]
        return (base == role or ability in self.granted.get(seat, ())) and (role not in POWERLESS or base == role)

    def for_the_dead(self, ability: str) -> bool:
        """Does the ability work when its holder is dead?"""
        return ability in WHEN_DEAD or ability.partition(".")[0] in WHEN_DEAD

    def vortox(self) -> bool:
        """Does a Vortox make what Townsfolk learn false?"""
        return any(self.works(seat, "vortox") for seat in self.circle)

    def kept(self, seat: str) -> bool:
        return any(token.kind == "has_ability" and self.counts(token) for token in self.on(seat))

    def stopped(self, seat: str) -> bool:
        """Is the seat drunk or poisoned?"""
        if self.role[seat] == "beggar":
            return False
        return any(token.kind in STOPS and self.counts(token) for token in self.on(seat))

    # ------------------------------------------------------------------ how somebody may count

    def otherwise(self, seat: str) -> tuple[str, ...]:
        """The teams as which a seat may count besides its own (B57); the alignment goes with them."""
        if self.straight:
            return ()
        evil = EVIL_TEAMS if self.works(seat, "recluse") else ()
        good = GOOD_TEAMS if self.works(seat, "spy.registers") else ()  # whoever has the ability, an Apprentice too
        return (*evil, *good)

    def may_be_evil(self, seat: str) -> bool:
        return self.camp[seat] == "evil" or "demon" in self.otherwise(seat)

    def must_be_evil(self, seat: str) -> bool:
        return self.camp[seat] == "evil" and "townsfolk" not in self.otherwise(seat)

    def may_be_camp(self, seat: str, camp: str) -> bool:
        return self.may_be_evil(seat) if camp == "evil" else not self.must_be_evil(seat)

    def may_be_team(self, seat: str, team: str) -> bool:
        return self.team(seat) == team or team in self.otherwise(seat)

    def must_be_team(self, seat: str, team: str) -> bool:
        return self.team(seat) == team and not self.otherwise(seat)

    def may_be_role(self, seat: str, role: str) -> bool:
        return self.role[seat] == role or TEAM.get(role) in self.otherwise(seat)

    # ------------------------------------------------------------------ going on

    def fold(self, fact: Any) -> None:
        """Take in what one fact changes."""
        self._counting = None
        seat, what = fact.seat, fact.what
        match fact.kind:
            case "phase":
                self._phase(what, fact.phase)
            case "mark":
                until = fact.data["until"] if fact.data else None
                if what == "has_ability" and (fact.by or "").partition(":")[2].startswith("bonecollector"):
                    self._forget(seat)  # a fresh ability (R135)
                self.tokens.append(Token(fact.id, what, seat, fact.by, until))
            case "unmark":
                self._lift(seat, what, fact.by)
            case "out":
                self.dead.add(seat)
                self._drunk_up([cup for cup in self.served if self.granter[cup[:2]] == seat])  # his gifts end (B39)
            case "revived":
                self.dead.discard(seat)
                self._forget(seat)
                self._soldier(fact, seat, self.role[seat])
            case "became":
                self._forget(seat)
                self.granted.get(seat, set()).difference_update(
                    [name for (on, name), by in self.granter.items() if on == by == seat]
                )
                self.believed.pop(seat, None)
                self.pretended -= {gift for gift in self.pretended if gift[0] == seat}
                self.role[seat] = what
                self._soldier(fact, seat, what)
            case "turned":
                self.camp[seat] = what
            case "believes":
                self.believed[seat] = what
            case "granted" if fact.data is None:  # else it is only believed
                self.granter[seat, what] = (fact.by or "").partition(":")[0]
                self.granted.setdefault(seat, set()).add(what)
                self._soldier(fact, seat, what)
                if (fact.by or "").partition(":")[2].startswith("barista"):
                    self.served.append((seat, what, fact.id))
            case "granted":
                self.pretended.add((seat, what))
            case "reseated":
                self.circle = tuple(fact.data)
            case "lost":
                self.granted.get(seat, set()).discard(what)
            case "joined":
                self.role[seat] = what
                self.camp.setdefault(seat, side_of(what))

    def _phase(self, name: str, phase: Any) -> None:
        self.phase, self.night, self.day = name, phase.night, phase.day
        gone = {"night": "dusk", "dawn": "dawn"}.get(name)
        if gone == "dusk":
            self._drunk_up(self.served)
        if gone:
            self.tokens = [token for token in self.tokens if token.until != gone]

    def _drunk_up(self, served: list[tuple[str, str, int]]) -> None:
        """What a Barista has served to act twice is over, with what was done by it."""
        for seat, ability, since in served:
            self.granted[seat].discard(ability)
            again = (t.by for t in self.tokens if t.by and t.by.startswith(f"{seat}:{ability}#") and t.at > since)
            self.stale |= set(again)
        self.served = [cup for cup in self.served if cup not in served]

    def _soldier(self, fact: Any, seat: str, ability: str) -> None:
        """The log does not say that a Soldier's protection begins."""
        if ability == "soldier":
            self.tokens.append(Token(fact.id, "soldier", seat, f"{seat}:soldier#of {fact.id}", None))

    def _lift(self, seat: str, kind: str, by: str | None) -> None:
        for token in self.tokens:
            if (token.on, token.kind, token.by) == (seat, kind, by):
                self.tokens.remove(token)
                return

    def _forget(self, seat: str) -> None:
        """Whatever the seat's abilities had laid is over: it has a fresh one now."""
        self.stale |= {t.by for t in self.tokens if t.by and t.by.partition(":")[0] == seat and not self._gift(t)}

    def _gift(self, token: Token) -> bool:
        seat, _, ability = (token.by or "").partition(":")
        ability = ability.partition("#")[0]
        return (ability, token.kind) in LASTING or ability in self.granted.get(seat, ())


def at_first(circle: Iterable[str], facts: Iterable[Any], last: dict[str, str]) -> World:
    """The world before the first fact: from the first change of each character, else from the last (``last``)."""
    world = World(tuple(sorted(circle, key=int)))  # seats are numbered as they sat down
    for fact in facts:
        if fact.kind == "became" and fact.seat not in world.role:
            world.role[fact.seat] = fact.data["from"]
    for seat in world.circle:
        world.role.setdefault(seat, last[seat])
        world.camp[seat] = side_of(world.role[seat])
        if world.role[seat] == "soldier":
            world.tokens.append(Token(-1, "soldier", seat, f"{seat}:soldier", None))
    return world
