"""A script of somebody's own as the game's option ``script``: what may stand in it, and what it adds to the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from nightmoot.core.errors import BadGame
from nightmoot.core.plain import Plain, Record, freeze
from nightmoot.rulesets.clocktower.data import CHARACTERS, OF_THE_STORYTELLER
from nightmoot.rulesets.clocktower.scripts import Entry, Script, ordered, read
from nightmoot.rulesets.clocktower.scripts.reading import META
from nightmoot.rulesets.clocktower.scripts.sheet import place

#: As large as a room takes it, in bytes of JSON.
LARGEST: Final = 48_000
#: What a game needs of an entry and of ``_meta``; everything else stays with the room.
KEPT: Final = (
    "id",
    "name",
    "team",
    "ability",
    "firstNight",
    "otherNight",
    "firstNightReminder",
    "otherNightReminder",
    "reminders",
    "remindersGlobal",
    "setup",
    "jinxes",
)
KEPT_OF_META: Final = ("id", "name", "author", "bootlegger", "firstNight", "otherNight")
#: The steps of a night that are abilities of the table, as scripts call them.
STEP_OF: Final[Mapping[str, str]] = {"minions": "minioninfo", "demon": "demoninfo"}


def plain_ids(option: Plain) -> bool:
    """Is the option no script of somebody's own, but a name, or a list of ids of known characters, each once?"""
    if isinstance(option, str):
        return True
    if not isinstance(option, tuple) or not all(isinstance(one, str) and one in CHARACTERS for one in option):
        return False
    return len(set(option)) == len(option)


def script_in(option: Plain) -> Script:
    """The script that an option is. Raises :class:`BadGame` with every fault in it and with what cannot be played."""
    return _script(msgspec.json.encode(option))


@lru_cache(maxsize=64)
def _script(written: bytes) -> Script:
    if len(written) > LARGEST:
        raise BadGame("script-too-large", "options.script", most=LARGEST, length=len(written))
    reading = read(written)
    bad = [(fault.index, fault.field, fault.place, fault.code, fault.params) for fault in reading.errors]
    for fault in reading.warnings:
        if fault.code == "unknown":  # nobody can say what it is
            bad.append((fault.index, "", fault.place, fault.code, fault.params))
    if reading.script is None or bad:
        index, field, *_ = bad[0]
        path = "options.script" + ("" if index is None else f"[{index}]") + (f".{field}" if field else "")
        faults = tuple([{"place": where, "code": code, "params": params} for _, _, where, code, params in bad])
        said = tuple([f"{fault['place']}: {fault['code']}".removeprefix(": ") for fault in faults])
        raise BadGame("script-faults", path, entries=said, faults=faults)
    return reading.script


def normal(option: Plain) -> Plain:
    """The option as a game keeps it: in the format in which it came, without what is only there for other tools."""
    if plain_ids(option):
        return option
    script = script_in(option)
    found: list[Plain] = []
    if script.own_meta is not None:
        found.append({**_of(script.own_meta, KEPT_OF_META), "id": META})
    for entry in script.entries:
        found.append(_of(entry.own, KEPT) if set(entry.own) - {"id"} else entry.id)
    return tuple(found)


def _of(own: Mapping[str, Plain], fields: tuple[str, ...]) -> dict[str, Plain]:
    return {name: own[name] for name in fields if own.get(name) is not None}


def characters(script: Script) -> Iterator[Entry]:
    """The entries that are characters, not rules between two of them."""
    return (entry for entry in script.entries if entry.team != "jinx")


class Own(Record, frozen=True):
    """What a script of somebody's own adds to the rules of one game."""

    option: Any
    script: Script

    @property
    def roles(self) -> dict[str, Entry]:
        """The characters that no edition has, by their ids in the program."""
        return {entry.role: entry for entry in characters(self.script) if not entry.known}

    def words(self, unplayed: frozenset[str]) -> dict[str, str]:
        """What the script says of its characters, by the keys of the texts; alike in every language.

        What a character does that the program runs is worded by the program.
        """
        found: dict[str, str] = {}
        for entry in characters(self.script):
            key = f"role.{entry.role}"
            says = {f"{key}.first_night": "firstNightReminder", f"{key}.other_night": "otherNightReminder"}
            if not entry.known:
                says |= {key: "name", f"skill.{entry.role}": "name"}
            if entry.role in unplayed:
                says |= {f"{key}.brief": "ability", f"{key}.ability": "ability"}
            found |= {text: said for text, field in says.items() if (said := entry.says(field))}
        return found

    def notes(self, seated: frozenset[str]) -> tuple[dict[str, str], ...]:
        """The reminder tokens of the characters in play, and those that a script has lie about in any case."""
        found: list[dict[str, str]] = []
        for entry in characters(self.script):
            own = entry.says("reminders", ()) or ()
            there = entry.role in seated or entry.team in OF_THE_STORYTELLER
            texts = (*(own if there else ()), *(entry.says("remindersGlobal", ()) or ()))
            found += [{"role": entry.role, "text": text} for text in dict.fromkeys(texts) if text.strip()]
        return tuple(found)

    def in_order(self, sheet: tuple[str, ...], places: Mapping[str, float], *, first: bool) -> tuple[str, ...]:
        """A night sheet, in the order of ``_meta`` where it has one; ``places`` are those of the abilities."""
        meta = self.script.meta
        order = meta.first_night if first else meta.other_night
        if order is None:
            return sheet
        ids = {entry.id: entry.role for entry in characters(self.script)}
        at: dict[str, float] = {}
        members: dict[str, list[str]] = {}
        for ability in sheet:
            role = ability.split(".")[0]
            name = STEP_OF.get(role, role)
            if name in at and at[name] != places[ability]:
                name = ability  # it has a place of its own, apart from the rest of its character
            at.setdefault(name, places[ability])
            members.setdefault(name, []).append(ability)
        found = ordered(at, tuple([ids.get(one, one) for one in order]))
        return tuple([ability for name in found for ability in members[name]])


def places(entry: Entry) -> tuple[float, float]:
    """Where a character stands on the sheets of the first night and of later ones, as the rules count."""
    return place(entry, first=True), place(entry, first=False)


def in_force(own: Own | None) -> tuple[str, ...]:
    """The characters of a script's own that are no players: whoever writes them there wants them in force."""
    return () if own is None else tuple([role for role, entry in own.roles.items() if entry.team in OF_THE_STORYTELLER])


def of(option: Plain) -> Own | None:
    """What the option ``script`` adds; None: nothing."""
    return None if plain_ids(option) else Own(freeze(option), script_in(option))
