"""Bad Moon Rising, 黯月初升: the Demons."""

from __future__ import annotations

from nightmoot.core.picks import Some, exactly, one
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.rulesets.clocktower.bmr_outsiders import charmed
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.kit import ASLEEP, SEEMING, attacks, kill, lively, seem_dead, spend, victim
from nightmoot.rulesets.clocktower.past import died_by_day

book = Book()


def one_by_one(s: Scene, me: Holding, targets: tuple[str, ...]) -> None:
    """Several die in the order in which they were named; a Goon among them stops it there (R80)."""
    for seat in targets:
        for mark in s.marks("goon", on=seat):
            charmed(s, mark, me.owner)
        if s.standing(me) is Standing.ACTIVE:
            kill(s, seat, me)


# ---------------------------------------------------------------------- Pukka


@book.ability("pukka", wakes="nights", pick=victim, usable=attacks)
def pukka(s: Scene, me: Holding, use: Use) -> None:
    """A player is poisoned at once (R90)."""
    s.mark(use.target, "poisoned", by=me, data={"night": s.night})


@book.ability("pukka.dies", wakes="other nights", tags=(ASLEEP,))
def poison_kills(s: Scene, me: Holding, use: Use) -> None:
    """Who was poisoned before tonight dies, still poisoned, and is healthy then, also if he lives (R18, R61, R91)."""
    own = s.holding_of(me.owner, "pukka")
    for mark in s.state.marks.get("poisoned", ()) if own is not None else ():
        if own is not None and mark.by == own.id and mark.data["night"] < s.night:
            kill(s, mark.on, own)
            s.unmark(mark, why="over")


# ---------------------------------------------------------------------- Shabaloth


def _two(s: Scene, me: Holding) -> Some:
    return exactly(2, s.circle, ordered=True)


@book.ability("shabaloth", wakes="other nights", pick=_two, usable=attacks, pierces=("chosen",))
def shabaloth(s: Scene, me: Holding, use: Use) -> None:
    """Two players die, in the order named."""
    one_by_one(s, me, use.targets)


@book.ability("shabaloth.alive", wakes="other nights", tags=(ASLEEP,))
def regurgitates(s: Scene, me: Holding, use: Use) -> None:
    """Somebody who was named last night may live again, as the storyteller says (R93)."""
    own = s.holding_of(me.owner, "shabaloth")
    if own is None or s.hollow:
        return
    eaten = tuple([seat for seat in s.last_targets(own, s.night - 1) if not s.is_in(seat) and seat != me.owner])
    if not eaten:
        return
    back = s.draw("shabaloth", eaten) if lively(s, "shabaloth.alive", 0.3) else None
    seat = s.rule(one(eaten, optional=True), key="alive", skill="shabaloth", suggest=back)
    if seat is not None:
        s.revive(str(seat))


# ---------------------------------------------------------------------- Po


def charged(s: Scene, me: Holding) -> bool:
    """Was the last choice nobody? A night without a choice is none (R61, R94)."""
    passed = next((fact.id for fact in s.past("passed", seat=me.owner, what="po")), -1)
    used = next((fact.id for fact in s.past("use", seat=me.owner, what="po")), -1)
    return passed > used


def _one_or_three(s: Scene, me: Holding) -> Some:
    return exactly(3, s.circle, ordered=True) if charged(s, me) else one(s.circle, optional=True)


@book.ability("po", wakes="other nights", pick=_one_or_three, usable=attacks, pierces=("chosen",))
def po(s: Scene, me: Holding, use: Use) -> None:
    """One player dies, or nobody; after nobody three must (R94)."""
    one_by_one(s, me, use.targets)


# ---------------------------------------------------------------------- Zombuul


def _nobody_died(s: Scene, me: Holding) -> bool:
    return attacks(s, me) and not died_by_day(s)


@book.ability("zombuul", wakes="other nights", pick=victim, usable=_nobody_died)
def zombuul(s: Scene, me: Holding, use: Use) -> None:
    """Only after a day on which nobody died: a player dies (R89)."""
    kill(s, use.target, me)


book.passive("zombuul.lives", limit=1, marks=("zombuul",))


@book.harm(SEEMING, "zombuul")
def lives_on(s: Scene, mark: Mark, harm: Harm) -> bool:
    """The first death is only seen: the Zombuul lives on and counts as dead (R84, R88)."""
    me = s.state.holdings.get(mark.by or "")
    if me is None or me.left == 0:
        return False
    spend(s, me)
    seem_dead(s, harm.target)
    return True
