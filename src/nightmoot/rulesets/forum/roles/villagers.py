"""Villagers who help or strike alone: 猎人, 乌鸦, 隐者, 药剂师, 太极宗师, 潜行者, 灾星, 黑商, 赏金猎人, 骑士.

猎魔人 … (lines 222-430).
"""

from __future__ import annotations

from typing import Any

import msgspec

from nightmoot.core.book import Book
from nightmoot.core.picks import Some, option
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum import votes
from nightmoot.rulesets.forum.data import VILLAGE, WOLVES
from nightmoot.rulesets.forum.flow import at_end, at_start
from nightmoot.rulesets.forum.hurt import BITE, DEADLY, PIERCE, RED_CARD, flip, hurt, outs
from nightmoot.rulesets.forum.kit import (
    CLEARING,
    COUNTED,
    anyone,
    one,
    others,
    part,
    passive,
    settled,
    skill,
    stands,
    with_choice,
)
from nightmoot.rulesets.forum.moments import FOREVER, always_on, lend, next_dusk_end, night_end
from nightmoot.rulesets.forum.statuses import FORCED, HELD_OFF, cleanse, give
from nightmoot.rulesets.forum.telling import following, inform, publish

replace = msgspec.structs.replace
book = Book()


@skill(
    book,
    "最后一枪",
    "黄昏1",
    "晨曦1",
    pick=one(anyone),
    targeted=True,
    works_out=True,
    nightly=None,
    when=lambda s, me: _may_shoot(s, me),
)
def last_shot(scene: Scene, me: Holding, use: Use) -> None:
    """致死伤害 (L225)."""
    scene.note("shot", _exit(scene, me.owner))
    for _, final in settled(use):
        hurt(scene, final, DEADLY)


def _exit(scene: Scene, seat: str) -> int:
    """The fact of the seat's last out."""
    return next((fact.id for fact in scene.state.facts.latest() if fact.kind == "out" and fact.seat == seat), -1)


def next_window(scene: Scene, seat: str) -> bool:
    """Is this the next window after the seat went out (R43)?"""
    if scene.is_in(seat):
        return False
    for fact in scene.state.facts.latest():
        if fact.kind == "phase" and fact.what in ("黄昏1", "晨曦1"):
            begun = fact.id
            break
    else:
        return False
    before = next(
        (
            f.id
            for f in scene.state.facts.latest()
            if f.kind == "phase" and f.what in ("黄昏1", "晨曦1") and f.id < begun
        ),
        -1,
    )
    left = _exit(scene, seat)
    if left <= before:
        return False
    if scene.state.facts[left].what == RED_CARD:  # L159
        return False
    fact = scene.state.facts[left]  # whoever goes out in a window has that one and no other
    return fact.phase.name not in ("黄昏1", "晨曦1") or fact.phase.stamp == scene.state.phase.stamp


def _may_shoot(scene: Scene, me: Holding) -> bool:
    return next_window(scene, me.owner) and scene.noted(me, "shot") != _exit(scene, me.owner)


@skill(book, "诽谤", "深夜1", pick=one(anyone), targeted=True)
def slander(scene: Scene, me: Holding, use: Use) -> None:
    """Two votes more (迷你: one) in every thread of the next day (L243, R26, R263)."""
    for _, final in settled(use):
        scene.mark(final, "诽谤", data=scene.day + 1)
        publish(scene, "诽谤", final, at="正午", once=True)


@votes.RECEIVED.append
def slandered(scene: Scene, seat: str) -> float:
    """What 诽谤 adds today."""
    worth = 2 if scene.options["stage"] == "标准" else 1
    return worth * sum(1 for mark in scene.marks("诽谤", on=seat) if mark.data == scene.day)


# ---------------------------------------------------------------------- 隐者

passive(book, "隐身衣")
book.passive("隐身衣的迷魂", tags=(FORCED, HELD_OFF))


@always_on("隐身衣")
def cloak(scene: Scene, holding: Holding) -> None:
    """隐身 and 迷魂 as long as the cloak is worn (L250)."""
    give(scene, holding.owner, "隐身", until=FOREVER, by=holding)
    daze = scene.grant(holding.owner, "隐身衣的迷魂", by=holding.by or "隐身衣")
    if daze is not None:
        give(scene, holding.owner, "迷魂", until=FOREVER, by=daze, told=False)


@outs.trigger
def cloak_falls(scene: Scene, seat: str, harm: Harm) -> None:
    """Half of the opening number or fewer are left: the cloak is lost, for good (R127)."""
    if 2 * len(scene.living()) <= len(scene.circle):
        for holding in scene.state.holders("隐身衣"):
            if holding.by != "机械狼":
                take_cloak(scene, holding.owner)


def take_cloak(scene: Scene, seat: str) -> None:
    """The cloak is lost, and what it does with it."""
    for holding in scene.state.holdings_of(seat):
        if holding.ability in ("隐身衣", "隐身衣的迷魂"):
            scene.lose(holding)


