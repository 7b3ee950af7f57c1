"""The rules of the table game as data, read from ``rules.yaml``."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

import yaml

from nightmoot.core.ability import OptionSpec
from nightmoot.core.naming import Names
from nightmoot.core.plain import Plain, freeze

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read() -> dict[str, Any]:
    """The whole file."""
    text = files("nightmoot.rulesets.table").joinpath("rules.yaml").read_text(encoding="utf-8")
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
        ("title", "titles"),
    ):
        for entry in DATA[part]:
            found.add(kind, entry["id"], (*entry["zh"], *entry["en"]))
    found.add("side", "nobody", ("无人", "平局"))
    for entry in DATA["camps"]:
        found.add("side", entry["id"], (*entry["zh"], *entry["en"]))
    found.add("table setup", "undealt", ("底牌",))
    return found


def _subset(of: tuple[str, ...]) -> Any:
    def check(value: Plain) -> bool:
        return isinstance(value, tuple) and len(set(value)) == len(value) and set(value) <= set(of)

    return check


def _peek_model(value: Plain) -> bool:
    if value == "host_decides":
        return True
    if not isinstance(value, dict) or set(value) != {"sees", "caught_probability"}:
        return False
    caught = value["caught_probability"]
    return (
        value["sees"] in ("one_random_living_wolf", "all_living_wolves")
        and not isinstance(caught, bool)
        and isinstance(caught, int | float)
        and 0 <= caught <= 1
    )


CHECKS: Final = {
    "elder_penalty_roles": _subset(("hunter", "guard", "witch", "seer")),
    "tie_precedence": _subset(("scapegoat", "sheriff", "runoff")),
    "girl_peek_model": _peek_model,
}


def options() -> dict[str, OptionSpec]:
    """The options, with what is allowed."""
    found = {}
    for entry in DATA["options"]:
        name = entry["id"]
        allowed = freeze(entry["allowed"]) if "allowed" in entry else None
        examples = freeze(entry.get("examples", ()))
        found[name] = OptionSpec(name, freeze(entry["default"]), allowed, CHECKS.get(name), examples)
    return found
