"""Whole games of the forum ruleset by random bots, until every skill has fired often enough.

At length: ``python -m tests.fuzz.forum``.

Boards are drawn as for people, with the roles whose skills have fired least put on them (rare roles are forced), and
with those whose company a skill needs. The bots know which skills are rare: they never decline these, often do again
what they did last, and use them on the roles on which something comes of it.
A skill has fired when a use of it has begun and was not void, or when a fact or a notice names it as its reason.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

from nightmoot.core import (
    MODERATOR,
    Answer,
    BadGame,
    Game,
    NightmootError,
    OpenDecision,
    Plain,
    Refused,
    Ruleset,
    SeatSpec,
    Streams,
    Tick,
    View,
    registry,
)
from nightmoot.core.picks import Pick
from nightmoot.policies import seat_everywhere
from nightmoot.policies.chances import LotteryPolicy, RandomPolicy
from nightmoot.rulesets.forum.composing import compose
from nightmoot.rulesets.forum.data import PRINTED

RULES: Final = registry.load()["forum"]
SIZES: Final = (12, 40)
WANTED: Final = 20
#: Roles that are asked for in one game at most.
MUST: Final = 3
#: Public words with a number in them that says nothing of votes: how many sit down, how many went out, days.
NUMBERS: Final = frozenset({"start", "out", "phase", "咆哮", "熊", "over"})


#: Skills that come about only in company: whom they need on the board.
COMPANY: Final[Mapping[str, tuple[str, ...]]] = {
    "训熊": ("机械狼", "熊"),
    "修改迷惑": ("机械狼", "吹笛"),
    "修改链接": ("机械狼", "锁链师"),
    "沉默": ("圣诞老狼",),
    "齐心": ("狼兄", "狼弟"),
    "不归": ("大天狗", "丘比特"),
    "天意": ("上帝使徒",),
}
#: On which role a use brings a rare skill about.
PREY: Final[Mapping[str, Mapping[str, str]]] = {"学习": {"训熊": "熊", "修改迷惑": "吹笛", "修改链接": "锁链师"}}


class Eager(RandomPolicy):
    """A random bot that knows what is rare, and who is what."""

    def __init__(self, rare: frozenset[str], roles: Mapping[str, str], alike: bool) -> None:
        self.rare = rare
        self.roles = roles
        self.alike = alike  # everybody votes for the same
        self.last: dict[tuple[str, str], Plain] = {}

    def choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        """A choice, drawn; a rare skill is not declined where it can be used."""
        skill = decision.skill or ""
        choice = self._choose(view, decision, rng)
        if choice is not None:
            self.last[view.viewer, skill] = choice
        return choice

    def _choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        skill, pick = decision.skill or "", decision.pick
        if int(view.table.get("day") or 0) > EAGER_DAYS:
            return super().choose(view, decision, rng)
        if skill == "vote" and self.alike:
            return self._legal(pick, LotteryPolicy().drawn(view, rng)) or pick.draw(rng.own)
        if SAVED.get(skill) in self.rare and decision.offer:
            return None
        wanted = {role for rare, role in PREY.get(skill, {}).items() if rare in self.rare}
        prey = [seat for seat, role in self.roles.items() if role in wanted and seat != view.viewer]
        if prey:
            return self._legal(pick, prey[0]) or pick.draw(rng.own)
        if not (skill in self.rare or set(COMES_BY.get(skill, ())) & self.rare):
            return super().choose(view, decision, rng)
        if rng.own.randrange(2) and (again := self._legal(pick, self.last.get((view.viewer, skill)))) is not None:
            return again
        drawn = [pick.draw(rng.own) for _ in range(4)]
        return max(drawn, key=_said)

    @staticmethod
    def _legal(pick: Pick, choice: Plain) -> Plain:
        try:
            return pick.check(choice)
        except Refused:
            return None


#: After so many days bots are plainly random: nobody is brought back and spared for ever.
EAGER_DAYS: Final = 12
#: Skills that have to be saved for a rare one.
SAVED: Final[Mapping[str, str]] = {"冲锋": "报复"}
#: Skills through which rare ones come about.
COMES_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "附体": ("夺舍之权", "夺舍"),
    "礼物": ("礼物制作", "沉默", "恐惧", "最后一枪"),
    "交易": ("富有", "暴利"),
    "链接": ("免疫", "暴走"),
    "实验": ("女巫的爱护",),
    "家国抉择": ("不归", "天狗吞月", "吞食"),
    "询问": ("裁决",),
}


def _said(choice: Plain) -> int:
    """How much of a form is filled in."""
    if isinstance(choice, Mapping):
        return sum(_said(part) for part in choice.values())
    return choice is not None


def play(players: int, seed: str, deck: tuple[str, ...], rare: frozenset[str] = frozenset()) -> Game:
    """One game of random bots, strict: a body that fails raises. The roles are dealt here, so that bots may know."""
    rng = Random(seed)
    roles = {str(place): role for place, role in enumerate(rng.sample(deck, players), 1)}
    policies = seat_everywhere(Eager(rare, roles, bool(rng.randrange(2))), roles, seed)
    specs = [SeatSpec(seat, role) for seat, role in roles.items()]
    return Game.new(RULES, specs, {}, seed, hold=frozenset(), policies=policies, strict=True)


def play_by_hand(players: int, seed: str, deck: tuple[str, ...], rules: Ruleset = RULES) -> Iterator[Game]:
    """The same from outside, answer by answer and gate by gate, as a room plays it; yields at every rest."""
    rng = Random(seed)
    specs = [SeatSpec(str(place)) for place in range(1, players + 1)]
    game = Game.new(rules, specs, {}, seed, setup={"deck": deck}, strict=True)
    asked: set[str] = set()
    while game.over is None:
        fresh = [
            decision
            for seat in game.seen.circle
            for decision in game.decisions(seat)
            if not decision.answered and (decision.question is not None or decision.name not in asked)
        ]
        if fresh:
            decision = fresh[0]
            asked.add(decision.name)
            choice = decision.pick.draw(rng)
            if choice is None and decision.question is None:
                continue
            game.submit(Answer(decision.name, decision.owner, choice))
        elif waits := game.waits():
            asked.clear()
            game.submit(Tick(waits[0].name))
        else:
            raise NightmootError(game.fault or "the game rests and nothing is open")
        yield game


def fired(game: Game) -> Counter[str]:
    """How often each skill has fired in a game."""
    found: Counter[str] = Counter()
    facts = list(game.state.facts)
    void = {(fact.data or {}).get("use") for fact in facts if fact.kind == "void"}
    for fact in facts:
        skill = fact.what if fact.kind == "use" else _reason(fact.by, fact.data)
        if skill in RULES.abilities and fact.id not in void:
            found[skill] += 1
    for notice in game.notices:
        if notice.skill in RULES.abilities and not RULES.abilities[notice.skill].windows:
            found[notice.skill] += 1
    return found


def _reason(by: str | None, data: Any) -> str | None:
    """The skill that a fact names as its reason: its holding's, or that of the damage."""
    if isinstance(data, Mapping):
        named = data.get("skill") or (data.get("riders") or {}).get("skill")
        if isinstance(named, str):
            return named
    return by.rsplit(":", 1)[1].split("#")[0] if by and ":" in by else None


