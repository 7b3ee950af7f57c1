"""Picks prepared at dusk (the option ``prepared_picks``): everybody is asked alike, whatever the character.

Who has nothing to choose in the night names somebody too, and it comes to nothing: hands that move tell nothing, and no
screen has to light up in the middle of the night for one who knows already what he wants.
"""

from __future__ import annotations

from typing import Any, Final

from nightmoot.core.errors import Refused
from nightmoot.core.picks import Some
from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.kit import is_night

book = Book()

#: In the ruleset's memory: what each seat has named, and for which holdings, until they have served.
KEY: Final = "prepared"
#: So many players can be named: hardly any character chooses more.
MOST: Final = 2


def fall_of_night(s: Scene) -> None:
    """The night comes next, after what may be prepared for it."""
    if s.options["prepared_picks"]:
        s.push("prepare")
        s.gate("window")  # so that the time for it is the same, however quick they are
    s.push("night")


@book.step("prepare")
def prepare(s: Scene) -> None:
    """Everybody, dead or alive, is asked the same; passing leaves one's choice for the night."""
    pick = Some(items=s.circle, least=1, most=min(MOST, len(s.circle)), optional=True)
    named = s.ask_all(s.circle, pick, key="prepare", revise="free")
    kept: dict[str, Plain] = {}
    for seat in s.circle:
        if named.get(seat) is not None:
            had = tuple([me.id for me in s.state.holdings_of(seat)])
            kept[seat] = {"seats": named[seat], "for": had}
    s.state.put("memory", KEY, kept)


def choice_of(s: Scene, me: Holding) -> Plain:
    """What its holder has prepared for this wake, if that is lawful now. It serves once, whether it is or not.

    An ability that has come since dusk is asked for: nothing was prepared with it in mind. So is one that chooses
    something else than players.
    """
    kept: dict[str, Any] = s.recall(KEY) or {}
    entry = kept.get(me.owner)
    ability = s.rules.abilities[me.ability]
    if entry is None or me.id not in entry["for"] or not ability.wakes or not is_night(s):
        return None
    pick = s.pick_of(me)
    if not isinstance(pick, Some) or pick.kind != "seats":
        return None
    s.state.put("memory", KEY, {seat: other for seat, other in kept.items() if seat != me.owner})
    try:
        choice = pick.check(entry["seats"])
    except Refused:
        return None
    s.fact("prepared", seat=me.owner, what=me.ability, data={"choice": choice})
    return choice
