"""Every branch of a character's ability is taken in some scenario, or named here with the reason why it cannot be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/nightmoot/rulesets/clocktower"
EDITIONS = ("tb", "bmr", "snv", "travellers", "fabled")
FILES = sorted(path for edition in EDITIONS for path in PACKAGE.glob(f"{edition}*.py"))

#: Lines from which a branch is left untaken, by what stands on them, and why no scenario takes it.
UNTAKEN = {
    "if own is not None:": "the holding beside it is gone: by hand only",
    "if me is None:": "the mark's source is gone: by hand only",
    "if chosen is not None:": "asked only where somebody was chosen",
    "if target == mark.on:": "a Goon is asked for others' uses in the same night only",
    "if demons:": "a Lunatic without a Demon: the game is over",
    "if held is None:": "a Lunatic whose belief is gone: by hand only",
    'if not change(s, harm.target, "fanggu", camp=EVIL):': "nothing in these editions keeps a character from changing",
    "if change(s, use.target, mine.role, camp=here):": "nothing in these editions keeps a character from changing",
    "if twin is not None:": "an Evil Twin without anybody of the other side: the game is over",
    "if not others:": "an Evil Twin without anybody of the other side: the game is over",
    "if not able or s.hollow:": "nothing stops an Apprentice in the first night: nobody comes before",
    'if of_team(s, "demon"):': "a change of character after the last Demon's death that makes no Demon",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, list[list[int]]]]:
    """Branches that no scenario takes, by file, measured in a process of its own."""
    folder = tmp_path_factory.mktemp("branches")
    data = folder / "data"
    check = "from nightmoot.cli import main; raise SystemExit(main(['check', 'tests/scenarios/clocktower']))"
    (folder / "check.py").write_text(check, encoding="utf-8")
    own = [sys.executable, "-m", "coverage"]
    run = [
        "run",
        "--branch",
        f"--source={PACKAGE}",
        f"--data-file={data}",
        "--rcfile=/dev/null",
        str(folder / "check.py"),
    ]
    subprocess.run([*own, *run], cwd=ROOT, check=True, capture_output=True)
    out = folder / "report.json"
    told = ["json", f"--data-file={data}", "--rcfile=/dev/null", "-o", str(out)]
    subprocess.run([*own, *told], cwd=ROOT, check=True, capture_output=True)
    return {Path(name).name: found for name, found in json.loads(out.read_text(encoding="utf-8"))["files"].items()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_branch_of_an_ability_is_taken_by_a_scenario(
    path: Path, report: dict[str, dict[str, list[list[int]]]]
) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    untaken = {lines[start - 1].strip() for start, _ in report[path.name]["missing_branches"]}
    assert sorted(untaken - set(UNTAKEN)) == []


def test_whatever_is_excused_is_untaken(report: dict[str, dict[str, list[list[int]]]]) -> None:
    untaken: set[str] = set()
    for path in FILES:
        lines = path.read_text(encoding="utf-8").splitlines()
        untaken |= {lines[start - 1].strip() for start, _ in report[path.name]["missing_branches"]}
    assert sorted(set(UNTAKEN) - untaken) == []
