"""Sects & Violets, 梦殒春宵: the Demons."""

from __future__ import annotations

from nightmoot.core.picks import one
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import team_of
from nightmoot.rulesets.clocktower.informing import counts_as, nearest
from nightmoot.rulesets.clocktower.kit import (
    BY_ABILITY,
    EVIL,
    attacks,
    change,
    kill,
    poison_steadily,
    steadily,
    victim,
)
from nightmoot.rulesets.clocktower.wins import wins

book = Book()


# ---------------------------------------------------------------------- No Dashii


@book.ability("nodashii", wakes="other nights", pick=victim, usable=attacks)
def nodashii(s: Scene, me: Holding, use: Use) -> None:
    """A player dies."""
    kill(s, use.target, me)


@book.at("gained", "nodashii")
def poisons_around(s: Scene, me: Holding) -> None:
    """The nearest Townsfolk each way are poisoned, dead or alive (R129)."""
    with steadily(s):
        due = {seat for step in (1, -1) if (seat := nearest(s, me.owner, step, "townsfolk", me)) is not None}
        laid = [mark for mark in s.state.all_marks() if mark.by == me.id and mark.kind == "poisoned"]
        s.unmark(*[mark for mark in laid if mark.on not in due], why="moved")
        for seat in s.circle:
            if seat in due and all(mark.on != seat for mark in laid):
                poison_steadily(s, seat, me)


@book.at("changed", "nodashii")
def poisons_others(s: Scene, me: Holding, seat: str, former: str) -> None:
    """A change of character may make others the nearest ones."""
    poisons_around(s, me)


# ---------------------------------------------------------------------- Vigormortis


@book.ability("vigormortis", wakes="other nights", pick=victim, usable=attacks)
def vigormortis(s: Scene, me: Holding, use: Use) -> None:
    """A player dies; a Minion keeps the ability, and one of the two nearest Townsfolk is poisoned (R127, R128)."""
    minion = counts_as(s, use.target, "team", "minion", me, plainly=True)
    if not kill(s, use.target, me) or not minion:
        return
    s.mark(use.target, "has_ability", by=me)
    near = tuple(dict.fromkeys(seat for step in (1, -1) if (seat := nearest(s, use.target, step, "townsfolk", me))))
    if near:
        sick = str(s.rule(one(near), key="poisoned", skill="vigormortis", suggest=s.draw("vigormortis", near)))
        poison_steadily(s, sick, me, data={"of": use.target})


@book.at("changed", "vigormortis")
def no_minion_any_more(s: Scene, me: Holding, seat: str, former: str) -> None:
    """Who is no Minion any more keeps nothing, and nobody is poisoned for him."""
    with steadily(s):
        if counts_as(s, seat, "team", "minion", me, plainly=True):
            return
        for mark in s.state.all_marks():
            of = mark.data.get("of") if isinstance(mark.data, dict) else None
            if mark.by == me.id and (of == seat or (mark.kind == "has_ability" and mark.on == seat)):
                s.unmark(mark, why="over")


book.setup("vigormortis", outsider=(-1,))


# ---------------------------------------------------------------------- Vortox


@book.ability("vortox", wakes="other nights", pick=victim, usable=attacks)
def vortox(s: Scene, me: Holding, use: Use) -> None:
    """A player dies."""
    kill(s, use.target, me)


@book.at("falsifies", "vortox")
def all_false(s: Scene, me: Holding, who: Holding) -> bool:
    """What Townsfolk abilities tell is false, also where they are drunk (R130)."""
    return team_of(who.ability.split(".")[0]) == "townsfolk"


@book.at("dusk", "vortox")
def somebody_must_be_executed(s: Scene, me: Holding) -> None:
    """A day without an execution: evil has won (R131)."""
    if not today.executed(s):
        wins(s, EVIL)


# ---------------------------------------------------------------------- Fang Gu


@book.ability("fanggu", wakes="other nights", pick=victim, usable=attacks)
def fanggu(s: Scene, me: Holding, use: Use) -> None:
    """A player dies, or the Fang Gu moves on."""
    kill(s, use.target, me)


book.bears_on_all("fanggu")  # ready to move on to an Outsider


@book.harm("instead", "fanggu")
def moves_on(s: Scene, mark: Mark, harm: Harm) -> bool:
    """Once a game an Outsider who would die is the evil Fang Gu, and the old one dies (R123-R126)."""
    me = s.state.holdings.get(mark.by or "")
    if me is None or harm.by != me.id or s.recall("fanggu moved"):
        return False
    if not counts_as(s, harm.target, "team", "outsider", me, plainly=True):
        return False
    s.remember("fanggu moved", True)
    if not change(s, harm.target, "fanggu", camp=EVIL):
        return False
    kill(s, me.owner, me, kind=BY_ABILITY)
    return True


book.setup("fanggu", outsider=(1,))
