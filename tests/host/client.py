"""A client that knows the wire and nothing else: what the page does, without the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]
PATIENCE = 20  # seconds until a test that waits for what never comes fails


class Refused(Exception):
    """The server refused a command."""

    def __init__(self, error: Message) -> None:
        super().__init__(error)
        self.code: str = error["code"]
        self.error = error


class Closed(Exception):
    """The socket is closed, and what was waited for never came."""


class Line:
    """One socket: keeps every frame, and what they add up to."""

    def __init__(self, socket: ClientConnection, since: int, now: Callable[[], int], name: str) -> None:
        self.socket = socket
        self.now = now
        self.stamps: list[int] = []  # when each frame came
        self.since = since  # what the client held before
        self.frames: list[str] = []
        self.hello: Message = {}
        self.room: Message = {}
        self.view: Message | None = None
        self.notices: dict[int, Message] = {}
        self.open: dict[int, Message] = {}
        self.clock: Message = {}
        self.posts: list[Message] = []
        self.last: dict[str, Any] = {}  # the newest of each other kind
        self.kinds: list[str] = []
        self.results: dict[str, Message | None] = {}
        self.epoch = 0
        self.closed: int | None = None
        self._changed = asyncio.Condition()
        self._count = count(1)
        self._name = name  # client ids are new on every line
        self._task = asyncio.create_task(self._read())

    @property
    def n(self) -> int:
        return max(self.notices, default=self.since)

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                down = json.loads(frame)
                if "pong" not in down:
                    self.frames.append(str(frame))
                    self.stamps.append(self.now())
                self._take(down)
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        finally:
            self.closed = self.socket.close_code
            async with self._changed:
                self._changed.notify_all()

    def _take(self, down: Message) -> None:
        if "hello" in down:
            self.hello = down["hello"]
            self._take_room(self.hello["room"])
            self.epoch = self.hello["epoch"]
            if not self.hello["resumed"]:
                self.since = 0
                self.view = self.hello["view"]
                self.open.clear()
                self.notices = {line["n"]: line for line in (self.view or {}).get("log", [])}
        elif "notice" in down:
            assert down["n"] == self.n + 1, "numbers have no holes"
            self.notices[down["n"]] = down["notice"]
            for subject, facet, value in down["notice"]["shows"]:
                self._show(subject, facet, value)
        elif "retract" in down:
            self.notices = {n: notice for n, notice in self.notices.items() if n <= down["retract"]}
            self.epoch += 1
        elif "open" in down:
            self.open[down["open"]["d"]] = down["open"]
        elif "closed" in down:
            del self.open[down["closed"]]
        elif "room" in down:
            self._take_room(down["room"])
        elif "clock" in down:
            self.clock = down["clock"]
        elif "post" in down:
            self.posts.append(down["post"])
        elif "ack" in down:
            self.results[down["ack"]] = None
        elif "error" in down:
            self.results[down["error"].get("c", "")] = down["error"]
        else:
            self.last.update(down)
            self.kinds += [kind for kind in down if kind not in ("pong", "now")]

    def _take_room(self, room: Message) -> None:
        """Options and words are left out where this client holds them."""
        if room["brought"] == self.room.get("brought"):
            room = {**{name: self.room[name] for name in ("options", "words") if name in self.room}, **room}
        self.room = room

    def _show(self, subject: str, facet: str, value: Any) -> None:
        if self.view is None:
            return
        if subject == "table":
            self.view["table"][facet] = value
        elif subject.startswith("group:"):
            self.view["groups"][subject[6:]] = value
        else:
            self.view["seats"].setdefault(subject, {})[facet] = value

    async def until(self, test: Callable[[], Any]) -> Any:
        """Wait until something holds."""
        async with asyncio.timeout(PATIENCE), self._changed:
            while not (found := test()):
                if self._task.done():
                    self._task.result()  # what the reader stumbled over
                if self.closed is not None:
                    raise Closed(self.closed)
                await self._changed.wait()
        return found

    async def until_closed(self) -> int:
        async with asyncio.timeout(PATIENCE), self._changed:
            while self.closed is None:
                await self._changed.wait()
        return self.closed

    async def sync(self) -> None:
        """Wait until everything that was on its way here has been read."""
        if self.closed is None:
            mark = next(self._count)
            await self.socket.send(json.dumps({"ping": mark}))
            await self.until(lambda: self.last.get("pong", 0) >= mark or self.closed is not None)

    def new_id(self) -> str:
        return f"{self._name}-{next(self._count)}"

    async def send(self, _c: str | None = None, **command: Any) -> None:
        """Send a command and wait for its ack; a refusal is raised."""
        c = _c or self.new_id()
        self.results.pop(c, None)
        await self.socket.send(json.dumps({"c": c, **command}))
        await self.until(lambda: c in self.results)
        error = self.results[c]
        if error is not None:
            raise Refused(error)

    async def room_do(self, do: str, **fields: Any) -> None:
        await self.send(room={"do": do, **fields})

    async def mod(self, do: str, **fields: Any) -> None:
        await self.send(mod={"do": do, **fields})

    async def say(self, text: str, channel: str = "table") -> None:
        await self.send(post={"channel": channel, "text": text})

    async def close(self) -> None:
        await self.socket.close()
        await self._task


class Person:
    """Somebody with a browser: a cookie jar, requests, sockets."""

    def __init__(self, at: str, name: str = "", now: Callable[[], int] = lambda: 0, device: str = "first") -> None:
        self.at = at
        self.now = now
        self.device = device  # client ids must be new on every device of a person
        self.name = name
        self.http = httpx2.AsyncClient(base_url=f"http://{at}", trust_env=False, verify=False)
        self.code = ""
        self.seat: str | None = None
        self.lines: list[Line] = []
        self._count = count(1)

    async def post(self, path: str, body: Any, status: int = 200, **more: Any) -> Any:
        response = await self.http.post(path, json=body, **more)
        assert response.status_code == status, response.text
        return response.json()

    async def get(self, path: str, status: int = 200) -> Any:
        response = await self.http.get(path)
        assert response.status_code == status, response.text
        return response.json()

    async def create(self, **fields: Any) -> str:
        body = {"ruleset": "table", "players": 8, "nickname": self.name, **fields}
        created = await self.post("/api/rooms", body)
        self.code, self.seat = created["code"], created.get("seat")
        return self.code

    async def join(self, code: str, status: int = 200, **fields: Any) -> Any:
        self.code = code
        joined = await self.post(f"/api/rooms/{code}/join", {"nickname": self.name, **fields}, status)
        self.seat = joined.get("seat")
        return joined

    async def line(
        self,
        code: str = "",
        *,
        since: int = 0,
        epoch: int = 0,
        game: int = 0,
        beside: int = 0,
        brought: str = "",
        **more: Any,
    ) -> Line:
        code = code or self.code
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        query = f"?since={since}&epoch={epoch}&game={game}" if since else ""
        query += f"{'&' if query else '?'}beside={beside}" if beside else ""
        query += f"{'&' if query else '?'}brought={brought}" if brought else ""
        socket = await connect(
            f"ws://{self.at}/ws/{code}{query}",
            additional_headers={"Cookie": cookies} if cookies else {},
            compression=None,
            proxy=None,
            **more,
        )
        line = Line(socket, since, self.now, f"{self.device}-{next(self._count)}")
        self.lines.append(line)
        await line.until(lambda: line.hello)
        return line

    async def drop_lines(self) -> None:
        """Forget every socket."""
        for line in self.lines:
            await line.close()
        self.lines.clear()

    async def close(self) -> None:
        await self.drop_lines()
        await self.http.aclose()
