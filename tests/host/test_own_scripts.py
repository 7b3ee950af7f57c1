"""A room with characters of somebody's own: from the file to the end, run by a person, and back into a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.host.client import Closed, Line, Refused
from tests.host.evening import Table
from tests.host.site import Site
from tests.host.test_moderator import moderated

ABILITY = "Each night, choose a lamp: {n} of <b>them</b> burn."
LAMP: dict[str, Any] = {
    "id": "Lamp_lighter",
    "name": "Lamp {seat}",
    "team": "townsfolk",
    "ability": ABILITY,
    "firstNight": 1,
    "otherNight": 1,
    "firstNightReminder": "The lamp is lit.",
    "reminders": ["Lit"],
    "image": "https://example.org/a.png",
    "x-tool": {"colour": [1, 2, None]},
}
META = {"id": "_meta", "name": "Lamps", "bootlegger": ["No lamps."], "x-own": 1}
SCRIPT: list[Any] = [META, "chef", "empath", "poisoner", "imp", LAMP]
ROLE = "townsfolk~lamplighter"
ROOM: dict[str, Any] = {
    "ruleset": "clocktower",
    "players": 5,
    "roles": [ROLE, "chef", "empath", "poisoner", "imp"],
    "options": {"script": SCRIPT},
}


async def lamps(site: Site, **create: Any) -> Table:
    return await moderated(site, 4, **{**ROOM, **create})


def seat_of(site: Site, table: Table, role: str) -> str:
    return next(seat for seat, found in site.roles(table.code).items() if found == role)


async def until_asked(site: Site, judge: Line, skill: str) -> dict[str, Any]:
    """The moderator goes on until that is asked."""
    for _ in range(60):
        await site.settle()
        open_ = [one for one in judge.last["pending"] if not one["open"].get("offer")]
        found = next((one for one in open_ if one["open"]["skill"] == skill and not one["answers"]), None)
        if found is not None:
            return dict(found)
        if judge.last["waits"]:
            await judge.mod("tick")
    raise AssertionError(f"{skill} is never asked")


async def test_a_file_comes_back_as_what_an_option_takes(site: Site) -> None:
    person = site.person("说书人")
    found = await person.post("/api/scripts", {"ruleset": "clocktower", "text": json.dumps([*SCRIPT, "balloonist"])})
    assert found["script"] == [*SCRIPT, "balloonist"]
    assert found["unknown"] == ["Lamp_lighter"]
    assert found["by_hand"] == ["Lamp_lighter", "balloonist"]
    bad = await person.post("/api/scripts", {"ruleset": "clocktower", "text": json.dumps([*SCRIPT, LAMP])})
    assert bad["script"] == []


async def test_a_room_with_it_gives_the_same_file_back(site: Site) -> None:
    table = await lamps(site)
    stranger = site.person("路人")
    assert await stranger.get(f"/api/rooms/{table.code}/script.json") == SCRIPT
    again = site.person("again")
    await again.create(**{**ROOM, "roles": None, "moderator": "human", "options": {"script": "tb"}})
    ids = await again.get(f"/api/rooms/{again.code}/script.json")
    assert "imp" in ids
    await again.create(**{**ROOM, "roles": None, "moderator": "human", "options": {"script": "auto"}})
    await again.get(f"/api/rooms/{again.code}/script.json", 404)
    await again.create()
    await again.get(f"/api/rooms/{again.code}/script.json", 404)


async def test_who_may_see_the_script_reads_what_the_characters_do(site: Site) -> None:
    table = await lamps(site)
    for line in table.lines:
        words = line.room["words"]
        assert words[f"role.{ROLE}"] == LAMP["name"]
        assert words[f"role.{ROLE}.ability"] == ABILITY
        assert "role.chef" not in words
    public = await site.person("路人").get(f"/api/rooms/{table.code}")
    assert public["words"] == table.owner.room["words"]


async def test_only_its_player_and_the_storyteller_are_told_who_it_is(site: Site) -> None:
    table = await lamps(site)
    seat = seat_of(site, table, ROLE)
    for line in table.lines[1:]:
        assert line.view is not None
        told = line.view["seats"][seat].get("role")
        assert told == (ROLE if line.hello["viewer"] == seat else None)


async def test_the_night_waits_for_the_storyteller_who_asks_and_nobody_else_notices(site: Site) -> None:
    table = await lamps(site)
    judge, seat = table.owner, seat_of(site, table, ROLE)
    pending = await until_asked(site, judge, ROLE)
    call = next(call for call in judge.last["grimoire"]["sheet"] if call["now"])
    assert (call["skill"], call["seats"]) == (ROLE, [seat])
    assert judge.last["grimoire"]["notes"] == [{"role": ROLE, "text": "Lit"}]
    frames = {line.hello["viewer"]: len(line.frames) for line in table.lines[1:] if line.hello["viewer"] != seat}
    await judge.mod("override", act="ask", args={"seat": seat, "for": "seats", "text": "Which lamps?"})
    await site.settle()
    asked = next(one for one in judge.last["pending"] if one["open"]["key"] == "asked")
    assert asked["owners"] == [seat]
    await judge.mod("answer", d=asked["d"], seat=seat, choice=["1", "2"])
    await site.settle()
    for line in table.lines[1:]:
        if line.hello["viewer"] in frames:
            late = [frame for frame in line.frames[frames[line.hello["viewer"]] :] if "pong" not in frame]
            assert late == []
    again = next(one for one in judge.last["pending"] if one["open"]["key"] == "by_hand")
    assert again["open"]["params"] == pending["open"]["params"]
    await judge.mod("answer", d=again["d"], seat="moderator", choice="1 and 2 burn")
    await site.settle()
    said = site.game(table.code).explain("en")
    assert any("1 and 2 burn" in line and LAMP["name"] in line for line in said)


async def test_the_record_of_the_game_names_it(site: Site) -> None:
    table = await lamps(site)
    judge = table.owner
    await judge.mod("override", act="abandon", args={})
    await site.settle()
    await judge.room_do("reveal")
    await site.settle()
    person = site.person("路人")
    replay = await person.get(f"/api/rooms/{table.code}/replay")
    assert replay["words"][f"role.{ROLE}"] == LAMP["name"]
    response = await person.http.get(f"/api/rooms/{table.code}/export.md?lang=en")
    assert f": {LAMP['name']}" in response.text


async def test_the_program_alone_refuses_it_wherever_it_is_tried_and_names_the_entries(site: Site) -> None:
    person = site.person("某人")
    body = {**ROOM, "nickname": "某人", "moderator": "auto"}
    for path in ("/api/rooms", "/api/practice"):
        asked = body if path == "/api/rooms" else {key: body[key] for key in body if key != "moderator"}
        refused = await person.post(path, asked, 422)
        assert (refused["error"], refused["path"]) == ("not-played-alone", "$.options.script")
        assert refused["params"]["roles"] == ["Lamp_lighter"]
    await person.create(moderator="human", ruleset="clocktower", players=5, options={"script": "tb"})
    line = await person.line()
    before = line.room
    with pytest.raises(Refused) as bad:
        await line.room_do("settings", options={"script": SCRIPT}, moderator="auto")
    assert bad.value.code == "not-played-alone"
    await line.sync()
    assert line.room == before


async def test_a_running_game_with_it_is_not_handed_to_the_program(site: Site) -> None:
    table = await lamps(site)
    with pytest.raises(Refused) as bad:
        await table.owner.room_do("handover", to="auto")
    assert bad.value.code == "not-played-alone"
    await site.settle()
    assert table.owner.room["moderator"] == "human"


async def test_a_whole_script_fits_through_the_settings_of_a_room(site: Site) -> None:
    person = site.person("某人")
    await person.create(moderator="human", ruleset="clocktower", players=5, options={"script": "tb"})
    line = await person.line()
    many = [{**LAMP, "id": f"lamp{n}", "name": f"灯{n}", "ability": "夜" * 200} for n in range(40)]
    script = [*SCRIPT[:-1], *many]
    assert len(json.dumps(script, ensure_ascii=False).encode()) > 30_000
    await line.room_do("settings", options={"script": script})
    await site.settle()
    assert line.room["options"]["script"] == script
    assert await person.get(f"/api/rooms/{person.code}/script.json") == script


@pytest.mark.parametrize(
    ("entries", "code", "path"),
    [
        ([LAMP, {**LAMP, "id": "lamplighter"}], "script-faults", "$.options.script[6]"),
        ([{**LAMP, "team": "villain"}], "script-faults", "$.options.script[5].team"),
        ([{**LAMP, "firstNight": 1e308}], "script-faults", "$.options.script[5].firstNight"),
        ([{**LAMP, "firstNight": "1"}], "script-faults", "$.options.script[5].firstNight"),
        ([{**LAMP, "name": "abc\u202etxt"}], "script-faults", "$.options.script[5].name"),
        ([{"id": "monk", "team": "demon"}], "script-faults", "$.options.script[5].team"),
        (["glowworm"], "script-faults", "$.options.script[5]"),
        ([{**LAMP, "x": "y" * 19_000, "z": "y" * 19_000, "w": "y" * 12_000}], "script-too-large", "$.options.script"),
        ([None], "script-faults", "$.options.script[5]"),
    ],
)
async def test_hostile_scripts_are_refused_by_entry_and_change_nothing(
    site: Site, entries: list[Any], code: str, path: str
) -> None:
    person = site.person("某人")
    await person.create(moderator="human", ruleset="clocktower", players=5, options={"script": SCRIPT})
    line = await person.line()
    before = line.room
    with pytest.raises(Refused) as bad:
        await line.room_do("settings", options={"script": [*SCRIPT[:-1], *entries]})
    assert (bad.value.code, bad.value.error["path"]) == (code, path)
    await line.sync()
    assert line.room == before
    body = {**ROOM, "nickname": "x", "moderator": "human", "roles": None}
    refused = await person.post("/api/rooms", {**body, "options": {"script": [*SCRIPT[:-1], *entries]}}, 422)
    assert (refused["error"], refused["path"]) == (code, path)


async def test_what_is_deep_or_no_number_is_refused_before_it_is_looked_at(site: Site) -> None:
    person = site.person("某人")
    deep = "[" * 200 + "]" * 200
    for script, error in ((deep, "invalid"), ("[NaN]", "not_json"), ('[{"id": "x", "firstNight": 1e999}]', "invalid")):
        room = '"ruleset":"clocktower","players":5,"nickname":"x","lang":"zh","moderator":"human"'
        body = f'{{{room},"options":{{"script":%s}}}}'
        response = await person.http.post("/api/rooms", content=body % script)
        assert response.json()["error"] == error, (script[:20], response.text)


async def test_when_the_last_storyteller_leaves_nothing_waits_for_him(site: Site) -> None:
    """Nobody does then what only a person can do; the game goes on without it."""
    table = await lamps(site, pace={"decision": 1, "call": 1})
    await until_asked(site, table.owner, ROLE)
    with pytest.raises(Closed):
        await table.owner.room_do("leave")
    await table.people[0].drop_lines()
    await site.pass_time(600)
    assert site.game(table.code).state.phase.name != "night" or site.game(table.code).state.phase.night > 1
