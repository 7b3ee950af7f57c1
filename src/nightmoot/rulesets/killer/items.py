"""Orders on their way through a settlement, and what the log says of those that come to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, Order
from nightmoot.core.scene import Scene
from nightmoot.core.scene_using import targets_of
from nightmoot.rulesets.killer.data import DATA
from nightmoot.rulesets.killer.gifts import GIFT

#: The level at which each skill acts (所有技能优先度); that of madness is drawn.
LEVEL: Final[dict[str, int]] = {
    skill["id"]: skill["level"] for skill in DATA["skills"] if isinstance(skill.get("level"), int)
}


@dataclass(slots=True)
class Item:
    """One order for one target: who sent it, which skill, whom it named and whom it is aimed at now.

    ``use`` is the fact of it, ``fact`` the latest turn it took: what happens next is due to that. ``void`` says why
    it was cancelled before its level; ``acted`` that its level has come. ``result`` is what the madman drew, ``camp``
    what his first result found. An order that nobody sent is ``silent``. ``kept``: it is not spent, although its
    level came.
    """

    by: str
    skill: str
    named: str
    target: str
    arrival: int
    holding: str
    use: int
    fact: int
    level: int = 0
    pair: tuple[str, ...] = ()
    result: int = 0
    temporary: bool = False
    silent: bool = False
    acted: bool = False
    kept: bool = False
    void: str | None = None
    camp: str | None = None

    @property
    def waits(self) -> bool:
        """Is its level still to come?"""
        return self.void is None and not self.acted


def items_of(scene: Scene, orders: tuple[Order, ...]) -> list[Item]:
    """The orders as items, in order of arrival; an order that names several is several items."""
    found = []
    named_by_orders = {**scene.state.seats, MODERATOR: None}
    for order in sorted(orders, key=lambda order: order.arrival):
        holding = scene.state.holdings.get(order.holding)
        if holding is None or order.choice is None:
            continue
        skill, named = holding.ability, targets_of(order.choice, named_by_orders)
        data = {"chosen": named, "choice": order.choice}
        fact = scene.fact("use", seat=order.by, what=skill, by=holding.id, data=data)
        pair = named if skill == "swap" else ()
        found += [
            Item(
                order.by,
                skill,
                seat,
                seat,
                order.arrival,
                holding.id,
                fact,
                fact,
                LEVEL.get(skill, 0),
                pair,
                temporary=holding.by == GIFT,
            )
            for seat in (named[:1] if pair else named)
        ]
    return found


@contextmanager
def due_to(scene: Scene, fact: int | None) -> Iterator[None]:
    """What is written meanwhile is due to this fact."""
    outer, scene.cause = scene.cause, fact
    try:
        yield
    finally:
        scene.cause = outer


def cancel(scene: Scene, item: Item, why: str, *, by: str | None = None, **more: Plain) -> None:
    """An order is void before its level; the log says why, and nobody is told."""
    if item.void is None:
        item.void = why
        _nothing(scene, item, why, by=by, **more)


def miss(scene: Scene, item: Item, why: str) -> None:
    """An order is used and does nothing (K-91, K-103)."""
    item.acted = True
    _nothing(scene, item, why, target=item.target)


def _nothing(scene: Scene, item: Item, why: str, *, by: str | None = None, **more: Plain) -> None:
    data = {"why": why, "use": item.use, "chosen": item.pair or (item.named,), **more}
    scene.fact("void", seat=item.by, what=item.skill, by=by, data=data, cause=item.fact)


def turn(scene: Scene, item: Item, target: str, *, stage: str, mark: str | None = None, by: str | None = None) -> None:
    """An order goes to somebody else."""
    data = {"stage": stage, "from": item.target, "actor": item.by, "source": item.by, "mark": mark}
    item.fact = scene.fact("redirected", seat=target, what=item.skill, by=by, data=data, cause=item.fact)
    item.target = target
