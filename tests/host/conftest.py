"""Fixtures of the host's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from nightmoot.host import conduct
from tests.host.site import Site, running_site


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A database file of the test's own."""
    return tmp_path / "games.sqlite"


@pytest.fixture(autouse=True)
def dealt_alike(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of a test are other ones than those of the next, and the same in every run."""
    games = count(1)
    monkeypatch.setattr(conduct, "new_seed", lambda: f"{request.node.name} {next(games)}")


@pytest.fixture
async def site(db: Path) -> AsyncIterator[Site]:
    """A running server."""
    async with running_site(db) as site:
        yield site
