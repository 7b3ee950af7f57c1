"""Somebody sits down in the middle of the game, and leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightmoot.core import Plain, registry
from nightmoot.host.room import Rules
from nightmoot.host.setup import most_players
from tests.host.client import Person, Refused
from tests.host.evening import Table, sit_down
from tests.host.ring import ring
from tests.host.site import Site
from tests.host.test_talks import moderated


async def visitor(site: Site, table: Table) -> Person:
    person = site.person("来客")
    await person.join(table.code, watch=True)
    return person


def numbered(person: Person, table: Table) -> int:
    return next(one["id"] for one in table.owner.room["people"] if one["name"] == person.name)


async def test_a_spectator_joins_with_what_everybody_knows(db: Path) -> None:
    async with ring(db) as site:
        table = await moderated(site)
        guest = await visitor(site, table)
        line = await guest.line()
        await site.settle()
        await table.owner.room_do("admit", person=numbered(guest, table), role="plain", after=2)
        await site.settle()
        assert line.hello["viewer"] == "5"
        assert line.hello["view"]["circle"] == ["1", "2", "5", "3", "4"]
        assert line.hello["view"]["seats"]["5"]["name"] == "来客"
        assert "joined" in [notice["key"] for notice in table.lines[1].notices.values()]
        again = await guest.line()
        assert again.hello["n"] == len(again.hello["view"]["log"])


async def test_a_latecomer_asks_to_be_let_in_and_is(db: Path) -> None:
    """All may see that he asks; let in, or when he waits no more, he asks no more."""
    async with ring(db) as site:
        table = await moderated(site)
        guest = site.person("来客")
        await guest.join(table.code, queue=True, now=True)
        line = await guest.line()
        await site.settle()
        assert [one["name"] for one in table.owner.room["people"] if one.get("asks")] == ["来客"]
        await line.room_do("queue", on=False)
        assert not line.room["me"]["asks"]
        await line.room_do("queue", now=True)
        await site.settle()
        await table.owner.room_do("admit", person=numbered(guest, table), role="plain")
        await site.settle()
        assert line.room["me"]["seat"] == "5"
        assert not any(one.get("asks") or one["queued"] for one in table.owner.room["people"])


async def test_nobody_asks_to_be_let_in_where_nobody_can_let_him_in(site: Site) -> None:
    table = await sit_down(site, 7, bots=True)
    await table.start()
    late = site.person("迟到")
    refused = await late.join(table.code, 409, queue=True, now=True)
    assert (refused["error"], refused["path"]) == ("wrong_phase", "$.now")
    await late.join(table.code, watch=True)
    line = await late.line()
    with pytest.raises(Refused, match="wrong_phase"):
        await line.room_do("queue", now=True)
    assert not line.room["me"]["queued"]


async def test_somebody_without_a_device_joins_and_an_undo_takes_it_back(db: Path) -> None:
    async with ring(db) as site:
        table = await moderated(site)
        await table.owner.room_do("admit", name="老客", role="plain")
        await site.settle()
        assert table.owner.last["grimoire"]["circle"] == ["1", "2", "3", "4", "5"]
        seat = table.owner.room["seats"][4]
        assert (seat["seat"], seat["name"], seat["bot"], seat["taken"]) == ("5", "老客", "hand", False)
        await table.owner.mod("undo", to=len(site.game(table.code).inputs) - 1)
        await site.settle()
        assert table.owner.last["grimoire"]["circle"] == ["1", "2", "3", "4"]


async def test_no_more_are_let_in_than_the_game_takes(db: Path) -> None:
    """Ten at most play this; whoever has left makes room."""
    async with ring(db) as site:
        table = await moderated(site)
        for n in range(5, 11):
            await table.owner.room_do("admit", name=f"客{n}", role="plain")
        with pytest.raises(Refused, match="table_full") as refused:
            await table.owner.room_do("admit", name="客11", role="plain")
        assert (refused.value.error["path"], refused.value.error["params"]) == ("$.name", {"n": 10})
        guest = await visitor(site, table)
        await site.settle()
        with pytest.raises(Refused, match="table_full"):
            await table.owner.room_do("admit", person=numbered(guest, table), role="plain")
        assert table.owner.room["players"] == 10
        await table.owner.mod("override", act="leave", args={"seat": "10"})
        await table.owner.room_do("admit", person=numbered(guest, table), role="plain")


async def test_an_override_lets_in_no_more_than_an_admission_and_is_one(db: Path) -> None:
    """The same limit, the same refusal, and the same seat in the room; an undo brings nobody beyond the limit."""
    async with ring(db) as site:
        table = await moderated(site)
        for n in range(5, 11):
            args = {"name": f"客{n}", "role": "plain", "after": "2"}
            await table.owner.mod("override", act="join", args=args, reason="late")
        assert table.owner.room["players"] == 10
        assert [seat["name"] for seat in table.owner.room["seats"]][-1] == "客10"
        with pytest.raises(Refused, match="table_full") as refused:
            await table.owner.mod("override", act="join", args={"name": "客11", "role": "plain"})
        assert (refused.value.error["path"], refused.value.error["params"]) == ("$.name", {"n": 10})
        with pytest.raises(Refused, match="invalid"):
            await table.owner.mod("override", act="join", args={"name": 7})
        with pytest.raises(Refused, match="name_taken"):
            await table.owner.mod("override", act="join", args={"name": "客10", "role": "plain"})
        before = len(site.game(table.code).inputs)
        await table.owner.mod("override", act="leave", args={"seat": "10"})
        await table.owner.mod("override", act="join", args={"name": "客11", "role": "plain"})
        await table.owner.mod("undo", to=before)
        await site.settle()
        assert len(table.owner.last["grimoire"]["circle"]) == table.owner.room["players"] == 10
        with pytest.raises(Refused, match="table_full"):
            await table.owner.room_do("admit", name="客12", role="plain")


@pytest.mark.parametrize(
    ("ruleset", "options", "most"),
    [("table", {}, 18), ("table", {"outside_table": True}, 60), ("clocktower", {}, 20), ("forum", {}, 60)],
)
def test_how_many_may_play(ruleset: str, options: dict[str, Plain], most: int) -> None:
    assert most_players(registry.load(), Rules(ruleset, 8, options=options)) == most


async def test_only_a_moderator_lets_people_in(db: Path) -> None:
    async with ring(db) as site:
        table = await moderated(site)
        guest = await visitor(site, table)
        await site.settle()
        with pytest.raises(Refused, match="forbidden"):
            await table.lines[1].room_do("admit", person=numbered(guest, table), role="plain")
        with pytest.raises(Refused, match="forbidden"):
            await table.owner.room_do("admit", person=2, role="plain")
        with pytest.raises(Refused, match="unknown-role"):
            await table.owner.room_do("admit", name="老客", role="nobody")
        assert table.owner.room["players"] == 4


async def test_the_seat_is_there_after_the_server_starts_again(db: Path) -> None:
    async with ring(db) as site:
        table = await moderated(site)
        guest = await visitor(site, table)
        await site.settle()
        await table.owner.room_do("admit", person=numbered(guest, table), role="plain")
        await site.settle()
        clock, cookies = site.clock, guest.http.cookies
    async with ring(db, clock=clock) as site:
        back = site.person("来客", device="again")
        back.http.cookies = cookies
        line = await back.line(table.code)
        assert line.hello["viewer"] == "5"
