"""Calendars: changes of the clocks, rest days, longer days, breaks, the least that everybody has."""

from __future__ import annotations

import datetime as dt
from types import MappingProxyType, SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from nightmoot.host.deadlines import Deadline
from nightmoot.host.faults import Refusal
from nightmoot.host.slow.timetable import HOUR, Timetable, check
from nightmoot.host.wire.slow import Break, Calendar

BY_CLOCK: Any = SimpleNamespace(
    phases=("08:00", "20:00"), calendar=MappingProxyType({"08:00": "08:00", "20:00": "20:00"}), rhythm=None
)
BY_TURNS: Any = SimpleNamespace(phases=("night", "day"), calendar={}, rhythm=None)


def at(text: str, zone: str = "Europe/Berlin", fold: int = 0) -> int:
    local = dt.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return int(local.timestamp() * 1000)


def shown(ms: int | None, zone: str = "Europe/Berlin") -> str:
    assert ms is not None
    return dt.datetime.fromtimestamp(ms / 1000, ZoneInfo(zone)).strftime("%a %Y-%m-%d %H:%M")


def table(rules: Any = BY_CLOCK, **fields: Any) -> Timetable:
    return Timetable(Calendar(**{"zone": "Europe/Berlin", **fields}), rules)


def test_a_phase_ends_when_the_next_one_begins() -> None:
    found = table()
    assert shown(found.end("phase", "08:00", at("2026-03-02T08:00"))) == "Mon 2026-03-02 20:00"
    assert shown(found.end("phase", "20:00", at("2026-03-02T20:00"))) == "Tue 2026-03-03 08:00"


def test_whoever_begins_late_still_has_the_least_hours() -> None:
    found = table(least=4)
    assert shown(found.end("phase", "08:00", at("2026-03-02T15:30"))) == "Mon 2026-03-02 20:00"
    assert shown(found.end("phase", "08:00", at("2026-03-02T16:30"))) == "Tue 2026-03-03 20:00"


def test_a_moment_that_is_now_is_not_the_next_one() -> None:
    assert shown(table(least=0).end("phase", "08:00", at("2026-03-02T20:00"))) == "Tue 2026-03-03 20:00"


@pytest.mark.parametrize(
    ("begins", "hours", "ends"),
    [
        ("2026-03-28T20:00", 11, "Sun 2026-03-29 08:00"),  # the clocks go forward
        ("2026-10-24T20:00", 13, "Sun 2026-10-25 08:00"),  # and back
    ],
)
def test_a_night_in_which_the_clocks_change_ends_at_the_same_time_of_day(begins: str, hours: int, ends: str) -> None:
    found = table().end("phase", "20:00", at(begins))
    assert shown(found) == ends
    assert found == at(begins) + hours * HOUR


def test_a_time_of_day_that_does_not_exist_is_taken_with_the_offset_before_the_gap() -> None:
    found = table(hours={"20:00": ["02:30"]}).end("phase", "20:00", at("2026-03-28T20:00"))
    assert shown(found) == "Sun 2026-03-29 03:30"
    again = table(hours={"20:00": ["02:30"]}).end("phase", "20:00", at("2026-03-29T20:00"))
    assert shown(again) == "Mon 2026-03-30 02:30"


def test_of_a_time_of_day_that_comes_twice_the_first_counts_once() -> None:
    found = table(hours={"20:00": ["02:30"]}, least=0)
    first = found.end("phase", "20:00", at("2026-10-24T20:00"))
    assert first == at("2026-10-25T02:30", fold=0)
    second = found.end("phase", "20:00", first)
    assert shown(second) == "Mon 2026-10-26 02:30"


def test_weekends_without_a_deadline_make_the_night_before_longer() -> None:
    assert shown(table(rest=[6, 7]).end("phase", "20:00", at("2026-03-06T20:00"))) == "Mon 2026-03-09 08:00"


