"""Third camps, each on its own: 占星师, 双子光暗, 蛊惑师, 富商, 镜, 白眼狼, 赌徒, 千面人 (lines 818-960)."""

from __future__ import annotations

import msgspec

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Pick, Some, Yes, one, option
from nightmoot.core.plain import Plain
from nightmoot.core.records import TABLE, Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.core.scene_using import targets_of
from nightmoot.rulesets.forum import votes
from nightmoot.rulesets.forum.camps import members
from nightmoot.rulesets.forum.data import DATA, NIGHT, PRINTED, ROLES, SEERS, SKILLS
from nightmoot.rulesets.forum.flow import at_end, at_start
from nightmoot.rulesets.forum.hurt import BITE, DEADLY, chained, hurt, outs, substitutes
from nightmoot.rulesets.forum.identity import (
    MACHINE,
    card,
    echo,
    gain_identity,
    holders_of,
    identity,
    in_play,
    refresh_identity,
)
from nightmoot.rulesets.forum.kit import (
    Row,
    announced_out,
    anyone,
    not_last_night,
    others,
    passive,
    settled,
    skill,
    stage,
)
from nightmoot.rulesets.forum.kit import one as one_of
from nightmoot.rulesets.forum.knife import INSIDE, OWNER
from nightmoot.rulesets.forum.moments import FOREVER, always_on, dusk_end, lend, next_dusk_end, next_noon, night_end
from nightmoot.rulesets.forum.roles.villagers import next_window
from nightmoot.rulesets.forum.roles.wolves2 import take_use
from nightmoot.rulesets.forum.statuses import FORCED, give
from nightmoot.rulesets.forum.telling import following, inform, publish, report, worked
from nightmoot.rulesets.forum.walks import touched
from nightmoot.rulesets.forum.wins import won

replace = msgspec.structs.replace
book = Book()


def more_than_half(scene: Scene, count: float) -> bool:
    """Is the count more than half of the living?"""
    return 2 * count > len(scene.living())


# ---------------------------------------------------------------------- 占星师


@skill(
    book,
    "占星",
    "早夜1",
    targeted=True,
    pick=lambda s, me: Row(
        parts=(Some(items=tuple(x for x in anyone(s, me) if s.is_in(x))), Some(items=announced_out(s, me)))
    ),
)
def divine(scene: Scene, me: Holding, use: Use) -> None:
    """The actual identity of one living and one out (L825, R70)."""
    report(scene, use, [identity(scene, final) for _, final in settled(use)])


def fates(scene: Scene, me: Holding) -> Pick:
    """Any number of account and identity pairs."""
    return Form(slots={seat: option(tuple(ROLES), of="role", optional=True) for seat in scene.circle})


@skill(book, "命运洪流", "正午", pick=fates, when=lambda s, me: s.day > 1)
def flood_of_fate(scene: Scene, me: Holding, use: Use) -> None:
    """All pairs right: announced, and the guessed are silenced, once a game (L826, R208)."""
    guessed = {seat: role for seat, role in use.choice.items() if role is not None}
    if not guessed or any(identity(scene, seat) != role for seat, role in guessed.items()):
        return
    publish(scene, "命运洪流")
    known = (*(scene.noted(me, "fates") or ()), *guessed)
    scene.note("fates", tuple(dict.fromkeys(known)))
    scene.remember(f"命运 {me.owner}", tuple(dict.fromkeys((*scene.recall(f"命运 {me.owner}", ()), *guessed))))
    if not scene.noted(me, "silenced"):
        scene.note("silenced", True)
        for seat in guessed:
            give(scene, seat, "沉默", until=next_noon(scene))


@won("占星师")
def all_fates(scene: Scene, camp: str) -> bool:
    """One right list names every account, out ones too (L1122)."""
    return any(set(scene.recall(f"命运 {seat}", ())) | {seat} >= set(scene.circle) for seat in members(scene, camp))


# ---------------------------------------------------------------------- 双子

LIGHT, DARK = "双子光", "双子暗"


