"""Whoever pretends to have an act of the day looks, to everybody else, like the one who has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightmoot.core import Game, Registry, SeatSpec
from nightmoot.host import api, conduct, setup
from nightmoot.host.room import Rules
from tests.host.client import Line
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site

REST = ("soldier", "mayor", "virgin", "baron", "imp")  # so few that the Demon is told nothing of what is in play
PACE = {"call": 1, "decision": 1, "discussion": 30, "phase": 1, "defence": 2, "hand": 0.5}
CLAIMANT, TARGET = "1", "2"


async def world(db: Path, monkeypatch: pytest.MonkeyPatch, role: str) -> tuple[list[list[tuple[int, str]]], list[str]]:
    """A first day in which seat 1 has this role and shoots at seat 2: what the others get when, and seat 1's menu."""
    roles = (role, *REST)

    def new_game(registry: Registry, rules: Rules, names: list[str], seed: str, *_: object) -> Game:
        seats = [SeatSpec(name, role) for name, role in zip(names, roles, strict=True)]
        return Game.new(registry[rules.ruleset], seats, rules.options, seed, moderator=rules.moderator)

    monkeypatch.setattr(api, "new_code", lambda: "BLUFF")
    monkeypatch.setattr(conduct, "new_seed", lambda: "one seed")
    monkeypatch.setattr(setup, "new_game", new_game)
    async with running_site(db) as site:
        table = await sit_down(site, 6, players=6, ruleset="clocktower", pace=PACE, options={"script": "tb"})
        await table.start()
        await _day(site, table)
        mine: Line = table.line_of(CLAIMANT)
        menu = sorted(open_["skill"] for open_ in mine.open.values() if open_["offer"])
        shot = next(d for d, open_ in mine.open.items() if open_["skill"] == "slayer")
        await mine.send(d=shot, choice=TARGET)
        await site.pass_time(20)
        others = [line for line in table.lines if line is not mine]
        return [played(line) for line in others], menu


def played(line: Line) -> list[tuple[int, str]]:
    """What came from the start on; the lobby before it is not compared."""
    start = next(k for k, frame in enumerate(line.frames) if '"game":1' in frame)
    return list(zip(line.stamps, line.frames, strict=True))[start:]


async def _day(site: Site, table: Table) -> None:
    for _ in range(200):
        if any(n["key"] == "phase" and n["params"].get("phase") == "day" for n in table.owner.notices.values()):
            return
        await site.pass_time(1)
    raise AssertionError("no day comes")


async def test_a_pretended_shot_is_a_shot_to_all_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shooter, menu = await world(tmp_path / "a.sqlite", monkeypatch, "slayer")
    pretender, same = await world(tmp_path / "b.sqlite", monkeypatch, "chef")
    assert menu == same
    assert "slayer" in menu
    assert any("slayer" in frame for stream in shooter for _, frame in stream)
    assert shooter == pretender
