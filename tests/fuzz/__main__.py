"""Play at length in search of faults.

Deals until every role, skill, value of an option and hook of the ruleset has been seen so many times, with what has
been seen least put first. Every game is played by the rules with each step run twice, in two other manners that must
agree, and wildly: with time running out, answers withdrawn, undo, overrides and nonsense. The first fault is printed
with the line that repeats it.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.branches import count_branches
from tests.fuzz.coverage import Coverage
from tests.fuzz.deals import REGISTRY, Recipe, recipe
from tests.fuzz.logs import read_many
from tests.fuzz.playing import fault_of


def main() -> int:
    """Play until everything has been seen; 0 where nothing went wrong."""
    parser = argparse.ArgumentParser(
        "./fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ruleset", choices=[rules.id for rules in REGISTRY], default="table")
    parser.add_argument("--times", type=int, default=20, help="how often everything is to be seen (default 20)")
    parser.add_argument("--games", type=int, default=10**9, help="stop after so many games at the latest")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds at the latest")
    parser.add_argument("--seed", default="0", help="where to start; another seed plays other games")
    parser.add_argument("--repeat", metavar="RECIPE", help="play the one game that a failure has printed")
    words = "read the logs of so many games of every clocktower script and size instead, and say what was seen"
    parser.add_argument("--read", type=int, metavar="GAMES", help=words)
    words = "play so many rooms of the clocktower game and say which branches of its code none of them takes"
    parser.add_argument("--branches", type=int, metavar="GAMES", help=words)
    given = parser.parse_args()
    if given.branches is not None:
        return count_branches(given.branches, given.seed, given.seconds)
    if given.read is not None:
        return read_many(given.read, given.seed)
    if given.repeat is not None:
        return report(Recipe.read(given.repeat), fault_of(Recipe.read(given.repeat))[1])
    return search(given)


def search(given: argparse.Namespace) -> int:
    """Deal and play until nothing is missing."""
    coverage = Coverage(REGISTRY[given.ruleset], given.times)
    began = time.monotonic()
    number = 0
    while coverage.missing() and number < given.games and time.monotonic() - began < given.seconds:
        found = recipe(given.ruleset, f"{given.seed}/{number}", coverage.counts)
        game, fault = fault_of(found)
        if fault is not None:
            print(f"\ngame {number} of seed {given.seed}")
            return report(found, fault)
        if game is not None:
            coverage.add(game)
        number += 1
        if number % 25 == 0:
            missing = coverage.missing()
            print(f"{number} games, {len(missing)} of {len(coverage.wanted)} goals missing: {', '.join(missing[:4])}")
    missing = coverage.missing()
    print(
        f"{number} games in {time.monotonic() - began:.0f} s, no fault; seen less than {given.times} times: {missing}"
    )
    return 0


def report(found: Recipe, fault: str | None) -> int:
    """Print a fault and the line that repeats it."""
    if fault is None:
        print("no fault")
        return 0
    print(fault, file=sys.stderr)
    print(f"seed {found.seed}; again with:\n  ./fuzz --repeat '{found.line()}'")
    return 1


if __name__ == "__main__":
    sys.exit(main())
