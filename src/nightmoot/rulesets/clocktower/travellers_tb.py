"""Trouble Brewing, 暗流涌动: the Travellers."""

from __future__ import annotations

from nightmoot.core.book import Proposal
from nightmoot.core.picks import Some, Yes, one
from nightmoot.core.records import TABLE, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.informing import learn, registrations
from nightmoot.rulesets.clocktower.kit import EVIL, GOOD, another, appears_alive, kill, of_table
from nightmoot.rulesets.clocktower.storyteller import POWER, now_and_then

book = Book()


@book.ability("thief", wakes="nights", pick=another)
def thief(s: Scene, me: Holding, use: Use) -> None:
    """Tomorrow that player's vote counts against the others'."""
    s.mark(use.target, "negative_vote", by=me, until="dusk")


@book.weighs("negative_vote")
def counts_negative(s: Scene, mark: Mark, seat: str, weight: float) -> float:
    """Minus what it would count."""
    return -weight


@book.ability("bureaucrat", wakes="nights", pick=another)
def bureaucrat(s: Scene, me: Holding, use: Use) -> None:
    """Tomorrow that player's vote counts three times."""
    s.mark(use.target, "3_votes", by=me, until="dusk")


@book.weighs("3_votes")
def counts_three_times(s: Scene, mark: Mark, seat: str, weight: float) -> float:
    """Three times what it would count."""
    return weight * 3


# ---------------------------------------------------------------------- the Gunslinger


def _just_voted(s: Scene, me: Holding) -> Some:
    return one(tuple(s.recall("hands", ())), optional=True)


@book.ability("gunslinger", pick=_just_voted)
def gunslinger(s: Scene, me: Holding, use: Use) -> None:
    """Shoots one of those who have just voted."""
    s.announce("shoots", use.target, claim=True, seat=me.owner, target=use.target)
    kill(s, use.target, me)


@book.at("counted", "gunslinger")
def after_the_first_count(s: Scene, me: Holding, nominee: str, hands: tuple[str, ...], votes: int) -> None:
    """The shot opens right after the first count of the day."""
    if today.today(s.state)["counts"] == 1 and hands:
        s.push("shot", holding=me.id, moment=_moment(s))


@book.step("shot")
def shot(s: Scene, holding: str, moment: tuple[int, ...]) -> None:
    """The Gunslinger is asked, until anything else happens: then the moment has passed."""
    me = s.state.holdings.get(holding)
    if me is not None and s.usable(me) and moment == _moment(s):
        s.wake(me)


def _moment(s: Scene) -> tuple[int, ...]:
    """How much has been done: nominations, calls for exile, and whatever else anybody has taken, but for shots."""
    now = today.today(s.state)
    taken = sum(1 for fact in s.past("use") if fact.what != "gunslinger")
    return len(now["nominees"]), len(now["called"]), taken


# ---------------------------------------------------------------------- the Beggar


def _beggars(s: Scene, me: Holding) -> Some:
    return one(tuple([seat for seat in s.living() if s.holding_of(seat, "beggar") is not None]))


@book.ability(
    "beggar",
    pick=_beggars,
    window=("day", "nominations"),
    usable=lambda s, me: me.owner == TABLE and not today.today(s.state)["voting"],
    tags=("sober",),
    marks=("tokens_only",),
)
def beggar(s: Scene, me: Holding, use: Use) -> None:
    """A dead player gives the Beggar his vote token; the Beggar learns the giver's alignment."""
    giver, receiver = use.actor, use.target
    s.mark(giver, "voteless")
    s.mark(receiver, "token")
    shows = ((giver, "voteless", True),)
    s.announce("token_given", {giver: receiver}, seat=giver, receiver=receiver, shows=shows)
    own = s.holding_of(receiver, "beggar")
    if own is not None:
        learn(s, own, lambda read: read(giver, "camp"), (GOOD, EVIL), seat=giver)


@book.prevents("mark", "tokens_only")
def always_sober(s: Scene, mark: Mark, proposal: Proposal) -> bool:
    """Neither drunk nor poisoned, ever."""
    return proposal.on == mark.on and proposal.what in ("drunk", "poisoned")


@book.offered_to("beggar")
def givers(s: Scene) -> tuple[str, ...]:
    """The dead who still have their vote."""
    return tuple([seat for seat in s.circle if not appears_alive(s, seat) and not s.has(seat, "voteless")])


@book.at("gained", "beggar")
def may_be_given_to(s: Scene, me: Holding) -> None:
    """From now on the dead may give."""
    of_table(s, "beggar")


# ---------------------------------------------------------------------- the Scapegoat

book.passive("scapegoat")


@book.at("stand_in", "scapegoat")
def scapegoat(s: Scene, me: Holding, seat: str) -> str | None:
    """Executed in the place of a player of the same alignment, if the storyteller wishes (R39)."""
    if not s.is_in(me.owner) or seat == me.owner or s.camp(me.owner) not in registrations(s, seat, "camp"):
        return None
    params = {"seat": seat, "goat": me.owner}
    suggest = now_and_then(s, "scapegoat", POWER)
    return me.owner if s.rule(Yes(), key="stand_in", skill="scapegoat", suggest=suggest, params=params) else None
