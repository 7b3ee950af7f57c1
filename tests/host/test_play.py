"""Games over the real socket: answers, retries, resuming, devices, talk, the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.host.client import Line, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site


async def seated(site: Site, people: int = 8, **create: Any) -> Table:
    table = await sit_down(site, people, bots=people < 8, **create)
    await table.start()
    return table


async def first_open(site: Site, table: Table) -> tuple[Line, int]:
    """The first decision that anybody has."""
    for _ in range(100):
        await site.settle()
        for line in table.lines:
            for d, open_ in line.open.items():
                if not open_["answered"] and open_["pick"]["kind"] == "seats":
                    return line, d
        await site.pass_time(10)
    raise AssertionError("nobody is asked anything")


async def test_a_whole_game_of_eight_people(site: Site) -> None:
    table = await seated(site)
    await table.play_out(Random(1))
    roles = site.roles(table.code)
    for line in table.lines:
        assert line.room["phase"] == "over"
        assert line.view is not None
        assert line.view["seats"][line.hello["viewer"]]["role"] in roles.values()


async def test_a_whole_game_of_one_person_and_bots(site: Site) -> None:
    table = await seated(site, 1)
    await table.play_out(Random(2))


async def test_what_a_client_adds_up_is_the_view_that_the_server_folds(site: Site) -> None:
    table = await seated(site, 3)
    await table.play_out(Random(3))
    for person, line in zip(table.people, table.lines, strict=True):
        fresh = await person.line()
        assert fresh.view is not None
        assert line.view is not None
        assert {k: fresh.view[k] for k in ("table", "seats", "groups")} == {
            k: line.view[k] for k in ("table", "seats", "groups")
        }
        assert sorted(fresh.notices) == sorted(line.notices)


async def test_coming_back_brings_what_was_missed_and_nothing_twice(site: Site) -> None:
    table = await seated(site, 2)
    line = table.lines[1]
    n = line.n
    await line.close()
    await table.answer_all(Random(4), lines=[other for other in table.lines if other is not line])
    await site.pass_time(600)
    back = await table.people[1].line(since=n, epoch=0, game=1)
    await back.sync()
    assert back.hello["resumed"] is True
    assert back.hello["view"] is None
    assert sorted(back.notices)[0] == n + 1
    assert max(back.notices) == back.hello["n"]


async def test_a_number_that_cannot_be_brings_the_whole_view(site: Site) -> None:
    table = await seated(site, 2)
    for since, epoch, game in ((9999, 0, 1), (1, 7, 1), (1, 0, 4)):
        line = await table.people[1].line(since=since, epoch=epoch, game=game)
        assert line.hello["resumed"] is False
        assert line.hello["view"]["viewer"] == "2"


async def test_two_devices_on_one_seat_see_and_say_the_same(site: Site) -> None:
    table = await seated(site)
    line, d = await first_open(site, table)
    person = table.people[table.lines.index(line)]
    other = await person.line()
    await other.sync()
    assert other.open == line.open
    await other.send(d=d, choice=line.open[d]["pick"]["candidates"][0])
    await line.sync()
    assert d not in line.open or line.open[d]["answered"]
    assert other.open == line.open


async def test_a_retry_of_a_stored_answer_is_acknowledged_and_does_nothing(site: Site) -> None:
    table = await seated(site)
    line, d = await first_open(site, table)
    choice = line.open[d]["pick"]["candidates"][0]
    before = len(site.game(table.code).inputs)
    for _ in range(3):
        await line.send("same", d=d, choice=choice)
    assert len(site.game(table.code).inputs) == before + 1


async def test_whatever_is_not_open_is_refused_in_the_same_words(site: Site) -> None:
    table = await seated(site)
    line, d = await first_open(site, table)
    other = next(each for each in table.lines if each is not line)
    errors = []
    choice = line.open[d]["pick"]["candidates"][0]
    await line.send(d=d, choice=choice)
    for who, number in ((line, d), (line, 999), (other, d + 1), (other, -1)):
        if number not in who.open:
            with pytest.raises(Refused) as refused:
                await who.send("x", d=number, choice=choice)
            errors.append(refused.value.error)
            with pytest.raises(Refused) as refused:
                await who.send("x", withdraw=number)
            errors.append(refused.value.error)
    assert errors
    assert errors == [errors[0]] * len(errors)
    assert errors[0] == {"code": "not_open", "message_key": "ui.error.not_open", "c": "x"}


async def test_an_illegal_choice_is_refused_with_its_path_and_changes_nothing(site: Site) -> None:
    table = await seated(site)
    line, d = await first_open(site, table)
    before = len(site.game(table.code).inputs)
    for choice in ("99", 7, True, ["1", "1", "1"], {"a": "1"}, "x" * 1000):
        with pytest.raises(Refused) as refused:
            await line.send(d=d, choice=choice)
        assert refused.value.error["path"].startswith("choice")
    assert len(site.game(table.code).inputs) == before


async def test_spectators_see_the_public_view_and_their_talk_stays_theirs(site: Site) -> None:
    table = await seated(site, 2)
    watcher = site.person("观众")
    await watcher.join(table.code, watch=True)
    line = await watcher.line()
    assert line.hello["viewer"] == "public"
    assert all("role" not in seat for seat in line.hello["view"]["seats"].values())
    await line.say("谁是狼?")
    await line.until(lambda: line.posts)
    assert line.posts[0]["channel"] == "spectators"
    await site.settle()
    assert all(not each.posts for each in table.lines)
    fresh = await table.people[0].line()
    await fresh.sync()
    assert not fresh.posts
    with pytest.raises(Refused, match="not_open"):
        await line.send(d=1, choice="1")


async def test_after_the_end_everything_is_open_to_all(site: Site) -> None:
    table = await seated(site, 2)
    stranger = site.person()
    assert (await stranger.get(f"/api/rooms/{table.code}/replay", 409))["error"] == "not_over"
    await table.play_out(Random(5))
    replay = await stranger.get(f"/api/rooms/{table.code}/replay")
    assert replay["roles"] == site.roles(table.code)
    assert len(replay["steps"]) == len(site.game(table.code).notices)
    assert replay["explain"]["zh"]
    assert len(replay["explain"]["zh"]) == len(replay["explain"]["en"])
    assert replay["seed"] == site.game(table.code).header.seed
    for lang in ("zh", "en"):
        response = await stranger.http.get(f"/api/rooms/{table.code}/export.md?lang={lang}")
        assert response.status_code == 200
        assert "玩家1" in response.text


async def test_again_keeps_people_and_seats_and_plays_a_second_game(site: Site) -> None:
    table = await seated(site, 2)
    await table.play_out(Random(6))
    await table.owner.room_do("again")
    line = table.lines[1]
    await line.until(lambda: line.room["phase"] == "lobby")
    assert (line.hello["viewer"], line.hello["view"], line.hello["n"]) == ("public", None, 0)
    assert line.room["seats"][1]["name"] == "玩家2"
    assert not line.room["seats"][1]["ready"]
    await line.room_do("ready")
    await table.start()
    await line.until(lambda: line.hello["game"] == 2)
    await table.play_out(Random(7))
    first = await table.people[0].get(f"/api/rooms/{table.code}/replay?game=1")
    second = await table.people[0].get(f"/api/rooms/{table.code}/replay")
    assert (first["game"], second["game"]) == (1, 2)
    assert first["seed"] != second["seed"]


async def test_a_leaver_is_played_on_by_a_bot(site: Site) -> None:
    table = await seated(site, 2)
    await table.lines[1].socket.send('{"c": "bye", "room": {"do": "leave"}}')
    assert await table.lines[1].until_closed() == 4401
    await table.owner.until(lambda: table.owner.room["seats"][1]["bot"])
    table.lines = table.lines[:1]
    await table.play_out(Random(8))


async def test_a_bot_stands_in_for_the_absent_and_steps_back(site: Site) -> None:
    table = await seated(site, 2)
    line = table.lines[1]
    await table.owner.room_do("substitute", seat=2)
    await line.until(lambda: line.room["seats"][1]["bot"])
    await line.room_do("substitute", seat=2, on=False)
    assert line.room["seats"][1]["bot"] is None
    with pytest.raises(Refused, match="forbidden"):
        await line.room_do("substitute", seat=1)


async def test_the_owner_may_end_a_game_without_a_verdict(site: Site) -> None:
    table = await seated(site, 2)
    await table.owner.room_do("stop")
    await table.lines[1].until(lambda: table.lines[1].room["phase"] == "over")
    assert table.lines[1].room["stopped"] is True
    assert (await table.people[1].get(f"/api/rooms/{table.code}/replay"))["winner"] is None


async def test_a_nudge_reaches_those_who_owe_an_answer_and_nobody_else(site: Site) -> None:
    table = await seated(site)
    await first_open(site, table)
    await table.owner.room_do("nudge")
    await site.settle()
    for line in table.lines:
        assert ("nudge" in line.last) == any(not open_["answered"] for open_ in line.open.values())


async def test_a_slow_client_is_let_go_and_comes_back_with_its_number(site: Site) -> None:
    table = await seated(site, 2)
    actor = site.host.actor(table.code)
    slow = next(c for c in actor.connections if c.viewer == "2")
    n = table.lines[1].n
    slow.send(*[b'{"pong":0}'] * 1001)
    assert await table.lines[1].until_closed() == 4408
    back = await table.people[1].line(since=n, epoch=0, game=1)
    assert back.hello["resumed"] is True
