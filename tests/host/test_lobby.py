"""Rooms and seats before a game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from nightmoot.host.ids import ALPHABET
from tests.host.client import Closed, Refused
from tests.host.evening import sit_down
from tests.host.site import QUICK, Site, running_site


async def test_the_creator_of_an_automatic_room_sits_and_owns_it(site: Site) -> None:
    person = site.person("小王")
    code = await person.create()
    assert len(code) == 5
    assert set(code) <= set(ALPHABET)
    room = await person.get(f"/api/rooms/{code.lower()}")
    assert room["me"] == {"id": 1, "seat": "1", "owner": True, "moderator": False, "queued": False, "asks": False}
    assert room["seats"][0]["name"] == "小王"
    assert [seat["taken"] for seat in room["seats"]] == [True] + 7 * [False]


async def test_the_creator_of_a_moderated_room_moderates_without_a_seat(site: Site) -> None:
    person = site.person("法官")
    code = await person.create(moderator="human")
    room = await person.get(f"/api/rooms/{code}")
    assert room["me"] == {"id": 1, "seat": None, "owner": True, "moderator": True, "queued": False, "asks": False}


async def test_a_passer_by_sees_the_lobby_and_is_nobody(site: Site) -> None:
    code = await site.person("甲").create()
    stranger = site.person()
    assert (await stranger.get(f"/api/rooms/{code}"))["me"] is None
    line = await stranger.line(code)
    assert line.hello["viewer"] == "public"
    with pytest.raises(Refused, match="forbidden"):
        await line.room_do("ready")


async def test_newcomers_get_the_seat_they_ask_for_or_the_first_free_one(site: Site) -> None:
    code = await site.person("甲").create()
    assert (await site.person("乙").join(code, seat=5))["seat"] == "5"
    assert (await site.person("丙").join(code))["seat"] == "2"
    assert (await site.person("丁").join(code, 409, seat=5))["error"] == "seat_taken"
    assert (await site.person("戊").join(code, 422, seat=9))["error"] == "invalid"
    assert (await site.person("己").join(code, watch=True)).get("seat") is None


async def test_no_two_names_look_the_same(site: Site) -> None:
    code = await site.person("Anna").create()
    assert (await site.person("ａnna").join(code, 409))["error"] == "name_taken"
    assert (await site.person("\u202eAn\u200bna").join(code, 409))["error"] == "name_taken"
    assert (await site.person("\u200b").join(code, 422))["path"] == "$.nickname"


async def test_who_is_in_stays_who_he_is(site: Site) -> None:
    person = site.person("甲")
    code = await person.create()
    assert (await person.join(code, 409))["error"] == "already_in"


async def test_a_full_or_locked_room_takes_nobody(site: Site) -> None:
    table = await sit_down(site, 8)
    assert (await site.person("九").join(table.code, 409))["error"] == "room_full"
    assert "seat" not in await site.person("十").join(table.code, watch=True)
    await table.owner.room_do("lock")
    assert (await site.person("十一").join(table.code, 409, watch=True))["error"] == "room_locked"


async def test_everybody_is_shown_each_change(site: Site) -> None:
    table = await sit_down(site, 3)
    first, second, third = table.lines
    await second.room_do("seat", seat=8)
    await third.until(lambda: third.room["seats"][7]["name"] == "玩家2")
    await first.room_do("swap", a=1, b=8)
    await third.until(lambda: third.room["seats"][0]["name"] == "玩家2")
    assert third.room["seats"][7]["name"] == "玩家1"
    await first.room_do("shuffle")
    await third.sync()
    assert sorted(s["name"] for s in third.room["seats"] if s["taken"]) == ["玩家1", "玩家2", "玩家3"]


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("swap", {"a": 1, "b": 2}),
        ("shuffle", {}),
        ("lock", {}),
        ("kick", {"person": 1}),
        ("bots", {}),
        ("settings", {"players": 9}),
        ("start", {}),
        ("pass", {"to": 2}),
        ("pause", {}),
        ("stop", {}),
        ("again", {}),
    ],
)
async def test_only_the_owner_has_the_powers_of_the_room(site: Site, do: str, fields: dict[str, int]) -> None:
    table = await sit_down(site, 2)
    with pytest.raises(Refused, match=r"forbidden|wrong_phase"):
        await table.lines[1].room_do(do, **fields)


async def test_who_is_kicked_is_gone_and_the_seat_is_free(site: Site) -> None:
    table = await sit_down(site, 2)
    await table.owner.room_do("kick", person=2)
    assert await table.lines[1].until_closed() == 4401
    await table.owner.until(lambda: not table.owner.room["seats"][1]["taken"])
    line = await table.people[1].line()  # the cookie is worth nothing now
    assert line.hello["room"]["me"] is None
    table.people[1].http.cookies.clear()
    await table.people[1].join(table.code)


async def test_the_start_waits_for_every_seat_and_every_tick(site: Site) -> None:
    table = await sit_down(site, 2)
    with pytest.raises(Refused, match="not_ready"):
        await table.owner.room_do("start")
    await table.owner.room_do("bots")
    await table.lines[1].room_do("ready", on=False)
    with pytest.raises(Refused) as refused:
        await table.owner.room_do("start")
    assert refused.value.error["params"] == {"seats": ["2"]}
    await table.lines[1].room_do("ready")
    await table.start()
    assert table.lines[1].hello["viewer"] == "2"
    with pytest.raises(Refused, match="wrong_phase"):
        await table.owner.room_do("start")


async def test_a_change_of_rules_takes_the_ticks_back(site: Site) -> None:
    table = await sit_down(site, 2)
    await table.owner.room_do("settings", players=10)
    line = table.lines[1]
    await line.until(lambda: line.room["players"] == 10)
    assert not line.room["seats"][1]["ready"]
    assert len(line.room["seats"]) == 10
    with pytest.raises(Refused) as refused:
        await table.owner.room_do("settings", options={"nonsense": True})
    assert refused.value.error["path"] == "$.options.nonsense"


async def test_rights_go_on_when_the_owner_leaves(site: Site) -> None:
    table = await sit_down(site, 3)
    await table.owner.room_do("pass", to=3)
    await table.lines[2].room_do("lock")
    await table.lines[2].send(room={"do": "lock", "on": False})
    with pytest.raises(Closed):
        await table.lines[2].room_do("leave")
    first = table.lines[0]
    await first.until(lambda: first.room["host"] == 1)
    assert not first.room["seats"][2]["taken"]


async def test_talk_in_the_lobby_is_kept_for_those_who_come_later(site: Site) -> None:
    table = await sit_down(site, 2)
    await table.owner.say("大家好")
    await table.lines[1].until(lambda: table.lines[1].posts)
    late = site.person("丙")
    await late.join(table.code)
    line = await late.line()
    await line.until(lambda: line.posts)
    assert line.posts[0]["text"] == "大家好"
    assert line.posts[0]["channel"] == "lobby"


async def test_a_personal_link_is_good_once_on_any_device_by_post_only(site: Site) -> None:
    table = await sit_down(site, 2)
    token = (await table.people[1].post(f"/api/rooms/{table.code}/link", {}))["token"]
    phone = site.person(device="phone")
    assert (await phone.http.get(f"/api/rooms/{table.code}/claim")).status_code in {404, 405}
    assert (await phone.post(f"/api/rooms/{table.code}/claim", {"token": token}))["seat"] == "2"
    line = await phone.line(table.code)
    assert line.room["me"]["seat"] == "2"
    assert (await table.people[1].line()).room["me"]["seat"] == "2"  # the first device stays
    other = site.person()
    assert (await other.post(f"/api/rooms/{table.code}/claim", {"token": token}, 409))["error"] == "link_dead"


async def test_a_link_is_no_cookie(site: Site) -> None:
    table = await sit_down(site, 2)
    token = (await table.people[1].post(f"/api/rooms/{table.code}/link", {}))["token"]
    thief = site.person()
    thief.http.cookies.set(f"nm_{table.code}", token)
    assert (await thief.get(f"/api/rooms/{table.code}"))["me"] is None
    assert (await thief.line(table.code)).room["me"] is None


async def test_a_new_link_kills_the_old_one(site: Site) -> None:
    table = await sit_down(site, 2)
    old = (await table.people[1].post(f"/api/rooms/{table.code}/link", {}))["token"]
    await table.people[1].post(f"/api/rooms/{table.code}/link", {})
    await site.person().post(f"/api/rooms/{table.code}/claim", {"token": old}, 409)


async def test_only_a_moderator_makes_links_for_others_and_the_old_devices_die(site: Site) -> None:
    table = await sit_down(site, 2)
    assert (await table.people[0].post(f"/api/rooms/{table.code}/link", {"seat": 2}, 403))["error"] == "forbidden"
    judge = site.person("法官")
    code = await judge.create(moderator="human")
    player = site.person("甲")
    await player.join(code)
    line = await player.line()
    token = (await judge.post(f"/api/rooms/{code}/link", {"seat": 1}))["token"]
    assert await line.until_closed() == 4401
    assert (await player.line()).room["me"] is None
    assert (await site.person().post(f"/api/rooms/{code}/claim", {"token": token}))["seat"] == "1"


async def test_who_is_connected_is_shown_in_the_lobby(site: Site) -> None:
    table = await sit_down(site, 2)
    await table.lines[1].close()
    first = table.lines[0]
    await first.until(lambda: first.room["people"][1]["here"] is False)


async def test_practice_begins_at_once_with_bots_everywhere_else(site: Site) -> None:
    person = site.person("甲")
    created = await person.post("/api/practice", {"ruleset": "table", "players": 8, "nickname": "甲"})
    line = await person.line(created["code"])
    assert line.hello["viewer"] == created["seat"]
    assert line.room["phase"] == "playing"
    assert sum(seat["bot"] is not None for seat in line.room["seats"]) == 7


async def test_a_board_or_an_exact_deck_is_dealt(site: Site) -> None:
    rulesets = await site.person().get("/api/rulesets")
    listed = next(rules for rules in rulesets if rules["id"] == "table")["boards"]
    board = next(board for board in listed if board["players"] == 8)
    first = site.person("甲")
    code = await first.create(board=board["id"])
    line = await first.line()
    await line.room_do("bots")
    await line.room_do("start")
    assert sorted(site.roles(code).values()) == sorted(board["roles"])
    deck = ["werewolf", "seer", "hunter", *["villager"] * 5]
    second = site.person("乙")
    code = await second.create(roles=deck)
    line = await second.line()
    await line.room_do("bots")
    await line.room_do("start")
    assert sorted(site.roles(code).values()) == sorted(deck)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"board": "nonsense"}, "$.board"),
        ({"roles": ["nonsense"]}, "$.roles"),
        ({"roles": ["werewolf"] * 8}, "$.roles"),
        ({"players": 3}, "$.players"),
        ({"options": {"self_vote": "perhaps"}}, "$.options.self_vote"),
        ({"nickname": "\u200b"}, "$.nickname"),
    ],
)
async def test_a_room_that_could_not_be_played_is_not_made(site: Site, fields: dict[str, object], path: str) -> None:
    body = {"ruleset": "table", "players": 8, "nickname": "甲", **fields}
    fault = await site.person().post("/api/rooms", body, 422 if "board" not in fields else 404)
    assert fault["path"] == path


async def test_bots_are_named_policies(site: Site) -> None:
    table = await sit_down(site, 1)
    await table.owner.room_do("bots", seat=3, policy="lottery")
    await table.owner.room_do("bots")
    bots = [seat["bot"] for seat in table.owner.room["seats"]]
    assert bots[2] in {"lottery", "honest"}
    assert None not in bots[1:]
    names = [seat["name"] for seat in table.owner.room["seats"]]
    assert len(set(names)) == 8
    with pytest.raises(Refused, match="not_found"):
        await table.owner.room_do("bots", policy="genius")
    await table.owner.room_do("bots", on=False)
    assert table.owner.room["seats"][1]["bot"] is None


async def test_rooms_leave_memory_when_there_are_many_and_come_back(db: Path) -> None:
    config = msgspec.structs.replace(QUICK, kept_rooms=2)
    async with running_site(db, config=config) as site:
        codes = [await site.person(f"人{n}").create() for n in range(6)]
        for code in codes:
            await site.person().get(f"/api/rooms/{code}")
        await site.settle()
        assert len(site.host.actors()) <= 3
        for code in codes:
            assert (await site.person().get(f"/api/rooms/{code}"))["code"] == code


async def test_latecomers_wait_for_the_next_game_in_order_of_arrival(site: Site) -> None:
    """A running game takes nobody; `again` gives them the seats of bots, and who finds none goes on waiting."""
    table = await sit_down(site, 7, bots=True)
    await table.start()
    late, later = site.person("迟到"), site.person("更迟")
    assert (await late.join(table.code, 409))["error"] == "game_running"
    assert "seat" not in await late.join(table.code, queue=True)
    await later.join(table.code, watch=True)
    line = await later.line()
    await line.room_do("queue")
    assert [one["name"] for one in line.room["people"] if one["queued"]] == ["迟到", "更迟"]
    with pytest.raises(Refused, match="forbidden"):
        await table.lines[1].room_do("queue")
    await table.owner.room_do("stop")
    await table.owner.room_do("again")
    await line.until(lambda: line.room["phase"] == "lobby")
    assert (await late.get(f"/api/rooms/{table.code}"))["me"]["seat"] == "8"
    me = (await later.get(f"/api/rooms/{table.code}"))["me"]
    assert me["seat"] is None
    assert me["queued"]
    assert line.room["seats"][7]["bot"] is None
    await table.owner.room_do("kick", person=2)
    await line.room_do("seat", seat=2)
    await line.until(lambda: line.room["me"]["seat"] == "2")
    assert not line.room["me"]["queued"]


async def test_a_locked_room_takes_no_stranger_while_it_plays_either(site: Site) -> None:
    """Neither into the queue nor to watch: both could sit down in the next game. Who was there before may."""
    table = await sit_down(site, 7, bots=True)
    early = site.person("早到")
    await early.join(table.code, watch=True)
    line = await early.line()
    await table.owner.room_do("lock")
    await table.start()
    assert (await site.person("生客").join(table.code, 409, queue=True))["error"] == "room_locked"
    assert (await site.person("生人").join(table.code, 409, watch=True))["error"] == "room_locked"
    await line.room_do("queue")
    with pytest.raises(Refused, match="forbidden"):
        await table.lines[1].room_do("lock", on=False)
    await table.owner.room_do("lock", on=False)
    assert "seat" not in await site.person("生客").join(table.code, queue=True)
    await table.owner.room_do("stop")
    await table.owner.room_do("lock")
    assert (await site.person("晚客").join(table.code, 409, queue=True))["error"] == "room_locked"
    await table.owner.room_do("again")
    assert (await early.get(f"/api/rooms/{table.code}"))["me"]["seat"] == "8"


async def test_who_no_longer_wants_to_wait_goes_on_watching(site: Site) -> None:
    table = await sit_down(site, 7, bots=True)
    await table.start()
    late = site.person("迟到")
    await late.join(table.code, queue=True)
    line = await late.line()
    await line.room_do("queue", on=False)
    await table.owner.room_do("stop")
    await table.owner.room_do("again")
    await line.until(lambda: line.room["phase"] == "lobby")
    assert line.room["me"]["seat"] is None
    with pytest.raises(Refused, match="wrong_phase"):
        await line.room_do("queue")


async def test_a_room_that_is_not_playing_seats_the_one_who_would_wait(site: Site) -> None:
    code = await site.person("甲").create()
    assert (await site.person("乙").join(code, queue=True))["seat"] == "2"
