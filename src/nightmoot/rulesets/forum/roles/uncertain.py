"""Uncertain roles: 影子, 顺从的女仆, 双重人格, 复仇者, 祭品, 盗贼, 暗恋者, 聂小倩, 巫妖匣 (lines 1012-1070)."""

from __future__ import annotations

import msgspec

from nightmoot.core.book import Book
from nightmoot.core.picks import Pick, Some, Text, option
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import Harm, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum import votes
from nightmoot.rulesets.forum.camps import OPPOSED, follow, members, turn
from nightmoot.rulesets.forum.data import ROLES, SEERS, UNCERTAIN, VILLAGE, WOLVES, camp_of_role
from nightmoot.rulesets.forum.flow import at_end, at_start
from nightmoot.rulesets.forum.hurt import DEADLY, LYNCH, RED_CARD, Before, chained, outs
from nightmoot.rulesets.forum.identity import AT_ONCE, CARD_OF, MACHINE, card, gain_identity, identity, mask
from nightmoot.rulesets.forum.kit import one as one_of
from nightmoot.rulesets.forum.kit import others, passive, skill, stands
from nightmoot.rulesets.forum.knife import INSIDE, TAKER, tag
from nightmoot.rulesets.forum.lovers import TRUE
from nightmoot.rulesets.forum.moments import FOREVER, is_night, lend
from nightmoot.rulesets.forum.returning import out_today
from nightmoot.rulesets.forum.roles.dawn import draw_cards, keep_cards
from nightmoot.rulesets.forum.statuses import give
from nightmoot.rulesets.forum.telling import inform, publish
from nightmoot.rulesets.forum.walks import finals_of
from nightmoot.rulesets.forum.wins import won

replace = msgspec.structs.replace
book = Book()

AT_ONCE["丘比特之箭"] = "open now"
AT_ONCE["同命"] = "open now"
AT_ONCE["附身"] = "open now"
AT_ONCE["鬼情"] = "open now"
AT_ONCE["家国抉择"] = "open now"


@book.step("open now")
def open_now(scene: Scene, holding: str) -> None:
    """A compulsory 开局 skill that comes with a gained identity is settled at once."""
    held = scene.state.holdings.get(holding)
    if held is None:
        return
    pick, skill_name = scene.pick_of(held), held.ability
    fixed = scene.recall("setup", {}).get(held.owner, {}) if scene.state.phase.name == "开局" else {}
    if skill_name in fixed:
        choice = pick.check(freeze(fixed[skill_name]), f"seats.{scene.seat(held.owner).name}.{skill_name}")
    else:
        forced = scene.rules.abilities[skill_name].drawn
        asked = pick if forced else replace(pick, optional=True)
        choice = scene.ask(scene.operator(held.owner, skill_name), asked, key=skill_name, drawn=forced)
    if choice is not None:
        scene.use(held, choice)


# ---------------------------------------------------------------------- 影子, 巫妖匣, 聂小倩


@skill(book, "附身", "开局", pick=one_of(others), forced=True)
def shadow(scene: Scene, me: Holding, use: Use) -> None:
    """The host's camp is the shadow's (L1016)."""
    follow(scene, me.owner, use.target)
    scene.note("host", use.target)
    scene.remember(f"宿主 {me.owner}", use.target)


@outs.trigger
def host_falls(scene: Scene, seat: str, harm: Harm) -> None:
    """The host is out: its skills, as at the beginning, and its tags (L1017)."""
    for holding in scene.state.holders("附身"):
        owner = holding.owner
        if scene.recall(f"宿主 {owner}") != seat or not scene.is_in(owner) or not stands(scene, owner, "附身"):
            continue
        if scene.noted(holding, "woken"):
            continue
        scene.state.put("memory", f"note:{holding.id}:woken", True)
        role = card(scene, seat) or identity(scene, seat)
        gained = gain_identity(scene, owner, role, until=FOREVER, by="附身", variant=holding.by == MACHINE)
        for kind in (INSIDE, TAKER):
            for mark in scene.marks(kind, on=seat):
                tag(scene, owner, kind, place=mark.data)
        inform(scene, owner, "通知", tuple(scene.state.holdings[name].ability for name in gained), skill="附身")


