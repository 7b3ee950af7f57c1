"""Lovers of three kinds: bonds, their group, dying together, and the couple's camp (L984-L1011; R195-R201).

Cupid, Venus and the ghost bride only say who is bound and how; the couple's nature is judged here.
"""

from __future__ import annotations

from nightmoot.core.records import Harm
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.hurt import DEADLY, Before, chained, outs

TRUE, FALSE, LOVELESS = "真爱情侣", "虚情情侣", "无爱情侣"


def bind(scene: Scene, a: str, b: str, kind: str) -> bool:
    """Bind two seats; if one side fails to get it the other does not get it either (L994)."""
    first = scene.mark(a, kind, data=b)
    second = scene.mark(b, kind, data=a) if first is not None else None
    if first is None or second is None:
        scene.unmark(*(mark for mark in (first, second) if mark is not None), why="one side failed")
        return False
    scene.join("情侣", a, b)
    shown = TRUE if kind == LOVELESS else kind
    for seat, other in ((a, b), (b, a)):
        both = {mark.kind for mark in scene.state.all_marks() if mark.on == seat and mark.kind in (TRUE, LOVELESS)}
        name = kind if len(both) > 1 else shown
        scene.tell(seat, "情侣", other, seat=other, mark=name, shows=((other, "lover", True), (seat, "lover", True)))
    return True


def partners(scene: Scene, seat: str, *kinds: str) -> tuple[str, ...]:
    """Whom the seat is bound to (by bonds of these kinds, or by any)."""
    wanted = kinds or (TRUE, FALSE, LOVELESS)
    return tuple(mark.data for kind in wanted for mark in scene.marks(kind, on=seat))


@outs.chain("情侣殉情")
def die_together(scene: Scene, seat: str, harm: Harm, before: Before) -> None:
    """When one goes out the other takes 致死伤害, its own source (L994, L1011)."""
    for kind in (TRUE, FALSE, LOVELESS):
        for other in partners(scene, seat, kind):
            if not scene.is_in(other):
                continue
            of_love = (harm.riders or {}).get("skill") == TRUE
            if kind == LOVELESS and (of_love or partners(scene, other, TRUE) or not _pulls(scene, seat, other)):
                continue
            riders = {"沉默": True} if kind == TRUE else None
            chained(scene, other, DEADLY, source=other, skill=kind, after=harm, riders=riders)


def _pulls(scene: Scene, seat: str, other: str) -> bool:
    """Of A and B in loveless love B's out pulls A, never A's B while B has a true love (R200)."""
    return not partners(scene, other, TRUE)


def judge_again(scene: Scene, changed: tuple[str, ...]) -> None:
    """A lover's camp has changed in mid-game: the couple is judged anew by the same order (L993)."""
    for couple in scene.recall("couples", ()):
        if any(seat in changed for seat in couple["pair"]):
            scene.push("judge couple", pair=couple["pair"], cupid=couple["cupid"])
