"""Whoever pretends to have an act of the day looks, to everybody else, like the one who has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nightmoot.core import Game, Registry, SeatSpec
from nightmoot.host import api, conduct, setup
from nightmoot.host.room import Rules
from tests.host.client import Line
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site

REST = ("soldier", "mayor", "virgin", "baron", "imp")  # so few that the Demon is told nothing of what is in play
PACE = {"call": 1, "decision": 5, "discussion": 30, "phase": 1, "defence": 2, "hand": 0.5}
CLAIMANT, TARGET = "1", "2"
#: Every public act and visit of a character, and what is chosen.
ACTS: dict[str, Any] = {
    "slayer": TARGET,
    "gossip": "Seat 2 is evil.",
    "juggler": [{"player": TARGET, "character": "imp"}],
    "savant": True,
    "artist": "Is seat 2 evil?",
}

SAID: dict[str, Any] = {"savant": ["Seat 2 is evil.", "Seat 3 is evil."], "artist": None}


async def world(
    db: Path, monkeypatch: pytest.MonkeyPatch, role: str, act: str, moderator: str
) -> tuple[list[list[tuple[int, str]]], list[str]]:
    """A first day in which seat 1 has this role and does this act: what the others get when, and seat 1's menu."""
    roles = (role, *REST)

    def new_game(registry: Registry, rules: Rules, names: list[str], seed: str, *_: object) -> Game:
        seats = [SeatSpec(name, role) for name, role in zip(names, roles, strict=True)]
        return Game.new(registry[rules.ruleset], seats, rules.options, seed, moderator=rules.moderator)

    monkeypatch.setattr(api, "new_code", lambda: "BLUFF")
    monkeypatch.setattr(conduct, "new_seed", lambda: "one seed")
    monkeypatch.setattr(setup, "new_game", new_game)
    async with running_site(db) as site:
        options = {"script": [*ACTS, "saint", *REST]}
        people = len(roles) + (moderator == "human")
        create = {"players": len(roles), "ruleset": "clocktower", "pace": PACE, "options": options}
        table = await sit_down(site, people, moderator=moderator, **create)
        await table.start()
        await _day(site, table)
        mine: Line = table.line_of(CLAIMANT)
        menu = sorted(open_["skill"] for open_ in mine.open.values() if open_["offer"])
        number = next(d for d, open_ in mine.open.items() if open_["skill"] == act)
        await mine.send(d=number, choice=ACTS[act])
        await site.pass_time(45)  # the talk is over by then
        await _rule(table.owner, act)
        await site.pass_time(10)
        others = [line for line in table.lines if line is not mine and line.hello["viewer"] != "moderator"]
        return [played(line) for line in others], menu


async def _rule(moderator: Line, act: str) -> None:
    """Whoever moderates says something to whoever has come, if anybody has."""
    for one in moderator.last.get("pending", ()):
        if one["open"]["kind"] == "ruling":
            said = "Hello." if one["open"]["key"] == "visit" else SAID[act]
            await moderator.mod("answer", d=one["d"], seat="moderator", choice=said)


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


@pytest.mark.parametrize(
    ("act", "moderator"),
    [*((act, "auto") for act in ACTS), ("slayer", "human"), ("savant", "human"), ("artist", "human")],
)
async def test_a_pretended_act_is_the_act_to_all_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str, moderator: str
) -> None:
    """The same frames at the same times, also where a person has to say something to whoever visits."""
    real, menu = await world(tmp_path / "a.sqlite", monkeypatch, act, act, moderator)
    pretended, same = await world(tmp_path / "b.sqlite", monkeypatch, "saint", act, moderator)
    assert menu == same
    assert set(ACTS) <= set(menu)
    assert any('"phase":"nominations"' in frame for stream in real for _, frame in stream)
    assert real == pretended
