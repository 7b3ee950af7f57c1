"""The small hours and the court: 女巫, 女巫学徒, 圣女, 炼金魔女, 阴阳使者, 定序王子, 大法官, 白昼学者/寂夜导师.

变脸者 (lines 380-510).
"""

from __future__ import annotations

from typing import Any

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Pick, Some, Yes, option
from nightmoot.core.records import Harm, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.rulesets.forum import votes
from nightmoot.rulesets.forum.data import NIGHT, ROLES, SEERS, VILLAGE, camp_of_role
from nightmoot.rulesets.forum.flow import at_close, at_end, at_start
from nightmoot.rulesets.forum.hurt import DEADLY, LYNCH, PIERCE, flip, hurt, outs, preview_tally
from nightmoot.rulesets.forum.identity import (
    CARD_OF,
    MACHINE,
    gain_identity,
    identity,
    mask,
    refresh_card,
    uses_tonight,
)
from nightmoot.rulesets.forum.kit import (
    anyone,
    corpses,
    exactly,
    handed_in,
    one,
    others,
    part,
    passive,
    settled,
    skill,
    tonight,
)
from nightmoot.rulesets.forum.knife import INSIDE, draw_source, own_knives, pack, taker
from nightmoot.rulesets.forum.moments import FOREVER, dusk_end, lend, next_dusk_end, next_noon, night_end
from nightmoot.rulesets.forum.returning import bring_back, out_today
from nightmoot.rulesets.forum.roles.villagers import counts_as
from nightmoot.rulesets.forum.statuses import cleanse, give
from nightmoot.rulesets.forum.telling import because, following, inform, publish, report, worked
from nightmoot.rulesets.forum.walks import chosen_of

book = Book()

# ---------------------------------------------------------------------- 女巫

#: The skills that deal 指杀.
BITING = ("杀人", "冲锋", "野性", "继承黑夜", "黑夜狩猎", "撕咬", "捕杀")


@skill(book, "灵通", "凌晨1", forced=True, auto=True)
def commune(scene: Scene, me: Holding, use: Use) -> None:
    """The chosen targets of tonight's 指杀 skills, in elevator order (L460)."""
    chosen = {seat for fact in tonight(scene, *BITING) for seat in chosen_of(scene, fact)}
    report(scene, use, [tuple(seat for seat in scene.circle if seat in chosen)])


def _other_potion(name: str) -> Any:
    def free(scene: Scene, me: Holding) -> bool:
        used = any(h.ability == name and uses_tonight(scene, h) for h in scene.state.holdings_of(me.owner))
        return not used and not handed_in(scene, me.owner, name)

    return free


@skill(book, "救药", "凌晨1", pick=one(anyone), targeted=True, uses=1, when=_other_potion("毒药"))
def antidote(scene: Scene, me: Holding, use: Use) -> None:
    """守护:∞ until the night ends; not in a night with 毒药 (L461)."""
    for _, final in settled(use):
        give(scene, final, "守护", until=night_end(scene))


@skill(book, "毒药", "凌晨1", pick=one(anyone), targeted=True, uses=1, when=_other_potion("救药"))
def poison(scene: Scene, me: Holding, use: Use) -> None:
    """穿透; whom it kills is silenced (L462, R245)."""
    slot = "女巫毒药" if not me.by else "其他身份毒药"
    for _, final in settled(use):
        hurt(scene, final, PIERCE, slot=slot, riders={"沉默": True})


# ---------------------------------------------------------------------- 女巫学徒


def witch_stirred(scene: Scene, me: Holding) -> bool:
    """Has the 女巫 by identity used a potion or gone out on the game day before this night (L411)?"""
    for fact in scene.state.facts:
        if fact.seat is None or fact.seat not in scene.state.seats or identity(scene, fact.seat) != "女巫":
            continue
        if (
            fact.kind == "use"
            and fact.what in ("救药", "毒药")
            and fact.phase.night == scene.night - 1
            and fact.phase.day == scene.day - 1
        ):
            return True
        if fact.kind == "out" and fact.phase.day == (scene.day - 1 if fact.phase.name in NIGHT else scene.day):
            return True
    return False


