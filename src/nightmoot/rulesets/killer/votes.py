"""The vote of the day: who may vote, for whom, and what a vote weighs."""

from __future__ import annotations

from typing import Final

from nightmoot.core.book import Book
from nightmoot.core.picks import Some, one
from nightmoot.core.records import Holding, Mark, Order, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.orders import MORNING
from nightmoot.rulesets.killer.seats import blessed, is_npc

book = Book()
#: The window of the vote, open from 8:00 to 20:00.
VOTES: Final = "votes"


def may_vote(scene: Scene, me: Holding) -> bool:
    """Everybody but NPCs, from 8:00 until 20:00 (K-06)."""
    return scene.state.phase.name == MORNING and not is_npc(scene, me.owner)


def vote_pick(scene: Scene, me: Holding) -> Some:
    """Any living player, NPCs included; oneself only by option (K-15)."""
    return one(scene.living(but=() if scene.options["self_vote"] else (me.owner,)))


@book.ability("vote", pick=vote_pick, usable=may_vote, window=VOTES)
def vote(scene: Scene, me: Holding, use: Use) -> None:
    """Counted at 20:00."""


@book.weighs("blessed")
def counts_twice(scene: Scene, mark: Mark, seat: str, weight: float) -> float:
    """A blessed player's vote counts 2 (如投票数变为2票)."""
    return 2 * weight if blessed(scene, seat) else weight


def counted(scene: Scene) -> list[Order]:
    """The votes that count, by time of their last change (K-13); those of void camps are dropped (K-69)."""
    void = [camp for camp, day in scene.recall("void_camps", ()) if day == scene.day]
    found = [
        order
        for order in scene.state.orders.get(VOTES, ())
        if order.choice is not None and scene.is_in(order.by) and scene.camp(order.by) not in void
    ]
    return sorted(found, key=lambda order: order.arrival)
