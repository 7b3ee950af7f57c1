"""A game of doors and windows by the calendar: what ends when, and a forum game in a room that keeps to it."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import icalendar
import pytest

from nightmoot.core import registry
from nightmoot.host.clock import FakeClock
from nightmoot.host.deadlines import Deadline
from nightmoot.host.faults import Refusal
from nightmoot.host.slow.doors import Doors
from nightmoot.host.slow.timetable import check, timetable
from nightmoot.host.wire.slow import Break, Calendar
from tests.host.client import Line, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site
from tests.host.slow.test_slow_room import ZONE, local, moment, offer, phase, to

FORUM = registry.load()["forum"]
WINDOWS = ("黄昏1", "黄昏2", "早夜1", "早夜2", "午夜", "深夜1", "深夜2", "凌晨1", "凌晨2", "晨曦1", "晨曦2")
#: Minutes after the close at which each window ends (L1163-L1290).
ENDS = (10, 20, 30, 40, 60, 70, 80, 90, 100, 110, 120)
ROLES = ["狼学者", "渊狼", "骑士", "大法官", "通灵师", "狐狸", "郎中", "乌鸦"]


def doors(**fields: Any) -> Doors:
    found = timetable(Calendar(**{"zone": ZONE, **fields}), FORUM)
    assert isinstance(found, Doors)
    return found


def shown(ms: int | None) -> str:
    assert ms is not None
    return dt.datetime.fromtimestamp(ms / 1000, doors().zone).strftime("%a %H:%M")


def test_the_windows_end_at_the_printed_minutes_after_the_close() -> None:
    at = moment("2026-03-03T21:00")
    found = []
    for name in WINDOWS:
        end = doors().end("window", name, at)
        assert end is not None
        found.append((end - moment("2026-03-03T21:00")) // 60_000)
        at = end
    assert tuple(found) == ENDS


def test_windows_may_be_stretched_to_fill_the_night_or_end_at_a_time_of_day() -> None:
    at = moment("2026-03-03T21:00")
    for name in WINDOWS:
        at = doors(stretch=6).end("window", name, at) or 0
    assert shown(at) == "Wed 09:00"
    assert shown(doors(hours={"午夜": ["08:00"]}).end("window", "午夜", moment("2026-03-03T21:40"))) == "Wed 08:00"


@pytest.mark.parametrize(
    ("begins", "ends"),
    [
        ("2026-03-02T09:00", "Tue 20:00"),  # two days
        ("2026-03-05T09:00", "Fri 20:00"),
        ("2026-03-06T09:00", "Sun 20:00"),  # a weekend makes it longer by one
        ("2026-03-07T09:00", "Mon 20:00"),
        ("2026-03-08T09:00", "Tue 20:00"),
        ("2026-03-02T18:30", "Wed 20:00"),  # too late to count as a day
    ],
)
def test_a_discussion_lasts_two_days_and_a_weekend_one_more(begins: str, ends: str) -> None:
    table = doors()
    end = table.end("discussion", "正午", moment(begins))
    assert shown(end) == ends
    assert end is not None
    assert shown(table.end("discussion", "正午", end, name="closing")) == ends.replace("20:00", "21:00")


def test_the_days_of_a_discussion_and_the_close_are_the_rooms() -> None:
    table = doors(days={"正午": 1}, weekend=0, hours={"正午": ["22:00"], "phase": ["10:00"]})
    assert shown(table.end("discussion", "正午", moment("2026-03-07T10:00"))) == "Sat 21:00"
    assert shown(table.end("phase", "晨曦2", moment("2026-03-07T00:10"), name="正午")) == "Sat 10:00"
    assert shown(doors().end("discussion", "竞选", moment("2026-03-02T12:00"))) == "Mon 20:00"


def test_the_doors_open_in_the_morning_and_not_on_days_off() -> None:
    night = moment("2026-03-03T23:00")
    assert shown(doors().end("phase", "晨曦2", night, name="正午")) == "Wed 09:00"
    assert shown(doors(rest=[3]).end("phase", "晨曦2", night, name="正午")) == "Thu 09:00"
    holidays = Break(dt.date(2026, 3, 4), dt.date(2026, 3, 5))
    assert shown(doors(breaks=[holidays]).end("phase", "晨曦2", night, name="正午")) == "Fri 09:00"


def test_doors_that_are_late_open_at_once_and_other_phases_follow_without_a_pause() -> None:
    late = moment("2026-03-04T11:15")
    assert doors().end("phase", "晨曦2", late, name="正午") == late
    assert doors().end("phase", "黄昏1", late) == late


def test_a_question_has_a_grace_and_one_before_the_first_day_until_the_doors_move() -> None:
    now = moment("2026-03-02T15:00")
    assert shown(doors(grace=1).end("decision", "正午", now)) == "Mon 16:00"
    assert shown(doors().end("decision", "开局", now)) == "Mon 21:00"
    assert shown(doors().end("decision", "开局", moment("2026-03-02T18:00"))) == "Tue 09:00"


def test_after_a_pause_the_day_ends_by_the_calendar_and_a_window_has_what_was_left() -> None:
    now = moment("2026-03-04T15:30")
    minutes = 60_000
    stopped = {
        "正午/3/2/gate/discussion": Deadline("正午/3/2/gate/discussion", "discussion", None, left=90 * minutes),
        "正午/3/2/gate/discussion/closing": Deadline(
            "正午/3/2/gate/discussion/closing", "discussion", None, left=7 * minutes
        ),
        "午夜/2/2/gate/window/午夜": Deadline("午夜/2/2/gate/window/午夜", "window", None, left=5 * minutes),
    }
    found = doors().resumed(stopped, "正午", now)
    assert [shown(found[name].due) for name in stopped] == ["Wed 20:00", "Wed 15:37", "Wed 15:35"]


def test_what_is_to_come_are_the_closes_and_the_windows() -> None:
    coming = list(doors().coming("正午", moment("2026-03-03T20:00"), 3))
    assert [(c.phase, shown(c.at), c.closing) for c in coming[:3]] == [
        ("正午", "Tue 20:00", True),
        ("正午", "Tue 21:00", False),
        ("黄昏1", "Tue 21:10", False),
    ]
    assert [(c.phase, (c.at - coming[1].at) // 60_000) for c in coming[2:13]] == list(zip(WINDOWS, ENDS, strict=True))
    assert [(c.phase, shown(c.at)) for c in coming[13:15]] == [("正午", "Thu 21:00"), ("黄昏1", "Thu 21:10")]


def test_skills_of_the_day_have_hours() -> None:
    table = doors()
    assert table.hours_of("正午", moment("2026-03-03T08:59")) == ("09:00", "21:00")
    assert table.hours_of("正午", moment("2026-03-03T09:00")) is None
    assert table.hours_of("正午", moment("2026-03-03T20:59")) is None
    assert table.hours_of("正午", moment("2026-03-03T21:00")) == ("09:00", "21:00")
    assert table.hours_of("投票", moment("2026-03-03T23:00")) is None


@pytest.mark.parametrize(
    ("ruleset", "fields", "path"),
    [
        ("forum", {"days": {"午夜": 2}}, "$.calendar.days.午夜"),
        ("table", {"days": {"day": 2}}, "$.calendar.days.day"),
        ("forum", {"rest": [1, 2, 3, 4, 5, 6, 7]}, "$.calendar.rest"),
        ("forum", {"hours": {"noon": ["12:00"]}}, "$.calendar.hours.noon"),
    ],
)
def test_a_calendar_that_the_game_cannot_keep_is_refused(ruleset: str, fields: Any, path: str) -> None:
    with pytest.raises(Refusal) as refused:
        check(Calendar(**{"zone": ZONE, **fields}), registry.load()[ruleset], moment("2026-03-02T12:00"))
    assert refused.value.path == path


# ---------------------------------------------------------------------- in a room


@pytest.fixture
async def site(db: Path) -> AsyncIterator[Site]:
    async with running_site(db, clock=FakeClock(moment("2026-03-02T12:00"))) as site:
        yield site


async def game(site: Site, *, sheriff: bool = True, **calendar: Any) -> Table:
    table = await sit_down(
        site,
        8,
        ruleset="forum",
        players=8,
        roles=ROLES,
        pace={},
        options={"sheriff": sheriff},
        calendar={"zone": ZONE, **calendar},
    )
    await table.start()
    await site.settle()
    rng = Random(1)
    for _ in range(30):
        await table.answer_all(rng)
        await site.pass_time(0)
        if phase(table.owner) != "开局":
            return table
    raise AssertionError([line.open for line in table.lines if line.open])


async def vote(line: Line, target: str) -> None:
    open_ = offer(line, "vote")
    assert open_ is not None
    await line.send(d=open_["d"], choice=target)


async def test_days_and_nights_go_by_the_clock(site: Site) -> None:
    table = await game(site)
    line = table.owner
    assert (phase(line), local(line.clock["at"])) == ("竞选", "03-02 20:00")
    await to(site, "2026-03-02T20:59")
    assert (phase(line), local(line.clock["at"])) == ("竞选", "03-02 21:00")
    close = moment("2026-03-02T21:00")
    for name, minutes in zip(WINDOWS, ENDS, strict=True):
        await site.pass_time((close + (minutes - 1) * 60_000 - site.clock.now()) / 1000)
        assert (phase(line), local(line.clock["at"])) == (name, local(close + minutes * 60_000))
    await to(site, "2026-03-03T08:59")
    assert (phase(line), local(line.clock["at"])) == ("晨曦2", "03-03 09:00")
    await to(site, "2026-03-03T09:00")
    assert (phase(line), local(line.clock["at"])) == ("正午", "03-04 20:00")
    await to(site, "2026-03-04T21:00")
    assert phase(line) == "黄昏1"


async def test_what_is_handed_in_may_be_replaced_until_the_window_ends_and_plans_are_sent(site: Site) -> None:
    table = await game(site, sheriff=False)
    wolf, fox = table.with_role("渊狼"), table.with_role("狐狸")
    await fox.send(plan={"phase": "深夜1", "skill": "狡黠", "choices": [table.with_role("郎中").hello["viewer"]]})
    await to(site, "2026-03-02T12:45")
    assert phase(wolf) == "午夜"
    abyss = offer(wolf, "深渊")
    assert abyss is not None
    first, second, *_ = abyss["pick"]["candidates"]
    await wolf.send(d=abyss["d"], choice=first)
    await site.pass_time(600)
    await wolf.send(d=abyss["d"], choice=second)
    await site.pass_time(600)
    assert phase(wolf) == "深夜1"
    used = {fact.what: fact.data["chosen"] for fact in site.game(table.code).facts if fact.kind == "use"}
    assert used["深渊"] == (second,)
    assert used["狡黠"] == (table.with_role("郎中").hello["viewer"],)


async def test_skills_of_the_day_rest_at_night_and_in_the_last_hour_and_a_vote_stands_in_it(site: Site) -> None:
    table = await game(site)
    knight, voter, late = table.with_role("骑士"), table.with_role("郎中"), table.with_role("乌鸦")
    others = [line.hello["viewer"] for line in table.lines]
    duel = {"choice": table.with_role("狼学者").hello["viewer"]}
    await to(site, "2026-03-03T22:00")
    open_ = offer(knight, "决斗")
    assert open_ is not None
    with pytest.raises(Refused, match="not_now"):
        await knight.send(d=open_["d"], **duel)
    await vote(voter, others[0])
    await to(site, "2026-03-04T20:00")
    assert offer(knight, "决斗") is None
    with pytest.raises(Refused):
        await vote(voter, others[1])
    await vote(late, others[1])
    await to(site, "2026-03-04T20:59")
    assert phase(voter) == "正午"
    await to(site, "2026-03-04T21:00")
    votes = [fact for fact in site.game(table.code).facts if fact.kind == "vote"]
    assert [(fact.seat, fact.what) for fact in votes] == [
        (voter.hello["viewer"], others[0]),
        (late.hello["viewer"], others[1]),
    ]


async def test_the_knight_fights_by_day(site: Site) -> None:
    table = await game(site)
    knight = table.with_role("骑士")
    await to(site, "2026-03-04T09:30")
    open_ = offer(knight, "决斗")
    assert open_ is not None
    await knight.send(d=open_["d"], choice=table.with_role("狼学者").hello["viewer"])
    await site.settle()
    assert "决斗" in [fact.what for fact in site.game(table.code).facts if fact.kind == "use"]


async def test_a_pause_stops_the_calendar_and_the_evening_goes_on_where_it_was(site: Site) -> None:
    table = await game(site)
    await to(site, "2026-03-02T21:04")
    await table.owner.room_do("pause")
    await to(site, "2026-03-04T19:00")
    await table.owner.room_do("resume")
    await site.settle()
    assert local(table.owner.clock["at"]) == "03-04 19:06"
    await to(site, "2026-03-04T19:06")
    assert (phase(table.owner), local(table.owner.clock["at"])) == ("黄昏2", "03-04 19:16")


async def test_the_calendar_file_holds_the_closes_and_the_windows(site: Site) -> None:
    table = await game(site)
    response = await site.person().http.get(f"/api/rooms/{table.code}/deadlines.ics?lang=zh")
    events = icalendar.Calendar.from_ical(response.content).walk("VEVENT")
    times = [local(int(e.decoded("dtstart").timestamp() * 1000)) for e in events]
    words = [str(e["summary"]) for e in events]
    alarms = [bool(e.walk("VALARM")) for e in events]
    assert times[:4] == ["03-02 20:00", "03-02 21:00", "03-02 21:10", "03-02 21:20"]
    assert words[:3] == [f"改票截止 竞选 {table.code}", f"截止 竞选 {table.code}", f"截止 黄昏1 {table.code}"]
    assert alarms[:4] == [True, False, False, False]
    assert times[12:14] == ["03-02 23:00", "03-04 21:00"]
    assert alarms[12:14] == [False, True]
    assert len({str(e["uid"]) for e in events}) == len(events)
    await to(site, "2026-03-02T21:35")
    response = await site.person().http.get(f"/api/rooms/{table.code}/deadlines.ics?lang=en")
    events = icalendar.Calendar.from_ical(response.content).walk("VEVENT")
    assert local(int(events[0].decoded("dtstart").timestamp() * 1000)) == "03-02 21:40"
