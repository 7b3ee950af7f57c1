"""Exact odds of random play, by recursion over who lives. Written from the rules; nothing here imports the engine.

A table is the sorted tuple of the living: ``w`` a wolf, ``v`` a villager, ``h`` the hunter, ``e`` and ``E`` the elder
with one and with two lives, ``g`` the guard; a trailing ``*`` stands on whom the guard protected last night.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

Table = tuple[str, ...]
Odds = dict[tuple[str, int], Fraction]  # (who wins, in which night the game stood) -> probability
Branches = Iterator[tuple[Fraction, Table]]


def winner(table: Table) -> str | None:
    """Extermination: who has won, if anybody."""
    wolves = sum(player.startswith("w") for player in table)
    if not table:
        return "nobody"
    return "village" if not wolves else "wolves" if wolves == len(table) else None


def without(table: Table, place: int) -> Branches:
    """The tables after the player at that place is out: a dying hunter may shoot anybody, or nobody."""
    rest = table[:place] + table[place + 1 :]
    if not table[place].startswith("h"):
        yield Fraction(1), rest
        return
    each = Fraction(1, len(rest) + 1)
    yield each, rest
    for shot in range(len(rest)):
        yield each, rest[:shot] + rest[shot + 1 :]


def watched(table: Table) -> Iterator[tuple[Fraction, Table, int | None]]:
    """The guard protects one of the living whom he did not protect last night, or nobody, all alike likely."""
    bare = tuple(player.rstrip("*") for player in table)
    if "g" not in bare:
        yield Fraction(1), bare, None
        return
    open_to = [place for place, player in enumerate(table) if not player.endswith("*")]
    each = Fraction(1, len(open_to) + 1)
    yield each, bare, None
    for place in open_to:
        yield each, (*bare[:place], bare[place] + "*", *bare[place + 1 :]), place


def night(table: Table, kill: bool) -> Branches:
    """The wolves bite somebody who is no wolf, all alike likely; a guarded one lives, an elder loses his first life."""
    for chance, marked, guarded in watched(table):
        prey = [place for place, player in enumerate(marked) if not player.startswith("w")]
        if not kill:
            yield chance, marked
            continue
        for place in prey:
            each = chance / len(prey)
            if place == guarded:
                yield each, marked
            elif marked[place].startswith("E"):
                yield each, (*marked[:place], "e" + marked[place][1:], *marked[place + 1 :])
            else:
                for share, rest in without(marked, place):
                    yield each * share, rest


def day(table: Table, nobody: Fraction) -> Branches:
    """With the given chance nobody is voted out; else one of the living, all alike likely."""
    yield nobody, table
    for place in range(len(table)):
        for share, rest in without(table, place):
            yield (1 - nobody) * share / len(table), rest


@cache
def stalemate(players: int) -> Fraction:
    """How likely a vote of so many ends with nobody out, if each abstains or votes for one of the others at random.

    A tie has one run-off among the tied, in which they do not vote; a second tie, or no vote at all, ends it.
    """
    voters = range(players)
    ballots = [[None, *(other for other in voters if other != voter)] for voter in voters]
    missed = Fraction(0)
    for votes in product(*ballots):
        top = leaders(votes)
        if len(top) == 1:
            continue
        runoff = list(product([None, *top], repeat=players - len(top))) if top else [()]
        missed += Fraction(sum(len(leaders(again)) != 1 for again in runoff), len(runoff))
    return missed / players**players


def leaders(votes: tuple[int | None, ...]) -> list[int]:
    """Those with the most votes."""
    counts: dict[int, int] = {}
    for vote in votes:
        if vote is not None:
            counts[vote] = counts.get(vote, 0) + 1
    return [name for name, count in counts.items() if count == max(counts.values())]


@cache
def odds(table: Table, *, first_kill: bool = True, lottery: bool = True, number: int = 1) -> Odds:
    """The odds at the start of a night. With ``lottery`` every day somebody is out."""
    found: Odds = {}

    def add(chance: Fraction, more: Odds) -> None:
        for key, share in more.items():
            found[key] = found.get(key, Fraction(0)) + chance * share

    for chance, dawn in night(tuple(sorted(table)), first_kill or number > 1):
        over = winner(dawn)
        if over is not None:
            add(chance, {(over, number): Fraction(1)})
            continue
        for share, dusk in day(dawn, Fraction(0) if lottery else stalemate(len(dawn))):
            over = winner(dusk)
            if over is not None:
                add(chance * share, {(over, number): Fraction(1)})
            elif share:
                add(chance * share, odds(tuple(sorted(dusk)), lottery=lottery, number=number + 1))
    return found


def sides(table: str, **more: bool) -> dict[str, Fraction]:
    """The odds of each side at a table written as a word."""
    found: dict[str, Fraction] = {}
    for (side, _), share in odds(tuple(sorted(table)), **more).items():
        found[side] = found.get(side, Fraction(0)) + share
    return found


def nights(table: str, **more: bool) -> dict[int, Fraction]:
    """The odds of the game ending in each night, or on the day after it."""
    found: dict[int, Fraction] = {}
    for (_, number), share in odds(tuple(sorted(table)), **more).items():
        found[number] = found.get(number, Fraction(0)) + share
    return found


def double_factorial(number: int) -> int:
    """``number`` times ``number - 2`` times …"""
    return 1 if number < 2 else number * double_factorial(number - 2)
