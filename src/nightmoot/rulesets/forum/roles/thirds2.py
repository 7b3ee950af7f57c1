"""Third camps that work on the whole table: 吹笛, 死灵术师, 鬼魂新娘, 炽天使, 锁链师 (lines 880-970)."""

from __future__ import annotations

from typing import Any

import msgspec

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Number, Pick, Some, option
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum import flow, votes
from nightmoot.rulesets.forum.camps import follow, members, turn
from nightmoot.rulesets.forum.data import BLACK, NIGHT, PRINTED, VILLAGE, WOLVES
from nightmoot.rulesets.forum.flow import at_end, at_start
from nightmoot.rulesets.forum.hurt import DEADLY, LYNCH, PIERCE, RED_CARD, Before, chained, hurt, outs, went_out_by
from nightmoot.rulesets.forum.identity import card, gain_identity, identity, mask
from nightmoot.rulesets.forum.kit import Row, anyone, exactly, handed_in, others, passive, settled, skill, tonight
from nightmoot.rulesets.forum.kit import one as one_of
from nightmoot.rulesets.forum.knife import INSIDE, TAKER, tag, untag
from nightmoot.rulesets.forum.lovers import TRUE, bind
from nightmoot.rulesets.forum.moments import FOREVER, always_on, dawn_end, lend
from nightmoot.rulesets.forum.statuses import bears, give
from nightmoot.rulesets.forum.telling import because, inform, publish, worked
from nightmoot.rulesets.forum.wins import hushed, won

replace = msgspec.structs.replace
book = Book()

# ---------------------------------------------------------------------- 吹笛


