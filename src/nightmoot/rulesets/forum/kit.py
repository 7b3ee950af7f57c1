"""What the files of the roles are written with: declaring skills, who may be chosen, and small words for effects.

A skill is declared once for its name; roles that print the same name share it. ``skill(...)`` knows the source's
markers: targeted [指定], forced <强制>, once <限定>, uses [X], flip [翻牌].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any, Final

import msgspec

from nightmoot.core.ability import Body, Candidates, PickOf, Test
from nightmoot.core.book import Book
from nightmoot.core.errors import Refused
from nightmoot.core.picks import Pick, Several, Some, Yes
from nightmoot.core.plain import Plain
from nightmoot.core.records import Fact, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.rulesets.forum.data import MODES, NIGHT
from nightmoot.rulesets.forum.hurt import RED_CARD, went_out_by
from nightmoot.rulesets.forum.identity import allowance
from nightmoot.rulesets.forum.moments import is_night
from nightmoot.rulesets.forum.registers import Register
from nightmoot.rulesets.forum.statuses import FORCED, bears

replace = msgspec.structs.replace
TARGETED = "指定"
#: What takes 凝滞 itself away is not put off by it (R113).
CLEARING = "清除"
StageHook = Callable[[Scene, Mark, Use, str], str | None]
#: The parts of a choice in a fixed order, as slots of a form.
PARTS: Final = ("first", "second", "third", "fourth")
#: The names of the counted [X] skills.
COUNTED: Final[Register[bool]] = Register()
#: How often a skill may be used in one night or day (None: as often as it has uses).
NIGHTLY: Final[Register[int | None]] = Register()
#: What a skill does although nothing settles on its targets.
LOST: Final[Register[Body]] = Register()


def handed_in(scene: Scene, seat: str, *skills: str) -> bool:
    """Has the seat handed in one of these skills for the phase that is open?"""
    return any(
        order.choice is not None
        and (held := scene.state.holdings.get(order.holding)) is not None
        and held.owner == seat
        and held.ability in skills
        for orders in scene.state.orders.values()
        for order in orders
    )


def sealed_tonight(scene: Scene, skill: str) -> bool:
    """Has 鹰袭 sealed the name for this night? It bites from 早夜2 on (R39, R144)."""
    sealed = scene.recall("sealed names", {})
    return scene.night in sealed.get(skill, ()) and is_night(scene) and scene.state.phase.name != "早夜1"


def claimed(scene: Scene, me: Holding) -> bool:
    """Has a piper taken this night's use of the skill for himself (混乱2, L892)?"""
    plans = scene.recall("混乱2", ())
    return any(p["seat"] == me.owner and p["skill"] == me.ability and p["day"] == scene.day for p in plans)


def spent_tonight(scene: Scene, me: Holding) -> bool:
    """Has the holding been used as often as this night allows?"""
    most = allowance(scene, me, 1)
    return most is not None and most < 1


