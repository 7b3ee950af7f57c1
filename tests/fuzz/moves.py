"""Whatever can be done to a game at a rest, legal or not, chosen by a source of whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nightmoot.core import (
    MODERATOR,
    Answer,
    AnyInput,
    Game,
    OpenDecision,
    Override,
    Plain,
    Post,
    Refused,
    Tick,
    Undo,
    Withdraw,
)
from nightmoot.core.picks import Text
from tests.fuzz.invariants import faults

#: A whole number from 0 to one less than given.
Choose = Callable[[int], int]
#: Choices that are seldom legal, and sometimes are.
JUNK: tuple[Any, ...] = (
    None,
    "9",
    "99",
    "",
    True,
    False,
    0,
    7,
    [],
    ["1", "1"],
    ["1", "2"],
    {},
    {"poison": "1"},
    "…" * 500,
)


def of(choose: Choose, items: Any) -> Any:
    """One of the items."""
    return items[choose(len(items))]


def legal_choice(choose: Choose, decision: OpenDecision) -> Plain:
    """A legal choice, a pass among them where it is legal."""
    pick = decision.pick
    count = pick.count()
    place = choose(count + pick.optional) if count + pick.optional else 0
    if isinstance(pick, Text) and place < count:
        return "…"
    return pick.at(place) if place < count else None


def everybodys(game: Game) -> list[OpenDecision]:
    """Every open decision and offer of every seat and of the moderator."""
    found = [decision for seat in game.seen.circle for decision in game.decisions(seat)]
    return found + [d for d in game.decisions(MODERATOR) if d.question is None or MODERATOR in d.question.owners]


def answer(game: Game, choose: Choose) -> AnyInput | None:
    """Somebody answers something that is open for him."""
    found = everybodys(game)
    if not found:
        return None
    decision = of(choose, found)
    return Answer(decision.name, decision.owner, legal_choice(choose, decision), at=choose(1000))


def nonsense(game: Game, choose: Choose) -> AnyInput:
    """Somebody sends something that he should not, or something else altogether."""
    found = everybodys(game)
    name = of(choose, found).name if found and choose(4) else "no such decision"
    by = of(choose, (*game.seen.circle, MODERATOR, "public", "nobody", "wolves"))
    kind = choose(8)
    if kind == 0:
        return Withdraw(name, by)
    if kind == 1:
        return Tick(of(choose, ("", name, "close of " + name, "20:00")))
    if kind == 2:
        return Post(by, of(choose, ("table", "wolves", "lovers", "nowhere")), of(choose, ("hm", "", " ", "x" * 3000)))
    if kind == 3:
        return Override(of(choose, ("dance", "kill", "set", "join", "retry", "answer", "phase")), of(choose, OVERRIDES))
    if kind == 4:
        return Undo(of(choose, (-1, len(game.inputs), len(game.inputs) + 5)))
    return Answer(name, by, of(choose, JUNK))


OVERRIDES: tuple[dict[str, Any], ...] = (
    {},
    {"seat": "99"},
    {"seat": "1", "role": "nobody"},
    {"seat": "1", "camp": "nowhere"},
    {"seat": ["1"]},
    {"name": "p1", "role": "villager"},
    {"decision": "x", "by": "1", "choice": "1"},
    {"phase": "noon"},
)


def withdraw(game: Game, choose: Choose) -> AnyInput | None:
    """Somebody takes back what he has answered."""
    found = [decision for decision in everybodys(game) if decision.answered]
    if not found:
        return None
    decision = of(choose, found)
    return Withdraw(decision.name, decision.owner)


def tick(game: Game, choose: Choose) -> AnyInput | None:
    """Something is due."""
    found = game.waits()
    return Tick(of(choose, found).name) if found else None


def post(game: Game, choose: Choose) -> AnyInput:
    """Somebody says something."""
    return Post(of(choose, (*game.seen.circle, MODERATOR)), of(choose, ("table", *game.seen.groups)), "hm")


def undo(game: Game, choose: Choose) -> AnyInput | None:
    """Some of the last inputs are taken back."""
    count = len(game.inputs)
    return Undo(count - 1 - choose(min(count, 4)), keep=bool(choose(2))) if count else None


def override(game: Game, choose: Choose) -> AnyInput:
    """The moderator decides something by hand."""
    seat = of(choose, game.seen.circle)
    acts: tuple[tuple[str, dict[str, Any]], ...] = (
        ("kill", {"seat": seat}),
        ("revive", {"seat": seat}),
        ("set", {"seat": seat, "alive": bool(choose(2))}),
        ("set", {"seat": seat, "role": of(choose, [*game.rules.roles])}),
        ("tell", {"seat": seat, "text": "psst"}),
        ("substitute", {"seat": seat, "name": f"new{choose(3)}"}),
        ("leave", {"seat": seat}),
        ("chance", {}),
        *(("phase", {"phase": phase}) for phase in game.rules.phase_steps),
    )
    act, args = of(choose, acts)
    return Override(act, args, of(choose, ("", "because")))


def answer_for(game: Game, choose: Choose) -> AnyInput | None:
    """The moderator answers for somebody."""
    found = [decision for decision in everybodys(game) if decision.owner != MODERATOR]
    if not found:
        return None
    decision = of(choose, found)
    args = {"decision": decision.name, "by": decision.owner, "choice": legal_choice(choose, decision)}
    return Override("answer", args)


def submit(game: Game, given: AnyInput) -> bool:
    """Give an input; one that is refused must leave everything as it was. Says whether it was taken."""
    before = game.dump()
    count = len(game.inputs)
    try:
        game.submit(given)
    except Refused:
        assert game.dump() == before, f"refused, and yet something has changed: {given}"
        return False
    assert len(game.inputs) == count + 1
    return True


def must_be_legal(given: AnyInput) -> bool:
    """Is it an input that only a fault could refuse?"""
    return isinstance(given, Tick | Undo)


def check(game: Game, *, by_the_rules: bool) -> None:
    """What must hold at every rest."""
    found = faults(game, by_the_rules=by_the_rules)
    assert not found, found
