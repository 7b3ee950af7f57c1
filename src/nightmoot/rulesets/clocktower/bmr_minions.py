"""Bad Moon Rising, 黯月初升: the Minions."""

from __future__ import annotations

from itertools import combinations

from nightmoot.core.book import Out
from nightmoot.core.picks import Some, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.core.scene_telling import Reader
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.bmr_outsiders import charmed
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.informing import counts_as, learn
from nightmoot.rulesets.clocktower.kit import (
    EVIL,
    EXECUTION,
    GOOD,
    SEEMING,
    anyone,
    kill,
    of_team,
    on_script,
    seen_alive,
    steadily,
    team,
)
from nightmoot.rulesets.clocktower.past import died_by_day
from nightmoot.rulesets.clocktower.wins import wins

book = Book()
book.setup("godfather", outsider=(1, -1))


@book.ability("godfather.learns", wakes="first night")
def godfather_learns(s: Scene, me: Holding, use: Use) -> None:
    """Which Outsiders are in play; as the program tells it, everybody is what he is."""
    held = tuple(dict.fromkeys(s.seat(seat).role for seat in of_team(s, "outsider", alive=False)))
    known = on_script(s, "outsider")
    sizes = range(max(0, len(held) - 1), min(len(known), len(held) + 1) + 1)

    def question(read: Reader) -> Plain:
        shown = {read(seat, "role") for seat in s.circle}
        return tuple([role for role in known if role in shown])

    form = tuple([some for size in sizes for some in combinations(known, size)])
    straight = tuple([role for role in known if role in held])
    learn(s, me, question, form, skill="godfather", likely=lambda told: s.hollow or told == straight)


def _an_outsider_died(s: Scene, me: Holding) -> bool:
    known = s.noted(me, "outsider died")
    return bool(known[1]) if known is not None and known[0] == s.night else "outsider" in died_by_day(s).values()


@book.at("night", "godfather")
def who_died(s: Scene, me: Holding) -> None:
    """Whether an Outsider was among the dead of the day is settled once a night: a Spy may count as one."""
    died = any(
        of == "outsider" if s.hollow or of != team(s, seat) else counts_as(s, seat, "team", "outsider", me)
        for seat, of in died_by_day(s).items()
    )
    s.note("outsider died", (s.night, died))


@book.ability("godfather", wakes="other nights", pick=anyone, usable=_an_outsider_died)
def godfather(s: Scene, me: Holding, use: Use) -> None:
    """An Outsider died by day: a player dies (R82)."""
    kill(s, use.target, me)


def _not_again(s: Scene, me: Holding) -> Some:
    before = s.last_targets(me, s.night - 1)
    return one(tuple([seat for seat in seen_alive(s) if seat not in before]))


@book.ability("devilsadvocate", wakes="nights", pick=_not_again)
def devilsadvocate(s: Scene, me: Holding, use: Use) -> None:
    """Executed tomorrow, that player does not die (R83)."""
    s.mark(use.target, "survives_execution", by=me, until="dusk")


@book.harm("spared", "survives_execution")
def survives(s: Scene, mark: Mark, harm: Harm) -> bool:
    """The execution happens, the player lives."""
    return harm.kind == EXECUTION


def _maybe_anyone(s: Scene, me: Holding) -> Some:
    return one(s.circle, optional=True)


@book.ability("assassin", wakes="other nights", limit=1, pick=_maybe_anyone, pierces=("chosen",))
def assassin(s: Scene, me: Holding, use: Use) -> None:
    """Once: a player dies, whatever protects him (R79, R84)."""
    goons = s.marks("goon", on=use.target)
    kill(s, use.target, me, pierces=tuple([stage for stage in s.rules.harm_stages if stage != SEEMING]))
    with steadily(s):  # a stopped chooser turns the Goon as well
        for mark in goons:
            charmed(s, mark, me.owner)


book.passive("mastermind")


@book.on_out("mastermind")
def plays_on(s: Scene, me: Holding, out: Out) -> None:
    """The last Demon has died by execution: one more night and day (R85-R87)."""
    if out.harm.kind == EXECUTION and team(s, out.seat) == "demon" and not of_team(s, "demon") and s.is_in(me.owner):
        s.remember("mastermind", s.day + 1)


@book.at("changed", "mastermind")
def no_need(s: Scene, me: Holding, seat: str, former: str) -> None:
    """A Demon lives again (the Scarlet Woman): the death ended nothing."""
    if of_team(s, "demon"):
        s.remember("mastermind", None)


@book.at("blocks_good", "mastermind")
@book.at("blocks_evil", "mastermind")
def one_more_day(s: Scene, me: Holding) -> bool:
    """Neither the dead Demon nor two left alive end the game before the extra day is over."""
    return s.recall("mastermind") is not None


@book.at("execution", "mastermind")
def judged(s: Scene, me: Holding, seat: str, died: bool) -> None:
    """Whoever is executed on the extra day loses it for his side, also if he lives on."""
    if s.recall("mastermind") == s.day:
        wins(s, GOOD if s.camp(seat) == EVIL else EVIL)


@book.at("dusk", "mastermind")
def nobody_judged(s: Scene, me: Holding) -> None:
    """Nobody was executed on the extra day: good has won. Where it cannot win now, play goes on as before."""
    if s.recall("mastermind") == s.day:
        if not today.executed(s):
            wins(s, GOOD)
        s.remember("mastermind", None)
