"""The explained log: every outcome as a sentence with the whole chain of its causes.

The facts are the truth; this module turns them into clauses (text keys with typed parameters) and a chain of
clauses into a sentence. A ruleset words its own kinds of facts under ``fact.<kind>``, and may word a kind more
closely under ``fact.<kind>.<what>``; what a fact was due to fills the slot ``{through}``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from nightmoot.core.facts import LET_BE
from nightmoot.core.plain import Record
from nightmoot.core.records import TABLE, Fact, Phase

if TYPE_CHECKING:
    from nightmoot.core.game import Game

#: Kinds of facts that only explain others.
BACKGROUND: Final = frozenset(
    {"use", "harm", "phase", "draw", "announced", "window", "vote", "unmark", "told", "final", LET_BE}
)
#: Kinds at which a chain of causes ends.
ROOTS: Final = frozenset({"phase"})
#: Kinds that tell of something which did not happen, or went elsewhere: what came before them is no reason for them.
TURNS: Final = frozenset(
    {
        "cancelled",
        "substituted",
        "prevented",
        "redirected",
        "diverted",
        "rerouted",
        "silenced",
        "withheld",
        "vetoed",
        "void",
        "hollow",
        "put_off",
        "passed",
        "told",
        "misinformed",
    }
)
#: Turns on the way of a use to one of its targets.
ROUTED: Final = frozenset({"redirected", "vetoed"})
#: Kinds of facts that say what has become of a use, and at whom it was aimed.
UNDONE: Final = frozenset({"void", "hollow"})
#: Kinds of facts that are worded by one part of their data.
WORDED_BY: Final = {"void": "why", "prevented": "kind"}
#: Kinds of facts whose wording says what harm it was, and at whom it was aimed.
OF_A_HARM: Final = frozenset({"out", "cancelled", "substituted", "redirected"})

Has = Callable[[str], bool]
Render = Callable[[str, dict[str, Any]], str]


class Clause(Record, frozen=True):
    """A text key with its parameters; ``through`` is the key of the words for what it was due to."""

    key: str
    params: dict[str, Any]
    through: str = "fact.through.nothing"
    link: str = "fact.because"


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


def clause(fact: Fact, has: Has, *, head: bool = True) -> Clause:
    """A fact as a clause, which may be worded otherwise where it is not the ``head`` but a cause."""
    owner, ability = holder_of(fact.by)
    params: dict[str, Any] = {"data": fact.data, **(fact.data if isinstance(fact.data, dict) else {})}
    who = fact.seat.removeprefix("group:") if fact.seat is not None else None
    params |= {"seat": who, "what": fact.what, "owner": owner, "ability": ability}
    key = f"fact.{fact.kind}"
    closer = f"{key}.{params.get(WORDED_BY.get(fact.kind, ''))}"
    if has(closer):
        key = closer
    elif has(f"{key}.{fact.what}"):
        key += f".{fact.what}"
    if fact.kind in UNDONE and not params.get("chosen") and has(f"{key}.plain"):
        key += ".plain"
    if fact.kind == "use":
        params["chosen_by"] = params.pop("chosen by", ())
        agreed = params["chosen_by"] not in ((), (fact.seat,))
        bare = not agreed and (params.get("choice") is None or params["choice"] is True) and not params["chosen"]
        key += ".bare" if bare else (".agreed" if agreed else "") + ("" if params["chosen"] else ".plain")
    elif (fact.kind == "harm" or fact.kind in OF_A_HARM) and params.get("source") is None and has(f"{key}.unsourced"):
        key += ".unsourced"
    elif fact.kind == "mark" and holder_of(fact.seat)[1] is not None:  # it lies on an ability
        params["seat"], params["marked"] = holder_of(fact.seat)
        key = "fact.mark.of_skill"
    elif fact.kind == "mark" and ability is None:
        key += ".unowned"
    elif fact.kind == "verdict" and not fact.what:
        key += ".nobody"
    if not head and has(f"{key}.cause"):
        key += ".cause"
    return Clause(key, params, _through(fact, params, ability), "fact.after" if fact.kind in TURNS else "fact.because")


def _through(fact: Fact, params: dict[str, Any], ability: str | None) -> str:
    if ability is not None:
        return "fact.through"
    if params.get("mark") is not None:
        return "fact.through.mark"
    return next((f"fact.through.{why}" for why in ("out", "believed") if params.get(why)), "fact.through.nothing")


def _of_another(fact: Fact, turn: Fact, facts: Sequence[Fact]) -> bool:
    """Is it a turn on the way of a use that concerns another of its targets than the one of whom the fact speaks?"""
    if turn.kind not in ROUTED or fact.kind in UNDONE or not isinstance(turn.data, dict) or "actor" not in turn.data:
        return False
    use = turn
    while use.kind in ROUTED and use.cause is not None:
        use = facts[use.cause]
    return use.kind == "use" and fact.seat != turn.seat and fact.seat in use.data["chosen"]


def _needless(fact: Fact, cause: Fact, beyond: Fact | None) -> bool:
    """Does the cause say nothing that its neighbours in the chain do not say?"""
    if cause.kind == "harm":
        aimed = fact.data.get("from", fact.seat) if fact.kind == "redirected" else fact.seat
        if fact.kind in OF_A_HARM and fact.what == cause.what and aimed == cause.seat:
            return True
        return beyond is not None and beyond.kind == "use" and beyond.by == cause.by
    return fact.kind == "mark" and cause.kind == "use" and cause.by == fact.by and fact.seat in cause.data["chosen"]


def chain_of(fact: Fact, facts: Sequence[Fact]) -> list[Fact]:
    """The fact and what it follows from, nearest first, without what would only be said twice."""
    found = [fact]
    cause = fact.cause
    told = fact.data.get("use") if fact.kind in UNDONE and isinstance(fact.data, dict) else None
    while cause is not None and facts[cause].kind not in ROOTS:
        this = facts[cause]
        if this.kind == LET_BE or _of_another(fact, this, facts):  # nothing came of it
            cause = this.cause
            continue
        beyond = facts[this.cause] if this.cause is not None else None
        if this.id != told and not _needless(found[-1], this, beyond):
            found.append(this)
        cause = this.cause
    return found


def lines(facts: Sequence[Fact], has: Has) -> list[Line]:
    """Every outcome with its chain of causes, in the order in which things happened."""
    found = []
    for fact in facts:
        if fact.kind in BACKGROUND and not (fact.kind == "told" and fact.what and has(f"skill.{fact.what}")):
            continue
        if fact.kind == "granted" and fact.by == TABLE:  # what everybody has
            continue
        clauses = tuple(clause(item, has, head=item is fact) for item in chain_of(fact, facts))
        found.append(Line(fact.id, fact.phase, clauses))
    return found


def sentence(line: Line, render: Render, nights: frozenset[str] = frozenset()) -> str:
    """A line as one sentence: what happened, because …, and that because …"""
    text, link = "", ""
    for part in line.clauses:
        words = render(part.key, {**part.params, "through": render(part.through, part.params)})
        if part.params.get("reason"):
            words = render("fact.reason", {"text": words, "reason": part.params["reason"]})
        text = render(link, {"text": text, "why": words}) if link else words
        link = part.link if not link else "fact.because.again" if part.link == "fact.because" else "fact.after.again"
    phase = line.phase
    where = "start" if not phase.name else "night" if phase.name in nights else "day"
    place = render(f"fact.where.{where}", {"phase": phase.name, "day": phase.day, "night": phase.night})
    return render("fact.sentence", {"where": place, "text": text})


def explain(game: Game, lang: str) -> list[str]:
    """The whole explained log of a game in a language."""
    book = game.rules.texts(lang)
    names = {seat: record.name for seat, record in game.seen.seats.items()}

    def render(key: str, params: dict[str, Any]) -> str:
        return book.render(key, params, names)

    return [sentence(line, render, game.rules.night_phases) for line in lines(tuple(game.facts), book.has)]
