"""``clock``: time passes, and what falls due on the way falls due in order."""

from __future__ import annotations

import pytest

from nightmoot.scenarios.clock import DAY, Clock, after, at, next_at
from tests.scenarios_runner.helpers import MARKET, TABLE, fails, passes, play


@pytest.mark.parametrize(("text", "minute"), [("08:00", 480), ("8:05", 485), ("23:59", 1439)])
def test_times_of_day(text: str, minute: int) -> None:
    assert at(text) == minute


@pytest.mark.parametrize("text", ["24:00", "12:60", "noon", "+2h", "1200"])
def test_what_is_no_time_of_day(text: str) -> None:
    assert at(text) is None


@pytest.mark.parametrize(("text", "minutes"), [("+26h", 1560), ("+90m", 90), ("+1h30m", 90)])
def test_spans(text: str, minutes: int) -> None:
    assert after(text) == minutes


@pytest.mark.parametrize("text", ["26h", "+", "+2", "+h", "08:00"])
def test_what_is_no_span(text: str) -> None:
    assert after(text) is None


def test_the_next_time_of_day_is_never_now() -> None:
    assert next_at(480, 480) == 480 + DAY
    assert next_at(480, 481) == 481
    assert next_at(480, 479) == 479 + DAY


def test_a_phase_sets_the_clock_to_its_time() -> None:
    clock = Clock({"night": 1320, "market": 480}, 1320)
    assert clock.next_deadline("night") == 480 + DAY
    clock.entered("market")
    assert clock.now == 480 + DAY
    clock.entered("elsewhere")
    assert clock.now == 480 + DAY


def test_time_passes_and_deadlines_fall_due_in_order() -> None:
    passes(
        play(
            MARKET,
            'clock: "07:59"',
            "expect: {phase: night, pending: [Ann]}",
            'clock: "+1m"',
            "expect: {phase: market, day: 1}",
            "Cat: {lamp: Bob}",
            'clock: "+3h59m"',
            "expect: {phase: market, pending: [Dan]}",
            'clock: "12:00"',
            "expect: {phase: fair}",
            'clock: "+26h"',
            "expect: {phase: fair, day: 2}",
            "clock: 18:00",
            "expect: {phase: council}",
        )
    )


def test_entries_move_the_clock_to_where_they_run() -> None:
    passes(play(MARKET, "until: council", 'clock: "+4h"', "expect: {phase: night, night: 2}"))


def test_elsewhere_it_is_an_error() -> None:
    fails(play(TABLE, 'clock: "+1h"'), "does not live by the clock", line=6)
    fails(play(MARKET, "clock: noon"), "a time is +26h or 08:00", line=5)


def test_any_game_may_have_a_calendar() -> None:
    times = 'calendar: {night: "20:00", dawn: "08:00", day: "8:30", vote: "18:00", dusk: "19:00"}'
    head = TABLE.replace("sheriff_enabled: false", f"sheriff_enabled: false, {times}")
    passes(play(head, "wolves: {kill: Dan}", 'clock: "+13h"', "expect: {phase: day, day: 1, died: [Dan]}"))
    wrong = TABLE.replace("sheriff_enabled: false", "calendar: {night: late}")
    fails(play(wrong), "a time of day is 08:00, but here stands late", line=3)
