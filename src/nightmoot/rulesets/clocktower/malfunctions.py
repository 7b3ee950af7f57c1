"""Whose ability has gone wrong since dawn because of somebody else's: what the Mathematician counts (R102).

An ability that was stopped has gone wrong only where it would have done something: told something true, killed
somebody, kept somebody alive.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nightmoot.core.book import Out
from nightmoot.core.records import TABLE, Fact, Holding
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import is_demon_ability, team_of
from nightmoot.rulesets.clocktower.jinxes import strayed_lunatics
from nightmoot.rulesets.clocktower.kit import BY_DEMON, EVIL, EXECUTION, GOOD, by_demon, in_play, team
from nightmoot.rulesets.clocktower.past import role_then

book = Book()
Test = Callable[[Scene, Fact], bool]


def abnormal(s: Scene) -> tuple[str, ...]:
    """The players whose ability has gone wrong since dawn because of somebody else's ability, in seat order."""
    wrong: list[str | None] = [*strayed_lunatics(s)]
    wrong += [fact.seat for kind in ("registered", "failed") for fact in s.past(kind, day=s.day)]
    wrong += [fact.seat for fact in s.past("misinformed", day=s.day) if _by_others(s, fact.seat)]
    for fact in s.past("hollow", day=s.day):
        told = any(other.id > fact.id for other in s.past("told", seat=fact.seat, what=fact.what, day=s.day))
        if not fact.data["believed"] and not told and not _by_himself(s, fact.seat, fact.by) and _matters(s, fact):
            wrong.append(fact.seat)
    return tuple([seat for seat in s.circle if seat in wrong])


def _by_others(s: Scene, seat: str | None) -> bool:
    """Whoever is wrong about himself is so by his own character."""
    return seat is not None and s.seat(seat).believed is None


def _by_himself(s: Scene, seat: str | None, holding: str | None) -> bool:
    held = s.state.holdings.get(holding or "")
    return held is not None and held.owner == seat


# ---------------------------------------------------------------------- uses that had no effect


def _matters(s: Scene, fact: Fact) -> bool:
    """Would the use have done anything?"""
    test = _would_kill if is_demon_ability(fact.what) else TESTS.get(fact.what)
    return test is None or test(s, fact)


def _was(s: Scene, fact: Fact, of: str) -> bool:
    """Was anybody chosen of the team then?"""
    return any(team_of(role_then(s, seat, fact.id)) == of for seat in fact.data["chosen"])


def _lived(s: Scene, seat: str, fact: Fact) -> bool:
    return s.is_in(seat) or any(out.id > fact.id for out in s.past("out", seat=seat, day=s.day))


def _would_kill(s: Scene, fact: Fact) -> bool:
    return any(_lived(s, seat, fact) for seat in fact.data["chosen"])


def _guessed_wrong(s: Scene, fact: Fact) -> bool:
    choice = s.state.facts[fact.data["use"]].data["choice"]
    return bool(role_then(s, str(choice["player"]), fact.id) != choice["character"])


def _would_protect(s: Scene, fact: Fact) -> bool:
    """The Monk's pick has died of the Demon's ability."""
    return any(out.id > fact.id and out.seat in fact.data["chosen"] for out in s.past("out", what=BY_DEMON, day=s.day))


def _finds_a_holder(s: Scene, fact: Fact) -> bool:
    return s.state.facts[fact.data["use"]].data["choice"] in in_play(s)


def _would_change(s: Scene, fact: Fact) -> bool:
    choice = s.state.facts[fact.data["use"]].data["choice"]
    return choice["character"] not in in_play(s)


def _would_bring_back(s: Scene, fact: Fact) -> bool:
    return _was(s, fact, "townsfolk") and not all(s.is_in(seat) for seat in fact.data["chosen"])


def _would_lose(s: Scene, fact: Fact) -> bool:
    return any(s.camp(seat) == EVIL for seat in fact.data["chosen"])


def _nothing_yet(s: Scene, fact: Fact) -> bool:
    """It would do something only later, and something else tells whether it did."""
    return False


TESTS: Final[dict[str, Test]] = {
    "assassin": _would_kill,
    "godfather": _would_kill,
    "slayer": lambda s, fact: _was(s, fact, "demon"),
    "exorcist": lambda s, fact: _was(s, fact, "demon"),
    "snakecharmer": lambda s, fact: _was(s, fact, "demon"),
    "monk": _would_protect,
    "gambler": _guessed_wrong,
    "courtier": _finds_a_holder,
    "professor": _would_bring_back,
    "pithag": _would_change,
    "klutz": _would_lose,
    **dict.fromkeys(
        ("moonchild", "gossip", "gossip.dies", "juggler", "tinker.dies", "butler", "thief", "bureaucrat"), _nothing_yet
    ),
    **dict.fromkeys(("witch", "devilsadvocate", "pithag.deaths"), _nothing_yet),
}


# ---------------------------------------------------------------------- what would have come by itself


def fails(s: Scene, me: Holding) -> None:
    """What the ability would have done just now has not come: noted where somebody else's ability has stopped it."""
    marks = [m for kind in ("drunk", "poisoned") for on in (me.owner, TABLE) for m in s.marks(kind, on=on)]
    holders = [s.state.holdings.get(mark.by or "") for mark in marks]
    if not me.hollow and any(holder is not None and holder.owner != me.owner for holder in holders):
        s.fact("failed", seat=me.owner, what=me.ability)


def _fails_at_death(ability: str, when: Callable[[Scene, Holding, Out], bool]) -> None:
    @book.on_out(ability)
    def failed(s: Scene, me: Holding, out: Out) -> None:
        if s.hollow and when(s, me, out):
            fails(s, me)


_fails_at_death("soldier", lambda s, me, out: out.seat == me.owner and by_demon(out.harm))
_fails_at_death("fool", lambda s, me, out: out.seat == me.owner and me.left != 0)
_fails_at_death("saint", lambda s, me, out: out.seat == me.owner and out.harm.kind == EXECUTION)
_fails_at_death("sailor", lambda s, me, out: out.seat == me.owner)
_fails_at_death("sweetheart", lambda s, me, out: out.seat == me.owner)
_fails_at_death("barber", lambda s, me, out: out.seat == me.owner)
_fails_at_death(
    "grandmother",
    lambda s, me, out: (
        by_demon(out.harm)
        and any(m.kind == "grandchild" and (m.by, m.on) == (me.id, out.seat) for m in s.state.all_marks())
    ),
)
_fails_at_death(
    "tealady",
    lambda s, me, out: s.is_in(me.owner) and _beside(s, me.owner, out.seat),
)
_fails_at_death(
    "minstrel", lambda s, me, out: out.seat != me.owner and out.harm.kind == EXECUTION and team(s, out.seat) == "minion"
)


def _beside(s: Scene, lady: str, dead: str) -> bool:
    """Did the dead player sit beside her, both her neighbours being good?"""
    ring = [seat for seat in s.circle if s.is_in(seat) or seat == dead]
    place = ring.index(lady)
    beside = (ring[place - 1], ring[(place + 1) % len(ring)])
    return dead in beside and all(s.camp(seat) == GOOD for seat in beside)


@book.at("nomination", "virgin")
def nobody_is_executed(s: Scene, me: Holding, nominator: str, nominee: str) -> None:
    """A stopped Virgin whom a Townsfolk is the first to nominate."""
    townsfolk = nominator in s.state.seats and team(s, nominator) == "townsfolk"
    if s.hollow and nominee == me.owner and me.left != 0 and townsfolk:
        fails(s, me)
