"""The clock: night 0, then days from 8:00 to 8:00 with the count at 20:00 between."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.gifts import COPY, gifts_possible, give_by_lot, plain_civilians
from nightmoot.rulesets.killer.jobs import AWAKENS, KILLERS
from nightmoot.rulesets.killer.orders import EVENING, MORNING, ORDERS
from nightmoot.rulesets.killer.seats import awake
from nightmoot.rulesets.killer.votes import VOTES

book = Book()


@book.step("night 0")
def night_0(scene: Scene) -> None:
    """Day 0, 20:00: only killers may act (第0夜,只有杀手可以行动)."""
    scene.enter(EVENING, day=0, night=0)
    scene.remember("roll_2000", scene.living())
    scene.open_window(ORDERS, "order", gated=False)
    scene.gate("phase")
    scene.push("morning")


@book.step("evening")
def evening(scene: Scene) -> None:
    """20:00: the vote closes and is counted."""
    scene.close_window(VOTES)
    scene.close_window("gift")
    scene.close_window(COPY)
    scene.enter(EVENING, night=scene.day)
    scene.push("count")


@book.step("night")
def night(scene: Scene) -> None:
    """The killers' hours."""
    scene.gate("phase")
    scene.push("morning")


@book.step("morning")
def morning(scene: Scene) -> None:
    """8:00: the day rises and everything is settled."""
    scene.close_window(ORDERS)
    scene.enter(MORNING, day=scene.day + 1)
    scene.push("settlement")


@book.step("new day")
def new_day(scene: Scene, back: str = "") -> None:
    """Jobs awaken, the GM gives a skill, orders and the vote open."""
    scene.lapse(f"day {scene.day}")
    scene.remember("roll_0800", scene.living())
    for seat in scene.living(camp=KILLERS):
        role = scene.seat(seat).role
        if role in AWAKENS and AWAKENS[role] <= scene.day and not awake(scene, seat):
            scene.mark(seat, "awake", data=role)
            scene.tell_role(seat)
    scene.open_window(ORDERS, "order", gated=False)
    scene.open_window(VOTES, "order", gated=False, final=scene.options["vote_change"] == "final")
    if back:
        scene.open_window(COPY, standing=True)
    if gifts_possible(scene) and plain_civilians(scene):
        if scene.moderated():
            scene.open_window("gift", standing=True)
        else:
            give_by_lot(scene)
    scene.gate("phase")
    scene.push("evening")
