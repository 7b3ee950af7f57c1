"""The lockstep twins of the toy agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from nightmoot.core import SeatSpec
from tests.core.toy import Toy, book
from tests.core.twins import MANNERS, Deal, differences

COURSES: tuple[tuple[tuple[str, dict[str, Any]], ...], ...] = (
    (("night", {}), ("day", {}), ("night", {}), ("day", {})),
    (("night", {"together": True}), ("windows", {"name": "noon"}), ("vote", {"shown": "all"}), ("night", {})),
    (("windows", {"name": "dusk", "mode": "order"}), ("night", {}), ("vote", {"closes": "due", "drawn": True})),
    (("windows", {"name": "dusk", "mode": "insert"}), ("night", {}), ("vote", {"closes": "hand", "shown": "all"})),
    (("standing", {"name": "noon"}), ("day", {}), ("night", {}), ("vote", {"check": "with my master"})),
    (("night", {}), ("windows", {"name": "dusk", "mode": "order", "closes": "answered"}), ("night", {}), ("day", {})),
)


def toy_deal(seed: int) -> Deal:
    """Any roles, any course."""
    rng = Random(seed)
    roles = [*book.roles]
    count = rng.randrange(4, 10)
    seats = []
    for place in range(count):
        setup = {"believes": rng.choice(roles[:30])} if rng.randrange(8) == 0 else {}
        seats.append(SeatSpec(f"p{place}", rng.choice(roles), setup))
    marks = [("servant", "1", "2")] if rng.randrange(2) else []
    setup = {"course": rng.choice(COURSES), "marks": tuple(marks)}
    rules = Toy(instead=rng.choice(("first", "all")), putting_off={"late": "dawn"} if rng.randrange(2) else {})
    return Deal(rules, seats, {}, setup, str(seed))


@pytest.mark.parametrize("manner", MANNERS)
def test_the_toy_is_the_same_game_in_every_manner(manner: str) -> None:
    for seed in range(24):
        deal = toy_deal(seed)
        if manner == "without gates" and any(
            "window" in kind or kind == "standing" for kind, _ in deal.setup["course"]
        ):
            continue  # a window without its gate closes before anybody can answer
        assert differences(deal, [manner]) == [], f"seed {seed}"