@book.before_use("隐身")
def cloak_comes_off(scene: Scene, mark: Mark, use: Use) -> Use:
    """The cloak lapses as soon as it is taken off: it does not hide its wearer from that (L251)."""
    if use.ability == "脱下隐身衣" and mark.on == use.actor:
        take_cloak(scene, use.actor)
    return use


@skill(book, "脱下隐身衣", "早夜2", pick=one(anyone), targeted=True, when=lambda s, me: stands(s, me.owner, "隐身衣"))
def take_off(scene: Scene, me: Holding, use: Use) -> None:
    """The cloak lapses at once; the final target has 隐身 until the end of the next dusk (L251)."""
    for _, final in settled(use):
        give(scene, final, "隐身", until=next_dusk_end(scene))


# ---------------------------------------------------------------------- 药剂师, 太极宗师


@skill(book, "迷魂药", "深夜1", pick=one(anyone), targeted=True, uses=1)
def daze(scene: Scene, me: Holding, use: Use) -> None:
    """迷魂 for good (L268)."""
    for _, final in settled(use):
        give(scene, final, "迷魂", until=FOREVER)


@skill(book, "回复药", "深夜1", pick=one(anyone), targeted=True, uses=1)
def restore(scene: Scene, me: Holding, use: Use) -> None:
    """The target picks one of its counted skills for one use more; if it has none, 迷魂药 gains it (L269, R230)."""
    for _, final in settled(use):
        if not scene.is_in(final):
            continue
        if not counted_skills(scene, final):
            for holding in scene.state.holdings_of(me.owner):
                if holding.ability == "迷魂药":
                    scene.give_uses(holding, 1)
            inform(scene, me.owner, "通知", "迷魂药", skill="回复药", at="夜晚")
            continue
        entry = {"user": me.owner, "seat": final}
        scene.state.put("memory", "回复药", (*scene.recall("回复药", ()), entry))


def counted_skills(scene: Scene, seat: str) -> tuple[str, ...]:
    """The [X] skills of a seat, without uses left too (R230)."""
    return tuple(dict.fromkeys(h.ability for h in scene.state.holdings_of(seat) if h.ability in COUNTED))


@book.step("restored")
def restored(scene: Scene, entry: dict[str, Any]) -> None:
    """After 深夜 the target is told and chooses."""
    seat = entry["seat"]
    counted = counted_skills(scene, seat)
    chosen = scene.ask(scene.operator(seat, "回复药"), option(counted, of="skill", optional=True), key="回复药")
    if chosen is not None:
        holding = next(h for h in scene.state.holdings_of(seat) if h.ability == chosen)
        scene.give_uses(holding, 1)


@at_start("凌晨1")
def restorations(scene: Scene) -> None:
    """深夜 is over: the restored are asked."""
    for entry in scene.recall("回复药", ()):
        with following(scene, "回复药", entry.get("seat")):
            scene.push("restored", entry=entry)
    scene.state.drop("memory", "回复药")


@skill(book, "归元", "早夜2", pick=one(anyone), targeted=True, uses=2, tags=(CLEARING,))
def return_to_origin(scene: Scene, me: Holding, use: Use) -> None:
    """Every status goes and none can ever be gained again (L278, R113)."""
    for _, final in settled(use):
        gone = cleanse(scene, final, everything=True)
        scene.mark(final, "归元锁")
        for name in dict.fromkeys(gone):
            if name in ("沉默", "缴械", "迷魂", "寡言", "业炎", "净化", "冰冻", "恐惧", "凝滞"):
                inform(scene, final, "失去状态", name, skill="状态", mark=name)


# ---------------------------------------------------------------------- strikes


