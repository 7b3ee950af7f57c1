"""Trouble Brewing, 暗流涌动: the Townsfolk."""

from __future__ import annotations

from nightmoot.core.book import Out
from nightmoot.core.picks import exactly, one
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import is_demon_ability
from nightmoot.rulesets.clocktower.executions import execute
from nightmoot.rulesets.clocktower.informing import assured, counts_as, falsified, learn, one_of_two, registrations
from nightmoot.rulesets.clocktower.kit import (
    EVIL,
    EXECUTION,
    GOOD,
    another,
    anyone,
    by_demon,
    is_night,
    kill,
    neighbours,
    of_camp,
    script,
    seen_alive,
    spend,
    team,
)
from nightmoot.rulesets.clocktower.storyteller import POWER, any_of, now_and_then
from nightmoot.rulesets.clocktower.wins import wins

book = Book()
YES_OR_NO = (True, False)
#: Marks that are harm to whoever bears them.
HARMFUL = ("poisoned", "drunk", "mad")
for kind in ("safe", "soldier"):  # what a Demon's ability has done already does not count meanwhile (R18)
    book.mark_kind(kind, cures=HARMFUL, cures_of=is_demon_ability)


@book.ability("washerwoman", wakes="first night")
def washerwoman(s: Scene, me: Holding, use: Use) -> None:
    """Two players and a Townsfolk that one of them is (R50, R51)."""
    one_of_two(s, me, "townsfolk")


@book.ability("librarian", wakes="first night")
def librarian(s: Scene, me: Holding, use: Use) -> None:
    """Two players and an Outsider that one of them is, or that there is none (R48)."""
    one_of_two(s, me, "outsider")


@book.ability("investigator", wakes="first night")
def investigator(s: Scene, me: Holding, use: Use) -> None:
    """Two players and a Minion that one of them is (R49)."""
    one_of_two(s, me, "minion")


@book.ability("chef", wakes="first night")
def chef(s: Scene, me: Holding, use: Use) -> None:
    """How many pairs of evil players sit side by side; each pair is a question of its own (R43, R44)."""
    ring = s.circle
    pairs = [(seat, ring[(place + 1) % len(ring)]) for place, seat in enumerate(ring)]
    learn(
        s,
        me,
        lambda read: sum(read(a, f"camp#{n}") == EVIL == read(b, f"camp#{n}") for n, (a, b) in enumerate(pairs)),
        tuple(range(max(2, len(of_camp(s, EVIL, alive=False)) + 1))),
    )


@book.ability("empath", wakes="nights")
def empath(s: Scene, me: Holding, use: Use) -> None:
    """How many of the two living neighbours are evil (R42)."""
    beside = neighbours(s, me.owner)
    learn(s, me, lambda read: sum(read(seat, "camp") == EVIL for seat in beside), tuple(range(len(beside) + 1)))


@book.at("gained", "fortuneteller")
def choose_red_herring(s: Scene, me: Holding) -> None:
    """One good player always counts as a Demon to this Fortune Teller, for ever the same, in a second use too (R45)."""
    if not s.hollow and not _red_herrings(s, me):
        good = tuple([seat for seat in s.circle if _may_be_good(s, seat)])
        plainly = of_camp(s, GOOD, alive=False)
        drawn = s.draw("fortuneteller", plainly)
        params = {"alike": plainly}
        herring = s.rule(one(good), key="red_herring", skill="fortuneteller", suggest=drawn, params=params)
        s.mark(str(herring), "red_herring", by=me)


def _may_be_good(s: Scene, seat: str) -> bool:
    return s.camp(seat) == GOOD or GOOD in registrations(s, seat, "camp")


def _red_herrings(s: Scene, me: Holding) -> list[Mark]:
    own = [holding.id for holding in s.state.holdings_of(me.owner)]
    return [mark for mark in s.marks("red_herring") if mark.by in own]


def red_herring(s: Scene, me: Holding) -> str | None:
    """Who counts as a Demon; a new one is picked where the old one has turned evil (R46). A Drunk has none (R47)."""
    found = _red_herrings(s, me)
    if not s.hollow and (not found or not _may_be_good(s, found[0].on)):
        s.unmark(*found)
        choose_red_herring(s, me)
        found = _red_herrings(s, me)
    return found[0].on if found else None


@book.ability("fortuneteller", wakes="nights", pick=lambda s, me: exactly(2, s.circle))
def fortuneteller(s: Scene, me: Holding, use: Use) -> None:
    """Is at least one of the two a Demon? (R45, R133)"""
    herring = None if falsified(s, me) or assured(s, me) else red_herring(s, me)
    learn(
        s,
        me,
        lambda read: any(read(seat, "team") == "demon" or seat == herring for seat in use.targets),
        YES_OR_NO,
        to=use.feedback,
        seats=use.targets,
    )


