"""A killer game by the calendar in a room: who hears of orders, what the public is shown, the silent who drown."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from nightmoot.host.clock import FakeClock
from tests.host.client import Line, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site
from tests.host.slow.test_slow_room import ZONE, moment, offer, to

KILLERS = {"interferer", "curser", "spy", "sealer", "bloodthirster", "esper", "politician", "plain_killer"}
SAID = "今晚打谁"


@pytest.fixture
async def site(db: Path) -> AsyncIterator[Site]:
    async with running_site(db, clock=FakeClock(moment("2026-03-02T12:00"))) as site:
        yield site


async def game(site: Site) -> Table:
    table = await sit_down(site, 25, ruleset="killer", players=25, pace={}, calendar={"zone": ZONE})
    await table.start()
    await site.settle()
    return table


def killers(table: Table) -> list[Line]:
    roles = table.site.roles(table.code)
    return [line for line in table.lines if roles[line.hello["viewer"]] in KILLERS]


async def told(table: Table, person: Any) -> str:
    """Everything that somebody is told who comes now, as text."""
    return json.dumps(await person.get(f"/api/rooms/{table.code}/state"), ensure_ascii=False)


async def test_orders_chat_and_plans_are_the_killers_own_and_the_public_sees_none_of_it(site: Site) -> None:
    table = await game(site)
    first, mate, *_ = killers(table)
    victim = table.with_role("civilian").hello["viewer"]
    kill = offer(first, "kill")
    assert kill is not None
    await first.send(d=kill["d"], choice=[victim])
    await first.say(SAID, "killers")
    await first.send(plan={"phase": "08:00", "skill": "vote", "choices": [victim]})
    await site.settle()
    board = [n for n in mate.notices.values() if n["key"] == "board"]
    assert [(n["params"]["skill"], n["params"]["choice"]) for n in board] == [("kill", [victim])]
    assert SAID in await told(table, table.people[table.lines.index(mate)])
    for outsider in (table.people[table.lines.index(table.with_role("doctor"))], site.person()):
        heard = await told(table, outsider)
        assert all(word not in heard for word in ('"key": "board"', SAID, '"kill"', '"plans"', '"letters"')), heard
    with pytest.raises(Refused, match="may-not-speak"):
        await table.with_role("doctor").say(SAID, "killers")


async def test_whoever_does_nothing_on_two_days_drowns_after_having_been_warned(site: Site) -> None:
    table = await game(site)
    idle, busy = table.with_role("doctor"), table.with_role("police")
    for day in (3, 4):
        await to(site, f"2026-03-0{day}T09:00")
        vote = offer(busy, "vote")
        assert vote is not None
        await busy.send(d=vote["d"], choice=vote["pick"]["candidates"][0])
    await to(site, "2026-03-05T09:00")
    warned = [
        m for m in await table.people[table.lines.index(idle)].get(f"/api/rooms/{table.code}/state") if "letters" in m
    ]
    assert {letter["kind"] for letter in warned[0]["letters"]} == {"warning"}
    [drowned] = [n for n in busy.notices.values() if n["key"] == "drowned"]
    assert idle.hello["viewer"] in drowned["params"]["seats"]
    assert busy.hello["viewer"] not in drowned["params"]["seats"]
