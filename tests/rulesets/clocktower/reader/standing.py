"""What holds over a whole game or as long as something stands: the set-up, effects that run out, neighbours' poison."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from tests.rulesets.clocktower.reader.deaths import ability_of, safe_from_demon

if TYPE_CHECKING:
    from tests.rulesets.clocktower.reader.reading import Reader
    from tests.rulesets.clocktower.reader.world import World

#: Players without Travellers → Townsfolk, Outsiders, Minions, Demons (B1).
TABLE = {
    5: (3, 0, 1, 1),
    6: (3, 1, 1, 1),
    7: (5, 0, 1, 1),
    8: (5, 1, 1, 1),
    9: (5, 2, 1, 1),
    10: (7, 0, 2, 1),
    11: (7, 1, 2, 1),
    12: (7, 2, 2, 1),
    13: (9, 0, 3, 1),
    14: (9, 1, 3, 1),
    15: (9, 2, 3, 1),
}
TEAMS = ("townsfolk", "outsider", "minion", "demon")
#: How many Outsiders a character may add (B4).
OUTSIDERS = {"baron": (2,), "godfather": (1, -1), "fanggu": (1,), "vigormortis": (-1,)}


def set_up(world: World) -> list[str]:
    """The numbers of the table, with what the characters in the bag change; nobody twice."""
    players = [seat for seat in world.circle if world.team(seat) != "traveller"]
    if len(players) not in TABLE:
        return []
    found = tuple(sum(world.team(seat) == team for seat in players) for team in TEAMS)
    plain = TABLE[len(players)]
    lawful: set[tuple[int, ...]] = set()
    for order in permutations(sorted(set(world.role.values()) & set(OUTSIDERS))):
        ways = {plain[1]}
        for role in order:
            ways = {max(0, min(old + more, plain[0] + plain[1])) for old in ways for more in OUTSIDERS[role]}
        lawful |= {(plain[0] + plain[1] - n, n, plain[2], plain[3]) for n in ways}
    faults = [] if found in lawful else [f"the bag has {found} for {len(players)} players, not one of {lawful}"]
    if len(set(world.role.values())) != len(world.circle):
        faults.append(f"a character is in play twice: {world.role}")
    return faults


def phase(reader: Reader, fact: Any) -> None:
    """At the start of a phase: what has run out is gone, what must lie lies."""
    world = reader.world
    if fact.what == "night":
        for token in world.tokens:
            source = ability_of(token.by)
            if token.kind != "drunk" or not world.counts(token):
                continue
            since = reader.facts[token.at].phase
            if source == "courtier" and fact.phase.night >= since.night + 3:
                reader.fault(fact, f"{token.on} is still drunk of the Courtier of night {since.night}")
            if source == "minstrel" and fact.phase.day > since.day:
                reader.fault(fact, f"{token.on} is still drunk of the Minstrel of day {since.day}")
    if fact.what in ("dawn", "night"):
        _neighbours_poison(reader, fact)


def _neighbours_poison(reader: Reader, fact: Any) -> None:
    """The nearest Townsfolk on each side of a working No Dashii, alive or dead, and nobody else (R129)."""
    world = reader.world
    for demon in world.holders("nodashii"):
        if not world.works(demon, "nodashii"):
            continue
        must = set()
        place = world.circle.index(demon)
        for step in (1, -1):
            ring = (world.circle[(place + step * away) % len(world.circle)] for away in range(1, len(world.circle)))
            must |= {next(seat for seat in ring if world.team(seat) == "townsfolk")} if _any(world) else set()
        lies = {t.on for t in world.tokens if t.kind == "poisoned" and _of(t, demon, "nodashii") and world.counts(t)}
        safe = {seat for seat in must if safe_from_demon(reader, seat) or _sober(world, seat)}
        if lies != must - safe:  # the Soldier is not harmed by it (R18), nor the Barista's guest (R134)
            reader.fault(fact, f"No Dashii {demon} poisons {lies}, its nearest Townsfolk are {must}")
        reader.fire("nodashii:poisons")


def _sober(world: World, seat: str) -> bool:
    return any(t.kind == "sober_and_healthy" and world.counts(t) for t in world.on(seat))


def _any(world: World) -> bool:
    return any(world.team(seat) == "townsfolk" for seat in world.circle)


def _of(token: Any, seat: str, ability: str) -> bool:
    return (token.by or "").partition(":")[0] == seat and ability_of(token.by) == ability
