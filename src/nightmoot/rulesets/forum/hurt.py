"""Damage and going out: queued by night and tallied in the order of the list, settled at once by day (section L).

One damage: blocks, then substitutions (all of them), then the out and its chains (R73-R108).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from nightmoot.core.book import Book
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Mark
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.data import DATA
from nightmoot.rulesets.forum.moments import is_night, next_night
from nightmoot.rulesets.forum.statuses import give
from nightmoot.rulesets.forum.telling import because, publish

book = Book()

BITE: Final = "指杀"
PIERCE: Final = "穿透"
DEADLY: Final = "致死伤害"
LYNCH: Final = "投票出局"
RED_CARD: Final = "红牌罚下"
KINDS: Final = (BITE, PIERCE, DEADLY, LYNCH, RED_CARD)

#: The places of the night tally by what is written there.
PLACES: Final[dict[str, int]] = {entry["written"]: place for place, entry in enumerate(DATA["death_order"])}
#: The place of each skill's damage; others are named by hand.
SLOT_OF: Final[dict[str, str]] = {
    "杀人": "狼人杀人",
    "牺牲": "幼狼牺牲（如果未指定）",
    "暴怒": "狼兄暴怒",
    "继承": "狼弟继承",
    "冲锋": "黑狼王冲锋",
    "狙击": "狙击手狙击",
    "野性": "大野狼野性",
    "反弹": "黑蝙蝠反弹",
    "邪恶": "恶灵骑士反弹",
    "继承黑夜": "光继承黑夜",
    "黑夜狩猎": "暗黑夜狩猎",
    "撕咬": "白狼撕咬",
    "神耀": "炽天使神耀",
    "摄梦": "摄梦人双摄",
    "时波混乱": "寂夜导师/白昼学者时波混乱",
    "潜行": "潜行者潜行",
    "血光之灾": "灾星血光之灾",
    "捕杀": "赏金猎人捕杀",
    "猎杀": "猎魔人猎杀",
    "裁决": "圣裁者裁决辉耀",
    "辉耀": "圣裁者裁决辉耀",
    "毒药": "女巫毒药",
    "礼物": "圣诞坏礼物",
    "宣誓效忠": "见习守卫暴毙",
    "馈赠": "黑商给狼暴毙",
    "日光窃取": "蚀日侍女偷秩序暴毙",
    "食尸": "食尸鬼吞噬失败",
    "实验": "其他身份毒药",
}

#: What follows an out, in the order of the list (情侣殉情, 附体, 摄梦, 同命, 链接); filled by the roles' files.
Trigger = Callable[[Scene, str, Harm], None]
#: The live marks of some kinds just before an out: what it breaks still pulls (R84, R87).
Before = dict[str, tuple[Mark, ...]]
Chain = Callable[[Scene, str, Harm, Before], None]


class Chains:
    """The chain effects and triggers of an out, by name; chains run in the published order, triggers after them."""

    def __init__(self) -> None:
        """Start empty."""
        self.chains: dict[str, Chain] = {}
        self.kinds: tuple[str, ...] = ()
        self.triggers: list[Trigger] = []

    def chain(self, name: str, *kinds: str) -> Callable[[Chain], Chain]:
        """The decorated function is a chain of the published order; it reads marks of these kinds as before the out."""

        def declare(hook: Chain) -> Chain:
            self.chains[name] = hook
            self.kinds = (*self.kinds, *kinds)
            return hook

        return declare

    def trigger(self, hook: Trigger) -> Trigger:
        """The decorated function runs after every out (传承, 激励, 神使 …)."""
        self.triggers.append(hook)
        return hook


ORDER: Final[tuple[str, ...]] = tuple(DATA["chain_order"])
outs = Chains()


def hurt(
    scene: Scene,
    target: str,
    kind: str,
    *,
    skill: str | None = None,
    source: str | None = None,
    slot: str | None = None,
    riders: Plain = None,
    at: str | None = None,
) -> Harm | None:
    """Deal damage: by night it is queued for the tally (R27), by day it is settled at once (R29).

    ``source`` is the acting holder unless given; ``slot`` its place in the list; ``at`` a phase in which it falls due
    instead (审判). Riders are effects of this damage: ``{"沉默": True}`` silences whom it puts out.
    """
    name = skill or (scene.acting.ability if scene.acting else "")
    owner = source if source is not None else (scene.acting.owner if scene.acting else None)
    place = slot or SLOT_OF.get(name, name)
    harm = scene.queue(target, kind, source=owner, slot=at or place, riders={"skill": name, **(riders or {})})
    if harm is None or at is not None:
        return harm
    if not is_night(scene):
        resolve(scene, harm)
    return harm


def place_of(harm: Harm) -> tuple[int, int]:
    """The place of a queued damage in the tally: its slot, then the order of dealing."""
    slot = harm.slot
    if slot.startswith("after:"):  # 牺牲 at a place of the cub's choice (R45)
        return PLACES[slot[6:]] * 2 + 1, int(harm.id[1:])
    return PLACES.get(slot, len(PLACES)) * 2, int(harm.id[1:])


@book.step("tally")
def tally(scene: Scene) -> None:
    """The list of the night's outs, between 凌晨2 and 晨曦1."""
    for harm in sorted((h for h in scene.state.harms if h.slot not in ("晨曦1",)), key=place_of):
        if any(item.id == harm.id for item in scene.state.harms):
            resolve(scene, harm)


