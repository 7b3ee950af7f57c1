"""Picks prepared at dusk and reports of madness, on the wire: a neighbour sees no difference, in bytes or in time."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nightmoot.core import Game, Registry, SeatSpec
from nightmoot.host import api, conduct, setup
from nightmoot.host.room import Rules
from tests.host.client import Line
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site

PACE = {"call": 1, "decision": 30, "vote": 20, "discussion": 30, "phase": 1, "window": 10, "defence": 2, "hand": 0.5}
Frames = list[tuple[int, str]]

World = Callable[[Path, tuple[str, ...], dict[str, Any]], Any]


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Rooms with one code, one seed, and the characters put here."""
    worlds: list[tuple[str, ...]] = []

    def new_game(registry: Registry, rules: Rules, names: list[str], seed: str, *_: object) -> Game:
        seats = [SeatSpec(name, role) for name, role in zip(names, worlds[-1], strict=True)]
        return Game.new(registry[rules.ruleset], seats, rules.options, seed, moderator=rules.moderator)

    monkeypatch.setattr(api, "new_code", lambda: "DUSKS")
    monkeypatch.setattr(conduct, "new_seed", lambda: "one seed")
    monkeypatch.setattr(setup, "new_game", new_game)
    return worlds


async def begun(site: Site, players: int, **options: Any) -> Table:
    table = await sit_down(site, players, players=players, ruleset="clocktower", pace=PACE, options=options)
    await table.start()
    await site.settle()
    return table


def played(line: Line) -> Frames:
    """What came from the start on; the lobby before it is not compared."""
    start = next(k for k, frame in enumerate(line.frames) if '"game":1' in frame)
    return list(zip(line.stamps, line.frames, strict=True))[start:]


def prompt(line: Line, skill: str) -> int:
    """The number of what is open under the skill."""
    return next(d for d, one in line.open.items() if one["skill"] == skill)


def asked(line: Line) -> set[str]:
    return {one["skill"] for one in line.open.values()}


async def until_phase(site: Site, table: Table, phase: str) -> None:
    for _ in range(400):
        told = [n["params"].get("phase") for n in table.owner.notices.values() if n["key"] == "phase"]
        if told and told[-1] == phase:
            return
        await site.pass_time(1)
    raise AssertionError(f"no {phase} comes")


# ---------------------------------------------------------------------- the dusk

DUSK = ("poisoner", "fortuneteller", "chef", "imp", "virgin", "mayor")


async def test_at_dusk_everybody_is_asked_the_same_at_the_same_time_for_the_same_length(
    tmp_path: Path, fixed: list[tuple[str, ...]]
) -> None:
    fixed.append(DUSK)
    async with running_site(tmp_path / "db") as site:
        table = await begun(site, 6, script="tb", prepared_picks=True)
        opened = []
        for line in table.lines:
            sent = [(at, frame) for at, frame in played(line) if '"skill":"prepare"' in frame]
            opened.append(sent)
            assert asked(line) == {"prepare"}
        assert len(opened[0]) == 1
        assert opened == [opened[0]] * 6, "byte for byte, and at one time"
        start = site.clock.now()
        closing = []
        for line in table.lines[
            :3
        ]:  # a Poisoner, a Fortune Teller, and one whose answer is void; the others are silent
            await line.send(d=prompt(line, "prepare"), choice=["4"])
        answers = [len(json.dumps(line.open)) for line in table.lines[:3]]
        assert answers == [answers[0]] * 3
        for _ in range(15):
            await site.pass_time(1)
            closing.append([1 if "prepare" in asked(line) else 0 for line in table.lines])
        assert all(row == [row[0]] * 6 for row in closing)
        assert [row[0] for row in closing].index(0) == PACE["window"] - 1
        assert start < site.clock.now()


