"""What the GM reports to the madman."""

from __future__ import annotations

from nightmoot.core.plain import Plain
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.items import Item, due_to
from nightmoot.rulesets.killer.seats import is_npc


def report_madness(scene: Scene, item: Item) -> None:
    """The result drawn, and the camp if that was found (K-57, K-107); nothing where an NPC was aimed at (K-103)."""
    npc = item.target in scene.state.seats and is_npc(scene, item.target)
    if not item.result or not item.acted or item.silent or npc:
        return
    seat, camp = item.named, item.camp
    info: dict[str, Plain] = {"result": item.result}
    with due_to(scene, item.fact):
        match item.result:
            case 1 if camp is not None:
                shows = ((seat, "found", camp),)
                info["info"] = camp
                scene.tell(item.by, "madness_camp", info, skill="madness", seat=seat, camp=camp, shows=shows)
            case 1:
                scene.tell(item.by, "madness_no_camp", info, skill="madness", seat=seat)
            case 2:
                scene.tell(item.by, "madness_protect", info, skill="madness", seat=seat)
            case 3:
                scene.tell(item.by, "madness_seal", info, skill="madness", seat=seat)
            case 4:
                scene.tell(item.by, "madness_change_job", info, skill="madness", seat=seat)
            case 5:
                scene.tell(item.by, "madness_kill", info, skill="madness", seat=seat)
            case _:
                scene.tell(item.by, "madness_self_out", info, skill="madness", seat=seat)
