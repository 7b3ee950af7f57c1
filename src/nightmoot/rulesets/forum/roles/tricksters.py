"""Wolves, second part (lines 596-660): 恐怖分子, 渊狼, 圣诞老狼, 大天狗, 噬时狼妃, 狼外婆."""

from __future__ import annotations

from typing import Any

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Pick, Some, Yes, option
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.data import (
    PHASES,
    VILLAGE,
    WOLVES,
)
from nightmoot.rulesets.forum.flow import at_close, at_end, at_start
from nightmoot.rulesets.forum.hurt import DEADLY, RED_CARD, flip, hurt, outs
from nightmoot.rulesets.forum.identity import AT_ONCE
from nightmoot.rulesets.forum.kit import (
    anyone,
    listed,
    never_again,
    one,
    others,
    passive,
    settled,
    skill,
    stage,
    stood,
)
from nightmoot.rulesets.forum.knife import INSIDE, OWNER, TAKER, tag
from nightmoot.rulesets.forum.moments import FOREVER, is_night, lend, next_night, next_night_end, next_noon, night_end
from nightmoot.rulesets.forum.roles.wolves import disguise_pick, face_slots, lay_face
from nightmoot.rulesets.forum.statuses import give
from nightmoot.rulesets.forum.telling import because, following, inform, publish, worked

book = Book()

# ---------------------------------------------------------------------- 恐怖分子, 渊狼


def _blows_up(scene: Scene, me: Holding, use: Use) -> None:
    hurt(scene, me.owner, DEADLY)


@skill(book, "爆破", "正午", pick=one(anyone), targeted=True, flip=True, when=lambda s, me: s.day > 1, lost=_blows_up)
def blast(scene: Scene, me: Holding, use: Use) -> None:
    """The user, then the final target, take 致死伤害 (L600, R108)."""
    flip(scene, me.owner)
    hurt(scene, me.owner, DEADLY)
    for _, final in settled(use):
        hurt(scene, final, DEADLY)


@skill(book, "深渊", "午夜", pick=one(never_again(anyone)), targeted=True)
def abyss(scene: Scene, me: Holding, use: Use) -> None:
    """不死 tonight (L603)."""
    for _, final in settled(use):
        give(scene, final, "不死", until=night_end(scene))


# ---------------------------------------------------------------------- 圣诞老狼

CONTENTS = {1: "验人", 2: "毒药", 3: "猎枪", 4: "控制", 5: "杀人", 6: "保护"}


def gift_skill(scene: Scene, seat: str, content: str) -> str:
    """What a good gift is for its receiver (L622-L628)."""
    camp = scene.camp(seat)
    if content == "验人":
        return "预言" if camp == VILLAGE else "查验" if camp == WOLVES else "通灵"
    if content == "控制":
        return "沉默" if camp == VILLAGE else "恐惧"
    if content == "保护":
        return "法式守护" if camp == VILLAGE else "深渊"
    return {"毒药": "毒药", "猎枪": "最后一枪", "杀人": "杀人"}[content]


@skill(book, "礼物", "早夜1", targeted=True, uses=4, nightly=1, pick=lambda s, me: present_pick(s, me))
def present(scene: Scene, me: Holding, use: Use) -> None:
    """Dice, or a content of one's own for one use more (L620-L630, R40)."""
    made = use.choice.get("礼物制作") if isinstance(use.choice, dict) else None
    if made is not None:
        content = "" if made == "坏礼物" else str(made)
        scene.give_uses(me, -1)
        worked(scene, me.owner, "礼物制作")
    else:
        first = scene.draw("礼物", (1, 2, 3, 4, 5, 6))
        second = scene.draw("礼物", (1, 2, 3, 4, 5, 6))
        content = "" if first % 2 == 0 else CONTENTS[second]
    for _, final in settled(use):
        entry = {"to": final, "content": content, "from": me.owner}
        scene.state.put("memory", "礼物", (*scene.recall("礼物", ()), entry))


def present_pick(scene: Scene, me: Holding) -> Pick:
    """A character, and perhaps what it shall be."""
    crafts = ("坏礼物", *CONTENTS.values())
    slots: dict[str, Pick] = {"礼物": Some(items=others(scene, me))}
    if any(h.ability == "礼物制作" for h in scene.state.holdings_of(me.owner)):
        slots["礼物制作"] = option(crafts if (me.left or 0) >= 2 else (), optional=True)
    return Form(slots=slots, main="礼物")


passive(book, "礼物制作", forced=False)


@at_close("早夜2")
def presents_arrive(scene: Scene) -> None:
    """早夜 is over: the receivers are told."""
    for entry in scene.recall("礼物", ()):
        scene.push("unwrap", entry=entry)
    scene.state.drop("memory", "礼物")


