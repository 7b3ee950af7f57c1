"""Bad Moon Rising, 黯月初升: the Townsfolk."""

from __future__ import annotations

from nightmoot.core.book import Out
from nightmoot.core.picks import Form, Some, Text, Yes, exactly, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book, used_today
from nightmoot.rulesets.clocktower.informing import counting_as, counts_as, inform, shown_as
from nightmoot.rulesets.clocktower.kit import (
    ASLEEP,
    EXECUTION,
    GOOD,
    alive,
    appears_alive,
    by_demon,
    characters,
    intoxicate,
    kill,
    lively,
    may_end,
    neighbours,
    on_script,
    seen_alive,
    spend,
    steadily,
    team,
)
from nightmoot.rulesets.clocktower.past import woken_tonight

book = Book()
book.shown_as("lodged", "safe")
book.shown_as("exorcised", "chosen")


@book.ability("grandmother", wakes="first night")
def grandmother(s: Scene, me: Holding, use: Use) -> None:
    """A good player and who that is (R58); the program alone never names herself (B17)."""
    good = tuple([seat for seat in s.circle if GOOD in shown_as(s, seat, "camp", me)]) or s.circle
    others = tuple([seat for seat in good if seat != me.owner]) or good
    drawn = s.draw("grandmother", others)
    part = {"seat": me.owner, "part": "player", "alike": others}
    child = str(s.rule(one(good), key="grandchild", skill="grandmother", suggest=drawn, params=part) or others[0])
    s.mark(child, "grandchild", by=me)
    lawful = tuple([{"player": child, "character": role} for role in shown_as(s, child, "role", me)])
    nice = on_script(s, "townsfolk", "outsider")
    form = tuple([{"player": seat, "character": role} for seat in s.circle for role in nice])
    inform(
        s,
        me,
        lawful,
        form,
        truly=lambda told: s.seat(told["player"]).role == told["character"],
        likely=lambda told: told["player"] != me.owner,
    )


@book.on_out("grandmother")
def grief(s: Scene, me: Holding, out: Out) -> None:
    """The Demon has killed the grandchild: she dies too."""
    if by_demon(out.harm) and any(mark.by == me.id for mark in s.marks("grandchild", on=out.seat)):
        kill(s, me.owner, me)


@book.ability("sailor", wakes="nights", pick=alive, marks=("sailor",))
def sailor(s: Scene, me: Holding, use: Use) -> None:
    """The Sailor or the player named is drunk until dusk, as the storyteller says (R59)."""
    both = tuple(dict.fromkeys((use.target, me.owner)))
    drunk = s.rule(one(both), key="drunk", skill="sailor", suggest=s.draw("sailor", both), params={"alike": both})
    intoxicate(s, str(drunk), me, until="dusk")


@book.harm("cant", "sailor")
def cannot_die(s: Scene, mark: Mark, harm: Harm) -> bool:
    """Sober and healthy, the Sailor does not die of anything."""
    return True


def _two_alive(s: Scene, me: Holding) -> Some:
    return exactly(2, tuple([seat for seat in seen_alive(s) if seat != me.owner]))


@book.ability("chambermaid", wakes="nights", pick=_two_alive)
def chambermaid(s: Scene, me: Holding, use: Use) -> None:
    """How many of the two wake tonight for abilities of their own (R60)."""
    awake = woken_tonight(s)
    inform(s, me, (sum(seat in awake for seat in use.targets),), (0, 1, 2), to=use.feedback, seats=use.targets)


@book.ability("innkeeper", wakes="other nights", pick=lambda s, me: exactly(2, s.circle))
def innkeeper(s: Scene, me: Holding, use: Use) -> None:
    """Two players do not die tonight; one of them is drunk until dusk (R62, R63)."""
    drawn = s.draw("innkeeper", use.targets)
    drunk = s.rule(one(use.targets), key="drunk", skill="innkeeper", suggest=drawn, params={"alike": use.targets})
    for seat in use.targets:
        s.mark(seat, "lodged", by=me, until="dawn")
    intoxicate(s, str(drunk), me, until="dusk")


@book.harm("cant", "lodged")
def safe_at_the_inn(s: Scene, mark: Mark, harm: Harm) -> bool:
    """Nothing kills a guest tonight."""
    return True


def _player_and_character(s: Scene, me: Holding) -> Form:
    return Form(slots={"player": one(s.circle), "character": characters(s)})


@book.ability("gambler", wakes="other nights", pick=_player_and_character)
def gambler(s: Scene, me: Holding, use: Use) -> None:
    """Guesses who somebody is, and dies of a wrong guess (R64)."""
    said: dict[str, Plain] = use.choice
    if not counts_as(s, str(said["player"]), "role", str(said["character"]), me):
        kill(s, me.owner, me)


def _not_again(s: Scene, me: Holding) -> Some:
    before = s.last_targets(me, s.night - 1)
    return one(tuple([seat for seat in s.circle if seat not in before]))


