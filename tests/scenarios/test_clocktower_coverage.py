"""Every character, base rule and ruling of the editions that are played has a scenario.

Reads the character data, the rulings and the scenario files as plain YAML; it does not import the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DATA: dict[str, Any] = yaml.safe_load(
    (ROOT / "src/nightmoot/rulesets/clocktower/characters.yaml").read_text(encoding="utf-8")
)
RULINGS = (ROOT / "docs/rulings/clocktower.md").read_text(encoding="utf-8")
FOLDER = Path(__file__).parent / "clocktower"

#: The groups of characters whose scenarios must be complete.
COMPLETE = {"tb", "travellers_tb", "bmr", "travellers_bmr", "snv", "travellers_snv", "fabled"}

#: Numbers that no scenario can show, and why.
NO_SCENARIO = {
    "B1": "dealing: a scenario fixes the deal",
    "B2": "dealing: a scenario fixes the deal",
    "B3": "dealing: a scenario has no least number of players",
    "B4": "dealing: a scenario fixes the deal",
    "B6": "dealing: a scenario fixes the deal",
    "B7": "dealing: a scenario fixes the deal",
    "B24": "timing on the page: no clock runs in these scenarios",
    "B37": "what the table sees for itself: no expectation reads a view",
    "B58": "a judgement of what is said at the table",
    "B60": "a judgement of what is said at the table",
    "B70": "advice for the one who invites Travellers",
}


def documents() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in sorted(FOLDER.glob("*.yaml")):
        found += yaml.safe_load_all(path.read_text(encoding="utf-8"))
    return found


DOCUMENTS = documents()
TITLES = [document["title"] for document in DOCUMENTS]
NUMBERS = {number for title in TITLES for number in re.findall(r"\b[BR]\d+\b", title)}


def group(character: dict[str, Any]) -> str:
    """Where a character is looked at: with its edition, or with the Travellers of its edition."""
    if character["team"] == "traveller":
        return f"travellers_{character['edition']}"
    return str(character["edition"])


GROUPS = {character["id"]: group(character) for character in DATA["characters"]}
CHARACTERS = [character for character in DATA["characters"] if group(character) in COMPLETE]


def rulings() -> Iterator[tuple[str, list[str]]]:
    """Every ruling with the characters that it names."""
    for number, names in re.findall(r"^- \*\*(R\d+)\*\* \(([^)]*)\)", RULINGS, re.MULTILINE):
        yield number, [name for name in re.findall(r"[a-z]+", names) if name in GROUPS]


def seated() -> set[str]:
    """Every character that somebody has or believes to have, or that the table plays with."""
    found: set[str] = set()
    for document in DOCUMENTS:
        for seat in document["seats"]:
            for what in seat.values():
                found |= {what["role"], what.get("believes", "")} if isinstance(what, dict) else {what}
        found |= set((document.get("options") or {}).get("fabled", ()))
    return found


SEATED = seated()


def test_titles_differ() -> None:
    assert sorted({title for title in TITLES if TITLES.count(title) > 1}) == []


def test_every_document_holds_something_to_be_true() -> None:
    def says(document: dict[str, Any]) -> bool:
        return any({"expect", "refused"} & set(entry) for entry in document["play"])

    assert [document["title"] for document in DOCUMENTS if not says(document)] == []


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda character: character["id"])
def test_every_character_is_played_and_looked_at(character: dict[str, Any]) -> None:
    assert character["id"] in SEATED
    named = re.compile(rf"\b{re.escape(character['en'])}\b")
    assert [title for title in TITLES if named.search(title)] != []


def test_every_base_rule_has_a_scenario() -> None:
    numbers = re.findall(r"\*\*(B\d+)\*\*", RULINGS)
    assert numbers == [f"B{n}" for n in range(1, 79)]
    assert [n for n in numbers if n not in NUMBERS and n not in NO_SCENARIO] == []


def test_every_ruling_has_a_scenario() -> None:
    known = dict(rulings())
    due = [n for n, names in known.items() if all(GROUPS[name] in COMPLETE for name in names)]
    assert len(due) > 40
    assert [n for n in due if n not in NUMBERS and n not in NO_SCENARIO] == []


def test_numbers_in_titles_exist_and_the_exempt_have_none() -> None:
    known = set(re.findall(r"\*\*([BR]\d+)\*\*", RULINGS))
    assert sorted(NUMBERS - known) == []
    assert sorted(set(NO_SCENARIO) & NUMBERS) == []
