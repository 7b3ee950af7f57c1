"""Which tokens of the grimoire count, where some of them may stop the ability that laid others (B39, B45, B48, R18).

What surely counts and what possibly counts are narrowed down in turns. Where nothing is left but rings, in which each
token hangs on the next, a ring that hangs on no other ring is read without contradiction, old tokens before young ones;
where that cannot be its oldest token counts all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tests.rulesets.clocktower.reader.characters import TEAM

if TYPE_CHECKING:
    from tests.rulesets.clocktower.reader.world import Token, World

STOPS = ("drunk", "poisoned")
#: Tokens that make others on the same seat not count meanwhile: which ones, and whether only those of a Demon.
CURES = {
    "sober_and_healthy": (STOPS, False),
    "safe": ((*STOPS, "mad"), True),
    "soldier": ((*STOPS, "mad"), True),
}


def counting(world: World) -> set[Token]:
    """The tokens that count."""
    certain: set[Token] = set()
    never: set[Token] = set()
    while True:
        sure, possible = _narrowed(world, certain, never)
        rest = possible - sure
        if not rest:
            return sure
        ring = _ring(world, rest)
        some = _without_contradiction(world, sure, ring)
        certain = sure | (some if some is not None else {ring[0]})
        never |= set(ring) - some if some is not None else set()


def _without_contradiction(world: World, sure: set[Token], ring: list[Token]) -> set[Token] | None:
    """Those of a ring that count where each counts just if nothing that counts stops it; the old ones go first."""
    last = (1 << len(ring)) - 1
    for number in range(last, -1, -1) if len(ring) <= 10 else ():
        some = {token for place, token in enumerate(ring) if number >> (len(ring) - 1 - place) & 1}
        now = sure | some
        if all((token in some) == _counts(world, token, kept_by=now, stopped_by=now) for token in ring):
            return some
    return None


def _narrowed(world: World, certain: set[Token], never: set[Token]) -> tuple[set[Token], set[Token]]:
    """What surely counts, given what is certain already and what never does, and what possibly counts."""
    tokens = set(world.tokens) - never
    sure, possible = set(certain), set(tokens)
    while True:
        more = {t for t in tokens if _counts(world, t, kept_by=sure, stopped_by=possible)} | certain
        fewer = {t for t in tokens if _counts(world, t, kept_by=possible, stopped_by=more)} | certain
        if (more, fewer) == (sure, possible):
            return sure, possible
        sure, possible = more, fewer


def _counts(world: World, token: Token, *, kept_by: set[Token], stopped_by: set[Token]) -> bool:
    if any(cures(other, token) for other in stopped_by):
        return False
    if not world.hangs_on_its_maker(token):
        return True
    maker = token.maker
    if not world.has(maker, token.by or "") or not world.own(maker, token.ability):
        return False
    if world.role[maker] != "beggar" and any(t.on == maker and t.kind in STOPS for t in stopped_by):
        return False
    kept = maker not in world.dead or world.for_the_dead(token.ability)
    return kept or any(t.on == maker and t.kind == "has_ability" for t in kept_by)


def cures(cure: Token, token: Token) -> bool:
    """Would this token make that one not count?"""
    kinds, of_demons = CURES.get(cure.kind, ((), False))
    of_a_demon = TEAM.get(token.ability.partition(".")[0]) == "demon"
    return cure.on == token.on and token.kind in kinds and (of_a_demon or not of_demons)


def _ring(world: World, rest: set[Token]) -> list[Token]:
    """The tokens, oldest first, of a ring that hangs on nothing else that is open."""

    def needed(token: Token) -> Iterable[Token]:
        stops = {t for t in rest if t.on == token.maker and t.kind in (*STOPS, "has_ability")}
        return stops | {t for t in rest if cures(t, token)} if world.hangs_on_its_maker(token) else ()

    reach: dict[Token, set[Token]] = {}
    for token in rest:
        found: set[Token] = set()
        left = [token]
        while left:
            new = set(needed(left.pop())) - found
            found |= new
            left += new
        reach[token] = found
    rings = [token for token in rest if reach[token] and all(token in reach[other] for other in reach[token])]
    return sorted(reach[min(rings, key=lambda token: token.at)], key=lambda token: token.at)
