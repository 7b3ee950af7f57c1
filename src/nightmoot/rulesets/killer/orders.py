"""Orders: what each job may send and when. They are handed in, replaced and withdrawn until they are settled.

Civilians and neutrals send at any time, killers only from 20:00 to 8:00 (K-05); everything is read off the seats as
they stand, so that jobs may cross camps. No order does anything by itself: see the settlements.
"""

from __future__ import annotations

from typing import Final

from nightmoot.core.ability import PickOf
from nightmoot.core.book import Book
from nightmoot.core.picks import Some
from nightmoot.core.records import MODERATOR, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.jobs import KILLERS
from nightmoot.rulesets.killer.jobs import book as jobs
from nightmoot.rulesets.killer.seats import blessed, is_npc, locked

book = Book()

MORNING: Final = "08:00"
EVENING: Final = "20:00"
#: The window of the orders, open from one 8:00 to the next.
ORDERS: Final = "orders"
#: Kills that one sender may name in one order; those beyond the camp's allowance do not count.
MOST_KILLS: Final = 9


def open_now(scene: Scene, me: Holding) -> bool:
    """May this holder send an order now?"""
    phase, killer = scene.state.phase, scene.camp(me.owner) == KILLERS
    if killer and phase.name != EVENING:
        return False
    if me.ability == "kill":
        stopped = scene.options["lock_covers_kill_order"] and locked(scene, me.owner, phase.day)
        return killer and not stopped
    if phase.day == 0:
        return False  # in night 0 nobody but the killers acts, and none of their jobs is awake (K-03)
    return not locked(scene, me.owner, phase.day) and not _sleeping(scene, me)


def _sleeping(scene: Scene, me: Holding) -> bool:
    """Does the ability belong to a job of the killers that has not awakened yet?"""
    role = scene.seat(me.owner).role
    if jobs.roles[role].camp != KILLERS or me.ability not in jobs.roles[role].abilities:
        return False
    return not any(mark.data == role for mark in scene.marks("awake", on=me.owner))


def times(scene: Scene, me: Holding) -> int:
    """How many players the holder may name today: one more when blessed, with a skill of his own (K-63, K-111)."""
    one_shot = scene.rules.abilities[me.ability].limit is not None
    return 2 if blessed(scene, me.owner) and not one_shot and not me.by else 1


def living(*, gm: bool = False, himself: bool = False, npcs: bool = True, rests: bool = False) -> PickOf:
    """The pick of one living player (K-103, K-104); with ``rests`` not one of those named on the day before."""

    def pick(scene: Scene, me: Holding) -> Some:
        return Some(items=_seats(scene, me, gm=gm, himself=himself, npcs=npcs, rests=rests), most=times(scene, me))

    return pick


def _seats(scene: Scene, me: Holding, *, gm: bool, himself: bool, npcs: bool, rests: bool) -> tuple[str, ...]:
    tired = scene.last_targets(me, scene.day - 1) if rests else ()
    found = [seat for seat in scene.living() if (himself or seat != me.owner) and seat not in tired]
    if not npcs:
        found = [seat for seat in found if not is_npc(scene, seat)]
    return (*found, MODERATOR) if gm and not scene.recall("gm_out") else tuple(found)


def _kills(scene: Scene, me: Holding) -> Some:
    """Any living player but himself, a fellow killer too, or the GM; several in one day (K-44, K-95)."""
    seats = _seats(scene, me, gm=True, himself=False, npcs=True, rests=False)
    return Some(items=seats, least=1, most=MOST_KILLS, distinct=False)


def _pair(scene: Scene, me: Holding) -> Some:
    """Two players, himself allowed, neither of the pair of the day before (K-47, K-48)."""
    return Some(items=_seats(scene, me, gm=False, himself=True, npcs=False, rests=True), least=2, most=2)


def _order(name: str, pick: PickOf, limit: int | None = None) -> None:
    book.ability(name, pick=pick, usable=open_now, window=ORDERS, limit=limit)(_settled_later)


def _settled_later(scene: Scene, me: Holding, use: Use) -> None:
    """An order is consumed by its settlement; it has no body."""


_order("kill", _kills)
_order("query", living())
_order("seal", living(rests=True))
_order("swap", _pair)
_order("convert", living(npcs=False), limit=1)
_order("investigate", living(npcs=False))
_order("protect", living(himself=True, rests=True))
_order("madness", living(gm=True))
_order("snipe", living(gm=True), limit=1)
_order("bless", living(himself=True))
_order("change_job", living(npcs=False))
