"""Wolves, second half, and the pack's own 窥天: 黑狼王 … 机械狼 (lines 517-520, 662-815)."""

from __future__ import annotations

import msgspec

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Pick, Some, Yes, option
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.core.scene_using import targets_of
from nightmoot.core.standing import Standing
from nightmoot.rulesets.forum import votes
from nightmoot.rulesets.forum.data import NIGHT, ROLES, VILLAGE, WOLVES, camp_of_role
from nightmoot.rulesets.forum.flow import at_end
from nightmoot.rulesets.forum.hurt import BITE, DEADLY, PIERCE, flip, hurt, outs
from nightmoot.rulesets.forum.identity import card, gain_identity, identity, in_play, surface
from nightmoot.rulesets.forum.kit import (
    anyone,
    corpses,
    exactly,
    not_last_night,
    one,
    settled,
    skill,
    with_choice,
)
from nightmoot.rulesets.forum.knife import INSIDE, OWNER, pack, tag
from nightmoot.rulesets.forum.moments import FOREVER, next_night, next_noon, night_end
from nightmoot.rulesets.forum.roles.villagers import next_window
from nightmoot.rulesets.forum.roles.wolves import control, face_slots, lay_face, named_by
from nightmoot.rulesets.forum.statuses import FORCED, give
from nightmoot.rulesets.forum.telling import because, following, inform, publish, worked

replace = msgspec.structs.replace
book = Book()


@skill(
    book,
    "窥天",
    "开局",
    forced=True,
    pick=lambda s, me: Some(
        items=tuple(r for r in ROLES if camp_of_role(r) == VILLAGE), least=2, most=2, kind="options", of="role"
    ),
)
def peep(scene: Scene, me: Holding, use: Use) -> None:
    """The pack asks after two villager identities (L519)."""
    answers = tuple(in_play(scene, role) for role in use.choice)
    for seat in pack(scene):
        scene.tell(seat, "反馈", answers, skill="窥天", what="窥天", info_=answers)


# ---------------------------------------------------------------------- 黑狼王, 黑蝙蝠, 狼学者


@skill(book, "冲锋", "深夜2", pick=one(anyone), targeted=True, once=True)
def charge(scene: Scene, me: Holding, use: Use) -> None:
    """指杀 (L664)."""
    for _, final in settled(use):
        hurt(scene, final, BITE)


def _may_avenge(scene: Scene, me: Holding) -> bool:
    charge_left = any(h.ability == "冲锋" and h.left != 0 for h in scene.state.holdings_of(me.owner))
    return charge_left and next_window(scene, me.owner) and scene.noted(me, "shot") != _exit(scene, me.owner)


def _exit(scene: Scene, seat: str) -> int:
    return next((fact.id for fact in scene.state.facts.latest() if fact.kind == "out" and fact.seat == seat), -1)


@skill(book, "报复", "黄昏1", "晨曦1", pick=one(anyone), targeted=True, works_out=True, nightly=None, when=_may_avenge)
def avenge(scene: Scene, me: Holding, use: Use) -> None:
    """致死伤害 after going out with 冲锋 unused (L665)."""
    scene.note("shot", _exit(scene, me.owner))
    for _, final in settled(use):
        hurt(scene, final, DEADLY)


@skill(book, "庇护", "午夜", pick=one(not_last_night(anyone)), targeted=True)
def shelter(scene: Scene, me: Holding, use: Use) -> None:
    """坚韧 until the night ends (L672)."""
    for _, final in settled(use):
        give(scene, final, "坚韧", until=night_end(scene))
        scene.note("ward", (scene.night, final))


