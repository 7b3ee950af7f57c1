"""The clock: 开局, the election, then the loop from 黄昏1 to 正午. Windows, slots, what begins and ends with a phase.

Independent phases run each use at once; ordered ones collect hand-ins and run the list when the window closes; a phase
with immediate insertion lets every skill that becomes usable be used before it ends (lines 1134-1140).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from nightmoot.core.book import Book
from nightmoot.core.errors import Refused
from nightmoot.core.picks import Pick
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import Holding, Order, Use
from nightmoot.core.ruleset import Ruleset
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.rulesets.forum import office, votes
from nightmoot.rulesets.forum.data import LOOP, MODES, PRINTED, SLOTS
from nightmoot.rulesets.forum.hurt import resolve, tell_out
from nightmoot.rulesets.forum.kit import each_use
from nightmoot.rulesets.forum.knife import OWNER, draw_source, hand_over_knife, regroup
from nightmoot.rulesets.forum.moments import lapse
from nightmoot.rulesets.forum.registers import Lists
from nightmoot.rulesets.forum.statuses import FORCED, bears
from nightmoot.rulesets.forum.telling import flush, open_door

replace = msgspec.structs.replace
book = Book()

#: The opening skills in their order (L1144-L1161; R41).
OPENING: Final = (
    "偷换",
    "冥婚",
    "丘比特之箭",
    "红杏出墙",
    "同命",
    "附身",
    "鬼情",
    "跨越千里",
    "伪装",
    "家国抉择",
    "潜藏",
    "装模作样",
    "模式选择",
    "变脸",
    "双重人格",
    "窥天",
    "学习",
)

Hook = Callable[[Scene], None]
_STARTS: Final[Lists[Hook]] = Lists()
_ENDS: Final[Lists[Hook]] = Lists()
_CLOSES: Final[Lists[Hook]] = Lists()
#: What else happens at the place of a skill, before its hand-ins: (scene, skill).
SLOT_HOOKS: Final[list[Callable[[Scene, str], None]]] = []


def at_start(*phases: str) -> Callable[[Hook], Hook]:
    """The decorated function runs when a phase begins, before its window opens."""

    def declare(hook: Hook) -> Hook:
        for phase in phases:
            _STARTS.put(phase, hook)
        return hook

    return declare


def at_end(*phases: str) -> Callable[[Hook], Hook]:
    """The decorated function runs when a phase ends, after its list and before its notices."""

    def declare(hook: Hook) -> Hook:
        for phase in phases:
            _ENDS.put(phase, hook)
        return hook

    return declare


def at_close(*phases: str) -> Callable[[Hook], Hook]:
    """The decorated function runs when the list of a phase has run: what it asks belongs to the phase still."""

    def declare(hook: Hook) -> Hook:
        for phase in phases:
            _CLOSES.put(phase, hook)
        return hook

    return declare


# ---------------------------------------------------------------------- the opening


@book.step("opening")
def opening(scene: Scene, choices: dict[str, Any]) -> None:
    """Opening skills in their order; what the set-up has fixed is not asked."""
    scene.enter("开局", day=1)
    for hook in _STARTS.of("开局"):
        hook(scene)
    for skill in OPENING:
        scene.push("open skill", skill=skill, choices=choices)
    scene.push("opened")


@book.step("open skill")
def open_skill(scene: Scene, skill: str, choices: dict[str, Any]) -> None:
    """One opening skill of every holder, in elevator order."""
    if skill not in scene.rules.abilities:
        return
    ask = bool(scene.options["sheriff"])
    for holding in scene.state.holders(skill):
        given = choices.get(holding.owner, {})
        pick = scene.pick_of(holding)
        forced = scene.rules.abilities[skill].drawn or FORCED in scene.rules.abilities[skill].tags
        if skill in given:
            laid = given[skill]
            if isinstance(laid, Mapping) and "底牌" in laid:  # the base cards and the one that is chosen
                laid = next(card for part, card in laid.items() if part != "底牌")
            choice = pick.check(freeze(laid), f"seats.{scene.seat(holding.owner).name}.{skill}")
        elif not scene.usable(holding) or not pick.possible() or not (asked := _asked(scene, holding)):
            continue
        elif ask:
            choice = scene.ask(asked[0], pick, key=skill, drawn=forced)
        elif forced:
            choice = scene.draw(skill, tuple(pick.choices()))
        else:
            continue
        if choice is not None:
            scene.use(holding, choice)


def _asked(scene: Scene, holding: Holding) -> tuple[str, ...]:
    """Whom a skill of an opening may be asked of, the first before the others; nobody where a whole group is gone."""
    if holding.owner.startswith("group:"):
        return tuple(scene.rules.group_of(scene.state, holding.owner[6:]))
    return (holding.owner,)


@book.step("opened")
def opened(scene: Scene) -> None:
    """The accounts know what they know; the election or the first dusk comes."""
    for hook in _ENDS.of("开局"):
        hook(scene)
    flush(scene, "开局")
    for holding in tuple(scene.state.holdings.values()):  # a use in the opening is none of the first dusk
        if holding.picks:
            scene.state.put_holding(replace(holding, picks=tuple((-1, seats) for _, seats in holding.picks)))
    scene.changed()
    if scene.options["sheriff"]:
        scene.gate("phase", "竞选")
    scene.push("phase", name="竞选" if scene.options["sheriff"] else "黄昏1")


# ---------------------------------------------------------------------- phases


@book.step("phase")
def phase(scene: Scene, name: str) -> None:
    """A phase begins."""
    if name == "晨曦1":
        scene.enter(name, day=scene.day + 1)
    else:
        scene.enter(name, night=scene.day if name == "早夜1" else None, day=scene.day or 1)
    scene.push("begin phase", name=name)
    scene.push("open phase", name=name)


@book.step("begin phase")
def begin_phase(scene: Scene, name: str) -> None:
    """What its beginning brings."""
    if name == "黄昏1":
        lapse(scene, "黄昏开始")
    elif name == "早夜1":
        open_door(scene, "早夜1")
        lapse(scene, "夜晚开始")
        scene.remember("biter", None)
    elif name == "深夜2":
        hand_over_knife(scene)
    elif name == "晨曦1":
        lapse(scene, "晨曦开始")
    elif name == "正午":
        scene.remember("announced today", scene.recall("outs of night", ()))
        tell_out(scene, scene.recall("outs of night", ()))
        scene.remember("outs of night", ())
        lapse(scene, "正午开始")
        hushed = tuple(seat for seat in scene.living() if bears(scene, seat, "寡言"))
        if hushed:  # L92
            scene.announce("寡言", hushed, info_=hushed)
        open_door(scene, "正午")
    for hook in _STARTS.of(name):
        hook(scene)
    if name == "黄昏1" and scene.day > 1:
        votes.count_day(scene)
    if name == "晨曦1":
        for harm in tuple(h for h in scene.state.harms if h.slot == "晨曦1"):
            resolve(scene, harm)
    regroup(scene)


@book.step("open phase")
def open_phase(scene: Scene, name: str) -> None:
    """Its window opens; when it is closed the list runs."""
    if name in ("竞选", "正午"):
        scene.open_window("正午" if name == "正午" else "竞选", "now", gated=False, standing=True)
        scene.open_window(votes.WINDOW, "order", gated=False)
        scene.gate("discussion")
        scene.push("last stretch")
        scene.gate("discussion", "closing")
    else:
        scene.open_window(name, "order" if MODES[name] == "ordered" else "now", gated=False)
        scene.gate("window", name)
    scene.push("close phase", name=name)


@book.step("last stretch")
def last_stretch(scene: Scene) -> None:
    """The last hour before the doors close: no skills of 正午 any more, and no vote is changed (R215, L1313)."""
    scene.close_window("正午")
    scene.remember(votes.CLOSING, True)


@book.step("close phase")
def close_phase(scene: Scene, name: str) -> None:
    """The window closes: hand-ins run in the order of the list; what is forced and was not answered is drawn."""
    for window in (name, votes.WINDOW):
        scene.close_window(window)
    scene.remember(votes.CLOSING, None)
    if name in SLOTS:
        scene.push("slots", name=name, at=0)
    else:
        for entry in due_effects(scene, None):
            scene.push("delayed", entry=entry)
    if name == "竞选":
        scene.push("election")
    for hook in _CLOSES.of(name):
        scene.push("closing", name=name, hook=hook.__name__)
    scene.gate("phase", "list")
    scene.push("end phase", name=name)


@book.step("closing")
def closing(scene: Scene, name: str, hook: str) -> None:
    """What is still asked in this phase when its list has run."""
    next(found for found in _CLOSES.of(name) if found.__name__ == hook)(scene)


@book.step("election")
def election(scene: Scene) -> None:
    """The sheriff is elected and declares."""
    elected = votes.count_election(scene)
    if elected is not None:
        office.appoint(scene, elected)


@book.step("slots")
def slots(scene: Scene, name: str, at: int) -> None:
    """One place of the list, then the next."""
    skills = order_of(scene, name)
    if at >= len(skills):
        scene.state.drop("orders", name)
        return
    skill = skills[at]
    for entry in due_effects(scene, skill):
        scene.push("delayed", entry=entry)
    for hook in SLOT_HOOKS:
        hook(scene, skill)
    for holding, choice in ready(scene, name, skill):
        scene.push("act skill", holding=holding, choice=choice, phase=name)
    scene.push("slots", name=name, at=at + 1)


def order_of(scene: Scene, name: str) -> tuple[str, ...]:
    """The skills of a phase in order: the published list, then any other that is used in it."""
    return _order_of(scene.rules, name)


@lru_cache(maxsize=64)
def _order_of(rules: Ruleset, name: str) -> tuple[str, ...]:
    listed = [skill for skill in SLOTS[name] if skill in rules.abilities]
    more = [a.id for a in rules.abilities.values() if name in a.windows and a.id not in listed and a.id != "vote"]
    return (*listed, *more)


def ready(scene: Scene, name: str, skill: str) -> list[tuple[str, Any]]:
    """What acts at a place: hand-ins, automatic skills, and forced ones nobody has answered."""
    declared = scene.rules.abilities[skill]
    orders = {order.holding: order for order in scene.state.orders.get(name, ())}
    found: list[tuple[str, Any]] = []
    for holding in by_place(scene, skill):
        order: Order | None = orders.get(holding.id)
        if order is not None and order.choice is not None:
            found.append((holding.id, order.choice))
        elif "自动" in declared.tags and _stands(scene, holding):
            found.append((holding.id, True))
        elif (
            (declared.drawn or (skill == "杀人" and scene.recall("fog")))
            and name in declared.windows
            and _stands(scene, holding)
            and scene.usable(holding)
        ):
            found.append((holding.id, None))
    return found


def _stands(scene: Scene, holding: Holding) -> bool:
    return scene.standing(holding) < Standing.BARRED


def by_place(scene: Scene, skill: str) -> tuple[Holding, ...]:
    """Holders of the true identity card first, then copies; each in elevator order (R after the original)."""
    holders = scene.state.holders(skill)
    true = [
        h for h in holders if not h.by and h.owner in scene.state.seats and skill in PRINTED[scene.seat(h.owner).role]
    ]
    return (*true, *(h for h in holders if h not in true))


@book.step("act skill")
def act(scene: Scene, holding: str, choice: Any, phase: str) -> None:
    """A skill acts at its place: stopped before it, it spends nothing (P2); a forced one without an answer is drawn."""
    held = scene.state.holdings.get(holding)
    if held is None:
        return
    declared = scene.rules.abilities[held.ability]
    if "自动" not in declared.tags:
        if not scene.usable(held):
            scene.void(held, choice)
            return
        pick = scene.pick_of(held)
        if choice is not None:
            handed_in, choice = choice, _still_offered(pick, choice)
            if choice is None and not declared.drawn:  # what came before it in the list has taken the choice away
                scene.void(held, handed_in, "not-offered")
                return
        if choice is None:
            options = tuple(pick.choices())
            if not options:
                return
            choice = scene.draw(held.ability, options)
        for single in each_use(scene, held, choice):
            if held.owner == OWNER:
                draw_source(scene)
            scene.use(held, single, actor=held.owner, feedback=scene.rules.receivers(scene, held, held.owner))
        return
    if not _stands(scene, held) or (declared.usable is not None and not declared.usable(scene, held)):
        return
    scene.use(held, choice, actor=held.owner)


def _still_offered(pick: Pick, choice: Plain) -> Plain:
    """The hand-in, if it may still be chosen at its place of the list (P2)."""
    try:
        return pick.check(choice)
    except Refused:
        return None


def due_effects(scene: Scene, skill: str | None) -> tuple[dict[str, Any], ...]:
    """Effects of this skill (None: of any) that 凝滞 has put off until this phase of today."""
    kept = scene.recall("delayed", ())
    now = scene.state.phase.name
    due = tuple(e for e in kept if e["day"] == scene.day and e["phase"] == now and skill in (None, e["use"]["ability"]))
    if due:
        scene.remember("delayed", tuple(entry for entry in kept if entry not in due))
    return due


@book.step("delayed")
def delayed(scene: Scene, entry: dict[str, Any]) -> None:
    """A delayed effect settles: the targets and the redirects are yesterday's (R118-R120)."""
    raw = entry["use"]
    holding = scene.state.holdings.get(raw["holding"]) or Holding(raw["holding"], raw["actor"], raw["ability"])
    if "source" in raw:
        scene.remember("biter", raw["source"])
    use = Use(**{key: value for key, value in raw.items() if key not in ("source", "gone")}, cause=raw["fact"])
    gone = [seat for seat in use.targets if not scene.is_in(seat) and seat not in raw["gone"]]
    if gone:  # whoever has gone out meanwhile is no target any more (R120)
        balls = tuple((chosen, None if final in gone else final) for chosen, final in use.balls)
        targets = tuple(final for _, final in balls if final is not None)
        if not targets:
            scene.fact(
                "void", seat=use.actor, what=use.ability, data={"why": "lost", "use": use.fact, "chosen": use.chosen}
            )
            return
        use = replace(use, balls=balls, targets=targets)
    scene.settle_use(holding, use)


