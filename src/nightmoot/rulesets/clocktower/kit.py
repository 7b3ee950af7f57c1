"""What characters are made of: the helpers that their abilities call."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from nightmoot.core.picks import Some, one, option
from nightmoot.core.plain import Plain
from nightmoot.core.records import TABLE, Harm, Holding, Mark
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.rulesets.clocktower.data import is_demon_ability, is_fabled, team_of

if TYPE_CHECKING:
    from nightmoot.rulesets.clocktower.ruleset import ClocktowerRuleset

GOOD: Final = "good"
EVIL: Final = "evil"
#: Mark data of what its source need not uphold (a text that says "even if dead", a result that stands).
LASTING: Final = {"lasting": True}
#: A tag of what happens at a place of the night sheet without waking its holder.
ASLEEP: Final = "asleep"
#: The stage of a harm in which somebody only seems to die.
SEEMING: Final = "seeming"
#: With so many alive the storyteller, left alone, takes liberties that make a game lively.
MANY: Final = 8
#: Kinds of harms.
BY_DEMON, BY_ABILITY, EXECUTION, EXILE, LEFT = "demon", "ability", "execution", "exile", "left"


def rules_of(s: Scene) -> ClocktowerRuleset:
    """The ruleset, as what it is."""
    return s.rules  # type: ignore[return-value]  # no other ruleset uses these helpers


# ---------------------------------------------------------------------- who


def team(s: Scene, seat: str) -> str:
    """The team of the seat's actual character."""
    return team_of(s.seat(seat).role)


def script(s: Scene) -> tuple[str, ...]:
    """The characters of the script, with those in play."""
    found: tuple[str, ...] = s.recall("script", ())
    return found


def on_script(s: Scene, *teams: str) -> tuple[str, ...]:
    """The characters of these teams on the script."""
    return tuple([role for role in script(s) if team_of(role) in teams])


def in_play(s: Scene) -> tuple[str, ...]:
    """The characters that players have, dead ones too."""
    return tuple(dict.fromkeys(s.seat(seat).role for seat in s.circle))


def of_team(s: Scene, *teams: str, alive: bool = True) -> tuple[str, ...]:
    """The seats whose actual character is of these teams, in seat order."""
    return tuple([seat for seat in (s.living() if alive else s.circle) if team(s, seat) in teams])


def of_camp(s: Scene, camp: str, *, alive: bool = True) -> tuple[str, ...]:
    """The seats of an alignment, in seat order."""
    return tuple([seat for seat in (s.living() if alive else s.circle) if s.camp(seat) == camp])


def appears_alive(s: Scene, seat: str) -> bool:
    """Does the town see the seat as alive?"""
    for mask in s.state.marks.get("mask", ()):
        if mask.on == seat:
            return bool(s.read(seat, "in", as_="town"))
    return s.is_in(seat)


def seen_alive(s: Scene) -> tuple[str, ...]:
    """The seats that the town sees as alive, in seat order."""
    if "mask" not in s.state.marks:
        return s.living()
    return tuple([seat for seat in s.circle if appears_alive(s, seat)])


def neighbours(s: Scene, seat: str) -> tuple[str, ...]:
    """The nearest seats seen as alive on each side (R42); one alone is named once."""
    ring = [name for name in s.circle if name == seat or appears_alive(s, name)]
    if len(ring) < 2:
        return ()
    place = ring.index(seat)
    return tuple(dict.fromkeys((ring[place - 1], ring[(place + 1) % len(ring)])))


def without_travellers(s: Scene) -> tuple[str, ...]:
    """The living who are no Travellers (B64)."""
    return tuple([seat for seat in s.living() if team(s, seat) != "traveller"])


def is_night(s: Scene) -> bool:
    """Is it night?"""
    return s.state.phase.name in ("", "night")


# ---------------------------------------------------------------------- picks


def anyone(s: Scene, me: Holding) -> Some:
    """Any player, dead or alive, oneself too (B17)."""
    return one(s.circle)


def another(s: Scene, me: Holding) -> Some:
    """Any player but oneself."""
    return one(tuple([seat for seat in s.circle if seat != me.owner]))


def alive(s: Scene, me: Holding) -> Some:
    """Any player seen as alive."""
    return one(seen_alive(s))


def characters(s: Scene, *teams: str, optional: bool = False) -> Some:
    """A character of these teams on the script (none given: any)."""
    return option(on_script(s, *teams) if teams else script(s), of="role", optional=optional)


# ---------------------------------------------------------------------- acting


@contextmanager
def acting(s: Scene, me: Holding) -> Iterator[bool]:
    """What is written in this block, the holding has done; hands out whether it really works (else all is hollow)."""
    outer = s.acting, s.hollow
    standing = s.standing(me)
    s.acting, s.hollow = me, standing is not Standing.ACTIVE
    try:
        yield not s.hollow
    finally:
        s.acting, s.hollow = outer


def works(s: Scene, me: Holding) -> bool:
    """Does the holding work now: its holder neither drunk nor poisoned nor dead without an ability?"""
    return s.standing(me) is Standing.ACTIVE


