"""Deals to play: any players, any roles, any options of a ruleset, as plain data that one line can repeat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from nightmoot.core import BadGame, Plain, Registry, Ruleset, SeatSpec, freeze, registry
from nightmoot.core.ability import OptionSpec
from tests.core.twins import Deal

#: How often something has been seen, by what it is: ``role/seer``, ``option/self_vote/true`` …
Counts = Mapping[str, int]
REGISTRY: Registry = registry.load()


class Recipe(msgspec.Struct, frozen=True):
    """Everything that makes one game, as plain data."""

    ruleset: str
    players: int
    options: dict[str, Any]
    setup: dict[str, Any]
    seed: str

    def deal(self) -> Deal:
        """The deal that it describes."""
        seats = [SeatSpec(f"p{place}") for place in range(1, self.players + 1)]
        options = {name: freeze(value) for name, value in self.options.items()}
        return Deal(REGISTRY[self.ruleset], seats, options, freeze(self.setup), self.seed)

    def line(self) -> str:
        """As one line that repeats it."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, line: str) -> Recipe:
        """The recipe that was printed."""
        return msgspec.json.decode(line, type=cls)


def option_values(spec: OptionSpec) -> tuple[Plain, ...]:
    """Values of an option that are worth trying: all that are allowed, or the examples."""
    return spec.allowed if spec.allowed is not None else spec.examples or (spec.default,)


def option_name(spec: OptionSpec, value: Plain) -> str:
    """The name under which it is counted."""
    return f"option/{spec.id}/{msgspec.json.encode(value).decode()}"


def rarest(names: list[str], counts: Counts, rng: Random) -> str:
    """One of those seen least often so far, by lot."""
    least = min(counts.get(name, 0) for name in names)
    return rng.choice([name for name in names if counts.get(name, 0) == least])


def options_of(rules: Ruleset, counts: Counts, rng: Random) -> dict[str, Plain]:
    """A few options away from their defaults: one that has been seen least, and some by lot."""
    every = {
        option_name(spec, value): (spec.id, value) for spec in rules.options.values() for value in option_values(spec)
    }
    name, value = every[rarest([*every], counts, rng)]
    found = {name: value}
    for spec in rules.options.values():
        if rng.randrange(4) == 0:
            found.setdefault(spec.id, rng.choice(option_values(spec)))
    return found


#: Sides that win at small tables, if at all, and the role without which they cannot.
SMALL = {"side/couple": "cupid", "side/piper": "piper"}


def table(counts: Counts, rng: Random) -> Recipe:
    """The table game: 8 to 18 players, or fewer or more where the option lets them."""
    from nightmoot.rulesets.table.deck import SPECIALS, wolves_for

    rules = REGISTRY["table"]
    options = options_of(rules, counts, rng)
    players = rng.randrange(5, 20) if options.get("outside_table") else rng.randrange(8, 19)
    room = players - wolves_for(players, outside=bool(options.get("outside_table"))) - 1
    first = rarest([f"role/{role}" for role in SPECIALS], counts, rng).removeprefix("role/")
    side = rarest([*SMALL], counts, rng)
    if counts.get(side, 0) < counts.get(f"role/{SMALL[side]}", 0) // 4 and rng.randrange(2):
        first, players, options["outside_table"] = SMALL[side], 5, True
        room = players - wolves_for(players, outside=True) - 1
    others = rng.sample([role for role in SPECIALS if role != first], rng.randrange(len(SPECIALS)))
    specials = (first, *others)[:room]
    return Recipe("table", players, options, {"specials": specials}, f"{rng.getrandbits(64):016x}")


def forum(counts: Counts, rng: Random) -> Recipe:
    """The forum game: a composed board with a role on it that has been seen least."""
    from nightmoot.rulesets.forum.composing import compose

    rules = REGISTRY["forum"]
    while True:
        players, seed = rng.randrange(12, 25), f"{rng.getrandbits(64):016x}"
        role = rarest([f"role/{role}" for role in rules.roles], counts, rng).removeprefix("role/")
        options = options_of(rules, counts, rng)
        try:
            found = Recipe("forum", players, options, {"deck": compose(players, seed, must=(role,)).roles}, seed)
            found.deal().game()
        except BadGame:
            counts = {}  # the role does not fit; any other
            continue
        return found


def clocktower(counts: Counts, rng: Random) -> Recipe:
    """Blood on the Clocktower: a shipped script with its sizes, and a character in the bag that has been seen least."""
    from nightmoot.rulesets.clocktower.data import TEAMS, team_of
    from nightmoot.rulesets.clocktower.scripts import SHIPPED, shipped

    rules = REGISTRY["clocktower"]
    script = rng.choice(SHIPPED)
    players = rng.randrange(5, 7) if len(shipped(script).roles) < 15 else rng.randrange(5 if script == "tb" else 7, 19)
    roles = [role for role in shipped(script).roles if team_of(role) in TEAMS and role not in rules.unplayed]
    wanted = rarest([f"role/{role}" for role in roles], counts, rng).removeprefix("role/")
    while True:
        found = Recipe("clocktower", players, {"script": script}, {"deck": (wanted,)}, f"{rng.getrandbits(64):016x}")
        try:
            found.deal().game()
        except BadGame:  # no room for it, or no Traveller for so many
            players, wanted = min(players, 15), rng.choice(roles)
            continue
        return found


def board(ruleset: str, counts: Counts, rng: Random) -> Recipe:
    """Any other game: one of its boards, as its deck; options that do not fit it are dealt again."""
    rules = REGISTRY[ruleset]
    while True:
        dealt = rng.choice(rules.boards)
        setup = {"deck": tuple(dealt["roles"])}
        found = Recipe(ruleset, dealt["players"], options_of(rules, counts, rng), setup, f"{rng.getrandbits(64):016x}")
        try:
            found.deal().game()
        except BadGame:
            continue
        return found


#: How a ruleset is dealt, where its boards are not all there is to it.
RECIPES: dict[str, Callable[[Counts, Random], Recipe]] = {"clocktower": clocktower, "forum": forum, "table": table}


def recipe(ruleset: str, seed: str, counts: Counts | None = None) -> Recipe:
    """A recipe drawn by seed, with what has been seen least often put first."""
    rng = Random(seed)
    return RECIPES[ruleset](counts or {}, rng) if ruleset in RECIPES else board(ruleset, counts or {}, rng)