def _executed_and_dead(s: Scene, me: Holding) -> bool:
    return any(died for _, died in today.executed(s))


@book.ability("undertaker", wakes="other nights", usable=_executed_and_dead)
def undertaker(s: Scene, me: Holding, use: Use) -> None:
    """The character of whoever died by execution today (R25, R26)."""
    seat = next(seat for seat, died in reversed(today.executed(s)) if died)
    learn(s, me, lambda read: read(seat, "role"), script(s), seat=seat)


@book.ability("monk", wakes="other nights", pick=another)
def monk(s: Scene, me: Holding, use: Use) -> None:
    """One other player is safe from the Demon tonight (R18-R20)."""
    s.mark(use.target, "safe", by=me, until="dawn")


@book.harm("safe", "safe")
@book.harm("safe", "soldier")
def safe_from_the_demon(s: Scene, mark: Mark, harm: Harm) -> bool:
    """A Demon's ability does not kill."""
    return by_demon(harm)


book.passive("soldier", marks=("soldier",))


def _died_tonight(s: Scene, me: Holding) -> bool:
    return not s.is_in(me.owner) and s.noted(me, "died") == s.night


@book.ability("ravenkeeper", wakes="nights", pick=anyone, usable=_died_tonight, works_out=True)
def ravenkeeper(s: Scene, me: Holding, use: Use) -> None:
    """Killed at night, sees the character of any player (R22-R24); stopped in that moment, whatever is shown (R90)."""
    s.hollow = s.hollow or bool(s.noted(me, "stopped"))
    learn(s, me, lambda read: read(use.target, "role"), script(s), to=use.feedback, seat=use.target)


@book.on_out("ravenkeeper")
def ravenkeeper_dies(s: Scene, me: Holding, out: Out) -> None:
    """Remembered whether the ability works or not: a stopped one is woken and asked as well (R23)."""
    if out.seat == me.owner and is_night(s):
        s.note("died", s.night)
        s.note("stopped", s.hollow)


@book.at("nomination", "virgin")
def virgin(s: Scene, me: Holding, nominator: str, nominee: str) -> None:
    """The first nomination of her: a Townsfolk who made it is executed at once (R27-R31); the Bishop's makes none."""
    if nominee != me.owner or me.left == 0:
        return
    spend(s, me)
    if not s.hollow and nominator in s.state.seats and counts_as(s, nominator, "team", "townsfolk", me):
        execute(s, nominator)


book.passive("virgin", limit=1)


@book.claim("slayer", pick=anyone, public="slays", limit=1)
def slayer(s: Scene, me: Holding, use: Use) -> None:
    """Once, in public: if that player is the Demon, he dies (R13, R34, R35)."""
    if not s.hollow and counts_as(s, use.target, "team", "demon", me):
        kill(s, use.target, me)


book.passive("mayor", marks=("mayor",))


@book.harm("instead", "mayor")
def somebody_else_dies(s: Scene, mark: Mark, harm: Harm) -> bool:
    """At night somebody else may die in the Mayor's place, of the same cause (R17, R37)."""
    if not is_night(s) or harm.target != mark.on or harm.kind == EXECUTION:
        return False
    others = tuple([seat for seat in s.circle if seat != mark.on])
    able = tuple([seat for seat in others if s.is_in(seat) and team(s, seat) != "demon"])
    suggest = any_of(s, "mayor", able) if able and now_and_then(s, "mayor", POWER) else None
    params = {"seat": mark.on}
    other = s.rule(one(others, optional=True), key="in_place", skill="mayor", suggest=suggest, params=params)
    if other is None:
        return False
    if s.is_in(other):
        s.kill(other, harm.kind, source=harm.source, by=s.state.holdings.get(harm.by or ""))
    return True


@book.at("dusk", "mayor")
def a_day_of_peace(s: Scene, me: Holding) -> None:
    """Three alive and nobody executed: the Mayor's team wins (R16, R36)."""
    if len(seen_alive(s)) == 3 and not today.executed(s) and s.is_in(me.owner):
        wins(s, s.camp(me.owner))


def _of_a_demon(s: Scene, by: str | None) -> bool:
    held = s.state.holdings.get(by or "")
    return held is not None and is_demon_ability(held.ability)


@book.prevents("mark", "safe")
@book.prevents("mark", "soldier")
def no_harm_by_the_demon(s: Scene, mark: Mark, proposal: object) -> bool:
    """Whom a Demon chooses in vain is not poisoned later either (R18)."""
    on, what, by = proposal.on, proposal.what, proposal.by  # type: ignore[attr-defined]
    return bool(on == mark.on and what in HARMFUL and _of_a_demon(s, by))
