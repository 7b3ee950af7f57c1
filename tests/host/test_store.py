"""The database: migrations, transactions, and what happens when one fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.host import game_store, store
from nightmoot.host import tables as t
from nightmoot.host.database import Database
from nightmoot.host.room import Body, Room, Rules
from tests.host.client import Line, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site


async def test_the_migrations_make_exactly_the_tables(db: Path) -> None:
    database = Database(db)
    await database.migrate()
    await database.migrate()  # a second start changes nothing

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), t.metadata))

    async with database.read() as tx:
        assert await tx.run_sync(differences) == []
    await database.close()


async def test_sqlite_waits_for_locks_and_keeps_a_log_ahead(db: Path) -> None:
    database = Database(db)
    async with database.read() as tx:
        for pragma, value in (("journal_mode", "wal"), ("foreign_keys", 1), ("busy_timeout", 10_000)):
            found = (await tx.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one()
            assert found == value
    await database.close()


async def test_what_is_raised_in_a_transaction_undoes_it(db: Path) -> None:
    database = Database(db)
    await database.migrate()
    room = Room("ABCDE", "lobby", Body(Rules("table", 8), 1), {})

    async def half_a_write() -> None:
        async with database.write() as tx:
            await store.insert_room(tx, room, 0)
            await store.add_claim(tx, "hash", store.Claim("OTHER", 1, "device"), 0)  # there is no such room

    with pytest.raises(IntegrityError):
        await half_a_write()
    async with database.read() as tx:
        assert await store.load_room(tx, "ABCDE") is None
    await database.close()


async def first_asked(site: Site) -> tuple[Table, Line, int, Any]:
    table = await sit_down(site, 8)
    await table.start()
    for _ in range(60):
        await site.settle()
        for line in table.lines:
            for d, open_ in line.open.items():
                if open_["pick"]["kind"] == "seats":
                    return table, line, d, open_["pick"]["candidates"][0]
        await site.pass_time(5)
    raise AssertionError("nobody is asked anything")


async def count(site: Site, table: Any) -> int:
    async with site.host.db.read() as tx:
        return int((await tx.execute(select(func.count()).select_from(table))).scalar_one())


async def test_a_commit_that_fails_tells_nobody_and_leaves_memory_as_the_database_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, line, d, choice = await first_asked(site)
    others = {each: len(each.frames) for each in table.lines if each is not line}
    inputs = await count(site, t.input_)
    real = game_store.append
    failing = [True]

    async def append(tx: AsyncConnection, game: int, step: Any) -> None:
        await real(tx, game, step)
        if failing:
            failing.clear()
            raise OperationalError("disk full", None, OSError())

    monkeypatch.setattr(game_store, "append", append)
    with pytest.raises(Refused, match="failed"):
        await line.send("one", d=d, choice=choice)
    assert await count(site, t.input_) == inputs
    await line.send("one", d=d, choice=choice)  # the same command again: loaded anew, stored, told
    await site.settle()
    assert await count(site, t.input_) == inputs + 1
    assert len(site.game(table.code).inputs) == inputs + 1
    for each, before in others.items():
        news = [frame for frame in each.frames[before:] if "hello" not in frame]
        again = ('"open"', '"clock"', '"post"', '"ping"')
        assert all(any(kind in frame for kind in again) for frame in news)


async def test_the_number_of_an_input_is_taken_once(site: Site) -> None:
    """A second server on the same file can't overwrite what the first has stored."""
    table, line, d, choice = await first_asked(site)
    path = Path(str(site.host.db.url.database))
    async with running_site(path, clock=site.clock) as second:
        person = second.person(device="second")
        person.http.cookies.update(dict(table.people[table.lines.index(line)].http.cookies))
        other = await person.line(table.code)
        await line.send(d=d, choice=choice)
        await second.settle()
        with pytest.raises(Refused, match="failed"):
            await other.send(d=d, choice=choice)
        await second.settle()
        assert second.game(table.code).inputs == site.game(table.code).inputs  # it has loaded what the first had stored


async def test_every_notice_is_stored_once_with_its_audience(site: Site) -> None:
    table, *_ = await first_asked(site)
    await site.pass_time(300)
    game = site.game(table.code)
    async with site.host.db.read() as tx:
        play = site.host.actor(table.code).play
        assert play is not None
        rows = await game_store.load_notices(tx, play.id)
    assert [row[0] for row in rows] == list(range(len(game.notices)))
    assert [row[2] for row in rows] == [n.to if isinstance(n.to, str) else list(n.to) for n in game.notices]
    assert [row[3]["key"] for row in rows] == [n.key for n in game.notices]
