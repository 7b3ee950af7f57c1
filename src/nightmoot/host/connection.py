"""One socket as its room sees it: a bounded queue of messages on their way out."""

from __future__ import annotations

import asyncio

from nightmoot.host.trips import Trips

QUEUE = 1000  # messages; a client further behind is let go and comes back with its own number

TOO_SLOW = 4408
REPLACED = 4401
RESTART = 1012


class Connection:
    """Messages for one client, and why it is closed."""

    def __init__(self, token: str | None, brought: str = "") -> None:
        self.token_hash = token
        self.brought = brought  # which options of its room the client holds
        self.member: int | None = None
        self.viewer = "public"
        self.close_code: int | None = None
        self.explained: dict[str, list[str]] = {}  # what a moderator's page holds of the explained log
        self.trips = Trips()
        self.dropped = asyncio.Event()  # set where the line is cut without waiting for what is queued
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)

    def send(self, *messages: bytes) -> None:
        """Queue messages; a client that does not keep up is let go."""
        if self.close_code is not None:
            return
        for sent in messages:
            try:
                self._queue.put_nowait(sent)
            except asyncio.QueueFull:
                self.close(TOO_SLOW)
                return

    def close(self, code: int) -> None:
        """Send what fits and then close; the first reason counts."""
        if self.close_code is not None:
            return
        self.close_code = code
        if code == TOO_SLOW:
            self.dropped.set()
            while not self._queue.empty():
                self._queue.get_nowait()
        try:
            self._queue.put_nowait(None)
        except asyncio.QueueFull:
            self._queue.get_nowait()
            self._queue.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next message; none: close now."""
        return await self._queue.get()

    def next_now(self) -> bytes | None:
        """What is waiting already (for tests and for draining)."""
        return self._queue.get_nowait() if not self._queue.empty() else None
