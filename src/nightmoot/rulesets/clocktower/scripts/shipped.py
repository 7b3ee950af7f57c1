"""The scripts that come with the package: the three first editions, and small ones for five or six players."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nightmoot.rulesets.clocktower.data import file
from nightmoot.rulesets.clocktower.scripts.reading import Script, read

#: Their ids, which are values of the option ``script`` and names of the files.
SHIPPED: Final = ("tb", "bmr", "snv", "first_lantern", "long_corridor", "two_mirrors", "market_day")


@lru_cache
def shipped(ident: str) -> Script:
    """One of them. Raises KeyError for another id."""
    if ident not in SHIPPED:
        raise KeyError(f"no script {ident!r}; there are {', '.join(SHIPPED)}")
    reading = read(file(f"scripts/{ident}.json"))
    if reading.script is None:
        raise ValueError(f"{ident}: {reading.faults[0]}")
    return reading.script
