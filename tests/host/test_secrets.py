"""Nothing about another seat leaks: the real socket, byte for byte and second for second."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nightmoot.core import Game, Registry, SeatSpec
from nightmoot.host import api, conduct, setup
from nightmoot.host.room import Rules
from tests.host.client import Line, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site

PACE = {"call": 10, "decision": 60, "vote": 20, "discussion": 30, "phase": 5, "window": 10}
NIGHT_AND_DAY = 170  # seconds: the first night, a day, and into the second night
STEP = 5
VICTIM = "8"
OPTIONS = {"sheriff_enabled": False}

# Seat 1 has the role under test, seat 8 is a villager who dies in the first night; the others change places.
WORLDS = {
    "villager": (
        ("werewolf", "werewolf", "seer", "witch", "guard", "hunter"),
        ("hunter", "seer", "werewolf", "guard", "werewolf", "witch"),
    ),
    "seer": (
        ("werewolf", "werewolf", "villager", "witch", "guard", "hunter"),
        ("hunter", "villager", "werewolf", "guard", "werewolf", "witch"),
    ),
    "witch": (
        ("werewolf", "werewolf", "seer", "villager", "guard", "hunter"),
        ("hunter", "seer", "werewolf", "guard", "werewolf", "villager"),
    ),
    "guard": (
        ("werewolf", "werewolf", "seer", "witch", "villager", "hunter"),
        ("hunter", "seer", "werewolf", "villager", "werewolf", "witch"),
    ),
    "hunter": (
        ("werewolf", "werewolf", "seer", "witch", "guard", "villager"),
        ("villager", "seer", "werewolf", "guard", "werewolf", "witch"),
    ),
    "werewolf": (  # the fellow wolf is known and stays
        ("werewolf", "villager", "seer", "witch", "guard", "hunter"),
        ("werewolf", "seer", "hunter", "guard", "villager", "witch"),
    ),
    "piper": (
        ("werewolf", "werewolf", "seer", "witch", "guard", "hunter"),
        ("hunter", "seer", "werewolf", "guard", "werewolf", "witch"),
    ),
    "little_girl": (
        ("werewolf", "werewolf", "seer", "elder", "guard", "idiot"),
        ("idiot", "seer", "werewolf", "guard", "werewolf", "elder"),
    ),
    "elder": (
        ("werewolf", "werewolf", "seer", "little_girl", "guard", "scapegoat"),
        ("scapegoat", "seer", "werewolf", "guard", "werewolf", "little_girl"),
    ),
    "cupid": (
        ("werewolf", "werewolf", "seer", "witch", "guard", "villager"),
        ("villager", "seer", "werewolf", "guard", "werewolf", "witch"),
    ),
}


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Rooms with one code, one seed, and the roles put here."""
    worlds: list[tuple[str, ...]] = []

    def new_game(registry: Registry, rules: Rules, names: list[str], seed: str, *_: object) -> Game:
        seats = [SeatSpec(name, role) for name, role in zip(names, worlds[0], strict=True)]
        deck = {"deck": sorted(worlds[0])}
        return Game.new(registry[rules.ruleset], seats, rules.options, seed, setup=deck)

    monkeypatch.setattr(api, "new_code", lambda: "LEAKS")
    monkeypatch.setattr(conduct, "new_seed", lambda: "one seed")
    monkeypatch.setattr(setup, "new_game", new_game)
    return worlds


async def act(table: Table, roles: tuple[str, ...], *, busy: bool) -> None:
    """Wolves kill the victim; in a busy world all others answer as well, at once and more than once."""
    for line in table.lines[1:]:
        role = roles[int(line.hello["viewer"]) - 1]
        for d, open_ in list(line.open.items()):
            if open_["answered"]:
                continue
            if open_["key"] == "kill":
                await line.send(d=d, choice=VICTIM)
                if busy and d in line.open:
                    await line.send(withdraw=d)
                    await line.send(d=d, choice=VICTIM)
            elif busy and open_["optional"]:
                await line.send(d=d, choice=None)
                with pytest.raises(Refused):
                    await line.send(d=d, choice="99")
        if busy and role == "werewolf" and line.view and line.view["table"]["phase"] == "night":
            await line.say("嘘", "wolves")


async def watch(
    db: Path, roles: tuple[str, ...], *, busy: bool, worlds: list[tuple[str, ...]]
) -> list[tuple[int, str]]:
    """What seat 1 is sent, and when, while it does nothing at all."""
    worlds.insert(0, roles)
    async with running_site(db) as site:
        table = await sit_down(site, 8, pace=PACE, options=OPTIONS)
        await table.start()
        start = site.clock.now()
        night = 1
        for _ in range(0, NIGHT_AND_DAY, STEP):
            await site.settle()
            if night == 1:
                await act(table, roles, busy=busy)
            watched = table.lines[0]
            night = watched.view["table"]["night"] if watched.view else 1
            if watched.view and watched.view["table"]["phase"] != "night":
                night = 0
            await site.pass_time(STEP)
        watched = table.lines[0]
        return [(at - start, frame) for at, frame in zip(watched.stamps, watched.frames, strict=True)]


