"""The orders of one settlement of 8:00, and who of their senders is still there to act."""

from __future__ import annotations

from dataclasses import dataclass, field

from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.attacks import Attacks
from nightmoot.rulesets.killer.items import Item, cancel, items_of, miss
from nightmoot.rulesets.killer.news import News
from nightmoot.rulesets.killer.orders import ORDERS
from nightmoot.rulesets.killer.seats import is_npc


@dataclass(slots=True)
class Work:
    """One settlement on its way.

    ``sealed`` maps the players sealed tonight to the holding that sealed them; ``were_in`` are those who lived at
    20:00; ``jobs`` are the changes of job, in order.
    """

    scene: Scene
    day: int
    news: News
    items: list[Item]
    attacks: Attacks
    were_in: tuple[str, ...]
    sealed: dict[str, str] = field(default_factory=dict)
    jobs: list[tuple[str, str, int]] = field(default_factory=list)

    @classmethod
    def begin(cls, scene: Scene, day: int) -> Work:
        """Take in the orders of the day."""
        news = News()
        orders = scene.state.orders.get(ORDERS, ())
        scene.state.drop("orders", ORDERS)
        return cls(scene, day, news, items_of(scene, orders), Attacks(scene, day, news), scene.living())

    def at(self, level: int) -> list[Item]:
        """The orders whose level has come; a sender put out at a higher level cannot act any more (K-89)."""
        found = []
        for item in self.items:
            if item.waits and item.level == level:
                if self.scene.is_in(item.by):
                    found.append(item)
                else:
                    cancel(self.scene, item, "gone", out=True)
        return found

    def may_land(self, item: Item) -> bool:
        """Is its level still to come, and is whom it is aimed at there?"""
        return item.waits and (item.target not in self.scene.state.seats or self.scene.is_in(item.target))

    def lands(self, item: Item) -> bool:
        """Its level has come: does it find its target, a player who is in? Otherwise it is used and does nothing."""
        item.acted = True
        if is_immune(self.scene, item):
            miss(self.scene, item, "immune")
        elif not self.scene.is_in(item.target):
            miss(self.scene, item, "missed")
        else:
            return True
        return False


def is_immune(scene: Scene, item: Item) -> bool:
    """Is it aimed at the GM or an NPC, whom nothing but an attack can touch (K-103)?"""
    return item.target not in scene.state.seats or is_npc(scene, item.target)
