"""The deal: programs play the NPCs where they can (K-133)."""

from __future__ import annotations

from collections import Counter

import pytest

from nightmoot.core import SeatSpec
from nightmoot.rulesets.killer.deck import deal
from tests.rulesets.killer.playing import RULES

PLAYERS = 25


@pytest.mark.parametrize("bots", [(0,), (3, 7), (1, 2, 3, 4, 5, 6, 7, 8), tuple(range(PLAYERS))])
def test_persons_get_an_npcs_card_only_where_there_are_too_few_programs(bots: tuple[int, ...]) -> None:
    options = RULES.option_values({})
    specs = [SeatSpec(f"P{place}", bot=place in bots) for place in range(PLAYERS)]
    drawn: Counter[int] = Counter()
    for number in range(30):
        dealt, setup = deal(specs, options, {}, f"npcs/{number}")
        assert sorted(str(spec.role) for spec in dealt) == sorted(setup["deck"])  # type: ignore[arg-type]
        npcs = [place for place, spec in enumerate(dealt) if spec.role == "npc"]
        assert len([place for place in npcs if place in bots]) == min(len(npcs), len(bots))
        assert [spec.name for spec in dealt] == [spec.name for spec in specs]
        drawn.update(npcs)
    assert len(set(bots) & set(drawn)) >= min(len(bots), 8)
