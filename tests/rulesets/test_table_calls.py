"""The moderator's sheet of a night at a table: who is up at each call."""

from __future__ import annotations

from typing import Any

from nightmoot.core import Answer, Game, Override, SeatSpec, Tick, registry

ROLES = ("thief", "cupid", "seer", "guard", "werewolf", "werewolf", "villager", "villager")


def night(*roles: str, undealt: tuple[str, ...] = ()) -> Game:
    """A game with these roles by seat, in its first night."""
    specs = [SeatSpec(name=f"P{n}", role=role) for n, role in enumerate(roles, 1)]
    options = {"sheriff_enabled": False, "outside_table": True}
    setup: dict[str, Any] = {"undealt": undealt} if undealt else {}
    return Game.new(registry.load()["table"], specs, options, "calls", setup=setup, moderator="human")


def now(game: Game) -> tuple[str, tuple[str, ...]]:
    """Who is called now, and who is up."""
    [call] = [call for call in game.grimoire().sheet if call["now"]]
    return call["skill"], call["seats"]


def go_on(game: Game) -> None:
    """To the end of the present call."""
    called = now(game)[0]
    while game.state.phase.name == "night" and any(call["skill"] == called and call["now"] for call in sheet(game)):
        game.submit(Tick(game.waits()[0].name))


def sheet(game: Game) -> tuple[dict[str, Any], ...]:
    return game.grimoire().sheet


def test_whoever_is_called_is_up_until_the_call_ends() -> None:
    game = night(*ROLES, undealt=("seer", "villager"))
    assert [call["skill"] for call in sheet(game)] == ["thief", "cupid", "lovers", "guard", "seer", "werewolf"]
    assert now(game) == ("thief", ("1",))
    [asked] = game.decisions("moderator")
    game.submit(Answer(asked.name, "1", "villager"))
    assert now(game) == ("thief", ("1",))  # has changed his card, and is up still
    go_on(game)
    assert now(game) == ("cupid", ("2",))
    [asked] = game.decisions("moderator")
    game.submit(Answer(asked.name, "2", ("3", "7")))
    assert now(game) == ("cupid", ("2",))
    go_on(game)
    assert now(game) == ("lovers", ("3", "7"))
    assert [call["skill"] for call in sheet(game) if call["done"]] == ["thief", "cupid"]
    go_on(game)
    go_on(game)
    go_on(game)
    assert now(game) == ("werewolf", ("5", "6"))
    go_on(game)
    assert all(call["done"] and not call["now"] for call in sheet(game))


def test_nobody_is_up_where_the_card_is_dead_or_on_the_table() -> None:
    game = night(*ROLES, undealt=("seer", "villager"))
    game.submit(Override("kill", {"seat": "4"}))
    ups = {call["skill"]: call["seats"] for call in sheet(game)}
    assert ups["guard"] == ()
    assert ups["seer"] == ("3",)


def test_by_day_there_is_no_sheet() -> None:
    game = night(*ROLES, undealt=("seer", "villager"))
    while game.state.phase.name == "night":
        game.submit(Tick(game.waits()[0].name))
    assert sheet(game) == ()