@skill(book, "实验", "凌晨1", when=witch_stirred)
def experiment(scene: Scene, me: Holding, use: Use) -> None:
    """A die: 1-3 fails and explodes, 4-6 gives a potion at once (L412)."""
    roll = scene.draw("实验", (1, 2, 3, 4, 5, 6))
    report(scene, use, [roll])
    history = (*(scene.noted(me, "rolls") or ()), roll)
    scene.note("rolls", history)
    cared = any(
        h.ability == "女巫的爱护" and scene.standing(h) is Standing.ACTIVE for h in scene.state.holdings_of(me.owner)
    )
    if roll <= 3:
        publish(scene, "实验室爆炸", me.owner, at="正午")
        served = cared and len(history) > 1 and history[-2] <= 3
        if served or (cared and len(history) == 1):
            scene.cause = worked(scene, me.owner, "女巫的爱护")
        if not (cared and len(history) == 1):
            hurt(scene, me.owner, DEADLY, slot="after:其他身份毒药")  # R101
        if not served:
            return
    scene.push("choose potion", seat=me.owner)


passive(book, "女巫的爱护")


@book.step("choose potion")
def choose_potion(scene: Scene, seat: str) -> None:
    """灵通 with 救药, or 毒药; one already owned gains a use (R167)."""
    chosen = scene.ask(scene.operator(seat, "实验"), option(("救药", "毒药"), of="skill"), key="实验", drawn=True)
    owned = next((h for h in scene.state.holdings_of(seat) if h.ability == chosen), None)
    if owned is not None:
        scene.give_uses(owned, 1)
        return
    if chosen == "救药":
        lend(scene, seat, "灵通", until=FOREVER, by="实验")
    lend(scene, seat, chosen, until=FOREVER, by="实验")
    pick = scene.pick_of(next(h for h in scene.state.holdings_of(seat) if h.ability == chosen))
    held = next(h for h in scene.state.holdings_of(seat) if h.ability == chosen)
    target = scene.ask(scene.operator(seat, chosen), Some(items=pick.items, optional=True), key=chosen)
    if target is not None:
        scene.use(held, target)


# ---------------------------------------------------------------------- 圣女


@skill(book, "祝福", "凌晨1", pick=one(anyone), targeted=True, once=True)
def bless(scene: Scene, me: Holding, use: Use) -> None:
    """A villager's identity skills are refreshed and its negative statuses cleared (L486, R233)."""
    wolves = me.by == "机械狼"
    for _, final in settled(use):
        if (counts_as(scene, final, me) == VILLAGE) != wolves:
            refresh_card(scene, final)
            cleanse(scene, final)
            for holding in scene.state.holdings_of(final):
                if holding.ability == "模式选择":
                    scene.push("choose mode", holding=holding.id)


@skill(book, "净化", "凌晨1", pick=one(anyone), targeted=True, once=True)
def purify(scene: Scene, me: Holding, use: Use) -> None:
    """Whoever is no villager gets 净化 for good (L487)."""
    wolves = me.by == "机械狼"
    for _, final in settled(use):
        if (counts_as(scene, final, me) != VILLAGE) != wolves:
            give(scene, final, "净化", until=FOREVER)


# ---------------------------------------------------------------------- 炼金魔女


def snake_ready(scene: Scene, me: Holding) -> bool:
    """Is 法老之蛇 usable (R47)?"""
    return any(
        h.ability == "法老之蛇" and h.left != 0 and scene.standing(h) < Standing.BARRED
        for h in scene.state.holdings_of(me.owner)
    )


@skill(book, "魔女秘法", "凌晨2", forced=True, auto=True, when=snake_ready)
def secret_art(scene: Scene, me: Holding, use: Use) -> None:
    """Who is about to go out, in elevator order; they may talk all the next day (L494, R46, R218)."""
    report(scene, use, [preview_tally(scene)])
    scene.remember("秘法", scene.day)


