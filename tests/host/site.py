"""A whole server in the test's own loop: real sockets, a real database file, a clock that stands still."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from nightmoot.core import Game
from nightmoot.host.clock import FakeClock
from nightmoot.host.host import Config, Host
from nightmoot.host.serve import Server, server
from tests.host.client import Person

QUICK = Config(bot_delay_ms=(0, 0), posts_burst=1000, commands_burst=100_000, joins_burst=100_000)


class Site:
    """A running server."""

    def __init__(self, host: Host, clock: FakeClock, running: Server) -> None:
        self.host = host
        self.clock = clock
        self.running = running
        self.people: list[Person] = []

    @property
    def port(self) -> int:
        return self.running.port

    def person(self, name: str = "", device: str = "first") -> Person:
        """Somebody with a browser of their own."""
        person = Person(f"127.0.0.1:{self.port}", name, self.clock.now, device)
        self.people.append(person)
        return person

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and let the rooms do what fell due on the way."""
        end = self.clock.now() + int(seconds * 1000)
        await self.settle()
        while (due := self.clock.next()) is not None and due <= end:
            self.clock.advance(max(0, due - self.clock.now()))
            await self.settle()
        self.clock.advance(end - self.clock.now())
        await self.settle()

    def game(self, code: str) -> Game:
        """The engine's game, to look behind the curtain."""
        play = self.host.actor(code).play
        assert play is not None
        return play.game

    def roles(self, code: str) -> dict[str, str]:
        """Who is what."""
        return {seat: facets["role"] for seat, facets in self.game(code).grimoire().seats.items()}

    async def settle(self) -> None:
        """Wait until no room has anything left to do, and everybody has read what came of it."""
        read = -1
        while True:
            if actors := [actor for actor in self.host.actors() if not actor.box.quiet]:
                await asyncio.gather(*(actor.box.ask(_nothing) for actor in actors))
                read = -1
                continue
            lines = [line for person in self.people for line in person.lines]
            if read == sum(len(line.frames) for line in lines):
                return
            read = sum(len(line.frames) for line in lines)
            for line in lines:
                await line.sync()


async def _nothing() -> None:
    """A job to wait for."""


@asynccontextmanager
async def running_site(
    db: Path, *, clock: FakeClock | None = None, config: Config = QUICK, **more: object
) -> AsyncIterator[Site]:
    """Serve on a free port until the block ends."""
    clock = clock or FakeClock()
    host = Host(db, clock=clock, config=config, **more)  # type: ignore[arg-type]
    running = server(host, "127.0.0.1", 0)
    task = asyncio.create_task(running.serve())
    site = Site(host, clock, running)
    while not running.started:
        if task.done():
            task.result()
        await asyncio.sleep(0)
    try:
        yield site
    finally:
        for person in site.people:
            await person.close()
        running.should_exit = True
        await task
