"""How players register, and what they are told: lawful information, also where it is false (B46, B57)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from nightmoot.core.picks import Yes, option
from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding
from nightmoot.core.scene import Scene
from nightmoot.core.scene_telling import Reader, Shows
from nightmoot.rulesets.clocktower.data import CAMP_OF, is_character, team_of
from nightmoot.rulesets.clocktower.kit import EVIL, GOOD, asserted, at, in_play, on_script, rules_of, team, works
from nightmoot.rulesets.clocktower.storyteller import DISGUISED, now_and_then, prefer

#: Facets that registration bears on. Each may be asked for several times in one question, as ``camp#1``, ``camp#2``.
FACETS: Final = ("camp", "team", "role")
ZERO: Final = 0


def registrations(s: Scene, seat: str, facet: str) -> tuple[Plain, ...]:
    """Every way in which a seat may lawfully register now, the straight one first.

    A standing instruction leaves but one, as far as it fixes this facet and is lawful for the seat.
    """
    facet = facet.split("#")[0]
    straight = _straight(s, seat, facet)
    if facet not in FACETS:
        return (straight,)
    ways = _otherwise(s, seat)
    if ways is None:
        return (straight,)
    camps, teams = ways
    fixed = s.recall(f"register:{seat}")
    if fixed is not None:
        found = _fixed(s, str(fixed), facet, (s.camp(seat), *camps), (team(s, seat), *teams))
        if found:
            return found
    more = camps if facet == "camp" else teams if facet == "team" else on_script(s, *teams)
    return tuple(dict.fromkeys((straight, *more)))


def _otherwise(s: Scene, seat: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The camps and teams as which a seat may register besides its own, or None."""
    camps: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()
    for ability, hook in rules_of(s).moments.get("registers", ()):
        for me in s.state.holdings_of(seat):
            if me.ability == ability and works(s, me):
                more = hook(s, me)
                camps, teams = (*camps, *more[0]), (*teams, *more[1])
    return (camps, teams) if camps or teams else None


def _straight(s: Scene, seat: str, facet: str) -> Plain:
    """What a seat is, whatever it may register as."""
    return team(s, seat) if facet == "team" else s.read(seat, facet)


def _fixed(s: Scene, as_: str, facet: str, camps: tuple[str, ...], teams: tuple[str, ...]) -> tuple[Plain, ...]:
    """What an instruction makes of a facet: a character fixes all three, a team two of them, an alignment one."""
    if as_ in (GOOD, EVIL):
        return (as_,) if facet == "camp" and as_ in camps else ()
    of = team_of(as_) if is_character(as_) else as_
    if of not in teams or CAMP_OF[of] not in camps:
        return ()
    if facet == "camp":
        return (CAMP_OF[of],)
    if facet == "team":
        return (of,)
    return (as_,) if is_character(as_) else on_script(s, of)


def counts_as(s: Scene, seat: str, facet: str, value: str, me: Holding, *, plainly: bool = False) -> bool:
    """Does the seat count as that for this check? Where the rules leave it open it is a ruling (B57).

    ``plainly``: anything else is allowed but not advised, so the program alone takes everybody for what he is.
    """
    ways = registrations(s, seat, facet)
    counts = value in ways
    if s.hollow:
        return counts
    if counts and len(ways) > 1:
        straight = (ways[0] == value) != (not plainly and now_and_then(s, me.ability, DISGUISED))
        params = {"seat": seat, "skill": me.ability, "as": value}
        counts = bool(s.rule(Yes(), key="registers", suggest=straight, params=params))
    if counts != (value == _straight(s, seat, facet)):
        s.fact("registered", seat=me.owner, what=me.ability, data={"told": value if counts else ways[0]})
    return counts


def demon_as(s: Scene, seat: str, me: Holding) -> str | None:
    """The Demon as which a seat counts for this check of an effect, or None; which one is a ruling where it is open."""
    if not counts_as(s, seat, "team", "demon", me, plainly=True):
        return None
    ways = tuple([str(role) for role in registrations(s, seat, "role") if team_of(str(role)) == "demon"])
    if len(ways) == 1:
        return ways[0]
    likely = next((role for role in ways if role in in_play(s)), ways[0])
    return str(s.rule(option(ways, of="role"), key="as_demon", skill=me.ability, suggest=likely, params={"seat": seat}))


def counting_as(s: Scene, role: str, me: Holding) -> tuple[str, ...]:
    """Who counts as having a character for this check of an effect, in seat order."""
    return tuple([seat for seat in s.circle if counts_as(s, seat, "role", role, me, plainly=True)])


def nearest(s: Scene, seat: str, step: int, of: str, me: Holding) -> str | None:
    """The nearest seat, dead or alive, that counts as of a team, going round by ``step`` (1 or -1)."""
    ring = s.circle
    start = ring.index(seat)
    others = (ring[(start + step * away) % len(ring)] for away in range(1, len(ring)))
    return next((other for other in others if counts_as(s, other, "team", of, me, plainly=True)), None)


# ---------------------------------------------------------------------- telling


def falsified(s: Scene, me: Holding) -> bool:
    """Must what this holding learns be false, though it works?"""
    return asserted(s, "falsifies", me) and not assured(s, me)


