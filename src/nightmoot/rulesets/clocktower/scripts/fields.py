"""The fields that an entry may have, what may stand in them, and how a value is checked.

Facts about the format: the public schema of the publisher's app (``script-schema.json``), and what older script tools
write. Two limits belong to each text: what the app takes (longer is a warning) and what is taken here (an error).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from nightmoot.rulesets.clocktower.scripts.faults import ERROR, WARNING

#: A check: the path of a value and the value → (grade, code, path, details) of what is wrong with it.
Found = Iterator[tuple[str, str, str, dict[str, Any]]]
Check = Callable[[str, Any], Found]

TEAMS: Final = ("townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric")
#: How other tools spell teams; entries of the team ``jinx`` are no characters but rules between two of them.
TEAM_ALIASES: Final = {"traveler": "traveller", "a jinxed": "jinx", "jinxed": "jinx"}
#: Steps of the night that may stand in the orders of ``_meta``.
STEPS: Final = ("dusk", "minioninfo", "demoninfo", "dawn")
KINDS: Final = ("selection", "ability", "signal", "vote", "reveal", "player")
TIMES: Final = ("pregame", "day", "night", "firstNight", "firstDay", "otherNight", "otherDay")
REACHES: Final = (*TEAMS[:5], "dead")
SCHEMES: Final = ("https://", "http://", "data:image/")
#: Fields beyond these are kept as they are; so deep, so many values, so many characters of them.
DEEPEST: Final = 8
MOST_VALUES: Final = 500
LONGEST: Final = 20_000
FARTHEST: Final = 100_000
#: Larger whole numbers cannot be written again.
LARGEST: Final = 2**63


#: What nobody sees and what turns the text around it: none of that is wanted in words that others read.
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb]"
)
#: Letters that take no room: a name needs something beside them.
_EMPTY: Final = re.compile("[\\s\u00ad\u200b-\u200d\u2060-\u2064\ufeff\u3164\u115f\u1160\uffa0\u2800]+")


def hidden(value: str) -> int | None:
    """The place of the first character that cannot be seen, or turns the direction of what is written."""
    found = _HIDDEN.search(value)
    return None if found is None else found.start()


def blank(value: str) -> bool:
    """Is there nothing to be seen in it?"""
    return not _EMPTY.sub("", value)


class Limits(NamedTuple):
    """How long a text may be: in the publisher's app, and here."""

    usual: int
    most: int


def text(limits: Limits) -> Check:
    """A text."""

    def check(path: str, value: Any) -> Found:
        if not isinstance(value, str):
            yield ERROR, "not_text", path, {}
        elif len(value) > limits.most:
            yield ERROR, "too_long", path, {"most": limits.most, "length": len(value)}
        elif (place := hidden(value)) is not None:
            yield ERROR, "hidden", path, {"place": place, "value": f"U+{ord(value[place]):04X}"}
        elif len(value) > limits.usual:
            yield WARNING, "long", path, {"most": limits.usual, "length": len(value)}

    return check


def address(limits: Limits) -> Check:
    """The address of a picture or page. It is never fetched here."""
    plain = text(limits)

    def check(path: str, value: Any) -> Found:
        yield from plain(path, value)
        if isinstance(value, str) and value and not value.startswith(SCHEMES):
            yield WARNING, "no_address", path, {}

    return check


def flag(path: str, value: Any) -> Found:
    """True or false."""
    if not isinstance(value, bool):
        yield ERROR, "not_flag", path, {}


