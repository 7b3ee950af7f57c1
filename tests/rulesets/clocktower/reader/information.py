"""What players are told: is it of the form that the ability gives, and could it be true (B46, B57)?

For each character a function of the world, the seat, what was told and the choice made: ``None`` where it has not the
form, else whether it is true under some lawful registration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rulesets.clocktower.reader.characters import EVIL_TEAMS, GOOD_TEAMS, TEAM
from tests.rulesets.clocktower.reader.world import World


class Asked:
    """One piece of information: who was told what, after which choice, in which world."""

    def __init__(self, world: World, seat: str, told: Any, chosen: tuple[str, ...], today: Any) -> None:
        self.world, self.seat, self.told, self.chosen, self.today = world, seat, told, chosen, today


def number(asked: Asked, least: int, most: int, form: int) -> bool | None:
    if isinstance(asked.told, bool) or not isinstance(asked.told, int) or not 0 <= asked.told <= form:
        return None
    return least <= asked.told <= most


def yes_or_no(asked: Asked, may: bool, must: bool) -> bool | None:
    if not isinstance(asked.told, bool):
        return None
    return may if asked.told else not must


def chef(asked: Asked) -> bool | None:
    w = asked.world
    ring = list(zip(w.circle, (*w.circle[1:], w.circle[0]), strict=True))
    least = sum(w.must_be_evil(a) and w.must_be_evil(b) for a, b in ring)
    most = sum(w.may_be_evil(a) and w.may_be_evil(b) for a, b in ring)
    return number(asked, least, most, len(ring))


def empath(asked: Asked) -> bool | None:
    w, beside = asked.world, asked.world.neighbours(asked.seat)
    return number(asked, sum(map(w.must_be_evil, beside)), sum(map(w.may_be_evil, beside)), 2)


def fortuneteller(asked: Asked) -> bool | None:
    w = asked.world
    herring = [
        t.on
        for t in w.tokens
        if t.kind == "red_herring" and not w.vortox() and (t.by or "").partition(":")[0] == asked.seat and w.counts(t)
    ]
    if len(asked.chosen) != 2 or asked.chosen[0] == asked.chosen[1]:
        return None
    may = any(w.may_be_team(seat, "demon") or seat in herring for seat in asked.chosen)
    must = any(w.must_be_team(seat, "demon") or seat in herring for seat in asked.chosen)
    return yes_or_no(asked, may, must)


def one_of(team: str, *, zero: bool) -> Callable[[Asked], bool | None]:
    def check(asked: Asked) -> bool | None:
        w, told = asked.world, asked.told
        if told == 0 and not isinstance(told, bool):
            others = [seat for seat in w.circle if seat != asked.seat]
            none = not any(w.must_be_team(seat, team) for seat in others)
            return none if zero or none else None
        if not isinstance(told, dict) or set(told) != {"players", "character"}:
            return None
        players = told["players"]
        if len(set(players)) != 2 or TEAM.get(told["character"]) != team or not set(players) <= set(w.circle):
            return None
        return any(w.may_be_role(seat, told["character"]) for seat in players)

    return check


def character_of(seats: Callable[[Asked], tuple[str, ...]]) -> Callable[[Asked], bool | None]:
    def check(asked: Asked) -> bool | None:
        if asked.told not in TEAM or TEAM[asked.told] in ("fabled", "loric"):
            return None
        return any(asked.world.may_be_role(seat, asked.told) for seat in seats(asked))

    return check


def grandmother(asked: Asked) -> bool | None:
    w, told = asked.world, asked.told
    if not isinstance(told, dict) or set(told) != {"player", "character"} or told["player"] not in w.circle:
        return None
    if told["character"] not in TEAM:
        return None
    good = not w.must_be_evil(told["player"])
    return good and w.may_be_role(told["player"], told["character"])


def godfather(asked: Asked) -> bool | None:
    told = asked.told if isinstance(asked.told, tuple | list) else (asked.told,)
    if not all(TEAM.get(role) == "outsider" for role in told):
        return None
    w = asked.world
    must = {w.role[seat] for seat in w.circle if w.must_be_team(seat, "outsider")}
    may = {role for role in told if any(w.may_be_role(seat, role) for seat in w.circle)}
    return must <= set(told) == may


def clockmaker(asked: Asked) -> bool | None:
    w = asked.world
    size = len(w.circle)

    def steps(demons: list[int], minions: list[int]) -> int:
        return min(
            (min((a - b) % size, (b - a) % size) for a in demons for b in minions if a != b),
            default=0,
        )

    def places(test: Callable[[str, str], bool], team: str) -> list[int]:
        return [number for number, seat in enumerate(w.circle) if test(seat, team)]

    near = steps(places(w.may_be_team, "demon"), places(w.may_be_team, "minion"))
    far = steps(places(w.must_be_team, "demon"), places(w.must_be_team, "minion"))
    found = number(asked, 0, size, size)
    if found is None:
        return None
    if any(w.otherwise(seat) for seat in w.circle):  # every distance between the extremes may come of a registration
        return asked.told == far or near <= asked.told <= (far or size)
    return bool(asked.told == far)


def dreamer(asked: Asked) -> bool | None:
    told = asked.told
    if not isinstance(told, tuple | list) or len(told) != 2 or any(role not in TEAM for role in told):
        return None
    if sorted(TEAM[role] in EVIL_TEAMS for role in told) != [False, True]:
        return None
    if not all(TEAM[role] in (*GOOD_TEAMS, *EVIL_TEAMS) for role in told) or len(asked.chosen) != 1:
        return None
    return any(asked.world.may_be_role(asked.chosen[0], role) for role in told)


def oracle(asked: Asked) -> bool | None:
    w = asked.world
    dead = [seat for seat in w.circle if seat in w.dead or not w.seems_alive(seat)]
    return number(asked, sum(map(w.must_be_evil, dead)), sum(map(w.may_be_evil, dead)), len(w.circle))


def seamstress(asked: Asked) -> bool | None:
    w = asked.world
    if len(set(asked.chosen)) != 2 or asked.seat in asked.chosen:
        return None
    a, b = asked.chosen
    loose = any(w.otherwise(seat) for seat in (a, b))
    same = w.camp[a] == w.camp[b]
    return yes_or_no(asked, same or loose, same and not loose)


def any_was(asked: Asked, those: set[tuple[str, str]], team: str) -> bool | None:
    """Was one of those, who were these characters then, of the team? Who still is the same may count as another now."""
    w = asked.world
    may = any(w.may_be_team(s, team) if w.role[s] == role else TEAM[role] == team for s, role in those)
    must = any(w.must_be_team(s, team) if w.role[s] == role else TEAM[role] == team for s, role in those)
    return yes_or_no(asked, may, must)


def flowergirl(asked: Asked) -> bool | None:
    return any_was(asked, asked.today.voters, "demon")


def towncrier(asked: Asked) -> bool | None:
    return any_was(asked, asked.today.movers, "minion")


def sage(asked: Asked) -> bool | None:
    told = asked.told
    if not isinstance(told, tuple | list) or len(set(told)) != 2 or not set(told) <= set(asked.world.circle):
        return None
    killer = asked.today.killer.get(asked.seat)
    return killer in told


def of_form(form: Callable[[Asked], bool]) -> Callable[[Asked], bool | None]:
    """Only the form is checked: what is true of it the log does not say."""
    return lambda asked: True if form(asked) else None


def _two_statements(asked: Asked) -> bool:
    told = asked.told
    return isinstance(told, tuple | list) and len(told) == 2 and all(isinstance(item, str | dict) for item in told)


def chambermaid(asked: Asked) -> bool | None:
    """How many of the two wake tonight for their own ability; the log knows them all, also those who wake later."""
    woken = sum(seat in asked.today.woken for seat in asked.chosen)
    if len(set(asked.chosen)) != 2 or asked.seat in asked.chosen:
        return None
    return number(asked, woken, woken, 2)


def juggler(asked: Asked) -> bool | None:
    """How many of the day's guesses were right, by what the players were then; who still is that may count as else."""
    guesses, w = asked.today.guesses.get(asked.seat, ()), asked.world
    must = sum(was and not (w.role[seat] == role and w.otherwise(seat)) for seat, role, was in guesses)
    may = sum(was or (w.role[seat] != role and w.may_be_role(seat, role)) for seat, role, was in guesses)
    return number(asked, must, may, 5)


