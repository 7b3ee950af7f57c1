"""Trouble Brewing, 暗流涌动: the Minions."""

from __future__ import annotations

from nightmoot.core.book import Out
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.informing import demon_as
from nightmoot.rulesets.clocktower.kit import (
    BY_ABILITY,
    GOOD,
    anyone,
    change,
    poison,
    rules_of,
    without_travellers,
)

book = Book()
#: With so many players alive just before, Travellers not counted, the Scarlet Woman steps in (R9).
ENOUGH = 5


@book.ability("poisoner", wakes="nights", pick=anyone)
def poisoner(s: Scene, me: Holding, use: Use) -> None:
    """A player is poisoned tonight and tomorrow (R14, R15)."""
    poison(s, use.target, me, until="dusk")


@book.ability("spy", wakes="nights")
def spy(s: Scene, me: Holding, use: Use) -> None:
    """Sees the Grimoire."""
    tokens = {seat: s.seat(seat).role for seat in s.circle}
    marks = {seat: kinds for seat in s.circle if (kinds := rules_of(s).effects(s, seat))}
    shows = tuple((seat, "role", role) for seat, role in tokens.items() if seat != me.owner)
    s.tell(me.owner, "grimoire", tokens, skill="spy", tokens=tokens, marks=marks, shows=shows)


book.passive("spy.registers", works_out=True)


@book.at("registers", "spy.registers")
def may_look_good(s: Scene, me: Holding) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """May count as good, and as a Townsfolk or Outsider, also when dead."""
    return (GOOD,), ("townsfolk", "outsider")


book.passive("scarletwoman")


@book.on_out("scarletwoman")
def scarletwoman(s: Scene, me: Holding, out: Out) -> None:
    """The Demon has died while five or more were alive: she is that Demon now (R1, R8-R13).

    A Demon that dies of its own moving on has a successor already (R125).
    """
    by = s.state.holdings.get(out.harm.by or "")
    if out.harm.kind == BY_ABILITY and by is not None and by.owner == out.seat:
        return
    if me.owner == out.seat or not s.is_in(me.owner) or s.hollow or len(without_travellers(s)) + 1 < ENOUGH:
        return
    demon = demon_as(s, out.seat, me)
    if demon is not None:
        change(s, me.owner, demon)


book.passive("baron")
book.setup("baron", outsider=(2,))
