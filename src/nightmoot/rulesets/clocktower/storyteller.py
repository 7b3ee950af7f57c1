"""The automatic storyteller's taste: what is suggested where the rules leave a choice, and why.

A person who moderates sees the same suggestions as defaults; the livelier ones are for the program alone.
"""

from __future__ import annotations

from typing import Any, Final

from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.data import CAMP_OF, is_character, team_of
from nightmoot.rulesets.clocktower.kit import EVIL, GOOD, in_play

#: How often a player who may register falsely does so in a game that the program moderates alone.
DISGUISED: Final = 0.5
#: How often a power is used that the rules leave to the storyteller's wish.
POWER: Final = 0.5
#: How often somebody without an ability is told the truth all the same: never would give it away.
TRUE_ANYWAY: Final = 0.15


def note(s: Scene, what: str, why: str, choice: Plain) -> None:
    """The log keeps why the program chose as it did."""
    s.fact("taste", what=why, data={"skill": what, "choice": choice})


def prefer(
    s: Scene, me: Holding, options: tuple[Plain, ...], lawful: tuple[Plain, ...], *, alike: bool = False
) -> tuple[Plain, str]:
    """Which of the options somebody is told, unless a person decides otherwise, and the text key of why ("": it is so).

    Of those that are ``alike`` one is drawn; else the first is the straight one.
    """
    if len(options) == 1:
        return options[0], "" if options[0] in lawful else "decision.information.drawn"
    if s.hollow:
        return _without_ability(s, me, options, lawful)
    if options[0] not in lawful:
        return _drawn(s, me, "must_be_false", _plausible(s, me, options))
    if alike or isinstance(options[0], dict):
        return _drawn(s, me, "one_of_many", _plausible(s, me, options))
    if now_and_then(s, me.ability, DISGUISED):
        return _drawn(s, me, "disguise", options[1:])
    return options[0], ""


def now_and_then(s: Scene, ability: str, probability: float) -> bool:
    """Does the program, where it moderates alone, use an optional power of the storyteller this time?"""
    return s.run.automatic and s.happens(f"storyteller:{ability}", probability)


def any_of(s: Scene, ability: str, options: tuple[str, ...]) -> str:
    """One of several that serve alike: a draw, so that nobody can count on the storyteller's habits."""
    return str(s.draw(f"storyteller:{ability}", options))


def _without_ability(s: Scene, me: Holding, options: tuple[Plain, ...], lawful: tuple[Plain, ...]) -> tuple[Plain, str]:
    """False as a rule, but not always, so that a false answer proves nothing."""
    true: list[Plain] = []
    false: list[Plain] = []
    for item in options:
        (true if item in lawful else false).append(item)
    if not false or (true and s.run.automatic and s.happens(f"true:{me.ability}", TRUE_ANYWAY)):
        return _drawn(s, me, "true_anyway", tuple(true) or options)
    return _drawn(s, me, "no_ability", _plausible(s, me, tuple(false)))


def _drawn(s: Scene, me: Holding, why: str, options: tuple[Plain, ...]) -> tuple[Plain, str]:
    found = s.draw(f"information:{me.ability}", options)
    note(s, me.ability, why, found)
    return found, f"fact.taste.{why}"


def _plausible(s: Scene, me: Holding, options: tuple[Plain, ...]) -> tuple[Plain, ...]:
    """What cannot be seen through at once: no character that is known to be somebody else's, pairs of both teams."""
    if isinstance(options[0], dict):
        evil = frozenset([seat for seat in s.circle if s.camp(seat) == EVIL])
        return _best(options, lambda item: _good_pair(evil, item)) or options
    if isinstance(options[0], tuple) and all(len(item) == 2 for item in options):
        return _best(options, lambda item: _good_two(s, item))
    if isinstance(options[0], str) and is_character(options[0]):
        own, held = s.seat(me.owner).believed or s.seat(me.owner).role, in_play(s)
        return _best(options, lambda item: _good_lie(own, held, item)) or options
    return options


def _best(options: tuple[Plain, ...], score: Any) -> tuple[Plain, ...]:
    scored = [(score(item), item) for item in options]
    most = max(value for value, _ in scored)
    return tuple([item for value, item in scored if value == most])


def _good_pair(evil: frozenset[str], item: Plain) -> int:
    """A pair is of use where it holds one good and one evil player, dead or alive."""
    if not isinstance(item, dict) or "players" not in item:
        return 0
    return int(len(evil.intersection(item["players"])) == 1)


def _good_two(s: Scene, item: tuple[str, ...]) -> int:
    """Two players are of use where they are of both teams; a good character beside an evil one, where nobody has it."""
    if all(seat in s.state.seats for seat in item):
        return int({s.camp(seat) for seat in item} == {GOOD, EVIL})
    return int(any(is_character(role) and CAMP_OF[team_of(role)] == GOOD and role not in in_play(s) for role in item))


def _good_lie(own: str, held: tuple[str, ...], role: Plain) -> int:
    """A character that nobody has, and not one's own, is not found out by comparing notes."""
    return 2 * int(role != own) + int(role not in held)
