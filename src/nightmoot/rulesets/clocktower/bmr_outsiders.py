"""Bad Moon Rising, 黯月初升: the Outsiders."""

from __future__ import annotations

from nightmoot.core.picks import Some, Yes, exactly, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.afterlife import a_living_player, chooses_after_death
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import is_demon_ability
from nightmoot.rulesets.clocktower.informing import counts_as, not_in_play
from nightmoot.rulesets.clocktower.jinxes import stays_evil
from nightmoot.rulesets.clocktower.kit import (
    ASLEEP,
    GOOD,
    acting,
    intoxicate,
    is_night,
    kill,
    lively,
    of_team,
    on_script,
    steadily,
    turn,
)
from nightmoot.rulesets.clocktower.night import BLUFFS, introduced

book = Book()


# ---------------------------------------------------------------------- Goon


book.passive("goon", marks=("goon",))


@book.stage("chosen", mark="goon")
def first_chooser(s: Scene, mark: Mark, use: Use, target: str) -> None:
    """The first who names the Goon tonight is drunk, and the Goon takes his side (R78)."""
    if target == mark.on:
        charmed(s, mark, use.actor)


def charmed(s: Scene, mark: Mark, actor: str) -> None:
    """Somebody has named the Goon with an ability of his own."""
    me = s.state.holdings.get(mark.by or "")
    if me is None or not is_night(s) or actor == me.owner or s.recall(f"goon:{me.id}") == s.night:
        return
    s.remember(f"goon:{me.id}", s.night)
    intoxicate(s, actor, me, until="dusk")
    if not stays_evil(s, me.owner, s.camp(actor)):
        turn(s, me.owner, s.camp(actor))


# ---------------------------------------------------------------------- Lunatic


book.believes("lunatic", "demon")


def _believed_attack(s: Scene, seat: str) -> Holding | None:
    """The attack that a player only believes to have."""
    found = [held for held in s.state.holdings_of(seat) if held.hollow and is_demon_ability(held.ability)]
    return next((held for held in found if "." not in held.ability), None)


def _is_called(s: Scene, me: Holding) -> bool:
    """To be introduced, or to choose as the Demon of his belief would."""
    held = _believed_attack(s, me.owner)
    if s.night == 1 and introduced(s):
        return True
    with acting(s, me):
        return held is not None and s.rules.abilities[held.ability].due(s.night) and s.usable(held)


@book.ability("lunatic", wakes="nights", usable=_is_called)
def lunatic(s: Scene, me: Holding, use: Use) -> None:
    """Chooses like the Demon he takes himself to be; the real Demon is shown whom (R81)."""
    if s.night == 1:
        _introduced(s, me)
    held = _believed_attack(s, me.owner)
    if held is None:
        return
    if not s.rules.abilities[held.ability].due(s.night) or not s.usable(held):
        return
    s.wake(held)
    named = s.last_targets(s.state.holdings[held.id], s.night)
    with steadily(s):
        demons = tuple([seat for seat in of_team(s, "demon") if seat != me.owner])
        if named and demons:
            info = named[0] if len(named) == 1 else named
            s.tell(demons, "lunatic", info, skill="lunatic", seat=me.owner, seats=named)


def _introduced(s: Scene, me: Holding) -> None:
    """False Minions and bluffs, as a Demon gets them; the real Demon learns who the Lunatic is."""
    with steadily(s):
        demons = tuple([seat for seat in of_team(s, "demon") if seat != me.owner])
        if demons:
            shows = ((me.owner, "role", "lunatic"),)
            s.tell(demons, "lunatic_is", me.owner, skill="lunatic_is", seat=me.owner, shows=shows)
        if not introduced(s):
            return
        others = tuple([seat for seat in s.circle if seat != me.owner])
        count = max(1, len(of_team(s, "minion")))
        drawn = _some(s, "minions", others, count)
        part = {"seat": me.owner, "part": "minions"}
        seats = s.rule(
            exactly(count, others), key="false_minions", suggest=drawn if count > 1 else drawn[0], params=part
        )
        minions = seats if isinstance(seats, tuple) else (seats,)
        bluffs = _false_bluffs(s, me)
        told = {"minions": minions, "bluffs": bluffs}
        shown = tuple((str(seat), "team", "minion") for seat in minions)
        s.tell(me.owner, "demon", told, skill="demon", seats=minions, roles=bluffs, shows=shown)


