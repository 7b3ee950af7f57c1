"""What must be refused, and must change nothing. It is always tried on a copy of the game."""

from __future__ import annotations

from typing import Final

from nightmoot.scenarios.acts import Acts, Declined, Wish, wishes
from nightmoot.scenarios.course import Course
from nightmoot.scenarios.faults import Fault, Unlawful
from nightmoot.scenarios.moderator import OVERRIDES
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.standing import KINDS
from nightmoot.scenarios.words import STORYTELLER

SAY: Final = "say"


def refused(course: Course, piece: Piece) -> None:
    """Each act of the entry must be refused."""
    for name, acts in piece.map("what is refused").items():
        for key, says in acts.map(f"what is refused to {name}").items():
            _one(course, name, key, Piece(acts.line_of(key), entries={key: says}, key_lines=acts.key_lines))


def _one(course: Course, name: str, key: str, act: Piece) -> None:
    before = course.game.dump()
    for copy in course.copies():
        try:
            _try(Acts(copy, proving=True), name, key, act)
        except (Declined, Unlawful):
            if course.game.dump() != before:
                raise Fault(f"expected {name}: {act} to change nothing, but it did", act.line) from None
            return
        finally:
            course.words.sit(course.game.seen.seats)
    raise Fault(f"expected {name}: {act} to be refused; it was taken", act.line)


def _try(acts: Acts, name: str, key: str, act: Piece) -> None:
    says = (act.entries or {})[key]
    if key == SAY:
        acts.say(name, says, act.line)
    elif name != STORYTELLER:
        for wish in wishes(acts.words, name, act, act.line):
            _offer(acts, wish)
    elif key in KINDS:
        _instruct(acts, key, says, act.line)
    elif key == "votes":
        for wish in acts.votes(says, act.line):
            _offer(acts, wish)
    elif key == "hands" or key in OVERRIDES:
        for _ in acts.moderate(key, says, act.line):
            pass
    else:
        for wish in wishes(acts.words, name, act, act.line):
            _offer(acts, wish)


def _offer(acts: Acts, wish: Wish) -> None:
    """By day at once; at night and in a window of orders, where it would open before the phase ends."""
    if _runs_on(acts.course):
        ahead = Acts(acts.course.copy(), proving=True)
        if ahead.course.find_inside(wish.actor, wish.skill) is not None:
            acts.course = ahead.course
    acts.offer(wish)


def _runs_on(course: Course) -> bool:
    windows = course.game.seen.windows.values()
    return course.phase.name in course.game.rules.night_phases or any(
        window.mode == "order" and not window.standing for window in windows
    )


def _instruct(acts: Acts, kind: str, says: Piece, line: int) -> None:
    """An instruction is refused if it is unlawful when it comes to be used, before the phase ends."""
    course = acts.course
    for override in course.standing.give(kind, says):
        acts.override(override, f"{kind}: {says}", line)
    for _ in course.rests():
        pass
