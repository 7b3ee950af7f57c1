"""What has been: who was what when something happened, who has died, who has been woken."""

from __future__ import annotations

from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.data import team_of
from nightmoot.rulesets.clocktower.kit import ASLEEP
from nightmoot.rulesets.clocktower.night import night_sheet


def role_then(s: Scene, seat: str, fact: int) -> str:
    """The character that a seat had when a fact was made."""
    role = s.seat(seat).role
    for change in s.past("became", seat=seat):
        if change.id <= fact:
            break
        role = str(change.data["from"])
    return role


def died_by_day(s: Scene) -> dict[str, str]:
    """Who has died today before night fell, or seemed to, with the team he was of then."""
    found = [*s.past("out", day=s.day), *s.past("seemed", day=s.day)]
    return {
        str(fact.seat): team_of(role_then(s, str(fact.seat), fact.id)) for fact in found if fact.phase.name != "night"
    }


def woken_tonight(s: Scene) -> tuple[str, ...]:
    """Who wakes tonight for an ability of his own, drunk or not, declined or not (R60)."""
    abilities = s.rules.abilities
    found = [
        str(fact.seat)
        for kind in ("use", "passed")
        for fact in s.past(kind, night=s.night)
        if fact.phase.name == "night" and abilities[fact.what].wakes and ASLEEP not in abilities[fact.what].tags
    ]
    for held in s.state.holdings.values():
        ability = abilities[held.ability]
        late = ability.wakes and ASLEEP not in ability.tags and not s.last_targets(held, s.night)
        if late and held.owner not in found and s.due(held) and s.usable(held) and _still_to_come(s, held.ability):
            found.append(held.owner)
    return tuple([seat for seat in s.circle if seat in found])


def _still_to_come(s: Scene, ability: str) -> bool:
    """Does its place of the night sheet come after the present one, or is it the same (another holder's turn)?"""
    sheet = night_sheet(s)
    here = s.acting.ability if s.acting is not None else ""
    return ability in sheet and here in sheet and sheet.index(ability) >= sheet.index(here)
