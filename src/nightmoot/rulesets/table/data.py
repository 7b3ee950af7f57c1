"""The rules of the table game as data, read from ``rules.yaml``."""

from __future__ import annotations

from collections.abc import Callable
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
    found.add("chance", "vote", ("tie", "break_tie", "平票"))  # the lot that settles a tie
    return found


def _subset(of: tuple[str, ...]) -> Any:
    def check(value: Plain) -> bool:
        return isinstance(value, tuple) and len(set(value)) == len(value) and set(value) <= set(of)

    return check


def _share(value: Plain) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


#: The parts of the girl's peek, each with a test of what may be given.
PEEK: Final[dict[str, Callable[[Plain], bool]]] = {
    "sees": lambda value: value in ("one_random_living_wolf", "all_living_wolves"),
    "caught_probability": _share,
}


def _peek_model(value: Plain) -> bool:
    if not isinstance(value, dict):
        return bool(value == "host_decides")
    return all(part in PEEK and PEEK[part](given) for part, given in value.items())


CHECKS: Final = {
    "elder_penalty_roles": _subset(("hunter", "guard", "witch", "seer")),
    "tie_precedence": _subset(("scapegoat", "sheriff", "runoff")),
    "girl_peek_model": _peek_model,
}


def _merged(default: Plain) -> Callable[[Plain], Plain]:
    """A map given in part is filled up from the default."""
    return lambda value: {**default, **value} if isinstance(value, dict) else value


def options() -> dict[str, OptionSpec]:
    """The options, with what is allowed."""
    found = {}
    for entry in DATA["options"]:
        name = entry["id"]
        allowed = freeze(entry["allowed"]) if "allowed" in entry else None
        examples = freeze(entry.get("examples", ()))
        default = freeze(entry["default"])
        normal = _merged(default) if isinstance(default, dict) else None
        found[name] = OptionSpec(name, default, allowed, CHECKS.get(name), examples, normal)
    return found
