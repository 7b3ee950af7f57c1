"""Wolves, first part (lines 522-594).

鹫狼, 幽灵, 石像鬼, 狼兄, 狼弟, 隐狼, 凝滞者, 幼狼, 恶灵骑士.
"""

from __future__ import annotations

from typing import Any

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Pick, Some, Text, Yes, option
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum import votes
from nightmoot.rulesets.forum.camps import members
from nightmoot.rulesets.forum.data import (
    BLACK,
    NIGHT,
    PHASES,
    ROLES,
    SEERS,
    SKILLS,
    UNCERTAIN,
    VILLAGE,
    WOLVES,
    third_camps,
)
from nightmoot.rulesets.forum.flow import at_start
from nightmoot.rulesets.forum.hurt import DEADLY, PIERCE, PLACES, RED_CARD, Before, chained, hurt, outs
from nightmoot.rulesets.forum.identity import identity, mask, surface
from nightmoot.rulesets.forum.kit import (
    TARGETED,
    anyone,
    odd_night,
    one,
    passive,
    settled,
    skill,
    stood,
    tonight,
)
from nightmoot.rulesets.forum.knife import INSIDE, OWNER, TAKER, pack, tag, taker, untag
from nightmoot.rulesets.forum.moments import FOREVER, lend, next_dusk_end, night_end
from nightmoot.rulesets.forum.statuses import give
from nightmoot.rulesets.forum.telling import following, inform, report, worked
from nightmoot.rulesets.forum.walks import chosen_of, finals_of

book = Book()
ALL_CAMPS = (VILLAGE, WOLVES, UNCERTAIN, BLACK, *third_camps())


def face_slots(*, optional: bool = True) -> dict[str, Pick]:
    """A surface: role, camp, and whether a knife shows."""
    return {
        "role": option(tuple(ROLES), of="role", optional=optional),
        "camp": option(ALL_CAMPS, of="camp", optional=optional),
        "armed": Yes(optional=optional),
    }


def lay_face(scene: Scene, seat: str, face: dict[str, Any], *, until: str | None, by: Holding | None = None) -> None:
    """Lay the surface that was chosen."""
    mask(scene, seat, until=until, role=face.get("role"), camp=face.get("camp"), armed=face.get("armed"), by=by)


# ---------------------------------------------------------------------- 鹫狼


@skill(
    book,
    "鹰袭",
    "早夜1",
    when=lambda s, me: odd_night(s),
    pick=lambda s, me: option(
        tuple(n for n, e in {**SKILLS, "杀人": {}}.items() if not e.get("mandatory")), of="skill"
    ),
)
def swoop(scene: Scene, me: Holding, use: Use) -> None:
    """A name that cannot be used tonight, from 早夜2 on; its holders are told (L527-L531, R39, R144)."""
    name = str(use.choice)
    table = scene.recall("sealed names", {})
    scene.remember("sealed names", {**table, name: (*table.get(name, ()), scene.night)})
    holders = {h.owner for h in scene.state.holders(name) if h.owner in scene.state.seats}
    if name == "杀人":
        holders |= {*pack(scene), *filter(None, (taker(scene),))}
    for seat in scene.circle:
        if seat in holders and scene.is_in(seat):
            inform(scene, seat, "通知", name, skill="鹰袭", what=name)


@skill(book, "隼眼", "早夜1", pick=one(anyone), targeted=True, once=True)
def falcon_eye(scene: Scene, me: Holding, use: Use) -> None:
    """In 晨曦2: its surface, which [指定] skills were used on it, and which it used on whom (L528, R143)."""
    for _, final in settled(use):
        scene.state.put(
            "memory", "隼眼", (*scene.recall("隼眼", ()), {"to": me.owner, "seat": final, "night": scene.night})
        )


