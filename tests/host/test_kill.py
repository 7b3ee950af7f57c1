"""A real server process, killed with SIGKILL again and again: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nightmoot.core import Game, decode_input, registry
from nightmoot.core.inputs import Answer
from tests.host.client import Closed, Line, Person, Refused
from tests.host.evening import legal

KILLS = int(os.environ.get("NIGHTMOOT_KILLS", "8"))  # more for a search at length
PEOPLE = 5
PLAYERS = 8
PACE = {"call": 0, "decision": 0, "vote": 0, "discussion": 0.02, "phase": 0, "window": 0}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(folder: Path) -> dict[str, str]:
    """The test's own, with compiled modules kept between the starts."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


class Server:
    """``python -m nightmoot.host`` as a process of its own."""

    def __init__(self, db: Path, port: int) -> None:
        self.db = db
        self.port = port
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        command = ["-W", "error", "-m", "nightmoot.host", "--port", str(self.port), "--db", str(self.db)]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            "--bot-delay",
            "0",
            stdout=asyncio.subprocess.PIPE,
            env=environment(self.db.parent),
        )
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            assert b"Nightmoot is at" in await self.process.stdout.readline(), "the server has ended"

    async def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        assert await self.process.wait() == -signal.SIGKILL


class Seat:
    """A person who answers at random, remembers what was acknowledged, and sends again what was not."""

    def __init__(self, person: Person, rng: Random) -> None:
        self.person = person
        self.rng = rng
        self.line: Line | None = None
        self.acked: list[tuple[int, int, Any]] = []  # game, d, choice
        self.waiting: tuple[str, int, int, Any] | None = None
        self.told: dict[tuple[int, int], Any] = {}  # (game, n) → key and parameters
        self.count = 0

    async def back(self) -> None:
        """Take up the line again: first what was missed, then what was not acknowledged."""
        self.line = await self.person.line()
        for n, notice in self.line.notices.items():
            key = (self.line.hello["game"], n)
            said = (notice["key"], notice["params"])
            assert self.told.setdefault(key, said) == said, "what was told stays told"
        if self.waiting is not None:
            c, game, d, choice = self.waiting
            try:
                await self.line.send(c, d=d, choice=choice)
                self.acked.append((game, d, choice))
            except Refused as refused:
                if refused.code not in {"not_open", "not-allowed-now"}:
                    raise
            self.waiting = None

    async def play(self) -> None:
        """Answer whatever comes up until the line breaks or the game is over."""
        line = self.line
        assert line is not None
        while line.room["phase"] == "playing":
            await line.until(lambda: line.room["phase"] != "playing" or self._owed(line))
            for open_ in self._owed(line):
                self.count += 1
                c, choice = f"{self.person.name}-{self.count}", legal(open_, self.rng)
                self.waiting = (c, line.hello["game"], open_["d"], choice)
                try:
                    await line.send(c, d=open_["d"], choice=choice)
                    self.acked.append(self.waiting[1:])
                except Refused:
                    pass
                self.waiting = None
                break

    def _owed(self, line: Line) -> list[dict[str, Any]]:
        game = line.hello["game"]
        for n, notice in line.notices.items():
            self.told.setdefault((game, n), (notice["key"], notice["params"]))
        return [o for o in line.open.values() if not o["answered"] and not o["offer"]]


async def everybody(seats: list[Seat]) -> None:
    """Play until the game is over; a line that breaks is the test's doing."""

    async def one(seat: Seat) -> None:
        try:
            await seat.play()
        except (Closed, OSError):
            return
        except Exception as error:  # a socket that died under the hand
            if type(error).__module__.startswith("websockets"):
                return
            raise

    async with asyncio.TaskGroup() as group:
        for seat in seats:
            group.create_task(one(seat))


async def set_up(server: Server, rng: Random) -> tuple[list[Seat], str]:
    at = f"127.0.0.1:{server.port}"
    seats = [Seat(Person(at, f"玩家{n}"), Random(rng.random())) for n in range(PEOPLE)]
    code = await seats[0].person.create(players=PLAYERS, pace=PACE, options={"sheriff_enabled": False})
    for seat in seats[1:]:
        await seat.person.join(code)
    for seat in seats:
        await seat.back()
    return seats, code


