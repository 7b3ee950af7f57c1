"""Losses before wins, 屠城 at once, everything else when a phase is settled (lines 1085-1131; R183-R197).

A role's own win condition is registered in the file of the role: ``won("蛊惑师")``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from nightmoot.core.book import Book
from nightmoot.core.records import Harm
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.camps import members
from nightmoot.rulesets.forum.data import BLACK, DATA, TWINS, UNCERTAIN, VILLAGE, WOLVES, camp_of_role, third_camps
from nightmoot.rulesets.forum.hurt import outs
from nightmoot.rulesets.forum.knife import INSIDE, TAKER
from nightmoot.rulesets.forum.registers import Register

book = Book()
Win = tuple[str, tuple[str, ...]] | None
Test = Callable[[Scene, str], bool]

#: After so many days without anybody going out a game that no director watches is a stalemate.
QUIET_DAYS: Final = 30

#: Win conditions by the role that has them: (scene, camp) → is it met?
CONDITIONS: Final[Register[Test]] = Register()
PRIORITY: Final[tuple[str, ...]] = tuple(DATA["win_priority"])


def won(role: str) -> Callable[[Test], Test]:
    """The decorated function is the win condition of the camp of a third role."""

    def declare(test: Test) -> Test:
        CONDITIONS.put(role, test)
        return test

    return declare


def rounded(value: float) -> int:
    """四舍五入."""
    return int(value + 0.5)


def out_members(scene: Scene, camp: str) -> tuple[str, ...]:
    """Those out now whose actual camp it is (R190)."""
    return tuple(seat for seat in members(scene, camp) if not scene.is_in(seat))


def hushed(scene: Scene, seat: str) -> bool:
    """Does the seat hold a permanent 寡言?"""
    return any(mark.until is None for mark in scene.marks("寡言", on=seat))


def camps_in_play(scene: Scene) -> tuple[str, ...]:
    """Every camp that anybody belongs to."""
    return tuple(dict.fromkeys(scene.camp(seat) for seat in scene.circle))


def lost(scene: Scene, camp: str) -> bool:
    """Has the camp lost, now or before? A lost camp never wins (L1088)."""
    return camp in scene.recall("lost camps", ())


def judge_losses(scene: Scene) -> None:
    """Mark the camps that meet a loss condition; nobody is told."""
    for camp in camps_in_play(scene):
        if not lost(scene, camp) and camp not in _graced(scene) and _loses(scene, camp):
            scene.remember("lost camps", (*scene.recall("lost camps", ()), camp))
            scene.fact("lost camp", what=camp)


def _graced(scene: Scene) -> tuple[str, ...]:
    """Camps that cannot be judged lost for two days (聂小倩, R193)."""
    return tuple(camp for camp, day in scene.recall("grace", {}).items() if scene.day < day)


def _loses(scene: Scene, camp: str) -> bool:
    total = len(scene.circle)
    alive = members(scene, camp, living=True)
    if not alive:
        return not _waits_for(scene, camp)
    gone = len(out_members(scene, camp))
    if camp == WOLVES:
        knives = any(scene.marks(INSIDE, on=seat) or scene.marks(TAKER, on=seat) for seat in alive)
        return (
            all(hushed(scene, seat) for seat in alive)
            or (not knives and gone >= rounded(total * 0.3))
            or gone >= rounded(total * 0.35)
        )
    if camp == VILLAGE:
        return all(hushed(scene, seat) for seat in alive) or gone >= rounded(total * 0.5)
    return False


def _waits_for(scene: Scene, camp: str) -> bool:
    """Nobody of the camp lives, but it cannot be judged yet."""
    return False


def _special(camp: str) -> bool:
    """Do the skills of this camp state a win of their own, which beats a loss (R183)?"""
    return camp in ("占星师",)


@outs.trigger
def massacre(scene: Scene, seat: str, harm: Harm) -> None:
    """屠城 is judged after every out (L1094, R184)."""
    found = last_camp(scene)
    if found is not None:
        scene.rules.on_verdict(scene, *found)
        scene.win(found[0] or None, found[1])


def stalemate(scene: Scene) -> bool:
    """Has nobody gone out for so many days that a game without a director ends by the badge (L1096, R267)?"""
    if scene.moderated() or scene.day <= QUIET_DAYS:
        return False
    last = next(scene.past("out"), None)
    return scene.day - (last.phase.day if last is not None else 0) > QUIET_DAYS


def last_camp(scene: Scene) -> Win:
    """Only one camp has anybody alive: it wins, unless it has lost."""
    living = tuple(dict.fromkeys(scene.camp(seat) for seat in scene.living()))
    if len(living) == 1 and living[0] != UNCERTAIN:
        camp = living[0]  # losses are judged when a phase ends, not here (R184)
        return None if lost(scene, camp) else (camp, members(scene, camp))
    return None


@book.wins
def judged(scene: Scene) -> Win:
    """Losses first; then the camps' own conditions by priority; then the only camp not lost (R184-R187)."""
    met = [camp for camp in _by_priority(scene) if _meets(scene, camp)]
    judge_losses(scene)
    for camp in met:
        if not lost(scene, camp) or _special(camp):
            return camp, members(scene, camp)
    left = [camp for camp in camps_in_play(scene) if not lost(scene, camp)]
    if len(left) == 1:
        return left[0], members(scene, left[0])
    if not scene.living() or stalemate(scene):
        sheriff = scene.recall("sheriff")
        badge = scene.camp(sheriff) if sheriff else ""
        return (badge, members(scene, badge)) if badge and not lost(scene, badge) else ("", ())
    return last_camp(scene)


def _by_priority(scene: Scene) -> list[str]:
    present = camps_in_play(scene)
    order = _published_order()
    return [*(camp for camp in order if camp in present), *(camp for camp in present if camp not in order)]


@cache
def _published_order() -> tuple[str, ...]:
    """The camps of third roles that have a place in the order of wins."""
    return tuple(camp_of_role(role) for role in PRIORITY if camp_of_role(role) in third_camps())


def _meets(scene: Scene, camp: str) -> bool:
    if camp == UNCERTAIN:
        return _uncertain(scene)
    if camp in (WOLVES, VILLAGE, BLACK, TWINS):
        return False
    conditions = [camp, *scene.recall("joined conditions", {}).get(camp, ())]
    tests = [CONDITIONS[role] for role in conditions if role in CONDITIONS]
    return bool(tests) and len(tests) == len(conditions) and all(test(scene, camp) for test in tests)


def _uncertain(scene: Scene) -> bool:
    """Somebody whose camp is still uncertain lives, and four or fewer live (R186)."""
    return bool(members(scene, UNCERTAIN, living=True)) and len(scene.living()) <= 4