@at_start("晨曦2")
def falcon_reports(scene: Scene) -> None:
    """What the falcon has seen."""
    for entry in scene.recall("隼眼", ()):
        seat = entry["seat"]
        on_it = tuple(
            dict.fromkeys(
                f.what
                for f in tonight(scene)
                if f.what != "隼眼" and _targeted(scene, f.what) and seat in finals_of(scene, f)
            )
        )
        by_it = {
            f.what: chosen_of(scene, f) or f.data["chosen"]
            for f in tonight(scene)
            if f.seat == seat or (f.what == "杀人" and scene.recall("biter") == seat and (f.by or "").startswith(OWNER))
        }
        info = {"role": surface(scene, seat, "role"), "camp": surface(scene, seat, "camp"), "on": on_it, "by": by_it}
        with following(scene, "隼眼", seat):
            scene.tell(entry["to"], "通知", info, skill="隼眼", what="隼眼", info_=info)
    scene.state.drop("memory", "隼眼")


def _targeted(scene: Scene, name: str) -> bool:
    return name in scene.rules.abilities and TARGETED in scene.rules.abilities[name].tags


@skill(book, "报信", "早夜1", pick=lambda s, me: Text(most=50))
def message(scene: Scene, me: Holding, use: Use) -> None:
    """A text to the pack at the end of 早夜 (L529, R219)."""
    for seat in pack(scene):
        inform(scene, seat, "报信", use.choice, skill="报信", at="早夜", text=use.choice)


# ---------------------------------------------------------------------- 幽灵


@skill(book, "附体", "黄昏2", pick=one(anyone), targeted=True)
def possess(scene: Scene, me: Holding, use: Use) -> None:
    """Sees all that the target does and is told tonight, and dies with it.

    Twice running: 夺舍 (L538-L540, R68, R87).
    """
    before = scene.noted(me, "ghost") or (0, None)
    for _, final in settled(use):
        scene.mark(final, "被附体", until=night_end(scene), data=me.owner)
        _tell_past(scene, final, me.owner, "附体")
        scene.note("ghost", (scene.day, final))
        if before == (scene.day - 1, final):
            lend(scene, me.owner, "夺舍之权", until=night_end(scene), by="附体")
            scene.cause = worked(scene, me.owner, "夺舍之权", on=final)
            scene.push("take over", ghost=me.owner, seat=final)


def named_by(use: Use) -> Plain:
    """What a use names, as it is told: one seat bare, several as a list, anything else as it was chosen."""
    return use.choice if not use.chosen else use.chosen[0] if len(use.chosen) == 1 else use.chosen


@book.before_use("被附体")
def watched(scene: Scene, mark: Mark, use: Use) -> Use:
    """The ghost learns what the possessed does, as it happens (L539)."""
    if use.actor == mark.on and use.ability != "vote":
        scene.tell(mark.data, "通知", {use.ability: named_by(use)}, skill="附体", what="附体", info_=use.ability)
    return use


@book.before_use("操控中")
def seen_through(scene: Scene, mark: Mark, use: Use) -> Use:
    """Whoever is operated sees what his operator does himself, as it happens (R140)."""
    if use.actor == mark.on and use.ability != "vote":
        seat, how = mark.data["seat"], mark.data["how"]
        scene.tell(seat, "通知", {use.ability: named_by(use)}, skill=how, what=how, info_=use.ability)
    return use


def _tell_past(scene: Scene, of: str, to: str, how: str) -> None:
    """What he has done earlier in this night counts too ("当夜所有")."""
    for fact in scene.state.facts:
        if (
            fact.kind == "use"
            and fact.seat == of
            and fact.phase.day == scene.day
            and fact.phase.name in ("黄昏2", *NIGHT)
        ):
            chosen = fact.data["chosen"]
            named = chosen[0] if len(chosen) == 1 else chosen or fact.data["choice"]
            scene.tell(to, "通知", {fact.what: named}, skill=how, what=how, info_=fact.what)


book.passive("夺舍之权")


@book.ability("夺舍", pick=lambda s, me: Yes(flag=True))
def seize(scene: Scene, me: Holding, use: Use) -> None:
    """Asked right after 附体."""


