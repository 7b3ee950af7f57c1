"""A small game on a real server: one vote round which a hand passes, and talk in private."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from nightmoot.core import Plain, Registry, SeatSpec, State
from nightmoot.host.clock import FakeClock
from tests.core.toy import Toy
from tests.host.client import Line
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site

PACE = {"defence": 30, "hand": 1, "discussion": 0, "phase": 0}
HANDS = {"closes": "hand", "revise": "free", "shown": "all", "public": True}


class Ring(Toy):
    """Everybody votes as the hand passes; then the day goes on."""

    def deal(
        self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
    ) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
        """Plain people and one who is not."""
        seats = [SeatSpec(spec.name, "zap" if n == 0 else "plain") for n, spec in enumerate(specs)]
        return seats, {"course": (("vote", HANDS), ("vote", HANDS), ("day", {}))}

    def may_whisper(self, state: State, seats: tuple[str, ...]) -> bool:
        """Three at most."""
        return len(seats) <= 3


@asynccontextmanager
async def ring(db: Path, *, clock: FakeClock | None = None) -> AsyncIterator[Site]:
    """A server that offers the ring."""
    rulesets = Registry()
    rulesets.add(Ring())
    async with running_site(db, clock=clock, rulesets=rulesets) as site:
        yield site


async def seated(site: Site, people: int = 4, **create: Any) -> Table:
    """So many people round a table, in the middle of the first vote."""
    table = await sit_down(site, people, players=people, ruleset="toy", pace=PACE, **create)
    await table.start()
    await site.settle()
    return table


def ballot(line: Line) -> int:
    """The number of the open vote."""
    return next(d for d, open_ in line.open.items() if open_["kind"] == "vote")
