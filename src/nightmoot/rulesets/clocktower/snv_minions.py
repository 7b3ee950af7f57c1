"""Sects & Violets, 梦殒春宵: the Minions."""

from __future__ import annotations

from nightmoot.core.book import Out
from nightmoot.core.picks import Form, between, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import TABLE, Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import TEAMS, team_of
from nightmoot.rulesets.clocktower.kit import (
    EVIL,
    EXECUTION,
    GOOD,
    anyone,
    by_demon,
    change,
    characters,
    in_play,
    kill,
    madden,
    on_table,
)
from nightmoot.rulesets.clocktower.wins import wins

book = Book()
#: With so few alive the Witch has no ability.
TOO_FEW = 3


def _enough(s: Scene, me: Holding) -> bool:
    return len(s.living()) > TOO_FEW


@book.ability("witch", wakes="nights", pick=anyone, usable=_enough)
def witch(s: Scene, me: Holding, use: Use) -> None:
    """Somebody dies if he nominates tomorrow."""
    s.mark(use.target, "cursed", by=me, until="dusk")


@book.on_out("witch")
def lifts(s: Scene, me: Holding, out: Out) -> None:
    """The curse is gone as soon as only three live, at night too (R118)."""
    if not _enough(s, me):
        for mark in s.marks("cursed"):
            if mark.by == me.id:
                s.unmark(mark)


@book.at("nomination", "witch", late=True)
def cursed(s: Scene, me: Holding, nominator: str, nominee: str) -> None:
    """The nominator dies and the nomination stands; with three alive the curse is lifted (R118, R33)."""
    if _enough(s, me) and any(mark.by == me.id for mark in s.marks("cursed", on=nominator)):
        s.push("curse", seat=nominator, holding=me.id)


@book.step("curse")
def curse(s: Scene, seat: str, holding: str) -> None:
    """A cursed player dies for having nominated."""
    me = s.state.holdings.get(holding)
    if me is not None and not s.standing(me):
        kill(s, seat, me)


def _player_and_character(*teams: str) -> object:
    def pick(s: Scene, me: Holding) -> Form:
        return Form(slots={"player": one(s.circle), "character": characters(s, *teams)})

    return pick


@book.ability("cerenovus", wakes="nights", pick=_player_and_character("townsfolk", "outsider"))
def cerenovus(s: Scene, me: Holding, use: Use) -> None:
    """Somebody must be mad about being a good character tomorrow and tomorrow night (R120)."""
    seat, role = _named(use)
    madden(s, seat, me, about={"character": role, "night": s.night})
    s.tell(seat, "cerenovus", {"character": role}, skill="cerenovus", role=role)


@book.at("dawn", "cerenovus")
def calmed(s: Scene, me: Holding) -> None:
    """The madness of the night before is over."""
    over = [mark for mark in s.marks("mad") if mark.by == me.id and mark.data["about"]["night"] < s.night]
    s.unmark(*over, why="over")


@book.at("punishes", "cerenovus")
def not_mad_enough(s: Scene, me: Holding, seat: str) -> bool:
    """Whoever breaks this madness may be executed (R120)."""
    return any(mark.by == me.id for mark in s.marks("mad", on=seat))


def _named(use: Use) -> tuple[str, str]:
    said: dict[str, Plain] = use.choice
    return str(said["player"]), str(said["character"])


@book.ability("pithag", wakes="other nights", pick=_player_and_character(*TEAMS))
def pithag(s: Scene, me: Holding, use: Use) -> None:
    """Somebody becomes a character that is not in play; after a new Demon the storyteller says who dies (R121)."""
    seat, role = _named(use)
    if role in in_play(s) or not change(s, seat, role):
        return
    if team_of(role) == "demon":
        s.note("demon", s.night)
        on_table(s, "made_demon", me, until="dawn", lasting=True)


@book.harm("safe", "made_demon")
def only_those_named(s: Scene, mark: Mark, harm: Harm) -> bool:
    """Demons may be asked, but nobody dies by them in that night."""
    return mark.on == TABLE and by_demon(harm)


