"""``nightmoot check``: what it prints and how it exits; no input brings a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from nightmoot.cli import main
from nightmoot.scenarios import check_text
from tests.scenarios_runner.helpers import MARKET, REGISTRY, TABLE, play

GOOD = play(TABLE, "wolves: {kill: Dan}", "until: day", "expect: {died: [Dan]}")
BAD = play(TABLE, "Ann: {check: Bob}", "expect: {told: {Ann: {check: Witch}}}").replace("a scenario", "Bob is a 狼人")


def run(*args: str | Path) -> Result:
    result = CliRunner().invoke(main, ["check", *map(str, args)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "bad.yaml").write_text(f"{GOOD}---\n{BAD}", encoding="utf-8")
    return tmp_path


def test_one_line_a_document_and_a_last_line_with_the_counts(folder: Path) -> None:
    result = run(folder)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines == [
        f"ok    {folder}/good.yaml  a scenario",
        f"ok    {folder}/more/bad.yaml  a scenario",
        f"FAIL  {folder}/more/bad.yaml  Bob is a 狼人  line 18: expect: {{told: {{Ann: {{check: Witch}}}}}}  "
        "expected check to have told Ann Witch; was 狼人",
        "2 passed, 1 failed",
    ]


def test_success_only_if_all_pass(folder: Path) -> None:
    assert run(folder / "good.yaml").exit_code == 0
    assert run(folder / "good.yaml", folder / "more").exit_code == 1
    (folder / "none").mkdir()
    assert run(folder / "none").exit_code == 1


def test_json_is_one_object_a_document(folder: Path) -> None:
    result = run("--json", folder)
    found = [json.loads(line) for line in result.output.splitlines()]
    assert result.exit_code == 1
    assert [(item["file"], item["ok"]) for item in found] == [
        (f"{folder}/good.yaml", True),
        (f"{folder}/more/bad.yaml", True),
        (f"{folder}/more/bad.yaml", False),
    ]
    assert found[0] == {"file": f"{folder}/good.yaml", "title": "a scenario", "ok": True, "at": None, "message": None}
    assert found[2]["title"] == "Bob is a 狼人"
    assert found[2]["at"].startswith("line 18: expect")
    assert found[2]["message"] == "expected check to have told Ann Witch; was 狼人"


def test_twins(folder: Path) -> None:
    assert run("--twins", folder / "good.yaml").exit_code == 0


def test_a_file_that_is_not_there_fails_like_a_document(folder: Path) -> None:
    result = run(folder / "good.yaml", folder / "lost.yaml")
    assert result.exit_code == 1
    assert result.output.endswith("1 passed, 1 failed\n")
    assert "No such file" in result.output


def test_it_explains_itself_with_an_example() -> None:
    assert "nightmoot check my-scenario.yaml" in run("--help").output
    assert run().exit_code == 2


SEEDS = [GOOD, BAD, play(MARKET, "Ann: {scout: Dan}", "refused: {Cat: {lamp: 7}}", "undo: 1", 'clock: "+4h"')]
SCALARS = st.sampled_from(["Ann", "wolves", "storyteller", "kill", "~", "[]", "{}", "7", "true", "day", "null", "''"])


def nodes(node: yaml.Node) -> Iterator[yaml.Node]:
    yield node
    children = node.value if isinstance(node.value, list) else []
    for child in children:
        for item in child if isinstance(child, tuple) else (child,):
            yield from nodes(item)


@given(
    seed=st.sampled_from(SEEDS), place=st.integers(0, 200), other=SCALARS, cut=st.integers(0, 60), drop=st.booleans()
)
def test_whatever_a_file_holds_it_is_reported(seed: str, place: int, other: str, cut: int, drop: bool) -> None:
    root = yaml.compose(seed)
    assert root is not None
    found = list(nodes(root))
    node = found[place % len(found)]
    text = seed[: node.start_mark.index] + other + seed[node.end_mark.index :]
    text = text[:-cut] if drop and cut else text
    for report in check_text("f.yaml", text, REGISTRY):
        assert report.ok or report.message
        assert "broke down" not in (report.message or ""), report.line()
        assert "\n" not in report.line()
