"""Protectors and stand-ins of midnight: 守卫, 纵火犯, 见习守卫, 回忆, 摄梦人, 魔术师, 企鹅, 流光伯爵.

灵鹿 (lines 300-480).
"""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.picks import option
from nightmoot.core.records import TABLE, Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.data import VILLAGE, WOLVES, camp_of_role
from nightmoot.rulesets.forum.flow import at_end
from nightmoot.rulesets.forum.hurt import BITE, DEADLY, PIERCE, Before, chained, hurt, outs, substitutes
from nightmoot.rulesets.forum.identity import AT_ONCE
from nightmoot.rulesets.forum.kit import (
    anyone,
    exactly,
    listed,
    never_again,
    not_last_night,
    one,
    others,
    passive,
    settled,
    skill,
    stage,
)
from nightmoot.rulesets.forum.moments import FOREVER, always_on, lend, next_noon, night_end
from nightmoot.rulesets.forum.statuses import give
from nightmoot.rulesets.forum.telling import because, inform, worked

book = Book()

# ---------------------------------------------------------------------- 守卫

MODES = {"法式守卫": "法式守护", "日式守卫": "日式守护", "版杀守卫": "版杀守护"}


@skill(book, "模式选择", "开局", pick=listed(*MODES))
def choose_mode(scene: Scene, me: Holding, use: Use) -> None:
    """One of three ways of guarding, and its skill alone (L303)."""
    take_mode(scene, me, str(use.choice))


def take_mode(scene: Scene, me: Holding, mode: str) -> None:
    """Replace the guarding skill that this holding has brought."""
    for holding in scene.state.holdings_of(me.owner):
        if holding.by == me.id:
            scene.lose(holding)
    until = next((mark.until for mark in scene.marks("借用", on=me.id)), FOREVER)
    lend(scene, me.owner, MODES[mode], until=until, by=me.id)


@book.step("choose mode")
def choose_mode_again(scene: Scene, holding: str) -> None:
    """After a refresh the mode is chosen anew, at once."""
    held = scene.state.holdings.get(holding)
    if held is not None:
        mode = scene.ask(scene.operator(held.owner, "模式选择"), option(tuple(MODES), optional=True), key="模式选择")
        if mode is not None:
            take_mode(scene, held, mode)


AT_ONCE["模式选择"] = "choose mode"


@skill(book, "法式守护", "午夜", pick=one(not_last_night(anyone)), targeted=True)
def french_guard(scene: Scene, me: Holding, use: Use) -> None:
    """守护:∞ until the night ends (L306)."""
    for _, final in settled(use):
        give(scene, final, "守护", until=night_end(scene))


@skill(book, "日式守护", "午夜", pick=one(others), targeted=True)
def japanese_guard(scene: Scene, me: Holding, use: Use) -> None:
    """守护:∞ until the night ends, never oneself (L309)."""
    for _, final in settled(use):
        give(scene, final, "守护", until=night_end(scene))


@skill(book, "版杀守护", "午夜", pick=one(never_again(anyone)), targeted=True)
def board_guard(scene: Scene, me: Holding, use: Use) -> None:
    """坚韧 against wolves until the night ends; everybody once (L312)."""
    for _, final in settled(use):
        give(scene, final, "坚韧", until=night_end(scene), against=WOLVES)


# ---------------------------------------------------------------------- 纵火犯


@skill(book, "纵火", "午夜", pick=one(anyone), targeted=True, once=True)
def arson(scene: Scene, me: Holding, use: Use) -> None:
    """业炎; if every 杀人 of the night is aimed at the burned one, it is void and hits its source (L340, R93, R94)."""
    until = FOREVER if scene.options["arson_lasts"] == "permanent" else night_end(scene)
    for _, final in settled(use):
        if give(scene, final, "业炎", until=until) is not None:
            scene.mark(final, "纵火", until=night_end(scene), data={"all": me.by == "机械狼"})


