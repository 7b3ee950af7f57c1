"""The deck and the deal: 8 killers, 5 special civilians, 3 neutrals, plain civilians and NPCs (K-01, K-02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nightmoot.core import chance
from nightmoot.core.errors import BadGame
from nightmoot.core.plain import Plain
from nightmoot.core.records import SeatSpec
from nightmoot.rulesets.killer.data import DATA

SETUP: Final = DATA["setup"]
NPCS: Final = range(SETUP["npcs"]["least"], SETUP["npcs"]["most"] + 1)


def jobs_for(plain: int, npcs: int) -> tuple[str, ...]:
    """The jobs of a game with so many plain civilians and NPCs."""
    counts = {**SETUP["killers"], **SETUP["civilians"], **SETUP["neutrals"], "civilian": plain, "npc": npcs}
    return tuple(job for job, count in counts.items() for _ in range(count))


def deck_for(players: int, plain: int) -> tuple[str, ...]:
    """The jobs for so many seats: those that the jobs with a camp leave over are NPCs, two to four."""
    camps = len(jobs_for(plain, 0))
    if players - camps not in NPCS:
        raise BadGame("players", "players", given=players, least=camps + NPCS[0], most=camps + NPCS[-1])
    return jobs_for(plain, players - camps)


def deal(
    specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
    """Give every seat a job: fixed ones stay, the others are dealt from the deck.

    ``setup`` may hold the ``deck``: any other head counts must be spelled out so.
    """
    fixed = [spec.role for spec in specs if spec.role is not None]
    if len(fixed) == len(specs):
        return specs, setup
    deck = tuple(setup.get("deck", ())) or deck_for(len(specs), options["plain_civilians"])
    if len(deck) != len(specs):
        raise BadGame("deck-size", "roles", given=len(deck), wanted=len(specs))
    rest = list(deck)
    for job in fixed:
        if job not in rest:
            raise BadGame("not-in-deck", "seats", role=job)
        rest.remove(job)
    cards = list(chance.shuffled(secret, "deal", tuple(rest)))
    dealt = [spec if spec.role is not None else SeatSpec(spec.name, cards.pop(0), spec.setup) for spec in specs]
    return dealt, {**setup, "deck": deck}


def boards() -> tuple[dict[str, Any], ...]:
    """The named boards: each head count of plain civilians, with two, three or four NPCs."""
    found = []
    for preset in DATA["presets"]:
        for npcs in NPCS:
            jobs = jobs_for(preset["plain"], npcs)
            found.append({"id": preset["id"], "players": len(jobs), "roles": jobs})
    return tuple(found)