@book.step("end phase")
def end_phase(scene: Scene, name: str) -> None:
    """What its end brings: tally, notices, statuses that last until it, wins and losses."""
    if name == "凌晨2":
        scene.push("tally")
    scene.push("finish phase", name=name)


@book.step("finish phase")
def finish_phase(scene: Scene, name: str) -> None:
    """After the tally and everything it pushed."""
    for hook in _ENDS.of(name):
        hook(scene)
    flush(scene, name)
    if name == "早夜2":
        lapse(scene, "早夜结束")
        flush(scene, "早夜")
    elif name == "深夜2":
        flush(scene, "深夜")
    elif name == "凌晨2":
        lapse(scene, "夜晚结束")
        flush(scene, "夜晚")
    elif name == "晨曦2":
        lapse(scene, "晨曦结束")
    elif name == "黄昏1":
        open_door(scene, "黄昏1结束")
        scene.remember("announced out", (*scene.recall("announced out", ()), *scene.recall("lynched today", ())))
        scene.remember("lynched today", ())
        outs = scene.recall("outs of dusk", ())
        scene.remember("outs of dusk", ())
        if outs:
            tell_out(scene, outs)
    elif name == "黄昏2":
        scene.push("dusk over")
    regroup(scene)
    heir = scene.recall("badge to hand on")
    if heir is not None and name in ("凌晨2",):
        scene.remember("badge due", heir)
    if name == "晨曦1" and scene.recall("badge to hand on") is not None:
        scene.push("hand over", seat=scene.recall("badge to hand on"))
    scene.check_wins()
    following = next_phase(name)
    scene.gate("phase", following if following == "正午" else "")
    scene.push("phase", name=following)


@book.step("dusk over")
def dusk_over(scene: Scene) -> None:
    """The dusk ends: what lasted until it, and outs of 黄昏2."""
    lapse(scene, "黄昏结束")
    flush(scene, "黄昏")
    outs = scene.recall("outs of dusk", ())
    scene.remember("outs of dusk", ())
    scene.remember("outs of night", (*outs, *scene.recall("outs of night", ())))
    for hook in _ENDS.of("黄昏"):
        hook(scene)


def next_phase(name: str) -> str:
    """The phase that follows."""
    if name == "竞选":
        return "黄昏1"
    if name == "正午":
        return LOOP[0]
    place = LOOP.index(name)
    return LOOP[place + 1] if place + 1 < len(LOOP) else "正午"
