"""The rules of the forum game as data, read from ``rules.yaml``."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import yaml

from nightmoot.core.ability import OptionSpec
from nightmoot.core.naming import Names
from nightmoot.core.ruleset import Rhythm

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read() -> dict[str, Any]:
    """The whole file."""
    text = files("nightmoot.rulesets.forum").joinpath("rules.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.load(text, Loader=LOADER)  # noqa: S506 - a safe loader, of our own file
    return found


DATA: Final = read()

VILLAGE: Final = "村民阵营"
WOLVES: Final = "狼人阵营"
UNCERTAIN: Final = "不定阵营"
BLACK: Final = "黑情侣阵营"
TWINS: Final = "双子"

#: Every role's entry by name, and the skills printed on it.
ROLES: Final[dict[str, dict[str, Any]]] = {role["id"]: role for role in DATA["roles"]}
PRINTED: Final[dict[str, tuple[str, ...]]] = {
    name: tuple(s["id"] for s in role["skills"]) for name, role in ROLES.items()
}
#: The skill's entry by name (skills of one name are alike in what is kept here).
SKILLS: Final[dict[str, dict[str, Any]]] = {s["id"]: s for role in DATA["roles"] for s in role["skills"]}
#: The order of the skills in each phase, and the phase's mode.
SLOTS: Final[dict[str, tuple[str, ...]]] = {step["phase"]: tuple(step["skills"]) for step in DATA["schedule"]}
MODES: Final[dict[str, str]] = {step["phase"]: step["mode"] for step in DATA["schedule"]}
PHASES: Final[tuple[str, ...]] = tuple(DATA["phases"])
LOOP: Final[tuple[str, ...]] = tuple(step["phase"] for step in DATA["schedule"])
NIGHT: Final = ("早夜1", "早夜2", "午夜", "深夜1", "深夜2", "凌晨1", "凌晨2")
SEERS: Final[tuple[str, ...]] = tuple(DATA["setup"]["seers"])


@cache
def camp_of_role(role: str) -> str:
    """The camp that a card has by itself; every third role is a camp of its own, the twins one together."""
    printed = ROLES[role]["camp"]
    if printed == "村民":
        return VILLAGE
    if printed == "狼人":
        return WOLVES
    if printed == "不定":
        return UNCERTAIN
    return TWINS if role in ("双子光", "双子暗") else role


@lru_cache(maxsize=1)
def third_camps() -> tuple[str, ...]:
    """The camps of the third roles."""
    return tuple(dict.fromkeys(camp_of_role(name) for name, role in ROLES.items() if role["camp"] == "三方"))


def names() -> Names:
    """What scenarios, the command line and search may call things."""
    found = Names()
    for name, role in ROLES.items():
        found.add("role", name, (*role.get("aliases", ()), role["en"]))
    for name in SKILLS:
        found.add("skill", name)
    for name in ("杀人", "窥天", "任职宣言", "殉职", "vote", "暴走", "沉默"):
        if found.find("skill", name) is None:
            found.add("skill", name)
    for camp in (VILLAGE, WOLVES, UNCERTAIN, BLACK, *third_camps()):
        found.add("camp", camp)
        found.add("side", camp)
    for alias in ("双子光", "双子暗"):
        found.add("camp", TWINS, (alias,))
        found.add("side", TWINS, (alias,))
    found.add("side", "nobody", ("无人",))
    for status in DATA["statuses"]:
        found.add("mark", status["id"])
    found.add("mark", "链接", ("锁链",))
    found.add("skill", "链接", ("锁链",))
    for phase in PHASES:
        found.add("phase", phase)
    found.add("group", "狼群", ("群内",))
    for group in ("情侣", "审判", "宣誓效忠"):
        found.add("group", group)
    for notice in ("状态", "阵营"):  # what tells of one's own statuses and side
        found.add("skill", notice)
    return found


def rhythm() -> Rhythm:
    """The windows after the close of the doors, and the doors (L74, L1163-L1305; R268-R271)."""
    doors = {**DATA["doors"], "daytime": frozenset(DATA["doors"]["daytime"])}
    windows = {step["phase"]: step["minutes"][1] - step["minutes"][0] for step in DATA["schedule"]}
    return Rhythm(minutes=windows, **doors)


def options() -> dict[str, OptionSpec]:
    """The options: the ruling is the default; each reading that a director should confirm is one."""
    found = [
        OptionSpec("sheriff", True, (True, False)),
        OptionSpec("stage", "标准", ("标准", "迷你")),
        OptionSpec("heaven_asks", "director", ("director", "form")),
        OptionSpec("arson_lasts", "permanent", ("permanent", "night")),
        OptionSpec("hush", "skill", ("skill", "status")),
        OptionSpec("meet_seers", True, (True, False)),
        OptionSpec("hidden_wolf_knife", "listed", ("listed", "after_machine")),
        OptionSpec("pretence_lasts", "night", ("night", "next_night")),
        OptionSpec("carded_return", False, (False, True)),
    ]
    return {option.id: option for option in found}
