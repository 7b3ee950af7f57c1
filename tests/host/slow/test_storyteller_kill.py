"""A storyteller's game on a server that is killed in mid-night, mid-talk, mid-ruling and while a hand passes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.host.client import Line, Person
from tests.host.test_kill import Server, free_port

SCRIPT = ["washerwoman", "empath", "monk", "slayer", "saint", "poisoner", "imp"]
DECK = ["washerwoman", "empath", "monk", "poisoner", "imp"]
WORDS = "meet me at the well"
STEPS = 80  # a moment that has not come by then never comes
#: Nothing but the hand moves by itself, and that so slowly that it is on its way when the server dies.
PACE = {
    "call": 0,
    "decision": 0,
    "vote": 0,
    "discussion": 0,
    "phase": 0,
    "window": 0,
    "defence": 0,
    "led": 1,
    "hand": 3,
}


class Town:
    """A storyteller and five players, each on a line that a death cuts."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = [Person(f"127.0.0.1:{server.port}", f"person {n}") for n in range(6)]
        self.lines: list[Line] = []

    @property
    def teller(self) -> Line:
        return self.lines[0]

    async def begin(self) -> None:
        options = {"script": SCRIPT}
        room = {"ruleset": "clocktower", "players": 5, "roles": DECK, "options": options, "pace": PACE, "lang": "en"}
        code = await self.people[0].create(moderator="human", **room)
        for person in self.people[1:]:
            await person.join(code)
        self.lines = [await person.line() for person in self.people]
        for line in self.lines[1:]:
            await line.room_do("ready")
        await self.teller.room_do("start")
        for line in self.lines:
            await line.until(lambda line=line: line.hello["game"] and line.room["phase"] == "playing")
        await self.quiet()

    async def quiet(self) -> None:
        """Until what was on its way to everybody is there."""
        for line in self.lines:
            await line.sync()

    async def step(self, *, stop: str = "") -> bool:
        """Go on by one step, as a storyteller does; says whether what is asked under this key is open."""
        await self.quiet()
        asked = [one for one in self.teller.last["pending"] if not one["open"].get("offer")]
        owed = [one for one in asked if len(one["answers"]) < len(one["owners"])]
        if stop and any(stop in (one["open"]["skill"], one["open"]["kind"]) for one in owed):
            return True
        if owed:
            one = owed[0]
            seat = next(seat for seat in one["owners"] if seat not in one["answers"])
            suggested = one.get("suggestion")
            choice = first(one["open"]) if suggested is None else suggested
            await self.teller.mod("answer", d=one["d"], seat=seat, choice=choice)
        else:
            await self.teller.mod("tick")
        return False

    async def until_asked(self, what: str) -> None:
        for _ in range(STEPS):
            if await self.step(stop=what):
                return
        raise AssertionError(f"{what} is never asked")

    async def until_phase(self, phase: str) -> None:
        for _ in range(STEPS):
            await self.quiet()
            if self.teller.view is not None and self.teller.view["table"].get("phase") == phase:
                return
            await self.step()
        raise AssertionError(f"no {phase} comes")

    async def die_and_return(self) -> None:
        """Kill the server while all are connected, start it again, and let everybody come back."""
        await self.server.kill()
        for person in self.people:
            await person.drop_lines()
        await self.server.start()
        self.lines = [await person.line() for person in self.people]
        await self.quiet()

    def stands(self) -> dict[str, Any]:
        """Where everybody is: what each has been told and is asked, and what the storyteller holds."""
        held = [
            {
                "viewer": line.hello["viewer"],
                "view": {**(line.view or {}), "n": None, "log": None},
                "told": [(n, one["key"], one["params"]) for n, one in sorted(line.notices.items())],
                "asked": dict(sorted(line.open.items())),
                "talks": [*line.last.get("talks", ()), *([line.last["talk"]] if "talk" in line.last else ())],
                "room": {**line.room, "people": None},
            }
            for line in self.lines
        ]
        moderation = {
            kind: self.teller.last[kind] for kind in ("grimoire", "pending", "waits", "steps", "told", "fault")
        }
        return json.loads(json.dumps({"held": held, **moderation}))

    async def survives(self) -> None:
        """A death changes nothing for anybody."""
        await self.quiet()
        before = self.stands()
        await self.die_and_return()
        assert self.stands() == before

    async def close(self) -> None:
        for person in self.people:
            await person.close()
        await self.server.kill()


