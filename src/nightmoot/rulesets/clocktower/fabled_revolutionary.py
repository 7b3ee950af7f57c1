"""The Revolutionary, 革命者: two neighbours of one side, known to all, who stay on one side to the end (R207)."""

from __future__ import annotations

from nightmoot.core.book import Proposal
from nightmoot.core.picks import Yes, option
from nightmoot.core.records import TABLE, Holding, Mark
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import TEAMS
from nightmoot.rulesets.clocktower.kit import EVIL, GOOD, grant, turn
from nightmoot.rulesets.clocktower.storyteller import POWER, now_and_then

book = Book()
book.passive("revolutionary")
book.passive("revolutionary.registers", works_out=True, tags=("sober",))
#: Who is turning along with the other one just now.
TURNING = "revolutionary turning"
#: Once in the game one of the two has counted as something else.
USED = "revolutionary used"


@book.at("gained", "revolutionary")
def tied(s: Scene, me: Holding) -> None:
    """Two neighbours of one side are named to all; where there are none, nobody is."""
    ring = s.circle
    beside = [(seat, ring[(place + 1) % len(ring)]) for place, seat in enumerate(ring)]
    pairs = tuple([(a, b) for a, b in beside if a != b and s.camp(a) == s.camp(b)])
    if not pairs:
        return
    drawn = s.draw("revolutionary", pairs)
    first, second = map(str, s.rule(option(pairs), key="tied", skill="revolutionary", suggest=drawn) or drawn)
    for seat, other in ((first, second), (second, first)):
        s.mark(seat, "aligned", by=me, data={"with": other})
        grant(s, seat, "revolutionary.registers", me)
    s.announce("revolutionary", (first, second), seats=(first, second), shows=((TABLE, "aligned", (first, second)),))


@book.prevents("turn", "aligned")
def both_or_none(s: Scene, mark: Mark, proposal: Proposal) -> bool:
    """What would turn one of the two turns the other as well, or neither."""
    other = mark.data["with"]
    if proposal.on != mark.on or s.recall(TURNING) == mark.on or s.camp(other) == proposal.what:
        return False
    params = {"seat": mark.on, "other": other}
    suggest = now_and_then(s, "revolutionary", POWER)
    if not s.rule(Yes(), key="both_turn", skill="revolutionary", suggest=suggest, params=params):
        return True
    s.remember(TURNING, other)
    turn(s, other, proposal.what)
    s.remember(TURNING, None)
    return s.camp(other) != proposal.what


@book.at("registers", "revolutionary.registers")
def counts_otherwise(s: Scene, me: Holding) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Once, and only where the storyteller has said as what: the program alone leaves it alone."""
    if s.recall(USED) or s.recall(f"register:{me.owner}") is None:
        return (), ()
    return (GOOD, EVIL), TEAMS


@book.at("dawn", "revolutionary")
@book.at("dusk", "revolutionary")
def was_the_once(s: Scene, me: Holding) -> None:
    """It lasts for one night, or for one day."""
    if any(s.recall(f"register:{mark.on}") is not None for mark in s.marks("aligned")):
        s.remember(USED, True)