@skill(book, "同命", "开局", pick=one_of(others), forced=True)
def lich_box(scene: Scene, me: Holding, use: Use) -> None:
    """Its camp, and 不死 for it as long as the box is in (L1066-L1068)."""
    if not me.by:
        follow(scene, me.owner, use.target)
    give(scene, use.target, "不死", until=FOREVER, source=me.id)
    scene.remember(f"同命 {me.owner}", (*scene.recall(f"同命 {me.owner}", ()), use.target))


@outs.chain("同命")
def box_breaks(scene: Scene, seat: str, harm: Harm, before: Before) -> None:
    """The box is out: first the 不死 ends, then 致死伤害 (R88)."""
    for ward in scene.recall(f"同命 {seat}", ()):
        mine = {h.id for h in scene.state.holdings_of(seat) if h.ability == "同命"}
        scene.unmark(*(m for m in scene.marks("不死", on=ward) if (m.data or {}).get("source") in mine), why="同命")
        if scene.is_in(ward):
            chained(scene, ward, DEADLY, source=seat, skill="同命", after=harm)


@skill(book, "鬼情", "开局", pick=one_of(others), forced=True)
def ghost_love(scene: Scene, me: Holding, use: Use) -> None:
    """宁采臣's camp is hers (L1060)."""
    if not me.by:
        follow(scene, me.owner, use.target)
    scene.remember(f"宁采臣 {me.owner}", use.target)


@outs.trigger
def both_gone(scene: Scene, seat: str, harm: Harm) -> None:
    """She and 宁采臣 are both out: his skills work for her though she is out (L1061, R193)."""
    for holding in scene.state.holders("鬼情"):
        owner, beloved = holding.owner, scene.recall(f"宁采臣 {holding.owner}")
        if (
            beloved is None
            or seat not in (owner, beloved)
            or scene.is_in(owner)
            or scene.is_in(beloved)
            or scene.recall(f"鬼情 {owner}")
        ):
            continue
        scene.remember(f"鬼情 {owner}", True)
        role = card(scene, beloved) or identity(scene, beloved)
        gained = gain_identity(scene, owner, role, until=FOREVER, by="鬼情", variant=holding.by == MACHINE)
        for name in gained:
            scene.mark(name, "身死犹用")
        inform(scene, owner, "通知", tuple(scene.state.holdings[name].ability for name in gained), skill="鬼情")
        if scene.camp(owner) not in (WOLVES, VILLAGE):
            two_days = scene.day + (3 if is_night(scene) else 2)
            scene.remember("grace", {**scene.recall("grace", {}), scene.camp(owner): two_days})


# ---------------------------------------------------------------------- 顺从的女仆


