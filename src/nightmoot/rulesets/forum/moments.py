"""When things end: the moments at which statuses, gained skills and notices lapse (durations of the catalogue)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nightmoot.core.records import Holding
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.data import NIGHT
from nightmoot.rulesets.forum.registers import Register

DAWN: Final = ("晨曦1", "晨曦2")
DUSK: Final = ("黄昏1", "黄昏2")
FOREVER: Final = None


def is_night(scene: Scene) -> bool:
    """Is it night: from 早夜 to 凌晨?"""
    return scene.state.phase.name in NIGHT


def night_end(scene: Scene) -> str:
    """夜晚结束: after the tally of the coming or present night (R30)."""
    return f"夜晚结束/{scene.day}"


def next_night_end(scene: Scene) -> str:
    """The end of the night after the coming or present one."""
    return f"夜晚结束/{scene.day + 1}"


def next_night(scene: Scene) -> str:
    """下一个夜晚开始: the next start of 早夜1 (R31)."""
    return f"夜晚开始/{scene.day + 1 if is_night(scene) else scene.day}"


def next_noon(scene: Scene) -> str:
    """下一个正午阶段开始."""
    return f"正午开始/{scene.day if scene.state.phase.name in DAWN else scene.day + 1}"


def next_dusk_end(scene: Scene) -> str:
    """下一个黄昏阶段结束: given in a dusk, it is that of the next day (R33, R34)."""
    early = scene.state.phase.name in (*DAWN, "正午", "开局", "竞选")
    return f"黄昏结束/{scene.day if early else scene.day + 1}"


def dusk_end(scene: Scene) -> str:
    """The end of the present or coming dusk of this day."""
    return f"黄昏结束/{scene.day}"


def dawn_end(scene: Scene) -> str:
    """The end of the next 晨曦 after the present one."""
    return f"晨曦结束/{scene.day + 1}"


#: The order in which moments of one day come, for "the shortest first".
_PLACES: Final = {
    "晨曦开始": 0,
    "晨曦结束": 1,
    "正午开始": 2,
    "黄昏开始": 3,
    "黄昏结束": 4,
    "夜晚开始": 5,
    "早夜结束": 6,
    "夜晚结束": 7,
}


def when(until: str | None) -> tuple[int, int]:
    """A moment as something to sort by; what never ends comes last."""
    if until is None or "/" not in until:
        return (10_000, 0)
    name, day = until.split("/")
    return (int(day), _PLACES[name])


def lapse(scene: Scene, name: str) -> None:
    """A moment of this day has come: statuses and lent skills that last until it end."""
    moment = f"{name}/{scene.day}"
    for mark in scene.state.marks.get("借用", ()):
        if mark.until == moment and mark.on in scene.state.holdings:
            scene.state.drop_holding(mark.on)
    scene.lapse(moment)
    scene.changed()


#: What an always-on skill does as soon as it is held: skill → (scene, holding).
ALWAYS_ON: Final[Register[Callable[[Scene, Holding], None]]] = Register()


def held(scene: Scene, holding: Holding) -> None:
    """A holding has come into being: what is always on begins."""
    act = ALWAYS_ON.get(holding.ability)
    if act is not None:
        act(scene, holding)


def always_on(skill: str) -> Callable[[Callable[[Scene, Holding], None]], Callable[[Scene, Holding], None]]:
    """The decorated function runs for every holding of the skill when it begins."""

    def declare(act: Callable[[Scene, Holding], None]) -> Callable[[Scene, Holding], None]:
        ALWAYS_ON.put(skill, act)
        return act

    return declare


def lend(
    scene: Scene, seat: str, skill: str, *, until: str | None, left: int | None = None, by: str = "gained"
) -> str | None:
    """The seat holds one more copy of a skill until a moment, with counters of its own; returns the holding."""
    holding = scene.grant(seat, skill, left=left, by=by)
    if holding is None:
        return None
    if until is not None:
        scene.mark(holding.id, "借用", until=until)
    held(scene, holding)
    return holding.id