@book.step("unwrap")
def unwrap(scene: Scene, entry: dict[str, Any]) -> None:
    """Open it or not (L629, R50, R249)."""
    seat = entry["to"]
    opened = scene.ask(scene.operator(seat, "礼物"), Yes(optional=True), key="礼物")
    with following(scene, "礼物", entry["from"]):
        _unwrapped(scene, seat, entry, opened=bool(opened))


def _unwrapped(scene: Scene, seat: str, entry: dict[str, Any], *, opened: bool) -> None:
    """What a gift brings that was opened, or was not."""
    good = bool(entry["content"])
    publish(scene, "礼物", {"open": opened, "good": good}, at="正午")
    if not opened:
        give(scene, seat, "迷魂", until=next_night(scene), source=entry["from"])
        return
    if not good:
        with because(scene, worked(scene, entry["from"], "礼物", on=seat)):
            harm = hurt(scene, seat, DEADLY, skill="礼物", source=entry["from"])
        inform(scene, seat, "通知", "坏礼物" if harm else None, skill="礼物", what="坏礼物")
        return
    name = gift_skill(scene, seat, entry["content"])
    if name == "沉默" and scene.options["hush"] == "status":  # the receiver's own silence (R14)
        give(scene, seat, "沉默", until=next_noon(scene), source=entry["from"])
        return
    gun = entry["content"] == "猎枪"
    lend(scene, seat, name, until=FOREVER if gun else next_noon(scene), left=1, by="礼物")
    inform(scene, seat, "通知", name, skill="礼物", what=name)
    declared = scene.rules.abilities[name]
    if any(window in ("早夜1", "早夜2") for window in declared.windows):
        scene.push("late present", seat=seat, name=name)


@book.step("late present")
def late_present(scene: Scene, seat: str, name: str) -> None:
    """A gift whose phase has just passed may be used at once (R50)."""
    holding = next((h for h in scene.state.holdings_of(seat) if h.ability == name and h.by == "礼物"), None)
    if holding is None:
        return
    pick = scene.pick_of(holding)
    choice = scene.ask(scene.operator(seat, name), _optional(pick), key=name)
    if choice is not None:
        scene.use(holding, choice)


def _optional(pick: Pick) -> Pick:
    import msgspec

    return msgspec.structs.replace(pick, optional=True)


@skill(book, "沉默", "早夜2", pick=one(anyone), targeted=True)
def hush(scene: Scene, me: Holding, use: Use) -> None:
    """沉默 until the next 正午 starts (R14)."""
    for _, final in settled(use):
        give(scene, final, "沉默", until=next_noon(scene))


# ---------------------------------------------------------------------- 大天狗


@skill(book, "家国抉择", "开局", pick=listed("回家", "远征"))
def home_or_away(scene: Scene, me: Holding, use: Use) -> None:
    """Home: the pack and 吞食; away: 接刀, 天狗吞月 and 不归 (L637)."""
    if use.choice == "回家":
        tag(scene, me.owner, INSIDE)
        lend(scene, me.owner, "吞食", until=FOREVER, by=me.id)
    else:
        tag(scene, me.owner, TAKER, place="大天狗")
        for name in ("天狗吞月", "不归"):
            lend(scene, me.owner, name, until=FOREVER, by=me.id)


passive(book, "不归")


@skill(book, "吞食", "深夜1", pick=one(never_again(anyone)), targeted=True)
def devour(scene: Scene, me: Holding, use: Use) -> None:
    """霸道 until the next night starts (L640)."""
    for _, final in settled(use):
        give(scene, final, "霸道", until=next_night(scene))