def at(s: Scene, moment: str, *given: Any) -> list[tuple[Holding, Any]]:
    """Run the hooks of a moment for every holding that works or seems to; what each answered, with its holding."""
    found: list[tuple[Holding, Any]] = []
    for ability, hook in rules_of(s).moments.get(moment, ()):
        if not s.state.copies.get(ability):
            continue
        for me in s.state.holders(ability):
            now = s.state.holdings.get(me.id)
            if now is None or (now.owner == TABLE and not is_fabled(ability)) or s.standing(now) > Standing.HOLLOW:
                continue
            with acting(s, now):
                found.append((now, hook(s, now, *given)))
    return found


def asserted(s: Scene, moment: str, *given: Any) -> bool:
    """Does any holding that really works answer yes at this moment?"""
    if moment not in rules_of(s).moments:
        return False
    return any(answer and works(s, me) for me, answer in at(s, moment, *given))


def spend(s: Scene, me: Holding) -> None:
    """A use that comes by itself is spent (B49: also when it has no effect)."""
    s.book(s.state.holdings[me.id], ())


def check_later(s: Scene) -> None:
    """Whether somebody has won is looked at as soon as the present step is done (B76)."""
    if all(step.kind != "check wins" for step in s.run.pushed):
        s.run.pushed.insert(0, s.new_step("check wins", {}))


# ---------------------------------------------------------------------- harm


def by_demon(harm: Harm) -> bool:
    """Is it done by a Demon's ability?"""
    return harm.kind == BY_DEMON


def kill(
    s: Scene,
    target: str,
    me: Holding | None = None,
    *,
    kind: str = "",
    pierces: tuple[str, ...] = (),
) -> bool:
    """Somebody would die; says whether he did. ``pierces`` names stages or marks that cannot help him.

    The kind is ``demon`` for an ability of a Demon, else ``ability``.
    """
    if not s.is_in(target) or s.hollow:
        return False
    kind = kind or (BY_DEMON if me is not None and is_demon_ability(me.ability) else BY_ABILITY)
    check_later(s)
    seen = appears_alive(s, target)
    died = s.kill(target, kind, source=me.owner if me is not None else None, by=me, pierces=pierces)
    if seen and not appears_alive(s, target) and not is_night(s) and kind not in (EXECUTION, LEFT):
        s.announce("dies", target, seat=target, shows=((target, "in", False),))
    return died


def seem_dead(s: Scene, seat: str) -> None:
    """The town takes the player for dead from now on."""
    s.mark(seat, "mask", data={"in": False, "for": ("town",), **LASTING})
    s.fact("seemed", seat=seat)


def lively(s: Scene, key: str, chance: float) -> bool:
    """Does the program, moderating alone, make use of what it may do? Only while many are alive, and not always."""
    return s.run.automatic and len(s.living()) >= MANY and s.happens(f"storyteller/{key}", chance)


# ---------------------------------------------------------------------- attacking


def attacks(s: Scene, me: Holding) -> bool:
    """May a Demon wake to attack? Not under the Exorcist.

    Who only believes to be one acts at the place of the character that he is.
    """
    if me.hollow and (s.acting is None or s.acting.owner != me.owner or s.acting.hollow):
        return False
    return not s.has(me.owner, "exorcised") and not s.has(TABLE, "no_attack")


def victim(s: Scene, me: Holding) -> Some:
    """Whom a Demon attacks: any player; declining is for games in which the table allows it."""
    return one(s.circle, optional=s.has(TABLE, "may_decline"))


# ---------------------------------------------------------------------- marks


def may_end(s: Scene) -> None:
    """Somebody's ability stops: without a Demon alive only such an ability has kept the game going (B76, R114)."""
    if not of_team(s, "demon"):
        check_later(s)


def poison(s: Scene, seat: str, me: Holding, *, until: str | None = None, lasting: bool = False) -> Mark | None:
    """Poison a player; upheld by the holding unless ``lasting``."""
    may_end(s)
    return s.mark(seat, "poisoned", by=me, until=until, data=LASTING if lasting else None)


def intoxicate(s: Scene, seat: str, me: Holding, *, until: str | None = None, lasting: bool = False) -> Mark | None:
    """Make a player drunk; upheld by the holding unless ``lasting``."""
    may_end(s)
    return s.mark(seat, "drunk", by=me, until=until, data=LASTING if lasting else None)


def madden(s: Scene, seat: str, me: Holding, *, until: str | None = None, about: Plain = None) -> Mark | None:
    """Make a player mad about something."""
    return s.mark(seat, "mad", by=me, until=until, data={"about": about})


# ---------------------------------------------------------------------- who somebody is


def you_are(s: Scene, seat: str) -> None:
    """Tell a player who he is, or takes himself to be; never falsified (B52, B54)."""
    record = s.seat(seat)
    role = record.believed or record.role
    camp = s.rules.roles[role].camp if record.believed and team_of(role) != "traveller" else s.camp(seat)
    outer, s.hollow = s.hollow, False
    try:
        s.tell(
            seat,
            "you_are",
            {"character": role, "alignment": camp},
            role=role,
            camp=camp,
            shows=((seat, "role", role), (seat, "camp", camp)),
        )
    finally:
        s.hollow = outer