@book.step("take over")
def take_over(scene: Scene, ghost: str, seat: str) -> None:
    """夺舍 may be used right away."""
    if any(h.ability == "夺舍" for h in scene.state.holdings_of(ghost)) and scene.ask(
        scene.operator(ghost, "夺舍"), Yes(flag=True, optional=True), key="夺舍"
    ):
        scene.cause = worked(scene, ghost, "夺舍", on=seat)
        control(scene, seat, ghost, "夺舍")


def control(scene: Scene, seat: str, by: str, how: str) -> None:
    """The right to operate the seat tonight; both know, both get the feedback (L540, L766)."""
    scene.mark(seat, "被操控", until=night_end(scene), data=by)
    scene.mark(by, "操控中", until=night_end(scene), data={"seat": seat, "how": how})
    skills = tuple(
        dict.fromkeys(
            h.ability
            for h in scene.state.holdings_of(seat)
            if scene.rules.abilities[h.ability].windows and h.ability != "vote"
        )
    )
    inform(scene, seat, "通知", by, skill=how, seat=by)
    _tell_past(scene, by, seat, how)
    inform(scene, by, "通知", skills, skill=how, skills=skills)


@outs.chain("附体", "被附体")
def ghost_dies(scene: Scene, seat: str, harm: Harm, before: Before) -> None:
    """The possessed goes out: the ghost takes 致死伤害 (R87)."""
    for mark in before["被附体"]:
        if mark.on == seat and scene.is_in(mark.data):
            chained(scene, mark.data, DEADLY, source=mark.data, skill="附体", after=harm)


# ---------------------------------------------------------------------- 石像鬼


@skill(book, "查验", "午夜", pick=one(anyone), targeted=True)
def examine(scene: Scene, me: Holding, use: Use) -> None:
    """Surface camp and identity, told after 午夜 (L543)."""
    found = [
        {"camp": surface(scene, final, "camp"), "role": surface(scene, final, "role")} for _, final in settled(use)
    ]
    report(scene, use, found, later="午夜")
    seen = tuple({"seat": chosen, **info} for (chosen, _), info in zip(settled(use), found, strict=True))
    scene.note("seen", (*(scene.noted(me, "seen") or ()), *seen))


@skill(book, "凝望", "午夜", once=True)
def gaze(scene: Scene, me: Holding, use: Use) -> None:
    """All results go to the camp; 查验 and the 接刀 tag are lost (L544, R251)."""
    seen: list[Any] = []
    for holding in scene.state.holdings_of(me.owner):
        if holding.ability == "查验":
            seen += scene.noted(holding, "seen") or ()
            scene.lose(holding)
    for seat in members(scene, scene.camp(me.owner), living=True):
        told = {entry["seat"]: {"camp": entry["camp"], "role": entry["role"]} for entry in seen}
        inform(scene, seat, "通知", told, skill="凝望")
    untag(scene, me.owner, TAKER)


# ---------------------------------------------------------------------- 狼兄, 狼弟


def sibling_out(role: str) -> Any:
    """Is the brother out?"""
    return lambda s, me: any(identity(s, seat) == role and not s.is_in(seat) for seat in s.circle)


@at_start("开局")
def brothers(scene: Scene) -> None:
    """The brothers know each other; they share no group."""
    pairs = (("狼兄", "狼弟"), ("狼弟", "狼兄"))
    for mine, other in pairs:
        for seat in scene.living(role=mine):
            for brother in scene.living(role=other):
                scene.tell(seat, "通知", brother, skill="互知", seat=brother, shows=((brother, "role", other),))


@skill(book, "暴怒", "深夜2", pick=one(anyone), targeted=True, once=True, when=sibling_out("狼弟"))
def rage(scene: Scene, me: Holding, use: Use) -> None:
    """穿透, once the brother is out (L553)."""
    for _, final in settled(use):
        hurt(scene, final, PIERCE)


passive(book, "齐心")


@votes.WEIGHTS.append
def of_one_mind(scene: Scene, voter: str, target: str) -> float:
    """Both brothers vote alike: the holder's own vote counts one more (L554, R172)."""
    brother = {"狼兄": "狼弟", "狼弟": "狼兄"}.get(identity(scene, voter))
    if brother is None or not any(h.ability == "齐心" for h in scene.able("齐心") if h.owner == voter):
        return 0
    counted = votes.counted_now(scene)
    alike = any(target in counted.get(seat, ()) for seat in scene.living(role=brother))
    if alike:
        worked(scene, voter, "齐心", on=target)
    return 1 if alike else 0


