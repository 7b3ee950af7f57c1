"""Reminder tokens that the moderator lays, moves and takes away by hand."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import Game, Override, Refused, Undo
from tests.core.playing import answer, game, sentences


def by_hand(of: Game, act: str, **args: Any) -> int:
    return of.submit(Override(act, args)).seq


def on(of: Game, seat: str) -> list[str]:
    return [mark["kind"] for mark in of.grimoire().marks if mark["on"] == seat]


def test_a_token_laid_by_hand_works_and_is_told_to_nobody() -> None:
    night = game("zap", "plain", "plain", "plain")
    before = len(night.notices)
    by_hand(night, "mark", seat="2", kind="tough")
    assert on(night, "2") == ["tough"]
    assert len(night.notices) == before
    answer(night, "1", "zap", "2")
    assert "2" in night.seen.living


def test_a_token_is_moved_as_it_is_and_taken_away() -> None:
    night = game("zap", "plain", "plain", "plain")
    by_hand(night, "mark", seat="2", kind="tough")
    token = night.grimoire().marks[0]
    by_hand(night, "move", mark=token["id"], seat="3")
    assert night.grimoire().marks == ({**token, "on": "3"},)
    by_hand(night, "move", mark=token["id"])
    assert on(night, "table") == ["tough"]
    by_hand(night, "unmark", mark=token["id"])
    assert night.grimoire().marks == ()


def test_a_note_is_words_that_bear_on_nothing() -> None:
    night = game("zap", "plain", "plain", "plain")
    by_hand(night, "note", seat="2", text=" bluffs the seer ")
    by_hand(night, "note", text="slow game")
    assert [(mark["on"], mark["data"]) for mark in night.grimoire().marks] == [
        ("2", "bluffs the seer"),
        ("table", "slow game"),
    ]
    answer(night, "1", "zap", "2")
    assert "2" not in night.seen.living


def test_every_step_is_explained_and_can_be_undone() -> None:
    night = game("zap", "plain", "plain", "plain")
    seq = by_hand(night, "mark", seat="2", kind="tough")
    by_hand(night, "move", mark=night.grimoire().marks[0]["id"], seat="3")
    assert any("moved a token" in line for line in sentences(night))
    night.submit(Undo(seq))
    assert on(night, "2") == ["tough"]
    night.submit(Undo(seq - 1))
    assert night.grimoire().marks == ()
    assert not any("token" in line for line in sentences(night))


@pytest.mark.parametrize(
    ("act", "args", "code"),
    [
        ("mark", {"seat": "2", "kind": "unheard of"}, "unknown-mark"),
        ("mark", {"seat": "9", "kind": "tough"}, "unknown-seat"),
        ("move", {"mark": "m99", "seat": "2"}, "unknown-mark"),
        ("unmark", {}, "unknown-mark"),
        ("note", {"text": "  "}, "not-a-text"),
        ("note", {"text": "x" * 201}, "not-a-text"),
    ],
)
def test_what_is_not_there_cannot_be_laid(act: str, args: dict[str, Any], code: str) -> None:
    night = game("zap", "plain", "plain", "plain")
    with pytest.raises(Refused, match=code):
        by_hand(night, act, **args)
    assert night.grimoire().marks == ()
