"""A count that the storyteller takes back has not been: the tokens of the dead return."""

from __future__ import annotations

from nightmoot.core import Answer, Game, Override, Undo
from tests.rulesets.clocktower.playing import act, seated, tick, until


def count(game: Game) -> None:
    """The dead seat 5 raises its hand for an execution, and the hand passes to the end."""
    act(game, "6", "nominate", "1")
    for _ in range(20):
        ballot = next((decision for decision in game.decisions("5") if decision.kind == "vote"), None)
        if ballot is not None:
            break
        tick(game)
    assert ballot is not None
    game.submit(Answer(ballot.name, "5", True))
    for _ in range(40):
        if spent(game):
            return
        tick(game)


def spent(game: Game) -> list[str]:
    return [mark.on for mark in game.seen.all_marks() if mark.kind == "voteless"]


def test_an_undo_of_a_count_gives_the_tokens_back() -> None:
    game = until(seated("imp", "poisoner", "slayer", "monk", "saint", "soldier", "virgin"), "day")
    game.submit(Override("kill", {"seat": "5"}, "for the test"))
    until(game, "nominations")
    before = len(game.inputs)
    count(game)
    assert spent(game) == ["5"]
    game.submit(Undo(before))
    assert spent(game) == []
    count(game)
    assert spent(game) == ["5"], "it may be used again"
