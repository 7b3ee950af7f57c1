"""Drowning (淹死): two full days in a row without any action (K-79, K-80)."""

from __future__ import annotations

from typing import Final

from nightmoot.rulesets.killer.data import DATA
from nightmoot.rulesets.killer.items import due_to
from nightmoot.rulesets.killer.jobs import NOBODY
from nightmoot.rulesets.killer.seats import players
from nightmoot.rulesets.killer.work import Work

DAYS: Final[int] = DATA["drowning"]["days"]
#: What lets the drowned speak once more, within a day (K-122).
LAST_WORDS: Final = "last_words"


def note_idle(work: Work) -> None:
    """Count the full days in a row without a counted vote or an accepted order; days not in the game do not count."""
    scene = work.scene
    acted = {item.by for item in work.items if not item.silent} | {*scene.recall("acted", ())}
    before, roll = scene.recall("idle", {}), scene.recall("roll_0800", ())
    idle = {seat: before.get(seat, 0) + 1 for seat in players(scene) if seat in roll and seat not in acted}
    scene.remember("idle", idle)
    scene.remember("acted", ())
    scene.remember("used", ())


def drown(work: Work) -> tuple[int, ...]:
    """Out at once: no camp, no skill, no vote, no triggers; the facts of it, one for each."""
    scene = work.scene
    if not scene.options["drowning_enabled"]:
        return ()
    idle = scene.recall("idle", {})
    work.news.drowned = tuple(seat for seat in players(scene) if idle.get(seat, 0) >= DAYS)
    outs = []
    for seat in work.news.drowned:
        cause = scene.fact("idle", seat=seat, data={"days": DAYS})
        out = work.attacks.put_out(seat, "drowning", source=None, cause=cause)
        with due_to(scene, out):
            scene.turn(seat, NOBODY)
            scene.mark(seat, "drowned")
            scene.mark(seat, LAST_WORDS, until=f"day {scene.day + 1}")
        outs.append(out or cause)
    return tuple(outs)
