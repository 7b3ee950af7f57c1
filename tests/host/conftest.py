"""Fixtures of the host's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.host.site import Site, running_site


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A database file of the test's own."""
    return tmp_path / "games.sqlite"


@pytest.fixture
async def site(db: Path) -> AsyncIterator[Site]:
    """A running server."""
    async with running_site(db) as site:
        yield site
