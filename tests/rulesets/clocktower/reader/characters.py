"""The table of characters, read as data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

_FILE = Path(__file__).parents[4] / "src/nightmoot/rulesets/clocktower/characters.yaml"
_LOADED: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
TEAM: dict[str, str] = {entry["id"]: entry["team"] for entry in _LOADED["characters"]}
EDITION: dict[str, str] = {entry["id"]: entry["edition"] for entry in _LOADED["characters"]}
GOOD_TEAMS = ("townsfolk", "outsider")
EVIL_TEAMS = ("minion", "demon")


def side_of(character: str) -> str:
    """The alignment that a character begins with."""
    return "evil" if TEAM[character] in EVIL_TEAMS else "good"
