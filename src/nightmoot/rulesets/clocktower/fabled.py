"""The Fabled, 传奇角色: in force for everybody, never players, never stopped (B71). They hold their place at the table.

What an Angel, a Buddhist, a Djinn or a Hell's Librarian brings lies in the storyteller's hands: they are announced, and
he acts by hand. The Revolutionary has a file to itself.
"""

from __future__ import annotations

from msgspec.structs import replace

from nightmoot.core.book import Proposal
from nightmoot.core.picks import Some, Yes, one
from nightmoot.core.records import TABLE, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import is_demon_ability
from nightmoot.rulesets.clocktower.kit import (
    ASLEEP,
    EVIL,
    GOOD,
    kill,
    of_camp,
    of_team,
    on_table,
    seen_alive,
    team,
    without_travellers,
)
from nightmoot.rulesets.clocktower.wins import wins

book = Book()
for announced in ("angel", "buddhist", "djinn", "hellslibrarian"):
    book.passive(announced)


# ---------------------------------------------------------------------- the Doomsayer

#: Not with fewer alive (R204).
ENOUGH = 4


@book.ability(
    "doomsayer",
    window=("day", "nominations"),
    pick=lambda s, me: Yes(flag=True),
    usable=lambda s, me: len(seen_alive(s)) >= ENOUGH,
)
def doomsayer(s: Scene, me: Holding, use: Use) -> None:
    """Somebody living calls for a death: the storyteller has one of the caller's side die (R204)."""
    s.remember("doomsayers", (*s.recall("doomsayers", ()), use.actor))
    s.announce("calls_doom", use.actor, seat=use.actor)
    side = of_camp(s, s.camp(use.actor))
    kill(s, str(s.rule(one(side), key="dies", skill="doomsayer", suggest=s.draw("doomsayer", side))), me)


@book.offered_to("doomsayer")
def who_may_call(s: Scene) -> tuple[str, ...]:
    """The living who have not called yet."""
    called = s.recall("doomsayers", ())
    return tuple([seat for seat in seen_alive(s) if seat not in called])


# ---------------------------------------------------------------------- the Duchess

VISITORS = 3


def _visitors(s: Scene) -> tuple[str, ...]:
    """Who has visited today."""
    found: tuple[str, ...] = s.recall(f"duchess:{s.day}", ())
    return found


@book.ability(
    "duchess",
    window=("day", "nominations"),
    pick=lambda s, me: Yes(flag=True),
    usable=lambda s, me: len(_visitors(s)) < VISITORS,
)
def duchess(s: Scene, me: Holding, use: Use) -> None:
    """Somebody visits; three may, in a day."""
    s.remember(f"duchess:{s.day}", (*_visitors(s), use.actor))
    s.announce("visits", use.actor, seat=use.actor)


@book.offered_to("duchess")
def who_may_visit(s: Scene) -> tuple[str, ...]:
    """Whoever has not visited today, the dead as well (B17)."""
    return tuple([seat for seat in s.circle if seat not in _visitors(s)])


book.places("duchess.tells", other_night=200)


@book.ability("duchess.tells", wakes="other nights", usable=lambda s, me: len(_visitors(s)) == VISITORS, tags=(ASLEEP,))
def the_duchess_tells(s: Scene, me: Holding, use: Use) -> None:
    """Each visitor learns how many of the three are evil; one is told a wrong number (R205)."""
    three = _visitors(s)
    misled = s.rule(one(three), key="misled", skill="duchess", suggest=s.draw("duchess", three))
    for seat in three:
        guest = replace(me, owner=seat)
        lawful = s.lawful_answers(guest, lambda read: sum(read(other, "camp") == EVIL for other in three))
        form = tuple(range(VISITORS + 1))
        options = tuple([n for n in form if n not in lawful]) if seat == misled else lawful
        suggest = s.draw(f"duchess/{seat}", options) if seat == misled else options[0]
        why = "decision.duchess.why" if seat == misled else ""
        s.show(guest, "duchess", options, suggest, straight=lawful, why=why, to=seat, skill="duchess", seats=three)