class Uses(Several, frozen=True):
    """Several uses of one skill, handed in together: a list of choices, or a bare one (L82)."""

    def _check(self, choice: Plain, path: str) -> Plain:
        if isinstance(choice, list | tuple):
            return super()._check(choice, path)
        return (self.of.check(choice, path),)

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page gets it: one use, handed in bare."""
        return {**self.of.to_wire(), "optional": self.optional}


def repeated(scene: Scene, me: Holding, pick: Pick, nightly: int | None) -> Pick:
    """What is handed in once for a whole phase may be several uses, as far as they are left."""
    most = allowance(scene, me, nightly)
    if MODES.get(scene.state.phase.name) != "ordered" or most is None or most < 2:
        return pick
    if isinstance(pick, Some) and pick.most == 1:
        return replace(pick, most=most, distinct=False)
    return Uses(of=pick, most=most)


def each_use(scene: Scene, held: Holding, choice: Plain) -> tuple[Plain, ...]:
    """The single uses that a hand-in is made of."""
    pick = scene.pick_of(held)
    many = isinstance(pick, Uses) or (isinstance(pick, Some) and pick.most > 1 and not pick.distinct)
    return tuple(choice) if many and isinstance(choice, tuple) else (choice,)


def red_carded(scene: Scene, seat: str) -> bool:
    """Whoever is out by a red card uses no skill any more (L159)."""
    if seat not in scene.state.seats or scene.is_in(seat):
        return False
    last = went_out_by(scene, seat)
    return last is not None and last["kind"] == RED_CARD


def odd_night(scene: Scene) -> bool:
    """奇数游戏日夜晚 (R42)."""
    return scene.night % 2 == 1


def skill(
    book: Book,
    name: str,
    *phases: str,
    pick: PickOf | None = None,
    targeted: bool = False,
    forced: bool = False,
    drawn: bool = False,
    once: bool = False,
    uses: int | None = None,
    flip: bool = False,
    auto: bool = False,
    nightly: int | None = -1,
    when: Test | None = None,
    works_out: bool = False,
    lost: Body | None = None,
    tags: Iterable[str] = (),
    windows: tuple[str, ...] | None = None,
    **more: Any,
) -> Callable[[Body], Body]:
    """Declare a skill that is used in these phases (offered in the windows of that name, unless others are given).

    drawn    drawn where nobody answers, though it is not <强制>
    auto     runs by itself at its place, for every standing holder; nothing is asked
    nightly  uses in one night or day (None: as many as are left; one, and of counted skills any number, if not given)
    lost     what happens all the same where nothing settles on any target
    when     a further condition, read when it is offered and again when it acts
    """
    marks = [*tags]
    marks += [TARGETED] if targeted else []
    marks += [FORCED] if forced else []
    marks += ["自动"] if auto else []
    marks += ["翻牌"] if flip else []

    if nightly == -1:
        nightly = 1 if uses is None else None
    single = pick or _plain
    NIGHTLY.put(name, nightly)

    def several(scene: Scene, me: Holding) -> Pick:
        return repeated(scene, me, single(scene, me), nightly)

    def usable(scene: Scene, me: Holding) -> bool:
        if scene.state.phase.name not in phases or sealed_tonight(scene, name):
            return False
        most = allowance(scene, me, nightly)
        if most is not None and most < 1:
            return False
        if claimed(scene, me) or red_carded(scene, me.owner):
            return False
        if flip and scene.marks("已翻牌", on=me.owner):
            return False
        return when is None or when(scene, me)

    limit = 1 if once else uses
    if uses is not None:
        COUNTED.put(name, True)
    if lost is not None:
        LOST.put(name, lost)
    return book.ability(
        name,
        pick=several,
        usable=usable,
        window=() if auto else tuple(phases) if windows is None else windows,
        tags=marks,
        limit=limit,
        works_out=works_out,
        drawn=forced or drawn,
        **more,
    )


def _plain(scene: Scene, me: Holding) -> Pick:
    return Yes(flag=True)


class Row(Pick, frozen=True):
    """Several things in a fixed order, each with its own pick; the choice is a list."""

    parts: tuple[Pick, ...] = ()

    def _check(self, choice: Plain, path: str) -> Plain:
        if isinstance(choice, Mapping) and set(choice) <= set(PARTS[: len(self.parts)]):  # as a page hands it in
            choice = tuple(choice.get(name) for name in PARTS[: len(self.parts)])
        if not isinstance(choice, list | tuple) or len(choice) != len(self.parts):
            raise Refused("wrong-count", path, least=len(self.parts), most=len(self.parts), given=choice)
        return tuple(
            pick.check(item, f"{path}.{place}")
            for place, (pick, item) in enumerate(zip(self.parts, choice, strict=True))
        )

    def count(self) -> int:
        """How many combinations there are."""
        return prod(part.count() for part in self.parts)

    def at(self, place: int) -> Plain:
        """The combination at this place."""
        found = []
        for part in reversed(self.parts):
            place, mine = divmod(place, part.count())
            found.append(part.at(mine))
        return tuple(reversed(found))

    def choices(self) -> Iterator[Plain]:
        """Every combination."""
        yield from product(*(tuple(part.choices()) for part in self.parts))

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it: a form with a slot for each part."""
        slots = {name: part.to_wire() for name, part in zip(PARTS, self.parts, strict=False)}
        return {"kind": "form", "slots": slots, "cross": (), "optional": self.optional}


# ---------------------------------------------------------------------- who may be chosen


def anyone(scene: Scene, me: Holding) -> tuple[str, ...]:
    """任意一名角色: everybody who has not been announced out, oneself too (P5, R221)."""
    gone = scene.recall("announced out", ())
    return limited(scene, me, tuple(seat for seat in scene.circle if seat not in gone))


def others(scene: Scene, me: Holding) -> tuple[str, ...]:
    """除自己外任意一名角色."""
    return tuple(seat for seat in anyone(scene, me) if seat != me.owner)


def announced_out(scene: Scene, me: Holding) -> tuple[str, ...]:
    """任意一名已出局角色, as far as outs have been announced."""
    gone = scene.recall("announced out", ())
    return limited(scene, me, tuple(seat for seat in scene.circle if seat in gone and not scene.is_in(seat)))


