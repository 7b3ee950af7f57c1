"""The core names no role, no skill and no ruleset, and the check for it can fail."""

from __future__ import annotations

import pytest

from tests.lint.names import faults_in_code, faults_in_texts, names_of
from tests.lint.tracked import ROOT

CORE = ROOT / "src/nightmoot/core"
RULES = sorted((ROOT / "src/nightmoot/rulesets").glob("*/rules.yaml"))
NAMES = names_of(RULES)


def test_there_are_rules_to_take_names_from() -> None:
    assert {"seer", "werewolf"} <= NAMES.roles
    assert {"check", "protect", "lover", "wolves"} <= NAMES.ids
    assert "预言家" in NAMES.chinese


def test_the_code_of_the_core_names_no_game() -> None:
    for path in sorted(CORE.rglob("*.py")):
        found = list(faults_in_code(path.read_text(encoding="utf-8"), NAMES))
        assert not found, "\n".join((str(path), *found))


def test_the_texts_of_the_core_name_no_game() -> None:
    for path in sorted(CORE.glob("texts/*.json")):
        found = list(faults_in_texts(path.read_text(encoding="utf-8"), NAMES))
        assert not found, "\n".join((str(path), *found))


@pytest.mark.parametrize(
    "source",
    [
        "if role == 'seer': pass",
        "if skill == 'check': pass",
        "if mark.kind == 'lover': pass",
        "def wake_werewolves(s): pass\nis_werewolf = 1",
        "x = 1  # the Witch comes next",
        "key = 'role.little_girl'",
        "if name == '狼人': pass",
        "guard = 'guard'",
    ],
)
def test_a_name_in_the_code_is_found(source: str) -> None:
    assert list(faults_in_code(source, NAMES))


def test_words_of_the_core_pass() -> None:
    source = "def check(guard, table='table'):\n    '''Check overseers.'''\n    return guard.kill(table)"
    assert list(faults_in_code(source, NAMES)) == []


@pytest.mark.parametrize(
    "catalogue", ['{"fact.x": "狼人杀了人"}', '{"fact.x": {"other": "The seers know"}}', '{"role.witch": ""}']
)
def test_a_name_in_the_texts_is_found(catalogue: str) -> None:
    assert list(faults_in_texts(catalogue, NAMES))