@pytest.mark.parametrize("role", sorted(WORLDS))
async def test_what_a_seat_is_sent_depends_on_what_it_may_know_only(
    role: str, tmp_path: Path, fixed: list[tuple[str, ...]]
) -> None:
    one, other = ((role, *rest, "villager") for rest in WORLDS[role])
    first = await watch(tmp_path / "one", one, busy=False, worlds=fixed)
    second = await watch(tmp_path / "other", other, busy=role != "werewolf", worlds=fixed)
    assert len(first) > 20
    assert first == second


async def at_night(site: Site) -> Table:
    table = await sit_down(site, 8, pace=PACE, options=OPTIONS)
    await table.start()
    await site.settle()
    return table


def asked(table: Table) -> list[Line]:
    return [line for line in table.lines if line.open]


async def test_at_night_what_others_do_makes_no_sound(site: Site) -> None:
    table = await at_night(site)
    busy = asked(table)[0]
    silent = [line for line in table.lines if not line.open]
    assert silent
    before = {line: list(line.frames) for line in silent}
    d, open_ = next(iter(busy.open.items()))
    person = table.people[table.lines.index(busy)]
    with pytest.raises(Refused):
        await busy.send(d=d, choice="99")
    await busy.send(d=d, choice=open_["pick"]["candidates"][0])
    with pytest.raises(Refused):
        await busy.room_do("ready")
    await busy.close()
    again = await person.line()
    await again.close()
    assert (await person.line()).hello["resumed"] is False
    await person.post(f"/api/rooms/{table.code}/link", {})
    await person.get(f"/api/rooms/{table.code}")
    await site.settle()
    assert {line: line.frames for line in silent} == before


async def test_seats_that_are_not_asked_are_sent_equally_much_at_night(
    tmp_path: Path, fixed: list[tuple[str, ...]]
) -> None:
    fixed.append(("villager", "werewolf", "werewolf", "seer", "villager", "hunter", "villager", "villager"))
    async with running_site(tmp_path / "db") as site:
        table = await at_night(site)
        start = {line: len(line.frames) for line in table.lines}
        for _ in range(60):
            await act(table, fixed[0], busy=True)
            await site.pass_time(1)
            if table.lines[0].view and table.lines[0].view["table"]["phase"] != "night":
                break
        villagers = [table.lines[n] for n in (0, 4, 5, 6)]
        sent = [[(at, len(frame)) for at, frame in zip(v.stamps, v.frames, strict=True)][start[v] :] for v in villagers]
        assert sent[0]
        assert sent == [sent[0]] * 4


async def test_every_viewer_counts_its_own_decisions_from_one(site: Site) -> None:
    table = await at_night(site)
    numbers: dict[str, list[int]] = {}
    for _ in range(120):
        await site.pass_time(1)
        for line in table.lines:
            numbers.setdefault(line.hello["viewer"], []).extend(line.open)
    for seen in numbers.values():
        assert sorted(set(seen)) == list(range(1, max(seen, default=0) + 1))


FORBIDDEN = {
    "seq",
    "seed",
    "secret",
    "hash",
    "token",
    "inputs",
    "seats_pending",
    "pending",
    "waits",
    "steps",
    "grimoire",
}


def keys(value: Any) -> set[str]:
    """Every key at any depth."""
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in keys(inner)}
    if isinstance(value, list):
        return {key for inner in value for key in keys(inner)}
    return set()


async def test_no_frame_to_a_seat_names_what_is_the_servers_own(site: Site) -> None:
    table = await at_night(site)
    await site.pass_time(200)
    seed = site.game(table.code).header.seed
    tokens = [cookie.value or "" for person in table.people for cookie in person.http.cookies.jar]
    for line in table.lines:
        for frame in line.frames:
            assert not keys(json.loads(frame)) & FORBIDDEN
            assert seed not in frame
            assert not any(token in frame for token in tokens)


async def test_who_is_connected_is_not_said_during_a_game(site: Site) -> None:
    table = await at_night(site)
    assert {person["here"] for person in table.owner.room["people"]} == {None}


async def test_secrets_are_neither_stored_nor_logged(db: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async with running_site(db) as site:
        table = await at_night(site)
        link = (await table.people[1].post(f"/api/rooms/{table.code}/link", {}))["token"]
        tokens = [cookie.value or "" for person in table.people for cookie in person.http.cookies.jar] + [link]
        seed = site.game(table.code).header.seed
        await site.pass_time(300)
    stored = b"".join(path.read_bytes() for path in db.parent.iterdir())
    logged = "".join(capfd.readouterr())
    for token in tokens:
        assert token.encode() not in stored
        assert token not in logged
    assert seed not in logged
