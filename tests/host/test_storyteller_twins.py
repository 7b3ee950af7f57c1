"""Under a storyteller, with characters of somebody's own, picks prepared at dusk, tokens and talks: whoever is not
concerned is sent the same bytes in the same frames at the same times, whatever the secret is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nightmoot.core import Game, Registry, SeatSpec
from nightmoot.host import api, conduct, setup
from nightmoot.host.room import Rules
from tests.host.client import Line
from tests.host.evening import Table
from tests.host.site import Site, running_site

LAMP: dict[str, Any] = {
    "id": "lamplighter",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night, choose a lamp.",
    "firstNight": 1,
    "otherNight": 1,
}
OWN = "townsfolk~lamplighter"
SCRIPT = [
    "fortuneteller",
    "washerwoman",
    "virgin",
    "soldier",
    "chef",
    "mayor",
    "drunk",
    "saint",
    "poisoner",
    "imp",
    LAMP,
]
ROLES = ("saint", "fortuneteller", "poisoner", "imp", "soldier", "virgin", OWN, "washerwoman")
WATCHED, VICTIM = "1", "8"
PACE = {"call": 2, "decision": 10, "discussion": 20, "phase": 1, "window": 4, "defence": 2, "hand": 0.5, "vote": 5}
LONG = 80  # seconds: two nights and the day between them
World = dict[str, Any]


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Rooms with one code, one seed, and the characters put here."""
    worlds: list[tuple[str, ...]] = []

    def new_game(registry: Registry, rules: Rules, names: list[str], seed: str, *_: object) -> Game:
        seats = [
            SeatSpec(name, "drunk", {"believes": "soldier"}) if role == "drunk" else SeatSpec(name, role)
            for name, role in zip(names, worlds[-1], strict=True)
        ]
        return Game.new(registry[rules.ruleset], seats, rules.options, seed, moderator=rules.moderator)

    monkeypatch.setattr(api, "new_code", lambda: "TWNXX")
    monkeypatch.setattr(conduct, "new_seed", lambda: "one seed")
    monkeypatch.setattr(setup, "new_game", new_game)
    return worlds


async def seated(site: Site) -> Table:
    """A storyteller and a town."""
    people = [site.person(f"person {n}") for n in range(len(ROLES) + 1)]
    options = {"script": SCRIPT, "prepared_picks": True, "madness_reports": True}
    room = {"ruleset": "clocktower", "players": len(ROLES), "options": options, "pace": PACE}
    code = await people[0].create(moderator="human", **room)
    lines = [await people[0].line()]
    for person in people[1:]:
        await person.join(code)
        lines.append(await person.line())
        await lines[-1].room_do("ready")
    table = Table(site, code, people, lines)
    await table.start()
    await site.settle()
    return table


def another(one: dict[str, Any]) -> Any:
    """A lawful answer that is not the suggested one."""
    pick, suggested = one["open"]["pick"], one["suggestion"]
    items = pick["candidates"] if pick["kind"] == "seats" else pick["options"]
    if pick["max"] == 1:
        return next(item for item in items if item != suggested)
    others = [item for item in items if item not in suggested]
    return [*others, *suggested][: len(suggested)]


async def rule(teller: Line, world: World, seen: set[str]) -> None:
    """The storyteller takes what is suggested, but for the ruling in which the worlds differ."""
    for one in list(teller.last.get("pending", ())):
        if one["open"]["kind"] != "ruling" or one["answers"]:
            continue
        key = one["open"]["key"]
        seen.add(key)
        choice = one["suggestion"]
        if key == world.get("ruling"):
            choice = another(one)
            seen.add("overruled")
        elif choice is None and one["open"]["pick"]["kind"] == "yes":
            choice = False
        await teller.mod("answer", d=one["d"], seat="moderator", choice=choice)


