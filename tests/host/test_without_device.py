"""People without a device: they have a name and a seat, and the moderator answers for them."""

from __future__ import annotations

import pytest

from tests.host.client import Line, Refused
from tests.host.site import Site
from tests.host.test_moderator import moderated

UNHURRIED = {"call": 0, "decision": 0, "vote": 0}


async def test_where_the_moderator_leads_nothing_ends_by_itself(site: Site) -> None:
    table = await moderated(site, pace={"led": 1, "decision": 1, "call": 1})
    judge = table.owner
    before = [wait["name"] for wait in judge.last["waits"]]
    assert before
    await site.pass_time(3600)
    assert [wait["name"] for wait in judge.last["waits"]] == before
    await judge.mod("tick", name=before[0])
    await site.settle()
    assert [wait["name"] for wait in judge.last["waits"]] != before


async def test_when_the_program_takes_over_time_moves_again(site: Site) -> None:
    table = await moderated(site, pace={"led": 1, "decision": 1, "call": 1})
    inputs = len(site.game(table.code).inputs)
    await site.pass_time(3600)
    assert len(site.game(table.code).inputs) == inputs
    await table.owner.room_do("handover", to="auto")
    await site.pass_time(60)
    assert len(site.game(table.code).inputs) > inputs


async def lobby(site: Site) -> Line:
    judge = site.person("法官")
    await judge.create(moderator="human", pace=UNHURRIED, options={"sheriff_election": "before_night1"})
    return await judge.line()


async def test_a_seat_without_a_device_has_a_name_and_waits_for_the_moderator(site: Site) -> None:
    judge = await lobby(site)
    for seat in range(1, 9):
        await judge.room_do("bots", seat=seat, policy="hand", name=f"客人{seat}")
    await site.settle()
    assert [seat["name"] for seat in judge.room["seats"]] == [f"客人{n}" for n in range(1, 9)]
    await judge.room_do("start")
    await site.settle()
    asked = [one for one in judge.last["pending"] if "3" in one["owners"]]
    assert asked
    assert all("3" not in one["answers"] for one in asked)
    pick = asked[0]["open"]["pick"]
    choice = True if pick["kind"] in ("flag", "yes") else None
    await judge.mod("answer", d=asked[0]["d"], seat="3", choice=choice)
    await site.settle()
    assert any("3" in one["answers"] for one in judge.last["pending"])


async def test_names_are_unlike_and_move_with_the_seat(site: Site) -> None:
    judge = await lobby(site)
    await judge.room_do("bots", seat=1, policy="hand", name="客人")
    for wrong in ({"seat": 2, "name": "客人"}, {"seat": 2, "name": "法官"}, {"seat": 2, "name": " "}, {"name": "某人"}):
        with pytest.raises(Refused, match=r"name_taken|invalid"):
            await judge.room_do("bots", policy="hand", **wrong)
    await judge.room_do("swap", a=1, b=5)
    await judge.room_do("bots")
    await site.settle()
    assert judge.room["seats"][4]["name"] == "客人"
    assert judge.room["seats"][4]["bot"] == "hand"
    await judge.room_do("bots", seat=5, on=False)
    await site.settle()
    assert judge.room["seats"][4]["name"] is None


async def test_where_the_program_moderates_nobody_could_answer_for_them(site: Site) -> None:
    owner = site.person("房主")
    await owner.create()
    line = await owner.line()
    with pytest.raises(Refused, match="no_moderator"):
        await line.room_do("bots", seat=2, policy="hand", name="客人")
