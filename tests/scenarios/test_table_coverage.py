"""Every role, skill, option value, mark, announcement and ruling of the table game has a scenario.

Reads the rule data, the rulings and the scenario files as plain YAML; it does not import the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
RULES: dict[str, Any] = yaml.safe_load((ROOT / "src/nightmoot/rulesets/table/rules.yaml").read_text(encoding="utf-8"))
RULINGS = (ROOT / "docs/rulings/table.md").read_text(encoding="utf-8")
FOLDER = Path(__file__).parent / "table"

#: Rulings that no scenario can show: why, and the test that covers them.
ELSEWHERE = {
    "T-04": ("sizes outside the table; a scenario may seat any number", "test_table_setup.py::test_other_sizes"),
    "T-73": ("the calls of a night are time, which a scenario does not see", "test_table_setup.py::test_every_call"),
    "T-75": ("counts of cards; a scenario may seat any mix", "test_table_setup.py::test_one_copy"),
    "T-76": ("how the printed text is read", "test_table_setup.py::test_misprints"),
}


def documents() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in sorted(FOLDER.glob("*.yaml")):
        found += yaml.safe_load_all(path.read_text(encoding="utf-8"))
    return found


DOCUMENTS = documents()


def ids(part: str) -> dict[str, str]:
    """Every name of every entry of a part, with its id."""
    return {
        name: entry["id"] for entry in RULES[part] for name in (entry["id"], *entry.get("zh", ()), *entry.get("en", ()))
    }


def walk(value: Any) -> Iterator[Any]:
    """Every key and leaf of nested maps and lists."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from walk(item)
    elif isinstance(value, list):
        for item in value:
            yield from walk(item)
    else:
        yield value


def entries(*kinds: str) -> Iterator[tuple[dict[str, Any], Any]]:
    """The play entries of these kinds."""
    for document in DOCUMENTS:
        for entry in document["play"]:
            for kind in kinds:
                if kind in entry:
                    yield document, entry[kind]


def acts() -> Iterator[tuple[str, Any]]:
    """Skill and choice of every decision that is really taken."""
    for document in DOCUMENTS:
        for entry in document["play"]:
            for who, what in entry.items():
                if who in ("until", "expect", "refused", "undo", "chance", "clock", "say"):
                    continue
                if who == "storyteller":
                    if "votes" in what:
                        yield "vote", what["votes"]
                    continue
                yield from what.items()


def expected(key: str) -> Iterator[Any]:
    for _, block in entries("expect"):
        if key in block:
            yield block[key]


def missing(part: str, shown: set[str]) -> list[str]:
    return [entry["id"] for entry in RULES[part] if entry["id"] not in shown]


def test_titles_differ() -> None:
    titles = [document["title"] for document in DOCUMENTS]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_every_role_is_seated() -> None:
    names = ids("roles")
    seated = {names[role] for document in DOCUMENTS for seat in document["seats"] for role in seat.values()}
    assert missing("roles", seated) == []


def test_every_skill_is_used() -> None:
    names = ids("skills")
    used = {names[skill] for skill, _ in acts()}
    assert missing("skills", used) == []


def test_every_skill_is_passed_or_refused() -> None:
    """Each skill is also shown where it is closed, refused or passed."""
    names = ids("skills")
    closed = {names[skill] for skill, choice in acts() if choice in (None, False)}
    for _, tried in entries("refused"):
        for who, what in tried.items():
            closed |= {"vote"} if who == "storyteller" else {names[skill] for skill in what if skill in names}
    for block in expected("cannot"):
        closed |= {names[skill] for skills in block.values() for skill in skills}
    assert missing("skills", closed) == []


@pytest.mark.parametrize("option", RULES["options"], ids=lambda option: option["id"])
def test_every_value_of_every_option(option: dict[str, Any]) -> None:
    if option.get("scenario") is False:
        pytest.skip("about dealing, which a scenario does not do")
    given = [doc["options"][option["id"]] for doc in DOCUMENTS if option["id"] in (doc.get("options") or {})]
    wanted = option["allowed"] if "allowed" in option else option["examples"]
    assert [value for value in wanted if not any(value == one and type(value) is type(one) for one in given)] == []


def test_every_camp_wins_and_is_looked_at() -> None:
    names = ids("camps")
    assert missing("camps", {names[camp] for block in expected("camp") for camp in block.values()}) == []
    won = {names.get(side, side) for side in expected("winner") if side is not None}
    assert [step["winner"] for step in RULES["victory"]["order"] if step["winner"] not in won] == []


def test_every_mark_is_shown() -> None:
    names = ids("marks")
    shown = {names[mark] for block in expected("status") for marks in block.values() for mark in marks}
    assert missing("marks", shown) == []


def test_every_phase_is_reached() -> None:
    reached = set(expected("phase"))
    assert missing("phases", reached) == []


def test_every_group_is_listed() -> None:
    names = ids("groups")
    assert missing("groups", {names[group] for block in expected("group") for group in block}) == []


def test_every_announcement_is_expected_and_ruled_out() -> None:
    def keys(name: str) -> set[str]:
        return {key if isinstance(key, str) else next(iter(key)) for block in expected(name) for key in block}

    known = [entry["key"] for entry in RULES["announcements"]]
    assert [key for key in known if key not in keys("announced")] == []
    assert sorted((keys("announced") | keys("not_announced")) - set(known)) == []


def test_every_expectation_key_is_used() -> None:
    used = {key for _, block in entries("expect") for key in block}
    wanted = (
        "alive dead died died_in_order winner winners phase day night role camp seems status no_status told not_told "
        "announced not_announced can cannot choices uses tally group sheriff knows pending"
    )
    assert sorted(set(wanted.split()) - used) == []


def test_every_ruling_has_a_scenario() -> None:
    numbers = re.findall(r"^- \*\*(T-\d+)\*\*", RULINGS, re.MULTILINE)
    shown = {number for document in DOCUMENTS for number in re.findall(r"T-\d+", document["title"])}
    assert numbers[:76] == [f"T-{n:02}" for n in range(1, 77)]
    assert sorted(shown - set(numbers)) == []
    assert [number for number in numbers if number not in shown and number not in ELSEWHERE] == []
    assert sorted(shown & set(ELSEWHERE)) == []


@pytest.mark.parametrize("number", ELSEWHERE)
def test_what_no_scenario_shows_has_another_test(number: str) -> None:
    file, _, name = ELSEWHERE[number][1].partition("::")
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    assert re.search(rf"^def {name}\(", text, re.MULTILINE)
    assert number in text


def test_rulings_named_in_the_rules_exist() -> None:
    numbers = set(re.findall(r"^- \*\*(T-\d+)\*\*", RULINGS, re.MULTILINE))
    named = {value for value in walk(RULES) if isinstance(value, str) and re.fullmatch(r"T-\d+", value)}
    assert sorted(named - numbers) == []
