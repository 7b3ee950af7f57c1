"""The rules of the killer game as data, read from ``rules.yaml``."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

import yaml

from nightmoot.core.ability import OptionSpec
from nightmoot.core.naming import Names
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import MODERATOR

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read() -> dict[str, Any]:
    """The whole file."""
    text = files("nightmoot.rulesets.killer").joinpath("rules.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.load(text, Loader=LOADER)  # noqa: S506 - a safe loader, of our own file
    return found


DATA: Final = read()


def names() -> Names:
    """What scenarios, the command line and search may call things."""
    found = Names()
    for kind, part in (
        ("role", "roles"),
        ("skill", "skills"),
        ("camp", "camps"),
        ("mark", "marks"),
        ("phase", "phases"),
        ("group", "groups"),
    ):
        for entry in DATA[part]:
            found.add(kind, entry["id"], (*entry["zh"], *entry["en"]))
    for entry in DATA["camps"]:
        found.add("side", entry["id"], (*entry["zh"], *entry["en"]))
    found.add("side", "nobody", ("无人",))
    found.add("seat", MODERATOR, ("GM",))
    for entry in DATA["chance"]:
        found.add("chance", entry["key"], entry["zh"])
    return found


def _days(value: Plain) -> bool:
    return value == "rest_of_game" or _number(value)


def _number(value: Plain) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


CHECKS: Final = {"npc_event_seal_days": _days, "max_days": _number}


def options() -> dict[str, OptionSpec]:
    """The options, with what is allowed."""
    found = {}
    for entry in DATA["options"]:
        name = entry["id"]
        allowed = freeze(entry["allowed"]) if "allowed" in entry else None
        examples = freeze(entry.get("examples", ()))
        found[name] = OptionSpec(name, freeze(entry["default"]), allowed, CHECKS.get(name), examples)
    return found
