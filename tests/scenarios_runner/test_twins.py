"""``--twins``: the same scenario in other manners. What only holds in the straight play is found."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from nightmoot.core import Game
from tests.scenarios_runner.helpers import MARKET, REGISTRY, TABLE, play, report

SHORT = play(MARKET, "Ann: {scout: Dan}", "Cat: {lamp: Bob}", "until: night")


def twins_find(text: str, name: str) -> str:
    straight, both = report(text), report(text, twins=True)
    assert straight.ok, straight.line()
    assert not both.ok, "the twins agree"
    assert f"[{name}]" in (both.message or ""), both.line()
    return both.message or ""


def test_twins_agree() -> None:
    assert report(SHORT, twins=True).ok
    assert report(play(TABLE, "Ann: {vote: Bob}", "undo: 1", "Ann: {vote: Cat}", "until: night"), twins=True).ok


def test_a_failing_document_is_not_played_again() -> None:
    found = report(play(TABLE, "expect: {day: 3}"), twins=True)
    assert found.message == "expected day: 3; was 0"


def test_a_step_that_differs_when_run_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()
    told = REGISTRY["toy"].steps["omen"]

    def different(scene: Any) -> None:
        scene.tell_moderator("number", next(numbers))
        told(scene)

    monkeypatch.setitem(REGISTRY["toy"].steps, "omen", different)
    assert "not the same when run again" in twins_find(SHORT, "every step run twice")


def test_what_does_not_survive_saving_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    load = Game.load

    def forgetful(*args: Any, **more: Any) -> Game:
        game = load(*args, **more)
        game.notices.pop()
        return game

    monkeypatch.setattr(Game, "load", forgetful)
    assert "differs from the one that was dumped" in twins_find(SHORT, "dumped and loaded at every entry")


def test_what_a_copy_shares_with_its_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fork = Game.fork
    monkeypatch.setattr(Game, "fork", lambda game: (game.notices.pop(), fork(game))[1])
    twins_find(play(MARKET, "until: fair"), "forked at every entry")


def test_an_undo_that_leaves_a_trace_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rewrite = Game.rewrite

    def leaving(game: Game, state: Any) -> None:
        state = state.clone()
        state.count("trace")
        rewrite(game, state)

    monkeypatch.setattr(Game, "rewrite", leaving)
    twins_find(play(TABLE, "Eve: {protect: Ann}"), "undone and redone at every answer")


def test_rules_that_look_at_names_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def nosy(scene: Any) -> None:
        scene.tell_moderator("letters", len(scene.seat("1").name))

    monkeypatch.setitem(REGISTRY["toy"].steps, "omen", nosy)
    assert "ends elsewhere" in twins_find(SHORT, "players renamed")


def test_a_fault_that_only_a_twin_meets_is_reported_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def shy(scene: Any) -> None:
        if "·" in scene.seat("1").name:
            raise ValueError("whose name is that?")

    monkeypatch.setitem(REGISTRY["toy"].steps, "omen", shy)
    assert "whose name is that?" in twins_find(SHORT, "players renamed")
