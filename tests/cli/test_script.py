"""``nightmoot script``: what it prints, how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nightmoot.cli import main

LAMP = {
    "id": "lamp",
    "name": "Lamplighter",
    "team": "outsider",
    "ability": "You light a lamp.",
    "otherNight": 23,
    "otherNightReminder": "[bold]The Lamplighter points.",
    "reminders": ["Lit"],
}
SOUND = [
    {"id": "_meta", "name": "Lamps", "author": "Ann", "bootlegger": ["No lamps."]},
    "Chef",
    "imp",
    "monk",
    "spy",
    LAMP,
]


def run(*args: str, lang: str = "en", typed: str = "") -> Result:
    result = CliRunner(env={"NIGHTMOOT_LANG": lang, "COLUMNS": "200"}).invoke(main, ["script", *args], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def make(entries: Any) -> str:
        path = tmp_path / "script.json"
        path.write_text(json.dumps(entries), encoding="utf-8")
        return str(path)

    return make


def test_a_sound_script_passes(file: Any) -> None:
    path = file(SOUND)
    result = run("check", path)
    assert result.exit_code == 0
    assert result.output == (f"Only a human storyteller can run: lamp\n{path}: sound, 5 characters, 0 warnings\n")
    assert "5个角色" in run("check", path, "--lang", "zh").output


def test_a_faulty_script_fails_and_each_fault_names_its_entry(file: Any) -> None:
    path = file([*SOUND, "IMP", {"id": "x", "name": 4, "team": "minion", "ability": "?"}, "who"])
    result = run("check", path)
    assert result.exit_code == 2
    assert "Error: [6] (IMP): this character stands in the script already, at [2]" in result.output
    assert "Error: [7] (x) .name: this must be text" in result.output
    assert "Warning: [8] (who): this character is not known" in result.output
    assert result.output.endswith("cannot be played, 2 errors, 1 warnings\n")


def test_json_says_the_same_for_programs(file: Any) -> None:
    found = json.loads(run("check", "--json", file(SOUND)).output)
    assert found["ok"] is True
    assert found["name"] == "Lamps"
    assert found["characters"] == ["chef", "imp", "monk", "spy", "lamp"]
    assert found["unknown"] == ["lamp"]
    result = run("check", "--json", file([*SOUND, 4]))
    assert result.exit_code == 2
    found = json.loads(result.output)
    assert found["ok"] is False
    assert [(fault["index"], fault["code"]) for fault in found["errors"]] == [(6, "not_entry")]
    assert found["errors"][0]["message"].startswith("[6]")


def test_show_prints_characters_rules_and_both_nights(file: Any) -> None:
    result = run("show", file(SOUND))
    assert result.exit_code == 0
    for words in ("Lamps", "Ann", "No lamps.", "Lamplighter", "First night", "Other nights", "Lit"):
        assert words in result.output
    assert "[bold]The Lamplighter points." in result.output
    later = result.output.split("Other nights")[1]
    assert later.index("Lamplighter points") < later.index("Wake the Monk") < later.index("Wake the Imp")


def test_show_takes_shipped_scripts_and_standard_input_in_both_languages() -> None:
    assert "唤醒小恶魔" in run("show", "tb", lang="zh").output
    assert "Lamps" in run("show", "-", typed=json.dumps(SOUND)).output


def test_what_cannot_be_read_or_shown_is_said_in_a_line(file: Any, tmp_path: Path) -> None:
    for result in (run("check", str(tmp_path / "none.json")), run("show", file([3])), run("check", str(tmp_path))):
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        assert result.stderr.startswith("Error: ")


def test_export_puts_ids_right_and_keeps_the_rest(file: Any) -> None:
    wanted = [SOUND[0], "chef", *SOUND[2:]]
    assert json.loads(run("export", file(SOUND)).output) == wanted
    assert json.loads(run("export", "--ids", file(SOUND)).output) == ["chef", "imp", "monk", "spy"]
    assert run("export", file([3])).exit_code == 2


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_program_does_not_play_what_only_a_person_can_run_and_names_it(command: str) -> None:
    option = "script=" + json.dumps([*SOUND, "balloonist"])
    args = [command, "--ruleset", "clocktower", "--players", "5", "--option", option]
    result = CliRunner(env={"NIGHTMOOT_LANG": "en", "COLUMNS": "200"}).invoke(main, args)
    assert result.exit_code == 2
    assert "need a human storyteller: lamp, balloonist." in result.output
    faulty = "script=" + json.dumps([*SOUND, {**LAMP, "id": "other", "team": "villain"}])
    result = CliRunner(env={"NIGHTMOOT_LANG": "en", "COLUMNS": "200"}).invoke(main, [*args[:-1], faulty])
    assert result.exit_code == 2
    assert "[6] (other) .team" in result.output
