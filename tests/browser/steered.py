"""A server, pages and the lines between them in one time that only a test moves on."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Page, WebSocketRoute

from nightmoot.host.clock import FakeClock
from tests.host.site import Site, running_site

T = TypeVar("T")
PATIENCE = 60  # seconds of the wall clock
STEP = 50  # ms: how finely time passes where nothing is about to arrive


class Steered:
    """A server in a thread of its own whose clock stands still, and those who are connected to it."""

    def __init__(self, db: Path) -> None:
        self.clock = FakeClock()
        self.lines: list[Line] = []
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(db)), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        self.url = f"http://127.0.0.1:{self.site.port}"

    async def _serve(self, db: Path) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with running_site(db, clock=self.clock) as site:
            self.site: Site = site
            self._ready.set()
            await self._end.wait()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)

    def there(self, job: Coroutine[Any, Any, T]) -> T:
        """Run it where the server runs."""
        return asyncio.run_coroutine_threadsafe(job, self._loop).result(PATIENCE)

    @property
    def now(self) -> int:
        return self.clock.now()

    def settle(self) -> None:
        """Whatever needs no time to arrive has arrived, everywhere."""
        busy = True
        while busy:
            self.there(self.site.settle())
            carried = [line.carry() for line in self.lines]  # all of them, each time
            busy = any(carried)

    def until(self, at: int) -> None:
        """Let time pass in small steps, for all alike; whatever is on its way arrives on time."""
        self.settle()
        while self.now < at:
            step = min(STEP, at - self.now, *(line.next - self.now for line in self.lines))
            for line in self.lines:
                line.page.clock.run_for(step)
            self.there(self.site.pass_time(step / 1000))
            self.settle()


class Line:
    """A page's socket as a line carries it: every frame comes so much later, both ways; a dead line loses all."""

    SYNC = 1_000_000  # numbers of the line's own questions to the server

    def __init__(self, steered: Steered, page: Page, *, one_way: int, wrong_by: int = 0) -> None:
        """For a page that has been nowhere yet; its clock is ``wrong_by`` ms ahead."""
        self.page, self.one_way, self.dead = page, one_way, False
        self.sent: list[dict[str, Any]] = []  # what the page has said
        self.read: list[dict[str, Any]] = []  # what it has been told
        self._steered = steered
        self._up: list[tuple[int, str]] = []
        self._down: list[tuple[int, str]] = []
        self._asked = self.SYNC
        self._answered = self.SYNC
        self._owed = 0  # frames that the page says by itself as soon as it has read something
        self._socket: WebSocketRoute | None = None
        self._server: WebSocketRoute | None = None
        now = datetime.fromtimestamp((steered.now + wrong_by) / 1000, UTC)
        page.clock.install(time=now - timedelta(minutes=1))
        page.clock.pause_at(now)
        page.route_web_socket("**/ws/**", self._connect)
        steered.lines.append(self)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket, self._server = socket, socket.connect_to_server()
        self._up, self._down, self._owed, self._answered = [], [], 0, self._asked
        self.dead = False
        socket.on_message(lambda frame: self._said(socket, str(frame)))
        self._server.on_message(lambda frame: self._told(socket, str(frame)))

    def _said(self, socket: WebSocketRoute, frame: str) -> None:
        said = json.loads(frame)
        self.sent.append(said)
        if "pong" in said or "ping" in said:
            self._owed -= 1
        if socket is self._socket and not self.dead:
            self._up.append((self._steered.now + self.one_way, frame))

    def _told(self, socket: WebSocketRoute, frame: str) -> None:
        told = json.loads(frame)
        if told.get("pong", 0) > self.SYNC:
            self._answered = told["pong"]
        elif socket is self._socket and not self.dead:
            self._down.append((self._steered.now + self.one_way, frame))

    def _wait(self, done: Callable[[], bool]) -> None:
        limit = time.monotonic() + PATIENCE
        while not done():
            self.page.evaluate("1")  # lets what is on its way be handled
            assert time.monotonic() < limit

    @property
    def next(self) -> int:
        """When something comes to its end."""
        return min((at for at, _ in (*self._up, *self._down)), default=self._steered.now + STEP)

    def carry(self) -> bool:
        """Bring what is due to its end, and have it read there; says whether anything was."""
        if self._server is None or self._socket is None:
            return False
        self._asked += 1
        self._server.send(json.dumps({"ping": self._asked}))
        self._wait(lambda: self._answered >= self._asked)  # what the server has said up to here is known
        up, self._up = _due(self._up, self._steered.now)
        for frame in up:
            self._server.send(frame)
        down, self._down = _due(self._down, self._steered.now)
        for frame in down:
            told = json.loads(frame)
            self.read.append(told)
            hand = told.get("hand") or {}
            self._owed += ("ping" in told) + ("hello" in told) + (hand.get("locked") == 0)
            self._socket.send(frame)
        self._wait(lambda: self._owed <= 0)
        return bool(up or down)

    def until_sent(self, frames: int) -> None:
        """Wait until the page has said so much in all."""
        self._wait(lambda: len(self.sent) >= frames)

    def say(self, **command: Any) -> None:
        """A frame as if the page had sent it now."""
        self._up.append((self._steered.now + self.one_way, json.dumps(command)))


def _due(frames: list[tuple[int, str]], now: int) -> tuple[list[str], list[tuple[int, str]]]:
    return [frame for at, frame in frames if at <= now], [one for one in frames if one[0] > now]


@contextmanager
def steered(db: Path) -> Iterator[Steered]:
    """Serve from this file until the block ends."""
    running = Steered(db)
    try:
        yield running
    finally:
        running.stop()