def _demon_made(s: Scene, me: Holding) -> bool:
    return bool(s.noted(me, "demon") == s.night)


book.places("pithag.deaths", other_night=4990)


@book.ability("pithag.deaths", wakes="other nights", works_out=True)
def arbitrary_deaths(s: Scene, me: Holding, use: Use) -> None:
    """The storyteller names who dies; these are no Demon's kills (R109)."""
    own = s.holding_of(me.owner, "pithag")
    if own is None or not _demon_made(s, own):
        return
    living = s.living()
    likely = tuple([seat for seat in living if s.camp(seat) == GOOD]) or living
    dead = s.rule(
        between(0, len(living), living, optional=True), key="dies", skill="pithag", suggest=(s.draw("pithag", likely),)
    )
    for seat in (dead,) if isinstance(dead, str) else dead or ():
        kill(s, str(seat), me, pierces=("made_demon",))


# ---------------------------------------------------------------------- the twins


def twin_of(s: Scene, me: Holding) -> str | None:
    """The other twin, of the other side; where both have come to one side a new one is named (R115)."""
    own = [holding.id for holding in s.state.holdings_of(me.owner)]  # one pair, also where the ability works twice
    found = next((mark for mark in s.state.all_marks() if mark.kind == "twin" and mark.by in own), None)
    if not s.hollow and (found is None or s.camp(found.on) == s.camp(me.owner)):
        others = tuple([seat for seat in s.circle if s.camp(seat) != s.camp(me.owner)])
        if not others:
            return None
        if found is not None:
            s.unmark(found, why="replaced")
        likely = tuple([seat for seat in others if s.is_in(seat)]) or others
        twin = str(s.rule(one(others), key="twin", skill="eviltwin", suggest=s.draw("eviltwin", likely)))
        s.mark(twin, "twin", by=me)
        if found is not None:
            _meet(s, me, twin)
        return twin
    return found.on if found is not None else None


def _meet(s: Scene, me: Holding, twin: str) -> None:
    """The two learn of each other, and of each other's character."""
    for seat, other in ((me.owner, twin), (twin, me.owner)):
        role = s.seat(other).role
        info = {"player": other, "character": role}
        shows = ((other, "role", role),)
        s.tell(seat, "eviltwin", info, skill="eviltwin", seat=other, role=role, shows=shows)


@book.at("gained", "eviltwin")
def paired(s: Scene, me: Holding) -> None:
    """A twin of the other side is named."""
    twin_of(s, me)


@book.at("checked", "eviltwin")
@book.at("night", "eviltwin")
def still_paired(s: Scene, me: Holding) -> None:
    """Sides may have changed, now or while the Evil Twin was stopped."""
    twin_of(s, me)


@book.ability("eviltwin", wakes="first night")
def eviltwin(s: Scene, me: Holding, use: Use) -> None:
    """The twins meet."""
    twin = twin_of(s, me)
    if twin is not None:
        _meet(s, me, twin)


def _good_twin(s: Scene, me: Holding, seat: str) -> bool:
    twin = twin_of(s, me)
    return twin is not None and seat in (me.owner, twin) and s.camp(seat) == GOOD


@book.on_out("eviltwin")
def good_twin_dies(s: Scene, me: Holding, out: Out) -> None:
    """The good twin has died by execution: evil has won (R115, R117)."""
    if out.harm.kind == EXECUTION and _good_twin(s, me, out.seat):
        wins(s, EVIL)


@book.at("execution", "eviltwin")
def good_twin_survives(s: Scene, me: Holding, seat: str, died: bool) -> None:
    """Executed is enough, also for one who lives on or was dead before (B36)."""
    if not died and _good_twin(s, me, seat):
        wins(s, EVIL)


@book.at("forbids_good", "eviltwin")
def both_live(s: Scene, me: Holding) -> bool:
    """While both live good does not win, not even by an ability (R114)."""
    twin = twin_of(s, me)
    return twin is not None and s.is_in(twin) and s.is_in(me.owner)
