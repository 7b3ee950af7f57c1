"""A heuristic for the table game: the seer votes what she knows, wolves do not vote wolves, nobody lies by talking.

Bots do not talk, so the village has no discussion; in its place everybody draws the same order of suspicion for the
day (:meth:`Streams.shared`) and departs from it where he knows better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from nightmoot.core import OpenDecision, Plain, Streams, View

WOLVES: Final = "wolves"
#: Places in the order of suspicion; large, so that two seats hardly ever share one.
PLACES: Final = 1 << 40


class Knowledge:
    """What one seat knows, read from its view."""

    def __init__(self, view: View) -> None:
        """Read the view as it is now."""
        self.view = view
        self.me = view.viewer
        self.seats = view.seats
        self.table = view.table

    @cached_property
    def wolf(self) -> bool:
        """Am I a wolf?"""
        return bool(self.seats[self.me].get("camp") == WOLVES)

    @cached_property
    def lovers(self) -> frozenset[str]:
        """My lover and I, if I have one."""
        return frozenset(seat for seat, facets in self.seats.items() if facets.get("lover"))

    @cached_property
    def wolves(self) -> frozenset[str]:
        """The wolves that I know of."""
        return frozenset(
            seat
            for seat, facets in self.seats.items()
            if facets.get("role") == "werewolf" or facets.get("camp") == WOLVES
        )

    @cached_property
    def cleared(self) -> frozenset[str]:
        """The players that I know to be no wolves."""
        return frozenset(
            seat
            for seat, facets in self.seats.items()
            if seat not in self.wolves and (facets.get("role") is not None or facets.get("camp") is not None)
        )

    @cached_property
    def record(self) -> Mapping[str, int]:
        """How badly each seat has voted: up for a vote against one who was no wolf, down for one against a wolf."""
        found: dict[str, int] = {}
        shown = {seat: facets for seat, facets in self.seats.items() if facets.get("revealed")}
        for notice in self.view.log:
            if notice.key != "votes":
                continue
            for voter, target in notice.params["votes"].items():
                if target in shown:
                    found[voter] = found.get(voter, 0) + (-2 if target in self.wolves else 1)
        return found

    def suspicion(self, seat: str, rng: Streams) -> tuple[int, int]:
        """The higher the likelier a wolf, from what everybody knows; drawn for the day where that says nothing."""
        place = rng.shared(f"suspect/{self.table.get('day', 0)}/{seat}", PLACES)
        return self.record.get(seat, 0), place

    def most_suspect(self, seats: Iterable[str], rng: Streams) -> str | None:
        """The likeliest wolf among these, by what I know and then by the record."""
        rest = [seat for seat in seats if seat not in self.cleared]
        known = [seat for seat in rest if seat in self.wolves]
        return max(known or rest, key=lambda seat: self.suspicion(seat, rng), default=None)

    def target(self, seats: Iterable[str], rng: Streams) -> str | None:
        """Whom my side wants out among these: never a fellow wolf, never my lover."""
        rest = [seat for seat in seats if seat not in self.lovers]
        if not self.wolf:
            return self.most_suspect(rest, rng)
        prey = [seat for seat in rest if seat not in self.wolves]
        return max(prey, key=lambda seat: self.suspicion(seat, rng), default=None)

    def trusted(self, seats: Iterable[str], rng: Streams) -> str | None:
        """Whom my side would give an office to among these."""
        rest = tuple(seats)
        mine = self.wolves if self.wolf else self.cleared - {self.me}
        friends = [seat for seat in rest if seat in mine]
        others = [seat for seat in rest if seat not in self.wolves and seat != self.me]
        return min(friends or others or rest, key=lambda seat: self.suspicion(seat, rng), default=None)


Rule = Callable[[Knowledge, OpenDecision, Streams], Plain]


def _random(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    return decision.pick.draw(rng.own)


def _one_of(seats: Iterable[str], rng: Streams) -> str | None:
    rest = tuple(seats)
    return rest[rng.own.randrange(len(rest))] if rest else None


def vote(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """Against a wolf one knows of, else with the day's order of suspicion; wolves against somebody else."""
    return known.target(decision.pick.seats(), rng)


