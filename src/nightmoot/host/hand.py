"""The hand that passes round the circle: when it reaches whom, and until when a hand counts.

Start and step are fixed before the sweep. A seat locks when the hand passes it, plus half of its measured round trip
(at most :data:`GRACE`), judged by receipt at the server; what counted is told :data:`GRACE` after the hand has passed,
for every seat alike. So the hand asks no more of a slow line than of a quick one, and nobody hears earlier than others.

The engine waits for one seat after another (a wait of the kind ``hand``); its end is stored like any other, and the
whole sweep can be read off it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightmoot.host.deadlines import HAND, Deadline, Deadlines
from nightmoot.host.pace import GRACE, LEAD, length
from nightmoot.host.wire import HandOut

if TYPE_CHECKING:
    from nightmoot.core.questions import Held, Question
    from nightmoot.host.play import Play


def grace(trip: int) -> int:
    """How long after the passing of the hand an answer over such a line is still in time."""
    return min(GRACE, trip // 2)


def sweeping(play: Play) -> tuple[Question, Held, Deadline] | None:
    """The question round which a hand passes, the answers so far, and when the next seat is told."""
    for question in play.game.open.values():
        held = play.game.answers(question)
        owner = question.next_by_hand(held)
        if owner is not None:
            told = play.deadlines.get(question.hand_name(owner))
            return None if told is None else (question, held, told)
    return None


def first_pass(question: Question, held: Held, told: Deadline, step: int) -> int | None:
    """When the hand passes the first seat (or passed it); None: it does not move by itself now."""
    if told.due is None:
        return None
    return told.due - GRACE - len(held.locked) * step


def shown(play: Play, now: int) -> HandOut | None:
    """The sweep as everybody may see it."""
    found = sweeping(play)
    if found is None:
        return None
    question, held, told = found
    step = length(play.pace, HAND) or 0
    first = first_pass(question, held, told, step)
    return HandOut(order=list(question.owners), locked=len(held.locked), first=first, step=step, now=now)


def too_late(play: Play, name: str, seat: str, at: int, trip: int) -> bool:
    """Has the hand passed this seat, so that what arrived at ``at`` over such a line does not count any more?"""
    found = sweeping(play)
    if found is None or found[0].name != name or seat not in found[0].owners:
        return False
    question, held, told = found
    step = length(play.pace, HAND) or 0
    first = first_pass(question, held, told, step)
    return first is not None and at > first + question.owners.index(seat) * step + grace(trip)


def brought_forward(deadlines: Mapping[str, Deadline], now: int) -> Deadlines | None:
    """The sweep begins now (after a short count); None where it has begun or none waits."""
    due = now + LEAD + GRACE
    found = {
        name: replace(d, due=due)
        for name, d in deadlines.items()
        if d.kind == HAND and d.left is None and (d.due is None or d.due > due)
    }
    return {**deadlines, **found} if found else None
