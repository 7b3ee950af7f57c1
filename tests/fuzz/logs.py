"""Many games of bots under the automatic storyteller, each read by the independent reader of logs (``--read``)."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterator

from nightmoot.core import BadGame
from nightmoot.lab import Experiment
from nightmoot.rulesets.clocktower.scripts import SHIPPED, shipped
from tests.fuzz.deals import REGISTRY
from tests.rulesets.clocktower.reader import Report, read_log

#: Scripts by name; the last one has the characters of the three editions on one sheet.
SCRIPTS = {name: shipped(name).roles for name in SHIPPED}
SCRIPTS["mixed"] = tuple(dict.fromkeys(role for name in ("tb", "bmr", "snv") for role in SCRIPTS[name]))
#: Players of a full script and of a small one; more than fifteen bring Travellers.
FULL, SMALL = range(7, 19), range(5, 7)


def tables(script: str) -> Iterator[int]:
    """The sizes that a script is played at."""
    small = len(SCRIPTS[script]) < 15
    yield from SMALL if small or script == "tb" else ()
    yield from () if small else FULL


def one(experiment: Experiment, index: int) -> Report | None:
    """One game, played and read; None where the script has not enough Travellers."""
    try:
        game = experiment.new_game(REGISTRY[experiment.ruleset], index)
    except BadGame:
        return None
    except Exception:
        return Report([traceback.format_exc()])
    last = {seat: record.role for seat, record in game.seen.seats.items()}
    return read_log(game.seen.circle, game.facts, last)


def silent(script: str, fired: Counter[str]) -> list[str]:
    """The characters of a script of which nothing at all was seen."""
    seen = {name.partition(":")[0].partition(".")[0] for name in fired}
    rules = REGISTRY["clocktower"]
    return [role for role in SCRIPTS[script] if role not in seen and role not in rules.unplayed]


def read_many(games: int, seed: str) -> int:
    """Play so many games of each script and size and print what was found; 1 where anything is wrong."""
    wrong = 0
    for script, roles in SCRIPTS.items():
        fired: Counter[str] = Counter()
        read: Counter[int] = Counter()
        for players in tables(script):
            experiment = Experiment("clocktower", players, {"script": roles}, seed=f"{seed}/{script}/{players}")
            for index in range(games):
                report = one(experiment, index)
                if report is None:
                    break
                read[players] += 1
                fired += report.fired
                for fault in report.faults:
                    wrong += 1
                    print(f"{script}, {players} players, seed {experiment.seed}, game {index}: {fault}")
        sizes = ", ".join(f"{size} players {count}" for size, count in read.items())
        print(f"{script}: {read.total()} games read ({sizes})")
        print("  " + ", ".join(f"{name} {count}" for name, count in sorted(fired.items())))
        print(f"  of these nothing was seen: {', '.join(silent(script, fired)) or 'none'}")
    print("no fault" if not wrong else f"{wrong} faults")
    return 1 if wrong else 0