@book.ability("exorcist", wakes="other nights", pick=_not_again)
def exorcist(s: Scene, me: Holding, use: Use) -> None:
    """The Demon, if named, learns of the Exorcist and does not wake to act tonight (R61)."""
    if not s.hollow and counts_as(s, use.target, "team", "demon", me):
        s.mark(use.target, "exorcised", by=me, until="dawn")
        s.tell(
            use.target, "exorcist", me.owner, skill="exorcist", seat=me.owner, shows=((me.owner, "role", "exorcist"),)
        )


@book.claim("gossip", pick=lambda s, me: Text(most=300), public="gossips", daily=True)
def gossip(s: Scene, me: Holding, use: Use) -> None:
    """One public statement a day (R65): what comes of it is decided at night."""


def _has_gossiped(s: Scene, me: Holding) -> bool:
    own = s.holding_of(me.owner, "gossip")
    return own is not None and used_today(s, own)


@book.ability("gossip.dies", wakes="other nights", usable=_has_gossiped, tags=(ASLEEP,))
def gossip_comes_true(s: Scene, me: Holding, use: Use) -> None:
    """Judged at night: if the statement was true somebody dies; the program alone takes it for untrue."""
    living = s.living()
    dead = s.rule(one(living, optional=True), key="dies", skill="gossip", suggest=None)
    if dead is not None:
        kill(s, str(dead), me)


@book.ability("courtier", wakes="nights", limit=1, pick=lambda s, me: characters(s, optional=True))
def courtier(s: Scene, me: Holding, use: Use) -> None:
    """Once: whoever has that character is drunk for three nights and days (R66)."""
    holders = counting_as(s, str(use.choice), me)
    if holders:
        likely = next((seat for seat in holders if s.seat(seat).role == use.choice), holders[0])
        drunk = s.rule(one(holders), key="drunk", skill="courtier", suggest=likely)
        s.mark(str(drunk), "drunk", by=me, data={"night": s.night})
        may_end(s)


@book.at("dusk", "courtier", late=True)
def sober_again(s: Scene, me: Holding) -> None:
    """The third day is over: counted from the choice, whether the Courtier worked all the time or not."""
    with steadily(s):
        over = [
            m for m in s.state.all_marks() if m.by == me.id and m.kind == "drunk" and m.data["night"] + 2 <= s.night
        ]
        s.unmark(*over, why="over")


def _the_dead(s: Scene, me: Holding) -> Some:
    return one(tuple([seat for seat in s.circle if not appears_alive(s, seat)]), optional=True)


@book.ability("professor", wakes="other nights", limit=1, pick=_the_dead)
def professor(s: Scene, me: Holding, use: Use) -> None:
    """Once: a dead Townsfolk lives again (R67)."""
    if not s.hollow and counts_as(s, use.target, "team", "townsfolk", me):
        s.revive(use.target)


book.passive("minstrel")


@book.at("execution", "minstrel")
def everybody_is_drunk(s: Scene, me: Holding, seat: str, died: bool) -> None:
    """A Minion has died by execution: all others are drunk until the next dusk, Travellers apart (R68-R70)."""
    if died and counts_as(s, seat, "team", "minion", me, plainly=True):
        may_end(s)
        for other in s.circle:
            if other != me.owner and team(s, other) != "traveller":
                s.mark(other, "drunk", by=me, data={"day": s.day})


@book.at("dusk", "minstrel", late=True)
def the_song_is_over(s: Scene, me: Holding) -> None:
    """The day after is over."""
    with steadily(s):
        over = [mark for mark in s.state.all_marks() if mark.by == me.id and mark.data["day"] < s.day]
        s.unmark(*over, why="over")


book.passive("tealady")
book.bears_on_all("tealady")  # whom she protects is seen when somebody would die


@book.harm("cant", "tealady")
def at_her_table(s: Scene, mark: Mark, harm: Harm) -> bool:
    """While both living neighbours are good neither of them dies (R71, R72)."""
    me = s.state.holdings.get(mark.by or "")
    if me is None:
        return False
    beside = neighbours(s, me.owner)
    return harm.target in beside and all(counts_as(s, seat, "camp", GOOD, me) for seat in beside)


book.passive("fool", limit=1, marks=("fool",))


@book.harm("last", "fool")
def the_first_death(s: Scene, mark: Mark, harm: Harm) -> bool:
    """Spent only on a death that would really happen (R74)."""
    me = s.state.holdings.get(mark.by or "")
    if me is None or me.left == 0:
        return False
    spend(s, me)
    return True


book.passive("pacifist")
book.bears_on_all("pacifist")  # on everybody's execution


@book.harm("spared", "pacifist")
def spared(s: Scene, mark: Mark, harm: Harm) -> bool:
    """An executed good player may live (R73); left alone the storyteller spares one while many are alive."""
    me = s.state.holdings.get(mark.by or "")
    if me is None or harm.kind != EXECUTION or not counts_as(s, harm.target, "camp", GOOD, me):
        return False
    params = {"seat": harm.target}
    return bool(s.rule(Yes(), key="spares", skill="pacifist", suggest=lively(s, "pacifist", 0.5), params=params))