@at_start("正午")
def wraiths(scene: Scene) -> None:
    """The dead of that night may talk this day; said only if there are any (R47)."""
    scene.remember("talking dead", ())
    fresh = scene.recall("announced today", ())
    if scene.recall("秘法") == scene.day - 1 and fresh:
        scene.remember("talking dead", fresh)
        publish(scene, "魔女秘法")


@skill(book, "法老之蛇", "凌晨2", pick=one(anyone), targeted=True, once=True)
def pharaohs_snake(scene: Scene, me: Holding, use: Use) -> None:
    """不死 until the night ends (L496)."""
    for _, final in settled(use):
        give(scene, final, "不死", until=night_end(scene))


@skill(book, "未明之雾", "午夜", pick=exactly(3, anyone), targeted=True, once=True)
def fog(scene: Scene, me: Holding, use: Use) -> None:
    """Every holder of 杀人 learns the list and must use it within (L497, R72)."""
    finals = tuple(seat for seat in scene.circle if any(final == seat for _, final in settled(use)))
    if not finals:
        return
    scene.remember("fog", finals)
    holders = [
        *pack(scene),
        *filter(None, (taker(scene),)),
        *(seat for seat in scene.living() if own_knives(scene, seat)),
    ]
    for seat in dict.fromkeys(holders):
        inform(scene, seat, "通知", finals, skill="未明之雾", seats=finals)


@at_end("深夜2")
def fog_lifts(scene: Scene) -> None:
    """The list holds for this night only."""
    scene.remember("fog", None)


# ---------------------------------------------------------------------- 阴阳使者, 定序王子


@skill(book, "复活", "凌晨1", pick=one(corpses), targeted=True, once=True)
def revive(scene: Scene, me: Holding, use: Use) -> None:
    """The final target is back at the start of 晨曦 (L393, R48)."""
    for _, final in settled(use):
        scene.remember("to revive", (*scene.recall("to revive", ()), final))


@at_start("晨曦1")
def revivals(scene: Scene) -> None:
    """Those called back live again, with their statuses as they stand."""
    for seat in scene.recall("to revive", ()):
        with following(scene, "复活", seat):
            bring_back(scene, seat)
    scene.remember("to revive", ())


