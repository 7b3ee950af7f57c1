"""An Evil Twin who dies gets no new twin at the last moment."""

from __future__ import annotations

from nightmoot.core import Game, Override, SeatSpec, registry

ROLES = ("eviltwin", "fanggu", "klutz", "savant", "artist", "sage", "dreamer")


def test_an_evil_twin_who_is_executed_is_not_paired_anew() -> None:
    rules = registry.load()["clocktower"]
    seats = [SeatSpec(f"p{n}", role) for n, role in enumerate(ROLES, 1)]
    game = Game.new(rules, seats, {"script": "snv"}, seed="twin")
    before = [mark.on for mark in game.seen.all_marks() if mark.kind == "twin"]
    game.submit(Override("execute", {"seat": "1"}, "the vote"))
    assert game.seen.seats["1"].out
    assert len(before) == 1
    assert [fact.what for fact in game.facts].count("twin") == 2, "one ruling, one mark"
