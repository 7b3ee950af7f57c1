"""The game's data: characters, teams, the two night sheets, options and names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import yaml

from nightmoot.core.ability import OptionSpec
from nightmoot.core.naming import Names
from nightmoot.core.plain import Plain

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
#: Where abilities of the first night alone stand on the sheet of later nights: after the deaths (B23).
GAINED_LATE: Final = 9000
#: The option ``script`` where nothing is said: the editions of the characters seated.
AUTO: Final = "auto"


class Character(NamedTuple):
    """A character as the rules have it; places count from 1 on each night sheet, 0: not on it."""

    id: str
    team: str
    edition: str
    first_night: int
    other_night: int
    setup: bool
    reminders: tuple[str, ...]

    @property
    def nights(self) -> tuple[int, int]:
        """The places on the sheets of the first night and of later ones."""
        return self.first_night, self.other_night


def file(name: str) -> bytes:
    """A data file of this package, by its path below it."""
    return files("nightmoot.rulesets.clocktower").joinpath(name).read_bytes()


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(file(name), Loader=LOADER)  # noqa: S506 - a safe loader, of our own file
    return found


DATA: Final = _read("rules.yaml")
FACTS: Final = _read("characters.yaml")
CHARACTERS: Final[Mapping[str, Character]] = {
    entry["id"]: Character(
        entry["id"],
        entry["team"],
        entry["edition"],
        entry["first_night"],
        entry["other_night"],
        entry.get("setup", False),
        tuple(entry.get("reminders", ())),
    )
    for entry in FACTS["characters"]
}
EDITIONS: Final = tuple(FACTS["editions"])
CAMP_OF: Final[Mapping[str, str]] = {team["id"]: team["camp"] for team in DATA["teams"]}
#: The teams that are dealt by the table, in its order (B1).
TEAMS: Final = ("townsfolk", "outsider", "minion", "demon")
#: Between the team and the rest of the id of a character that only a script of somebody's own has.
OWN: Final = "~"
#: Those who are no players (B71).
OF_THE_STORYTELLER: Final = frozenset({"fabled", "loric"})


@lru_cache(maxsize=1024)
def team_of(character: str) -> str:
    """The team of a character; one of a script's own has it in its id. Raises KeyError for what is none."""
    found = CHARACTERS.get(character)
    if found is not None:
        return found.team
    team, own, _ = character.partition(OWN)
    if not own or team not in CAMP_OF:
        raise KeyError(character)
    return team


def is_character(found: str) -> bool:
    """Is it the id of a character?"""
    return found in CHARACTERS or (OWN in found and found.partition(OWN)[0] in CAMP_OF)


@lru_cache(maxsize=1024)
def is_demon_ability(ability: str) -> bool:
    """Is it the ability of a Demon?"""
    role = ability.split(".")[0]
    return is_character(role) and team_of(role) == "demon"


@lru_cache(maxsize=1024)
def is_fabled(ability: str) -> bool:
    """Is it the ability of somebody who is no player, held by the table?"""
    role = ability.split(".")[0]
    return is_character(role) and team_of(role) in OF_THE_STORYTELLER


def mark_id(reminder: str) -> str:
    """The id of the mark that a reminder token is."""
    return reminder.lower().replace(" ", "_")


@lru_cache
def of_edition(edition: str) -> tuple[str, ...]:
    """The characters of an edition."""
    return tuple(c.id for c in CHARACTERS.values() if c.edition == edition)


def script_of(option: Plain, seated: tuple[str, ...]) -> tuple[str, ...]:
    """The characters of a script: a shipped one, an edition, a list, or (by default) the editions of those seated.

    A list may be a script of somebody's own, as players exchange them.
    """
    from nightmoot.rulesets.clocktower.scripts import SHIPPED, shipped  # they are read with the characters above

    if isinstance(option, str) and option in SHIPPED:
        option = shipped(option).roles
    if isinstance(option, tuple):
        from nightmoot.rulesets.clocktower import own

        if not own.plain_ids(option):
            option = tuple(entry.role for entry in own.characters(own.script_in(option)))
        return tuple(dict.fromkeys((*option, *seated)))
    editions = (option,) if option != AUTO else tuple(CHARACTERS[role].edition for role in seated)
    listed = [role for edition in dict.fromkeys(editions or ("tb",)) for role in of_edition(edition)]
    found = [role for role in listed if team_of(role) in TEAMS]
    return tuple(dict.fromkeys((*found, *seated)))


