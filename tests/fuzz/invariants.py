"""What must hold in every game at every rest, and in every finished game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from nightmoot.core import ALL, MODERATOR, PUBLIC, Fact, Game, State, View, visible

Faults = Iterator[str]
#: Rulesets in which uses may be overdrawn, with consequences of its own.
OVERDRAWN = frozenset({"forum"})


# ---------------------------------------------------------------------- every ruleset


def at_rest(game: Game) -> Faults:
    """What holds of any ruleset whenever a game rests."""
    yield from state(game.state)
    yield from state(game.seen)
    yield from decisions(game)
    yield from departures(game)
    yield from verdict(game)


def state(found: State) -> Faults:
    """The records of a state fit together."""
    if found.living != tuple(seat for seat in found.circle if not found.seats[seat].out):
        yield f"the living are {found.living}"
    for holding in found.holdings.values():
        if holding.left is not None and holding.left < 0 and found.ruleset not in OVERDRAWN:
            yield f"{holding.id} has {holding.left} uses left"
        if holding.id not in found.owned[holding.owner] or holding.id not in found.copies[holding.ability]:
            yield f"{holding.id} is in no index"
    if sum(map(len, found.owned.values())) != len(found.holdings):
        yield "an index of holdings names some that are gone"
    marks = [mark.id for mark in found.all_marks()]
    if len(set(marks)) != len(marks):
        yield "two marks have one id"
    if len({harm.id for harm in found.harms}) != len(found.harms):
        yield "two harms have one id"
    for group, members in found.groups.items():
        if set(members) - set(found.circle) or len(set(members)) != len(members):
            yield f"group {group} is {members}"


def decisions(game: Game) -> Faults:
    """Every open decision can be answered, by its owners and by nobody else."""
    if game.over is not None and (game.open or game.waits()):
        yield "a game that is over asks"
    for question in game.open.values():
        for owner, pick in question.picks.items():
            if not pick.optional and not pick.possible() and question.default is None:
                yield f"{question.name} leaves {owner} nothing to answer"
        held = game.answers(question)
        if held.closed:
            yield f"{question.name} is open and closed"
        for owner, choice in held.answers.items():
            if question.picks[owner].check(choice) != choice:
                yield f"{question.name}: {owner} has answered {choice!r}"
    for seat in game.seen.circle:
        for decision in game.decisions(seat):
            if decision.question is not None and seat not in decision.question.owners:
                yield f"{seat} is asked {decision.name}"
    for stranger in (PUBLIC, "nobody"):
        if game.decisions(stranger):
            yield f"{stranger} is asked something"
    if game.over is None and game.fault is None and not game.open and game.gate() is None:
        yield "the game rests and nothing is open"


def departures(game: Game) -> Faults:
    """The out stay out unless revived, and nobody goes twice."""
    out: set[str] = set()
    for fact in game.facts:
        if fact.kind == "out":
            if fact.seat in out:
                yield f"{fact.seat} goes twice"
            out.add(fact.seat or "")
        elif fact.kind == "revived":
            out.discard(fact.seat or "")
        elif fact.kind == "override" and fact.what == "set" and "alive" in fact.data:
            (out.discard if fact.data["alive"] else out.add)(fact.seat or "")
    if out != {seat for seat, record in game.seen.seats.items() if record.out}:
        yield f"out by the facts: {sorted(out)}"


def verdict(game: Game) -> Faults:
    """There is one verdict exactly when the game is over."""
    found = [fact for fact in game.facts if fact.kind == "verdict"]
    if len(found) != (game.over is not None):
        yield f"{len(found)} verdicts, over: {game.over}"


def views(game: Game) -> Faults:
    """Every view is the fold of the notices that its viewer may see, however it was folded."""
    for viewer in (*game.seen.circle, PUBLIC, MODERATOR):
        seen = [notice for notice in game.notices if visible(notice, viewer)]
        if game.view(viewer).to_wire() != View(viewer, seen).to_wire():
            yield f"the view of {viewer} is not the fold of what it may see"
    known = {ALL, MODERATOR, *game.seen.circle}
    for notice in game.notices:
        strangers = {notice.to} - known if isinstance(notice.to, str) else set(notice.to) - known
        if strangers:
            yield f"{notice.key} is told to {strangers}"


# ---------------------------------------------------------------------- the table game


def _outs(game: Game) -> dict[str, Fact]:
    return {fact.seat or "": fact for fact in game.facts if fact.kind == "out"}


def guard(game: Game) -> Faults:
    """The guard never protects the same player on two nights in a row."""
    last: dict[str | None, tuple[int, tuple[str, ...]]] = {}
    for fact in game.facts:
        if fact.kind == "use" and fact.what == "protect":
            night, named = last.get(fact.seat, (0, ()))
            if night == fact.phase.night - 1 and named == fact.data["chosen"]:
                yield f"{fact.seat} protects {named} in nights {night} and {night + 1}"
            last[fact.seat] = fact.phase.night, fact.data["chosen"]


def causes(game: Game) -> Faults:
    """At most one death by the wolves a night, and one by verdict a day."""
    wolves = Counter(fact.phase.night for fact in game.facts if fact.kind == "out" and fact.what == "wolves")
    votes = Counter(fact.phase.day for fact in game.facts if fact.kind == "out" and fact.what in ("vote", "tie"))
    yield from (f"{count} deaths by the wolves in night {night}" for night, count in wolves.items() if count > 1)
    yield from (f"{count} deaths by verdict on day {day}" for day, count in votes.items() if count > 1)


def witch(game: Game) -> Faults:
    """One potion a game (or one of each), and never for herself."""
    used = [fact for fact in game.facts if fact.kind == "use" and fact.what in ("save", "poison")]
    total = game.header.options["witch_potions"] == "one_total"
    if len(used) > (1 if total else 2) or len({fact.what for fact in used}) != len(used):
        yield f"potions used: {[fact.what for fact in used]}"
    yield from ("the witch saves herself" for fact in used if fact.what == "save" and fact.seat in fact.data["chosen"])


def idiot(game: Game) -> Faults:
    """A revealed idiot casts no vote and is on no ballot."""
    revealed: set[str] = set()
    for fact in game.facts:
        if fact.kind == "mark" and fact.what == "revealed":
            revealed.add(fact.seat or "")
        elif fact.kind == "vote":
            if fact.seat in revealed:
                yield f"the revealed {fact.seat} votes"
            if fact.what in revealed and game.header.options["idiot_second_verdict"] == "not_votable":
                yield f"{fact.seat} votes for the revealed {fact.what}"


def sheriff(game: Game) -> Faults:
    """From the election on one sheriff lives, as long as anybody does; between two resolutions."""
    if game.seen.phase.name not in ("night", "day", "vote") or game.over is not None or game.fault is not None:
        return
    elected = any(fact.kind == "office" for fact in game.facts)
    holder = game.seen.memory.get("sheriff")
    if elected and game.seen.living and holder not in game.seen.living:
        yield f"the sheriff is {holder}, the living are {game.seen.living}"


def lovers(game: Game) -> Faults:
    """They never vote, poison or shoot one another, and neither outlives the other."""
    pair = game.seen.groups.get("lovers", ())
    if len(pair) != 2:
        return
    other = {pair[0]: pair[1], pair[1]: pair[0]}
    for fact in game.facts:
        if fact.kind == "vote" and fact.what == other.get(fact.seat or ""):
            yield f"{fact.seat} votes for the own lover"
        if (
            fact.kind == "use"
            and fact.what in ("poison", "shoot")
            and other.get(fact.seat or "") in fact.data["chosen"]
        ):
            yield f"{fact.seat} uses {fact.what} on the own lover"
    if game.seen.phase.name in ("night", "day", "vote") or game.over is not None:
        alive = [seat for seat in pair if seat in game.seen.living]
        if len(alive) == 1:
            yield f"{alive[0]} outlives the own lover"


def cards(game: Game) -> Faults:
    """Every announced death carries the exact role (where cards are shown)."""
    if game.header.options["reveal_on_death"] != "role":
        return
    shown = {n.params["seat"]: n.params["role"] for n in game.notices if n.key == "role"}
    for notice in game.notices:
        gone = (
            notice.params["seats"] if notice.key == "dead" else [notice.params["seat"]] if notice.key == "out" else []
        )
        for seat in gone:
            if seat in shown and shown[seat] != game.seen.seats[seat].role:
                yield f"{seat} is shown as {shown[seat]}"
            if seat not in shown and game.over is not None:
                yield f"{seat} is announced dead without a card"


PENALTY = ("vote", "poison", "shot")
POWERS = {"protect": "guard", "check": "seer", "save": "witch", "poison": "witch", "shoot": "hunter"}


def elder(game: Game) -> Faults:
    """After the elder's fall to vote, poison or shot, those who lose their powers do not act."""
    outs = _outs(game)
    causes = (*PENALTY, "heartbreak") if game.header.options["elder_heartbreak_triggers_penalty"] else PENALTY
    falls = [f for f in outs.values() if game.seen.seats[f.seat or ""].role == "elder" and f.what in causes]
    for fall in falls:
        for fact in game.facts:
            role = POWERS.get(fact.what)
            if fact.kind != "use" or role not in game.header.options["elder_penalty_roles"] or fact.id < fall.id:
                continue
            if fact.what == "shoot" and outs[fact.seat or ""].phase.serial <= fall.phase.serial:
                continue  # dead with the elder, or before him
            if fact.phase.serial > fall.phase.serial:
                yield f"{fact.seat} uses {fact.what} after the elder's fall"


def silence(game: Game) -> Faults:
    """Nothing that a dead player says reaches a living one, but for last words; when it is over all may talk."""
    out: set[str] = set()
    for notice in game.notices:
        if notice.key == "over":
            return
        for subject, facet, value in notice.shows:
            if facet == "in":
                (out.discard if value else out.add)(subject)
        if notice.key == "post" and notice.params["by"] in out and not game.header.options["last_words"]:
            yield f"{notice.params['by']} is heard after death"


TABLE: tuple[Callable[[Game], Faults], ...] = (guard, causes, witch, idiot, sheriff, lovers, cards, elder, silence)
OF_RULESET: dict[str, tuple[Callable[[Game], Faults], ...]] = {"table": TABLE}


def faults(game: Game, *, by_the_rules: bool = True) -> list[str]:
    """Everything that is wrong with a game at rest; those of its ruleset where nothing was decided by hand."""
    found = [*at_rest(game)]
    if by_the_rules:
        for test in OF_RULESET.get(game.rules.id, ()):
            found += [f"{test.__name__}: {fault}" for fault in test(game)]
    return found
