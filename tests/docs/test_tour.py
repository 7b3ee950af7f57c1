"""The answer that docs/architecture.md follows is a real one, and its log says what the tour says."""

from __future__ import annotations

from nightmoot.core import Answer, Game, SeatSpec, Tick
from nightmoot.rulesets.table import RULESET
from tests.docs.blocks import ROOT

TOUR = " ".join((ROOT / "docs/architecture.md").read_text(encoding="utf-8").split())
ROLES = ("werewolf", "guard", "seer", "villager", "villager", "villager", "villager", "werewolf")


def test_the_answer_of_the_tour() -> None:
    seats = [SeatSpec(f"P{place}", role) for place, role in enumerate(ROLES, 1)]
    game = Game.new(RULESET, seats, {"sheriff_enabled": False})

    def answer(by: str, choice: str, owner: str = "") -> str:
        while not game.decisions(owner or by):
            [wait] = game.waits()
            game.submit(Tick(wait.name))
        [decision] = game.decisions(owner or by)
        game.submit(Answer(decision.name, by, choice))
        return decision.name

    answer("2", "7")
    name = answer("3", "7")
    assert f'Answer("{name}", "3", "7")' in TOUR
    [told] = [notice for notice in game.notices if notice.key == "checked"]
    assert told.to == ("3",)
    assert told.shows == (("7", "role", "villager"),)
    answer("wolves", "7", owner="1")
    [gate] = game.waits()
    game.submit(Tick(gate.name))
    [sentence] = [line for line in game.explain("en") if "stays in" in line]
    for place in range(1, 9):
        sentence = sentence.replace(f"{place} P{place}", str(place))
    assert f"*{sentence.partition(': ')[2]}*" in TOUR
