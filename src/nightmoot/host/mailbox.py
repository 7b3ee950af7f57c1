"""A serial mailbox: jobs are done one after another, in the order in which they came."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import structlog

from nightmoot.host.faults import Refusal

T = TypeVar("T")
Job = Callable[[], Awaitable[Any]]

log = structlog.get_logger("nightmoot.mailbox")


class Mailbox:
    """One task that works through a queue.

    ``reload`` is called before the first job, and again after a job that broke off, so that memory never holds more
    than the database. ``idle`` is asked after each job whether the box may be given up; it answers without waiting.
    """

    def __init__(self, name: str, reload: Job, idle: Callable[[], bool]) -> None:
        self._name = name
        self._reload = reload
        self._idle = idle
        self._queue: asyncio.Queue[tuple[Job, asyncio.Future[Any] | None]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self._busy = False

    def put(self, job: Job) -> None:
        """Do this later; nobody waits for it."""
        self._add(job, None)

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Do this in its turn and hand back what comes of it."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._add(job, future)
        return await future

    @property
    def empty(self) -> bool:
        """Is there no job waiting?"""
        return self._queue.empty()

    @property
    def quiet(self) -> bool:
        """Is there no job waiting, and none in hand?"""
        return self._queue.empty() and not self._busy

    async def stop(self) -> None:
        """Do what is in the box, and no more after that."""
        self._stopped = True
        if self._task is not None and not self._task.done():
            self._queue.put_nowait((_nothing, None))
            await self._task

    def _add(self, job: Job, future: asyncio.Future[Any] | None) -> None:
        if self._stopped:
            if future is not None:
                future.cancel()
            return
        self._queue.put_nowait((job, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name=f"mailbox {self._name}")

    async def _work(self) -> None:
        stale = True
        while True:
            self._busy = False
            job, future = await self._queue.get()
            self._busy = True
            try:
                if stale:
                    await self._reload()
                    stale = False
                result = await job()
            except Refusal as refusal:
                if future is None:
                    log.info("refused", room=self._name, code=refusal.code)
                elif not future.cancelled():
                    future.set_exception(refusal)
            except asyncio.CancelledError:
                if future is not None:
                    future.cancel()
                raise
            except Exception as error:
                if not stale:
                    stale = True
                    self._queue.put_nowait((_nothing, None))  # so that memory is put right at once
                log.exception("failed", room=self._name)
                if future is not None and not future.cancelled():
                    future.set_exception(error)
            else:
                if future is not None and not future.cancelled():
                    future.set_result(result)
            if (self._stopped and self._queue.empty()) or self._idle():
                self._busy = False
                return


async def _nothing() -> None:
    """The last job of a box that stops."""
