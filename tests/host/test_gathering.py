"""An evening in one room: calls aloud, turns to speak, lines after an undo, the end at a pace, seats on one device."""

from __future__ import annotations

from random import Random

import pytest

from tests.host.client import Person, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site
from tests.host.test_moderator import moderated

PACE = {"call": 20, "decision": 60, "vote": 60, "speech": 30, "discussion": 60, "phase": 10, "window": 20}
ROLES = ["witch", "guard", "hunter"]


async def calls_of_a_night(site: Site, table: Table, *, answer: bool) -> list[tuple[int, str]]:
    """What the speaker says, and how many seconds after nightfall."""
    heard: list[tuple[int, str]] = []
    begun = site.clock.now()
    watcher = table.owner
    while watcher.view is not None and watcher.view["table"]["phase"] == "night":
        called = watcher.last.get("call", "")
        if not heard or heard[-1][1] != called:
            heard.append(((site.clock.now() - begun) // 1000, called))
        if answer:
            await table.answer_all(Random(3))
        await site.pass_time(5)
    return heard


async def test_the_night_is_called_aloud_by_the_list_of_roles_alone(site: Site) -> None:
    """With and without answers, by people and bots, the same calls at the same seconds; elsewhere nobody is called."""
    heard = []
    for people, answer in ((8, True), (8, False), (1, False)):
        table = await sit_down(site, people, bots=people < 8, pace=PACE, sitting="voice", roles=ROLES)
        await table.start()
        await site.settle()
        heard.append(await calls_of_a_night(site, table, answer=answer))
    assert [name for _, name in heard[0] if name] == ["guard", "seer", "werewolf", "witch"]
    assert heard[1:] == [heard[0]] * 2
    apart = await sit_down(site, 1, bots=True, pace=PACE, roles=ROLES)
    await apart.start()
    await site.pass_time(30)
    assert "call" not in apart.owner.last


async def test_a_screen_that_comes_late_hears_the_present_call(site: Site) -> None:
    table = await sit_down(site, 1, bots=True, pace=PACE, sitting="voice", roles=ROLES)
    await table.start()
    await site.settle()
    board = await site.person().line(table.code)
    assert board.last["call"] == table.owner.last["call"]


async def test_a_turn_to_speak_has_a_clock_and_can_be_passed_and_prolonged(site: Site) -> None:
    options = {"speeches": "turns", "sheriff_enabled": False}
    table = await sit_down(site, 8, pace=PACE, options=options, roles=ROLES)
    await table.start()
    while True:
        await site.pass_time(5)
        view = table.owner.view
        assert view is not None
        if view["table"].get("speaker"):
            break
    first = table.line_of(view["table"]["speaker"])
    assert table.owner.clock["kind"] == "speech"
    assert [open_["key"] for open_ in first.open.values()] == ["speech"]
    ends = table.owner.clock["at"]
    await table.owner.room_do("extend", seconds=30)
    await table.owner.sync()
    assert table.owner.clock["at"] == ends + 30_000
    silent = next(line for line in table.lines if line is not first and line.view["seats"][line.hello["viewer"]]["in"])
    with pytest.raises(Refused):
        await silent.say("轮不到我")
    await first.say("我是好人")
    await first.send(d=next(iter(first.open)), choice=True)
    await site.settle()
    second = view["table"]["speaker"]
    assert second != first.hello["viewer"]
    await site.pass_time(PACE["speech"])
    assert view["table"]["speaker"] != second


async def test_those_who_must_forget_hear_the_line_that_the_moderator_chose(site: Site) -> None:
    table = await moderated(site, pace=PACE)
    judge, *others = table.lines
    await judge.mod("override", act="kill", args={"seat": "8"})
    await site.settle()
    step = judge.last["steps"][-1]["seq"]
    await judge.mod("undo", to=step - 1, line="corrected")
    await site.settle()
    assert all(line.last["undone"] == "corrected" for line in others)
    assert "undone" not in judge.last


async def end(site: Site, table: Table) -> None:
    """To a verdict: every wolf goes."""
    for seat, role in site.roles(table.code).items():
        if role == "werewolf":
            await table.owner.mod("override", act="kill", args={"seat": seat})
    while table.owner.room["phase"] != "over":
        await table.owner.mod("tick")
        await site.settle()


async def test_the_moderator_paces_the_end(site: Site) -> None:
    """Card by card; until the last one nobody gets the replay, then everybody."""
    table = await moderated(site, pace=PACE)
    judge, guest = table.lines[:2]
    await end(site, table)
    await site.settle()
    assert guest.room["revealed"] == []
    refused = await table.people[1].get(f"/api/rooms/{table.code}/replay", 409)
    assert refused["error"] == "not_over"
    with pytest.raises(Refused, match="forbidden"):
        await guest.room_do("reveal", seat=3)
    await judge.room_do("reveal", seat=3)
    await site.settle()
    assert guest.room["revealed"] == ["3"]
    await judge.room_do("reveal")
    await site.settle()
    assert guest.room["revealed"] is None
    assert await site.person().get(f"/api/rooms/{table.code}/replay")


async def test_an_automatic_room_is_open_at_once(site: Site) -> None:
    table = await sit_down(site, 1, bots=True, pace={"call": 0, "phase": 0, "vote": 1, "discussion": 1, "window": 0})
    await table.start()
    await table.play_out(Random(2))
    assert table.owner.room["revealed"] is None


async def test_a_second_moderator_comes_and_the_first_steps_back(site: Site) -> None:
    table = await moderated(site, pace=PACE)
    judge = table.owner
    heir = site.person("接班")
    await heir.join(table.code, watch=True)
    line = await heir.line()
    who = line.room["me"]["id"]
    with pytest.raises(Refused, match="wrong_phase"):
        await judge.room_do("watch")
    with pytest.raises(Refused, match="forbidden"):
        await line.room_do("moderate")
    await judge.room_do("handover", to=who)
    await line.room_do("moderate")
    await site.settle()
    assert line.hello["viewer"] == judge.hello["viewer"] == "moderator"
    assert len(table.lines[1].room["moderators"]) == 2
    await judge.room_do("watch")
    await site.settle()
    assert judge.hello["viewer"] == "public"
    assert table.lines[1].room["moderators"] == [who]
    with pytest.raises(Refused, match="forbidden"):
        await judge.mod("tick")
    await line.mod("tick")


async def beside(device: Person, name: str, seat: int) -> int:
    """One more player on a device; returns his number."""
    body = {"nickname": name, "seat": seat, "beside": True}
    joined = await device.post(f"/api/rooms/{device.code}/join", body)
    return int(joined["person"])


async def test_one_device_carries_several_seats(site: Site) -> None:
    """Each by a cookie of its own; none of them opens another's eyes."""
    device = site.person("大李")
    code = await device.create(pace=PACE)
    first = await device.line()
    two, three = await beside(device, "小李", 2), await beside(device, "小小李", 3)
    lines = [await device.line(beside=two), await device.line(beside=three)]
    for line in lines:
        await line.room_do("ready")
    await first.room_do("bots")
    await first.room_do("start")
    await site.settle()
    assert [line.hello["viewer"] for line in (first, *lines)] == ["1", "2", "3"]
    stranger = await site.person().line(code, beside=two)
    assert stranger.hello["viewer"] == "public"
    assert sorted(cookie.name for cookie in device.http.cookies.jar) == [
        f"nm_{code}",
        f"nm_{code}_{two}",
        f"nm_{code}_{three}",
    ]