def places(
    *, first: bool, script: tuple[str, ...], abilities: Mapping[str, Any], apart: Mapping[str, tuple[float, float]]
) -> dict[str, float]:
    """The abilities of a script on the sheet of the first night or of later ones, in order, with their places (B13).

    An ability with a point in its id stands where its character does, unless it has places ``apart``.
    """
    found: list[tuple[float, int, str]] = []
    for number, role in enumerate(script):
        for name in abilities:
            if name.split(".")[0] == role:
                on_first, on_other = apart[name] if name in apart else CHARACTERS[role].nights
                place = on_first if first else on_other or bool(on_first) * GAINED_LATE
                if place:
                    found.append((place, number, name))
    if first:
        found += [(step["first_night"], 0, name) for name, step in FACTS["introductions"].items()]
    return {name: place for place, _, name in sorted(found) if abilities[name].wakes}


#: What is announced of an ability used in public, by character: a document may call it by that as well.
ANNOUNCEMENTS: Final = {
    "slayer": "slays",
    "gossip": "gossips",
    "juggler": "juggles",
    "gunslinger": "shoots",
    "beggar": "token_given",
    "judge": "judged",
    "matron": "reseated",
    "doomsayer": "calls_doom",
    "duchess": "visits",
    "fiddler": "fiddles",
}


def names() -> Names:
    """What scenarios, the command line and search may call things."""
    found = Names()
    for entry in FACTS["characters"]:
        called = tuple(name for name in (entry["zh"], entry["en"]) if name)
        found.add("role", entry["id"], called)
        found.add("skill", entry["id"], called)
        if entry["id"] in ANNOUNCEMENTS:
            found.add("key", ANNOUNCEMENTS[entry["id"]], (entry["id"], *called))
    for alias, role in FACTS["aliases"].items():
        found.add("role", role, (alias,))
        found.add("skill", role, (alias,))
    for kind, part in (("camp", "camps"), ("side", "camps"), ("phase", "phases"), ("mark", "marks"), ("team", "teams")):
        for entry in DATA[part]:
            found.add(kind, entry["id"], (*entry.get("zh", ()), *entry.get("en", ())))
    for character in CHARACTERS.values():
        for reminder in character.reminders:
            if found.find("mark", reminder) is None:
                found.add("mark", mark_id(reminder))
    found.add("side", "nobody", ("无人",))
    for act, word in (
        ("hands", "举手"),
        ("nominate", "提名"),
        ("exile", "流放"),
        ("prepare", "预选"),
        ("report", "举报"),
        ("breaks_madness", "违反疯狂"),
    ):
        found.add("skill", act, (word,))
    for setup in ("alignment", "believes"):
        found.add("seat setup", setup)
    found.add("seat setup", "alignment", ("camp",))
    return found


def _script(value: Plain) -> bool:
    from nightmoot.rulesets.clocktower import own
    from nightmoot.rulesets.clocktower.scripts import SHIPPED

    if isinstance(value, tuple):
        return own.plain_ids(value) or bool(own.script_in(value).entries)
    return value == AUTO or value in EDITIONS or value in SHIPPED


def _fabled(value: Plain) -> bool:
    return isinstance(value, tuple) and all(
        role in CHARACTERS and team_of(role) in OF_THE_STORYTELLER for role in value
    )


def options() -> dict[str, OptionSpec]:
    """The options, with what is allowed."""
    from nightmoot.rulesets.clocktower import own
    from nightmoot.rulesets.clocktower.scripts import SHIPPED

    return {
        "script": OptionSpec("script", AUTO, None, _script, (AUTO, *SHIPPED), own.normal),
        "suggested_jinxes": OptionSpec("suggested_jinxes", False, (False, True)),
        "prepared_picks": OptionSpec("prepared_picks", False, (False, True)),
        "madness_reports": OptionSpec("madness_reports", False, (False, True)),
        "fabled": OptionSpec("fabled", (), None, _fabled, ((),)),
    }
