"""Reminder tokens that are no marks: what a storyteller would lay beside a character, read off the state of things."""

from __future__ import annotations

from collections.abc import Iterator

from nightmoot.core.records import Holding
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.bmr_demons import charged
from nightmoot.rulesets.clocktower.data import CHARACTERS, is_demon_ability, mark_id, team_of
from nightmoot.rulesets.clocktower.kit import GOOD, is_night, neighbours, works
from nightmoot.rulesets.clocktower.past import died_by_day
from nightmoot.rulesets.clocktower.snv_townsfolk import demon_voted, minion_nominated

#: The Courtier's drunkenness lasts so many nights and days.
NIGHTS = 3
#: Who is shown two players, one of whom has a character.
SHOWN = ("washerwoman", "librarian", "investigator")
NO_ABILITY = mark_id("No Ability")


def tokens(s: Scene, seat: str) -> tuple[str, ...]:
    """The tokens that lie beside a seat now."""
    return tuple(dict.fromkeys([*_own(s, seat), *_shown(s, seat), *_of_the_day(s, seat), *_by_others(s, seat)]))


def _own(s: Scene, seat: str) -> Iterator[str]:
    """What the seat's own character says."""
    role = s.seat(seat).role
    held = s.state.holdings_of(seat)
    for holding in held:
        of = CHARACTERS.get(holding.ability.split(".")[0])
        if holding.left == 0 and of is not None and NO_ABILITY in map(mark_id, of.reminders):
            yield NO_ABILITY
    if role == "drunk":
        yield "is_the_drunk"
    if role in ("philosopher", "apprentice") and any(holding.ability.split(".")[0] != role for holding in held):
        yield f"is_the_{role}"
    if role == "fanggu" and s.recall("fanggu moved"):
        yield "once"
    became = next(s.past("became", seat=seat), None)
    if became is not None and became.data["from"] == "scarletwoman" and team_of(role) == "demon":
        yield "is_the_demon"
    for holding in held:
        if holding.ability == "po" and charged(s, holding):
            yield "3_attacks"
        if holding.ability == "barber" and s.noted(holding, "haircuts") == (s.night if is_night(s) else s.night + 1):
            yield "haircuts_tonight"


def _shown(s: Scene, seat: str) -> Iterator[str]:
    """Of the two players whom somebody was shown: who has the character, and who is the wrong one."""
    for fact in s.past("told"):
        if fact.what in SHOWN and isinstance(fact.data, dict) and seat in fact.data.get("players", ()):
            character = str(fact.data["character"])
            yield team_of(character) if s.seat(seat).role == character else "wrong"


def _of_the_day(s: Scene, seat: str) -> Iterator[str]:
    """Who has died today, who has voted and nominated, for those who look at it."""
    role = s.seat(seat).role

    def straight(other: str, facet: str) -> str:
        return team_of(s.seat(other).role)

    if role == "flowergirl":
        yield "demon_voted" if demon_voted(s, straight) else "demon_not_voted"
    if role == "towncrier":
        yield "minion_nominated" if minion_nominated(s, straight) else "minions_not_nominated"
    lookers = [looker for looker in ("undertaker", "godfather", "zombuul") if s.state.holders(looker)]
    team = died_by_day(s).get(seat) if lookers else None
    if team is None:
        return
    looks = {"undertaker": (seat, True) in today.executed(s), "godfather": team == "outsider", "zombuul": True}
    if any(looks[looker] for looker in lookers):
        yield "died_today"


def _by_others(s: Scene, seat: str) -> Iterator[str]:
    """What the characters of others say of the seat."""
    if s.has(seat, "sober_and_healthy"):
        yield mark_id("Sober & Healthy")
    for mark in s.marks("drunk", on=seat):
        by = s.state.holdings.get(mark.by or "")
        if by is not None and by.ability == "courtier":
            yield f"drunk_{max(1, NIGHTS - (s.night - mark.data['night']))}"
    for holding in s.state.holders("minstrel"):
        if holding.owner == seat and any(mark.by == holding.id for mark in s.marks("drunk")):
            yield "everyone_is_drunk"
    for holding in s.state.holders("tealady"):
        beside = neighbours(s, holding.owner) if works(s, holding) and holding.owner in s.circle else ()
        if seat in beside and all(s.camp(other) == GOOD for other in beside):
            yield "cannot_die"
    if not is_night(s):
        return
    if any(_names(s, holding) and seat in s.last_targets(holding, s.night) for holding in s.state.holdings.values()):
        yield "chosen"


def _names(s: Scene, holding: Holding) -> bool:
    """Is it an Exorcist's ability, or the one that a Lunatic believes in?"""
    if holding.ability == "exorcist":
        return works(s, holding)
    lunatic = holding.owner in s.state.seats and s.seat(holding.owner).role == "lunatic"
    return lunatic and holding.hollow and is_demon_ability(holding.ability)
