"""The database: engine, transactions, migrations run at the start."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

BUSY_MS = 10_000


def url_of(path: str | Path) -> str:
    """A database address: a path is a SQLite file, an address with ``://`` is taken as it is."""
    text = str(path)
    return text if "://" in text else f"sqlite+aiosqlite:///{text}"


def _sqlite_hooks(engine: AsyncEngine) -> None:
    """WAL, foreign keys, waiting for locks, and transactions that take the write lock at their start."""

    @event.listens_for(engine.sync_engine, "connect")
    def connect(dbapi: Any, _: object) -> None:
        dbapi.isolation_level = None  # the driver begins nothing by itself
        cursor = dbapi.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


class Database:
    """One database with its two ways in: ``read`` and ``write``."""

    def __init__(self, path: str | Path) -> None:
        self.url = make_url(url_of(path))
        if self.url.get_backend_name() == "sqlite" and self.url.database:
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_async_engine(self.url, hide_parameters=True)
        if self.url.get_backend_name() == "sqlite":
            _sqlite_hooks(self.engine)

    async def migrate(self) -> None:
        """Bring the tables to the newest form."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end, or rolled back where anything is raised."""
        async with self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A consistent look that takes no write lock."""
        async with self.engine.connect() as plain:
            connection = await plain.execution_options(reading=True)
            async with connection.begin():
                yield connection


def alembic_config(connection: Connection) -> Config:
    """The configuration for the migrations that are packed with the host."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    command.upgrade(alembic_config(connection), "head")