def first(open_: dict[str, Any]) -> Any:
    """The first choice that is legal, or none."""
    pick = open_["pick"]
    if open_["optional"]:
        return None
    match pick["kind"]:
        case "seats" | "options":
            items = pick["candidates" if pick["kind"] == "seats" else "options"]
            return items[0] if pick["max"] == 1 else items[: pick["min"]]
        case "yes":
            return False
        case "number":
            return pick["min"]
    return True


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    server = Server(tmp_path / "games.sqlite", free_port())
    await server.start()
    town = Town(server)
    await town.begin()
    yield town
    await town.close()


def locks(line: Line) -> list[tuple[str, bool]]:
    """Whose hands have counted, and which were up."""
    told = [one["params"] for _, one in sorted(line.notices.items()) if one["key"] == "choice_locked"]
    return [(params["seat"], params["choice"] is True) for params in told]


def line_of(town: Town, role: str) -> Line:
    seats = town.teller.last["grimoire"]["seats"]
    seat = next(seat for seat, facets in seats.items() if facets["role"] == role)
    return next(line for line in town.lines if line.hello["viewer"] == seat)


@pytest.mark.timeout(120)
async def test_in_the_middle_of_the_night(town: Town) -> None:
    await town.until_asked("poisoner")
    poisoner = line_of(town, "poisoner")
    asked = next(d for d, one in poisoner.open.items() if one["skill"] == "poisoner")
    choice = poisoner.open[asked]["pick"]["candidates"][0]
    await town.survives()
    line = line_of(town, "poisoner")
    await line.send("the same id", d=asked, choice=choice)
    await town.quiet()
    steps = len(town.teller.last["steps"])
    await town.survives()
    await line_of(town, "poisoner").send("the same id", d=asked, choice=choice)  # the receipt was lost, say
    await town.quiet()
    assert len(town.teller.last["steps"]) == steps
    await town.until_phase("day")


@pytest.mark.timeout(120)
async def test_while_a_ruling_is_open(town: Town) -> None:
    await town.until_asked("ruling")
    ruling = next(one for one in town.teller.last["pending"] if one["open"]["kind"] == "ruling")
    await town.survives()
    again = next(one for one in town.teller.last["pending"] if one["open"]["kind"] == "ruling")
    assert again == ruling
    await town.teller.mod("answer", d=again["d"], seat="moderator", choice=again["suggestion"])
    await town.until_phase("day")


@pytest.mark.timeout(120)
async def test_in_a_private_talk_and_while_the_hand_passes(town: Town) -> None:
    await town.until_phase("day")
    await town.lines[1].send("talk-1", talk={"seats": ["2"], "text": WORDS})
    await town.quiet()
    await town.die_and_return()
    await town.lines[1].send("talk-1", talk={"seats": ["2"], "text": WORDS})
    await town.quiet()
    said = {line.hello["viewer"]: [one.get("text") for one in line.last.get("talks", ())] for line in town.lines}
    assert said == {"moderator": [""], "1": [WORDS], "2": [WORDS], "3": [], "4": [], "5": []}
    await town.until_phase("nominations")
    nominator = town.lines[1]
    offer = next(d for d, one in nominator.open.items() if one["skill"] == "nominate")
    await nominator.send(d=offer, choice="3")
    for _ in range(STEPS):
        await town.quiet()
        if town.teller.last.get("hand"):
            break
        await town.teller.mod("tick")
    voter = town.lines[2]
    ballot = next(d for d, one in voter.open.items() if one["kind"] == "vote")
    await voter.send(d=ballot, choice=True)
    await town.teller.room_do("sweep")
    await town.teller.until(lambda: town.teller.last["hand"]["locked"] == 1)
    hand = town.teller.last["hand"]
    await town.die_and_return()
    for line in town.lines:
        now = line.last["hand"]
        assert [now[part] for part in ("order", "first", "step")] == [hand[part] for part in ("order", "first", "step")]
        assert now["locked"] >= 1
    assert town.lines[2].open[ballot]["mine"] is True
    for line in town.lines:
        await line.until(lambda line=line: len(locks(line)) >= len(hand["order"]))
        assert locks(line) == [(seat, seat == voter.hello["viewer"]) for seat in hand["order"]], "each once, in order"
