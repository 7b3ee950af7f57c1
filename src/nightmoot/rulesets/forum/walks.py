"""What became of a use on its way, read from the facts: who named whom, where the balls went (L79-L80, R63)."""

from __future__ import annotations

from collections.abc import Iterator

from nightmoot.core.records import Fact
from nightmoot.core.scene import Scene


def turns(scene: Scene, use: Fact) -> Iterator[Fact]:
    """The facts that turned a use, in order: other targets named, balls redirected, the use dropped."""
    following = {use.id}
    for place in range(use.id + 1, len(scene.state.facts)):
        fact = scene.state.facts[place]
        if fact.phase.serial != use.phase.serial:
            return
        dropped = fact.kind == "void" and (fact.data or {}).get("use") == use.id
        if fact.kind in ("diverted", "redirected", "vetoed") and fact.cause in following:
            following.add(fact.id)
            yield fact
        elif dropped and fact.data["why"] == "dropped":
            yield fact


def chosen_of(scene: Scene, use: Fact) -> tuple[str, ...]:
    """The chosen targets, as whoever decided last has named them (R130); none where the use was dropped."""
    seats: tuple[str, ...] = use.data["chosen"]
    for turn in turns(scene, use):
        seats = turn.data["to"] if turn.kind == "diverted" else () if turn.kind == "void" else seats
    return seats


def finals_of(scene: Scene, use: Fact) -> tuple[str, ...]:
    """The final targets, after every redirect, also those on which it did not settle (R97)."""
    seats = list(use.data["chosen"])
    for turn in turns(scene, use):
        if turn.kind == "diverted":
            seats = list(turn.data["to"])
        elif turn.kind == "void":
            seats = []
        elif turn.kind == "redirected" and turn.data["from"] in seats:
            seats[seats.index(turn.data["from"])] = str(turn.seat)
    return tuple(seats)


def touched(scene: Scene, use: Fact) -> frozenset[str]:
    """Everybody who had a ball of the use on the way, from the chosen to the final ones."""
    moved = (turn for turn in turns(scene, use) if turn.kind == "redirected")
    return frozenset(
        (*chosen_of(scene, use), *(seat for turn in moved for seat in (turn.data["from"], str(turn.seat))))
    )
