"""What a request must be, and what every answer carries."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from nightmoot.host import schema
from nightmoot.host.security import HEADERS
from tests.host.client import Refused
from tests.host.site import Site

CREATE = {"ruleset": "table", "players": 8, "nickname": "甲"}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({**CREATE, "players": "8"}, "$.players"),
        ({**CREATE, "players": 0}, "$.players"),
        ({**CREATE, "moderator": "nobody"}, "$.moderator"),
        ({**CREATE, "pace": {"vote": -1}}, "$.pace[...]"),
        ({"ruleset": "table", "players": 8}, "$"),
        ([], "$"),
        ({**CREATE, "surprise": 1}, "$"),
    ],
)
async def test_a_record_of_the_wrong_form_is_refused_with_the_path_of_the_fault(
    site: Site, body: Any, path: str
) -> None:
    fault = await site.person().post("/api/rooms", body, 422)
    assert fault["error"] == "invalid"
    assert fault["path"] == path
    assert fault["message_key"] == "ui.error.invalid"


async def test_the_ruleset_refuses_what_it_does_not_know(site: Site) -> None:
    person = site.person()
    assert (await person.post("/api/rooms", {**CREATE, "ruleset": "chess"}, 422))["error"] == "unknown-ruleset"
    fault = await person.post("/api/rooms", {**CREATE, "options": {"nonsense": 1}}, 422)
    assert fault["path"] == "$.options.nonsense"
    assert fault["message_key"] == "error.unknown-option"


async def test_what_is_no_json_is_refused(site: Site) -> None:
    response = await site.person().http.post("/api/rooms", content=b"{")
    assert (response.status_code, response.json()["error"]) == (400, "not_json")


async def test_a_large_body_is_refused(site: Site) -> None:
    response = await site.person().http.post("/api/rooms", content=b" " * 70_000)
    assert (response.status_code, response.json()["error"]) == (413, "too_large")


async def test_requests_from_another_origin_are_refused(site: Site) -> None:
    person = site.person("甲")
    fault = await person.post("/api/rooms", CREATE, 403, headers={"Origin": "http://elsewhere.example"})
    assert fault["error"] == "origin"
    code = (await person.post("/api/rooms", CREATE, headers={"Origin": f"http://{person.at}"}))["code"]
    async with connect(f"ws://{person.at}/ws/{code}", origin="http://elsewhere.example", proxy=None) as socket:  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    assert socket.close_code == 4403


async def test_every_answer_keeps_the_page_to_itself(site: Site) -> None:
    person = site.person()
    for path in ("/", "/api/rulesets", "/api/nothing", "/r/ABCDE", "/assets/none.js", "/../../etc/passwd"):
        headers = (await person.http.get(path)).headers
        assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "'unsafe" not in HEADERS["content-security-policy"]


async def test_the_seat_secret_is_a_cookie_that_no_script_and_no_other_site_gets(site: Site) -> None:
    response = await site.person().http.post("/api/rooms", json=CREATE)
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert f"nm_{response.json()['code']}".lower() in cookie


async def test_rooms_that_are_not_there(site: Site) -> None:
    person = site.person("甲")
    for code in ("ABCDE", "A", "ABCD0", "%2e%2e"):
        await person.get(f"/api/rooms/{code}", 404)
    async with connect(f"ws://{person.at}/ws/ABCDE", proxy=None) as socket:
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    assert socket.close_code == 4404
    assert site.host.actors() == []


async def test_rulesets_are_listed_with_what_can_be_chosen(site: Site) -> None:
    listed = {entry["id"]: entry for entry in await site.person().get("/api/rulesets")}
    table = listed["table"]
    assert table["players"]["min"] <= 8 <= table["players"]["max"]
    assert {"werewolf", "seer"} <= {role["id"] for role in table["roles"]}
    assert {"id", "kind", "default", "allowed"} <= set(table["options"][0])
    assert "random" in table["policies"]
    assert table["pace"]["call"] > 0


async def test_the_catalogues_are_served(site: Site) -> None:
    texts = await site.person().get("/api/texts/zh")
    assert set(texts) == {"ui", "core", "rulesets"}
    await site.person().get("/api/texts/xx", 404)


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"c": "1"},
        {"c": "1", "d": 1},
        {"c": "1", "choice": 1},
        {"c": "1", "d": 1, "choice": None, "withdraw": 1},
        {"d": 1, "choice": None},
        {"c": "1", "room": {"do": "nonsense"}},
        {"c": "1", "room": {"do": "lock", "surprise": 1}},
        {"c": "1", "d": "1", "choice": None},
        {"c": "1", "post": {"text": ""}},
    ],
)
async def test_commands_of_the_wrong_form_are_refused(site: Site, command: dict[str, Any]) -> None:
    person = site.person("甲")
    await person.create()
    line = await person.line()
    await line.socket.send(msgspec.json.encode(command).decode())
    await line.until(lambda: line.results)
    assert [error and error["code"] for error in line.results.values()] == ["invalid"]


async def test_a_flood_of_commands_is_refused_and_then_cut_off(site: Site) -> None:
    site.host.commands._burst = 5
    person = site.person("甲")
    await person.create()
    line = await person.line()
    for _ in range(5):
        await line.room_do("lock")
    with pytest.raises(Refused, match="too_many"):
        await line.room_do("lock")
    for n in range(60):
        await line.socket.send(f'{{"ping": {n}}}')
    assert await line.until_closed() == 4429


async def test_the_schema_names_every_record() -> None:
    document = schema.document()
    names = set(document["components"]["schemas"])
    assert {"Up", "Down", "RoomOut", "OpenOut", "ReplayOut", "Create", "SeatsPick"} <= names