@skill(book, "寻觅", "黄昏2", pick=one_of(others))
def seek(scene: Scene, me: Holding, use: Use) -> None:
    """The named one is the other twin: they form a group (L835)."""
    seat = use.target
    if identity(scene, seat) == DARK or scene.recall(f"学习身份 {seat}") == DARK:
        scene.join("双子", me.owner, seat)
        pair = scene.members("双子")
        for name in pair:
            known = tuple((other, "mate", True) for other in pair)
            shows = (*known, ("group:双子", "members", pair))
            inform(scene, name, "共群", pair, skill="寻觅", seats=pair, n=len(pair), shows=shows)


def twins_but_last(scene: Scene, me: Holding) -> Pick:
    """光 or 暗, not the same on two nights running; the machine in the place of the one it has learned (L800-L801)."""
    last = scene.noted(me, "twin") or (0, None)
    names = (LIGHT, DARK)
    if me.by == MACHINE:
        names = (MACHINE, DARK if me.ability == "光明守护" else LIGHT)
    return option(tuple(name for name in names if not (last[0] == scene.night - 1 and last[1] == name)), of="role")


def twins_named(scene: Scene, me: Holding, name: str) -> tuple[str, ...]:
    """Whom the guard of the twins guards; the machine guards itself alone."""
    return (me.owner,) if name == MACHINE else holders_of(scene, name)


@skill(book, "光明守护", "午夜", pick=twins_but_last)
def light_guard(scene: Scene, me: Holding, use: Use) -> None:
    """不死 from the start of the next day until the dusk ends (L836, R32)."""
    scene.note("twin", (scene.night, use.choice))
    for seat in twins_named(scene, me, str(use.choice)):
        scene.remember("光明守护", (*scene.recall("光明守护", ()), seat))


@at_start("晨曦1")
def light_shines(scene: Scene) -> None:
    """The day has begun."""
    for seat in scene.recall("光明守护", ()):
        with following(scene, "光明守护", seat):
            give(scene, seat, "不死", until=dusk_end(scene))
    scene.remember("光明守护", ())


@skill(book, "黑暗守护", "午夜", pick=twins_but_last)
def dark_guard(scene: Scene, me: Holding, use: Use) -> None:
    """不死 tonight (L846)."""
    scene.note("twin", (scene.night, use.choice))
    for seat in twins_named(scene, me, str(use.choice)):
        give(scene, seat, "不死", until=night_end(scene))


@skill(
    book,
    "光明狩猎",
    "黄昏1",
    "晨曦1",
    pick=one_of(anyone),
    targeted=True,
    works_out=True,
    when=lambda s, me: next_window(s, me.owner) and bool(holders_of(s, DARK)),
)
def light_hunt(scene: Scene, me: Holding, use: Use) -> None:
    """致死伤害 after going out while 暗 lives (L837)."""
    for _, final in settled(use):
        hurt(scene, final, DEADLY)


@skill(
    book,
    "继承黑夜",
    "深夜2",
    pick=one_of(anyone),
    targeted=True,
    once=True,
    when=lambda s, me: any(not s.is_in(x) for x in holders_of(s, DARK, living=False)),
)
def inherit_night(scene: Scene, me: Holding, use: Use) -> None:
    """指杀 once 暗 is out (L838)."""
    for _, final in settled(use):
        hurt(scene, final, BITE)


@skill(
    book,
    "黑夜狩猎",
    "深夜2",
    pick=one_of(anyone),
    targeted=True,
    when=lambda s, me: s.night % 2 == 0 or any(not s.is_in(x) for x in holders_of(s, LIGHT, living=False)),
)
def night_hunt(scene: Scene, me: Holding, use: Use) -> None:
    """指杀 on even nights, on every night once 光 is out (L845)."""
    for _, final in settled(use):
        hurt(scene, final, BITE)


@outs.trigger
def twin_falls(scene: Scene, seat: str, harm: Harm) -> None:
    """The other twin is told."""
    other = {LIGHT: DARK, DARK: LIGHT}.get(identity(scene, seat))
    if other is not None:
        for name in holders_of(scene, other):
            inform(scene, name, "通知", identity(scene, seat), skill="双子出局", role=identity(scene, seat))


# ---------------------------------------------------------------------- 蛊惑师


