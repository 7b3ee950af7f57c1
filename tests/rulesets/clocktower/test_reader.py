"""Games of bots under the automatic storyteller, read by the independent reader; and that it finds what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from nightmoot.core import Game, registry
from nightmoot.lab import Experiment
from nightmoot.rulesets.clocktower.scripts import shipped
from tests.rulesets.clocktower.reader import Report, read_log

RULES = registry.load()["clocktower"]
#: Script → its sizes.
SIZES = {
    "tb": (*range(5, 17), 18),
    "bmr": (*range(7, 16), 17),
    "snv": (*range(7, 16), 18),
    "first_lantern": (5, 6),
    "long_corridor": (5, 6),
    "two_mirrors": (5, 6),
    "market_day": (5, 6),
    "mixed": (8, 10, 13, 15, 17),
}
#: The characters of the three editions on one sheet.
MIXED = tuple(role for script in ("tb", "bmr", "snv") for role in shipped(script).roles)
TABLES = [(script, players) for script, sizes in SIZES.items() for players in sizes]
#: Games of each script and size: a slice of what ``./fuzz --ruleset clocktower`` plays.
GAMES = 2


def play(script: str, players: int, index: int) -> Game:
    options = {"script": MIXED if script == "mixed" else script}
    return Experiment("clocktower", players, options, seed=f"reader/{players}").new_game(RULES, index)


def read(game: Game, facts: list[Any] | None = None) -> Report:
    last = {seat: record.role for seat, record in game.seen.seats.items()}
    return read_log(game.seen.circle, list(game.facts) if facts is None else facts, last)


@lru_cache
def reports() -> dict[tuple[str, int], list[Report]]:
    return {table: [read(play(*table, index)) for index in range(GAMES)] for table in TABLES}


@pytest.mark.parametrize(("script", "players"), TABLES)
def test_all_that_happens_and_all_that_is_told_is_lawful(script: str, players: int) -> None:
    for index, report in enumerate(reports()[script, players]):
        assert report.faults == [], f"{script}, {players} players, game {index}"


def test_the_slice_sees_the_characters_of_all_scripts_at_work_and_stopped() -> None:
    fired: Counter[str] = sum((report.fired for found in reports().values() for report in found), Counter())
    for what in (
        "empath:told true",
        "empath:told false",
        "fortuneteller:told true",
        "dreamer:told falsified",
        "imp:kills",
        "imp:attack in vain",
        "scarletwoman:becomes the Demon",
        "virgin:executes",
        "goon:makes drunk",
        "monk:used",
        "butler:votes with the master",
        "day:dead vote",
        "win:good",
        "win:evil",
    ):
        assert fired[what], what


# ---------------------------------------------------------------------- it finds what is wrong


@lru_cache
def games() -> tuple[Game, ...]:
    return tuple(play("tb", players, index) for players in (9, 12) for index in range(8))


def swapped(fact: Any, **changes: Any) -> Any:
    return msgspec.structs.replace(fact, **changes)


def found_in(change: Callable[[list[Any], int], Any], wanted: Callable[[Any], bool], words: str) -> None:
    """A log in which one fact that is wanted has been changed (None: taken out) has a fault in these words."""
    for game in games():
        facts = list(game.facts)
        for place, fact in enumerate(facts):
            if not wanted(fact):
                continue
            new = change(facts, place)
            facts[place] = swapped(fact, kind="let be") if new is None else new
            if any(words in fault for fault in read(game, facts).faults):
                return
            facts[place] = fact
    raise AssertionError(f"nowhere: {words}")


def test_the_untouched_logs_have_no_fault() -> None:
    assert [read(game).faults for game in games()] == [[]] * len(games())


@pytest.mark.parametrize(
    ("wanted", "change", "words"),
    [
        (lambda f: f.kind == "told" and f.what == "empath", {"data": 3}, "not of its form"),
        (lambda f: f.kind == "told" and f.what == "empath" and f.data == 0, {"data": 2}, "cannot be true"),
        (lambda f: f.kind == "told" and f.what == "chef", {"data": 4}, "cannot be true"),
        (lambda f: f.kind == "told" and f.what == "fortuneteller" and not f.data, {"data": True}, "cannot be true"),
        (lambda f: f.kind == "told" and f.what == "librarian", {"data": 0}, "cannot be true"),
        (lambda f: f.kind == "told" and f.what == "washerwoman",
         {"data": {"players": ("1", "2"), "character": "imp"}}, "not of its form"),
        (lambda f: f.kind == "told" and f.what == "undertaker", {"data": "mayor"}, "cannot be true"),
        (lambda f: f.kind == "told" and f.what == "you_are",
         {"data": {"character": "mayor", "alignment": "evil"}}, "is told"),
        (lambda f: f.kind == "told" and f.what == "minions", {"data": {"demon": "1", "minions": ()}}, "the Demon is"),
        (lambda f: f.kind == "told" and f.what == "demon" and isinstance(f.data, dict),
         {"data": {"minions": (), "bluffs": ("imp",)}}, "no good characters"),
        (lambda f: f.kind == "announced" and f.what == "dead" and f.data, {"data": ()}, "announced as dead"),
        (lambda f: f.kind == "announced" and f.what == "about_to_die", {"data": "1"}, "about to die"),
        (lambda f: f.kind == "count", {"data": {"votes": 40, "hands": (), "alive": 9}}, "votes, not 40"),
        (lambda f: f.kind == "count" and len(f.data["hands"]) > 1,
         {"data": {"votes": 2, "hands": ("9", "1", "2"), "alive": 9}}, "not in the order"),
        (lambda f: f.kind == "executed" and f.phase.name == "dusk", {"seat": "3"}, "is executed, about to die was"),
        (lambda f: f.kind == "out" and f.what == "demon", None, "it has not come"),
        (lambda f: f.kind == "out" and f.what == "execution", {"seat": "2"}, "without being executed"),
        (lambda f: f.kind == "became", {"what": "monk"}, "becomes the Demon: it has not come"),
        (lambda f: f.kind == "mark" and f.what == "poisoned", None, "works, not so the log"),
        (lambda f: f.kind == "hollow", None, "has no ability, not so the log"),
        (lambda f: f.kind == "verdict", {"what": "evil", "data": ()}, "wins with"),
        (lambda f: f.kind == "verdict", None, "no verdict"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_log_is_found(wanted: Any, change: dict[str, Any] | None, words: str) -> None:
    found_in(lambda facts, place: None if change is None else swapped(facts[place], **change), wanted, words)


def test_a_second_vote_of_a_dead_player_is_found() -> None:
    def change(facts: list[Any], place: int) -> Any:
        fact, dead = facts[place], next((fact.seat for fact in facts[:place] if fact.kind == "out"), None)
        if dead is None:
            return fact
        hands = (*(seat for seat in fact.data["hands"] if seat != dead), dead)
        return swapped(fact, data={**fact.data, "hands": hands, "votes": len(hands)})

    found_in(change, lambda fact: fact.kind == "count" and fact.phase.day > 2, "votes a second time")


def test_a_game_that_goes_on_after_the_last_demon_is_found() -> None:
    game = games()[0]
    facts = list(game.facts)
    place = next(fact.id for fact in facts if fact.kind == "phase" and fact.what == "day")
    demon = next(seat for seat, record in game.seen.seats.items() if "demon" in RULES.roles[record.role].tags)
    facts[place - 1] = swapped(facts[place - 1], kind="out", seat=demon, what="left", by=None)
    assert any("every Demon is dead" in fault for fault in read(game, facts).faults)
