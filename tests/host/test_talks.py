"""Private talks: heard by those who take part; a moderator sees that they talk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.host.client import Line, Refused
from tests.host.evening import Table
from tests.host.ring import PACE, ring, seated
from tests.host.site import Site

SECRET = "只给三号听的话"


async def whisper(line: Line, *seats: str, text: str = SECRET) -> None:
    await line.send(talk={"seats": list(seats), "text": text})


def heard(line: Line) -> list[str]:
    return [frame for frame in line.frames if '"talk"' in frame or SECRET in frame]


async def moderated(site: Site, **create: object) -> Table:
    judge = site.person("法官")
    code = await judge.create(ruleset="toy", players=4, moderator="human", pace=PACE)
    lines = [await judge.line()]
    if create:
        await lines[0].room_do("settings", **create)
    people = [judge]
    for n in range(4):
        person = site.person(f"玩家{n + 1}")
        await person.join(code)
        people.append(person)
        lines.append(await person.line())
        await lines[-1].room_do("ready")
    table = Table(site, code, people, lines)
    await table.start()
    await site.settle()
    return table


async def test_only_those_who_take_part_are_sent_anything(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        passer_by = await site.person("路人").line(table.code)
        before = [list(line.frames) for line in (*table.lines, passer_by)]
        await whisper(table.lines[0], "3")
        await whisper(table.lines[2], "1", "4")
        await site.settle()
        assert [len(heard(line)) for line in table.lines] == [2, 0, 2, 1]
        assert table.lines[1].frames == before[1]
        assert passer_by.frames == before[4]


async def test_a_moderator_sees_that_they_talk_but_not_what(db: Path) -> None:
    async with ring(db) as site:
        table = await moderated(site)
        await whisper(table.lines[1], "3")
        await site.settle()
        said = table.owner.last["talk"]
        assert (said["seats"], said["by"], said["text"]) == (["1", "3"], "1", "")
        assert not any(SECRET in frame for frame in table.owner.frames)
        again = await table.people[0].line()
        assert [line["text"] for line in again.last["talks"]] == [""]


async def test_unless_the_room_says_so_and_then_all_know(db: Path) -> None:
    async with ring(db) as site:
        table = await moderated(site, overheard=True)
        assert all(line.room["overheard"] for line in table.lines)
        await whisper(table.lines[1], "3")
        await site.settle()
        assert table.owner.last["talk"]["text"] == SECRET


async def test_what_was_said_is_there_after_coming_back(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        await whisper(table.lines[0], "3")
        again = await table.people[2].line()
        assert [line["text"] for line in again.last["talks"]] == [SECRET]
        other = await table.people[1].line()
        assert "talks" not in other.last


async def test_a_retry_says_nothing_twice(db: Path) -> None:
    async with ring(db) as site:
        table = await seated(site)
        for _ in range(2):
            await table.lines[0].send("same-id", talk={"seats": ["3"], "text": SECRET})
        await site.settle()
        assert len(heard(table.lines[2])) == 1


@pytest.mark.parametrize(
    ("seats", "code"),
    [(["1"], "invalid"), (["9"], "invalid"), (["2", "3", "4"], "may-not-speak"), ([], "invalid")],
)
async def test_what_the_ruleset_does_not_allow_is_refused(db: Path, seats: list[str], code: str) -> None:
    async with ring(db) as site:
        table = await seated(site)
        with pytest.raises(Refused, match=code):
            await whisper(table.lines[0], *seats)
        await site.settle()
        assert not heard(table.lines[2])


async def test_nobody_without_a_seat_talks_in_private(db: Path) -> None:
    async with ring(db) as site:
        table = await moderated(site)
        with pytest.raises(Refused, match="forbidden"):
            await whisper(table.owner, "3")


async def test_a_game_without_private_talks_refuses_them(site: Site) -> None:
    from tests.host.evening import sit_down

    table = await sit_down(site, 2, bots=True)
    await table.start()
    with pytest.raises(Refused, match="may-not-speak"):
        await whisper(table.lines[0], "2")