@skill(book, "蛊惑", "午夜", pick=one_of(not_last_night(anyone)), targeted=True)
def bewitch(scene: Scene, me: Holding, use: Use) -> None:
    """When the user would go out tonight the final target takes 致死伤害 instead (L858)."""
    for _, final in settled(use):
        scene.mark(me.owner, "蛊惑", until=night_end(scene), data=final)


@substitutes("蛊惑")
def bewitched_dies(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """Once in one chain (R80); the bewitcher is the source, and the kill counts (R81)."""
    via = (harm.riders or {}).get("via", ())
    if mark.on in via:
        return False
    if chained(scene, mark.data, DEADLY, source=mark.on, skill="蛊惑", after=harm, riders={"via": (*via, mark.on)}):
        scene.remember("蛊惑 kills", scene.recall("蛊惑 kills", 0) + 1)
    return True


@won("蛊惑师")
def enough_bewitched(scene: Scene, camp: str) -> bool:
    """Kills through 蛊惑 are more than half of the living (L860)."""
    return more_than_half(scene, scene.recall("蛊惑 kills", 0))


def corruptible(scene: Scene, me: Holding) -> Pick:
    """A skill not declared last night, and the initial identity of its user."""
    last = scene.noted(me, "declared") or (0, None)
    names = tuple(n for n in (*SKILLS, "杀人") if not (last[0] == scene.day - 1 and last[1] == n))
    return Form(slots={"skill": option(names, of="skill"), "role": option(tuple(ROLES), of="role")})


@skill(book, "堕落", "黄昏2", pick=corruptible)
def corrupt(scene: Scene, me: Holding, use: Use) -> None:
    """If the declared skill is used tonight, the bewitcher names its targets and gets its feedback (L859, R136.

    R137).
    """
    scene.note("declared", (scene.day, use.choice["skill"]))
    scene.mark(TABLE, "堕落", until=night_end(scene), data={**use.choice, "by": me.owner})


@book.before_use("堕落")
def corrupted(scene: Scene, mark: Mark, use: Use) -> Use | None:
    """The use is the declared one: its user is told nothing more than an empty feedback (R130)."""
    data = mark.data
    if (
        use.ability != data["skill"]
        or use.actor == OWNER
        or use.actor not in scene.state.seats
        or scene.state.phase.name not in NIGHT
    ):
        return use
    if scene.seat(use.actor).base != data["role"] or use.ability == "vote":
        return use
    held = scene.state.holdings[use.holding]
    if use.ability in DATA["feedback"]:
        watchers = [mark.data for mark in scene.marks("被附体", on=use.actor)]
        for seat in (use.actor, *watchers):  # a ghost sees what he sees (R141)
            scene.tell(seat, "反馈", None, skill=use.ability, what=use.ability, info_=None)
    choice = use.choice
    if use.targets or "指定" in scene.rules.abilities[use.ability].tags:
        choice = take_use(scene, data["by"], held, use, blind=True)
        if choice is None:
            return None
    named = targets_of(choice, scene.state.seats)
    return replace(use, choice=choice, chosen=named, targets=named, feedback=data["by"])


# ---------------------------------------------------------------------- 富商


def traders(scene: Scene, me: Holding) -> Pick:
    """Two while more than 15 live, else one."""
    count = 2 if len(scene.living()) > 15 else 1
    return Some(items=others(scene, me), least=count, most=count)


@skill(book, "交易", "黄昏2", pick=traders, targeted=True)
def trade(scene: Scene, me: Holding, use: Use) -> None:
    """The final targets are asked (L869)."""
    scene.push("trade offers", merchant=me.owner, seats=tuple(final for _, final in settled(use)))


@book.step("trade offers")
def trade_offers(scene: Scene, merchant: str, seats: tuple[str, ...]) -> None:
    """All partners are asked side by side; then each answer takes effect."""
    asked = tuple(dict.fromkeys(seats))
    questions = [
        scene.question((scene.operator(seat, "交易"),), Yes(), key="交易", default=False, params={"seat": merchant})
        for seat in asked
    ]
    for seat, answers in zip(asked, scene.gather(*questions), strict=True):
        scene.push("traded", merchant=merchant, seat=seat, agreed=bool(next(iter(answers.values()))))


@book.step("traded")
def traded(scene: Scene, merchant: str, seat: str, agreed: bool) -> None:
    """Yes: 暴利 may be used at once; no: 隐身 against the refuser (R124, R236)."""
    inform(scene, merchant, "通知", agreed, skill="交易", seat=seat)
    if not agreed:
        give(scene, merchant, "隐身", until=FOREVER, against=seat)
        scene.remember("refusers", tuple(dict.fromkeys((*scene.recall("refusers", ()), seat))))
        return
    scene.remember("富有", (*scene.recall("富有", ()), {"seat": seat, "of": merchant, "day": scene.day + 1}))
    if not any(h.ability == "暴利" for h in scene.state.holdings_of(merchant)):
        return
    if scene.ask(scene.operator(merchant, "暴利"), one((seat,), optional=True), key="暴利") is not None:
        profit(scene, merchant, seat)


def profit(scene: Scene, merchant: str, seat: str) -> None:
    """The partner's identity skills, as at the beginning, until the end of the next dusk.

    The partner is silenced (L870, R237).
    """
    until = next_dusk_end(scene)
    key = f"交易伙伴 {merchant}"
    before = scene.recall(key, {"day": scene.day, "seats": ()})
    present = before["seats"] if before["day"] == scene.day else ()  # those of earlier trades are so no longer (L870)
    scene.remember(key, {"day": scene.day, "seats": (*present, seat)})
    role = card(scene, seat) or identity(scene, seat)
    gained = gain_identity(scene, merchant, role, until=until, by="暴利")
    give(scene, seat, "沉默", until=until)
    if scene.marks(INSIDE, on=seat):
        lend(scene, merchant, "杀人", until=until, left=1, by="暴利")
    inform(scene, merchant, "通知", tuple(scene.state.holdings[name].ability for name in gained), skill="暴利")


book.passive("暴利")
passive(book, "富有")


@at_end("黄昏")
def wealth(scene: Scene) -> None:
    """The day after a trade the partner's skills are as at the beginning (L871)."""
    for entry in scene.recall("富有", ()):
        if entry["day"] == scene.day:
            outer, scene.cause = scene.cause, worked(scene, entry["of"], "富有", on=entry["seat"])
            refresh_identity(scene, entry["seat"])
            scene.cause = outer
    scene.remember("富有", tuple(entry for entry in scene.recall("富有", ()) if entry["day"] > scene.day))


@won("富商")
def rich(scene: Scene, camp: str) -> bool:
    """Alive, and four or fewer live or everybody outside the camp has refused (L872, L1124, R207)."""
    alive = [seat for seat in members(scene, camp, living=True) if identity(scene, seat) == "富商"]
    outside = [seat for seat in scene.living() if scene.camp(seat) != camp]
    return bool(alive) and (len(scene.living()) <= 4 or all(seat in scene.recall("refusers", ()) for seat in outside))


# ---------------------------------------------------------------------- 镜

passive(book, "反射")


@always_on("反射")
def mirror(scene: Scene, holding: Holding) -> None:
    """The mirror's face lies where the skill is held (R60)."""
    scene.mark(holding.owner, "镜面", by=holding)


@stage(book, "反射", mark="镜面")
def reflect(scene: Scene, mark: Mark, use: Use, ball: str) -> str | None:
    """At night the ball goes on to somebody without 反射, the user included (L876, R58, R59)."""
    if ball != mark.on or scene.state.phase.name not in NIGHT:
        return None
    faces = {m.on for m in scene.marks("镜面")}
    pool = tuple(seat for seat in scene.living() if seat not in faces)
    if not pool:
        return None
    seat = str(scene.draw("反射", pool))
    actor = scene.recall("biter") if use.actor == OWNER else use.actor
    if actor in scene.state.seats and scene.camp(actor) != scene.camp(mark.on):
        scene.remember("reflected", scene.recall("reflected", 0) + 1)
    scene.state.put("memory", "反射", (*scene.recall("反射", ()), {"to": mark.on, "skill": use.ability, "seat": seat}))
    return seat


@at_end("凌晨2")
def mirror_learns(scene: Scene) -> None:
    """What was reflected, and onto whom, never from whom."""
    kept = scene.recall("反射", ())
    for seat in dict.fromkeys(entry["to"] for entry in kept):
        found: dict[str, Plain] = {}
        for entry in kept:
            if entry["to"] == seat:
                before = found.get(entry["skill"])
                onto = entry["seat"]
                found[entry["skill"]] = (
                    onto if before is None else (*(before if isinstance(before, tuple) else (before,)), onto)
                )
        inform(scene, seat, "通知", found, skill="反射", at="夜晚")
    scene.state.drop("memory", "反射")


def exposed(scene: Scene, me: Holding) -> tuple[str, ...]:
    """The kinds of skills ever used on the holder, reflected or not (R149)."""
    names = []
    for fact in scene.state.facts:
        if fact.kind == "use" and fact.what in scene.rules.abilities and me.owner in touched(scene, fact):
            names.append(fact.what)
    return tuple(
        dict.fromkeys(
            name for name in names if name not in ("vote",) and SKILLS.get(name, {}).get("timing") != ["开局"]
        )
    )


@at_start("晨曦2")
def mirror_counts(scene: Scene) -> None:
    """Until the image is used its holder learns which kinds are new (L877)."""
    for holding in scene.state.holders("镜像"):
        known = scene.recall(f"镜像 {holding.owner}", ())
        fresh = tuple(name for name in exposed(scene, holding) if name not in known)
        if holding.left and fresh:
            scene.remember(f"镜像 {holding.owner}", (*known, *fresh))
            inform(scene, holding.owner, "通知", fresh, skill="镜像")


@skill(book, "镜像", "晨曦2", pick=lambda s, me: option(exposed(s, me), of="skill"), once=True)
def mirror_image(scene: Scene, me: Holding, use: Use) -> None:
    """A copy for good, with counters of its own (L877)."""
    lend(scene, me.owner, str(use.choice), until=FOREVER, by="镜像")


@won("镜")
def mirrored(scene: Scene, camp: str) -> bool:
    """Reflections of other camps and kills with the image are more than the living (L878)."""
    copies = {h.id for h in scene.state.holdings.values() if h.by == "镜像"}
    kills = sum(1 for fact in scene.state.facts if fact.kind == "out" and fact.by in copies)
    return bool(scene.recall("reflected", 0) + kills > len(scene.living()))


# ---------------------------------------------------------------------- 白眼狼


@skill(book, "撕咬", "深夜2", pick=one_of(anyone), targeted=True, when=lambda s, me: s.night % 2 == 0)
def tear(scene: Scene, me: Holding, use: Use) -> None:
    """指杀 on even nights (L901)."""
    for _, final in settled(use):
        hurt(scene, final, BITE)


passive(book, "遗计")


@outs.trigger
def bequest(scene: Scene, seat: str, harm: Harm) -> None:
    """撕咬 has killed: the skills of the identity go into the pool (L903, R241)."""
    if (harm.riders or {}).get("skill") != "撕咬" or harm.source not in scene.state.seats:
        return
    owner = str(harm.source)
    if not any(h.owner == owner for h in scene.able("遗计")):
        return
    role = card(scene, seat) or identity(scene, seat)
    names = [name for name in PRINTED[role] if name in scene.rules.abilities and SKILLS[name].get("timing") != ["开局"]]
    if scene.marks(INSIDE, on=seat) or any(h.ability == "杀人" for h in scene.state.holdings_of(seat)):
        names.append("杀人")
    key = f"遗计 {owner}"
    scene.remember(key, (*scene.recall(key, ()), *names))
    inform(scene, owner, "通知", tuple(names), skill="遗计", at="夜晚", skills=tuple(names))


@skill(
    book, "遗泽", "黄昏2", pick=lambda s, me: option(tuple(dict.fromkeys(s.recall(f"遗计 {me.owner}", ()))), of="skill")
)
def legacy(scene: Scene, me: Holding, use: Use) -> None:
    """One skill of the pool until the end of the next dusk (L904)."""
    until = next_dusk_end(scene)
    lend(scene, me.owner, str(use.choice), until=until, by="遗泽")
    echo(scene, me.owner, "遗泽", str(use.choice), until)


@won("白眼狼")
def legacies(scene: Scene, camp: str) -> bool:
    """Different non-mandatory skills used through 遗泽 are more than half of the living (L1116)."""
    names = {
        fact.what for fact in scene.state.facts if fact.kind == "use" and fact.by in scene.recall("遗泽 copies", ())
    }
    return more_than_half(scene, len([name for name in names if FORCED not in scene.rules.abilities[name].tags]))


@outs.trigger
def _keep_copies(scene: Scene, seat: str, harm: Harm) -> None:
    keep_legacy_copies(scene)


@at_end("凌晨2", "晨曦2", "正午", "黄昏1", "黄昏2")
def keep_legacy_copies(scene: Scene) -> None:
    """Copies lapse, but what was used through them counts."""
    now = tuple(h.id for h in scene.state.holdings.values() if h.by == "遗泽")
    scene.remember("遗泽 copies", tuple(dict.fromkeys((*scene.recall("遗泽 copies", ()), *now))))


# ---------------------------------------------------------------------- 赌徒

_DICE = {1: "迷魂药", 2: "杀人", 3: "通灵", 4: "法式守护", 5: "沉默"}


@skill(book, "赌博", "早夜1", tags=("不失",))
def gamble(scene: Scene, me: Holding, use: Use) -> None:
    """A die: a skill for good, or one vote more at the lynch (L911-L917, R262)."""
    roll = scene.draw("赌博", (1, 2, 3, 4, 5, 6))
    report(scene, use, [roll])
    owned = {h.ability for h in scene.state.holdings_of(me.owner) if h.by == "赌博"}
    name = _DICE.get(roll)
    if name in owned and roll in (2, 3):
        name = "迷魂药"
    elif name in owned and roll in (4, 5):
        name = None
    if name is None:
        scene.mark(me.owner, "赌博票")
    elif name == "迷魂药" and "迷魂药" in owned:
        scene.give_uses(next(h for h in scene.state.holdings_of(me.owner) if h.ability == name), 1)
    elif name == "沉默" and scene.options["hush"] == "status":
        give(scene, me.owner, "沉默", until=next_noon(scene), by=me)
    else:
        lend(scene, me.owner, name, until=FOREVER, by="赌博")


@votes.WEIGHTS.append
def gambled(scene: Scene, voter: str, target: str) -> float:
    """What the sixes add."""
    return len(scene.marks("赌博票", on=voter))


# ---------------------------------------------------------------------- 千面人


def unmet(scene: Scene, me: Holding) -> Pick:
    """A villager or wolf identity not named before."""
    named = scene.recall(f"谋面 {me.owner}", ())
    barred = named if scene.options["meet_seers"] else (*named, *SEERS)  # R163
    return option(tuple(r for r in ROLES if ROLES[r]["camp"] in ("村民", "狼人") and r not in barred), of="role")


@skill(book, "谋面", "黄昏2", pick=unmet)
def meet(scene: Scene, me: Holding, use: Use) -> None:
    """Alive: who it is; else its skills for a day (L956, R163, R235)."""
    role = str(use.choice)
    key = f"谋面 {me.owner}"
    scene.remember(key, (*scene.recall(key, ()), role))
    alive = holders_of(scene, role)
    if in_play(scene, role) and alive:
        seat = alive[0]
        scene.remember(f"面识 {me.owner}", (*scene.recall(f"面识 {me.owner}", ()), seat))
        report(scene, use, [seat])
        return
    gained = gain_identity(scene, me.owner, role, until=next_dusk_end(scene), by="谋面")
    inform(scene, me.owner, "通知", tuple(scene.state.holdings[name].ability for name in gained), skill="谋面")


@won("千面人")
def all_met(scene: Scene, camp: str) -> bool:
    """Outside the camp only characters learned by 谋面 live (L957, R209)."""
    known: set[str] = set()
    for seat in members(scene, camp):
        known |= set(scene.recall(f"面识 {seat}", ()))
    return all(seat in known for seat in scene.living() if scene.camp(seat) != camp)
