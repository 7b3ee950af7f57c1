"""What the rules of the forum game forbid in any finished game, read from its facts and notices alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Final

from nightmoot.core import MODERATOR, Fact, Game, Ruleset, Undo
from nightmoot.rulesets.forum.data import LOOP
from tests.fuzz.forum_bots import leaves

#: Public words with a number in them that says nothing of votes: how many sit down, how many went out, days.
NUMBERS: Final = frozenset({"start", "out", "phase", "咆哮", "熊", "over"})
#: Skills whose private word is a number by the text, and notices that count who is in a group.
COUNTS: Final = frozenset({"花语", "赌博", "业炎", "实验", "训熊"})
GROUPS: Final = frozenset({"共群", "you_are", "out"})
#: What causes something of itself: a use, a count of votes, a passive skill at work, a phase, a hand.
ROOTS: Final = frozenset({"use", "count", "worked", "phase", "override"})
#: Acts of those who are out by the text: shots, the vote of souls, the court, 重定时间 on oneself.
AFTER_DEATH: Final = frozenset({"最后一枪", "报复", "光明狩猎", "重定时间", "vote", "审判"})


def faults(game: Game) -> Iterator[str]:
    """What must not be in a finished game."""
    if game.over is None:
        yield "the game is not over"
    yield from departures(game)
    yield from posthumous(game)
    yield from causes(game)
    yield from clock(game)
    yield from told(game)
    for lang in ("en", "zh"):
        yield from (f"a sentence has a hole: {line}" for line in game.explain(lang) if "None" in line or "{" in line)


def departures(game: Game) -> Iterator[str]:
    """Nobody goes out twice without coming back; the facts and the state agree."""
    gone: set[str] = set()
    for fact in game.state.facts:
        if fact.kind == "out" and fact.seat is not None:
            if fact.seat in gone:
                yield f"{fact.seat} goes out twice"
            gone.add(fact.seat)
        elif fact.kind == "revived" and fact.seat is not None:
            gone.discard(fact.seat)
    if gone != {seat for seat, record in game.state.seats.items() if record.out}:
        yield "the facts and the state differ in who is out"


def posthumous(game: Game) -> Iterator[str]:
    """Whoever is out uses nothing but what works after death (P5, R224), and a red card ends that too."""
    gone: dict[str, str] = {}
    for fact in game.state.facts:
        if fact.kind == "out" and fact.seat is not None:
            gone[fact.seat] = fact.what
        elif fact.kind == "revived" and fact.seat is not None:
            gone.pop(fact.seat, None)
        elif fact.kind == "use" and fact.seat in gone:
            lasting = game.state.marks.get("身死犹用", ())
            forced = isinstance(fact.data, dict) and fact.data.get("chosen by")
            if fact.what not in AFTER_DEATH and not forced and all(mark.on != fact.by for mark in lasting):
                yield f"{fact.seat} is out and uses {fact.what}"
            if gone[fact.seat] == "红牌罚下":
                yield f"{fact.seat} has a red card and uses {fact.what}"


def causes(game: Game) -> Iterator[str]:
    """Every out has a damage behind it, and that a cause; one with a source follows from a use, a working or an out."""
    facts = game.state.facts
    for fact in facts:
        if fact.kind != "out":
            continue
        chain = list(_chain(game, fact))
        if not any(link.kind == "harm" for link in chain):
            yield f"{fact.seat} goes out by no damage"
        if not any(link.kind in ROOTS for link in chain):
            yield f"the out of {fact.seat} ({fact.what}) has no root: {[link.kind for link in chain]}"
        named = (fact.data or {}).get("source") if isinstance(fact.data, dict) else None
        if named is not None and not any(link.kind in ("use", "worked", "out", "count") for link in chain[1:]):
            yield f"the out of {fact.seat} ({fact.what} of {named}) names no skill: {fact.by}"


def _chain(game: Game, fact: Fact) -> Iterator[Fact]:
    at: Fact | None = fact
    while at is not None:
        yield at
        if at.cause is not None and at.cause >= at.id:
            raise AssertionError(f"fact {at.id} is caused by a later one")
        at = game.state.facts[at.cause] if at.cause is not None else None


def clock(game: Game) -> Iterator[str]:
    """Phases follow one another as in the list (L1144-L1301)."""
    names = [fact.what for fact in game.state.facts if fact.kind == "phase"]
    for before, after in pairwise(names):
        if before in ("开局", "竞选"):
            fits = after in ("竞选", "黄昏1")
        else:
            ring = (*LOOP, "正午")
            fits = ring[(ring.index(before) + 1) % len(ring)] == after
        if not fits:
            yield f"{after} follows {before}"


def told(game: Game) -> Iterator[str]:
    """Whom notices may reach, and that no number of votes is among them (L156)."""
    seats = {*game.state.seats, MODERATOR}
    over = next((place for place, notice in enumerate(game.notices) if notice.key == "over"), len(game.notices))
    for place, notice in enumerate(game.notices):
        if notice.to != "all" and not set(notice.to) <= seats:
            yield f"{notice.key} is told to {notice.to}"
        numbers = any(type(value) in (int, float) for value in leaves(dict(notice.params)))
        if notice.to == "all" and place < over:
            facets = {facet for _, facet, _ in notice.shows}
            if facets & {"camp", "mate", "lover"}:
                yield f"{notice.key} tells everybody {facets}"
            if notice.key not in NUMBERS and numbers:
                yield f"{notice.key} tells everybody a number: {dict(notice.params)}"
        elif numbers and notice.to != (MODERATOR,) and notice.skill not in COUNTS and notice.key not in GROUPS:
            yield f"{notice.key} of {notice.skill} tells {notice.to} a number: {dict(notice.params)}"
        if notice.key == "you_are" and notice.to != (notice.shows[0][0],):
            yield f"{notice.to} is told the card of {notice.shows[0][0]}"


def at_rest(game: Game, rules: Ruleset, rng: Random) -> Iterator[str]:
    """A game at rest is the same after a dump, and when its last inputs are taken back and given again."""
    data = game.dump()
    loaded = Game.load(data, rules)
    if loaded.dump() != data or loaded.digest() != game.digest():
        yield "a dump is another game"
    count = min(len(game.inputs) - 1, rng.randint(1, 4))
    if count < 1:
        return
    last = game.inputs[-count:]
    if any(isinstance(given, Undo) for given in last):
        return
    loaded.submit(Undo(len(loaded.inputs) - count, keep=False))
    for given in last:
        loaded.submit(given)
    if loaded.digest() != game.digest():
        yield f"{count} inputs taken back and given again are another game"