def preview_tally(scene: Scene) -> tuple[str, ...]:
    """Who would go out in tonight's tally; changes nothing (魔女秘法, R46)."""
    harms = sorted((h for h in scene.state.harms if h.slot not in ("晨曦1",)), key=place_of)
    return scene.dry_run(lambda dry: [resolve(dry, harm) for harm in harms])


def resolve(scene: Scene, harm: Harm, *, root: str | None = None) -> bool:
    """Settle one damage to the end, inserting what it makes; says whether its target went out."""
    if not scene.is_in(harm.target):
        scene.forget(harm)
        return False
    judged = scene.judge(harm)
    if judged is None:
        return False
    before = {kind: scene.marks(kind) for kind in outs.kinds}
    gone = scene.out_together(judged)
    if not gone:
        return False
    seat = gone[0]
    with because(scene, out_fact(scene, seat)):
        _follow(scene, seat, judged, before)
    return True


def _follow(scene: Scene, seat: str, judged: Harm, before: Before) -> None:
    """What follows from an out: its riders, its announcement, chains in their order, triggers."""
    if (judged.riders or {}).get("沉默"):
        give(scene, seat, "沉默", until=next_night(scene))
    _announce_out(scene, seat, judged)
    for name in ORDER:
        hook = outs.chains.get(name)
        if hook is not None:
            hook(scene, seat, judged, before)
    for trigger in outs.triggers:
        trigger(scene, seat, judged)


def chained(
    scene: Scene, target: str, kind: str, *, source: str | None, skill: str, after: Harm, riders: Plain = None
) -> bool:
    """A damage that follows from another one: judged at once, before anything else (先插入结算).

    It carries, as ``line``, whose outs it follows from.
    """
    line = (after.riders or {}).get("line", ())
    if not scene.is_in(after.target):
        line = (*line, after.target)
    harm = scene.queue(
        target,
        kind,
        source=source,
        slot=after.slot,
        riders={"skill": skill, "chained": True, "line": line, **(riders or {})},
        after=after,
    )
    return harm is not None and resolve(scene, harm)


def _announce_out(scene: Scene, seat: str, harm: Harm) -> None:
    """Outs by day are public at once; those of dusk after 黄昏1, those of the night at the door."""
    phase = scene.state.phase.name
    lynched = harm.kind == LYNCH and (harm.riders or {}).get("skill") == "vote"
    if phase == "正午":
        tell_out(scene, (seat,))
    elif lynched:  # announced under its own name (R213)
        scene.remember("lynched today", (*scene.recall("lynched today", ()), seat))
    else:
        key = "outs of dusk" if phase in ("黄昏1", "黄昏2") else "outs of night"
        scene.remember(key, (*scene.recall(key, ()), seat))


def tell_out(scene: Scene, seats: tuple[str, ...]) -> None:
    """Announce outs, in order (also that there were none); from now on they are out of every list."""
    scene.remember("announced out", (*scene.recall("announced out", ()), *seats))
    scene.announce("out", seats, seats=seats, n=len(seats), shows=tuple((seat, "in", False) for seat in seats))


def out_fact(scene: Scene, seat: str) -> int | None:
    """The fact of the seat's last out."""
    return next((fact.id for fact in scene.state.facts.latest() if fact.kind == "out" and fact.seat == seat), None)


def went_out_by(scene: Scene, seat: str) -> dict[str, Any] | None:
    """The kind, skill and source of the seat's last out, from the facts."""
    for fact in scene.state.facts.latest():
        if fact.kind == "out" and fact.seat == seat:
            return {"kind": fact.what, **(fact.data or {})}
    return None


def flip(scene: Scene, seat: str) -> None:
    """翻牌: make the actual identity public, never the skill or the target (R214)."""
    if scene.marks("已翻牌", on=seat):
        return
    role = scene.seat(seat).role
    publish(scene, "flip", {seat: role}, shows=((seat, "role", role), (seat, "revealed", True)))
    scene.mark(seat, "已翻牌")


def substitutes(kind: str) -> Callable[[Callable[[Scene, Mark, Harm], Any]], Any]:
    """Declare a substitution: marks of the kind act when their bearer would go out; all present ones do (R78)."""
    return book.harm("instead", mark=kind)


def holder_in(scene: Scene, mark: Mark) -> Holding | None:
    """The holding that made a mark."""
    return scene.state.holdings.get(mark.by or "")
