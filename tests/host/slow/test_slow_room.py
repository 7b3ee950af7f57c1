"""A slow room: deadlines by the calendar, pauses, undo over a deadline, plans, letters, the desk."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from nightmoot.host.clock import FakeClock
from tests.host.client import Line, Person, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site
from tests.host.slow.byclock import rulesets

ZONE = "Asia/Shanghai"
HOUR = 3600


def moment(text: str) -> int:
    return int(dt.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ZONE)).timestamp() * 1000)


def local(ms: int | None) -> str:
    assert ms is not None
    return dt.datetime.fromtimestamp(ms / 1000, ZoneInfo(ZONE)).strftime("%m-%d %H:%M")


@asynccontextmanager
async def slow_site(db: Path, clock: FakeClock) -> AsyncIterator[Site]:
    async with running_site(db, clock=clock, rulesets=rulesets()) as site:
        yield site


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(moment("2026-03-02T12:00"))


@pytest.fixture
async def site(db: Path, clock: FakeClock) -> AsyncIterator[Site]:
    async with slow_site(db, clock) as site:
        yield site


async def village(site: Site, people: int = 4, *, human: bool = True, **calendar: Any) -> Table:
    """A game by the clock; a moderator first (where human), then the seats."""
    fields: dict[str, Any] = {"ruleset": "byclock", "players": people, "calendar": {"zone": ZONE, **calendar}}
    persons = [site.person(f"玩家{n}") for n in range(people)]
    if human:
        gm = site.person("法官")
        persons = [gm, *persons]
        fields["moderator"] = "human"
    code = await persons[0].create(**fields)
    lines = [await persons[0].line()]
    for person in persons[1:]:
        await person.join(code)
        lines.append(await person.line())
        await lines[-1].room_do("ready")
    table = Table(site, code, persons, lines)
    await table.start()
    await site.settle()
    return table


def offer(line: Line, skill: str) -> dict[str, Any] | None:
    return next((o for o in line.open.values() if o["skill"] == skill), None)


def phase(line: Line) -> str:
    assert line.view is not None
    return str(line.view["table"]["phase"])


async def to(site: Site, text: str) -> None:
    await site.pass_time((moment(text) - site.clock.now()) / 1000)


async def test_phases_change_by_the_clock(site: Site) -> None:
    table = await village(site)
    line = table.line_of("1")
    assert phase(line) == "20:00"
    assert local(line.clock["at"]) == "03-03 08:00"
    await to(site, "2026-03-03T07:59")
    assert phase(line) == "20:00"
    await to(site, "2026-03-03T08:00")
    assert phase(line) == "08:00"
    assert local(line.clock["at"]) == "03-03 20:00"
    await to(site, "2026-03-06T09:00")
    assert line.view is not None
    assert (phase(line), line.view["table"]["day"]) == ("08:00", 4)


async def test_the_room_says_its_calendar_and_refuses_one_that_cannot_be_kept(site: Site) -> None:
    table = await village(site, rest=[6, 7], warn=[2])
    assert table.owner.room["calendar"]["rest"] == [6, 7]
    person = site.person("别人")
    body = {"ruleset": "byclock", "players": 4, "nickname": "别人", "calendar": {"zone": "Mars/Olympus"}}
    said = await person.post("/api/rooms", body, 422)
    assert (said["error"], said["path"]) == ("no_zone", "$.calendar.zone")
    body["calendar"] = {"zone": ZONE, "hours": {"20:00": ["8 o'clock"]}}
    said = await person.post("/api/rooms", body, 422)
    assert said["path"] == "$.calendar.hours[...][0]"


async def test_orders_are_replaced_and_withdrawn_until_the_deadline(site: Site) -> None:
    table = await village(site)
    wolf = table.line_of("1")
    bite = offer(wolf, "bite")
    assert bite is not None
    await wolf.send(d=bite["d"], choice="2")
    await wolf.send(d=bite["d"], choice="3")
    assert offer(wolf, "bite")["mine"] == "3"  # type: ignore[index]
    await wolf.send(withdraw=bite["d"])
    assert not offer(wolf, "bite")["answered"]  # type: ignore[index]
    await wolf.send(d=bite["d"], choice="4")
    await to(site, "2026-03-03T08:00")
    assert [n["params"]["who"] for n in wolf.notices.values() if n["key"] == "ordered"] == ["4"]
    with pytest.raises(Refused, match="not_open"):
        await wolf.send(d=bite["d"], choice="2")


async def test_a_pause_keeps_the_calendar(site: Site) -> None:
    table = await village(site)
    gm, line = table.owner, table.line_of("1")
    await gm.room_do("pause")
    await to(site, "2026-03-04T12:00")
    assert phase(line) == "20:00"
    await gm.room_do("resume")
    await site.settle()
    assert local(line.clock["at"]) == "03-05 08:00"


async def test_an_undo_over_a_deadline_opens_the_phase_again_until_the_next_moment(site: Site) -> None:
    table = await village(site)
    gm, wolf = table.owner, table.line_of("1")
    bite = offer(wolf, "bite")
    assert bite is not None
    await wolf.send(d=bite["d"], choice="2")
    steps = len(site.game(table.code).inputs)
    await to(site, "2026-03-03T08:05")
    assert phase(wolf) == "08:00"
    await gm.mod("undo", to=steps)
    await site.settle()
    again = offer(table.line_of("1"), "bite")
    assert again is not None
    assert again["mine"] == "2"
    assert local(wolf.clock["at"]) == "03-04 08:00"
    await gm.mod("tick")
    await site.settle()
    assert site.game(table.code).state.phase.name == "08:00"


async def test_the_moderator_may_give_more_time(site: Site) -> None:
    table = await village(site)
    await table.owner.room_do("extend", seconds=6 * HOUR)
    await site.settle()
    assert local(table.line_of("2").clock["at"]) == "03-03 14:00"


# ---------------------------------------------------------------------------------------------- plans


async def plan(line: Line, phase: str, skill: str, *choices: Any) -> None:
    await line.send(plan={"phase": phase, "skill": skill, "choices": list(choices)})


async def test_a_plan_is_sent_when_its_phase_begins(site: Site) -> None:
    table = await village(site)
    folk = table.line_of("2")
    await plan(folk, "08:00", "vote", "3")
    assert folk.last["plans"] == [{"phase": "08:00", "skill": "vote", "choices": ["3"], "at": site.clock.now()}]
    assert all("plans" not in line.last for line in table.lines if line is not folk)
    await to(site, "2026-03-03T08:00")
    assert offer(folk, "vote")["mine"] == "3"  # type: ignore[index]
    assert folk.last["plans"] == []
    assert folk.last["letter"]["kind"] == "plan_sent"


async def test_the_second_choice_counts_where_the_first_is_illegal_by_then(site: Site) -> None:
    table = await village(site, 5)
    wolf, folk = table.line_of("1"), table.line_of("2")
    await plan(folk, "08:00", "look", "3", "4")
    bite = offer(wolf, "bite")
    assert bite is not None
    await wolf.send(d=bite["d"], choice="3")
    await to(site, "2026-03-03T08:00")
    assert offer(folk, "look")["mine"] == "4"  # type: ignore[index]
    assert folk.last["letter"]["params"] == {"skill": "look", "n": 2}


async def test_a_plan_that_is_illegal_by_then_is_dropped_and_its_owner_told(site: Site) -> None:
    table = await village(site, 5)
    wolf, folk = table.line_of("1"), table.line_of("2")
    await plan(folk, "08:00", "look", "3")
    await plan(folk, "08:00", "bite", "3")  # that no phase will ever open for this seat is told by nobody before
    bite = offer(wolf, "bite")
    assert bite is not None
    await wolf.send(d=bite["d"], choice="3")
    await to(site, "2026-03-03T08:00")
    assert not offer(folk, "look")["answered"]  # type: ignore[index]
    found = (await folk_letters(table, folk))[-2:]
    assert [(x["kind"], x["params"]["skill"]) for x in found] == [("plan_dropped", "bite"), ("plan_dropped", "look")]


async def folk_letters(table: Table, line: Line) -> list[dict[str, Any]]:
    """The letters as a new socket is told them."""
    person = table.people[table.lines.index(line)]
    found = await person.get(f"/api/rooms/{table.code}/state")
    return next((m["letters"] for m in found if "letters" in m), [])


async def test_plans_are_replaced_taken_back_and_checked(site: Site) -> None:
    table = await village(site)
    folk = table.line_of("2")
    await plan(folk, "08:00", "look", "3")
    await plan(folk, "08:00", "look", "4")
    assert [p["choices"] for p in folk.last["plans"]] == [["4"]]
    await plan(folk, "08:00", "look")
    assert folk.last["plans"] == []
    for phase_, skill, choices, code in (
        ("noon", "look", ["3"], "not_found"),
        ("08:00", "fly", ["3"], "not_found"),
        ("08:00", "vote", ["3", "4"], "no_second_vote"),
    ):
        with pytest.raises(Refused, match=code):
            await plan(folk, phase_, skill, *choices)
    with pytest.raises(Refused, match="forbidden"):
        await plan(table.owner, "08:00", "look", "3")


async def test_a_plan_for_the_phase_that_is_open_waits_for_the_next_one_and_survives_restarts(
    db: Path, clock: FakeClock
) -> None:
    async with slow_site(db, clock) as site:
        table = await village(site)
        await plan(table.line_of("1"), "20:00", "bite", "2")
        await site.settle()
        assert not offer(table.line_of("1"), "bite")["answered"]  # type: ignore[index]
        code, cookies = table.code, dict(table.people[1].http.cookies)
    clock.advance(moment("2026-03-03T09:00") - clock.now())
    async with slow_site(db, clock) as site:
        person = site.person(device="second")
        person.http.cookies.update(cookies)
        line = await person.line(code)
        await to(site, "2026-03-03T21:00")
        assert offer(line, "bite")["mine"] == "2"  # type: ignore[index]


async def test_an_undo_gives_a_plan_back(site: Site) -> None:
    table = await village(site)
    folk = table.line_of("2")
    await plan(folk, "08:00", "look", "3")
    steps = len(site.game(table.code).inputs)
    await to(site, "2026-03-03T08:05")
    assert folk.last["plans"] == []
    await table.owner.mod("undo", to=steps)
    await to(site, "2026-03-04T08:05")
    assert offer(folk, "look")["mine"] == "3"  # type: ignore[index]


# ---------------------------------------------------------------------------------------------- letters, the desk


async def test_everybody_has_a_private_thread_with_the_moderator(site: Site) -> None:
    table = await village(site)
    gm, folk, other = table.owner, table.line_of("2"), table.line_of("3")
    await folk.send(letter={"text": "我可以问一下吗?"})
    await gm.send(letter={"text": "可以", "seat": 2})
    await site.settle()
    assert (gm.last["letter"]["by"], folk.last["letter"]["by"]) == ("moderator", "moderator")
    assert "letter" not in other.last
    assert [x["text"] for x in await folk_letters(table, folk)] == ["我可以问一下吗?", "可以"]
    assert await folk_letters(table, other) == []
    with pytest.raises(Refused, match="forbidden"):
        await folk.send(letter={"text": "x", "seat": 3})
    with pytest.raises(Refused, match="invalid"):
        await gm.send(letter={"text": "x"})


async def test_without_a_moderator_there_is_no_thread(site: Site) -> None:
    table = await village(site, human=False)
    with pytest.raises(Refused, match="no_moderator"):
        await table.line_of("2").send(letter={"text": "hello"})


async def test_the_desk_says_who_has_acted_who_is_late_and_what_comes(site: Site) -> None:
    table = await village(site)
    gm, wolf = table.people[0], table.line_of("1")
    bite = offer(wolf, "bite")
    assert bite is not None
    await wolf.send(d=bite["d"], choice="2")
    desk = await gm.get(f"/api/rooms/{table.code}/desk")
    assert local(desk["at"]) == "03-03 08:00"
    assert [x["key"] for x in desk["would"]][:2] == ["phase", "ordered"]
    rows = {row["seat"]: row for row in desk["seats"]}
    assert (rows["1"]["stands"], rows["1"]["last"], rows["2"]["stands"]) == (1, site.clock.now(), 0)
    assert not any(row["late"] for row in desk["seats"])
    await to(site, "2026-03-03T06:00")
    rows = {row["seat"]: row for row in (await gm.get(f"/api/rooms/{table.code}/desk"))["seats"]}
    assert {seat for seat, row in rows.items() if row["late"]} == {"2", "3", "4"}
    assert site.game(table.code).state.phase.name == "20:00", "looking ahead changes nothing"
    said = await table.people[1].get(f"/api/rooms/{table.code}/desk", 403)
    assert said["error"] == "forbidden"
    await site.person().get(f"/api/rooms/{table.code}/desk", 403)


async def test_whoever_has_done_nothing_is_warned_in_good_time_and_once(db: Path, clock: FakeClock) -> None:
    async with slow_site(db, clock) as site:
        table = await village(site)
        wolf, folk = table.line_of("1"), table.line_of("2")
        bite = offer(wolf, "bite")
        assert bite is not None
        await wolf.send(d=bite["d"], choice="2")
        await to(site, "2026-03-03T04:59")
        assert "letter" not in folk.last
        await to(site, "2026-03-03T05:00")
        assert folk.last["letter"]["params"] == {"at": moment("2026-03-03T08:00")}
        assert table.owner.last["letter"]["kind"] == "warning"
        assert "letter" not in wolf.last
        code, cookies = table.code, dict(table.people[2].http.cookies)
    async with slow_site(db, clock) as site:
        person = site.person(device="second")
        person.http.cookies.update(cookies)
        line = await person.line(code)
        await to(site, "2026-03-03T07:00")
        assert len(line.last["letters"]) == 1
        assert "letter" not in line.last


async def test_a_nudge_is_kept_for_those_who_are_away(site: Site) -> None:
    table = await village(site)
    await table.owner.room_do("nudge")
    assert [x["kind"] for x in await folk_letters(table, table.line_of("2"))] == ["nudge"]


async def test_a_substitute_from_outside_gets_the_seat_and_its_history(site: Site) -> None:
    table = await village(site)
    gm, folk = table.people[0], table.line_of("2")
    await folk.send(letter={"text": "我不玩了"})
    made = await gm.post(f"/api/rooms/{table.code}/substitute", {"seat": 2, "nickname": "替补"})
    assert await folk.until_closed() == 4401
    newcomer = site.person("替补")
    claimed = await newcomer.post(f"/api/rooms/{table.code}/claim", {"token": made["token"]})
    assert claimed["seat"] == "2"
    line = await newcomer.line(table.code)
    assert line.hello["viewer"] == "2"
    assert [x["text"] for x in line.last["letters"]] == ["我不玩了"]
    assert offer(line, "look") is not None
    await site.person("x").post(f"/api/rooms/{table.code}/claim", {"token": made["token"]}, 409)
    old = await table.people[2].get(f"/api/rooms/{table.code}")
    assert old["me"] is None
    refused = await table.people[3].post(f"/api/rooms/{table.code}/substitute", {"seat": 2, "nickname": "谁"}, 403)
    assert refused["error"] == "forbidden"


async def test_my_games_say_what_waits_for_me(site: Site) -> None:
    table = await village(site)
    person: Person = table.people[1]
    second = await sit_down(site, 1, bots=True)
    person.http.cookies.update(dict(second.people[0].http.cookies))
    mine = await person.get("/api/mine")
    assert [(m["code"], m["waits"], m["slow"]) for m in mine] == [(table.code, 2, True), (second.code, 0, False)]
    assert local(mine[0]["at"]) == "03-03 08:00"
    assert await site.person().get("/api/mine") == []


# ---------------------------------------------------------------------------------------------- single requests


async def test_all_of_it_works_by_single_requests(site: Site) -> None:
    table = await village(site)
    wolf = table.people[1]
    path = f"/api/rooms/{table.code}"
    state = await wolf.get(f"{path}/state")
    assert state[0]["hello"]["viewer"] == "1"
    bite = next(m["open"] for m in state if "open" in m and m["open"]["skill"] == "bite")
    command = {"c": "one", "d": bite["d"], "choice": "2"}
    assert await wolf.post(f"{path}/do", command) == {"ack": "one"}
    count = len(site.game(table.code).inputs)
    assert await wolf.post(f"{path}/do", command) == {"ack": "one"}
    assert len(site.game(table.code).inputs) == count
    said = await wolf.post(f"{path}/do", {"c": "two", "d": 99, "choice": "2"}, 422)
    assert said["error"] == "not_open"
    assert (await site.person().post(f"{path}/do", {"c": "x", "d": 1, "choice": "2"}, 403))["error"] == "forbidden"
