"""Bad Moon Rising, 黯月初升: the Travellers."""

from __future__ import annotations

from nightmoot.core.picks import Several, Yes, exactly, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, TABLE, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.day import nominated, nominees
from nightmoot.rulesets.clocktower.executions import execute
from nightmoot.rulesets.clocktower.informing import counts_as, registrations
from nightmoot.rulesets.clocktower.kit import EVIL, GOOD, at, characters, grant

book = Book()


# ---------------------------------------------------------------------- the Matron


def _three_pairs(s: Scene, me: Holding) -> Several:
    return Several(of=exactly(2, s.circle), least=1, most=3, apart=True)


@book.ability(
    "matron",
    window=("day", "nominations"),
    pick=_three_pairs,
    usable=lambda s, me: s.noted(me, "day") != s.day and not today.today(s.state)["voting"],
)
def matron(s: Scene, me: Holding, use: Use) -> None:
    """Once a day: up to three pairs swap seats, all at one time."""
    pairs: tuple[tuple[str, str], ...] = use.choice
    s.note("day", s.day)
    if s.hollow:
        return
    ring = list(s.circle)
    for first, second in pairs:
        here, there = ring.index(first), ring.index(second)
        ring[here], ring[there] = second, first
    reseat(s, tuple(ring))
    s.announce("reseated", pairs, claim=True, seat=me.owner, seats=s.circle, shows=((TABLE, "circle", s.circle),))


def reseat(s: Scene, ring: tuple[str, ...]) -> None:
    """The players sit in another order from now on."""
    s.state.circle = ring
    s.state.put_seats(s.state.seats)
    s.changed()
    s.fact("reseated", data=ring)
    at(s, "changed", ring[0], s.seat(ring[0]).role)


# ---------------------------------------------------------------------- the Judge


def _somebody_elses(s: Scene, me: Holding) -> bool:
    """Only on another player's nomination, before or after the count, and never on an exile (R95).

    At dusk there is only the Butcher's.
    """
    now = today.today(s.state)
    if s.state.phase.name == "dusk" and not now["voting"]:
        return False
    return not now["over"] and now["last"] is not None and now["last"][0] != me.owner


@book.ability("judge", window=("day", "nominations", "dusk"), limit=1, pick=lambda s, me: Yes(), usable=_somebody_elses)
def judge(s: Scene, me: Holding, use: Use) -> None:
    """The present nomination ends at once in an execution, or in failure (R95)."""
    now = today.today(s.state)
    _, nominee, about, best = now["last"]
    s.announce("judged", bool(use.choice), claim=True, seat=me.owner, nominee=nominee, guilty=bool(use.choice))
    if s.hollow:
        return
    if use.choice:
        today.note(s, last=None, voting=False)
        execute(s, nominee)
    else:
        today.note(s, last=None, voting=False, about=about, best=best)
        s.announce("about_to_die", about, seat=about, shows=((TABLE, "about_to_die", about),))


# ---------------------------------------------------------------------- the Apprentice


@book.ability("apprentice", wakes="first night")
def apprentice(s: Scene, me: Holding, use: Use) -> None:
    """Gains the ability of a Townsfolk, or, evil, of a Minion, and keeps it until death (R64)."""
    pick = characters(s, "townsfolk" if s.camp(me.owner) == GOOD else "minion")
    able = tuple([role for role in pick.items if role in s.rules.abilities])
    if not able or s.hollow:
        return
    role = str(s.rule(pick, key="ability", skill="apprentice", suggest=s.draw("apprentice", able)))
    s.tell(me.owner, "apprentice", role, skill="apprentice", role=role)
    for ability in s.rules.roles[role].abilities:
        grant(s, me.owner, ability, me)


# ---------------------------------------------------------------------- the Bishop


book.bears_on_all("bishop", "no_nominating")


@book.at("gained", "bishop")
def only_the_storyteller(s: Scene, me: Holding) -> None:
    """Players do not nominate; the storyteller does."""
    if s.holding_of(MODERATOR, "nominate") is None:
        s.deal_group_holding(MODERATOR, "nominate")


book.passive("bishop")


@book.at("closing", "bishop")
def one_opponent_at_least(s: Scene, me: Holding) -> bool:
    """Each day at least one opponent of the Bishop's is nominated (R97)."""
    if s.hollow:
        return False
    named, other = today.today(s.state)["nominees"], GOOD if s.camp(me.owner) == EVIL else EVIL
    lawful = tuple([seat for seat in nominees(s) if other in registrations(s, seat, "camp")])
    if not lawful or any(counts_as(s, seat, "camp", other, me, plainly=True) for seat in named):
        return False
    opponents = tuple([seat for seat in lawful if s.camp(seat) == other]) or lawful
    living = tuple([seat for seat in opponents if s.is_in(seat)]) or opponents
    seat: Plain = s.rule(one(lawful), key="nominated", skill="bishop", suggest=s.draw("bishop", living))
    today.note(s, nominees=(*named, str(seat)))
    nominated(s, MODERATOR, str(seat))
    return True


# ---------------------------------------------------------------------- the Voudon


book.bears_on_all("voudon", "dead_vote")  # only they vote, without spending tokens; no threshold holds (R96)
book.passive("voudon", marks=("votes_with_the_dead",))
