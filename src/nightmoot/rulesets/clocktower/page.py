"""What the pages show of this game: the grimoire's tokens and sheet, the menu of public acts, who may talk apart."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from nightmoot.core.plain import Plain
from nightmoot.core.scene import Scene
from nightmoot.core.state import State
from nightmoot.rulesets.clocktower import data, own, scripts
from nightmoot.rulesets.clocktower.data import CHARACTERS
from nightmoot.rulesets.clocktower.night import called, night_sheet

#: Sentences to show without a word; the text is ``card.<id>``.
CARDS: Final = (
    "your_demon",
    "your_minions",
    "not_in_play",
    "you_are",
    "use_your_ability",
    "choose",
    "this_player_is",
    "chose_you",
    "good",
    "evil",
)
#: The marks that a storyteller lays by hand; whatever else a reminder says is a note.
TOKENS: Final = ("drunk", "poisoned", "mad", "safe")


def script(state: State) -> tuple[str, ...]:
    """The characters of the script, with those in play."""
    found: tuple[str, ...] = state.memory.get("script") or ()
    return found


def read_script(content: bytes, unplayed: frozenset[str]) -> dict[str, Any]:
    """A script of the community's format: what can be played of it, and what is wrong with it."""
    reading = scripts.read(content)
    faults = [
        {"grade": fault.grade, "code": fault.code, "place": fault.place, "params": fault.params}
        for fault in reading.faults
    ]
    script = reading.script
    size = 0 if script is None else len(msgspec.json.encode(scripts.entries(script)))
    if size > own.LARGEST:
        params = {"most": own.LARGEST, "length": size}
        faults.append({"grade": scripts.ERROR, "code": "too_large", "place": "", "params": params})
        script = None
    if script is None:
        return {"name": "", "roles": (), "unknown": (), "by_hand": (), "cast": (), "script": (), "faults": faults}
    cast = [
        {"role": entry.role, "team": entry.team, "name": str(entry.own.get("name", "")), "setup": _unsaid(entry)}
        for entry in own.characters(script)
    ]
    by_hand = tuple(entry.id for entry in own.characters(script) if not entry.known or entry.id in unplayed)
    return {
        "name": script.meta.name,
        "roles": script.roles,
        "unknown": script.unknown,
        "by_hand": by_hand,
        "cast": cast,
        "script": scripts.entries(script),
        "faults": faults,
    }


def _unsaid(entry: scripts.Entry) -> bool:
    """Does a character that nobody here knows change the numbers of the set-up?"""
    return not entry.known and entry.own.get("setup") is True


def write_script(option: Plain) -> bytes | None:
    """The option ``script`` as a file for other tools; None where it follows those who sit down."""
    if option == data.AUTO:
        return None
    if isinstance(option, str) and option in scripts.SHIPPED:
        return scripts.write(scripts.shipped(option))
    plain = data.script_of(option, ()) if own.plain_ids(option) else option
    reading = scripts.read(msgspec.json.encode(plain))
    return None if reading.script is None else scripts.write(reading.script)


def cast(state: State) -> tuple[str, ...]:
    """The characters of the script, then every traveller (B62)."""
    found = [role for role in script(state) if data.team_of(role) not in data.OF_THE_STORYTELLER]
    travellers = [c.id for c in CHARACTERS.values() if c.team == "traveller"]
    return tuple(dict.fromkeys((*found, *travellers)))


def notes(state: State, unplayed: frozenset[str], script: own.Own | None) -> tuple[dict[str, str], ...]:
    """The reminder tokens of characters that a person runs: words to lay beside a seat."""
    seated = frozenset({seat.role for seat in state.seats.values()})
    found = list(script.notes(seated)) if script is not None else []
    worded = {note["role"] for note in found}
    for role in sorted(seated & unplayed - worded):
        if role in CHARACTERS:
            found += [{"role": role, "text": text} for text in dict.fromkeys(CHARACTERS[role].reminders)]
    return tuple(found)


def reminder_tokens(state: State) -> dict[str, dict[str, str]]:
    """The reminder tokens of the script, of those who are no players too, and of every traveller."""
    roles = dict.fromkeys((*script(state), *cast(state)))
    known = [CHARACTERS[role] for role in roles if role in CHARACTERS]
    return {c.id: {data.mark_id(name): name for name in c.reminders} for c in known if c.reminders}


def calls(scene: Scene) -> tuple[dict[str, Any], ...]:
    """The sheet of this night, of the whole script: who holds what, what has been called, and what is called now."""
    state = scene.state
    step = next((step for step in state.agenda if step.kind == "wakes"), None)
    if step is None:
        return ()
    past = [name.split(":")[-1].split("#")[0] for name in step.args.get("woken", ())]
    entries: list[dict[str, Any]] = []
    for ability in night_sheet(scene):
        entries.append(
            {
                "skill": ability,
                "seats": called(scene, ability),
                "done": ability in past,
                "now": bool(past) and past[-1] == ability,
            }
        )
    return tuple(entries)


def may_whisper(state: State, seats: tuple[str, ...]) -> bool:
    """By day anybody talks to anybody, dead or alive (B38, B41); at night eyes are shut."""
    return state.over is not None or state.phase.name not in ("", "night")
