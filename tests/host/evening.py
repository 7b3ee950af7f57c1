"""People who sit down and play: helpers that know picks, not rules."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.host.client import Line, Person, Refused
from tests.host.site import Site

ROUNDS = 2000  # a game that is not over by then hangs


def legal(open_: dict[str, Any], rng: Random) -> Any:
    """Some legal choice."""
    if open_["optional"] and rng.random() < 0.1:
        return None
    return choose(open_["pick"], rng)


def choose(pick: dict[str, Any], rng: Random) -> Any:
    """Some choice for a pick."""
    match pick["kind"]:
        case "seats" | "options":
            items = pick["candidates"] if pick["kind"] == "seats" else pick["options"]
            if pick["max"] == 1:
                return rng.choice(items)
            return rng.sample(items, rng.randint(min(pick["min"], len(items)), min(pick["max"], len(items))))
        case "yes":
            return rng.random() < 0.5
        case "flag":
            return True
        case "number":
            return rng.randint(pick["min"], pick["max"])
        case "text":
            return "…"
        case "form":
            return {slot: choose(inner, rng) for slot, inner in pick["slots"].items()}
        case "either":
            slot = rng.choice(sorted(pick["of"]))
            return {slot: choose(pick["of"][slot], rng)}
        case "each":
            seats = rng.sample(pick["candidates"], rng.randint(pick["min"], min(pick["max"], len(pick["candidates"]))))
            return {seat: choose(pick["value"], rng) for seat in seats}
        case "several":
            return [choose(pick["of"], rng) for _ in range(rng.randint(pick["min"], pick["max"]))]
    raise AssertionError(pick)


class Table:
    """A room with people in it."""

    def __init__(self, site: Site, code: str, people: list[Person], lines: list[Line]) -> None:
        self.site = site
        self.code = code
        self.people = people
        self.lines = lines

    @property
    def owner(self) -> Line:
        return self.lines[0]

    def line_of(self, seat: str) -> Line:
        """The socket of whoever sits there."""
        return next(line for line in self.lines if line.hello["viewer"] == seat)

    def with_role(self, role: str) -> Line:
        """The socket of a person with this role."""
        roles = self.site.roles(self.code)
        return next(line for line in self.lines if roles.get(line.hello["viewer"]) == role)

    async def start(self) -> None:
        await self.owner.room_do("start")
        for line in self.lines:
            await line.until(lambda line=line: line.hello["game"] and line.room["phase"] == "playing")

    async def answer_all(self, rng: Random, *, lines: list[Line] | None = None) -> bool:
        """Everybody answers what is open; says whether anything was."""
        answered = False
        for line in lines or self.lines:
            for d, open_ in sorted(line.open.items()):
                if d in line.open and not open_["answered"] and not (open_["offer"] and rng.random() < 0.5):
                    answered = True
                    try:
                        await line.send(d=d, choice=legal(open_, rng))
                    except Refused as refused:
                        if refused.code not in {"not_open", "not-allowed-now"}:
                            raise
        return answered

    async def play_out(self, rng: Random, *, step: float = 30) -> None:
        """Play until it is over."""
        for _ in range(ROUNDS):
            await self.site.settle()
            if self.owner.room["phase"] == "over":
                return
            if not await self.answer_all(rng):
                await self.site.pass_time(step)
        raise AssertionError("the game does not end")


async def sit_down(site: Site, people: int, *, players: int = 8, bots: bool = False, **create: Any) -> Table:
    """A room with this many people at its first seats, all ready; bots elsewhere where asked."""
    persons = [site.person(f"玩家{n}") for n in range(1, people + 1)]
    code = await persons[0].create(players=players, **create)
    lines = [await persons[0].line()]
    for person in persons[1:]:
        await person.join(code)
        line = await person.line()
        await line.room_do("ready")
        lines.append(line)
    if bots:
        await lines[0].room_do("bots")
    return Table(site, code, persons, lines)