def test_one_long_day_over_the_weekend() -> None:
    found = table(longer={"20:00": [6], "08:00": [7]})
    assert shown(found.end("phase", "20:00", at("2026-03-06T20:00"))) == "Sat 2026-03-07 08:00"
    assert shown(found.end("phase", "08:00", at("2026-03-07T08:00"))) == "Sun 2026-03-08 20:00"


def test_breaks_are_left_out_to_their_last_day() -> None:
    holidays = Break(dt.date(2026, 12, 24), dt.date(2026, 12, 27))
    found = table(breaks=[holidays])
    assert shown(found.end("phase", "08:00", at("2026-12-23T20:00"))) == "Mon 2026-12-28 20:00"


def test_what_arises_at_a_deadline_has_a_grace() -> None:
    now = at("2026-03-02T08:00")
    assert table(grace=1.5).end("decision", "08:00", now) == now + int(1.5 * HOUR)
    assert shown(table(hours={"decision": ["12:00"]}).end("decision", "08:00", now)) == "Mon 2026-03-02 12:00"


def test_a_game_of_turns_ends_each_at_the_next_moment_and_breathes_without_a_pause() -> None:
    now = at("2026-03-02T09:00")
    found = table(BY_TURNS)
    assert shown(found.end("call", "night", now)) == "Mon 2026-03-02 20:00"
    assert found.end("phase", "night", now) == now
    dense = table(BY_TURNS, hours={"night": ["06:00", "12:00", "18:00"], "vote": ["21:00"]}, least=1)
    assert shown(dense.end("call", "night", now)) == "Mon 2026-03-02 12:00"
    assert shown(dense.end("vote", "day", now)) == "Mon 2026-03-02 21:00"


def test_after_a_pause_the_calendar_counts_again_and_takes_nothing_away() -> None:
    paused = {"x": Deadline("x", "phase", None, left=30 * 60_000), "free": Deadline("free", "decision", None)}
    found = table()
    soon = found.resumed(paused, "08:00", at("2026-03-02T19:30"))
    assert shown(soon["x"].due) == "Mon 2026-03-02 20:00"
    late = found.resumed(paused, "08:00", at("2026-03-02T19:45"))
    assert shown(late["x"].due) == "Tue 2026-03-03 20:00"
    assert late["free"].due is None


def test_what_is_to_come_follows_the_phases() -> None:
    found = table(rest=[7]).coming("20:00", at("2026-03-07T08:00"), 3)
    assert [(c.phase, shown(c.at)) for c in found] == [
        ("20:00", "Sat 2026-03-07 08:00"),
        ("08:00", "Sat 2026-03-07 20:00"),
        ("20:00", "Mon 2026-03-09 08:00"),
        ("08:00", "Mon 2026-03-09 20:00"),
        ("20:00", "Tue 2026-03-10 08:00"),
    ]


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"zone": "Mars/Olympus"}, "no_zone", "$.calendar.zone"),
        ({"zone": "../etc/passwd"}, "no_zone", "$.calendar.zone"),
        ({"rest": [1, 2, 3, 4, 5, 6, 7]}, "no_moment", "$.calendar.rest"),
        ({"longer": {"08:00": [1, 2, 3, 4, 5, 6, 7]}}, "no_moment", "$.calendar"),
        ({"hours": {"noon": ["12:00"]}}, "not_found", "$.calendar.hours.noon"),
        ({"breaks": [Break(dt.date(2026, 2, 2), dt.date(2026, 2, 1))]}, "invalid", "$.calendar.breaks[0].last"),
    ],
)
def test_a_calendar_that_cannot_be_kept_is_refused_by_its_part(fields: Any, code: str, path: str) -> None:
    with pytest.raises(Refusal) as refused:
        check(Calendar(**{"zone": "UTC", **fields}), BY_CLOCK, at("2026-03-02T08:00"))
    assert (refused.value.code, refused.value.path) == (code, path)
