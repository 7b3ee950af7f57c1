"""A server process for tests whose clock is driven through its standard input: ``served.py DB PORT NOW SEED DIES``.

``next`` says when something is due, ``until MS`` lets time pass; both answer with a line. With DIES above 0 the process
kills itself as soon as so many transactions are committed: before anybody can have been told of the last one.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import event

from nightmoot.host.clock import FakeClock
from nightmoot.host.host import Config, Host
from nightmoot.host.serve import server
from nightmoot.host.slow.courier import Notify
from tests.host.slow.byclock import rulesets


def die_after(host: Host, commits: int) -> None:
    """SIGKILL when the connection that has made this commit comes back to the pool."""
    left, committed = commits, False

    @event.listens_for(host.db.engine.sync_engine, "commit")
    def commit(connection: Any) -> None:
        nonlocal committed
        committed = not connection.get_execution_options().get("reading", False)

    @event.listens_for(host.db.engine.sync_engine, "checkin")
    def checkin(dbapi: Any, record: Any) -> None:
        nonlocal left, committed
        if committed:
            committed = False
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


async def settle(host: Host) -> None:
    """Until no room has anything left to do."""
    while busy := [actor for actor in host.actors() if not actor.box.quiet]:
        for actor in busy:
            await actor.box.ask(nothing)


async def nothing() -> None:
    """A job to wait for."""


async def obey(host: Host, clock: FakeClock, line: str) -> str:
    await settle(host)
    if line.startswith("until "):
        end = int(line.split()[1])
        while (due := clock.next()) is not None and due <= end:
            clock.advance(max(0, due - clock.now()))
            await settle(host)
        clock.advance(end - clock.now())
        await settle(host)
        return f"now {clock.now()}"
    return f"next {clock.next()}"


async def main(db: Path, port: int, now: int, seed: str, dies: int) -> None:
    clock = FakeClock(now)
    generous = Config(bot_delay_ms=(0, 0), commands_burst=1e9, joins_burst=1e9, posts_burst=1e9, seed=seed)
    host = Host(db, clock=clock, config=generous, rulesets=rulesets(), notify=Notify.from_environment(os.environ))
    if dies:
        die_after(host, dies)
    running = server(host, "127.0.0.1", port, announce=lambda port: print("ready", flush=True))
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    task = asyncio.create_task(running.serve())
    while line := (await reader.readline()).decode():
        print(await obey(host, clock, line.strip()), flush=True)
    running.should_exit = True
    await task


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], int(sys.argv[5])))