def elect(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """For somebody one trusts."""
    return known.trusted(decision.pick.seats(), rng)


def kill(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """The sheriff, or whom the pack finds by the night's order."""
    prey = [seat for seat in decision.pick.seats() if seat not in known.wolves]
    if known.table.get("sheriff") in prey:
        return known.table["sheriff"]
    night = known.table.get("night", 0)
    return max(prey, key=lambda seat: rng.shared(f"prey/{night}/{seat}", PLACES), default=None)


def check(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """Somebody the seer knows nothing of."""
    seats = decision.pick.seats()
    return _one_of((seat for seat in seats if seat not in known.wolves | known.cleared), rng) or _one_of(seats, rng)


def protect(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """The sheriff, or somebody shown to be no wolf, or anybody but a known wolf."""
    seats = decision.pick.seats()
    if known.table.get("sheriff") in seats and known.table["sheriff"] not in known.wolves:
        return known.table["sheriff"]
    others = (seat for seat in seats if seat in known.cleared and seat != known.me)
    return _one_of(others, rng) or _one_of((seat for seat in seats if seat not in known.wolves), rng)


def potion(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """A known wolf is poisoned; whoever is about to die is saved unless he may well be a wolf."""
    offered = _parts(decision)
    poison = offered.get("poison")
    if poison is not None:
        caught = next((seat for seat in poison.seats() if seat in known.wolves), None)
        if caught is not None:
            return {"poison": caught}
    if "save" in offered:
        dying = decision.params.get("condemned") or decision.params.get("victim")
        by_wolves = decision.params.get("victim") is not None
        trusted = dying in known.cleared or dying in known.lovers
        if trusted or (by_wolves and rng.own.randrange(2)):
            return {"save": dying if offered["save"].seats() else True}
    return None


def shoot(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """At a known wolf, or at somebody whose votes speak against him."""
    seat = known.target(decision.pick.seats(), rng)
    return seat if seat in known.wolves or known.record.get(str(seat), 0) > 1 else None


def peek(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """Until she has seen a wolf who still lives, and then only now and then."""
    seen = any(known.seats[seat]["in"] for seat in known.wolves)
    return True if not seen and rng.own.randrange(2) else None


def allow(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """Those the scapegoat knows to be no wolves may vote; if he knows of none, everybody."""
    return tuple(seat for seat in decision.pick.seats() if seat in known.cleared) or None


def swap(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """A card with a power in the village, if one of the two is such."""
    cards = decision.params.get("roles", ())
    powers = [card for card in cards if card not in ("werewolf", "villager", "thief")]
    return _one_of(powers, rng) or (None if decision.pick.optional else cards[0])


def hand_over(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """To somebody one trusts."""
    return known.trusted(decision.pick.seats(), rng)


def yes(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """Whatever is offered."""
    return True


def silent(known: Knowledge, decision: OpenDecision, rng: Streams) -> Plain:
    """Nothing to say."""
    return None


def _parts(decision: OpenDecision) -> Mapping[str, Any]:
    found: Mapping[str, Any] = getattr(decision.pick, "of", {})
    return found


RULES: Final[Mapping[str, Rule]] = {
    "vote": vote,
    "break_tie": vote,
    "elect": elect,
    "hand_over": hand_over,
    "kill": kill,
    "seize": yes,
    "check": check,
    "protect": protect,
    "potion": potion,
    "twilight": potion,
    "shoot": shoot,
    "peek": peek,
    "allow": allow,
    "swap": swap,
    "reveal": yes,
    "interrupt": silent,
}


class TableHeuristic:
    """Sensible play by simple rules; where it has none, at random."""

    def choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        """By the rule for this decision; a rule that finds nobody passes where that is legal."""
        rule = RULES.get(decision.key)
        if rule is None:
            return decision.pick.draw(rng.own)
        choice = rule(Knowledge(view), decision, rng)
        return decision.pick.draw(rng.own) if choice is None and not decision.pick.optional else choice