def unhushed(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Others without 寡言 (R261)."""
    return tuple(seat for seat in others(scene, me) if not scene.marks("寡言", on=seat))


@skill(book, "迷惑", "深夜1", pick=lambda s, me: Some(items=unhushed(s, me), least=1, most=2), targeted=True)
def enchant(scene: Scene, me: Holding, use: Use) -> None:
    """寡言 for good (L884)."""
    for _, final in settled(use):
        give(scene, final, "寡言", until=FOREVER, source="迷惑")


def piped(scene: Scene, seat: str) -> bool:
    """[吹笛]: a permanent 寡言 from 迷惑 (R11)."""
    return any(
        mark.until is None and (mark.data or {}).get("source") == "迷惑" for mark in scene.marks("寡言", on=seat)
    )


@outs.trigger
def piper_falls(scene: Scene, seat: str, harm: Harm) -> None:
    """Every permanent 寡言 goes, announced at once (L885)."""
    if identity(scene, seat) != "吹笛":
        return
    gone = tuple(mark for mark in scene.marks("寡言") if mark.until is None)
    scene.unmark(*gone, why="吹笛者出局")
    publish(scene, "吹笛解除")


def confusions(scene: Scene, me: Holding) -> Pick:
    """1, or a skill that somebody is made to use."""
    slots: dict[str, Pick] = {
        "effect": option((1, 2) if (me.left or 0) >= 2 else (2,), of="number", optional=True),
        "player": Some(items=anyone(scene, me), optional=True),
        "index": Number(least=1, most=9, optional=True),
        "targets": Some(items=anyone(scene, me), least=0, most=max(2, len(scene.circle)), optional=True),
    }
    return Form(slots=slots, main="effect")


@skill(book, "混乱", "正午", pick=confusions, uses=3, nightly=None)
def confuse(scene: Scene, me: Holding, use: Use) -> None:
    """(1) all with 寡言 vote like the piper.

    (2) somebody is made to use a skill tonight (L890-L893, R131-R134, R172).
    """
    choice = use.choice
    if choice.get("player") is None:
        if (me.left or 0) + 1 < 2:
            scene.give_uses(me, 1)
            return
        scene.give_uses(me, -1)
        if scene.recall("混乱1") is None or scene.recall("混乱1")["day"] != scene.day:
            scene.remember("混乱1", {"day": scene.day, "by": me.owner})
        return
    seat, index, targets = choice["player"], choice.get("index") or 1, choice.get("targets") or ()
    role = card(scene, seat) or identity(scene, seat)
    names = _in_order(role)
    name = names[index - 1] if index <= len(names) else None
    fits = (
        name is not None
        and name in scene.rules.abilities
        and "指定" in scene.rules.abilities[name].tags
        and any(w in NIGHT for w in scene.rules.abilities[name].windows)
    )
    taken = any(plan["seat"] == seat and plan["day"] == scene.day for plan in scene.recall("混乱2", ()))
    if not fits or not piped(scene, seat) or taken:
        return
    held = next((h for h in scene.state.holdings_of(seat) if h.ability == name), None)
    if not _right_number(scene, held or Holding(f"{seat}:{name}", seat, str(name)), tuple(targets)):
        return
    plan = {
        "seat": seat,
        "skill": name,
        "targets": tuple(targets),
        "by": me.owner,
        "day": scene.day,
        "cause": use.fact,
    }
    scene.remember("混乱2", (*scene.recall("混乱2", ()), plan))
    scene.tell(seat, "通知", {name: tuple(targets)}, skill="混乱", what="混乱", info_=name)


def _in_order(role: str) -> tuple[str, ...]:
    return PRINTED[role]


@votes.OVERRIDES.append
def piper_votes(scene: Scene, voter: str, target: object, thread: int) -> object:
    """混乱1: whoever bears 寡言 counts as voting for the piper's target."""
    plan = scene.recall("混乱1")
    if not plan or plan["day"] != scene.day or not scene.marks("寡言", on=voter) or not scene.is_in(voter):
        return target
    posted = scene.recall("posted votes", {}).get(plan["by"], ())
    return posted[thread] if thread < len(posted) else None


def _hearers(scene: Scene, plan: dict[str, Any]) -> tuple[str, ...]:
    """The piper, and the user unless 堕落 or 偷盗 takes his feedback; what 堕落 takes its declarer gets (R131)."""
    seat, skill_name = plan["seat"], plan["skill"]
    fallen = [
        m.data["by"]
        for m in scene.marks("堕落")
        if m.data["skill"] == skill_name and m.data["role"] == scene.seat(seat).base
    ]
    if fallen:
        scene.tell(seat, "反馈", None, skill=skill_name, what=skill_name, info_=None)
    if fallen or scene.marks("被偷盗", on=seat):
        return (plan["by"], *fallen)
    return (seat, plan["by"])


@flow.SLOT_HOOKS.append
def forced_here(scene: Scene, skill_name: str) -> None:
    """A use that the piper forces comes at the skill's place in the list."""
    if scene.state.phase.name not in NIGHT:
        return
    for plan in scene.recall("混乱2", ()):
        if plan["day"] == scene.day and plan["skill"] == skill_name:
            scene.push("forced", plan=plan)


@book.step("forced")
def run_forced(scene: Scene, plan: dict[str, Any]) -> None:
    """It settles unconditionally, with the piper's targets, and he gets the feedback too (R131)."""
    seat, name, targets = plan["seat"], plan["skill"], plan["targets"]
    held = next((h for h in scene.state.holdings_of(seat) if h.ability == name), None)
    holding = held or Holding(f"{seat}:{name}", seat, name)
    choice = _content(scene, holding, plan)
    data = {"chosen": targets, "choice": choice, "chosen by": (plan["by"],)}
    fact = scene.fact("use", seat=seat, what=name, by=holding.id, data=data, cause=plan["cause"])
    with because(scene, fact):
        use = Use(seat, name, holding.id, choice, targets, targets, _hearers(scene, plan), fact=fact, cause=fact)
        use = scene.routed(use)
        if not scene.rules.delays(scene, use):
            scene.take_effect(holding, use)
    if held is not None:
        scene.book(held, targets)


def _content(scene: Scene, holding: Holding, plan: dict[str, Any]) -> Plain:
    """The forced choice; what a form asks beside its targets the piper decides (L892)."""
    targets: tuple[str, ...] = plan["targets"]
    pick = scene.pick_of(holding)
    if not isinstance(pick, Form):
        return targets[0] if len(targets) == 1 else targets
    slot, named = next(found for found in _seat_slots(pick) if found[1].least <= len(targets) <= found[1].most)
    aimed: dict[str, Plain] = {slot: targets[0] if len(targets) == 1 and named.most == 1 else targets}
    fixed: dict[str, Pick] = {
        name: replace(part, items=targets, optional=True) for name, part in _seat_slots(pick) if name == slot
    }
    rest = {name: part for name, part in pick.slots.items() if name not in dict(_seat_slots(pick))}
    needed = not all(part.optional for part in rest.values())
    asked = Form(slots={**fixed, **rest}, optional=not needed)
    said = scene.ask(scene.operator(plan["by"], plan["skill"]), asked, key=plan["skill"], drawn=needed)
    return {**dict.fromkeys(pick.slots), **(said or {}), **aimed}


def _seat_slots(pick: Form) -> list[tuple[str, Some]]:
    """The slots of a form that name whom it is used on."""
    return [(name, part) for name, part in pick.slots.items() if isinstance(part, Some) and part.kind == "seats"]


def _right_number(scene: Scene, holding: Holding, targets: tuple[str, ...]) -> bool:
    pick = scene.pick_of(holding)
    if isinstance(pick, Row):
        return len(targets) == len(pick.parts)
    if isinstance(pick, Form):
        return any(part.least <= len(targets) <= part.most for _, part in _seat_slots(pick))
    least, most = getattr(pick, "least", 1), getattr(pick, "most", 1)
    return bool(least <= len(targets) <= most)


@won("吹笛")
def all_enchanted(scene: Scene, camp: str) -> bool:
    """The piper lives and everybody outside the camp who lives has a permanent 寡言 (L1114, R188)."""
    alive = any(identity(scene, seat) == "吹笛" for seat in members(scene, camp, living=True))
    return alive and all(hushed(scene, seat) for seat in scene.living() if scene.camp(seat) != camp)


# ---------------------------------------------------------------------- 死灵术师


def the_out(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Everybody who is out, tonight's too (R221)."""
    return tuple(seat for seat in scene.circle if not scene.is_in(seat))


@skill(book, "夺魂", "晨曦2", pick=lambda s, me: Some(items=the_out(s, me), least=1, most=2), targeted=True)
def take_soul(scene: Scene, me: Holding, use: Use) -> None:
    """Souls may speak and vote the coming day; the first taking gives the identity's skills (L925-L928, R158)."""
    for _, final in settled(use):
        if any(mark.data["day"] == scene.day for mark in scene.marks("夺魂", on=final)):
            inform(scene, me.owner, "通知", final, skill="夺魂", seat=final)
            continue
        until = dawn_end(scene)
        scene.mark(final, "夺魂", until=until, data={"by": me.owner, "day": scene.day})
        inform(scene, final, "通知", "夺魂", skill="夺魂")
        publish(scene, "夺魂", final, at="正午")
        taken = scene.noted(me, "souls") or ()
        if final not in taken:
            scene.note("souls", (*(scene.noted(me, "souls") or ()), final))
            role = card(scene, final) or identity(scene, final)
            gain_identity(scene, me.owner, role, until=until, by="夺魂", refresh=False, source=final)
            if scene.marks(INSIDE, on=final) and not bears(scene, final, "超度"):  # R158
                lend(scene, me.owner, "杀人", until=until, by="夺魂")


@votes.ELECTORATES.append
def souls_vote(scene: Scene, voters: tuple[str, ...]) -> tuple[str, ...]:
    """Souls taken today have a vote, which the taker decides through the director (R240)."""
    souls = {mark.on for mark in scene.marks("夺魂") if mark.data["day"] == scene.day}
    return tuple(seat for seat in scene.circle if seat in voters or seat in souls) if souls else voters


@at_start("正午")
def souls_speak(scene: Scene) -> None:
    """Souls may speak this day."""
    souls = tuple(mark.on for mark in scene.marks("夺魂") if mark.data["day"] == scene.day)
    if souls:
        scene.remember("talking dead", (*scene.recall("talking dead", ()), *souls))


# ---------------------------------------------------------------------- 鬼魂新娘

BARRED = ("丘比特", "上帝使徒", "双子光", "双子暗")


def weddable(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Anybody but the bride."""
    return others(scene, me)


@skill(
    book,
    "冥婚",
    "开局",
    targeted=True,
    drawn=True,
    pick=lambda s, me: Form(
        slots={"冥婚": Some(items=weddable(s, me)), "证婚人": Some(items=others(s, me), optional=True)}, main="冥婚"
    ),
)
def wed(scene: Scene, me: Holding, use: Use) -> None:
    """True love, a witness from the other side, and the couple's camp (L934-L938, R201, R202)."""
    bride = me.owner
    lover = use.choice["冥婚"]
    for _ in range(len(scene.circle)):
        if (
            identity(scene, lover) not in BARRED
            and not scene.marks("隐身", on=lover)
            and not scene.marks(TRUE, on=lover)
        ):
            break
        scene.tell(bride, "通知", None, skill="冥婚", what="重选")
        lover = scene.ask(
            bride, Some(items=tuple(s for s in weddable(scene, me) if s != lover)), key="冥婚", drawn=True
        )
    bind(scene, bride, lover, TRUE)
    side = scene.camp(lover)
    fit = tuple(
        s
        for s in scene.circle
        if s not in (bride, lover)
        and identity(scene, s) not in BARRED
        and not scene.marks("隐身", on=s)
        and not scene.marks(TRUE, on=s)
    )
    witness: str | None = None
    laid = scene.recall("setup", {}).get(bride, {}).get("证婚人")
    if side in (VILLAGE, WOLVES):
        pool = tuple(s for s in fit if scene.camp(s) == (WOLVES if side == VILLAGE else VILLAGE))
        witness = laid if laid in pool else scene.draw("证婚人", pool) if pool else None
    else:
        named = use.choice.get("证婚人") or laid
        witness = named if named in fit else None
    follow(scene, lover, bride, quiet=True)
    scene.remember("couples", (*scene.recall("couples", ()), {"pair": (bride, lover), "cupid": ""}))
    if side not in (VILLAGE, WOLVES) and side in scene.rules.camps and side != "不定阵营":
        scene.remember("joined conditions", {**scene.recall("joined conditions", {}), "鬼魂新娘": (side,)})
    if side == "不定阵营":
        turn(scene, bride, BLACK)
        for seat in (bride, lover):
            lend(scene, seat, "杀人", until=FOREVER, by="情侣")
    else:
        tag(scene, bride, TAKER, place="鬼魂新娘")
    if side == WOLVES:
        untag(scene, lover)
        tag(scene, lover, TAKER, place="情侣")
    for seat in (bride, lover):
        mask(scene, seat, until=FOREVER, camp=BLACK)
    if witness is not None:
        scene.mark(witness, "证婚人", data=bride)
        was_inside = bool(scene.marks(INSIDE, on=witness))
        follow(scene, witness, bride)
        known = (bride, lover)
        for seat in (*known, witness):
            inform(
                scene,
                seat,
                "通知",
                (*known, witness),
                skill="冥婚",
                seats=(*known, witness),
                shows=tuple((s, "lover", True) for s in (*known, witness)),
            )
        if was_inside:
            untag(scene, witness, INSIDE)
            scene.join("情侣", witness)


# ---------------------------------------------------------------------- 炽天使

passive(book, "神血")


@always_on("神血")
def holy_blood(scene: Scene, holding: Holding) -> None:
    """秩序 (L946)."""
    give(scene, holding.owner, "秩序", until=FOREVER, by=holding)


@skill(book, "神佑", "午夜", pick=exactly(2, anyone), targeted=True)
def divine_shield(scene: Scene, me: Holding, use: Use) -> None:
    """不死 until the user is out, for whoever does not hold 神佑 (L947, R125, R239)."""
    for _, final in settled(use):
        if not any(h.ability == "神佑" for h in scene.state.holdings_of(final)):
            give(scene, final, "不死", until=FOREVER, source=me.id)


@always_on("神佑")
def no_longer_shielded(scene: Scene, holding: Holding) -> None:
    """Whoever comes to hold 神佑 loses the 不死 that it gave (R125, R239)."""
    given = (m for m in scene.marks("不死", on=holding.owner) if "神佑" in str((m.data or {}).get("source")))
    scene.unmark(*given, why="神佑")


@outs.trigger
def shields_fall(scene: Scene, seat: str, harm: Harm) -> None:
    """The seraph is out: its shields end, also for later slots of the tally."""
    mine = {h.id for h in scene.state.holdings_of(seat) if h.ability == "神佑"}
    gone = tuple(mark for mark in scene.marks("不死") if (mark.data or {}).get("source") in mine)
    if gone:
        scene.unmark(*gone, why="神佑")


@skill(book, "神耀", "深夜2", pick=one_of(anyone), targeted=True, once=True)
def divine_glory(scene: Scene, me: Holding, use: Use) -> None:
    """穿透 (L948)."""
    for _, final in settled(use):
        hurt(scene, final, PIERCE)


@at_end("凌晨2", "黄昏2")
def half_days(scene: Scene) -> None:
    """Count half-days without an out, red cards aside (R189)."""
    night = scene.state.phase.name == "凌晨2"
    phases = NIGHT if night else ("晨曦1", "晨曦2", "正午", "黄昏1", "黄昏2")
    calm = not any(
        f.kind == "out" and f.what != RED_CARD and f.phase.day == scene.day and f.phase.name in phases
        for f in scene.state.facts
    )
    if scene.night == 0:
        return
    scene.remember("calm half-days", scene.recall("calm half-days", 0) + 1 if calm else 0)


@won("炽天使")
def peace(scene: Scene, camp: str) -> bool:
    """Two days and nights running without an out (L1115)."""
    return bool(scene.recall("calm half-days", 0) >= 4)


# ---------------------------------------------------------------------- 锁链师


def chains_pick(scene: Scene, me: Holding) -> Pick:
    """Two, or three with 暴走."""
    rampage = handed_in(scene, me.owner, "暴走") or any(fact.seat == me.owner for fact in tonight(scene, "暴走"))
    return Some(items=anyone(scene, me), least=2, most=3 if rampage else 2)


@skill(book, "暴走", "午夜", once=True)
def rampage(scene: Scene, me: Holding, use: Use) -> None:
    """链接 may take three this time (L964); it is handed in before it and read there."""


@skill(book, "链接", "午夜", pick=chains_pick, targeted=True)
def link(scene: Scene, me: Holding, use: Use) -> None:
    """The final targets gain 链接 and learn of one another (L962)."""
    finals = tuple(dict.fromkeys(final for _, final in settled(use)))
    linked = tuple(final for final in finals if give(scene, final, "链接", until=FOREVER) is not None)
    for final in linked:
        inform(scene, final, "通知", linked, skill="链接", seats=linked)


passive(book, "免疫")


def _pulls(kind: str, riders: Any) -> bool:
    """An out by the day's vote or a red card pulls nobody (R90)."""
    return kind != RED_CARD and not (kind == LYNCH and (riders or {}).get("skill") == "vote")


def _pulled(scene: Scene, harm: Harm) -> bool:
    """Does the damage follow from the out of a linked one, which sends its attack itself, once for its chain (R89)?"""
    linked = {mark.on for mark in scene.marks("链接")}
    for seat in (harm.riders or {}).get("line", ()):
        last = went_out_by(scene, seat)
        if seat in linked and last is not None and _pulls(last["kind"], last.get("riders")):
            return True
    return False


@outs.chain("链接", "链接")
def chain_pulls(scene: Scene, seat: str, harm: Harm, before: Before) -> None:
    """The first linked out of a root sends the same attack once to all linked (L967, R89-R91)."""
    riders = harm.riders or {}
    if all(mark.on != seat for mark in before["链接"]) or not _pulls(harm.kind, riders) or _pulled(scene, harm):
        return
    linked = tuple(name for name in scene.living() if scene.marks("链接", on=name))
    began = next(fact.id for fact in scene.state.facts.latest() if fact.kind == "out" and fact.seat == seat)
    for name in linked:
        immune = any(h.ability == "免疫" for h in scene.able("免疫") if h.owner == name)
        if immune and scene.is_in(name):
            worked(scene, name, "免疫")
        elif scene.is_in(name):
            chained(
                scene,
                name,
                harm.kind,
                source=harm.source,
                skill=str(riders.get("skill", "链接")),
                after=harm,
            )
    fallen = {fact.seat for fact in scene.state.facts if fact.kind == "out" and fact.id >= began}
    count = sum(1 for name in fallen if name and scene.marks("链接", on=name))
    if 2 * count >= len(scene.living()) and count > 1:
        scene.remember("chains complete", True)


@won("锁链师")
def chained_half(scene: Scene, camp: str) -> bool:
    """In one out-resolution outs with 链接 are half of the living or more (L1130, R91)."""
    return bool(scene.recall("chains complete"))


@skill(book, "火烧连营", "正午")
def burn_all(scene: Scene, me: Holding, use: Use) -> None:
    """致死伤害 to itself; if that completes the chain it has won (L966, R92)."""
    hurt(scene, me.owner, DEADLY)
    if scene.recall("chains complete"):
        camp = scene.camp(me.owner)
        winners = members(scene, camp)
        scene.rules.on_verdict(scene, camp, winners)
        scene.win(camp, winners)