@skill(book, "潜藏", "开局", pick=lambda s, me: Form(slots=face_slots(), optional=True), forced=True)
def lurk(scene: Scene, me: Holding, use: Use) -> None:
    """A surface of one's own, until 继承 is used (L613)."""
    lay_face(scene, me.owner, dict(use.choice), until=FOREVER, by=me)


def heir_due(scene: Scene, me: Holding) -> bool:
    """狼兄 is out, or the 群内 tag has come tonight."""
    return sibling_out("狼兄")(scene, me) or any(m.data == scene.night for m in scene.marks("今夜入群", on=me.owner))


@skill(book, "继承", "早夜2", pick=one(anyone), targeted=True, forced=True, once=True, when=heir_due)
def inherit(scene: Scene, me: Holding, use: Use) -> None:
    """致死伤害; a wolf joins the pack by it, and 潜藏 lapses (L614, R49, R100)."""
    for holding in scene.state.holdings_of(me.owner):
        if holding.ability == "潜藏":
            scene.lose(holding)
            scene.unmark(*(m for m in scene.state.marks.get("mask", ()) if m.by == holding.id), why="继承")
    if scene.camp(me.owner) == WOLVES:
        tag(scene, me.owner, INSIDE)
    for _, final in settled(use):
        hurt(scene, final, DEADLY)


# ---------------------------------------------------------------------- 隐狼


def disguise_pick(scene: Scene, me: Holding) -> Pick:
    """Three of five, and the surface if the second is among them."""
    three = Some(items=(1, 2, 3, 4, 5), least=3, most=3, kind="options", of="number")
    return Form(slots={"options": three, **face_slots()}, main="options")


@skill(book, "伪装", "开局", pick=disguise_pick)
def disguise(scene: Scene, me: Holding, use: Use) -> None:
    """接刀; a surface; knowing the camp; counting as a villager; being known (L558-L563)."""
    chosen = use.choice["options"]
    seat, camp = me.owner, scene.camp(me.owner)
    fellows = tuple(name for name in members(scene, camp) if name != seat)
    if 1 in chosen:
        tag(scene, seat, TAKER, place="隐狼")
    if 2 in chosen:
        lay_face(scene, seat, dict(use.choice), until=FOREVER)
    if 3 in chosen:
        inform(
            scene,
            seat,
            "通知",
            fellows,
            skill="伪装",
            seats=fellows,
            shows=tuple((name, "camp", camp) for name in fellows),
        )
    if 4 in chosen:
        scene.mark(seat, "视作村民")
    if 5 in chosen:
        for name in fellows:
            inform(scene, name, "通知", seat, skill="伪装", seat=seat, shows=((seat, "camp", camp),))


# ---------------------------------------------------------------------- 凝滞者


@skill(book, "时间凝滞", "早夜2", pick=one(anyone), targeted=True)
def stasis(scene: Scene, me: Holding, use: Use) -> None:
    """凝滞 until the end of the next dusk (L572)."""
    for _, final in settled(use):
        give(scene, final, "凝滞", until=next_dusk_end(scene))


@skill(book, "凝滞永续", "早夜2", once=True)
def lasting_stasis(scene: Scene, me: Holding, use: Use) -> None:
    """Whoever ever had 凝滞 has it for good (L578)."""
    ever = {fact.seat for fact in scene.state.facts if fact.kind == "mark" and fact.what == "凝滞"}
    for seat in scene.circle:
        if seat in ever:
            give(scene, seat, "凝滞", until=FOREVER)


# ---------------------------------------------------------------------- 幼狼

passive(book, "激励")


