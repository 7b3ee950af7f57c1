"""Trouble Brewing, 暗流涌动: the Outsiders."""

from __future__ import annotations

from typing import Any

from nightmoot.core.book import Out
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.kit import EVIL, EXECUTION, GOOD, another
from nightmoot.rulesets.clocktower.wins import wins

book = Book()


@book.ability("butler", wakes="nights", pick=another)
def butler(s: Scene, me: Holding, use: Use) -> None:
    """The master of the next day."""
    s.mark(use.target, "master", by=me, until="dusk")


@book.ballot("master")
def with_the_master(s: Scene, hands: dict[str, Any], owner: str, up: Any) -> bool:
    """The Butler's hand only with the master's, or after it was counted (R41)."""
    masters = [mark.on for mark in s.marks("master") if s.state.holdings[mark.by or ""].owner == owner]
    return not masters or any(hands.get(master) for master in masters)


book.passive("drunk")
book.believes("drunk", "townsfolk")
book.passive("recluse", works_out=True)


@book.at("registers", "recluse")
def recluse(s: Scene, me: Holding) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """May count as evil, and as a Minion or Demon, also when dead."""
    return (EVIL,), ("minion", "demon")


book.passive("saint")


@book.on_out("saint")
def saint(s: Scene, me: Holding, out: Out) -> None:
    """Dying by execution, the Saint's team loses (R38-R40)."""
    if out.seat == me.owner and out.harm.kind == EXECUTION:
        wins(s, EVIL if s.camp(me.owner) == GOOD else GOOD)
