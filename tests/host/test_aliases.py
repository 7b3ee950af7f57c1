"""Rooms under aliases: nobody's nickname reaches a seat before the end, nothing links the two, the end joins them."""

from __future__ import annotations

import contextlib
import json
from random import Random
from typing import Any

import pytest

from nightmoot.host.aliases import dealt, names
from nightmoot.host.ids import name_key
from tests.host.client import Closed, Line, Person, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site

PEOPLE = 8
QUICK = {"call": 1, "decision": 5, "vote": 5, "discussion": 5, "phase": 1, "window": 5, "speech": 2}
NICKNAMES = [f"玩家{n}" for n in range(1, PEOPLE + 2)]


async def begun(site: Site, **create: Any) -> Table:
    table = await sit_down(site, PEOPLE, aliases=True, pace=QUICK, **create)
    await table.lines[1].say("大家好")  # under the nickname: the lobby is played with open names
    await table.start()
    await site.settle()
    return table


def since_the_start(line: Line) -> list[str]:
    """What came since the game began."""
    first = next(n for n, frame in enumerate(line.frames) if '"phase":"playing"' in frame)
    return line.frames[first:]


async def leave(line: Line) -> None:
    """Somebody goes for good, and the socket is closed."""
    with contextlib.suppress(Closed):
        await line.room_do("leave")
    assert await line.until_closed() == 4401


def own(table: Table, line: Line) -> str:
    return NICKNAMES[table.lines.index(line)]


@pytest.mark.parametrize("ruleset", ["table", "forum"])
async def test_no_nickname_but_the_own_reaches_a_seat_before_the_end(site: Site, ruleset: str) -> None:
    players = {"table": PEOPLE, "forum": 12}[ruleset]
    table = await begun(site, ruleset=ruleset, players=players, **({"bots": True} if players > PEOPLE else {}))
    rng = Random(ruleset)
    passer_by = site.person()
    watching = await passer_by.line(table.code)
    late = site.person("旁观")
    await late.join(table.code, watch=True)
    spectator = await late.line()
    for turn in range(60):
        if table.owner.room["phase"] == "over":
            break
        with contextlib.suppress(Refused):
            await table.lines[turn % 3].say("我是好人")
        if not await table.answer_all(rng):
            await site.pass_time(5)
        if turn == 2:  # somebody leaves in the middle, somebody else comes back to an empty page
            await leave(table.lines.pop())
            await table.people[2].line()
        for person in [*table.people[:-1], passer_by, late]:
            state = await person.get(f"/api/rooms/{table.code}")
            if state["phase"] == "playing":
                told = [*state["seats"], *state["people"]]
                hidden = [name for name in [*NICKNAMES, "阿青"] if name != person.name]
                assert not [name for name in hidden if name in str(told)]
    for person in [*table.people, passer_by, late]:
        for line in person.lines:
            frames = since_the_start(line)
            assert len(frames) > 5
            for frame in frames:
                if '"phase":"over"' in frame:
                    break
                hidden = [name for name in [*NICKNAMES, "阿青"] if name != person.name]
                assert not [name for name in hidden if name in frame], frame
    assert any("我是好人" in frame for frame in watching.frames)
    states = [json.loads(frame).get("room") for frame in since_the_start(watching)]
    assert {state["spectators"] for state in states if state and state["phase"] == "playing"} <= {0}
    hello = json.loads(spectator.frames[0])["hello"]["room"]
    assert [one["name"] for one in hello["people"]] == ["旁观"]


async def test_posts_notices_and_the_view_bear_the_alias(site: Site) -> None:
    table = await begun(site)
    shown = {seat["seat"]: seat["name"] for seat in table.owner.room["seats"]}
    assert set(shown.values()) <= set(names("zh"))
    assert len(set(shown.values())) == PEOPLE
    for line in table.lines:
        assert line.view is not None
        assert {seat: facets["name"] for seat, facets in line.view["seats"].items()} == shown
        mine = line.hello["viewer"]
        assert [seat["player"] for seat in line.room["seats"] if seat["seat"] == mine] == [own(table, line)]
        others = [seat for seat in line.room["seats"] if seat["seat"] != mine]
        assert {(s["player"], s["person"], s["bot"], s["taken"], s["ready"]) for s in others} == {
            (None, None, None, True, True)
        }
        assert line.room["aliases"] is True


async def test_seats_are_drawn_anew_at_the_start(site: Site) -> None:
    sat = set()
    for _ in range(3):
        table = await begun(site)
        sat.add(tuple(line.hello["viewer"] for line in table.lines))
    assert len(sat | {tuple(str(n) for n in range(1, PEOPLE + 1))}) > 2  # fails once in about 40,000 ** 2 runs


