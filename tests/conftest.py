"""What every test may use."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run; how many is a profile: HYPOTHESIS_PROFILE=long for a search at length.
settings.register_profile(
    "quick", derandomize=True, deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as the server does."""
    return "asyncio"