@at_end("深夜2", "凌晨1")
def backlash(scene: Scene) -> None:
    """All 杀人 of this night hit the burned one: they are void, and their sources take 致死伤害.

    The machine's fire throws every 指杀 and 穿透 back (L794), also that of 凌晨1.
    """
    late = scene.state.phase.name == "凌晨1"
    for mark in scene.marks("纵火"):
        if mark.data["all"] != late:
            continue
        names = (BITE, PIERCE) if late else ()
        knives = [h for h in scene.state.harms if (h.riders or {}).get("skill") == "杀人" or (h.kind in names)]
        if not knives or any(h.target != mark.on for h in knives):
            continue
        owner = _owner(scene, mark)
        with because(scene, worked(scene, owner, "纵火", on=mark.on)):
            for harm in knives:
                scene.unqueue(harm, why="纵火", by=mark.by)
                if harm.source:
                    hurt(scene, harm.source, DEADLY, skill="纵火", source=owner, slot=harm.slot)


def _owner(scene: Scene, mark: Mark) -> str:
    """Who has lit the fire; a borrowed skill may have ended since."""
    holding = scene.state.holdings.get(mark.by or "")
    return holding.owner if holding else str(mark.by).split(":")[0]


# ---------------------------------------------------------------------- 见习守卫, 回忆


@skill(book, "见习", "午夜", pick=one(anyone), targeted=True)
def apprentice_guard(scene: Scene, me: Holding, use: Use) -> None:
    """The final target's first out of this night falls on the user (L347)."""
    for _, final in settled(use):
        scene.mark(final, "见习", until=night_end(scene), data={"user": me.owner, "holding": me.id})