def moon_count(scene: Scene) -> int:
    """The smaller of 5 and a third of the living."""
    return min(5, len(scene.living()) // 3)


def unmooned(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Nobody of last night's public list (L643)."""
    listed_before = scene.recall("天狗吞月", {}).get(str(scene.night - 1), ())
    return tuple(seat for seat in anyone(scene, me) if seat not in listed_before)


@skill(
    book,
    "天狗吞月",
    "深夜1",
    targeted=True,
    forced=True,
    when=lambda s, me: moon_count(s) > 0,
    pick=lambda s, me: Some(items=unmooned(s, me), least=moon_count(s), most=max(1, moon_count(s))),
)
def swallow_moon(scene: Scene, me: Holding, use: Use) -> None:
    """霸道 until the next night starts, announced in one list (L643)."""
    finals = [final for _, final in settled(use)]
    for final in finals:
        give(scene, final, "霸道", until=next_night(scene))
    table = scene.recall("天狗吞月", {})
    merged = tuple(seat for seat in scene.circle if seat in (*table.get(str(scene.night), ()), *finals))
    scene.remember("天狗吞月", {**table, str(scene.night): merged})


@at_end("深夜1")
def moon_is_told(scene: Scene) -> None:
    """One merged list for the door."""
    merged = scene.recall("天狗吞月", {}).get(str(scene.night), ())
    if merged:
        publish(scene, "天狗吞月", merged, at="正午")


# ---------------------------------------------------------------------- 噬时狼妃


@skill(book, "时间逆流", "早夜2", pick=one(anyone), targeted=True)
def turn_back(scene: Scene, me: Holding, use: Use) -> None:
    """[指定] skills of non-wolves aimed at the target come back to their users tonight (L651, R52)."""
    for _, final in settled(use):
        scene.mark(final, "时间逆流", until=night_end(scene), data=me.owner)


@stage(book, "时间逆流", mark="时间逆流")
def thrown_back(scene: Scene, mark: Mark, use: Use, ball: str) -> str | None:
    """A ball on the marked character goes back to its user, who does not know."""
    actor = scene.recall("biter") if use.actor == OWNER else use.actor
    if ball != mark.on or actor not in scene.state.seats or scene.camp(actor) == WOLVES:
        return None
    scene.state.put("memory", "逆流", (*scene.recall("逆流", ()), {"to": mark.data, "skill": use.ability}))
    return str(actor)


@at_end("凌晨2")
def consort_learns(scene: Scene) -> None:
    """What was thrown back; then the skill is lost (R53)."""
    thrown = scene.recall("逆流", ())
    for seat in dict.fromkeys(entry["to"] for entry in thrown):
        names = tuple(entry["skill"] for entry in thrown if entry["to"] == seat)
        with because(scene, worked(scene, seat, "时间逆流")):
            inform(scene, seat, "通知", names, skill="时间逆流", at="夜晚", skills=names)
            for holding in scene.state.holdings_of(seat):
                if holding.ability == "时间逆流":
                    scene.lose(holding)
    scene.state.drop("memory", "逆流")


# ---------------------------------------------------------------------- 狼外婆


@skill(book, "装模作样", "开局", pick=lambda s, me: Form(slots=face_slots(), optional=True), forced=True)
def pretend(scene: Scene, me: Holding, use: Use) -> None:
    """A surface that shows when a 群内 wolf goes out (L657)."""
    scene.note("face", dict(use.choice))


@outs.trigger
def grandma_acts(scene: Scene, seat: str, harm: Harm) -> None:
    """A 群内 wolf is out by day: the mask shows through the night (R225); grandma herself is out: 欺诈天下 (R226)."""
    if scene.marks(INSIDE, on=seat):
        for holding in scene.able("装模作样"):
            face = scene.noted(holding, "face")
            if holding.owner != seat and face:
                later = scene.options["pretence_lasts"] == "next_night" and is_night(scene)
                until = next_night_end(scene) if later else night_end(scene)
                lay_face(scene, holding.owner, face, until=until, by=holding)
    if harm.kind != RED_CARD and stood(scene, seat, "欺诈天下"):
        scene.push("deceive", seat=seat)


passive(book, "欺诈天下")


@book.step("deceive")
def deceive(scene: Scene, seat: str) -> None:
    """Two masks, asked right after the out; worn from the next night's start to its end (L658)."""

    def part() -> Form:
        return Form(slots=face_slots(), optional=True)

    faces = scene.ask(seat, Form(slots={WOLVES: part(), "非狼人阵营": part()}, optional=True), key="欺诈天下")
    if faces:
        day = scene.day + (1 if scene.state.phase.name in PHASES[4:11] else 0)
        scene.remember("欺诈天下", {"day": day, "faces": faces, "fact": worked(scene, seat, "欺诈天下")})


@at_start("早夜1")
def world_deceived(scene: Scene) -> None:
    """Every character wears the mask of its camp, and wolves are 不死, until the night ends."""
    plan = scene.recall("欺诈天下")
    if not plan or plan["day"] != scene.day:
        return
    outer, scene.cause = scene.cause, plan["fact"]
    for seat in scene.living():
        wolf = scene.camp(seat) == WOLVES
        face = plan["faces"].get(WOLVES if wolf else "非狼人阵营")
        if face:
            lay_face(scene, seat, face, until=night_end(scene))
        if wolf:
            give(scene, seat, "不死", until=night_end(scene))
    scene.cause = outer
    scene.state.drop("memory", "欺诈天下")


AT_ONCE["伪装"] = "disguise again"


@book.step("disguise again")
def disguise_again(scene: Scene, holding: str) -> None:
    """A gained 伪装 is used at once, or not."""
    held = scene.state.holdings.get(holding)
    if held is not None:
        choice = scene.ask(scene.operator(held.owner, "伪装"), _optional(disguise_pick(scene, held)), key="伪装")
        if choice is not None:
            scene.use(held, choice)