async def first_night(db: Path, prepares: bool, quick: bool) -> tuple[list[Frames], set[str]]:
    """What those get who hold nothing for the night, and whether the Poisoner was woken."""
    woken: set[str] = set()
    async with running_site(db) as site:
        table = await begun(site, 6, script="tb", prepared_picks=True)
        watched = [table.line_of(seat) for seat in ("4", "5", "6")]
        before = site.clock.now()
        for line in watched:
            await line.send(d=prompt(line, "prepare"), choice=["1"])
        if prepares:
            await table.line_of("1").send(d=prompt(table.line_of("1"), "prepare"), choice=["6"])
            await table.line_of("2").send(d=prompt(table.line_of("2"), "prepare"), choice=["4", "5"])
        for _ in range(60):
            await site.pass_time(1)
            for seat in ("1", "2"):
                line = table.line_of(seat)
                woken |= asked(line) - {"prepare"}
                skill = {"1": "poisoner", "2": "fortuneteller"}[seat]
                if quick and skill in asked(line) and not line.open[prompt(line, skill)]["answered"]:
                    await line.send(d=prompt(line, skill), choice="6" if seat == "1" else ["4", "5"])
        return [[(at - before, frame) for at, frame in played(line)] for line in watched], woken & {
            "poisoner",
            "fortuneteller",
        }


async def test_who_has_prepared_is_not_woken_and_nobody_else_can_tell(
    tmp_path: Path, fixed: list[tuple[str, ...]]
) -> None:
    fixed.append(DUSK)
    prepared, woken = await first_night(tmp_path / "a", True, True)
    asleep, called = await first_night(tmp_path / "b", False, False)
    assert woken == set()
    assert called == {"poisoner", "fortuneteller"}
    quick, _ = await first_night(tmp_path / "c", False, True)
    assert [frames[-1] for frames in prepared], "something was sent"
    assert prepared == quick
    assert [[(at, len(frame)) for at, frame in frames] for frames in prepared] == [
        [(at, len(frame)) for at, frame in frames] for frames in asleep
    ]


async def test_everybody_answers_at_dusk_and_the_dusk_is_as_long(tmp_path: Path, fixed: list[tuple[str, ...]]) -> None:
    """All answers are in at once: the night still falls when the time is over."""
    fixed.append(DUSK)
    async with running_site(tmp_path / "db") as site:
        table = await begun(site, 6, script="tb", prepared_picks=True)
        start = site.clock.now()
        for line in table.lines:
            await line.send(d=prompt(line, "prepare"), choice=["4"])
        await until_phase(site, table, "night")
        assert site.clock.now() - start >= (PACE["window"] - 1) * 1000


# ---------------------------------------------------------------------- reports of madness

MAD = ("mutant", "artist", "witch", "fanggu", "sage", "oracle", "seamstress")


async def reported(db: Path, yes: int) -> tuple[list[Frames], bool]:
    """What everybody but seats 1 and 2 gets of a report about seat 1; so many say yes. Was he executed?"""
    async with running_site(db) as site:
        table = await begun(site, 7, script="snv", madness_reports=True)
        await until_phase(site, table, "day")
        menus = [sorted(one["skill"] for one in line.open.values() if one["offer"]) for line in table.lines]
        assert "report" in menus[0]
        assert menus == [menus[0]] * 7
        reporter = table.line_of("5")
        await reporter.send(d=prompt(reporter, "report"), choice="1")
        judges = [table.line_of(seat) for seat in ("2", "3", "4", "5", "6", "7")]
        assert "breaks_madness" not in asked(table.line_of("1"))
        for nth, line in enumerate(judges):
            await line.send(d=prompt(line, "breaks_madness"), choice=nth < yes)
        await site.settle()
        await site.pass_time(5)
        done = any(n["key"] == "executed" for n in table.owner.notices.values())
        return [played(table.line_of(seat)) for seat in ("6", "7")], done


async def test_a_report_that_comes_to_nothing_tells_neither_why_nor_how_many(
    tmp_path: Path, fixed: list[tuple[str, ...]]
) -> None:
    innocent = ("artist", "mutant", *MAD[2:])
    fixed.append(innocent)
    majority, executed = await reported(tmp_path / "a", 4)
    assert not executed
    few, _ = await reported(tmp_path / "b", 3)
    fixed.append(MAD)
    mad_but_few, executed = await reported(tmp_path / "c", 3)
    assert not executed
    assert any("report_closed" in frame for _, frame in majority[0])
    assert majority == few == mad_but_few
    _, executed = await reported(tmp_path / "d", 4)
    assert executed