def first_attacker(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Who first dealt 指杀 or 穿透 to tonight's ward (R95)."""
    wards = [scene.noted(h, "ward") for h in scene.state.holdings_of(me.owner) if h.ability == "庇护"]
    for ward in wards:
        if ward and ward[0] == scene.night:
            for harm in scene.state.harms:
                if harm.target == ward[1] and harm.kind in (BITE, PIERCE) and harm.source in scene.state.seats:
                    return (str(harm.source),)
    return ()


@skill(
    book,
    "反弹",
    "凌晨1",
    pick=one(first_attacker),
    targeted=True,
    forced=True,
    once=True,
    when=lambda s, me: bool(first_attacker(s, me)),
)
def rebound(scene: Scene, me: Holding, use: Use) -> None:
    """穿透 for the first attacker of the ward (L673)."""
    for _, final in settled(use):
        hurt(scene, final, PIERCE)


@skill(
    book,
    "诡辩",
    "深夜1",
    targeted=True,
    pick=with_choice(
        player=lambda s, me: Some(items=anyone(s, me)), role=lambda s, me: option(tuple(ROLES), of="role")
    ),
)
def sophistry(scene: Scene, me: Holding, use: Use) -> None:
    """A right guess: 迷魂 for good, and a vote more when the target goes out (L682, R182). The user is told nothing."""
    for _, final in settled(use):
        if identity(scene, final) == use.choice["role"]:
            give(scene, final, "迷魂", until=FOREVER)
            key = f"诡辩 {me.owner}"
            scene.remember(key, tuple(dict.fromkeys((*scene.recall(key, ()), final))))


@outs.trigger
def guessed_out(scene: Scene, seat: str, harm: Harm) -> None:
    """Each guessed character that goes out is one vote more for good, once."""
    for voter in scene.circle:
        if seat in scene.recall(f"诡辩 {voter}", ()):
            key = f"诡辩出局 {voter}"
            scene.remember(key, tuple(dict.fromkeys((*scene.recall(key, ()), seat))))


@votes.WEIGHTS.append
def scholar(scene: Scene, voter: str, target: str) -> float:
    """The votes more of the scholar."""
    return len(scene.recall(f"诡辩出局 {voter}", ()))


# ---------------------------------------------------------------------- 长老狼, 噩梦之影, 狙击手


@skill(book, "归途", "黄昏2", pick=one(anyone), targeted=True)
def way_home(scene: Scene, me: Holding, use: Use) -> None:
    """A wolf without the tag joins the pack when 早夜 ends (L689, R49)."""
    for _, final in settled(use):
        if scene.camp(final) == WOLVES and not scene.marks(INSIDE, on=final):
            scene.remember("归途", (*scene.recall("归途", ()), final))


@at_end("早夜2")
def homecoming(scene: Scene) -> None:
    """早夜 is over: the tag arrives; skills that bring the tag may be used without their condition, at once."""
    for seat in scene.recall("归途", ()):
        with following(scene, "归途", seat):
            _come_home(scene, seat)
    scene.remember("归途", ())


def _come_home(scene: Scene, seat: str) -> None:
    if not scene.is_in(seat) or not tag(scene, seat, INSIDE):
        return
    scene.mark(seat, "今夜入群", until=night_end(scene), data=scene.night)
    inform(scene, seat, "通知", INSIDE, skill="归途")
    for holding in scene.state.holdings_of(seat):
        if holding.ability == "继承" and holding.left != 0 and scene.standing(holding) < Standing.BARRED:
            scene.push("inherit now", holding=holding.id)


@book.step("inherit now")
def inherit_now(scene: Scene, holding: str) -> None:
    """The tag has come when 早夜 was over: 继承 is asked at once and settles before 午夜 (R49)."""
    held = scene.state.holdings[holding]
    if not scene.usable(held):
        return
    choice = scene.ask(scene.operator(held.owner, held.ability), scene.pick_of(held), key=held.ability, drawn=True)
    scene.use(held, choice)


def _joins(scene: Scene, me: Holding) -> None:
    """The first use brings the tag, though it may not settle (R227)."""
    if identity(scene, me.owner) == "噩梦之影" and not me.by:
        tag(scene, me.owner, INSIDE)


@skill(
    book,
    "恐惧",
    "早夜2",
    targeted=True,
    pick=lambda s, me: Form(
        slots={"player": Some(items=not_last_night(anyone)(s, me)), "silence": Yes(optional=True)}, main="player"
    ),
    lost=lambda s, me, use: _joins(s, me),
)
def fear(scene: Scene, me: Holding, use: Use) -> None:
    """恐惧 until the next 正午 starts, and 寡言 until the next night if chosen (L696)."""
    _joins(scene, me)
    for _, final in settled(use):
        give(scene, final, "恐惧", until=next_noon(scene))
        if use.choice.get("silence"):
            give(scene, final, "寡言", until=next_night(scene))


@skill(book, "狙击", "深夜2", pick=one(anyone), targeted=True, when=lambda s, me: s.night % 2 == 0)
def snipe(scene: Scene, me: Holding, use: Use) -> None:
    """遗忘 for good and 致死伤害, on even nights (L703, R98)."""
    for _, final in settled(use):
        give(scene, final, "遗忘", until=FOREVER)
        hurt(scene, final, DEADLY)


# ---------------------------------------------------------------------- 雪狼, 冥王, 赤狼, 大野狼


def snow_pick(scene: Scene, me: Holding) -> Pick:
    """One or two characters and their surface; one alone may be given 坚韧."""
    seats = anyone(scene, me)
    slots: dict[str, Pick] = {
        "player": Some(items=seats, optional=True),
        "players": Some(items=seats, least=1, most=2, optional=True),
        **face_slots(),
        "坚韧": Yes(optional=True),
    }
    return Form(slots=slots)


@skill(book, "雪隐", "午夜", pick=snow_pick, targeted=True)
def snow_veil(scene: Scene, me: Holding, use: Use) -> None:
    """The chosen surface until the next night starts; 坚韧 with a single choice, once for everybody (L706)."""
    finals = [final for _, final in settled(use)]
    for final in finals:
        lay_face(scene, final, dict(use.choice), until=next_night(scene))
    tough = scene.noted(me, "tough") or ()
    if use.choice.get("坚韧") and len(use.chosen) == 1:
        for final in finals:
            if final not in tough:
                scene.note("tough", (*tough, final))
                give(scene, final, "坚韧", until=next_night(scene))


@skill(book, "暴风雪", "早夜2", once=True)
def snowstorm(scene: Scene, me: Holding, use: Use) -> None:
    """In the next night whoever is no wolf reaches only neighbours and himself with [指定] skills (L709, R67)."""
    scene.remember("snowstorm", scene.night + 1)
    publish(scene, "暴风雪", at="正午")


@skill(book, "死灵复仇", "晨曦2", flip=True)
def undead_revenge(scene: Scene, me: Holding, use: Use) -> None:
    """In the coming 正午 only the out may vote (L727, R173, R248)."""
    flip(scene, me.owner)
    scene.remember("only the out vote", scene.day)
    publish(scene, "亡魂", at="正午", once=True)


@votes.ELECTORATES.append
def the_out_vote(scene: Scene, voters: tuple[str, ...]) -> tuple[str, ...]:
    """死灵复仇's day."""
    if scene.recall("only the out vote") != scene.day:
        return voters
    return tuple(seat for seat in scene.circle if not scene.is_in(seat))


@skill(book, "业炎", "午夜", pick=one(anyone), targeted=True, uses=0)
def karmic_fire(scene: Scene, me: Holding, use: Use) -> None:
    """业炎 for good; a use for each 群内 wolf that goes out (L733)."""
    for _, final in settled(use):
        give(scene, final, "业炎", until=FOREVER)
    if me.by == "机械狼":
        gone = sum(1 for mark in scene.marks(INSIDE) if not scene.is_in(mark.on))
        inform(scene, me.owner, "通知", gone, skill="业炎", n=gone)


@outs.trigger
def fire_grows(scene: Scene, seat: str, harm: Harm) -> None:
    """A 群内 wolf is out."""
    if scene.marks(INSIDE, on=seat):
        for holding in scene.state.holders("业炎"):
            if scene.is_in(holding.owner):
                scene.give_uses(holding, 1)


@skill(book, "野性", "深夜2", pick=one(anyone), targeted=True, when=lambda s, me: s.night % 2 == 0)
def wildness(scene: Scene, me: Holding, use: Use) -> None:
    """指杀 on even nights (L738)."""
    for _, final in settled(use):
        hurt(scene, final, BITE)


# ---------------------------------------------------------------------- 怪盗


@skill(book, "偷盗", "早夜1", pick=exactly(2, anyone), targeted=True, once=True)
def steal(scene: Scene, me: Holding, use: Use) -> None:
    """Non-mandatory uses of the two tonight go where the thief says, from 早夜2 on (L748, R39, R135)."""
    for _, final in settled(use):
        scene.mark(final, "被偷盗", until=night_end(scene), data=me.owner)
        inform(scene, final, "通知", True, skill="偷盗", at="夜晚")


@book.before_use("被偷盗")
def diverted(scene: Scene, mark: Mark, use: Use) -> Use | None:
    """The thief learns name and chosen targets, and names new ones or drops the use; feedback is his (R130)."""
    ability = scene.rules.abilities[use.ability]
    if (
        FORCED in ability.tags
        or use.ability == "vote"
        or scene.state.phase.name == "早夜1"
        or scene.state.phase.name not in NIGHT
        or use.actor == OWNER
    ):
        return use
    thief = str(mark.data)
    scene.tell(use.actor, "通知", use.ability, skill="偷盗", what="偷盗", info_=use.ability)
    scene.tell(thief, "通知", {use.ability: named_by(use)}, skill="偷盗", what="偷盗", info_=use.ability)
    held = scene.state.holdings[use.holding]
    choice = take_use(scene, thief, held, use)
    if choice is None:
        return None
    named = targets_of(choice, scene.state.seats)
    return replace(use, choice=choice, chosen=named, targets=named, feedback=thief)


def take_use(scene: Scene, who: str, held: Holding, use: Use, *, blind: bool = False) -> Plain:
    """Somebody else names the targets of a use, under the skill's own name (None drops it)."""
    pick = scene.pick_of(held)
    optional = replace(pick, optional=True)
    params = {"skill": use.ability, "seat": use.actor, **({} if blind else {"seats": use.chosen})}
    return scene.ask(who, optional, key=use.ability, skill=use.ability, params=params)


# ---------------------------------------------------------------------- 食尸鬼, 蚀日侍女


@skill(book, "食尸", "早夜1", pick=one(corpses), targeted=True)
def eat(scene: Scene, me: Holding, use: Use) -> None:
    """The corpse is gone; a wolf's skills until before the next night, anybody else's kills.

    Until two wolves are eaten (L754).
    """
    eaten = scene.noted(me, "eaten") or 0
    for _, final in settled(use):
        scene.mark(final, "尸体已毁")
        if scene.camp(final) != WOLVES and eaten < 2:
            hurt(scene, me.owner, DEADLY, slot="食尸鬼吞噬失败")
            publish(scene, "撑死", me.owner, at="正午")
            continue
        if scene.camp(final) == WOLVES:
            eaten += 1
        role = str(surface(scene, final, "role")) if identity(scene, final) == "机械狼" else card(scene, final)
        if role is None:
            continue
        until = FOREVER if role == "隐狼" else next_night(scene)
        gained = gain_identity(scene, me.owner, role, until=until, by="机械狼", variant=True)
        for name in gained:
            if scene.state.holdings[name].ability == "业炎":
                scene.give_uses(scene.state.holdings[name], 1)
        skills = tuple(scene.state.holdings[name].ability for name in gained)
        inform(scene, me.owner, "通知", skills, skill="食尸", skills=skills)
    scene.note("eaten", eaten)


@at_end("开局")
def maid_knows(scene: Scene) -> None:
    """After the opening the maid learns the pack, and the pack the mentor, if they are still wolves (R255)."""
    inside = pack(scene)
    for seat in scene.living(role="蚀日侍女"):
        if scene.camp(seat) == WOLVES:
            scene.tell(
                seat,
                "通知",
                inside,
                skill="知晓群内狼",
                seats=inside,
                shows=tuple((name, "mate", True) for name in inside),
            )
    for seat in scene.living(role="寂夜导师"):
        if scene.camp(seat) == WOLVES:
            for name in inside:
                scene.tell(name, "通知", seat, skill="知晓寂夜导师", seat=seat, shows=((seat, "role", "寂夜导师"),))


@skill(book, "日光窃取", "黄昏2", pick=one(anyone), targeted=True)
def steal_sunlight(scene: Scene, me: Holding, use: Use) -> None:
    """Operates the final target tonight; one that holds 秩序 in that time kills the maid (L766, R139)."""
    for _, final in settled(use):
        control(scene, final, me.owner, "日光窃取")
        scene.mark(final, "日光", until=night_end(scene), data=me.owner)


@at_end(*NIGHT)
def order_burns(scene: Scene) -> None:
    """Does a controlled one hold 秩序, or is it the 秩序 sheriff?"""
    for mark in scene.marks("日光"):
        if scene.marks("秩序", on=mark.on):
            scene.unmark(mark, why="秩序")
            with because(scene, worked(scene, mark.data, "日光窃取", on=mark.on)):
                hurt(scene, mark.data, DEADLY, skill="日光窃取", source=mark.data)
