"""Coming back: by an event, or as the first killed (首杀复活)."""

from __future__ import annotations

from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.gifts import COPY
from nightmoot.rulesets.killer.items import due_to
from nightmoot.rulesets.killer.jobs import CHANGEABLE, CIVILIANS, SPECIALS
from nightmoot.rulesets.killer.news import News
from nightmoot.rulesets.killer.seats import awaken, regroup


def bring_back(scene: Scene, seat: str, news: News, *, redraw: bool = False) -> None:
    """The seat lives again with its job (by option another one); uses stay spent (K-74, K-113)."""
    scene.revive(seat, fresh=False)
    scene.unmark(*scene.marks("face_up", on=seat), why="revived")
    if redraw:
        others = tuple(job for job in CHANGEABLE if job != scene.seat(seat).role)
        scene.become(seat, scene.draw("revive", others), camp=scene.camp(seat))
        awaken(scene, seat)
        scene.tell_role(seat)
    regroup(scene)
    news.back.append(seat)


def first_killed_returns(scene: Scene, news: News) -> str | None:
    """Once: the civilians' specials have lost more than half, the killers no more than half (K-82, K-83)."""
    first = scene.recall("first_killed")
    if first is None or scene.recall("first_back") or not scene.options["first_kill_revival_enabled"]:
        return None
    specials, killers = scene.recall("specials_at_first", ()), scene.recall("killers_at_first", ())
    gone = [seat for seat in specials if not _still_special(scene, seat)]
    lost = [seat for seat in killers if not scene.is_in(seat)]
    if 2 * len(gone) <= len(specials) or 2 * len(lost) > len(killers):
        return None
    scene.remember("first_back", True)
    if scene.is_in(first) or scene.has(first, "drowned"):
        return None
    data = {"specials": len(gone), "killers": len(lost)}
    with due_to(scene, scene.fact("first_back", seat=first, data=data)):
        bring_back(scene, first, news)
        scene.grant(first, "copy", left=1, by=COPY)
    return str(first)


def _still_special(scene: Scene, seat: str) -> bool:
    return scene.is_in(seat) and scene.seat(seat).role in SPECIALS and scene.camp(seat) == CIVILIANS
