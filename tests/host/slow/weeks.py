"""Weeks of play in a minute: a server process that may die at any commit, and players who use single requests."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import httpx2

from tests.host.client import Person
from tests.host.evening import legal
from tests.host.test_kill import environment, free_port

ROOT = Path(__file__).parents[3]
MOMENTS = 400  # a game that is not over by then hangs


class Process:
    """The server of ``served.py``; when it has died it is started again at the same time."""

    def __init__(self, db: Path, now: int, seed: str, lives: list[int]) -> None:
        self.db, self.now, self.seed = db, now, seed
        self.lives = lives  # commits after which each life ends; when they are used up it lives on
        self.port = free_port()
        self.deaths = 0
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, *, mortal: bool = True) -> None:
        dies = self.lives.pop(0) if self.lives and mortal else 0
        arguments = [str(self.db), str(self.port), str(self.now), self.seed, str(dies)]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(Path(__file__).with_name("served.py")),
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**environment(self.db.parent), "PYTHONPATH": str(ROOT)},
        )
        line = await self._line()
        if line is None:  # it may die while it takes up the game
            await self.start_again()
        else:
            assert line == "ready"

    async def _line(self) -> str | None:
        assert self.process is not None
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            while line := (await self.process.stdout.readline()).decode().strip():
                if line == "ready" or line.startswith(("now ", "next ")):
                    return line
        return None

    async def start_again(self) -> None:
        """After a death, which is always by the kill that was meant."""
        assert self.process is not None
        assert await self.process.wait() == -signal.SIGKILL
        self.deaths += 1
        await self.start()

    async def ask(self, command: str) -> str:
        """Give a command; after a death there is no answer, and time is where it was to be."""
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{command}\n".encode())
            await self.process.stdin.drain()
            line = await self._line()
        except OSError:
            line = None
        if line is None:
            await self.start_again()
            return await self.ask(command)
        return line.split()[1]

    async def to(self, at: int) -> None:
        self.now = at
        await self.ask(f"until {at}")

    async def next(self) -> int | None:
        due = await self.ask("next")
        return None if due == "None" else int(due)

    async def stop(self) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()


class Player:
    """One seat: looks, answers, plans; whatever got no answer is sent again under the same id."""

    def __init__(self, server: Process, person: Person) -> None:
        self.server, self.person = server, person
        self.count = 0

    async def _again(self, method: str, path: str, body: Any = None) -> Any:
        while True:
            try:
                response = await self.person.http.request(method, path, json=body)
            except httpx2.TransportError:
                await self.server.start_again()
                continue
            return response.status_code, response.json()

    async def look(self) -> list[dict[str, Any]]:
        status, found = await self._again("GET", f"/api/rooms/{self.person.code}/state")
        assert status == 200, found
        return list(found)

    async def do(self, **command: Any) -> bool:
        self.count += 1
        body = {"c": f"{self.person.name}-{self.count}", **command}
        status, said = await self._again("POST", f"/api/rooms/{self.person.code}/do", body)
        assert status in (200, 409, 422), said
        return bool(status == 200)

    async def play(self, moment: int) -> bool:
        """Do something; says whether the game goes on."""
        hello, *found = await self.look()
        if hello["hello"]["room"]["phase"] == "over":
            return False
        seat = hello["hello"]["viewer"]
        rng = Random(f"{seat}/{moment}")
        for open_ in [m["open"] for m in found if "open" in m]:
            if not open_["answered"] and rng.random() < 0.85:
                choice = legal(open_, rng)
                await self.do(d=open_["d"], choice=choice)
                if open_["revise"] == "free" and rng.random() < 0.2:
                    await self.do(d=open_["d"], choice=legal(open_, rng))
                if open_["offer"] and open_["skill"] != "vote" and rng.random() < 0.2:
                    phase = str(hello["hello"]["view"]["table"]["phase"])
                    wanted = [legal(open_, rng) for _ in range(2)]
                    await self.do(plan={"phase": phase, "skill": open_["skill"], "choices": wanted})
        return True


async def weeks(folder: Path, lives: list[int], *, start: int, **create: Any) -> tuple[dict[str, Any], int, int]:
    """A whole game: its record, how often the server died, and when it was over."""
    server = Process(folder / "games.sqlite", start, "weeks", lives)
    await server.start(mortal=False)
    at = f"127.0.0.1:{server.port}"
    persons = [Person(at, f"玩家{n}") for n in range(1, create["players"] + 1)]
    players = [Player(server, person) for person in persons]
    try:
        code = await persons[0].create(**create)
        for player in players[1:]:
            await player.person.join(code)
            assert await player.do(room={"do": "ready"})
        assert await players[0].do(room={"do": "start"})
        if server.lives:
            await server.stop()
            await server.start()
        await play_out(server, players)
        _, record = await players[0]._again("GET", f"/api/rooms/{code}/replay")
        return {**record, "code": ""}, server.deaths, server.now
    finally:
        for person in persons:
            await person.close()
        await server.stop()


async def play_out(server: Process, players: list[Player]) -> None:
    """From deadline to deadline until it is over."""
    for moment in range(MOMENTS):
        for player in players:
            if not await player.play(moment):
                return
        due = await server.next()
        assert due is not None, "nothing is due, and the game is not over"
        await server.to(due)
    raise AssertionError("the game does not end")