def faults(game: Game) -> Iterator[str]:
    """What must not be in a finished game."""
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
    if game.over is None:
        yield "the game is not over"
    yield from told(game)


def told(game: Game) -> Iterator[str]:
    """Whom notices may reach, and that no number of votes is among them (L156)."""
    seats = {*game.state.seats, MODERATOR}
    over = next((place for place, notice in enumerate(game.notices) if notice.key == "over"), len(game.notices))
    for place, notice in enumerate(game.notices):
        if notice.to != "all" and not set(notice.to) <= seats:
            yield f"{notice.key} is told to {notice.to}"
        if notice.to == "all" and place < over:
            facets = {facet for _, facet, _ in notice.shows}
            if facets & {"camp", "mate", "lover"}:
                yield f"{notice.key} tells everybody {facets}"
            if notice.key not in NUMBERS and any(type(value) is int for value in _leaves(dict(notice.params))):
                yield f"{notice.key} tells everybody a number: {dict(notice.params)}"
        if notice.key == "you_are" and notice.to != (notice.shows[0][0],):
            yield f"{notice.to} is told the card of {notice.shows[0][0]}"


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def needy(counts: Counter[str], rng: Random) -> list[str]:
    """The roles with the skills that have fired least."""
    roles = list(PRINTED)
    rng.shuffle(roles)
    short = [skill for skill in COMPANY if counts[skill] < WANTED]
    company = list(COMPANY[rng.choice(short)]) if short and rng.randrange(2) else []
    return company + sorted(
        roles, key=lambda role: min((counts[s] for s in PRINTED[role] if s in RULES.abilities), default=999)
    )


