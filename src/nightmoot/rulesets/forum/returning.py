"""Who is brought back, and who cannot be (L401; R256)."""

from __future__ import annotations

from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.kit import red_carded
from nightmoot.rulesets.forum.telling import publish


def bring_back(scene: Scene, seat: str) -> None:
    """The seat is in again."""
    if scene.is_in(seat) or carded(scene, seat) or not scene.revive(seat, fresh=False):
        return
    scene.remember("announced out", tuple(name for name in scene.recall("announced out", ()) if name != seat))
    for key in ("outs of night", "outs of dusk"):
        scene.remember(key, tuple(name for name in scene.recall(key, ()) if name != seat))
    publish(scene, "复活", seat, shows=((seat, "in", True),))


def out_today(scene: Scene) -> tuple[str, ...]:
    """Who went out in today's 正午 or 黄昏 and is still out."""
    found = [
        fact.seat
        for fact in scene.state.facts
        if fact.kind == "out" and fact.phase.day == scene.day and fact.phase.name in ("正午", "黄昏1", "黄昏2")
    ]
    return tuple(s for s in scene.circle if s in found and not scene.is_in(s) and not carded(scene, s))


def carded(scene: Scene, seat: str) -> bool:
    """Out by a red card, and so for good (R256)."""
    return red_carded(scene, seat) and not scene.options["carded_return"]
