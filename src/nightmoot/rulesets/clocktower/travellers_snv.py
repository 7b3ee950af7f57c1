"""Sects & Violets, 梦殒春宵: the Travellers."""

from __future__ import annotations

from nightmoot.core.picks import Form, Number, Some, Yes, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import team_of
from nightmoot.rulesets.clocktower.day import nominated
from nightmoot.rulesets.clocktower.executions import execute
from nightmoot.rulesets.clocktower.informing import learn
from nightmoot.rulesets.clocktower.kit import (
    ASLEEP,
    EXILE,
    alive,
    appears_alive,
    gained,
    grant,
    kill,
    lively,
    script,
)

book = Book()
SOBER, TWICE = 1, 2


# ---------------------------------------------------------------------- the Barista

book.mark_kind("sober_and_healthy", upheld=True, cures=("poisoned", "drunk"))


@book.ability("barista", wakes="nights", tags=(ASLEEP,))
def barista(s: Scene, me: Holding, use: Use) -> None:
    """The storyteller picks a player and what he is served until dusk; the player learns what (R134)."""
    if s.hollow:
        return
    guests = tuple([seat for seat in s.living() if seat != me.owner]) or s.living()
    form = Form(slots={"player": one(s.circle), "effect": Number(least=SOBER, most=TWICE)})
    suggest = {"player": s.draw("barista", guests), "effect": s.draw("barista/effect", (SOBER, TWICE))}
    served: dict[str, Plain] = s.rule(form, key="served", skill="barista", suggest=suggest) or suggest
    seat, effect = str(served["player"]), served["effect"]
    s.tell(seat, "barista", effect, skill="barista", effect=effect)
    if effect == SOBER:
        s.mark(seat, "sober_and_healthy", by=me, until="dusk")
        return
    s.mark(seat, "acts_twice", by=me, until="dusk")
    for ability in s.rules.roles[s.seat(seat).role].abilities:
        grant(s, seat, ability, me, until="dusk")


@book.at("assures", "barista")
def only_the_truth(s: Scene, me: Holding, who: Holding) -> bool:
    """Whoever is sober and healthy by the Barista hears nothing but the truth."""
    return any(mark.by == me.id for mark in s.marks("sober_and_healthy", on=who.owner))


# ---------------------------------------------------------------------- the Harlot


@book.ability("harlot", wakes="other nights", pick=alive)
def harlot(s: Scene, me: Holding, use: Use) -> None:
    """A living player, herself too, may agree: the Harlot learns the character, and both might die."""
    seat = use.target
    if not s.ask(seat, Yes(), key="harlot", params={"seat": me.owner}):
        return
    learn(s, me, lambda read: read(seat, "role"), script(s), to=use.feedback, seat=seat)
    if s.rule(Yes(), key="both_die", skill="harlot", suggest=lively(s, "harlot", 0.25), params={"seat": seat}):
        kill(s, seat, me)
        kill(s, me.owner, me)


# ---------------------------------------------------------------------- the Butcher


def _no_traveller(s: Scene, me: Holding) -> Some:
    return one(tuple([seat for seat in s.circle if team_of(s.seat(seat).role) != "traveller"]), optional=True)


@book.ability("butcher", pick=_no_traveller)
def butcher(s: Scene, me: Holding, use: Use) -> None:
    """One more nomination after the day's first execution; its tally is compared with none before (R136)."""
    if s.hollow:
        return
    today.note(s, best=0, about=None, over=False)
    nominated(s, me.owner, use.target)
    s.push("butcher's execution")


@book.at("execution", "butcher")
def sharpens_the_knife(s: Scene, me: Holding, seat: str, died: bool) -> None:
    """After the first execution of the day, whether the player died or not."""
    if len(today.executed(s)) == 1 and s.is_in(me.owner):
        s.push("wake", holding=me.id)


@book.step("butcher's execution")
def second_execution(s: Scene) -> None:
    """Whoever the second vote leaves about to die is executed too."""
    about = today.today(s.state)["about"]
    today.note(s, over=True)
    if about is not None:
        execute(s, about)


# ---------------------------------------------------------------------- the Bone Collector


def _a_dead_player(s: Scene, me: Holding) -> Some:
    return one(tuple([seat for seat in s.circle if not appears_alive(s, seat)]), optional=True)


@book.ability("bonecollector", wakes="other nights", limit=1, pick=_a_dead_player)
def bonecollector(s: Scene, me: Holding, use: Use) -> None:
    """Once: a dead player has a fresh ability until dusk, and stays dead (R135)."""
    if s.hollow:
        return
    seat = use.target
    s.deal_afresh(seat)
    s.mark(seat, "has_ability", by=me, until="dusk")
    gained(s, *s.state.holdings_of(seat))


# ---------------------------------------------------------------------- the Deviant

book.passive("deviant", marks=("deviant",))


@book.harm("cant", "deviant")
def funny(s: Scene, mark: Mark, harm: Harm) -> bool:
    """Exiled, the Deviant lives if the storyteller thinks it was a funny day."""
    return harm.kind == EXILE and bool(s.rule(Yes(), key="funny", skill="deviant", suggest=False))