def place(path: str, value: Any) -> Found:
    """A place in the night: a number from 0."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield ERROR, "not_number", path, {}
    elif not 0 <= value <= FARTHEST:
        yield ERROR, "number_range", path, {"least": 0, "most": FARTHEST}


def word(known: tuple[str, ...]) -> Check:
    """One of some words; another one is kept, with a warning."""
    plain = text(Limits(50, 200))

    def check(path: str, value: Any) -> Found:
        yield from plain(path, value)
        if isinstance(value, str) and value not in known:
            yield WARNING, "unknown_word", path, {"value": value[:50], "known": known}

    return check


def listed(item: Check, usual: int, most: int, least: int = 0) -> Check:
    """A list of so many at most."""

    def check(path: str, value: Any) -> Found:
        if not isinstance(value, list):
            yield ERROR, "not_list", path, {}
            return
        if not least <= len(value) <= most:
            yield ERROR, "list_length", path, {"least": least, "most": most, "length": len(value)}
            return
        if len(value) > usual:
            yield WARNING, "long_list", path, {"most": usual, "length": len(value)}
        for number, found in enumerate(value):
            yield from item(f"{path}[{number}]", found)

    return check


def either(texts: Check, lists: Check) -> Check:
    """A text, or a list."""

    def check(path: str, value: Any) -> Found:
        yield from lists(path, value) if isinstance(value, list) else texts(path, value)

    return check


def foreign(path: str, value: Any) -> Found:
    """A field that this format does not have: kept, unless it is out of all proportion."""
    left = [MOST_VALUES]

    def walk(found: Any, depth: int) -> str | None:
        left[0] -= 1
        if depth > DEEPEST:
            return "too_deep"
        if left[0] < 0 or (isinstance(found, str) and len(found) > LONGEST):
            return "too_much"
        if isinstance(found, int) and abs(found) >= LARGEST:
            return "too_much"
        inner = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
        return next((wrong for item in inner if (wrong := walk(item, depth + 1))), None)

    if wrong := walk(value, 1):
        yield ERROR, wrong, path, {}


def mapping(required: tuple[str, ...], fields: Mapping[str, Check]) -> Check:
    """A map with these fields; others are kept."""

    def check(path: str, value: Any) -> Found:
        if not isinstance(value, dict):
            yield ERROR, "not_map", path, {}
            return
        for name in required:
            if name not in value:
                yield ERROR, "missing", f"{path}.{name}", {}
        for name, found in value.items():
            yield from fields.get(name, foreign)(f"{path}.{name[:60]}", found)

    return check


def _worth(path: str, value: Any) -> Found:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        yield ERROR, "not_text", path, {}
    elif isinstance(value, int) and abs(value) >= LARGEST:
        yield ERROR, "number_range", path, {"least": -LARGEST, "most": LARGEST}
    elif isinstance(value, str) and len(value) > 500:
        yield ERROR, "too_long", path, {"most": 500, "length": len(value)}


_ID: Final = text(Limits(50, 200))
_ADDRESS: Final = address(Limits(250, 200_000))
_PROMPT: Final = text(Limits(500, 4000))
JINX: Final = mapping(("id", "reason"), {"id": _ID, "reason": text(Limits(500, 4000))})
SPECIAL: Final = mapping(
    ("name", "type"),
    {
        "type": word(KINDS),
        "name": text(Limits(50, 200)),
        "value": _worth,
        "time": word(TIMES),
        "global": word(REACHES),
    },
)
#: Of a character.
CHARACTER: Final[Mapping[str, Check]] = {
    "id": _ID,
    "name": text(Limits(30, 200)),
    "image": either(_ADDRESS, listed(_ADDRESS, 3, 3, 1)),
    "team": text(Limits(50, 50)),
    "edition": text(Limits(50, 200)),
    "ability": text(Limits(250, 4000)),
    "flavor": text(Limits(500, 4000)),
    "firstNight": place,
    "firstNightReminder": _PROMPT,
    "otherNight": place,
    "otherNightReminder": _PROMPT,
    "reminders": listed(text(Limits(30, 200)), 20, 60),
    "remindersGlobal": listed(text(Limits(25, 200)), 20, 60),
    "setup": flag,
    "jinxes": listed(JINX, 100, 300),
    "special": listed(SPECIAL, 20, 60),
}
#: What a character that is not known here must say of itself.
NEEDED: Final = ("name", "team", "ability")
_ORDER: Final = listed(_ID, 200, 400)
#: Of the entry ``_meta``.
META: Final[Mapping[str, Check]] = {
    "id": _ID,
    "name": text(Limits(50, 200)),
    "author": text(Limits(50, 200)),
    "logo": _ADDRESS,
    "hideTitle": flag,
    "background": _ADDRESS,
    "almanac": _ADDRESS,
    "bootlegger": listed(text(Limits(500, 4000)), 10, 50),
    "firstNight": _ORDER,
    "otherNight": _ORDER,
}