def change(s: Scene, seat: str, role: str, *, camp: str | None = None) -> bool:
    """A player's character changes; the alignment stays unless ``camp`` says otherwise (B53, B56).

    He is told at once. What the new character brings begins at once.
    """
    former, held = s.seat(seat), s.state.holdings_of(seat)
    kept = s.camp(seat)
    if camp is not None and camp != kept and not s.allowed("turn", seat, camp):
        camp = None
    if not s.become(seat, role, camp=kept if camp is None else camp):
        return False
    check_later(s)
    learn_script(s, role)
    aware = not deceive(s, seat, former.believed or former.role, held)
    gained(s, *s.state.holdings_of(seat))
    if aware:
        you_are(s, seat)
    at(s, "changed", seat, former.role)
    return True


def deceive(s: Scene, seat: str, former: str = "", held: tuple[Holding, ...] = ()) -> bool:
    """A player whose character is deceived about itself gets a token to believe in (B8).

    Who could believe to be what he was goes on believing so, with what he ``held``, and need not be told anything
    (B54): says whether it is so.
    """
    teams = rules_of(s).beliefs.get(s.seat(seat).role)
    if teams is None:
        return False
    taken = {name for other in s.circle for name in (s.seat(other).role, s.seat(other).believed)}
    free = tuple([role for role in on_script(s, *teams) if role not in taken]) or on_script(s, *teams)
    goes_on = former and team_of(former) in teams
    options = tuple(dict.fromkeys((former, *free))) if goes_on else free
    suggest = former if goes_on else s.draw("believes", free)
    token = str(s.rule(option(options, of="role"), key="token", suggest=suggest, params={"seat": seat}) or suggest)
    s.believe(seat, token)
    if token != former:
        return False
    for old in held:
        for new in s.state.holdings_of(seat):
            if new.hollow and new.ability == old.ability:
                s.state.put_holding(replace(new, left=old.left, since=old.since, woken=old.woken))
    return True


def turn(s: Scene, seat: str, camp: str) -> bool:
    """A player's alignment changes, and he is told."""
    if s.camp(seat) == camp or not s.turn(seat, camp):
        return False
    check_later(s)
    you_are(s, seat)
    return True


def grant(s: Scene, seat: str, ability: str, me: Holding, *, left: int | None = None, until: str | None = None) -> None:
    """A player gains an ability besides his own; what a stopped one brings is only believed (B46, B48)."""
    hollow = s.hollow
    with steadily(s):
        holding = s.grant(seat, ability, by=me.id, left=left, until=until, hollow=hollow)
    if holding is not None:
        gained(s, holding)


def gained(s: Scene, *holdings: Holding) -> None:
    """These holdings have come into being."""
    for me in holdings:
        for ability, hook in rules_of(s).moments.get("gained", ()):
            if ability == me.ability and me.id in s.state.holdings:
                with acting(s, s.state.holdings[me.id]):
                    hook(s, s.state.holdings[me.id])


def of_table(s: Scene, ability: str) -> None:
    """The table holds an ability, once and without limit: whoever may take it finds it on offer (``offered_to``)."""
    if all(held.owner != TABLE for held in s.state.holders(ability)):
        s.deal_group_holding(TABLE, ability)
        held = next(held for held in s.state.holders(ability) if held.owner == TABLE)
        s.state.put_holding(replace(held, left=None))


def learn_script(s: Scene, role: str) -> None:
    """A character that has come into play counts among those of the script."""
    if role not in script(s):
        s.state.put("memory", "script", (*script(s), role))
        for name in rules_of(s).claims:
            if name.split(".")[0] == role:
                of_table(s, name)
    if team_of(role) == "demon":
        s.state.put("memory", "had demon", True)


def on_table(
    s: Scene, kind: str, me: Holding, *, data: Plain = None, until: str | None = None, lasting: bool = False
) -> Mark | None:
    """A mark that bears on everybody, upheld by the holding unless ``lasting``."""
    return s.mark(TABLE, kind, by=me, until=until, data=LASTING if lasting else data)


@contextmanager
def steadily(s: Scene) -> Iterator[None]:
    """What goes on as long as the ability works is laid in any case: it holds only while its source works."""
    outer, s.hollow = s.hollow, False
    try:
        yield
    finally:
        s.hollow = outer


def poison_steadily(s: Scene, seat: str, me: Holding, *, data: Plain = None) -> None:
    """Poison a player as long as the ability works: what cures of it keeps it off only while it lies there itself."""
    cures = tuple([kind.id for kind in s.rules.curing["poisoned"]])
    outer, s.pierces = s.pierces, (*s.pierces, *cures)
    try:
        may_end(s)
        s.mark(seat, "poisoned", by=me, data=data)
    finally:
        s.pierces = outer