@outs.trigger
def inspire(scene: Scene, seat: str, harm: Harm) -> None:
    """The cub is out: one 杀人 more in the next 深夜 (L583, R205)."""
    if harm.kind == RED_CARD or not stood(scene, seat, "激励"):
        return
    worked(scene, seat, "激励")
    by_night = scene.state.phase.name in PHASES[4:11]
    night = (
        scene.night + 1
        if by_night or (scene.state.phase.name not in ("早夜1", "早夜2", "午夜", "深夜1") and scene.night >= scene.day)
        else scene.day
    )
    table = scene.recall("extra bites", {})
    scene.remember("extra bites", {**table, str(night): table.get(str(night), 0) + 1})


@skill(
    book,
    "牺牲",
    "深夜2",
    pick=lambda s, me: Form(
        slots={"go": Yes(flag=True, optional=True), "after": option(_places(), optional=True)}, main="go"
    ),
    when=lambda s, me: any(seat != me.owner for seat in pack(s)),
)
def sacrifice(scene: Scene, me: Holding, use: Use) -> None:
    """致死伤害 to itself, at a place of the list of its choice (L584, R45)."""
    after = use.choice.get("after")
    slot = f"after:{_place(after)}" if after else None
    hurt(scene, me.owner, DEADLY, slot=slot)


def _places() -> tuple[str, ...]:
    from nightmoot.rulesets.forum.hurt import SLOT_OF

    return tuple(dict.fromkeys((*SLOT_OF, *PLACES)))


def _place(name: str) -> str:
    from nightmoot.rulesets.forum.hurt import SLOT_OF

    return SLOT_OF.get(name, name)


# ---------------------------------------------------------------------- 恶灵骑士


@skill(book, "主宰黑夜", "凌晨1", forced=True, auto=True)
def rule_the_night(scene: Scene, me: Holding, use: Use) -> None:
    """The names of the [指定] skills that villagers used on it tonight (L589, R97)."""
    found = used_on(scene, me.owner)
    if found:
        report(scene, use, [tuple(dict.fromkeys(name for name, _ in found))])


def used_on(scene: Scene, seat: str) -> list[tuple[str, str]]:
    """(skill, user) of tonight's villagers' [指定] uses whose final target is the seat, in order of use."""
    found = []
    for fact in tonight(scene):
        if (
            fact.seat in scene.state.seats
            and scene.camp(fact.seat) == VILLAGE
            and _targeted(scene, fact.what)
            and seat in finals_of(scene, fact)
        ):
            found.append((fact.what, str(fact.seat)))
    return found


@at_start("早夜1")
def knight_of_night(scene: Scene) -> None:
    """不死 during every night (L588)."""
    for holding in scene.able("主宰黑夜"):
        give(scene, holding.owner, "不死", until=night_end(scene), by=holding)


#: Skills that can hurt their final target (R96); what 馈赠 or 宣誓效忠 costs falls on the user.
DAMAGING = (
    *("血光之灾", "猎杀", "裁决", "辉耀", "捕杀", "潜行", "毒药", "摄梦", "记忆同步", "审判", "杀人", "冲锋", "狙击"),
    *("野性", "暴怒", "继承", "撕咬", "黑夜狩猎", "继承黑夜", "神耀", "反弹", "邪恶", "礼物", "蛊惑"),
)


def counter_target(scene: Scene, me: Holding) -> tuple[str, ...]:
    """The first in the counter order: damaging, then 验人系, then others, each by order of use (R96)."""
    found = used_on(scene, me.owner)
    seers = {s["id"] for role in SEERS for s in ROLES[role]["skills"]}
    ranked = sorted(
        enumerate(found), key=lambda item: (0 if item[1][0] in DAMAGING else 1 if item[1][0] in seers else 2, item[0])
    )
    return (ranked[0][1][1],) if ranked else ()


@skill(
    book,
    "邪恶",
    "凌晨1",
    pick=one(counter_target),
    targeted=True,
    forced=True,
    once=True,
    when=lambda s, me: bool(counter_target(s, me)),
)
def evil(scene: Scene, me: Holding, use: Use) -> None:
    """穿透 for whom the knight must counter (L592)."""
    for _, final in settled(use):
        hurt(scene, final, PIERCE)
