"""Who has won: looked at after every change (B72-B77)."""

from __future__ import annotations

from nightmoot.core.records import Verdict
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.kit import (
    EVIL,
    GOOD,
    asserted,
    at,
    check_later,
    of_camp,
    of_team,
    without_travellers,
)

book = Book()


@book.step("check wins")
def check_wins(s: Scene) -> None:
    """A check point."""
    at(s, "checked")
    s.check_wins()


def wins(s: Scene, side: str) -> None:
    """An ability ends the game for a side: decided as soon as the present step is done, for good where both would win.

    What keeps good from winning keeps it from winning so (B76).
    """
    if s.hollow or s.recall("decided") in (GOOD, side) or (side == GOOD and asserted(s, "forbids_good")):
        return
    s.state.put("memory", "decided", side)
    check_later(s)


@book.wins
def decided(s: Scene) -> Verdict | None:
    """An ability has ended the game (B76)."""
    side = s.recall("decided")
    return verdict(s, str(side)) if side is not None else None


@book.wins
def demons_dead(s: Scene) -> Verdict | None:
    """All Demons are dead; good wins also where both conditions hold (B72, B74)."""
    if not s.recall("had demon") or of_team(s, "demon"):
        return None
    if asserted(s, "blocks_good") or asserted(s, "forbids_good"):
        return None
    return verdict(s, GOOD)


@book.wins
def two_left(s: Scene) -> Verdict | None:
    """Only two players who are no Travellers are alive (B73)."""
    if len(without_travellers(s)) > 2 or asserted(s, "blocks_evil"):
        return None
    return verdict(s, EVIL)


def verdict(s: Scene, side: str) -> Verdict:
    """A team wins together, dead or alive, by alignment (B75)."""
    return Verdict(side, of_camp(s, side, alive=False))