def rescuable(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Everybody of today, or oneself alone (L401, R246)."""
    seats = out_today(scene)
    return (me.owner,) if me.owner in seats else seats


def rescue_pick(scene: Scene, me: Holding) -> Pick:
    """Any of them; the machine also says whether tomorrow has one thread more (L793)."""
    seats = Some(items=rescuable(scene, me), least=0, most=max(2, len(rescuable(scene, me))))
    if me.by != MACHINE:
        return seats
    return Form(slots={"players": seats, "threads": Yes(optional=True)}, main="players")


def _may_reorder(scene: Scene, me: Holding) -> bool:
    return scene.is_in(me.owner) or me.owner in out_today(scene)


@skill(
    book,
    "重定时间",
    "黄昏2",
    pick=lambda s, me: rescue_pick(s, me),
    targeted=True,
    flip=True,
    works_out=True,
    when=_may_reorder,
)
def reorder_time(scene: Scene, me: Holding, use: Use) -> None:
    """The final targets are back when the dusk ends; the next 正午 has one voting thread more (L401, R256)."""
    flip(scene, me.owner)
    back = tuple(final for _, final in settled(use))
    scene.remember("back at nightfall", (*scene.recall("back at nightfall", ()), *back))
    if part(use, "threads") is False:
        return
    table = scene.recall("extra threads", {})
    day = str(scene.day + 1)
    scene.remember("extra threads", {**table, day: table.get(day, 0) + 1})


@at_end("黄昏")
def back_at_nightfall(scene: Scene) -> None:
    """The dusk is over."""
    for seat in scene.recall("back at nightfall", ()):
        with following(scene, "重定时间", seat):
            bring_back(scene, seat)
    scene.remember("back at nightfall", ())


# ---------------------------------------------------------------------- 大法官


def trial_pick(scene: Scene, me: Holding) -> Pick:
    """Two others; in the trial itself one of the three."""
    if me.by == "审判":
        return Some(items=scene.recall("trial", ()))
    return Some(items=others(scene, me), least=2, most=2)


def may_try(scene: Scene, me: Holding) -> bool:
    """The skill in 早夜2; the verdict from its end to the end of the night."""
    if me.by == "审判":
        return me.owner in scene.recall("trial", ()) and scene.state.phase.name in (
            "午夜",
            "深夜1",
            "深夜2",
            "凌晨1",
            "凌晨2",
        )
    return scene.state.phase.name == "早夜2"


@skill(
    book,
    "审判",
    "早夜2",
    "午夜",
    "深夜1",
    "深夜2",
    "凌晨1",
    "凌晨2",
    windows=("早夜2", "审判庭"),
    pick=trial_pick,
    targeted=True,
    once=True,
    when=may_try,
)
def trial(scene: Scene, me: Holding, use: Use) -> None:
    """Exactly two final targets make a court of three for this night (L384-L386, R64, R65)."""
    finals = tuple(dict.fromkeys(final for _, final in settled(use)))
    if len(finals) != 2 or me.owner in finals:
        return
    court = tuple(seat for seat in scene.circle if seat in (me.owner, *finals))
    scene.remember("trial", court)
    scene.remember("judge", me.owner)
    scene.join("审判", *court)
    for seat in court:
        inform(scene, seat, "共群", court, skill="审判", seats=court, n=3, shows=(("group:审判", "members", court),))


@at_end("早夜2")
def court_opens(scene: Scene) -> None:
    """The three may now each name whom they condemn."""
    court = scene.recall("trial", ())
    if not court:
        return
    for seat in court:
        with following(scene, "审判"):
            scene.grant(seat, "审判", left=1, by="审判")
    scene.open_window("审判庭", "order", standing=True)


@at_end("凌晨2")
def court_closes(scene: Scene) -> None:
    """Unanimous: 投票出局 from the judge in 晨曦1 (R66, R77)."""
    court = scene.recall("trial", ())
    if not court:
        return
    named = {order.by: order.choice for order in scene.state.orders.get("审判庭", ())}
    scene.state.drop("orders", "审判庭")
    scene.close_window("审判庭")
    for holding in tuple(scene.state.holdings.values()):
        if holding.by == "审判":
            scene.state.drop_holding(holding.id)
    scene.changed()
    scene.quit("审判", *court)
    scene.remember("trial", ())
    condemned = named.get(court[0])
    if condemned is not None and all(named.get(seat) == condemned for seat in court):
        judge = str(scene.recall("judge"))
        with because(scene, worked(scene, judge, "审判", on=str(condemned))):
            hurt(scene, str(condemned), LYNCH, skill="审判", source=judge, at="晨曦1")


@outs.trigger
def executed(scene: Scene, seat: str, harm: Harm) -> None:
    """The court's verdict is made public at the door."""
    if (harm.riders or {}).get("skill") == "审判":
        publish(scene, "审判", seat, at="正午")


@skill(book, "一锤定音", "正午", once=True)
def gavel(scene: Scene, me: Holding, use: Use) -> None:
    """A hundred votes more today (L388)."""
    scene.mark(me.owner, "一锤定音", until=dusk_end(scene))


@votes.WEIGHTS.append
def gavel_weight(scene: Scene, voter: str, target: str) -> float:
    """What 一锤定音 adds."""
    return 100 * len(scene.marks("一锤定音", on=voter))


# ---------------------------------------------------------------------- 白昼学者, 寂夜导师


def _not_other(name: str) -> Any:
    def free(scene: Scene, me: Holding) -> bool:
        return not any(h.ability == name and h.picks for h in scene.state.holdings_of(me.owner))

    return free


@skill(book, "时波增幅", "早夜1", pick=one(anyone), targeted=True, once=True, when=_not_other("时波削弱"))
def amplify(scene: Scene, me: Holding, use: Use) -> None:
    """The final target may use one of its skills once more tonight; it names it when 早夜1 ends (L446, R229)."""
    for _, final in settled(use):
        wave(scene, final, "增幅")


@skill(book, "时波削弱", "早夜1", pick=one(anyone), targeted=True, once=True, when=_not_other("时波增幅"))
def dampen(scene: Scene, me: Holding, use: Use) -> None:
    """恐惧 until the next 正午 starts (L448); in 早夜1 itself it stops nothing (R39)."""
    for _, final in settled(use):
        wave(scene, final, "削弱")


def wave(scene: Scene, seat: str, kind: str) -> None:
    """Keep who has been reached by a wave tonight."""
    scene.state.put("memory", "时波", (*scene.recall("时波", ()), {"seat": seat, "kind": kind}))


@at_close("早夜1")
def waves_arrive(scene: Scene) -> None:
    """The amplified are told and name a skill."""
    for entry in scene.recall("时波", ()):
        if entry["kind"] == "增幅" and scene.is_in(entry["seat"]):
            scene.push("amplified", seat=entry["seat"])
        if entry["kind"] == "削弱":
            with following(scene, "时波削弱", entry["seat"]):
                give(scene, entry["seat"], "恐惧", until=next_noon(scene), source="时波")


@book.step("amplified")
def amplified(scene: Scene, seat: str) -> None:
    """One use more tonight, not counted (R229)."""
    named = [
        h.ability
        for h in scene.state.holdings_of(seat)
        if scene.rules.abilities[h.ability].windows
        and h.ability not in ("vote", "审判")
        and scene.night not in scene.recall("sealed names", {}).get(h.ability, ())  # R144
    ]
    if scene.marks(INSIDE, on=seat) or taker(scene) == seat or "杀人" in named:
        named.append("杀人")
    skills = tuple(dict.fromkeys(named))
    if not skills:
        return
    chosen = scene.ask(scene.operator(seat, "时波增幅"), option(skills, of="skill", optional=True), key="时波增幅")
    if chosen is None:
        return
    if chosen == "杀人" and (seat in pack(scene) or taker(scene) == seat):
        extra_bite(scene)
    else:
        for holding in scene.state.holdings_of(seat):
            if holding.ability == chosen:
                boost(scene, holding)
                break


def boost(scene: Scene, holding: Holding) -> None:
    """One use more tonight that no limit counts (R229)."""
    table = scene.recall("boosts", {})
    scene.remember("boosts", {**table, holding.id: table.get(holding.id, 0) + 1})
    if holding.left is not None:
        scene.give_uses(holding, 1)


@at_end("凌晨2")
def boosts_lapse(scene: Scene) -> None:
    """What was given and not used is gone."""
    for name, more in scene.recall("boosts", {}).items():
        holding = scene.state.holdings.get(name)
        if holding is not None and holding.left is not None:
            scene.give_uses(holding, min(0, uses_tonight(scene, holding) - more))
    scene.state.drop("memory", "boosts")


def extra_bite(scene: Scene, *, night: int | None = None) -> None:
    """The pack's knife may be used once more in a night."""
    table = scene.recall("extra bites", {})
    key = str(scene.night if night is None else night)
    scene.remember("extra bites", {**table, key: table.get(key, 0) + 1})


@skill(book, "时波混乱", "凌晨1", forced=True, auto=True)
def chaos(scene: Scene, me: Holding, use: Use) -> None:
    """Whoever was reached by waves more than once: all void, 致死伤害 from every holder (L449, R102, R103)."""
    reached = [entry["seat"] for entry in scene.recall("时波", ())]
    units = ["狼群" if seat in pack(scene) else seat for seat in reached]
    for unit in dict.fromkeys(units):
        if units.count(unit) < 2:
            continue
        if unit == "狼群" and scene.recall("biter") is None:  # nobody bit tonight: drawn now, once (R103)
            draw_source(scene)
        victim = str(scene.recall("biter")) if unit == "狼群" else unit
        for seat in [seat for seat, name in zip(reached, units, strict=True) if name == unit]:
            fears = (mark for mark in scene.marks("恐惧", on=seat) if (mark.data or {}).get("source") == "时波")
            scene.unmark(*fears, why="时波混乱")
            for harm in scene.state.harms:
                if _extra(scene, harm, seat):
                    scene.unqueue(harm, why="时波混乱", by=me.id)
        hurt(scene, victim, DEADLY)


def _extra(scene: Scene, harm: Harm, seat: str) -> bool:
    """Does the damage come from a use that 增幅 gave? Of several uses of a night the later are the extra (R102)."""
    holding = scene.state.holdings.get(harm.by or "")
    more = scene.recall("boosts", {}).get(harm.by, 0)
    if holding is None or holding.owner != seat or not more:
        return False
    uses = [fact.id for fact in tonight(scene, holding.ability) if fact.by == holding.id]
    cause = harm.cause
    while cause is not None and cause not in uses:
        cause = scene.state.facts[cause].cause
    return cause in uses[max(1, len(uses) - more) :]


@at_end("凌晨2")
def waves_over(scene: Scene) -> None:
    """Waves count for their own night."""
    scene.state.drop("memory", "时波")


# ---------------------------------------------------------------------- 变脸者


def faces(scene: Scene, me: Holding) -> tuple[str, ...]:
    """The base cards not yet put on top (L503)."""
    cards = scene.recall(f"底牌 {me.owner}", ())
    used = scene.noted(me, "faces") or ()
    return tuple(role for role in cards if role not in used)


@at_start("开局")
def draw_faces(scene: Scene) -> None:
    """Three villager identities not in play, never a 验人系, are dealt as base cards (L118-L121)."""
    for holding in scene.state.holders("变脸"):
        fixed = scene.recall("setup", {}).get(holding.owner, {}).get("底牌")
        cards = tuple(fixed) if fixed else draw_cards(scene, "变脸", 3, lambda role: camp_of_role(role) == VILLAGE)
        keep_cards(scene, holding.owner, cards)


def draw_cards(scene: Scene, key: str, count: int, fits: Any) -> tuple[str, ...]:
    """Identities not in play, by the limits of 身份更换."""
    mothers = {"上帝使徒"} if "圣裁者" in scene.recall("opening table", ()) else set()
    pool = [
        role
        for role in ROLES
        if fits(role) and role not in SEERS and role not in scene.recall("opening table", ()) and role not in mothers
    ]
    found: list[str] = []
    for _ in range(count):
        found.append(scene.draw(key, tuple(role for role in pool if role not in found)))
    return tuple(found)


def keep_cards(scene: Scene, seat: str, cards: tuple[str, ...], *, on_table: bool = True) -> None:
    """Base cards are part of the opening table (L378); their holder sees them."""
    scene.remember(f"底牌 {seat}", cards)
    if on_table:
        scene.remember("opening table", (*scene.recall("opening table", ()), *cards))
    scene.tell(seat, "底牌", cards, skill="底牌", roles=cards)


@skill(book, "变脸", "开局", "黄昏2", pick=lambda s, me: option(faces(s, me), of="role"))
def change_face(scene: Scene, me: Holding, use: Use) -> None:
    """The card on top shows, and its skills are held until the end of the next dusk (L504, R34)."""
    role = str(use.choice)
    scene.note("faces", (*(scene.noted(me, "faces") or ()), role))
    until = next_dusk_end(scene)
    scene.remember(f"面 {me.owner}", role)
    mask(scene, me.owner, until=until, role=role, camp=camp_of_role(role))
    gain_identity(scene, me.owner, role, until=until, by="变脸", refresh=scene.state.phase.name == "开局")


CARD_OF["变脸者"] = lambda scene, seat: scene.recall(f"面 {seat}")
