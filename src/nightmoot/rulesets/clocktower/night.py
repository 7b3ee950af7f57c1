"""The night: one sheet, read again before every wake (B13); the introductions of the evil team; the dawn."""

from __future__ import annotations

from typing import Any, Final

from nightmoot.core.picks import Some
from nightmoot.core.plain import Plain
from nightmoot.core.records import TABLE, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import data, today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.circle import meet_the_demon
from nightmoot.rulesets.clocktower.informing import not_in_play
from nightmoot.rulesets.clocktower.kit import (
    appears_alive,
    asserted,
    at,
    in_play,
    of_team,
    on_script,
    rules_of,
    script,
    seen_alive,
    you_are,
)

book = Book()

#: With fewer players (Travellers not counted) the evil team is not introduced (B12).
INTRODUCED: Final = 7
#: How many characters not in play the Demon is shown.
BLUFFS: Final = 3


def night_sheet(s: Scene) -> tuple[str, ...]:
    """The sheet of this night, of the whole script: who is not in play is called too, so that nobody can tell."""
    first = s.night == 1
    found = rules_of(s).sheet_of((*script(s), *s.options["fabled"]), first=first)
    return found if not first or introduced(s) else tuple([name for name in found if name not in INTRODUCTIONS])


def introduced(s: Scene) -> bool:
    """Are there enough players for the evil team to be introduced?"""
    players = len([seat for seat in s.circle if data.team_of(s.seat(seat).role) != "traveller"])
    return players >= INTRODUCED or asserted(s, "introduces")


@book.step("night")
def night(s: Scene) -> None:
    """Night falls."""
    s.enter("night", night=s.night + 1)
    s.state.put("memory", "at dusk", seen_alive(s))
    at(s, "night")
    for seat in of_team(s, "traveller") if s.night == 1 else ():
        meet_the_demon(s, seat)
    s.push("wakes")
    s.gate("phase")
    s.push("dawn")


# ---------------------------------------------------------------------- introductions


def deceived_minions(s: Scene) -> tuple[str, ...]:
    """Minions who do not know that they are: they are neither woken nor shown."""
    return tuple([seat for seat in of_team(s, "minion") if s.seat(seat).believed is not None])


def called(s: Scene, ability: str) -> tuple[str, ...]:
    """Who is called at a place of the sheet: its holders; at an introduction those who are introduced."""
    if ability == "minions":
        return tuple([seat for seat in of_team(s, "minion") if seat not in deceived_minions(s)])
    if ability == "demon":
        return of_team(s, "demon")
    return tuple([me.owner for me in s.state.holders(ability) if me.owner in s.state.seats])


@book.ability("minions", wakes="first night")
def minions(s: Scene, me: Holding, use: Use) -> None:
    """The Minions see one another and the Demon (B12)."""
    known = called(s, "minions")
    demons = of_team(s, "demon")
    for seat in known:
        others = tuple([other for other in known if other != seat])
        shows = (*((d, "team", "demon") for d in demons), *((other, "team", "minion") for other in others))
        info = {"demon": demons[0] if len(demons) == 1 else demons, "minions": others}
        s.tell(seat, "minions", info, skill="minions", demons=demons, seats=others, shows=shows)


@book.ability("demon", wakes="first night")
def demon(s: Scene, me: Holding, use: Use) -> None:
    """The Demon sees the Minions, and three good characters that are not in play (B12)."""
    seats = of_team(s, "minion")
    for seat in called(s, "demon"):
        shown = bluffs(s, seat)
        shows = tuple((other, "team", "minion") for other in seats)
        info = {"minions": seats, "bluffs": shown}
        s.tell(seat, "demon", info, skill="demon", seats=seats, roles=shown, shows=shows)


def bluffs(s: Scene, seat: str) -> tuple[str, ...]:
    """Which three good characters somebody is shown as not in play; of what only a Drunk believes, none unasked."""
    held = in_play(s)
    lawful = tuple([role for role in on_script(s, "townsfolk", "outsider") if role not in held])
    free = not_in_play(s, "townsfolk", "outsider")
    count = min(BLUFFS, len(free))
    if not count:
        return ()
    drawn: list[str] = []
    for _ in range(count):
        drawn.append(s.draw("bluffs", tuple([role for role in free if role not in drawn])))
    pick = Some(items=lawful, least=count, most=count, kind="options", of="role")
    found: Plain = s.rule(pick, key="bluffs", suggest=drawn[0] if count == 1 else tuple(drawn), params={"seat": seat})
    return found if isinstance(found, tuple) else (str(found),)


INTRODUCTIONS: Final = ("minions", "demon")


def introduce(s: Scene) -> None:
    """The introductions belong to the table."""
    for name in INTRODUCTIONS:
        s.deal_group_holding(TABLE, name)


# ---------------------------------------------------------------------- dawn


@book.step("dawn")
def dawn(s: Scene) -> None:
    """Whoever is dead or back since dusk is named, and nobody learns why (B20, B21)."""
    at(s, "dawn")
    s.lapse("dawn")
    s.enter("dawn", day=s.day + 1)
    today.a_new_day(s)
    before: tuple[str, ...] = s.recall("at dusk", ())
    here = tuple([seat for seat in before if seat in s.circle])
    dead = tuple([seat for seat in here if not appears_alive(s, seat)])
    back = tuple([seat for seat in s.circle if seat not in before and appears_alive(s, seat)])
    s.announce("dead", dead, seats=dead, n=len(dead), shows=tuple((seat, "in", False) for seat in dead))
    if back:
        s.announce("back", back, seats=back, n=len(back), shows=tuple((seat, "in", True) for seat in back))
    s.push("check wins")
    s.gate("phase")
    s.push("day")


def greet(s: Scene) -> None:
    """Everybody sees the circle and the script, and is told what he is (B7, B10)."""
    roles = script(s)
    shows: list[tuple[str, str, Any]] = [("table", "circle", s.circle), ("table", "script", roles)]
    for seat in s.circle:
        shows += [(seat, "name", s.seat(seat).name), (seat, "in", True)]
        if data.team_of(s.seat(seat).role) == "traveller":
            shows.append((seat, "traveller", s.seat(seat).role))
    s.announce("start", None, roles=roles, n=len(s.circle), shows=tuple(shows))
    for seat in s.circle:
        you_are(s, seat)