def _false_bluffs(s: Scene, me: Holding) -> tuple[str, ...]:
    """Good characters as a Demon is shown them; any will do, left alone such as are not in play."""
    free = not_in_play(s, "townsfolk", "outsider")
    drawn = _some(s, "bluffs", free, min(BLUFFS, len(free)))
    if not drawn:
        return ()
    count = len(drawn)
    pick = Some(items=on_script(s, "townsfolk", "outsider"), least=count, most=count, kind="options", of="role")
    params = {"seat": me.owner, "part": "bluffs"}
    found: Plain = s.rule(pick, key="bluffs", suggest=drawn if count > 1 else drawn[0], params=params)
    return found if isinstance(found, tuple) else (str(found),)


def _some(s: Scene, key: str, of: tuple[str, ...], count: int) -> tuple[str, ...]:
    found: list[str] = []
    for nth in range(count):
        found.append(s.draw(f"lunatic/{key}/{nth}", tuple([one_ for one_ in of if one_ not in found])))
    return tuple(item for item in of if item in found)


# ---------------------------------------------------------------------- Tinker


def _tinkers(s: Scene, me: Holding) -> Some:
    return one(tuple([held.owner for held in s.able("tinker.dies") if s.is_in(held.owner)]))


@book.ability(
    "tinker", window=("day", "nominations", "dusk"), pick=_tinkers, usable=lambda s, me: me.owner == MODERATOR
)
def tinker(s: Scene, me: Holding, use: Use) -> None:
    """The storyteller may have the Tinker die at any moment, unless something protects him (R75)."""
    own = s.holding_of(use.target, "tinker.dies")
    if own is not None:
        kill(s, use.target, own)


@book.at("gained", "tinker.dies")
def at_the_storytellers_hand(s: Scene, me: Holding) -> None:
    """The storyteller has it in hand by day, and still when the execution is done."""
    if s.holding_of(MODERATOR, "tinker") is None:
        s.deal_group_holding(MODERATOR, "tinker")


@book.ability("tinker.dies", wakes="other nights", tags=(ASLEEP,))
def tinker_at_night(s: Scene, me: Holding, use: Use) -> None:
    """At night the storyteller is asked; left alone he does it seldom, and while many are alive."""
    if not s.hollow and s.rule(Yes(), key="dies", skill="tinker", suggest=lively(s, "tinker", 0.25)):
        kill(s, me.owner, me)


# ---------------------------------------------------------------------- Moonchild


@book.ability("moonchild", pick=a_living_player, works_out=True)
def moonchild(s: Scene, me: Holding, use: Use) -> None:
    """Dead, the Moonchild names one of the living in public (R76, R77)."""
    s.announce("moonchild", {me.owner: use.target}, claim=True, seat=me.owner, chosen=use.target)
    good = s.camp(use.target) == GOOD if s.hollow else counts_as(s, use.target, "camp", GOOD, me)
    s.note("chosen", use.target if good else None)
    s.note("night", s.night + 1)


chooses_after_death(book, "moonchild")


def _falls_tonight(s: Scene, me: Holding) -> bool:
    own = s.holding_of(me.owner, "moonchild")
    return own is not None and s.noted(own, "night") == s.night and s.noted(own, "chosen") is not None


@book.ability("moonchild.dies", wakes="other nights", usable=_falls_tonight, works_out=True, tags=(ASLEEP,))
def moonchild_at_night(s: Scene, me: Holding, use: Use) -> None:
    """Judged at night: if the Moonchild's ability works then, a good player so named dies."""
    own = s.holding_of(me.owner, "moonchild")
    chosen = s.noted(own, "chosen") if own is not None else None
    if chosen is not None:
        kill(s, str(chosen), me)
