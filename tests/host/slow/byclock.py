"""A small game that lives by the clock: wolves order at night, everybody looks at any time and votes by day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from nightmoot.core import Registry, Ruleset, Scene, SeatSpec
from nightmoot.core.book import Book
from nightmoot.core.picks import Pick, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding, Use

MORNING, EVENING = "08:00", "20:00"
DAYS = 9
book = Book()
book.role("folk", "village", "look")
book.role("wolf", "pack", "look", "bite")


def others(scene: Scene, me: Holding) -> Pick:
    return one(scene.living(but=(me.owner,)))


def at_night(scene: Scene, me: Holding) -> bool:
    return scene.state.phase.name == EVENING


@book.ability("look", pick=others, window="orders")
def look(scene: Scene, me: Holding, use: Use) -> None: ...


@book.ability("bite", pick=others, usable=at_night, window="orders")
def bite(scene: Scene, me: Holding, use: Use) -> None: ...


@book.ability("vote", pick=others, window="votes")
def vote(scene: Scene, me: Holding, use: Use) -> None: ...


def settled(scene: Scene, window: str) -> None:
    """What was ordered is told to everybody."""
    for order in scene.state.orders.get(window, ()):
        skill = scene.state.holdings[order.holding].ability
        scene.announce("ordered", order.choice, seat=order.by, what=skill, who=order.choice)
        if skill == "bite" and order.choice is not None and scene.is_in(order.choice):
            scene.kill(order.choice, "bite", source=order.by)
    scene.state.drop("orders", window)


@book.step("night")
def night(scene: Scene) -> None:
    scene.close_window("votes")
    scene.enter(EVENING, night=scene.day)
    settled(scene, "votes")
    scene.gate("phase")
    scene.push("morning")


@book.step("morning")
def morning(scene: Scene) -> None:
    scene.close_window("orders")
    scene.enter(MORNING, day=scene.day + 1)
    settled(scene, "orders")
    if scene.day > DAYS or len(scene.living()) < 3:
        scene.win("village")
    scene.open_window("orders", "order", gated=False)
    scene.open_window("votes", "order", gated=False)
    scene.gate("phase")
    scene.push("night")


class ByClock(Ruleset):
    """The game."""

    id = "byclock"
    players = (4, 30)
    camps = ("village", "pack")
    phases = (MORNING, EVENING)
    night_phases = frozenset({EVENING})
    calendar = MappingProxyType({MORNING: MORNING, EVENING: EVENING})

    def __init__(self) -> None:
        super().__init__()
        self.include(book)

    def deal(
        self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
    ) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
        """The first seat is the wolf."""
        return [SeatSpec(spec.name, "folk" if n else "wolf") for n, spec in enumerate(specs)], setup

    def open(self, scene: Scene, setup: Mapping[str, Plain], choices: Mapping[str, Mapping[str, Plain]]) -> None:
        """Everybody is told who plays; the first night begins."""
        for seat in scene.circle:
            scene.deal_holdings(seat, scene.seat(seat).role)
            scene.grant(seat, "vote", by="table")
        shows = tuple((seat, "name", scene.seat(seat).name) for seat in scene.circle)
        scene.announce("start", n=len(scene.circle), shows=shows)
        scene.open_window("orders", "order", gated=False)
        scene.push("night")


def rulesets() -> Registry:
    """The installed rulesets, and this one."""
    from nightmoot.core import registry

    found = registry.load()
    found.add(ByClock())
    return found