def servable(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Who went out in today's 正午 or 黄昏."""
    return out_today(scene)


@skill(book, "顺从", "黄昏2", pick=one_of(servable), once=True, when=lambda s, me: not s.marks(TRUE, on=me.owner))
def obey(scene: Scene, me: Holding, use: Use) -> None:
    """All its skills anew, its camp, its tags, its surface (L1021-L1024)."""
    seat = use.target
    become_like(scene, me.owner, seat, by="顺从", variant=me.by == MACHINE)
    if not me.by:
        turn(scene, me.owner, scene.camp(seat))
        for kind in (INSIDE, TAKER):
            for mark in scene.marks(kind, on=seat):
                tag(scene, me.owner, kind, place=mark.data)
    mask(scene, me.owner, until=FOREVER, role=str(scene.read(seat, "role")))
    publish(scene, "顺从", seat)


def become_like(scene: Scene, seat: str, other: str, *, by: str, variant: bool = False) -> tuple[str, ...]:
    """The identity skills of another, refreshed to initial."""
    role = card(scene, other) or identity(scene, other)
    gained = gain_identity(scene, seat, role, until=FOREVER, by=by, variant=variant)
    inform(scene, seat, "通知", tuple(scene.state.holdings[name].ability for name in gained), skill=by)
    return gained


# ---------------------------------------------------------------------- 双重人格


@at_start("开局")
def two_faces(scene: Scene) -> None:
    """A wolf and a 神 not in play (L1028, R160)."""
    for holding in scene.state.holders("双重人格"):
        given = scene.recall("setup", {}).get(holding.owner, {})
        fixed = (
            given.get("底牌") or (given.get("双重人格") or {}).get("底牌")
            if isinstance(given.get("双重人格"), dict)
            else given.get("底牌")
        )
        if fixed:
            cards = tuple(fixed)
        else:
            wolf = draw_cards(scene, "双重人格", 1, lambda role: camp_of_role(role) == WOLVES)
            god = draw_cards(scene, "双重人格", 1, lambda role: camp_of_role(role) == VILLAGE)
            cards = (*wolf, *god)
        keep_cards(scene, holding.owner, cards)


def persona_pick(scene: Scene, me: Holding) -> Pick:
    """At the opening either card; every dusk the other one."""
    cards = scene.recall(f"底牌 {me.owner}", ())
    top = scene.recall(f"人格 {me.owner}")
    return option(tuple(card_ for card_ in cards if card_ != top), of="role")


@skill(
    book,
    "双重人格",
    "开局",
    "黄昏2",
    pick=persona_pick,
    forced=True,
    when=lambda s, me: s.recall(f"人格 {me.owner}") is not None or s.state.phase.name == "开局",
)
def persona(scene: Scene, me: Holding, use: Use) -> None:
    """The card on top shows; its skills are not held (L1028)."""
    role = str(use.choice)
    scene.remember(f"人格 {me.owner}", role)
    scene.unmark(*(m for m in scene.marks("mask", on=me.owner) if m.by == me.id), why="flipped")
    mask(scene, me.owner, until=FOREVER, role=role, camp=camp_of_role(role), by=me)


def awakened(scene: Scene) -> bool:
    """The last words are used up, said this morning (L1029, R161)."""
    return bool(scene.recall("last words used up") == scene.day)


@skill(
    book,
    "主人格",
    "黄昏2",
    forced=True,
    auto=True,
    when=lambda s, me: (
        s.recall(f"人格 {me.owner}") is not None
        and (awakened(s) or s.camp(me.owner) != UNCERTAIN)
        and not s.noted(me, "awake")
    ),
)
def master(scene: Scene, me: Holding, use: Use) -> None:
    """双重人格 lapses; the skills, and the camp if there is none yet, of the card on top (L1029)."""
    scene.note("awake", True)
    role = scene.recall(f"人格 {me.owner}")
    top_camp = camp_of_role(role)
    for holding in scene.state.holdings_of(me.owner):
        if holding.ability == "双重人格":
            scene.lose(holding)
    mask(scene, me.owner, until=FOREVER, role=role, camp=top_camp)
    if scene.camp(me.owner) == UNCERTAIN:
        turn(scene, me.owner, top_camp)
        for entry in ROLES[role].get("tags", ()):
            if entry["when"] == "always":
                tag(scene, me.owner, entry["tag"], place=role)
    gained = gain_identity(scene, me.owner, role, until=FOREVER, by="主人格")
    inform(
        scene, me.owner, "通知", tuple(scene.state.holdings[name].ability for name in gained), skill="主人格", role=role
    )


@at_start("正午")
def last_words(scene: Scene) -> None:
    """The number of last words is that of the fewest wolves for this table.

    When they are used up it is said (R161, R216).
    """
    allowed = int(len(scene.circle) * 0.3 + 0.5)
    spoken = scene.recall("words beyond the number", ())
    outs_ = {fact.seat for fact in scene.state.facts if fact.kind == "out" and fact.what != RED_CARD}
    gone = len(outs_ - set(spoken))
    if gone >= allowed and scene.recall("last words used up") is None:
        scene.remember("last words used up", scene.day)
        publish(scene, "遗言耗尽")


# ---------------------------------------------------------------------- 复仇者

passive(book, "寻仇")
passive(book, "雪恨")


def find_foe(scene: Scene, seat: str, foe: str) -> None:
    """The first who votes for him or uses a [指定] skill on him (L1033-L1034, R178, R179)."""
    for holding in scene.able("寻仇"):
        if holding.owner != seat or scene.recall(f"仇人 {seat}") is not None or foe == seat:
            continue
        scene.remember(f"仇人 {seat}", foe)
        camp = scene.camp(foe)
        opposed = OPPOSED.get(camp) or scene.draw("寻仇", (WOLVES, VILLAGE))
        turn(scene, seat, opposed, quiet=True)
        scene.remember("opposed", {**scene.recall("opposed", {}), seat: foe})
        give(scene, seat, "不死", until=FOREVER, by=holding, against=foe)
        inform(scene, seat, "通知", foe, skill="寻仇", seat=foe)


@at_start("黄昏1")
def voted_at(scene: Scene) -> None:
    """Votes of the day, in the order of posting."""
    if scene.day == 1:
        return
    orders = sorted(scene.state.orders.get(votes.WINDOW, ()), key=lambda order: order.arrival)
    votes.keep_votes(scene, orders)
    for order in orders:
        for thread, posted in enumerate(votes.targets_of(order)):
            seat = posted
            for change in votes.OVERRIDES:  # the vote as it counts (R172)
                seat = change(scene, order.by, seat, thread)
            if seat is not None and seat in scene.state.seats:
                find_foe(scene, seat, order.by)


@at_end("黄昏2", "早夜1", "早夜2", "午夜", "深夜1", "深夜2", "凌晨1", "凌晨2", "正午", "晨曦1", "晨曦2")
def aimed_at(scene: Scene) -> None:
    """[指定] skills that reached him, by final target."""
    for holding in scene.able("寻仇"):
        if scene.recall(f"仇人 {holding.owner}") is not None:
            continue
        for fact in scene.state.facts:
            named = (
                fact.kind == "use"
                and fact.what in scene.rules.abilities
                and "指定" in scene.rules.abilities[fact.what].tags
            )
            if named and fact.phase.name != "开局" and holding.owner in finals_of(scene, fact):
                user = scene.recall("biter") if fact.seat == "狼群" else fact.seat
                if user in scene.state.seats and user != holding.owner:
                    find_foe(scene, holding.owner, str(user))
                    break


@votes.PARDONS.append
def foe_voted(scene: Scene, top: str) -> bool:
    """The foe voted for the avenger: he does not go out as the highest vote (L1034, R178)."""
    foe = scene.recall(f"仇人 {top}")
    return foe is not None and top in scene.recall("posted votes", {}).get(foe, ()) and stands(scene, top, "寻仇")


@outs.trigger
def avenged(scene: Scene, seat: str, harm: Harm) -> None:
    """The foe is out: the skills of whoever caused it, or of the foe if he was voted out (L1035, R166)."""
    for holding in scene.able("雪恨"):
        owner = holding.owner
        if scene.recall(f"仇人 {owner}") != seat or not scene.is_in(owner) or scene.recall(f"雪恨 {owner}"):
            continue
        scene.remember(f"雪恨 {owner}", True)
        lynched = harm.kind == LYNCH and (harm.riders or {}).get("skill") == "vote"
        source = seat if lynched or harm.source not in scene.state.seats else str(harm.source)
        become_like(scene, owner, source, by="雪恨", variant=holding.by == MACHINE)


# ---------------------------------------------------------------------- 祭品


def offering_pick(scene: Scene, me: Holding) -> Pick:
    """One who is out, or 随机."""
    gone = tuple(seat for seat in scene.circle if not scene.is_in(seat))
    return option((*gone, "随机"))


@skill(book, "献祭唤醒", "黄昏2", pick=offering_pick, forced=True, once=True, when=lambda s, me: awakened(s))
def sacrifice(scene: Scene, me: Holding, use: Use) -> None:
    """The more decimated of villagers and wolves is joined.

    An out member's skills and tags are gained (L1042, R162).
    """
    opening = scene.recall("opening camps", {})

    def share(camp: str) -> float:
        total = sum(1 for value in opening.values() if value == camp)
        gone = sum(1 for seat in members(scene, camp) if not scene.is_in(seat))
        return gone / total if total else 0

    camp = VILLAGE if share(VILLAGE) > share(WOLVES) else WOLVES
    if scene.camp(me.owner) == UNCERTAIN:
        turn(scene, me.owner, camp)
    wake(scene, me.owner, camp, use.choice)


def wake(scene: Scene, seat: str, camp: str, chosen: Plain) -> None:
    """What it gains of one who is out and of the camp it joins."""
    fallen = tuple(seat for seat in members(scene, camp) if not scene.is_in(seat))
    if chosen == "随机":
        chosen = scene.draw("献祭唤醒", fallen) if fallen else None
    if chosen is None or scene.camp(str(chosen)) != camp:
        return
    become_like(scene, seat, str(chosen), by="献祭唤醒")
    for kind in (INSIDE, TAKER):
        for mark in scene.marks(kind, on=str(chosen)):
            tag(scene, seat, kind, place=mark.data)


# ---------------------------------------------------------------------- 盗贼


def thief_pick(scene: Scene, me: Holding) -> Pick:
    """One of the two cards."""
    return option(tuple(scene.recall(f"底牌 {me.owner}", ())), of="role")


@at_start("开局")
def thief_cards(scene: Scene) -> None:
    """Two identities not in the game (L1050, R164)."""
    for holding in scene.state.holders("偷换"):
        fixed = scene.recall("setup", {}).get(holding.owner, {}).get("底牌")
        cards = (
            tuple(fixed) if fixed else draw_cards(scene, "偷换", 2, lambda role: role != "盗贼" and role not in SEERS)
        )
        keep_cards(scene, holding.owner, cards, on_table=False)


@skill(book, "偷换", "开局", pick=thief_pick, forced=True)
def exchange(scene: Scene, me: Holding, use: Use) -> None:
    """Everything but the actual identity is that of the picked one (L1050, R146, R165)."""
    role, seat = str(use.choice), me.owner
    scene.remember(f"盗 {seat}", role)
    scene.remember("opening table", (*scene.recall("opening table", ()), role))
    camp = camp_of_role(role)
    if camp != UNCERTAIN:
        turn(scene, seat, camp)
    mask(scene, seat, until=FOREVER, role=role)
    for name in ROLES[role]["skills"]:
        if not name.get("granted_by") and name["id"] in scene.rules.abilities:
            lend(scene, seat, name["id"], until=FOREVER, by="盗贼")
    for entry in ROLES[role].get("tags", ()):
        if entry["when"] == "always":
            tag(scene, seat, entry["tag"], place=role)


CARD_OF["盗贼"] = lambda scene, seat: scene.recall(f"盗 {seat}")
CARD_OF["双重人格"] = lambda scene, seat: (
    scene.recall(f"人格 {seat}") if not any(h.ability == "双重人格" for h in scene.state.holdings_of(seat)) else None
)

# ---------------------------------------------------------------------- 暗恋者


def farthest(scene: Scene, seat: str) -> tuple[str, ...]:
    """The one or two farthest in the ring (R206)."""
    ring = list(scene.circle)
    place, count = ring.index(seat), len(ring)
    half = count // 2
    found = {ring[(place + half) % count], ring[(place - half) % count]}
    return tuple(name for name in ring if name in found and name != seat)


@skill(book, "跨越千里", "开局", pick=lambda s, me: Some(items=farthest(s, me.owner)), forced=True)
def across(scene: Scene, me: Holding, use: Use) -> None:
    """The beloved's camp is the admirer's (L1056)."""
    follow(scene, me.owner, use.target)
    scene.remember(f"暗恋 {me.owner}", use.target)
    inform(scene, me.owner, "通知", use.target, skill="跨越千里", seat=use.target)


@at_end("黄昏1", "黄昏2", "凌晨2", "晨曦1", "晨曦2", "正午")
def side_by_side(scene: Scene) -> None:
    """Neighbours at last: the camp wins directly, unless it has lost (L1056, R183, R206)."""
    from nightmoot.rulesets.forum.wins import judge_losses, lost

    for holding in scene.able("跨越千里"):
        owner, beloved = holding.owner, scene.recall(f"暗恋 {holding.owner}")
        if beloved is None or scene.recall(f"情书 {owner}") or not scene.is_in(owner) or not scene.is_in(beloved):
            continue
        if beloved in scene.neighbours(owner):
            judge_losses(scene)
            camp = scene.camp(owner)
            if not lost(scene, camp):
                winners = members(scene, camp)
                scene.rules.on_verdict(scene, camp, winners)
                scene.win(camp, winners)


def _letters(scene: Scene, me: Holding) -> bool:
    if scene.recall(f"暗恋 {me.owner}") is None:
        return me.by == "情书"
    return scene.day <= 2 or bool(scene.recall(f"情书 {me.owner}"))


@skill(book, "情书", "正午", pick=lambda s, me: Text(most=50), when=_letters)
def love_letter(scene: Scene, me: Holding, use: Use) -> None:
    """The direct win is given up; a text goes to the other (L1057, R19)."""
    beloved = scene.recall(f"暗恋 {me.owner}") or scene.recall(f"被暗恋 {me.owner}")
    if scene.recall(f"情书 {me.owner}") is None and scene.recall(f"暗恋 {me.owner}"):
        scene.remember(f"情书 {me.owner}", True)
        scene.remember(f"被暗恋 {beloved}", me.owner)
        lend(scene, str(beloved), "情书", until=FOREVER, by="情书")
    scene.tell(str(beloved), "情书", use.choice, skill="情书", seat=me.owner, text=use.choice)


@won("鬼魂新娘")
def bride_alone(scene: Scene, camp: str) -> bool:
    """屠城 only."""
    return False
