"""Whole games of the forum ruleset by random bots, until every skill has fired often enough.

At length: ``python -m tests.fuzz.forum``.

Boards are drawn as for people, with the roles whose skills have fired least put on them (rare roles are forced), and
with those whose company a skill needs. The bots know which skills are rare (``forum_bots``).
A skill has fired when a use of it has begun and was not void; one that is only held, when a fact names it as its
reason. Finished games are read for what the rules forbid (``forum_laws``); some are played from outside and dumped,
loaded, taken back and replayed on the way.
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

from nightmoot.core import Answer, BadGame, Game, NightmootError, Ruleset, SeatSpec, Tick, registry
from nightmoot.policies import seat_everywhere
from nightmoot.rulesets.forum.composing import compose
from nightmoot.rulesets.forum.data import PRINTED
from tests.fuzz.forum_bots import Eager
from tests.fuzz.forum_laws import at_rest, faults

RULES: Final = registry.load()["forum"]
SIZES: Final = (12, 40)
WANTED: Final = 20
#: Roles that are asked for in one game at least, however small the table is.
MUST: Final = 3
#: One game in so many is played from outside, and looked at while it rests.
BY_HAND: Final = 8

#: Skills that come about only in company: whom they need on the board.
COMPANY: Final[Mapping[str, tuple[str, ...]]] = {
    "训熊": ("机械狼", "熊"),
    "修改迷惑": ("机械狼", "吹笛"),
    "修改链接": ("机械狼", "锁链师"),
    "沉默": ("圣诞老狼",),
    "齐心": ("狼兄", "狼弟"),
    "不归": ("大天狗", "长老狼"),
    "天意": ("预言家",),
    "夺舍之权": ("幽灵",),
}


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
    """How often each skill has fired in a game.

    Its uses that were not void; of one that is only held, the moments (a seat in a phase) at which a fact names it as
    its reason, or what it has told.
    """
    found: Counter[str] = Counter()
    facts = list(game.state.facts)
    void = {(fact.data or {}).get("use") for fact in facts if fact.kind == "void"}
    moments: set[tuple[str, str | None, int]] = set()
    for fact in facts:
        if fact.kind == "use" and fact.what in RULES.abilities and fact.id not in void:
            found[fact.what] += 1
        elif fact.kind in WORKINGS:
            skill = _reason(fact.by, fact.data)
            if skill in RULES.abilities and not _used(skill):
                moments.add((skill, (fact.by or "").split(":")[0] or fact.seat, fact.phase.serial))
    held = Counter(skill for skill, _, _ in moments)
    said = Counter(notice.skill for notice in game.notices if notice.skill in RULES.abilities)
    for skill in RULES.abilities:
        if not _used(skill):
            found[skill] = max(held[skill], said[skill])
    found["vote"] = sum(fact.kind == "vote" for fact in facts)
    return found


#: Facts that are an effect; being granted or dealt a skill is none.
WORKINGS: Final = frozenset(
    {"worked", "mark", "unmark", "harm", "out", "told", "redirected", "substituted", "cancelled", "turned", "granted"}
)


def _used(skill: str) -> bool:
    """Is the skill one that somebody uses, or that acts by itself at a place of the list?"""
    ability = RULES.abilities[skill]
    return bool(ability.windows) or "自动" in ability.tags


def _reason(by: str | None, data: Any) -> str | None:
    """The skill that a fact names as its reason: its holding's, or that of the damage."""
    if isinstance(data, Mapping):
        named = data.get("skill") or (data.get("riders") or {}).get("skill")
        if isinstance(named, str):
            return named
    return by.rsplit(":", 1)[1].split("#")[0] if by and ":" in by else None


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
    most = max(MUST, players // 4)
    for role in dict.fromkeys(wishes[: 3 * most]):
        if len(must) == most:
            break
        try:
            found = compose(players, seed, must=(*must, role)).roles
            must.append(role)
        except BadGame:
            continue
    return found or compose(players, seed).roles


def by_hand(players: int, seed: str, deck: tuple[str, ...]) -> tuple[Game, list[str]]:
    """A game played from outside, with what was wrong at its rests and in its replay."""
    rng = Random(f"{seed}/rests")
    found: list[str] = []
    game: Game | None = None
    for rested in play_by_hand(players, seed, deck):
        game = rested
        if game.over is None and rng.randrange(100) == 0:
            found += at_rest(game, RULES, rng)
    if game is None:
        raise NightmootError("a game without a rest")
    again = Game.replay(RULES, game.header, game.inputs, strict=True)
    if again.digest() != game.digest() or again.state.dump() != game.state.dump():
        found.append("a replay of the inputs is another game")
    return game, found


def hunt(
    games: int,
    seed: str,
    wanted: int = WANTED,
    *,
    report: bool = False,
    seconds: float = inf,
    known: Mapping[str, int] | None = None,
    keep: Path | None = None,
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
        if not rare:
            break
        name = f"{seed}/{number} ({players} players)"
        deck = board(players, f"{seed}/{number}", needy(counts, rng))
        try:
            restless: list[str] = []
            if number % BY_HAND == BY_HAND - 1:
                game, restless = by_hand(players, f"{seed}/{number}", deck)
            else:
                game = play(players, f"{seed}/{number}", deck, rare)
            faulty = [f"{name}: {fault}" for fault in (*restless, *faults(game))]
            counts.update(fired(game))
        except Exception as error:  # every failure is reported with its game
            faulty = [f"{name}: {type(error).__name__}: {error}"]
        found += faulty
        if report:
            for fault in faulty:
                print(fault, flush=True)
        if keep is not None:
            keep.write_text(table(counts), encoding="utf-8")
        if monotonic() > end:
            break
        if report and number % 50 == 49:
            print(f"{number + 1} games, {len(rare)} skills fewer than {wanted} times, {len(found)} faults", flush=True)
            print(f"  least: {', '.join(f'{skill} {counts[skill]}' for skill in least(counts)[:12])}", flush=True)
    return counts, found


def main(arguments: list[str] | None = None) -> int:
    """Play at length; status 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--wanted", type=int, default=WANTED, help="how often every skill is to fire")
    parser.add_argument("--seconds", type=float, default=inf)
    parser.add_argument("--after", type=Path, help="what an earlier hunt has printed: its counts are gone on from")
    parser.add_argument("--keep", type=Path, help="where the counts are written after every game, for --after")
    chosen = parser.parse_args(arguments)
    lines = [] if chosen.after is None else chosen.after.read_text(encoding="utf-8").splitlines()
    known = {
        skill: int(count) for count, skill in (line.split(maxsplit=1) for line in lines) if skill in RULES.abilities
    }
    counts, found = hunt(
        chosen.games, chosen.seed, chosen.wanted, report=True, seconds=chosen.seconds, known=known, keep=chosen.keep
    )
    print(table(counts), end="")
    return bool(found)


def table(counts: Mapping[str, int]) -> str:
    """One line a skill, those that have fired least before the others."""
    return "".join(f"{counts[skill]:>7} {skill}\n" for skill in least(counts))


def least(counts: Mapping[str, int]) -> list[str]:
    """Every skill, those that have fired least before the others."""
    return sorted(RULES.abilities, key=lambda skill: counts[skill])


if __name__ == "__main__":
    sys.exit(main())