@substitutes("见习")
def stands_in(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """It does not go out; the user takes 致死伤害 from himself, or loses the skill if he has sworn to it (L350.

    R81).
    """
    user, holding = mark.data["user"], scene.state.holdings.get(mark.data["holding"])
    scene.unmark(mark)
    if mark.on in scene.recall(f"效忠 {user}", ()):
        if holding is not None:
            scene.lose(holding)
        return True
    chained(scene, user, DEADLY, source=user, skill="见习", after=harm)
    return True


def oath_group(scene: Scene, seat: str) -> str:
    """The private group of an apprentice and his lords."""
    others = {holding.owner for holding in scene.state.holders("宣誓效忠")} - {seat}
    return f"宣誓效忠 {seat}" if any(seat in scene.members("宣誓效忠") for seat in others) else "宣誓效忠"


@skill(book, "宣誓效忠", "早夜2", pick=one(anyone), targeted=True, once=True)
def swear(scene: Scene, me: Holding, use: Use) -> None:
    """A villager identity: a group of two, and its death costs only the skill.

    Anything else kills (L349, R62, R232).
    """
    for _, final in settled(use):
        if camp_of_role(scene.seat(final).role) == VILLAGE:
            key = f"效忠 {me.owner}"
            scene.remember(key, (*scene.recall(key, ()), final))
            group = oath_group(scene, me.owner)
            scene.join(group, me.owner, final)
            members = scene.members(group)
            for seat in members:
                inform(
                    scene,
                    seat,
                    "共群",
                    members,
                    skill="宣誓效忠",
                    seats=members,
                    n=len(members),
                    shows=(*((name, "mate", True) for name in members), ("group:" + group, "members", members)),
                )
        else:
            hurt(scene, me.owner, DEADLY)


@skill(book, "记忆同步", "午夜", pick=one(anyone), targeted=True)
def synchronise(scene: Scene, me: Holding, use: Use) -> None:
    """The user's first out of this night falls on the final target (L357)."""
    for _, final in settled(use):
        scene.mark(me.owner, "记忆同步", until=night_end(scene), data={"ward": final, "holding": me.id})


@substitutes("记忆同步")
def remembers(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """The final target takes 致死伤害, its own source; then the skill is lost (R81)."""
    ward, holding = mark.data["ward"], scene.state.holdings.get(mark.data["holding"])
    scene.unmark(mark)
    chained(scene, ward, DEADLY, source=ward, skill="记忆同步", after=harm)
    if holding is not None:
        scene.lose(holding)
    return True


@skill(book, "回忆碎片", "午夜", once=True)
def fragments(scene: Scene, me: Holding, use: Use) -> None:
    """不死 for both of tonight's 记忆同步 (L358)."""
    wards = [mark.data["ward"] for mark in scene.marks("记忆同步", on=me.owner)]
    for seat in dict.fromkeys((me.owner, *wards)):
        give(scene, seat, "不死", until=night_end(scene))


# ---------------------------------------------------------------------- 摄梦人


@skill(book, "摄梦", "午夜", pick=one(others), targeted=True, drawn=True)
def take_dream(scene: Scene, me: Holding, use: Use) -> None:
    """坚韧 tonight; the same final target on two nights running takes 致死伤害 (L365, R85)."""
    before = scene.noted(me, "dreamer") or (0, ())
    now = tuple(final for _, final in settled(use))
    for final in now:
        give(scene, final, "坚韧", until=night_end(scene))
        scene.mark(final, "摄梦", until=night_end(scene), data=me.owner)
        if before[0] == scene.night - 1 and final in before[1]:
            hurt(scene, final, DEADLY, riders={"沉默": True})
    scene.note("dreamer", (scene.night, now))


@outs.chain("摄梦", "摄梦")
def dream_ends(scene: Scene, seat: str, harm: Harm, before: Before) -> None:
    """The dream taker goes out tonight: the final target takes 致死伤害 (R84, R86)."""
    for mark in before["摄梦"]:
        if mark.data == seat and scene.is_in(mark.on):
            chained(scene, mark.on, DEADLY, source=seat, skill="摄梦", after=harm, riders={"沉默": True})


# ---------------------------------------------------------------------- 魔术师


@skill(book, "交换", "午夜", pick=exactly(2, never_again(anyone)), targeted=True)
def swap(scene: Scene, me: Holding, use: Use) -> None:
    """Two distinct final targets: later [指定] uses on one land on the other until the night ends (L371, R54-R57)."""
    finals = tuple(final for _, final in settled(use))
    if len(finals) != 2 or finals[0] == finals[1]:
        return
    taken = {seat for mark in scene.marks("交换") for seat in mark.data}
    if taken & set(finals):
        return
    scene.mark(TABLE, "交换", until=night_end(scene), data=finals)


@stage(book, "交换", mark="交换")
def swapped(scene: Scene, mark: Mark, use: Use, ball: str) -> str | None:
    """A ball on one of the two goes on to the other (R55)."""
    a, b = mark.data
    return {a: b, b: a}.get(ball)


# ---------------------------------------------------------------------- 企鹅, 流光伯爵, 灵鹿


@skill(book, "冰冻", "午夜", pick=one(not_last_night(anyone)), targeted=True)
def freeze(scene: Scene, me: Holding, use: Use) -> None:
    """冰冻 until the next 正午 starts (L469, R244)."""
    for _, final in settled(use):
        give(scene, final, "冰冻", until=next_noon(scene))


passive(book, "神恩")


@always_on("神恩")
def grace(scene: Scene, holding: Holding) -> None:
    """秩序 as long as the skill is held (L474, L888)."""
    give(scene, holding.owner, "秩序", until=FOREVER, by=holding)


@skill(book, "流光庇护", "早夜2", pick=one(not_last_night(others)), targeted=True)
def flowing_shelter(scene: Scene, me: Holding, use: Use) -> None:
    """不死 and 秩序 tonight (L475)."""
    for _, final in settled(use):
        give(scene, final, "不死", until=night_end(scene))
        give(scene, final, "秩序", until=night_end(scene))


@skill(book, "森林庇护", "凌晨1", once=True)
def forest(scene: Scene, me: Holding, use: Use) -> None:
    """不死 for everybody this night (L455)."""
    for seat in scene.living():
        give(scene, seat, "不死", until=night_end(scene))


passive(book, "长寿之命")


@always_on("长寿之命")
def long_life(scene: Scene, holding: Holding) -> None:
    """守护:1 as long as the skill is held (L456)."""
    give(scene, holding.owner, "守护", until=FOREVER, by=holding, count=1)
