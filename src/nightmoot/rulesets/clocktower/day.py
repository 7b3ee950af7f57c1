"""The day: talk, claims and visits, nominations, and the votes on them (B25-B33)."""

from __future__ import annotations

from msgspec.structs import replace

from nightmoot.core.picks import Some, Yes, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, TABLE, Holding, Step, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import team_of
from nightmoot.rulesets.clocktower.kit import appears_alive, at, rules_of, seen_alive

book = Book()
book.mark_kind("voteless")


@book.step("day")
def day(s: Scene) -> None:
    """Talk in public and in private."""
    s.enter("day")
    at(s, "day")
    s.open_window("day", standing=True)
    s.gate("discussion")
    s.push("nominations")


@book.step("nominations")
def nominations(s: Scene) -> None:
    """Nominations are open (B25)."""
    if today.today(s.state)["over"]:
        s.push("dusk")
        return
    s.close_window("day")
    s.enter("nominations")
    s.open_window("nominations", standing=True)
    s.gate("discussion")
    s.push("end of nominations")


@book.step("end of nominations")
def end_of_nominations(s: Scene) -> None:
    """Nominations close, unless something still has to come."""
    if any(answer for _, answer in at(s, "closing")):
        s.push("end of nominations")
        return
    s.close_window("nominations")
    s.push("dusk")


def end_the_day(s: Scene) -> None:
    """No more nominations today (B35): what was left of the time for them is but a breath."""
    today.note(s, over=True)
    s.state.agenda = tuple([_brief(step) for step in s.state.agenda])


def _brief(step: Step) -> Step:
    talk = step.kind == "gate" and step.args["kind"] == "discussion"
    return replace(step, args={**step.args, "kind": "phase"}) if talk else step


# ---------------------------------------------------------------------- nominating


def nominees(s: Scene) -> tuple[str, ...]:
    """Who has not been nominated today and is no Traveller: the dead too (B27, B65)."""
    named, seats = today.today(s.state)["nominees"], s.state.seats
    return tuple([seat for seat in s.circle if seat not in named and team_of(seats[seat].role) != "traveller"])


def _nominees(s: Scene, me: Holding) -> Some:
    return one(nominees(s))


def _open(s: Scene, me: Holding) -> bool:
    """The storyteller nominates only while players do not."""
    now = today.today(s.state)
    mine = me.owner == TABLE or (me.owner == MODERATOR and s.has(TABLE, "no_nominating"))
    return mine and not now["over"] and not now["voting"]


@book.ability("nominate", window="nominations", pick=_nominees, usable=_open)
def nominate(s: Scene, me: Holding, use: Use) -> None:
    """One of the living nominates (B26)."""
    now = today.today(s.state)
    nominator, nominee = use.actor, use.target
    today.note(s, nominators=(*now["nominators"], nominator), nominees=(*now["nominees"], nominee))
    s.announce("nominated", {nominator: nominee}, seat=nominator, nominee=nominee)
    nominated(s, nominator, nominee)


def nominated(s: Scene, nominator: str, nominee: str) -> None:
    """What follows from a nomination: what abilities make of it, then (if the day is not over) the vote."""
    s.fact("nominated", seat=nominee, by=None, data={"nominator": nominator})
    now = today.today(s.state)
    today.note(s, voting=True, last=(nominator, nominee, now["about"], now["best"]))
    at(s, "nomination", nominator, nominee)
    if today.today(s.state)["over"]:
        today.note(s, voting=False)
    else:
        s.push("vote", nominee=nominee, nominator=nominator)


@book.offered_to("nominate")
def nominators(s: Scene) -> tuple[str, ...]:
    """Who may still nominate today."""
    if s.has(TABLE, "no_nominating"):
        return ()
    named = today.today(s.state)["nominators"]
    return tuple([seat for seat in seen_alive(s) if seat not in named])


# ---------------------------------------------------------------------- voting


