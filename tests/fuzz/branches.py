"""Which branches of the clocktower game no game of bots takes (``--branches``).

Every branch of a file of characters and of the frame counts, from the first line of the file on: a process of its own
plays the games under coverage.py, so that nothing of the ruleset has been imported before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from nightmoot.lab import Experiment
from tests.fuzz.logs import SCRIPTS, one, tables
from tests.fuzz.rooms import play
from tests.fuzz.untaken import UNTAKEN

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/nightmoot/rulesets/clocktower"
FRAME = (
    "afterlife book by_hand circle day executions informing jinxes kit madness malfunctions night past prepared setup "
    "statements storyteller today tokens wins"
).split()
CHARACTERS = "tb_* bmr_* snv_* travellers_* fabled*".split()


def files() -> list[Path]:
    """The files that count."""
    return sorted(path for name in (*CHARACTERS, *FRAME) for path in PACKAGE.glob(f"{name}.py"))


def games(count: int, seed: str, seconds: float) -> int:
    """Play so many rooms, and one game by the reader for every three of them; 1 where anything is wrong."""
    wrong, began = 0, time.monotonic()
    every = [(script, players) for script in SCRIPTS for players in tables(script)]
    for number in range(count):
        if time.monotonic() - began > seconds:
            print(f"{number} rooms in time")
            break
        try:
            play(Random(f"{seed}/{number}"))
        except Exception:
            wrong += 1
            print(f"room {seed}/{number}:\n{traceback.format_exc()}")
        if number % 3 == 0:
            script, players = every[number // 3 % len(every)]
            experiment = Experiment("clocktower", players, {"script": SCRIPTS[script]}, seed=f"{seed}/branches")
            report = one(experiment, number)
            for fault in report.faults if report is not None else ():
                wrong += 1
                print(f"{script}, {players} players, seed {experiment.seed}, game {number}: {fault}")
    return 1 if wrong else 0


def measured(count: int, seed: str, seconds: float) -> tuple[int, dict[str, dict[str, list[list[int]]]]]:
    """What the games come to, shared out among the processors, and coverage.py's report by file name."""
    many = min(os.cpu_count() or 1, count)
    with tempfile.TemporaryDirectory() as folder:
        own = [sys.executable, "-m", "coverage"]
        where = [f"--data-file={folder}/data", "--rcfile=/dev/null"]
        run = [*own, "run", "--branch", "--parallel-mode", f"--source={PACKAGE}", *where, "-m", "tests.fuzz.branches"]
        shares = [(str(count // many + (k < count % many)), f"{seed}{k or ''}", str(seconds)) for k in range(many)]
        codes = [each.wait() for each in [subprocess.Popen([*run, *share], cwd=ROOT) for share in shares]]
        subprocess.run([*own, "combine", "-q", *where, folder], cwd=ROOT, check=True)
        subprocess.run([*own, "json", "-q", *where, "-o", f"{folder}/report.json"], cwd=ROOT, check=True)
        found = json.loads(Path(f"{folder}/report.json").read_text(encoding="utf-8"))["files"]
    return max(codes), {Path(name).name: report for name, report in found.items()}


def count_branches(count: int, seed: str, seconds: float) -> int:
    """Print the branches that no game has taken, those apart that are listed with a reason; 1 where any is not."""
    code, reports = measured(count, seed, seconds)
    taken = 0
    excused: Counter[str] = Counter()
    used: set[tuple[str, str]] = set()
    left: list[str] = []
    for path in files():
        lines = path.read_text(encoding="utf-8").splitlines()
        report = reports[path.name]
        taken += len(report["executed_branches"])
        for start, end in report["missing_branches"]:
            what = path.stem, lines[start - 1].strip()
            if what in UNTAKEN:
                excused[UNTAKEN[what]] += 1
                used.add(what)
            else:
                left.append(f"{path.name}:{start} -> {end if end > 0 else 'end'}: {what[1]}")
    total = taken + excused.total() + len(left)
    print("\n".join(left))
    print(f"{total} branches in {len(files())} files: {taken} taken, {excused.total()} excused, {len(left)} not taken")
    print("\n".join(f"  {number} excused: {reason}" for reason, number in sorted(excused.items())))
    for stem, line in sorted(set(UNTAKEN) - used):
        print(f"  taken, though excused: {stem}.py: {line}")
    return 1 if code or left else 0


if __name__ == "__main__":
    sys.exit(games(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
