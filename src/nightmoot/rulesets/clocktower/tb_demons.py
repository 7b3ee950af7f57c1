"""Trouble Brewing, 暗流涌动: the Demon."""

from __future__ import annotations

from nightmoot.core.picks import one
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.informing import registrations
from nightmoot.rulesets.clocktower.kit import attacks, change, kill, of_team, victim
from nightmoot.rulesets.clocktower.storyteller import any_of

book = Book()


@book.ability("imp", wakes="other nights", pick=victim, usable=attacks)
def imp(s: Scene, me: Holding, use: Use) -> None:
    """A player dies; if it is the Imp himself, a Minion becomes the Imp (R1-R7)."""
    before = of_team(s, "demon")
    if not kill(s, use.target, me) or use.target != me.owner:
        return
    if any(seat not in before for seat in of_team(s, "demon")):
        return  # the Scarlet Woman has stepped in
    ways = {seat: registrations(s, seat, "team") for seat in s.living()}
    heirs = tuple([seat for seat, teams in ways.items() if "minion" in teams])
    if not heirs:
        return
    surely = tuple([seat for seat, teams in ways.items() if teams == ("minion",)])  # else nobody need be one (B57)
    minions = tuple([seat for seat in of_team(s, "minion") if seat in heirs]) or surely
    suggest = any_of(s, "imp", minions) if minions else None
    params = {"alike": minions}
    heir = s.rule(one(heirs, optional=not surely), key="heir", skill="imp", suggest=suggest, params=params)
    if heir is not None:
        change(s, str(heir), "imp")
