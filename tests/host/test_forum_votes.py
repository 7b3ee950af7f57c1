"""Over the wire, in exports and on the board: every vote of the forum game, and no number of votes (L156)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.host.client import Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site

ROLES = ["狼学者", "天师", "郎中", "灵能", "通灵师", "渊狼", "狐狸"]
NUMBERED = {"start", "phase", "out", "共群"}  # how many sit down, days, how many went out, how many share a group


async def at_noon(site: Site) -> Table:
    """Six vote for one, who votes for somebody else."""
    table = await sit_down(site, 7, players=7, ruleset="forum", roles=ROLES, options={"sheriff": False})
    await table.start()
    for _ in range(400):
        await site.settle()
        if table.owner.view and table.owner.view["table"]["phase"] == "正午":
            return table
        await site.pass_time(5)
    raise AssertionError("there is no noon")


async def vote(table: Table, seat: str, target: str) -> None:
    line = table.line_of(seat)
    d = next(d for d, open_ in line.open.items() if open_["skill"] == "vote")
    await line.send(d=d, choice=target)


def numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif type(value) in (int, float):
        yield value


async def test_no_number_of_votes_reaches_a_player_the_public_or_an_export(site: Site) -> None:
    table = await at_noon(site)
    public = await site.person().line(table.code)
    for seat in ("1", "2", "4", "5", "6", "7"):
        await vote(table, seat, "3")
        if seat == "2":  # the one change that is allowed
            await vote(table, seat, "4")
            await vote(table, "3", "1")
        await site.settle()
        export = (await table.people[0].http.get(f"/api/rooms/{table.code}/day.md?lang=zh")).text
        lines = [line for line in export.splitlines() if "投给了" in line]
        assert lines
        assert not any("票数" in line or "共" in line for line in export.splitlines())
        assert await table.people[0].get(f"/api/rooms/{table.code}/replay", 409)
        assert (await table.people[0].http.get(f"/api/rooms/{table.code}/export.md")).status_code == 409
    for _ in range(200):
        await site.pass_time(5)
        if table.owner.view and table.owner.view["table"]["phase"] == "早夜1":
            break
    told = [notice for notice in table.owner.notices.values() if notice["key"] == "投了票"]
    assert len(told) == 8
    assert {tuple(sorted(notice["params"])) for notice in told} == {("choice", "seat")}
    assert any(notice["key"] == "voted_out" for notice in table.owner.notices.values())
    for line in (*table.lines, public):
        for frame in line.frames:
            down = json.loads(frame)
            assert not {"tally", "weight", "votes", "count"} & set(_keys(down)), frame
            if "notice" in down and down["notice"]["key"] not in NUMBERED:
                assert list(numbers(down["notice"]["params"])) == [], frame


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keys(inner)


async def test_a_third_vote_is_refused(site: Site) -> None:
    table = await at_noon(site)
    await vote(table, "1", "3")
    await vote(table, "1", "4")
    line = table.line_of("1")
    for d in [d for d, open_ in line.open.items() if open_["skill"] == "vote" and not open_["final"]]:
        try:
            await line.send(d=d, choice="5")
        except Refused:
            continue
        raise AssertionError("a vote was changed twice")