async def test_who_leaves_or_is_replaced_changes_nothing_that_others_see(site: Site) -> None:
    table = await sit_down(site, PEOPLE + 1, aliases=True, pace=QUICK, moderator="human")
    await table.start()
    await site.settle()
    director, watching = table.owner, table.lines[1]
    before = watching.room
    newcomer = site.person("新人")
    await newcomer.join(table.code, watch=True)
    await leave(table.lines[2])
    await site.settle()
    assert watching.room == before
    gone = table.lines[3].hello["viewer"]
    person = next(one["id"] for one in director.room["people"] if one["name"] == "新人")
    await director.room_do("substitute", seat=int(gone), person=person)
    await site.settle()
    assert watching.room == before
    told = [notice for notice in watching.notices.values() if "新人" in str(notice)]
    assert told == []
    assert next(s["player"] for s in director.room["seats"] if s["seat"] == gone) == "玩家4 / 新人"


async def test_the_director_sees_both(site: Site) -> None:
    table = await sit_down(site, PEOPLE + 1, aliases=True, pace=QUICK, moderator="human")
    await table.start()
    await site.settle()
    rows = table.owner.room["seats"]
    seats = {line.hello["viewer"]: own(table, line) for line in table.lines[1:]}
    assert {row["seat"]: row["player"] for row in rows} == seats
    assert all(row["name"] in names("zh") for row in rows)
    records = table.owner.last["grimoire"]["seats"]
    assert {seat: record["name"] for seat, record in records.items()} == {row["seat"]: row["name"] for row in rows}


async def test_the_end_joins_the_names(site: Site) -> None:
    table = await begun(site)
    seats = {line.hello["viewer"]: own(table, line) for line in table.lines}
    shown = {seat["seat"]: seat["name"] for seat in table.owner.room["seats"]}
    await table.play_out(Random(4))
    await site.settle()
    for line in table.lines:
        assert {row["seat"]: row["player"] for row in line.room["seats"]} == seats
        assert sorted(one["name"] for one in line.room["people"]) == sorted(NICKNAMES[:PEOPLE])
    replay = await table.people[0].get(f"/api/rooms/{table.code}/replay")
    assert replay["names"] == shown
    assert replay["cast"] == seats
    text = (await table.people[0].http.get(f"/api/rooms/{table.code}/export.md?lang=zh")).text
    roles, record = text.split("## 公开记录")
    for seat, name in seats.items():
        assert f"- {seat}号 {shown[seat]} ({name}): " in roles
        assert name not in record  # the log goes on speaking of the aliases
    await table.owner.room_do("again")
    await site.settle()
    assert {row["name"] for row in table.owner.room["seats"]} == set(NICKNAMES[:PEOPLE])


async def test_while_the_director_paces_the_end_names_join_with_the_cards(site: Site) -> None:
    table = await sit_down(site, PEOPLE + 1, aliases=True, pace=QUICK, moderator="human")
    await table.start()
    for _ in range(600):
        await site.settle()
        if table.owner.room["phase"] == "over":
            break
        if not await table.answer_all(Random(1), lines=table.lines[1:]):
            await site.pass_time(5)
            if table.owner.last.get("waits"):
                await table.owner.mod("tick")
    watching = table.lines[1]
    assert watching.room["revealed"] == []
    mine = watching.hello["viewer"]
    other = next(row["seat"] for row in watching.room["seats"] if row["seat"] != mine)
    await table.owner.room_do("reveal", seat=int(other))
    await site.settle()
    assert {row["seat"] for row in watching.room["seats"] if row["player"]} == {mine, other}
    await table.owner.room_do("reveal")
    await site.settle()
    assert all(row["player"] for row in watching.room["seats"])


async def test_aliases_outlive_a_restart(db: Any) -> None:
    async with running_site(db) as site:
        table = await begun(site)
        before = table.owner.room["seats"]
        cookies, code = table.people[0].http.cookies, table.code
    async with running_site(db) as site:
        person = Person(f"127.0.0.1:{site.port}", NICKNAMES[0], site.clock.now)
        site.people.append(person)
        person.http.cookies = cookies
        line = await person.line(code)
        assert line.room["seats"] == before


async def test_a_setting_of_the_lobby_and_off_unless_wanted(site: Site) -> None:
    table = await sit_down(site, PEOPLE)
    assert table.owner.room["aliases"] is False
    await table.owner.room_do("settings", aliases=True)
    await table.lines[1].until(lambda: table.lines[1].room["aliases"])
    assert {row["name"] for row in table.lines[1].room["seats"]} == set(NICKNAMES[:PEOPLE])


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_aliases_are_all_different_and_nobodys_nickname(lang: str) -> None:
    every = names(lang)
    assert len({name_key(name) for name in every}) == len(every) >= 120
    taken = every[:100]
    drawn = dealt(60, lang, taken)
    assert list(drawn) == list(range(1, 61))
    assert len({name_key(name) for name in drawn.values()}) == 60
    assert not {name_key(name) for name in drawn.values()} & {name_key(name) for name in taken}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_no_alias_is_numbered_while_there_are_others(lang: str) -> None:
    every = names(lang)
    drawn = dealt(len(every) - 10, lang, every[:10])
    assert set(drawn.values()) == set(every[10:])
