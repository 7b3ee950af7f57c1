"""The explained log: every outcome as a sentence with the whole chain of its causes.

The facts are the truth; this module turns them into clauses (text keys with typed parameters) and a chain of
clauses into a sentence. A ruleset words its own kinds of facts under ``fact.<kind>``, and may word a kind more
closely under ``fact.<kind>.<what>``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nightmoot.core.plain import Record
from nightmoot.core.records import Fact, Phase

if TYPE_CHECKING:
    from nightmoot.core.game import Game

#: Kinds of facts that only explain others.
BACKGROUND = frozenset({"use", "harm", "phase", "draw", "announced", "window", "vote", "unmark", "told"})
#: Kinds at which a chain of causes ends.
ROOTS = frozenset({"phase"})

Has = Callable[[str], bool]
Render = Callable[[str, dict[str, Any]], str]


class Clause(Record, frozen=True):
    """A text key with its parameters."""

    key: str
    params: dict[str, Any]


class Line(Record, frozen=True):
    """One outcome: where it happened, what happened, and why, clause by clause."""

    fact: int
    phase: Phase
    clauses: tuple[Clause, ...]


def holder_of(holding: str | None) -> tuple[str | None, str | None]:
    """The owner and the ability of a holding id."""
    if holding is None or ":" not in holding:
        return None, None
    owner, ability = holding.rsplit(":", 1)
    return owner.removeprefix("group:"), ability.split("#")[0]


def clause(fact: Fact, has: Has) -> Clause:
    """A fact as a clause."""
    key = f"fact.{fact.kind}.{fact.what}" if has(f"fact.{fact.kind}.{fact.what}") else f"fact.{fact.kind}"
    owner, ability = holder_of(fact.by)
    data = fact.data
    params: dict[str, Any] = dict(data) if isinstance(data, dict) else {"data": data}
    params |= {"seat": fact.seat, "what": fact.what, "owner": owner, "ability": ability}
    if fact.kind == "use":
        params["chosen_by"] = params.pop("chosen by", ())
        chosen = params["chosen"]
        key += (
            ".agreed"
            if len(params["chosen_by"]) > 1 or (params["chosen_by"] and params["chosen_by"] != (fact.seat,))
            else ""
        )
        key += "" if chosen else ".plain"
    if fact.kind in ("harm", "out") and params.get("source") is None:
        key += ".unsourced" if has(key + ".unsourced") else ""
    if fact.kind in ("cancelled", "prevented", "redirected", "diverted", "rerouted", "mark") and ability is None:
        key += ".unowned" if has(key + ".unowned") else ""
    return Clause(key, params)


def lines(facts: Sequence[Fact], has: Has) -> list[Line]:
    """Every outcome with its chain of causes, in the order in which things happened."""
    found = []
    for fact in facts:
        if fact.kind in BACKGROUND and not (fact.kind == "told" and fact.what and has(f"skill.{fact.what}")):
            continue
        chain = [clause(fact, has)]
        cause = fact.cause
        while cause is not None and facts[cause].kind not in ROOTS:
            chain.append(clause(facts[cause], has))
            cause = facts[cause].cause
        found.append(Line(fact.id, fact.phase, tuple(chain)))
    return found


def sentence(line: Line, render: Render) -> str:
    """A line as one sentence: what happened, because …, because …"""
    head, *causes = (render(part.key, part.params) for part in line.clauses)
    for cause in causes:
        head = render("fact.because", {"text": head, "why": cause})
    where = render("fact.where", {"phase": line.phase.name, "day": line.phase.day, "night": line.phase.night})
    return render("fact.sentence", {"where": where, "text": head})


def explain(game: Game, lang: str) -> list[str]:
    """The whole explained log of a game in a language."""
    from nightmoot.core.text import texts

    book = texts(game.rules.id, lang)
    names = {seat: record.name for seat, record in game.seen.seats.items()}

    def render(key: str, params: dict[str, Any]) -> str:
        return book.render(key, params, names)

    return [sentence(line, render) for line in lines(tuple(game.facts), book.has)]