async def act(table: Table, world: World, seen: set[str]) -> None:
    """The evil act as this world says; the watched does nothing."""
    for line in table.lines[1:]:
        for d, one in list(line.open.items()):
            if one["answered"] or d not in line.open or line.hello["viewer"] == WATCHED:
                continue
            match one["skill"]:
                case "poisoner":
                    seen.add("poisoned")
                    await line.send(d=d, choice=world.get("poison", "5"))
                case "imp":
                    await line.send(d=d, choice=VICTIM)
                case "prepare" if line.hello["viewer"] == "2" and world.get("prepares"):
                    seen.add("prepared")
                    await line.send(d=d, choice=["5", "6"])
                case "fortuneteller":
                    await line.send(d=d, choice=["5", "6"])


async def evening(db: Path, dealt: list[tuple[str, ...]], world: World) -> tuple[list[tuple[int, str]], set[str]]:
    """What the watched and nobody else got when, and which rulings there were."""
    dealt.append(world.get("roles", ROLES))
    seen: set[str] = set()
    async with running_site(db) as site:
        table = await seated(site)
        start = site.clock.now()
        talked = False
        for _ in range(LONG):
            await site.settle()
            await rule(table.owner, world, seen)
            await site.settle()
            await act(table, world, seen)
            view = table.owner.view
            if not talked and view is not None and view["table"].get("phase") == "day":
                talked = True
                if world.get("talks"):
                    seen.add("talked")
                    await table.line_of("2").send(talk={"seats": ["3"], "text": "hush"})
                if world.get("token"):
                    seen.add("noted")
                    await table.owner.mod("override", act="note", args={"seat": "5", "text": "drunk?"})
            await site.pass_time(1)
        line = table.line_of(WATCHED)
        first = next(k for k, frame in enumerate(line.frames) if '"game":1' in frame)
        stream = list(zip(line.stamps, line.frames, strict=True))[first:]
        return [(at - start, frame) for at, frame in stream], seen


def with_roles(**other: str) -> World:
    """The same town with others at these seats."""
    return {"roles": tuple(other.get(f"seat_{n}", role) for n, role in enumerate(ROLES, 1))}


#: A secret that differs, and what must have happened for it to be one.
SECRETS: dict[str, tuple[World, str]] = {
    "who is who": (with_roles(seat_5="virgin", seat_6="soldier"), ""),
    "a drunk": (with_roles(seat_5="drunk"), ""),
    "a character of somebody's own, or none": (with_roles(seat_7="chef"), ""),
    "poison on another": ({"poison": "6"}, "poisoned"),
    "poison on the watched": ({"poison": WATCHED}, "poisoned"),
    "the red herring": ({"ruling": "red_herring"}, "overruled"),
    "the bluffs": ({"ruling": "bluffs"}, "overruled"),
    "a pick prepared at dusk": ({"prepares": True}, "prepared"),
    "a private talk": ({"talks": True}, "talked"),
    "a note on the grimoire": ({"token": True}, "noted"),
}


@pytest.mark.parametrize("secret", sorted(SECRETS))
async def test_whoever_is_not_concerned_gets_the_same(
    tmp_path: Path, dealt: list[tuple[str, ...]], secret: str
) -> None:
    world, shows = SECRETS[secret]
    plain, ruled = await evening(tmp_path / "plain", dealt, {})
    twin, overruled = await evening(tmp_path / "twin", dealt, world)
    assert {"red_herring", "bluffs", "by_hand"} <= ruled
    assert not shows or shows in overruled
    assert any('"seats":["8"]' in frame for _, frame in plain), "a night with a death has been"
    assert twin == plain


async def test_the_comparison_sees_what_the_town_may_see(tmp_path: Path, dealt: list[tuple[str, ...]]) -> None:
    """A Soldier at the victim's seat lives, which is no secret: these two are not alike."""
    plain, _ = await evening(tmp_path / "plain", dealt, {})
    dealt_other, _ = await evening(tmp_path / "twin", dealt, with_roles(seat_8="soldier", seat_5="washerwoman"))
    assert dealt_other != plain