def board(players: int, seed: str, wishes: list[str]) -> tuple[str, ...]:
    """A board with as many of the wishes as fit one after another."""
    found: tuple[str, ...] = ()
    must: list[str] = []
    for role in wishes[: 3 * MUST]:
        if len(must) == MUST:
            break
        try:
            found = compose(players, seed, must=(*must, role)).roles
            must.append(role)
        except BadGame:
            continue
    return found or compose(players, seed).roles


def hunt(
    games: int,
    seed: str,
    wanted: int = WANTED,
    *,
    report: bool = False,
    seconds: float = inf,
    known: Mapping[str, int] | None = None,
) -> tuple[Counter[str], list[str]]:
    """Play until every skill has fired so often (with what is ``known`` from before), or so many games or seconds.

    Returns the counts, and every fault with its game.
    """
    counts: Counter[str] = Counter(known)
    found: list[str] = []
    end = monotonic() + seconds
    for number in range(games):
        rng = Random(f"{seed}/{number}")
        players = min(rng.randint(*SIZES) for _ in range(3))  # small boards are soon over
        rare = frozenset(skill for skill in RULES.abilities if counts[skill] < wanted)
        name = f"{seed}/{number} ({players} players)"
        deck = board(players, f"{seed}/{number}", needy(counts, rng))
        try:
            game = play(players, f"{seed}/{number}", deck, rare)
            faulty = [f"{name}: {fault}" for fault in faults(game)]
            counts.update(fired(game))
        except Exception as error:  # every failure is reported with its game
            faulty = [f"{name}: {type(error).__name__}: {error}"]
        found += faulty
        if report:
            for fault in faulty:
                print(fault, flush=True)
        if not rare or monotonic() > end:
            break
        if report and number % 50 == 49:
            print(f"{number + 1} games, {len(rare)} skills fewer than {wanted} times, {len(found)} faults", flush=True)
    return counts, found


def main(arguments: list[str] | None = None) -> int:
    """Play at length; status 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--wanted", type=int, default=WANTED, help="how often every skill is to fire")
    parser.add_argument("--seconds", type=float, default=inf)
    parser.add_argument("--after", type=Path, help="what an earlier hunt has printed: its counts are gone on from")
    chosen = parser.parse_args(arguments)
    lines = [] if chosen.after is None else chosen.after.read_text(encoding="utf-8").splitlines()
    known = {
        skill: int(count) for count, skill in (line.split(maxsplit=1) for line in lines) if skill in RULES.abilities
    }
    counts, found = hunt(chosen.games, chosen.seed, chosen.wanted, report=True, seconds=chosen.seconds, known=known)
    for skill in sorted(RULES.abilities, key=lambda skill: counts[skill]):
        print(f"{counts[skill]:>7} {skill}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
