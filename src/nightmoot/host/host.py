"""The host: the rooms in memory, the clock that wakes them, and what they share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import structlog
from msgspec import Struct

from nightmoot.core import Registry, registry
from nightmoot.host import store
from nightmoot.host.actor import RoomActor
from nightmoot.host.clock import Alarm, Clock, LoopClock
from nightmoot.host.connection import RESTART
from nightmoot.host.database import Database
from nightmoot.host.limits import Limiter
from nightmoot.host.slow.courier import Courier, Notify

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

log = structlog.get_logger("nightmoot.host")


class Config(Struct, frozen=True, kw_only=True):
    """What a host may be told."""

    bot_delay_ms: tuple[int, int] = (700, 2500)
    posts_burst: int = 6
    posts_per_second: float = 0.5
    commands_burst: int = 40
    commands_per_second: float = 8
    joins_burst: int = 40
    joins_per_second: float = 0.5
    seed: str = ""  # for tests alone: every game is dealt from it, so that two runs can be compared
    kept_rooms: int = 200  # rooms kept in memory though nobody is connected
    secure_cookies: bool = False  # set behind HTTPS; requests over HTTPS get it anyway


class Host:
    """All rooms of one database."""

    def __init__(
        self,
        db: str | Path,
        *,
        clock: Clock | None = None,
        config: Config | None = None,
        rulesets: Registry | None = None,
        notify: Notify | None = None,
    ) -> None:
        self.db = Database(db)
        self.clock: Clock = clock or LoopClock()
        self.config = config or Config()
        self.registry = rulesets or registry.load()
        self.alarm = Alarm(self.clock, self._wake)
        self.warnings = Alarm(self.clock, self._warn)
        self.courier = Courier(self.db, self.clock, notify)
        self.posts = Limiter(self.clock, self.config.posts_burst, self.config.posts_per_second)
        self.commands = Limiter(self.clock, self.config.commands_burst, self.config.commands_per_second)
        self.joins = Limiter(self.clock, self.config.joins_burst, self.config.joins_per_second)
        self.drawing = asyncio.Lock()  # boards are drawn one after another
        self._actors: dict[str, RoomActor] = {}
        self._stopping = False

    async def start(self) -> None:
        """Bring the database up to date and take up the games that were running."""
        await self.db.migrate()
        async with self.db.write() as tx:
            await store.prune_done(tx, self.clock.now())
        async with self.db.read() as tx:
            playing = await store.playing_rooms(tx)
        late = self.clock.now()
        overdue = sorted((room.due, room.code) for room in playing if room.due is not None and room.due <= late)
        for _, code in overdue:  # in the order in which they fell due
            await self._taken_up(code)
        for room in playing:
            if room.due is None or room.due > late:
                self.alarm.set(room.code, room.due)
                if room.bots or room.slow:  # they may have been about to answer
                    self.actor(room.code).take_up()
        self.courier.wake()  # what was stored before a kill and not sent
        log.info("started", games=len(playing), overdue=len(overdue))

    async def _taken_up(self, code: str) -> None:
        try:
            await self.actor(code).box.ask(self.actor(code).ring)
        except Exception:
            log.exception("a room can't be taken up", room=code)

    async def stop(self) -> None:
        """Close every socket and finish what is in hand."""
        self._stopping = True
        self.alarm.stop()
        self.warnings.stop()
        for actor in list(self._actors.values()):
            for connection in list(actor.connections):
                connection.close(RESTART)
        await asyncio.gather(*(actor.box.stop() for actor in list(self._actors.values())))
        await self.courier.stop()
        await self.db.close()

    def actor(self, code: str) -> RoomActor:
        """The room in memory; it loads itself before its first job. To be used at once, without waiting in between."""
        found = self._actors.pop(code, None) or RoomActor(self, code)
        self._actors[code] = found  # the latest last
        if self.crowded:
            oldest = next(iter(self._actors.values()))
            if oldest is not found:
                oldest.box.put(_nothing)  # after which it looks whether it may go
        return found

    @property
    def crowded(self) -> bool:
        """Are there more rooms in memory than need be?"""
        return len(self._actors) > self.config.kept_rooms

    async def ask(self, code: str, job: Callable[[RoomActor], Awaitable[T]]) -> T:
        """Have a room do something in its turn."""
        actor = self.actor(code)
        return await actor.box.ask(lambda: job(actor))

    def put(self, code: str, job: Callable[[RoomActor], Awaitable[object]]) -> None:
        """Have a room do something in its turn, without waiting for it."""
        actor = self.actor(code)
        actor.box.put(lambda: job(actor))

    def actors(self) -> list[RoomActor]:
        """The rooms in memory."""
        return list(self._actors.values())

    def forget(self, actor: RoomActor) -> None:
        """The room is out of memory; the next one who asks loads it again."""
        if self._actors.get(actor.code) is actor:
            del self._actors[actor.code]

    def _wake(self, code: str) -> None:
        if not self._stopping:
            actor = self.actor(code)
            actor.box.put(actor.ring)

    def _warn(self, code: str) -> None:
        if not self._stopping:
            actor = self.actor(code)
            actor.box.put(actor.slow.warn)


async def _nothing() -> None:
    """A job that does nothing."""
