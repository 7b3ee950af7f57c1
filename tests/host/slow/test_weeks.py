"""Whole slow games through the HTTP interface, with the server killed on the way: the record is the same."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.host.slow.weeks import weeks

START = int(dt.datetime(2026, 3, 20, 12, tzinfo=dt.UTC).timestamp() * 1000)  # the clocks change on the 29th
CALENDAR = {"zone": "Europe/Berlin", "rest": [7], "warn": [3]}
GAMES: dict[str, dict[str, Any]] = {
    "table": {"players": 18, "calendar": {**CALENDAR, "hours": {"night": ["00:00", "06:00", "12:00", "18:00"]}}},
    "killer": {"players": 25, "calendar": CALENDAR},  # 23 and the two NPCs
    "forum": {"players": 10, "calendar": {**CALENDAR, "days": {"正午": 4}}},
}
KILLS = 5
LONGEST = {"forum": 20}  # commits of a life: a small game has fewer


@pytest.mark.timeout(400)
@pytest.mark.parametrize("ruleset", sorted(GAMES))
async def test_weeks_with_a_server_that_dies_end_as_if_nothing_had_happened(tmp_path: Path, ruleset: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    create = {"ruleset": ruleset, **GAMES[ruleset]}
    calm, none, end = await weeks(tmp_path / "a", [], start=START, **create)
    rng = Random(ruleset)
    lives = [rng.randint(3, LONGEST.get(ruleset, 60)) for _ in range(KILLS)]
    shaken, deaths, late = await weeks(tmp_path / "b", lives, start=START, **create)
    assert (none, deaths) == (0, KILLS)
    assert end == late
    assert end - START > 7 * 24 * 3_600_000
    assert shaken["steps"] == calm["steps"]
    assert shaken["explain"] == calm["explain"]
    assert shaken == calm
