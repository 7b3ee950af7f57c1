"""Sects & Violets, 梦殒春宵: the Outsiders."""

from __future__ import annotations

from nightmoot.core.book import Out
from nightmoot.core.picks import exactly, one
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.afterlife import a_living_player, chooses_after_death
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.informing import counts_as
from nightmoot.rulesets.clocktower.jinxes import wasted
from nightmoot.rulesets.clocktower.kit import EVIL, GOOD, change, intoxicate, is_night, of_team, team
from nightmoot.rulesets.clocktower.wins import wins

book = Book()

# Whether a Mutant is executed for his madness is the storyteller's alone, by his hand (R110, B59).
book.passive("mutant")


@book.at("punishes", "mutant")
def mad_about_being_an_outsider(s: Scene, me: Holding, seat: str) -> bool:
    """A living Mutant may be executed for it (B61)."""
    return seat == me.owner and s.is_in(seat)


book.passive("sweetheart")


@book.on_out("sweetheart")
def sweetheart(s: Scene, me: Holding, out: Out) -> None:
    """At her death somebody is drunk for the rest of the game; stopped then, nobody ever is (R111)."""
    if out.seat != me.owner or s.hollow:
        return
    sober = tuple([seat for seat in s.living() if s.camp(seat) == GOOD]) or s.circle
    params = {"alike": sober}
    drunk = s.rule(one(s.circle), key="drunk", skill="sweetheart", suggest=s.draw("sweetheart", sober), params=params)
    intoxicate(s, str(drunk), me, lasting=True)


def _cut_tonight(s: Scene, me: Holding) -> bool:
    return not s.is_in(me.owner) and s.noted(me, "haircuts") == s.night and bool(of_team(s, "demon"))


@book.on_out("barber")
def barber_dies(s: Scene, me: Holding, out: Out) -> None:
    """The Demon may cut hair in the night of the death, or in the one after a death by day."""
    if out.seat == me.owner and not s.hollow:
        s.note("haircuts", s.night if is_night(s) else s.night + 1)


@book.ability("barber", wakes="other nights", usable=_cut_tonight, works_out=True)
def barber(s: Scene, me: Holding, use: Use) -> None:
    """The Demon may have two players swap characters, none of them another Demon; sides stay (R112)."""
    demon = of_team(s, "demon")[0]
    those = tuple([seat for seat in s.circle if seat == demon or team(s, seat) != "demon"])
    cut = s.ask(demon, exactly(2, those, optional=True), key="barber", params={"seat": me.owner})
    if cut is None:
        s.fact("passed", seat=demon, what="barber")
        return
    first, second = (str(seat) for seat in cut)
    if wasted(s, first, second):
        s.fact("passed", seat=demon, what="barber")
        return
    here, there = s.seat(first).role, s.seat(second).role
    change(s, first, there)
    change(s, second, here)


@book.ability("klutz", pick=a_living_player, works_out=True)
def klutz(s: Scene, me: Holding, use: Use) -> None:
    """Dead, the Klutz chooses one of the living in public: an evil one loses the game for the Klutz's side (R113)."""
    s.announce("klutz", {me.owner: use.target}, claim=True, seat=me.owner, chosen=use.target)
    if not s.hollow and counts_as(s, use.target, "camp", EVIL, me):
        wins(s, GOOD if s.camp(me.owner) == EVIL else EVIL)


chooses_after_death(book, "klutz")
