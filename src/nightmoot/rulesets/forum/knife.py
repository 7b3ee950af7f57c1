"""The knife: one 杀人 of the pack (群内), taken over by the 接刀 holders in order; and knives of single owners.

Lines 507-519; R2, R109-R111, R203-R205, R258-R259.
"""

from __future__ import annotations

from typing import Final

from nightmoot.core.book import Book
from nightmoot.core.picks import Pick, Some
from nightmoot.core.records import Holding, Use, group_owner
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.rulesets.forum.hurt import BITE, hurt
from nightmoot.rulesets.forum.statuses import bears
from nightmoot.rulesets.forum.telling import worked

book = Book()
PACK: Final = "狼群"
OWNER: Final = group_owner(PACK)
INSIDE: Final = "群内"
TAKER: Final = "接刀"
#: The general order of the takers (L514); lover wolves, cupids and brides come after all of them (R258).
ORDER: Final = ("蚀日侍女", "石像鬼", "隐狼", "大天狗", "机械狼", "寂夜导师", "情侣", "丘比特", "维纳斯", "鬼魂新娘")


def tag(scene: Scene, seat: str, kind: str, *, place: str | None = None) -> bool:
    """Give the 群内 or 接刀 tag; 不归 and 双重人格 before its awakening keep 群内 out (R228)."""
    if kind == INSIDE and any(
        scene.standing(h) < Standing.GONE for h in scene.state.holdings_of(seat) if h.ability == "不归"
    ):
        worked(scene, seat, "不归")
        return False
    if scene.marks(kind, on=seat):
        return True
    scene.mark(seat, kind, data=place or scene.seat(seat).role)
    if kind == INSIDE:
        regroup(scene)
    return True


def untag(scene: Scene, seat: str, *kinds: str) -> None:
    """Take a tag away for good."""
    for kind in kinds or (INSIDE, TAKER):
        scene.unmark(*scene.marks(kind, on=seat), why="lost")
    regroup(scene)


def pack(scene: Scene) -> tuple[str, ...]:
    """The living members of the pack: tagged, and not under 超度 (R110)."""
    return tuple(seat for seat in scene.living() if scene.marks(INSIDE, on=seat) and not bears(scene, seat, "超度"))


def regroup(scene: Scene) -> None:
    """Bring the private group of the pack into line; members learn one another."""
    old = scene.state.groups.get(PACK, ())
    now = pack(scene)
    if old == now:
        return
    scene.state.put("groups", PACK, now)
    for seat in now:
        others = tuple(name for name in now if name != seat)
        shows = (*((name, "mate", True) for name in now), ("group:" + PACK, "members", now))
        scene.tell(seat, "共群", others, seats=others, n=len(others), shows=shows)


def pack_can_bite(scene: Scene) -> bool:
    """缴械 on one member stops the whole pack (R109); there must be one who is not silenced."""
    members = pack(scene)
    if any(bears(scene, seat, "缴械") for seat in members):
        return False
    return any(not bears(scene, seat, "沉默") for seat in members)


def knife_has_passed(scene: Scene) -> bool:
    """Are all 群内 wolves out, or the living ones all under permanent 超度 (L512)?"""
    tagged = [seat for seat in scene.living() if scene.marks(INSIDE, on=seat)]
    return all(bears(scene, seat, "超度", permanent=True) for seat in tagged)


def takers(scene: Scene) -> tuple[str, ...]:
    """The living 接刀 holders in the order in which they take the knife."""
    seats = [
        (mark.data, mark.at, mark.on)
        for mark in scene.marks(TAKER)
        if scene.is_in(mark.on) and not bears(scene, mark.on, "超度")
    ]
    order = list(ORDER)
    if scene.options["hidden_wolf_knife"] == "after_machine":  # L559 against L514 (R203)
        order.remove("隐狼")
        order.insert(order.index("机械狼") + 1, "隐狼")
    place = {name: index for index, name in enumerate(order)}
    return tuple(seat for _, _, seat in sorted((place.get(name, len(order)), at, seat) for name, at, seat in seats))


def taker(scene: Scene) -> str | None:
    """Who has the pack's knife now: the first 接刀 holder, when it has passed (R259)."""
    found = takers(scene)
    return found[0] if found and knife_has_passed(scene) else None


def own_knives(scene: Scene, seat: str) -> tuple[Holding, ...]:
    """The seat's own copies of 杀人 (lovers, 赌徒, gifts …)."""
    return tuple(h for h in scene.state.holdings_of(seat) if h.ability == "杀人")


def carries_knife(scene: Scene, seat: str) -> bool:
    """带刀: could use 杀人 if nothing forbade it (R2)."""
    return (scene.is_in(seat) and seat in pack(scene)) or taker(scene) == seat or bool(own_knives(scene, seat))


def prey(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Whom 杀人 may name: anybody, or only who is on the list of 未明之雾."""
    from nightmoot.rulesets.forum.kit import anyone

    forced = scene.recall("fog")
    seats = anyone(scene, me)
    return tuple(seat for seat in seats if seat in forced) if forced else seats


def bites(scene: Scene) -> int:
    """How many times the pack's knife may be used tonight: once, and once more for each 激励."""
    return 1 + int(scene.recall("extra bites", {}).get(str(scene.night), 0))


def bite_pick(scene: Scene, me: Holding) -> Pick:
    """One target; several uses of one night are a list."""
    most = bites(scene) if me.owner == OWNER or me.by == TAKER else 1
    return Some(items=prey(scene, me), least=1, most=most, distinct=most == 1)


def may_bite(scene: Scene, me: Holding) -> bool:
    """The pack, the taker, or a single owner; 缴械 and 超度 stop it."""
    from nightmoot.rulesets.forum.kit import sealed_tonight, spent_tonight

    if sealed_tonight(scene, "杀人") or spent_tonight(scene, me):
        return False
    if me.owner == OWNER:
        return pack_can_bite(scene)
    from nightmoot.rulesets.forum.roles.machine import unusable

    return not (bears(scene, me.owner, "缴械") or bears(scene, me.owner, "超度") or unusable(scene, me))


@book.ability("杀人", pick=bite_pick, usable=may_bite, window="深夜2", tags=("指定",))
def bite(scene: Scene, me: Holding, use: Use) -> None:
    """指杀; the source of the pack's is drawn among its members (L517)."""
    source = biter(scene, me)
    slot = "狼人杀人" if me.owner == OWNER or me.by == TAKER else "其余身份杀人"
    for target in use.targets:
        hurt(scene, target, BITE, skill="杀人", source=source, slot=slot, riders={"holding": me.id})


def biter(scene: Scene, me: Holding) -> str | None:
    """Who counts as the user of a 杀人: the owner, or the member of the pack drawn for this bite."""
    if me.owner != OWNER:
        return me.owner
    drawn = scene.recall("biter")
    return None if drawn is None else str(drawn)


def draw_source(scene: Scene) -> None:
    """Draw the member who counts as the user of the pack's next bite; one who is silenced does not bite (L517)."""
    members = tuple(seat for seat in pack(scene) if not bears(scene, seat, "沉默"))
    if members:
        scene.remember("biter", members[0] if len(members) == 1 else scene.draw("杀人", members))


def hand_over_knife(scene: Scene) -> None:
    """At the start of 深夜2 the taker holds the knife for this night, or nobody but the pack does (R204)."""
    for holding in scene.state.holders("杀人"):
        if holding.by == TAKER:
            scene.state.drop_holding(holding.id)
    seat = taker(scene)
    if seat is not None:
        scene.grant(seat, "杀人", by=TAKER)
    scene.changed()
