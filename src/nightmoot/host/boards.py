"""Boards drawn on request: so many players, what must and must not be there; with the strengths of the sides."""

from __future__ import annotations

import asyncio

from nightmoot.core import BadGame, Registry
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import new_seed
from nightmoot.host.setup import refusal
from nightmoot.host.wire import Compose, ComposedOut, SideOut

PATIENCE = 2.0  # seconds for which a board waits for the one that is being drawn


async def drawn(registry: Registry, turn: asyncio.Lock, asked: Compose) -> ComposedOut:
    """A board that keeps the rules of composition; a refusal that says why where none does.

    One after another: wishes that can hardly be kept take seconds to try.
    """
    seed = asked.seed or new_seed()[:8]
    try:
        ruleset = registry[asked.ruleset]
        for role in (*asked.must, *asked.never):
            if role not in ruleset.roles:
                raise Refusal("not_found", "$.must" if role in asked.must else "$.never")
        if not ruleset.composes:
            raise BadGame("composes-nothing", "ruleset", ruleset=ruleset.id)
        await _waited(turn)
        try:
            found = await asyncio.to_thread(ruleset.compose, asked.players, seed, tuple(asked.must), tuple(asked.never))
        finally:
            turn.release()
    except BadGame as bad:
        raise refusal(bad) from None
    sides = [SideOut(side=side.side, roles=list(side.roles), strength=side.strength) for side in found.sides]
    return ComposedOut(seed=seed, sides=sides, widened=found.widened)


async def _waited(turn: asyncio.Lock) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await turn.acquire()
    except TimeoutError:
        raise Refusal("too_many") from None