def corpses(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Announced outs whose corpse still exists."""
    return tuple(seat for seat in announced_out(scene, me) if not scene.marks("尸体已毁", on=seat))


def limited(scene: Scene, me: Holding, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Under 暴风雪 whoever is no wolf reaches only himself and his neighbours with [指定] skills (R67)."""
    if scene.recall("snowstorm") != scene.night or not is_night(scene):
        return seats
    if TARGETED not in scene.rules.abilities[me.ability].tags or me.owner not in scene.state.seats:
        return seats
    from nightmoot.rulesets.forum.data import WOLVES

    if scene.camp(me.owner) == WOLVES:
        return seats
    near = (me.owner, *scene.neighbours(me.owner))
    return tuple(seat for seat in seats if seat in near)


def not_last_night(candidates: Candidates) -> Candidates:
    """不能连续两晚选择同一个角色."""

    def found(scene: Scene, me: Holding) -> tuple[str, ...]:
        tired = scene.last_targets(me, scene.night - 1)
        return tuple(seat for seat in candidates(scene, me) if seat not in tired)

    return found


def never_again(candidates: Candidates) -> Candidates:
    """每个角色只能被选择一次."""

    def found(scene: Scene, me: Holding) -> tuple[str, ...]:
        now = scene.state.holdings.get(me.id, me)
        past = {seat for _, seats in now.picks for seat in seats}
        return tuple(seat for seat in candidates(scene, me) if seat not in past)

    return found


def allowed(scene: Scene, me: Holding, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Without those against whom an only-against 隐身 forbids the choice (富商, R124)."""
    refused = {mark.on for mark in scene.marks("隐身") if (mark.data or {}).get("against") == me.owner}
    partners = scene.recall(f"交易伙伴 {me.owner}", {}).get("seats", ()) if me.by == "暴利" else ()
    return tuple(seat for seat in seats if seat not in refused and seat not in partners)


def one(candidates: Candidates) -> PickOf:
    """One of them."""
    return lambda scene, me: Some(items=_range(scene, me, candidates))


def exactly(count: int, candidates: Candidates) -> PickOf:
    """So many different ones; fewer legal ones: not usable (R260)."""
    return lambda scene, me: Some(items=_range(scene, me, candidates), least=count, most=count)


def up_to(count: int, candidates: Candidates, *, least: int = 1) -> PickOf:
    """At most so many different ones, always a list."""
    return lambda scene, me: Some(items=_range(scene, me, candidates), least=least, most=count)


def _range(scene: Scene, me: Holding, candidates: Candidates) -> tuple[str, ...]:
    seats = candidates(scene, me)
    targeted = TARGETED in scene.rules.abilities[me.ability].tags
    return allowed(scene, me, seats) if targeted else seats


def with_choice(**slots: Callable[[Scene, Holding], Pick]) -> PickOf:
    """Several things asked by name (``{player: …, role: …}``)."""
    from nightmoot.core.picks import Form

    return lambda scene, me: Form(slots={name: make(scene, me) for name, make in slots.items()})


def listed(*values: str, of: str = "text") -> PickOf:
    """One of fixed options."""
    from nightmoot.core.picks import option

    return lambda scene, me: option(values, of=of)


def part(use: Use, name: str) -> Plain:
    """A named part of the choice (None where it was left out)."""
    return use.choice.get(name) if isinstance(use.choice, dict) else None


def settled(use: Use) -> tuple[tuple[str, str], ...]:
    """(chosen, final) for every target on which the use settles."""
    return tuple((chosen, final) for chosen, final in use.balls if final is not None)


def stood(scene: Scene, seat: str, skill_name: str) -> bool:
    """Did the seat's skill stand just before it went out (R223)? Being out itself does not count."""
    if bears(scene, seat, "遗忘"):
        return False
    return any(h.ability == skill_name and h.left != 0 for h in scene.state.holdings_of(seat))


def stage(book: Book, name: str, *, mark: str) -> Callable[[StageHook], StageHook]:
    """A stage of the route: marks of the kind may move a ball of a [指定] use, and of no other (R51)."""

    def declare(hook: StageHook) -> StageHook:
        def move(scene: Scene, lying: Mark, use: Use, ball: str) -> str | None:
            targeted = TARGETED in scene.rules.abilities[use.ability].tags
            return hook(scene, lying, use, ball) if targeted else None

        book.stage(name, mark=mark)(move)
        return hook

    return declare


def passive(book: Book, name: str, *, once: bool = False, forced: bool = True) -> None:
    """Declare a skill that is only held: hooks and moments do its work."""
    book.passive(name, tags=(FORCED,) if forced else (), limit=1 if once else None)


def tonight(scene: Scene, *names: str) -> tuple[Fact, ...]:
    """The uses of these skills in this night (of any, if none is named), oldest first."""
    found = [f for f in scene.state.facts if f.kind == "use" and f.phase.night == scene.night and f.phase.name in NIGHT]
    return tuple(fact for fact in found if not names or fact.what in names)


def stands(scene: Scene, seat: str, skill_name: str) -> bool:
    """Does the seat hold the skill, and does it stand?"""
    return any(scene.standing(h) is Standing.ACTIVE for h in scene.state.holdings_of(seat) if h.ability == skill_name)
