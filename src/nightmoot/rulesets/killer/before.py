"""Before the orders act: what is void, what the madman draws, seals, and who draws orders onto himself (K-88)."""

from __future__ import annotations

from typing import Final

from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.data import DATA
from nightmoot.rulesets.killer.items import Item, cancel, due_to, miss, turn
from nightmoot.rulesets.killer.jobs import CIVILIANS, INTERFERER
from nightmoot.rulesets.killer.seats import awake, locked, npc_sealed, passive
from nightmoot.rulesets.killer.work import Work

#: Killers who may send either a kill or their special order on one day (K-46).
EITHER_OR: Final = tuple(
    skill
    for job in DATA["orders"]["one_of"]["jobs"]
    for entry in DATA["roles"]
    if entry["id"] == job
    for skill in entry["skills"]
)
#: The special orders of the civilians (K-33).
CIVIL: Final = ("investigate", "protect", "madness", "bless", "change_job")
#: The madman's results: the level at which each acts, and as what.
MADNESS: Final[dict[int, int]] = {result["n"]: result["level"] for result in DATA["madness"]["results"]}
AS: Final[dict[int, str]] = {result["n"]: result["as"] for result in DATA["madness"]["results"]}
SEALS, GOES_OUT = 3, 6
#: The kinds of which an attacker of an NPC draws the first order each (K-77).
KINDS: Final[dict[str, str]] = {
    skill: kind["id"] for kind in DATA["attract_kinds"] if kind["id"] != "temporary" for skill in kind["skills"]
}


def void_blocked(work: Work) -> None:
    """Orders of players under an NPC's seal and of those locked by a tie come to nothing (K-16, K-76)."""
    scene = work.scene
    for item in work.items:
        if npc_sealed(scene, item.by, work.day):
            cancel(scene, item, "sealed", mark="sealed")
        elif locked(scene, item.by, work.day) and (item.skill != "kill" or scene.options["lock_covers_kill_order"]):
            cancel(scene, item, "locked", mark="locked")


def void_voted_out(work: Work) -> None:
    """What was aimed by day at those whom the count has put out finds no one, even if they are back (K-09)."""
    gone = work.scene.recall("gone_at_count", {})
    for item in work.items:
        if item.waits and item.named in gone.get("seats", ()) and item.arrival < gone["before"]:
            miss(work.scene, item, "missed")


def either_or(work: Work) -> None:
    """A killer's special order stands before his kill; the slot is free for the next (K-46)."""
    special = [item.by for item in work.items if item.skill in EITHER_OR]
    for item in work.items:
        if item.skill == "kill" and item.by in special:
            cancel(work.scene, item, "either_or")


def draw_madness(work: Work, were_in: tuple[str, ...]) -> None:
    """The madman's result is drawn before the seals (K-57); nothing is drawn for one who was out already (K-107)."""
    scene = work.scene
    for item in work.items:
        if item.skill != "madness" or not item.waits or not scene.is_in(item.by):
            continue
        if item.target in scene.state.seats and item.target not in were_in:
            miss(scene, item, "missed")
            continue
        item.result = scene.draw("madness", tuple(MADNESS))
        item.level = MADNESS[item.result]
        item.fact = scene.fact("drew", seat=item.by, what=AS[item.result], by=item.holding, cause=item.fact)


def default_madness(work: Work) -> None:
    """A madman who sent no order acts on himself, unless he is sealed or locked or it is night 0 (K-58)."""
    scene = work.scene
    sent = [item.by for item in work.items if item.skill == "madness"]
    for holding in scene.state.holders("madness"):
        seat = holding.owner
        stopped = seat in work.sealed or locked(scene, seat, work.day) or npc_sealed(scene, seat, work.day)
        if seat in sent or stopped or holding.by or not scene.is_in(seat) or not work.day:
            continue
        outcome = scene.draw("madness", tuple(DATA["madness"]["silence"]["outcomes"]))
        result = 2 if outcome == "protect" else GOES_OUT
        fact = scene.fact("silent", seat=seat, what="madness")
        level = MADNESS[result]
        silent = Item(
            seat, "madness", seat, seat, len(scene.circle) * 1000, holding.id, fact, fact, level, result=result
        )
        silent.silent = True
        work.items.append(silent)


def seal(work: Work) -> None:
    """Seals act at once and stop everything of their target at lower levels (K-40, K-41)."""
    scene = work.scene
    for item in work.at(2):
        if work.lands(item):
            work.sealed.setdefault(item.target, item.holding)
            scene.fact("sealed", seat=item.target, what=item.skill, by=item.holding, cause=item.fact)
    for item in work.items:
        stopped = item.skill != "kill" or scene.options["seal_covers_kill_order"]
        if item.waits and item.level > 2 and item.by in work.sealed and stopped:
            cancel(scene, item, "sealed", by=work.sealed[item.by])


# ---------------------------------------------------------------------- who draws orders


def civil_orders(work: Work) -> list[Item]:
    """The civilians' special orders that stand after the seals and name somebody (K-33)."""
    civil = [item for item in work.items if item.skill in CIVIL and not item.silent and work.may_land(item)]
    return [item for item in civil if work.scene.is_in(item.by) and work.scene.camp(item.by) == CIVILIANS]


def wake_interferers(work: Work) -> None:
    """An interferer named by a civilian order is awake from then on, and draws from the next day (K-32)."""
    scene = work.scene
    for item in work.items:
        by_civilian = item.skill in CIVIL and not item.silent and scene.camp(item.by) == CIVILIANS
        if item.void is not None or not by_civilian or item.named not in scene.living(role=INTERFERER):
            continue
        if not awake(scene, item.named):
            with due_to(scene, item.fact):
                scene.mark(item.named, "awake", data=INTERFERER)
            scene.remember("woken", {**scene.recall("woken", {}), item.named: work.day})
            scene.tell_role(item.named)


def attract(work: Work) -> None:
    """An attacker marked by an NPC draws the first order of each kind onto himself (K-77)."""
    scene = work.scene
    for mark in scene.marks("attracting"):
        if mark.data != work.day or not scene.is_in(mark.on):
            continue
        seen: list[str] = []
        for item in work.items:
            kind = _kind(item)
            if kind is None or kind in seen or item.void is not None or not scene.is_in(item.by):
                continue
            seen.append(kind)
            if work.may_land(item) and not item.pair and item.target != mark.on:
                turn(scene, item, mark.on, stage="attract", mark="attracting")


def _kind(item: Item) -> str | None:
    """Of which kind an order is, for whoever draws the first of each."""
    if item.silent or (item.skill == "madness" and item.result in (SEALS, GOES_OUT)):
        return None
    return "temporary" if item.temporary else KINDS.get(item.skill)


def interfere(work: Work) -> None:
    """Each awake interferer draws one civilian order onto himself, without replacement (K-33, K-35)."""
    scene = work.scene
    pool = civil_orders(work)
    woken = scene.recall("woken", {})
    for seat in scene.living(role=INTERFERER):
        able = awake(scene, seat) and woken.get(seat) != work.day and passive(scene, seat, "interferer", work.day)
        if not able or not pool:
            continue
        item = pool.pop(_drawn(scene, pool))
        if item.target != seat:
            turn(scene, item, seat, stage="interfere", mark="interferer")


def _drawn(scene: Scene, pool: list[Item]) -> int:
    """The place of the order that is drawn: by its sender, where everybody sent one."""
    senders = tuple(dict.fromkeys(item.by for item in pool))
    if len(senders) == len(pool):
        return senders.index(scene.draw("interferer", senders))
    return int(scene.draw("interferer", tuple(range(len(pool)))))
