"""The night sheet of a script: who is woken when, and the lines that the storyteller reads, homebrew included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from nightmoot.core.plain import Record
from nightmoot.rulesets.clocktower.data import CHARACTERS
from nightmoot.rulesets.clocktower.scripts.reading import Entry, Script

#: Homebrew characters count places as the tools do; the places of the rules are a hundred times as wide.
WIDTH: Final = 100
#: Where the steps stand that are no characters: on the first night and on later ones (none: not at all).
STEPS: Final[dict[str, tuple[float, float | None]]] = {
    "dusk": (100, 100),
    "minioninfo": (2000, None),
    "demoninfo": (2400, None),
    "dawn": (7800, 9800),
}
#: What a place without a number of its own comes to: after all characters, before dawn.
LAST: Final = 7799


class Line(Record, frozen=True):
    """One line of the sheet.

    ``id``      of a character of the script, or of a step (``dusk``, ``minioninfo``, ``demoninfo``, ``dawn``)
    ``key``     the text that says what to do (empty: the script has its own words)
    ``words``   the script's own words
    ``tokens``  the names of the reminder tokens that the script gives the character
    """

    id: str
    key: str = ""
    words: str = ""
    tokens: tuple[str, ...] = ()


def sheet(script: Script, *, first: bool) -> tuple[Line, ...]:
    """The lines of the first night, or of every later one, in the order of ``_meta`` where it has one.

    Whoever acts and is missing there comes after the listed one that stands last before his own place.
    """
    places = _places(script, first)
    order = script.meta.first_night if first else script.meta.other_night
    lines = {entry.id: _line(entry, first) for entry in script.entries}
    return tuple(lines.get(ident) or _step(ident, first) for ident in ordered(places, order or ()))


def _places(script: Script, first: bool) -> dict[str, float]:
    found: list[tuple[float, int, str]] = []
    for number, entry in enumerate(script.entries):
        at = place(entry, first=first)
        if at:
            found.append((at, number, entry.id))
    for ident, (on_first, later) in STEPS.items():
        step = on_first if first else later
        if step is not None:
            found.append((step, -1, ident))
    dawn = STEPS["dawn"][0 if first else 1] or 0
    found = [(min(at, dawn) if ident != "dawn" else at, number, ident) for at, number, ident in found]
    found.sort(key=lambda item: (item[0], item[2] == "dawn", item[1]))
    return {ident: at for at, _, ident in found}


def place(entry: Entry, *, first: bool) -> float:
    """Where an entry stands on the sheet of the first night, or of later ones; 0: it does not act.

    A known character stands where the rules have it.
    """
    if entry.known:
        character = CHARACTERS[entry.id]
        return character.first_night if first else character.other_night
    said = entry.says("firstNight" if first else "otherNight", 0) or 0
    if said:
        return float(said) * WIDTH
    return LAST if entry.says("firstNightReminder" if first else "otherNightReminder") else 0


def ordered(places: Mapping[str, float], order: tuple[str, ...]) -> list[str]:
    """What has a place, in the given order; what is missing there comes after the one that stands last before it."""
    found = [ident for ident in order if ident in places]
    if "dawn" in places and "dawn" not in found:
        found.append("dawn")
    if "dusk" in places and "dusk" not in found:
        found.insert(0, "dusk")
    for ident, place in places.items():
        if ident not in found:
            before = [number for number, other in enumerate(found) if places[other] <= place and other != "dawn"]
            found.insert(max(before, default=-1) + 1, ident)
    return found


def _line(entry: Entry, first: bool) -> Line:
    night = "first_night" if first else "other_night"
    words = str(entry.says("firstNightReminder" if first else "otherNightReminder") or "")
    tokens = (*(entry.says("reminders", ()) or ()), *(entry.says("remindersGlobal", ()) or ()))
    if entry.known and not words:
        return Line(entry.id, f"role.{entry.id}.{night}", "", tokens or CHARACTERS[entry.id].reminders)
    return Line(entry.id, "", words, tokens)


def _step(ident: str, first: bool) -> Line:
    return Line(ident, f"step.{'dusk_later' if ident == 'dusk' and not first else ident}")