def mathematician(asked: Asked) -> bool | None:
    """How many players' abilities have gone wrong since dawn through another character (R102): between two bounds."""
    least = len(asked.today.wrong - {asked.seat})
    most = len((asked.today.may_be_wrong | asked.today.wrong) - {asked.seat}) + asked.today.disguises
    return number(asked, least, most, len(asked.world.circle))


CHECKS: dict[str, Callable[[Asked], bool | None]] = {
    "chef": chef,
    "empath": empath,
    "fortuneteller": fortuneteller,
    "washerwoman": one_of("townsfolk", zero=False),
    "librarian": one_of("outsider", zero=True),
    "investigator": one_of("minion", zero=True),
    "undertaker": character_of(lambda asked: asked.today.executed_and_dead),
    "ravenkeeper": character_of(lambda asked: asked.chosen),
    "grandmother": grandmother,
    "godfather": godfather,
    "clockmaker": clockmaker,
    "dreamer": dreamer,
    "oracle": oracle,
    "seamstress": seamstress,
    "flowergirl": flowergirl,
    "towncrier": towncrier,
    "sage": sage,
    "savant": of_form(_two_statements),
    "chambermaid": chambermaid,
    "mathematician": mathematician,
    "juggler": juggler,
}
#: What only Townsfolk hear, which a Vortox makes false; those without a truth to compare with are left out.
FALSIFIED = set(CHECKS) - {"godfather", "savant", "mathematician"}
