"""Clocks: deadlines, the length of a night call, pauses, and what fell due while the server was down."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from nightmoot.host.clock import FakeClock
from tests.host.client import Line, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site

PACE = {"call": 20, "decision": 60, "vote": 60, "discussion": 240, "phase": 10, "window": 20}
STEP = 5


async def seated(site: Site, people: int = 8, **create: Any) -> Table:
    table = await sit_down(site, people, bots=people < 8, pace=PACE, **create)
    await table.start()
    await site.settle()
    return table


def phase(line: Line) -> str:
    assert line.view is not None
    return str(line.view["table"]["phase"])


async def night_length(site: Site, table: Table, *, answer: bool) -> int:
    """How long this night lasts, in seconds."""
    watcher = table.lines[0]
    seconds = 0
    while phase(watcher) == "night":
        if answer:
            await table.answer_all(Random(1))
            await site.settle()
        await site.pass_time(STEP)
        seconds += STEP
        assert seconds < 1000
    return seconds


async def test_a_night_lasts_as_long_as_its_calls_whoever_answers(site: Site) -> None:
    lengths = []
    for people, answer in ((8, True), (8, False), (1, False)):
        table = await seated(site, people, roles=["witch", "guard", "hunter"])
        lengths.append(await night_length(site, table, answer=answer))
    assert lengths == [lengths[0]] * 3
    assert (lengths[0] - PACE["phase"]) % PACE["call"] == 0


async def test_a_call_of_the_dead_and_of_cards_on_the_table_lasts_as_long(site: Site) -> None:
    table = await seated(site, 1, moderator="auto", roles=["witch", "guard", "hunter"])
    first = await night_length(site, table, answer=False)
    game = site.game(table.code)
    for _ in range(600):
        if game.over or game.state.phase.night > 1:
            break
        await site.pass_time(5)
    if game.over is None:
        assert phase(table.owner) == "night"
        rest = await night_length(site, table, answer=False)
        assert rest == first


async def test_at_night_no_clock_is_shown(site: Site) -> None:
    table = await seated(site)
    assert phase(table.lines[0]) == "night"
    for line in table.lines:
        assert line.clock["at"] is None
    await night_length(site, table, answer=False)
    for line in table.lines:
        assert line.clock["kind"] in {"phase", "vote", "discussion"}
        assert line.clock["at"] > site.clock.now()


async def test_a_decision_of_the_night_closes_with_its_call(site: Site) -> None:
    table = await seated(site)
    asked = [(line, open_) for line in table.lines for open_ in line.open.values()]
    assert asked
    for _, open_ in asked:
        assert open_["deadline"] == site.clock.now() + 20_000
    await site.pass_time(19)
    assert all(line.open for line, _ in asked)
    await site.pass_time(1)
    assert all(open_["d"] not in line.open for line, open_ in asked)


async def to_the_vote(site: Site, table: Table) -> None:
    for _ in range(600):
        if any(open_["kind"] == "vote" for line in table.lines for open_ in line.open.values()):
            return
        await site.pass_time(1)
    raise AssertionError("nobody votes")


async def test_a_vote_closes_at_its_deadline(site: Site) -> None:
    table = await seated(site)
    await to_the_vote(site, table)
    voters = [line for line in table.lines if line.open]
    [d] = voters[0].open
    await voters[0].send(d=d, choice=None)
    await site.pass_time(70)
    assert d not in voters[0].open
    assert all(o["kind"] != "vote" or o["deadline"] > site.clock.now() for v in voters for o in v.open.values())


async def test_pause_stops_all_clocks_and_resume_goes_on(site: Site) -> None:
    table = await seated(site)
    await site.pass_time(5)
    with pytest.raises(Refused, match="forbidden"):
        await table.lines[1].room_do("pause")
    await table.owner.room_do("pause")
    before = len(site.game(table.code).inputs)
    await site.pass_time(10_000)
    assert len(site.game(table.code).inputs) == before
    assert table.lines[1].room["paused"] is True
    await table.owner.room_do("resume")
    await site.settle()
    left = {o["deadline"] - site.clock.now() for line in table.lines for o in line.open.values()}
    assert left == {15_000}
    await site.pass_time(14)
    assert len(site.game(table.code).inputs) == before
    await site.pass_time(1)
    assert len(site.game(table.code).inputs) > before


async def test_thirty_seconds_more(site: Site) -> None:
    table = await seated(site)
    await table.owner.room_do("extend")
    await site.settle()
    assert {o["deadline"] - site.clock.now() for line in table.lines for o in line.open.values()} == {50_000}


async def test_a_public_clock_is_stopped_for_all_to_see(site: Site) -> None:
    table = await seated(site)
    await night_length(site, table, answer=False)
    await table.owner.room_do("pause")
    await site.settle()
    clock = table.lines[3].clock
    assert (clock["at"], clock["paused"]) == (None, True)
    assert clock["left"] > 0


async def test_what_was_due_before_an_answer_goes_first(site: Site) -> None:
    table = await seated(site)
    line = next(line for line in table.lines if line.open)
    d, open_ = next(iter(line.open.items()))
    site.clock._now += 60_000  # the clock is past the deadline before any timer has rung
    with pytest.raises(Refused, match="not_open"):
        await line.send(d=d, choice=open_["pick"]["candidates"][0])


async def test_practice_waits_for_the_person_and_may_be_hurried(site: Site) -> None:
    person = site.person("甲")
    created = await person.post("/api/practice", {"ruleset": "table", "players": 8, "nickname": "甲"})
    line = await person.line(created["code"])
    for _ in range(500):
        await site.settle()
        if line.clock.get("kind") == "discussion":
            break
        for d, open_ in list(line.open.items()):
            if not open_["answered"]:
                await site.pass_time(5000)
                assert d in line.open, "nothing closes on the only person"
                await line.send(d=d, choice=None if open_["optional"] else open_["pick"]["candidates"][0])
        await site.pass_time(1)
    await line.room_do("skip")
    await site.settle()
    assert line.clock.get("kind") != "discussion"


async def test_nobody_hurries_a_room_of_people(site: Site) -> None:
    table = await seated(site)
    await night_length(site, table, answer=False)
    with pytest.raises(Refused, match="forbidden"):
        await table.owner.room_do("skip")


async def test_deadlines_go_on_after_a_restart(db: Path) -> None:
    clock = FakeClock()
    async with running_site(db, clock=clock) as site:
        table = await seated(site)
        code = table.code
        cookies = [dict(person.http.cookies) for person in table.people]
        before = len(site.game(code).inputs)
        await site.pass_time(12)
    async with running_site(db, clock=clock) as site:
        person = site.person(device="second")
        person.http.cookies.update(cookies[0])
        await person.line(code)
        assert len(site.game(code).inputs) == before
        await site.pass_time(7)
        assert len(site.game(code).inputs) == before
        await site.pass_time(1)
        assert len(site.game(code).inputs) > before


async def test_what_fell_due_while_the_server_was_down_is_handled_in_order_at_the_start(db: Path) -> None:
    clock = FakeClock()
    async with running_site(db, clock=clock) as site:
        tables = []
        for _ in range(3):
            tables.append(await seated(site, 1))
            await site.pass_time(3)
        codes = [table.code for table in tables]
        before = {code: len(site.game(code).inputs) for code in codes}
    clock.advance(3_600_000)
    async with running_site(db, clock=clock) as site:
        for code in codes:
            await site.host.actor(code).box.ask(_nothing)
            line = await site.person().line(code)
            assert len(site.game(code).inputs) > before[code]
            assert line.hello["room"]["phase"] in {"playing", "over"}


async def test_a_paused_game_stays_paused_over_a_restart(db: Path) -> None:
    clock = FakeClock()
    async with running_site(db, clock=clock) as site:
        table = await seated(site)
        await site.pass_time(5)
        await table.owner.room_do("pause")
        code, cookies = table.code, dict(table.people[0].http.cookies)
        before = len(site.game(code).inputs)
    async with running_site(db, clock=clock) as site:
        person = site.person(device="second")
        person.http.cookies.update(cookies)
        line = await person.line(code)
        await site.pass_time(5000)
        assert len(site.game(code).inputs) == before
        await line.room_do("resume")
        await site.pass_time(15)
        assert len(site.game(code).inputs) > before


async def _nothing() -> None:
    """A job to wait for."""
