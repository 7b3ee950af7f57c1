"""A server for slow games whose clock the test moves, and the people of a killer game in front of it."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from nightmoot.core import Game, SeatSpec, registry
from tests.browser.conftest import PATIENCE, ROOT, free_port
from tests.browser.person import Person, words

ZONE = "Asia/Shanghai"
SEED = "by calendar"
PLAYERS = 25


def moment(text: str) -> int:
    """Milliseconds at a local time such as ``2026-03-02T12:00``."""
    return int(dt.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ZONE)).timestamp() * 1000)


class Clockwork:
    """The server; time stands still until it is told to pass."""

    def __init__(self, folder: Path, now: str, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        serve = str(ROOT / "tests/host/slow/served.py")
        command = [sys.executable, serve, str(folder / "games.sqlite"), str(self.port), str(moment(now)), SEED, "0"]
        with (folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            )
        self._until("ready")

    def _until(self, start: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(start):
                return line.strip()
        raise AssertionError("the server has ended")

    def to(self, text: str) -> None:
        """Let time pass until then, with all that falls due on the way."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"until {moment(text)}\n")
        self.process.stdin.flush()
        self._until("now ")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


def dealt() -> dict[str, str]:
    """Who will have which job where: the deal hangs on the seed alone."""
    seats = [SeatSpec(str(n)) for n in range(1, PLAYERS + 1)]
    game = Game.new(registry.load()["killer"], seats, {}, SEED, moderator="human")
    return {seat: str(facets["role"]) for seat, facets in game.grimoire().seats.items()}


def seat_of(job: str) -> str:
    """The first seat with this job."""
    return next(seat for seat, role in dealt().items() if role == job)


def seated(gm: Person, people: dict[str, Person], lang: str) -> str:
    """A room by the calendar with a person as moderator, these people at their seats and bots at all others; begun."""
    code = gm.open_room({}, ruleset="killer", players=PLAYERS, moderator="human", lang=lang, calendar={"zone": ZONE})
    for seat, person in people.items():
        person.post(f"/api/rooms/{code}/join", {"nickname": person.name, "seat": int(seat), "lang": lang})
        person.page.goto(f"/r/{code}")
        person.see(".mine")
        person.ready()
    gm.post(f"/api/rooms/{code}/do", {"c": "bots", "room": {"do": "bots", "on": True}})
    start = gm.page.get_by_role("button", name=words(lang)["ui.owner.start"], exact=True)
    expect(start).to_be_enabled()
    start.click()
    for person in people.values():
        person.see(".orders")
    return code