# ---------------------------------------------------------------------- the Ferryman

#: With so many alive it is the final day.
FINAL = 3

book.passive("ferryman")


@book.at("day", "ferryman")
def one_more_vote(s: Scene, me: Holding) -> None:
    """On the final day every dead player has a vote again."""
    if len(seen_alive(s)) == FINAL and s.recall("ferryman") is None:
        s.remember("ferryman", s.day)
        spent = s.marks("voteless")
        s.unmark(*spent, why="ferryman")
        seats = tuple([mark.on for mark in spent])
        s.announce("votes_back", seats, seats=seats, shows=tuple((seat, "voteless", False) for seat in seats))


# ---------------------------------------------------------------------- the Fibbin

book.passive("fibbin")


@book.at("misleads", "fibbin")
def may_fib(s: Scene, me: Holding, who: Holding) -> bool:
    """Once in the game one good player may be told something wrong."""
    return s.recall("fibbin") is None and who.owner in s.state.seats and s.camp(who.owner) == GOOD


@book.at("misled", "fibbin")
def has_fibbed(s: Scene, me: Holding, who: Holding) -> None:
    """That was the once."""
    s.state.put("memory", "fibbin", who.owner)


# ---------------------------------------------------------------------- the Fiddler


def _opponents(s: Scene, me: Holding) -> Some:
    return one(tuple([seat for demon in of_team(s, "demon")[:1] for seat in s.circle if s.camp(seat) != s.camp(demon)]))


@book.ability("fiddler", window=("day", "nominations"), pick=_opponents, limit=1)
def fiddler(s: Scene, me: Holding, use: Use) -> None:
    """Once the Demon names a player of the other side: everybody decides which of the two has won; a tie is evil's."""
    both = (use.actor, use.target)
    s.announce("fiddles", both, seat=use.actor, opponent=use.target)
    answers = s.ask_all(s.circle, one(both, optional=True), key="fiddler", kind="vote", revise="free", public=True)
    votes = [sum(answer == seat for answer in answers.values()) for seat in both]
    if votes[0] == votes[1]:
        wins(s, EVIL)
    else:
        wins(s, s.camp(both[votes.index(max(votes))]))


@book.offered_to("fiddler")
def the_demon(s: Scene) -> tuple[str, ...]:
    """The living Demon."""
    return of_team(s, "demon")[:1]


# ---------------------------------------------------------------------- the Sentinel

book.passive("sentinel")
book.setup("sentinel", outsider=(0, 1, -1))


# ---------------------------------------------------------------------- the Spirit of Ivory

book.passive("spiritofivory")


@book.at("gained", "spiritofivory")
def begins_with(s: Scene, me: Holding) -> None:
    """The number of evil players at the start is the measure."""
    on_table(s, "no_more_evil", me, data={"at_first": len(_evil(s))})


def _evil(s: Scene) -> tuple[str, ...]:
    return tuple([seat for seat in of_camp(s, EVIL, alive=False) if team(s, seat) != "traveller"])


@book.prevents("turn", "no_more_evil")
def one_at_most(s: Scene, mark: Mark, proposal: Proposal) -> bool:
    """One additional evil player at most; another one stays good (R202)."""
    first: int = mark.data["at_first"]
    return proposal.what == EVIL and len(_evil(s)) > first


# ---------------------------------------------------------------------- the Toymaker

book.passive("toymaker")
book.bears_on_all("toymaker", "may_decline")  # the Demon may decline to attack


@book.at("introduces", "toymaker")
def also_few(s: Scene, me: Holding) -> bool:
    """Evil players meet as usual."""
    return True


@book.at("night", "toymaker")
def must_decline_once(s: Scene, me: Holding) -> None:
    """A Demon that has not declined yet is passed over when its attack would end the game (R206)."""
    declined = s.recall("toymaker") is not None or any(is_demon_ability(fact.what) for fact in s.past("passed"))
    if s.night > 1 and not declined and len(without_travellers(s)) <= FINAL:
        s.remember("toymaker", s.night)
        s.mark(TABLE, "no_attack", by=me, until="dawn")