def voted_for(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Whom the holder voted for today by the posted votes, as far as they are not out (R71)."""
    posted = scene.recall("posted votes", {}).get(me.owner, ())
    return tuple(seat for seat in anyone(scene, me) if seat in posted)


@skill(
    book,
    "潜行",
    "深夜2",
    pick=lambda s, me: Some(items=voted_for(s, me), least=1, most=max(1, len(voted_for(s, me)))),
    targeted=True,
    once=True,
)
def stalk(scene: Scene, me: Holding, use: Use) -> None:
    """致死伤害 for every one of the day's votes that is chosen (L285)."""
    for _, final in settled(use):
        hurt(scene, final, DEADLY)


@skill(book, "血光之灾", "深夜2", pick=one(anyone), targeted=True)
def bloody_doom(scene: Scene, me: Holding, use: Use) -> None:
    """A villager takes 致死伤害 and is announced, dead or not (L292, R104, R105)."""
    for _, final in settled(use):
        if counts_as(scene, final, me) == (WOLVES if me.by == "机械狼" else VILLAGE):
            hurt(scene, final, DEADLY)
            publish(scene, "血光之灾", final, at="正午")


def counts_as(scene: Scene, seat: str, me: Holding) -> str:
    """The actual camp as a villagers' skill finds it: 隐狼 may count as a villager (伪装 4, L562)."""
    village = scene.camp(me.owner) == VILLAGE
    return VILLAGE if village and scene.marks("视作村民", on=seat) else scene.camp(seat)


GIFTS = {"验人": "通灵", "毒药": "毒药", "猎枪": "最后一枪", "守护": "流光庇护", "控制": "冰冻"}


@skill(
    book,
    "馈赠",
    "深夜1",
    targeted=True,
    once=True,
    pick=with_choice(player=lambda s, me: Some(items=others(s, me)), gift=lambda s, me: option(tuple(GIFTS))),
)
def bestow(scene: Scene, me: Holding, use: Use) -> None:
    """A wolf kills the giver; anybody else gains the gift, for one use (L318-L325, R250)."""
    for _, final in settled(use):
        bad = VILLAGE if me.by == "机械狼" else WOLVES
        if counts_as(scene, final, me) == bad:
            hurt(scene, me.owner, DEADLY)
        else:
            skill_name = GIFTS[str(part(use, "gift"))]
            scene.state.put("memory", "馈赠", (*scene.recall("馈赠", ()), {"seat": final, "skill": skill_name}))
            inform(scene, final, "通知", skill_name, skill="馈赠", at="夜晚", what=skill_name)


@at_end("凌晨2")
def gifts_arrive(scene: Scene) -> None:
    """The night is over: the gifts are there, for one use."""
    for entry in scene.recall("馈赠", ()):
        with following(scene, "馈赠", entry["seat"]):
            lend(scene, entry["seat"], entry["skill"], until=FOREVER, left=1, by="馈赠")
    scene.state.drop("memory", "馈赠")


@skill(book, "悬赏", "深夜2", pick=one(anyone))
def bounty(scene: Scene, me: Holding, use: Use) -> None:
    """If the chosen one is announced out at the door, 捕杀 gains a use (L330, R69)."""
    scene.note("bounty", (scene.night, use.target))


@at_start("正午")
def bounties(scene: Scene) -> None:
    """The door has opened: who of the named is out?"""
    fresh = scene.recall("announced today", ())
    for holding in scene.state.holders("悬赏"):
        noted = scene.noted(holding, "bounty")
        if noted and noted[0] == scene.night and noted[1] in fresh and scene.is_in(holding.owner):
            for hunt in scene.state.holdings_of(holding.owner):
                if hunt.ability == "捕杀":
                    scene.give_uses(hunt, 1)
            inform(scene, holding.owner, "通知", noted[1], skill="悬赏", seat=noted[1])


def not_my_bounty(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Anybody but tonight's own 悬赏, handed in or used."""
    named = set()
    for holding in scene.state.holdings_of(me.owner):
        if holding.ability == "悬赏":
            noted = scene.noted(holding, "bounty")
            if noted and noted[0] == scene.night:
                named.add(noted[1])
            for order in scene.state.orders.get("深夜2", ()):
                if order.holding == holding.id and isinstance(order.choice, str):
                    named.add(order.choice)
    return tuple(seat for seat in anyone(scene, me) if seat not in named)


@skill(book, "捕杀", "深夜2", pick=one(not_my_bounty), targeted=True, uses=0)
def catch(scene: Scene, me: Holding, use: Use) -> None:
    """指杀 (L331)."""
    for _, final in settled(use):
        hurt(scene, final, BITE)


# ---------------------------------------------------------------------- 骑士, 猎魔人


@skill(book, "决斗", "正午", pick=one(anyone), targeted=True, flip=True, when=lambda s, me: s.day > 1)
def duel(scene: Scene, me: Holding, use: Use) -> None:
    """A wolf takes 穿透, a villager kills the knight, others nothing (L423, R107)."""
    flip(scene, me.owner)
    swapped = me.by == "机械狼"
    for _, final in settled(use):
        camp = counts_as(scene, final, me)
        if camp == (VILLAGE if swapped else WOLVES):
            hurt(scene, final, PIERCE, riders={"沉默": True})
        elif camp == (WOLVES if swapped else VILLAGE):
            hurt(scene, me.owner, DEADLY)


@skill(book, "猎杀", "深夜2", pick=one(anyone), targeted=True, uses=3, nightly=1, when=lambda s, me: (me.left or 0) > 0)
def hunt_down(scene: Scene, me: Holding, use: Use) -> None:
    """A wolf takes 穿透; a third or uncertain costs one use more, a villager two.

    Below none the hunter dies (L429, R106).
    """
    swapped = me.by == "机械狼"
    cost = 0
    for _, final in settled(use):
        camp = counts_as(scene, final, me)
        if camp == (VILLAGE if swapped else WOLVES):
            hurt(scene, final, PIERCE)
        else:
            cost += 2 if camp == (WOLVES if swapped else VILLAGE) else 1
    now = scene.state.holdings.get(me.id)
    if now is not None and now.left is not None:
        scene.state.put_holding(replace(now, left=now.left - cost))
        scene.changed()
        if now.left - cost < 0:
            hurt(scene, me.owner, DEADLY)


passive(book, "宿命")


@at_start("早夜1")
def destiny(scene: Scene) -> None:
    """坚韧 against villagers during every night (L430)."""
    for holding in scene.able("宿命"):
        against = WOLVES if holding.by == "机械狼" else VILLAGE
        give(scene, holding.owner, "坚韧", until=night_end(scene), by=holding, against=against)
