"""The hand that passes round the circle asks no more of a slow line than of a quick one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nightmoot.host.clock import FakeClock
from tests.host.client import Line, Refused
from tests.host.ring import ballot, ring, seated
from tests.host.site import Site

GRACE, STEP, DEFENCE = 300, 1000, 30_000


async def late_line(site: Site, line: Line, trip: int) -> None:
    """From here on the server takes the line for one of ``trip`` ms there and back."""
    connection = next(c for actor in site.host.actors() for c in actor.connections if c.viewer == line.hello["viewer"])
    for _ in range(connection.trips.KEPT):
        number = connection.trips.ask(site.clock.now() - trip)
        await line.socket.send(json.dumps({"pong": number}))
        await line.sync()


async def until(site: Site, at: int) -> None:
    await site.pass_time((at - site.clock.now() + 0.1) / 1000)


async def test_start_and_step_are_known_to_all_before_the_hand_sets_off(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        now = site.clock.now()
        for line in table.lines:
            assert line.last["hand"] == {
                "order": ["1", "2", "3", "4"],
                "locked": 0,
                "first": now + DEFENCE,
                "step": STEP,
                "now": now,
            }


async def test_what_counted_is_told_to_all_alike_and_the_schedule_stands(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        first = table.owner.last["hand"]["first"]
        await table.lines[1].send(d=ballot(table.lines[1]), choice="3")
        for place, seat in enumerate("1234"):
            await until(site, first + place * STEP + GRACE - 1)
            assert table.owner.last["hand"]["locked"] == place
            await until(site, first + place * STEP + GRACE)
            locked = [n["params"]["seat"] for n in table.lines[3].notices.values() if n["key"] == "choice_locked"]
            assert locked[-1] == seat
            if place < 3:
                assert table.owner.last["hand"]["first"] == first
        assert table.owner.last["hand"]["locked"] == 0  # the second vote


@pytest.mark.parametrize(
    ("trip", "after", "counts"),
    [
        (0, 0, True),
        (0, 1, False),
        (400, 200, True),  # half of the way there and back
        (400, 201, False),
        (5000, 300, True),  # and no more than this
    ],
)
async def test_a_seat_locks_when_the_hand_passes_and_its_line_had_time(
    db: Path, trip: int, after: int, counts: bool
) -> None:
    async with ring(db) as site:
        table = await seated(site)
        voter = table.lines[1]
        first = table.owner.last["hand"]["first"]
        await until(site, first + STEP - 1000)
        await late_line(site, voter, trip)
        await until(site, first + STEP + after - (after == GRACE))
        if counts:
            await voter.send(d=ballot(voter), choice="3")
        else:
            with pytest.raises(Refused, match="not_open"):
                await voter.send(d=ballot(voter), choice="3")
        await until(site, first + STEP + GRACE)
        said = {
            n["params"]["seat"]: n["params"]["choice"] for n in voter.notices.values() if n["key"] == "choice_locked"
        }
        assert said["2"] == ("3" if counts else None)


async def test_a_hand_that_comes_down_too_late_was_up(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        voter = table.lines[1]
        first = table.owner.last["hand"]["first"]
        await voter.send(d=ballot(voter), choice="3")
        await until(site, first + STEP + 1)
        with pytest.raises(Refused, match="not_open"):
            await voter.send(withdraw=ballot(voter))


async def test_a_pong_that_was_never_asked_for_is_no_excuse(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        voter = table.lines[1]
        connection = next(c for a in site.host.actors() for c in a.connections if c.viewer == "2")
        await voter.socket.send(json.dumps({"pong": 999}))
        await voter.sync()
        assert connection.trips.usual == 0


async def test_joining_again_changes_nothing(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        before = table.owner.last["hand"]
        await site.pass_time(10)
        again = await table.people[2].line()
        assert {**again.last["hand"], "now": 0} == {**before, "now": 0}


async def test_the_hand_is_sent_off_early_after_a_short_count(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        with pytest.raises(Refused, match="forbidden"):
            await table.lines[1].room_do("sweep")
        await table.owner.room_do("sweep")
        await site.settle()
        assert table.lines[3].last["hand"]["first"] == site.clock.now() + 3000
        with pytest.raises(Refused, match="wrong_phase"):
            await table.owner.room_do("sweep")


async def test_the_step_is_changed_between_two_hands_only(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        await table.owner.room_do("sweep", seconds=2)
        await site.settle()
        assert table.lines[1].last["hand"]["step"] == 2000
        await table.owner.room_do("sweep")
        with pytest.raises(Refused, match="wrong_phase"):
            await table.owner.room_do("sweep", seconds=0.5)


async def test_a_pause_holds_the_hand_and_it_goes_on_where_it_was(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        await site.pass_time(28)
        await table.owner.room_do("pause")
        await site.settle()
        assert table.lines[1].last["hand"]["first"] is None
        await site.pass_time(60)
        await table.owner.room_do("resume")
        await site.settle()
        assert table.lines[1].last["hand"]["first"] == site.clock.now() + 2000


async def test_a_server_that_starts_again_goes_on_with_the_same_sweep(db: Path) -> None:
    clock = FakeClock()
    async with ring(db, clock=clock) as site:
        table = await seated(site)
        await site.pass_time(31.5)
        before = table.owner.last["hand"]
        assert before["locked"] == 2
        cookies, code = table.people[0].http.cookies, table.code
    async with ring(db, clock=clock) as site:
        back = site.person("玩家1", device="again")
        back.http.cookies = cookies
        line = await back.line(code)
        assert {**line.last["hand"], "now": 0} == {**before, "now": 0}
