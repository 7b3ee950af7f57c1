"""Every job, skill, event, option value, mark, announcement, win and ruling of the killer game has a scenario.

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
RULES: dict[str, Any] = yaml.safe_load((ROOT / "src/nightmoot/rulesets/killer/rules.yaml").read_text(encoding="utf-8"))
RULINGS = (ROOT / "docs/rulings/killer.md").read_text(encoding="utf-8")
FOLDER = Path(__file__).parent / "killer"

#: Passive skills and standing offers have no answer of their own; where each is shown instead.
PASSIVE = {
    "interfere": r"吸引",
    "curse": r"诅咒",
    "bloodlust": r"嗜血者",
    "bomb": r"炸弹",
    "rebound": r"γ",
    "evade": r"避开",
    "event": r"事件",
}


def documents() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in sorted(FOLDER.glob("*.yaml")):
        found += yaml.safe_load_all(path.read_text(encoding="utf-8"))
    return found


DOCUMENTS = documents()
TITLES = [document["title"] for document in DOCUMENTS]


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
                if who == "storyteller" and "votes" in what:
                    yield "vote", what["votes"]
                else:
                    yield from what.items()


def expected(key: str) -> Iterator[Any]:
    for _, block in entries("expect"):
        if key in block:
            yield block[key]


def missing(part: str, shown: set[str]) -> list[str]:
    return [entry["id"] for entry in RULES[part] if entry["id"] not in shown]


def drawn(*keys: str) -> Iterator[Any]:
    """Every outcome that a scenario fixes for a draw."""
    for _, block in entries("chance"):
        for key in keys:
            yield from block.get(key, ())


def test_titles_differ() -> None:
    assert sorted({title for title in TITLES if TITLES.count(title) > 1}) == []


def test_every_job_is_seated_and_gained() -> None:
    names = ids("roles")
    seated = {names[role] for document in DOCUMENTS for seat in document["seats"] for role in seat.values()}
    assert missing("roles", seated) == []
    becomes = {names[role] for block in expected("role") for role in block.values()}
    assert missing("roles", becomes | {"politician"}) == []


def test_every_active_skill_is_used() -> None:
    names = ids("skills")
    used = {names[skill] for skill, _ in acts() if skill in names}
    assert missing("skills", used | set(PASSIVE)) == []


@pytest.mark.parametrize("skill", PASSIVE)
def test_every_passive_skill_is_shown(skill: str) -> None:
    assert skill in {entry["id"] for entry in RULES["skills"] if entry["kind"] == "passive"}
    assert [title for title in TITLES if re.search(PASSIVE[skill], title)] != []


def test_every_active_skill_is_refused_or_closed() -> None:
    names = ids("skills")
    closed = {names[skill] for block in expected("cannot") for skills in block.values() for skill in skills}
    for _, tried in entries("refused"):
        for what in tried.values():
            closed |= {names[skill] for skill in what if skill in names}
    assert missing("skills", closed | set(PASSIVE)) == []


def test_every_temporary_skill_is_granted() -> None:
    given = {choice["skill"] for skill, choice in acts() if skill == "赋予"}
    skills, temporary = ids("skills"), ids("temporary")
    granted = {temporary.get(name) or skills[name] for name in given}
    assert missing("temporary", granted) == []


def test_every_result_of_the_madman_and_his_silence() -> None:
    shown = {item[0] if isinstance(item, list) else item for item in drawn("疯子")}
    wanted = {result["n"] for result in RULES["madness"]["results"]} | set(RULES["madness"]["silence"]["outcomes"])
    assert wanted <= shown


def test_every_event_is_drawn() -> None:
    shown = {item[0] if isinstance(item, list) else item for item in drawn("event")}
    assert {event["n"] for event in RULES["events"]} <= shown


def test_every_row_of_the_conversion_table() -> None:
    names = ids("roles")
    rows = set()
    for document, _ in entries("expect"):
        seats = {name: names[role] for seat in document["seats"] for name, role in seat.items()}
        converted = {
            who
            for entry in document["play"]
            for what in entry.values()
            if isinstance(what, dict)
            for skill, who in what.items()
            if skill == "改变阵营" and isinstance(who, str)
        }
        for entry in document["play"]:
            found = (entry.get("expect") or {}).get("role") or {}
            rows |= {(seats[who], names[role]) for who, role in found.items() if who in converted}
    assert [pair for pair in RULES["conversion"]["table"].items() if pair not in rows] == []


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
    lists = [set(winners) for winners in expected("winners")]
    neutral = {"狙", "贝", "伽"}
    assert any(neutral & winners for winners in lists)


def test_every_mark_is_shown_and_missed() -> None:
    names = ids("marks")
    for key in ("status", "no_status"):
        shown = {names[mark] for block in expected(key) for marks in block.values() for mark in marks}
        assert missing("marks", shown | ({"drowned"} if key == "no_status" else set())) == []


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
    assert [key for key in known if key not in keys("not_announced")] == []
    assert sorted((keys("announced") | keys("not_announced")) - set(known)) == []


def test_everything_told_is_expected_and_ruled_out() -> None:
    names = ids("skills")
    wanted = {entry["key"] for entry in RULES["told"]} | {skill["id"] for skill in RULES["skills"] if "told" in skill}
    for name in ("told", "not_told"):
        shown = {names.get(key, key) for block in expected(name) for keys in block.values() for key in keys}
        assert sorted(wanted - shown) == []


def test_every_expectation_key_is_used() -> None:
    used = {key for _, block in entries("expect") for key in block}
    wanted = (
        "alive dead died died_in_order winner winners phase day night role camp seems status no_status told not_told "
        "announced not_announced can cannot choices uses tally group knows pending"
    )
    assert sorted(set(wanted.split()) - used) == []


def test_every_ruling_has_a_scenario() -> None:
    numbers = re.findall(r"^- \*\*(K-\d+)\*\*", RULINGS, re.MULTILINE)
    shown = {number for title in TITLES for number in re.findall(r"K-\d+", title)}
    assert numbers[:95] == [f"K-{n:02}" for n in range(1, 96)]
    assert len(set(numbers)) == len(numbers)
    assert sorted(shown - set(numbers)) == []
    assert [number for number in numbers if number not in shown] == []


def test_rulings_named_in_the_rules_exist() -> None:
    numbers = set(re.findall(r"^- \*\*(K-\d+)\*\*", RULINGS, re.MULTILINE))
    named = {value for value in walk(RULES) if isinstance(value, str) and re.fullmatch(r"K-\d+", value)}
    assert sorted(named - numbers) == []