def from_the_left(s: Scene, nominee: str) -> tuple[str, ...]:
    """The circle as the hand passes: from the nominee's left round to the nominee (B28)."""
    place = s.circle.index(nominee) + 1
    return (*s.circle[place:], *s.circle[:place])


def may_vote(s: Scene, seat: str) -> bool:
    """May the seat put its hand up at all? The dead once in the rest of the game (B29, B30)."""
    if s.has(TABLE, "dead_vote"):
        return s.has(seat, "votes_with_the_dead") or not appears_alive(s, seat)
    if s.has(seat, "tokens_only"):
        return s.has(seat, "token")
    return appears_alive(s, seat) or not s.has(seat, "voteless")


def needed(s: Scene) -> int:
    """How many votes it takes now: half of the living, and more than the best tally of the day (B31, B32)."""
    return max((len(seen_alive(s)) + 1) // 2, int(today.today(s.state)["best"]) + 1)


def hands(
    s: Scene, nominee: str, voters: tuple[str, ...], *, check: str | None, needed: int, spends: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Whose hand was up when the storyteller's passed; ``spends`` are those for whom a hand is their last."""
    if not voters:
        return ()
    answers = s.ask_all(
        voters,
        Yes(flag=True, optional=True),
        key="hands",
        kind="vote",
        closes="hand",
        revise="free",
        shown="all",
        public=True,
        check=check,
        params={"nominee": nominee, "needed": needed, "spends": spends},
    )
    return tuple([seat for seat in voters if answers.get(seat)])


@book.step("vote")
def vote(s: Scene, nominee: str, nominator: str) -> None:
    """The vote on a nomination: counted, and compared with the best of the day (B31-B33)."""
    if not today.today(s.state)["voting"]:
        return  # the nomination has been ended by somebody
    voters = tuple([seat for seat in from_the_left(s, nominee) if may_vote(s, seat)])
    alive = seen_alive(s)
    last = tuple([seat for seat in voters if seat not in alive])
    up = hands(
        s,
        nominee,
        voters,
        check="may vote" if any(mark in s.state.marks for mark, _ in rules_of(s).ballots) else None,
        needed=needed(s),
        spends=last,
    )
    weights = {seat: s.vote_weight(seat) for seat in up}
    votes = int(sum(weights.values()))
    s.remember("tally", {nominee: votes})
    s.remember("hands", up)
    for seat in up:
        spend_vote(s, seat)
    now = today.today(s.state)
    fact = s.fact("count", seat=nominee, data={"votes": votes, "hands": up, "alive": len(seen_alive(s))})
    s.cause = fact
    s.announce("tally", votes, n=votes, seat=nominee, seats=up, shows=(("table", "tally", {nominee: votes}),))
    about, best = now["about"], now["best"]
    enough = votes > 0 if s.has(TABLE, "dead_vote") else votes * 2 >= len(seen_alive(s))
    if enough and votes >= best:  # too small a tally takes nobody's place, but a later one has to exceed it as well
        about = nominee if votes > best else None
    today.note(s, voting=False, about=about, best=max(best, votes), counts=now["counts"] + 1)
    s.announce("about_to_die", about, seat=about, shows=(("table", "about_to_die", about),))
    at(s, "counted", nominee, up, votes)


def spend_vote(s: Scene, seat: str) -> None:
    """A dead player's only vote is spent after the count in which it was used (B30)."""
    if s.has(TABLE, "dead_vote"):
        return
    tokens = s.marks("token", on=seat)
    if tokens and s.has(seat, "tokens_only"):
        s.unmark(tokens[0])
    elif not appears_alive(s, seat):
        s.mark(seat, "voteless")
        s.announce("voteless", seat, seat=seat, shows=((seat, "voteless", True),))


@book.constraint("may vote")
def _may_vote(s: Scene, answers: dict[str, Plain], owner: str, choice: Plain) -> bool:
    """Do the abilities that bear on voting allow this hand, as the others are up now (R41)?"""
    return all(test(s, answers, owner, choice) for mark, test in rules_of(s).ballots if mark in s.state.marks)
