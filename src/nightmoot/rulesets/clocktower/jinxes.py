"""Jinxes, 相克规则, that hold between characters of the game (seed 000): rules, no abilities, so nothing stops them."""

from __future__ import annotations

from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.data import is_demon_ability
from nightmoot.rulesets.clocktower.kit import EVIL, GOOD


def stays_evil(s: Scene, seat: str, camp: str) -> bool:
    """Pit-Hag and Goon: an evil player whom the Pit-Hag made the Goon does not become good by being chosen."""
    if camp != GOOD or s.camp(seat) != EVIL:
        return False
    made = next(s.past("became", seat=seat, what="goon"), None)
    cause = s.state.facts[made.cause] if made is not None and made.cause is not None else None
    return cause is not None and cause.kind == "use" and cause.what == "pithag"


def strayed_lunatics(s: Scene) -> tuple[str, ...]:
    """Lunatic and Mathematician: the Lunatics of today whose targets are not those of the real Demon."""
    real: set[str] = set()
    believed: dict[str, set[str]] = {}
    for fact in s.past("use", day=s.day):
        if fact.seat in s.state.seats and is_demon_ability(fact.what):
            chosen = believed.setdefault(fact.seat, set()) if s.seat(fact.seat).role == "lunatic" else real
            chosen |= set(fact.data["chosen"])
    return tuple([seat for seat in s.circle if seat in believed and believed[seat] != real])


#: With whom an evil player cannot be made to change characters, where the table plays the advice (R234).
NO_TRADE = ("cultleader", "goon", "politician", "ogre")


def wasted(s: Scene, first: str, second: str) -> bool:
    """Barber and some Outsiders: the Demon cannot have an evil player become one of them; trying wastes the swap."""
    if not s.options["suggested_jinxes"]:
        return False
    pairs = ((first, second), (second, first))
    return any(s.camp(one) == EVIL and s.seat(other).role in NO_TRADE for one, other in pairs)
