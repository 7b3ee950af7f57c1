"""Seats of people who come and go (B69)."""

from __future__ import annotations

import pytest

from nightmoot.core import Game, Override, Refused, SeatSpec, Tick, registry


def begun() -> Game:
    return Game.new(
        registry.load()["clocktower"], [SeatSpec(str(n)) for n in range(8)], {}, "a seed", moderator="human"
    )


def test_nobody_gets_the_seat_of_a_traveller_who_has_left() -> None:
    game = begun()
    for name in ("甲", "乙"):
        game.submit(Override("join", {"name": name, "role": "scapegoat"}, ""))
        seat = next(seat.id for seat in game.state.seats.values() if seat.name == name)
        game.submit(Override("leave", {"seat": seat}, ""))
    assert [(seat.id, seat.name) for seat in game.state.seats.values()][8:] == [("9", "甲"), ("10", "乙")]


def test_nobody_sits_down_after_somebody_who_has_left() -> None:
    game = begun()
    game.submit(Override("leave", {"seat": "8"}, ""))
    with pytest.raises(Refused, match="unknown-seat"):
        game.submit(Override("join", {"name": "甲", "role": "scapegoat", "after": "8"}, ""))


@pytest.mark.parametrize(("act", "more"), [("revive", {}), ("set", {"alive": True}), ("set", {"role": "imp"})])
def test_nobody_is_brought_back_who_has_left(act: str, more: dict[str, object]) -> None:
    game = begun()
    game.submit(Override("leave", {"seat": "2"}, ""))
    with pytest.raises(Refused, match=r"has-left|is-in"):
        game.submit(Override(act, {"seat": "2", **more}, ""))


def test_an_act_that_asks_and_is_done_twice_parks_nothing() -> None:
    roles = ("fortuneteller", "chef", "empath", "monk", "mayor", "poisoner", "imp", "butler")
    rules = registry.load()["clocktower"]
    game = Game.new(rules, [SeatSpec(role, role) for role in roles], {}, "a seed", moderator="human")
    game.submit(Override("kill", {"seat": "1"}, ""))
    for _ in range(2):  # the first asks for a red herring, and nothing has come of it yet
        game.submit(Override("revive", {"seat": "1"}, ""))
    asked = [wait.name for wait in game.waits() if "override/revive" in wait.name]
    assert asked
    while (waits := [wait.name for wait in game.waits()]) and "override" in waits[0]:
        game.submit(Tick(waits[0]))
        assert game.fault is None
    assert not game.state.seats["1"].out
    assert game.state.agenda[0].kind != "override"


@pytest.mark.parametrize("seed", range(4))
def test_somebody_may_sit_down_while_the_set_up_still_asks(seed: int) -> None:
    rules = registry.load()["clocktower"]
    roles = ("fortuneteller", "chef", "empath", "monk", "mayor", "poisoner", "imp", "butler")
    game = Game.new(rules, [SeatSpec(role, role) for role in roles], {}, str(seed), moderator="human")
    assert any("red_herring" in wait.name for wait in game.waits())
    game.submit(Override("join", {"name": "甲", "role": "scapegoat"}, ""))
    assert game.fault is None
    assert "9" in game.state.circle


def test_the_grimoire_of_a_town_that_the_tea_lady_has_left() -> None:
    rules = registry.load()["clocktower"]
    roles = ("tealady", "chef", "empath", "monk", "mayor", "poisoner", "imp", "butler")
    game = Game.new(rules, [SeatSpec(role, role) for role in roles], {}, "a seed", moderator="human")
    assert "cannot_die" in game.grimoire().to_wire()["seats"]["2"]["beside"]
    game.submit(Override("leave", {"seat": "1"}, ""))
    assert "cannot_die" not in game.grimoire().to_wire()["seats"]["2"]["beside"]