async def begin(seats: list[Seat]) -> None:
    """Everybody ready, bots in the rest, go."""
    for seat in seats:
        assert seat.line is not None
        if seat.line.room["phase"] == "over" and seat is seats[0]:
            await seat.line.room_do("again")
        await seat.line.until(lambda line=seat.line: line.room["phase"] == "lobby")
        await seat.line.room_do("ready")
    owner = seats[0].line
    assert owner is not None
    await owner.room_do("bots")
    await owner.room_do("start")
    for seat in seats:
        assert seat.line is not None
        await seat.line.until(lambda line=seat.line: line.room["phase"] != "lobby" and line.hello["game"])


@pytest.mark.timeout(170)
async def test_killing_the_server_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    rng = Random(os.environ.get("NIGHTMOOT_KILL_SEED", "kill"))
    server = Server(tmp_path / "games.sqlite", free_port())
    await server.start()
    seats, code = await set_up(server, rng)
    kills = 0
    while kills < KILLS:
        if seats[0].line is not None and seats[0].line.room["phase"] != "playing":
            await begin(seats)
        goal = sum(len(seat.acked) for seat in seats) + rng.randint(0, 9)
        playing = asyncio.create_task(everybody(seats))
        watched = seats[rng.randrange(PEOPLE)].line
        assert watched is not None
        try:
            await watched.until(
                lambda goal=goal, watched=watched: (
                    sum(len(seat.acked) for seat in seats) >= goal or watched.room["phase"] == "over"
                )
            )
        finally:
            await server.kill()
        kills += 1
        await playing
        await server.start()
        for seat in seats:
            await seat.person.drop_lines()
            await seat.back()
    await everybody(seats)
    for seat in seats:
        await seat.person.close()
    await server.kill()
    acked = check(tmp_path / "games.sqlite", seats, code)
    assert acked >= KILLS


@pytest.mark.timeout(120)
async def test_clocks_go_on_after_a_kill_though_nobody_is_there(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.sqlite", free_port())
    await server.start()
    owner = Person(f"127.0.0.1:{server.port}", "房主")
    pace = {"call": 0.3, "phase": 0.1, "discussion": 0.3, "vote": 600}
    code = await owner.create(players=PLAYERS, pace=pace, options={"sheriff_enabled": False}, moderator="human")
    line = await owner.line()
    await line.room_do("bots")
    await line.room_do("start")
    await line.room_do("handover", to="auto")
    await line.until(lambda: line.hello["viewer"] == "public")
    assert line.view is not None
    assert line.view["table"]["phase"] == "night"
    await server.kill()
    await owner.drop_lines()
    await server.start()
    line = await owner.line()
    await line.until(lambda: line.view and line.view["table"].get("votes") is not None)
    await owner.close()
    await server.kill()
    with sqlite3.connect(server.db) as connection:
        assert connection.execute("SELECT count(*) FROM input").fetchone()[0] > 5
    connection.close()
    assert code


def check(db: Path, seats: list[Seat], code: str) -> int:
    """Every acknowledged answer is among the stored inputs, and the inputs make exactly the stored notices."""
    acked = 0
    with sqlite3.connect(db) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        games = connection.execute("SELECT id, no FROM game WHERE room = ? ORDER BY no", (code,)).fetchall()
        for game, no in games:
            inputs = [
                decode_input(body)
                for (body,) in connection.execute("SELECT body FROM input WHERE game = ? ORDER BY seq", (game,))
            ]
            stored = {(i.decision, i.by): json.loads(json.dumps(i.choice)) for i in inputs if isinstance(i, Answer)}
            for seat in seats:
                viewer = seat.person.seat
                names = dict(
                    connection.execute("SELECT d, name FROM prompt WHERE game = ? AND viewer = ?", (game, viewer))
                )
                for of, d, choice in seat.acked:
                    if of == no:
                        assert stored[names[d], viewer] == choice
                        acked += 1
            [(snapshot,)] = connection.execute("SELECT body FROM snapshot WHERE game = ?", (game,)).fetchall()
            loaded = Game.load(snapshot, registry.load()["table"])
            again = Game.replay(loaded.rules, loaded.header, inputs)
            told = [
                json.loads(body)["key"]
                for (body,) in connection.execute(
                    "SELECT body FROM notice WHERE game = ? AND gone IS NULL ORDER BY k", (game,)
                )
            ]
            assert [notice.key for notice in again.notices] == told
    connection.close()
    return acked
