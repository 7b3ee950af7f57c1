"""What a room's options bring along, a whole script perhaps, comes down a line once and not with every change."""

from __future__ import annotations

import json
from typing import Any

from tests.host.client import Line
from tests.host.evening import sit_down
from tests.host.site import Site

PEOPLE = 15
ABILITY = "Each night, choose a player: if they are good, you learn how many of their neighbours have nominated. "
TEAMS = ("townsfolk",) * 13 + ("outsider",) * 5 + ("minion",) * 4 + ("demon",) * 3
HOMEBREW: list[Any] = [
    {"id": "_meta", "name": "Lamps"},
    *(
        {"id": f"lamp{n}", "name": f"Lamp {n}", "team": team, "ability": ABILITY * 2, "firstNight": n}
        for n, team in enumerate(TEAMS)
    ),
]
ROOM: dict[str, Any] = {
    "ruleset": "clocktower",
    "players": PEOPLE,
    "moderator": "human",
    "options": {"script": HOMEBREW},
}


def rooms(line: Line) -> list[dict[str, Any]]:
    """The states of the room that came down, the one in a greeting among them."""
    downs = [json.loads(frame) for frame in line.frames]
    return [
        down["hello"]["room"] if "hello" in down else down["room"] for down in downs if {"hello", "room"} & set(down)
    ]


async def test_a_script_is_sent_once_down_a_line_and_every_change_is_small(site: Site) -> None:
    table = await sit_down(site, PEOPLE, **ROOM)
    await site.settle()
    line = table.lines[1]
    came = rooms(line)
    assert len(came) > PEOPLE
    assert [n for n, room in enumerate(came) if "options" in room or "words" in room] == [0]
    assert line.room["options"]["script"] == HOMEBREW
    changes = [len(frame) for frame in line.frames if frame.startswith('{"room"')]
    assert max(changes) < len(json.dumps(HOMEBREW)) / 2
    assert sum(map(len, line.frames)) < 2 * len(json.dumps(HOMEBREW)) + PEOPLE * 10_000


async def test_who_comes_back_with_it_is_not_sent_it_again(site: Site) -> None:
    table = await sit_down(site, 2, **ROOM)
    held = table.lines[1].room["brought"]
    back = await table.people[1].line(brought=held)
    assert "options" not in rooms(back)[0]
    anew = await table.people[1].line(brought="another")
    assert rooms(anew)[0]["options"]["script"] == HOMEBREW
    assert (await table.people[1].get(f"/api/rooms/{table.code}"))["options"]["script"] == HOMEBREW


async def test_other_options_are_sent_to_everybody_once(site: Site) -> None:
    table = await sit_down(site, 3, **ROOM)
    before = table.lines[2].room["brought"]
    await table.owner.room_do("settings", options={"script": "tb"})
    await table.owner.room_do("lock")
    await site.settle()
    for line in table.lines:
        assert line.room["options"] == {"script": "tb"}
        assert line.room["words"] == {}
        assert line.room["brought"] != before
        assert "options" not in rooms(line)[-1]
