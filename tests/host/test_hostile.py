"""What a hostile client or a careless host sends: it is refused by name, and nobody else notices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nightmoot.host import boards
from nightmoot.host.aliases import names
from nightmoot.host.pace import LED
from nightmoot.host.reading import depth, number
from nightmoot.host.slow.plans import MOST
from tests.host.client import Line, Refused
from tests.host.evening import Table, sit_down
from tests.host.ring import ring
from tests.host.site import Site
from tests.host.test_joining import numbered, visitor
from tests.host.test_talks import moderated

DEEP = "[" * 8000 + "]" * 8000


async def watched(site: Site, **create: Any) -> tuple[Table, Line, int]:
    """A moderated game of the ring under these settings, and somebody who watches it, with his number."""
    table = await moderated(site, **create)
    guest = await visitor(site, table)
    line = await guest.line()
    await site.settle()
    return table, line, numbered(guest, table)


@pytest.mark.parametrize("query", ["²", "99999999999999999999", "9" * 5000, "-1", "", "1e3"])
async def test_a_number_in_an_address_that_is_none_is_refused(site: Site, query: str) -> None:
    table = await sit_down(site, 1)
    for path in (f"replay?game={query}", f"export.md?lang=zh&game={query}", f"day.md?day={query}"):
        response = await table.people[0].http.get(f"/api/rooms/{table.code}/{path}")
        assert response.status_code == 422, (path, response.text)


def test_numbers_in_addresses_are_plain_digits() -> None:
    assert [number(text) for text in ("0", "17", "²", "٣", "1" * 10, "", "-1")] == [0, 17, None, None, None, None, None]


def test_brackets_in_texts_count_for_no_depth() -> None:
    assert depth(json.dumps({"a": ['[[[{{\\"[', {"b": [1]}]}).encode()) == 4


async def test_a_socket_comes_up_whatever_its_numbers_are(site: Site) -> None:
    table = await sit_down(site, 1)
    line = await table.people[0].line(since="²", epoch="²", game="²")  # type: ignore[arg-type]
    assert line.hello["viewer"] == "public"


async def test_json_that_is_too_deep_is_refused_and_the_line_stays(site: Site) -> None:
    table = await sit_down(site, 1)
    body = f'{{"ruleset":"table","players":8,"nickname":"x","options":{{"a":{DEEP}}}}}'
    response = await table.people[0].http.post("/api/rooms", content=body)
    assert (response.status_code, response.json()["error"]) == (422, "invalid")
    line = table.owner
    for deep in (DEEP, "[" * 300 + "]" * 300):
        await line.socket.send(f'{{"c":"deep","d":1,"choice":{deep}}}')
        await line.sync()
        assert line.closed is None
        assert any('"code":"invalid"' in frame for frame in line.frames)


@pytest.mark.parametrize("value", [[{"a": 1}], {"a": []}, [["x"]], [10**30], "x", 10**30])
async def test_options_of_any_form_are_refused_by_name(site: Site, value: Any) -> None:
    person = site.person("房主")
    for ruleset in await person.get("/api/rulesets"):
        for option in ruleset["options"]:
            if option["kind"] == "free":
                body = {"ruleset": ruleset["id"], "players": max(8, ruleset["players"]["min"]), "nickname": "房主"}
                response = await person.http.post("/api/rooms", json={**body, "options": {option["id"]: value}})
                assert response.status_code in (200, 422), (ruleset["id"], option["id"])


async def test_a_role_that_is_none_is_refused_in_a_whole_deck_too(site: Site) -> None:
    person = site.person("房主")
    body = {"ruleset": "table", "players": 8, "nickname": "房主", "roles": ["nobody"] * 8}
    assert (await person.post("/api/rooms", body, 422))["error"] == "unknown-role"


async def test_nobody_reads_the_replay_while_the_moderator_paces_the_end(site: Site) -> None:
    person, table = site.person("玩家"), await sit_down(site, 2, bots=True)
    await table.start()
    await table.owner.room_do("stop")
    await site.settle()
    actor = site.host.actor(table.code)
    await actor.commit(room=actor.room.with_body(shown=()))
    for path in ("replay", "replay?game=1", "export.md?lang=zh&game=1"):
        response = await person.http.get(f"/api/rooms/{table.code}/{path}")
        assert (response.status_code, response.json()["error"]) == (409, "not_over")
    await table.owner.room_do("reveal")
    assert (await person.get(f"/api/rooms/{table.code}/replay?game=1"))["game"] == 1


async def test_who_joins_under_aliases_gets_one_too(db: Path) -> None:
    async with ring(db) as site:
        table, line, guest = await watched(site, aliases=True)
        await table.owner.room_do("admit", person=guest, role="plain")
        await table.owner.room_do("admit", name="老客", role="plain")
        await site.settle()
        assert line.hello["viewer"] == "5"
        shown = [seat["name"] for seat in table.lines[1].room["seats"]]
        assert len(set(shown)) == 6
        assert set(shown) <= set(names("zh"))
        told = [json.loads(frame) for seen in table.lines[1:] for frame in seen.frames]
        assert not [frame for frame in told if "来客" in str(frame) or "老客" in str(frame)]
        assert [seat["player"] for seat in table.owner.room["seats"]][4:] == ["来客", "老客"]


async def test_an_undo_takes_the_seat_of_who_had_joined(db: Path) -> None:
    async with ring(db) as site:
        table, line, guest = await watched(site)
        await table.owner.room_do("admit", person=guest, role="plain")
        await site.settle()
        assert line.hello["viewer"] == "5"
        await table.owner.mod("undo", to=len(site.game(table.code).inputs) - 1)
        await site.settle()
        assert line.hello["viewer"] == "public"
        assert len(table.owner.room["seats"]) == 4
        await table.owner.room_do("admit", name="老客", role="plain")
        await site.settle()
        assert (table.owner.room["seats"][4]["name"], table.owner.room["seats"][4]["person"]) == ("老客", None)
        await table.owner.mod("undo", to=len(site.game(table.code).inputs) - 1)
        clock, code, cookies = site.clock, table.code, table.people[1].http.cookies
    async with ring(db, clock=clock) as site:
        back = site.person("玩家1", device="again")
        back.http.cookies = cookies
        assert (await back.line(code)).hello["viewer"] == "1"


async def test_names_of_those_without_a_device_are_cleaned_like_any_other(db: Path) -> None:
    async with ring(db) as site:
        table, _, _ = await watched(site)
        await table.owner.room_do("admit", name="\u202e老\u0000 客" + "长" * 30, role="plain")
        with pytest.raises(Refused, match="invalid"):
            await table.owner.room_do("admit", name="\u202e\u200b", role="plain")
        await site.settle()
        assert table.owner.room["seats"][4]["name"] == "老 客" + "长" * 17


async def test_talk_of_an_earlier_game_under_nicknames_is_not_told_again_under_aliases(site: Site) -> None:
    table = await sit_down(site, 2, bots=True, aliases=True)
    await table.start()
    await table.owner.room_do("stop")
    await table.lines[1].say("打得好")
    await table.owner.room_do("again")
    await table.lines[1].room_do("ready")
    await table.owner.room_do("start")
    await site.settle()
    assert (await table.people[0].line()).posts == []


async def test_those_without_a_device_are_no_programs(site: Site) -> None:
    judge = site.person("法官")
    await judge.create(ruleset="killer", players=25, moderator="human")
    line = await judge.line()
    for seat in range(1, 26):
        await line.room_do("bots", seat=seat, policy="hand", name=f"客人{seat}")
    await line.room_do("start")
    await site.settle()


async def test_without_a_moderator_nobody_is_left_without_an_answer(site: Site) -> None:
    judge = site.person("法官")
    await judge.create(moderator="human", pace={LED: 1})
    line = await judge.line()
    for seat in range(1, 9):
        await line.room_do("bots", seat=seat, policy="hand", name=f"客人{seat}")
    await line.room_do("settings", moderator="auto")
    await site.settle()
    assert [seat["bot"] for seat in line.room["seats"]] == [None] * 8
    await line.room_do("settings", moderator="human")
    await line.room_do("moderate")
    for seat in range(1, 9):
        await line.room_do("bots", seat=seat, policy="hand", name=f"客人{seat}")
    await line.room_do("start")
    await line.room_do("handover", to="auto")
    await site.settle()
    assert "hand" not in [seat["bot"] for seat in line.room["seats"]]
    assert [seat["name"] for seat in line.room["seats"]] == [f"客人{seat}" for seat in range(1, 9)]


async def test_fewer_seats_free_the_names_of_those_who_sat_there(site: Site) -> None:
    judge = site.person("法官")
    await judge.create(players=9, moderator="human")
    line = await judge.line()
    await line.room_do("bots", seat=9, policy="hand", name="客人")
    await line.room_do("settings", players=8)
    await line.room_do("bots", seat=1, policy="hand", name="客人")
    await site.settle()
    assert line.room["seats"][0]["name"] == "客人"


async def test_a_seat_keeps_so_many_plans_at_most(site: Site) -> None:
    table = await sit_down(site, 1, bots=True)
    await table.start()
    await site.settle()
    rules = site.game(table.code).rules
    wanted = [(phase, skill) for phase in rules.phases for skill in rules.abilities][: MOST + 1]
    for phase, skill in wanted[:MOST]:
        await table.owner.send(plan={"phase": phase, "skill": skill, "choices": [None]})
    last = {"phase": wanted[MOST][0], "skill": wanted[MOST][1]}
    with pytest.raises(Refused, match="too_many"):
        await table.owner.send(plan={**last, "choices": [None]})
    await table.owner.send(plan={"phase": wanted[0][0], "skill": wanted[0][1], "choices": ["1"]})  # in place of one
    await table.owner.send(plan={"phase": wanted[1][0], "skill": wanted[1][1], "choices": []})
    await table.owner.send(plan={**last, "choices": [None]})


async def test_under_aliases_the_owner_cannot_find_out_at_which_seat_nobody_sits(site: Site) -> None:
    table = await sit_down(site, 3, bots=True, aliases=True)
    await table.start()
    await site.settle()
    before = len(table.owner.frames)
    heard = []
    for seat in range(1, 9):
        if str(seat) != table.owner.hello["viewer"]:
            await table.owner.room_do("substitute", seat=seat, on=False)
            await table.owner.sync()
            heard.append([sorted(json.loads(frame)) for frame in table.owner.frames[before:] if '"room"' in frame])
            before = len(table.owner.frames)
    assert all(one == heard[0] for one in heard), heard


async def test_boards_are_drawn_one_after_another(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0)
    person, wish = site.person("房主"), {"ruleset": "forum", "players": 12}
    async with site.host.drawing:
        assert (await person.post("/api/compose", wish, 429))["error"] == "too_many"
    assert (await person.post("/api/compose", {**wish, "players": 1}, 422))["error"] == "player-count"
    assert (await person.post("/api/compose", wish))["sides"]