def assured(s: Scene, me: Holding) -> bool:
    """Must what this holding learns be true, whatever bears on it?"""
    return asserted(s, "assures", me)


def shown_as(s: Scene, seat: str, facet: str, me: Holding) -> tuple[Plain, ...]:
    """Every way in which a seat may be shown to this holding: only as what it is where that must be true (R134)."""
    return (_straight(s, seat, facet),) if assured(s, me) else registrations(s, seat, facet)


def learn(
    s: Scene,
    me: Holding,
    question: Callable[[Reader], Plain],
    form: tuple[Plain, ...],
    *,
    to: str | tuple[str, ...] | None = "",
    key: str = "",
    skill: str = "",
    shows: Callable[[Plain], Shows] | None = None,
    **params: Any,
) -> Plain:
    """Tell the answer to a question about how others register; of the ``form`` is any answer that could be given."""
    lawful = s.lawful_answers(me, question)
    true = question(lambda seat, facet: _straight(s, seat, facet.split("#")[0]))
    if assured(s, me):
        lawful = (true,)
    more = {"to": to, "key": key, "skill": skill, "shows": shows, **params}
    return inform(s, me, lawful, form, alike=False, truly=lambda told: told == true, **more)


def inform(
    s: Scene,
    me: Holding,
    lawful: tuple[Plain, ...],
    form: tuple[Plain, ...],
    *,
    to: str | tuple[str, ...] | None = "",
    key: str = "",
    skill: str = "",
    alike: bool = True,
    truly: Callable[[Plain], bool] | None = None,
    likely: Callable[[Plain], bool] | None = None,
    shows: Callable[[Plain], Shows] | None = None,
    **params: Any,
) -> Plain:
    """Tell one of the lawful answers: any of the form where the holder has no ability, a false one under falsity.

    Where they are not ``alike`` the first is the straight one. ``truly`` says whether an answer is so without anybody
    registering as what he is not. The program keeps to the ``likely`` ones; a person may take any. It is told under
    the name of the ability, unless ``skill`` is another one.
    """
    options = lawful
    if falsified(s, me):
        options = tuple([item for item in form if item not in lawful]) or form
    elif s.hollow and not assured(s, me):
        options = form
    choice = options if likely is None else tuple(filter(likely, options)) or options
    suggest, why = prefer(s, me, choice, lawful, alike=alike)
    misleads = options is lawful and not s.hollow and asserted(s, "misleads", me)
    if misleads:
        options = (*lawful, *[item for item in form if item not in lawful])
    name = skill or me.ability
    told = s.show(me, key or name, options, suggest, straight=lawful, why=why, to=to, skill=name, shows=shows, **params)
    if misleads and told not in lawful:
        at(s, "misled", me)
    if truly is not None and told in lawful and not truly(told) and not s.hollow:
        s.fact("registered", seat=me.owner, what=name, data={"told": told})
    return told


def one_of_two(s: Scene, me: Holding, of: str) -> None:
    """Two players, and a character of a team that one of them has; zero where nobody has any (R48-R51).

    Of Townsfolk there is always one to show, be it a wrong one: zero only where nobody else could be any. The holder
    may be one of the two (B17); the program alone names others.
    """
    found: dict[tuple[str, str, str], Plain] = {}
    none, other = True, False
    for seat in s.circle:
        ways = shown_as(s, seat, "role", me)
        fits = [role for role in ways if team_of(str(role)) == of]
        if seat != me.owner:
            none, other = none and len(fits) < len(ways), other or bool(fits)
        for role in fits:
            found |= _pairs(s, seat, str(role))
    lawful = tuple(found.values())
    zero = of != "townsfolk" or not other
    if none and zero:
        lawful = (*lawful, ZERO)
    form: list[Plain] = []
    if s.hollow or lawful == () or falsified(s, me):
        every: dict[tuple[str, str, str], Plain] = {}
        for role in on_script(s, of):
            for seat in s.circle:
                every |= _pairs(s, seat, role)
        form = [*every.values(), *((ZERO,) if zero else ())]

    def others(told: Any) -> bool:
        return told == ZERO or me.owner not in told["players"]

    def truly(told: Any) -> bool:
        if told == ZERO:
            return not any(team(s, seat) == of for seat in s.circle if seat != me.owner)
        return any(s.seat(seat).role == told["character"] for seat in told["players"])

    inform(s, me, lawful, tuple(form), truly=truly, likely=others)


def _pairs(s: Scene, seat: str, role: str) -> dict[tuple[str, str, str], Plain]:
    found: dict[tuple[str, str, str], Plain] = {}
    passed = False
    for other in s.circle:
        if other == seat:
            passed = True
        else:
            pair = (seat, other) if passed else (other, seat)
            found[(*pair, role)] = {"players": pair, "character": role}
    return found


def not_in_play(s: Scene, *teams: str) -> tuple[str, ...]:
    """Characters of these teams on the script that nobody has, or believes to have."""
    held = (*in_play(s), *(s.seat(seat).believed for seat in s.circle))
    return tuple([role for role in on_script(s, *teams) if role not in held])
