"""The day with turns: one speech each, the run-off's speeches, the interruptions of an idiot (T-67, T-51)."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.errors import NeedAnswer
from nightmoot.core.picks import Yes, option
from nightmoot.core.questions import Question
from nightmoot.core.scene import Scene
from nightmoot.core.state import State

book = Book()


def in_turns(scene: Scene) -> bool:
    """Does this game give everybody a turn to speak?"""
    return bool(scene.options["speeches"] == "turns")


@book.step("direction")
def direction(scene: Scene) -> None:
    """The sheriff says which way the speeches go round; silence: in seat order."""
    sheriff = scene.recall("sheriff")
    way = "left"
    if sheriff is not None and scene.is_in(sheriff):
        way = str(scene.ask(sheriff, option(("left", "right")), key="direction", default="left", public=True))
        scene.announce("direction_left" if way == "left" else "direction_right", way, seat=sheriff)
    scene.push("speeches", seats=scene.living(), way=way)


@book.step("speeches")
def speeches(scene: Scene, seats: tuple[str, ...], way: str = "left") -> None:
    """Those named speak in seat order, from the seat after the last death (T-67)."""
    last = scene.recall("last_out")
    circle = scene.circle if way == "left" else tuple(reversed(scene.circle))
    start = circle.index(last) + 1 if last in circle else 0
    for seat in (*circle[start:], *circle[:start]):
        if seat in seats:
            scene.push("floor", seat=seat)
            scene.push("speech", seat=seat)
    scene.push("floor", seat=None)


@book.step("floor")
def floor(scene: Scene, seat: str | None) -> None:
    """The word goes to the next who is still there."""
    if seat is not None and not scene.is_in(seat):
        return
    scene.remember("speaker", seat)
    if seat is None:
        scene.announce("floor_open", shows=(("table", "speaker", None),))
    else:
        scene.announce("speaks", seat, seat=seat, shows=(("table", "speaker", seat),))


@book.step("speech")
def speech(scene: Scene, seat: str) -> None:
    """He speaks until he passes the word (过) or his time is over; a revealed idiot may interrupt him."""
    if not scene.is_in(seat):
        return
    turn = scene.question((seat,), Yes(flag=True), key="speech", kind="speech", default=True, public=True)
    cuts = [_interruption(scene, idiot) for idiot in revealed(scene, but=seat)]
    said, *answers = scene.so_far(turn, *cuts)
    waiting = [turn] if said is None else []
    for cut, answer in zip(cuts, answers, strict=True):
        idiot = cut.owners[0]
        if answer is None:
            waiting.append(cut)
        elif answer[idiot]:
            scene.fact("interrupted", seat=idiot, what=seat)
            scene.announce("interrupts", idiot, seat=idiot, other=seat)
    if said is None:
        raise NeedAnswer(tuple(waiting))


def revealed(scene: Scene, *, but: str) -> tuple[str, ...]:
    """The idiots who have turned their card: no vote, but they may put in a word."""
    return tuple(mark.on for mark in scene.marks("revealed") if mark.on != but and scene.is_in(mark.on))


def _interruption(scene: Scene, idiot: str) -> Question:
    return scene.question(
        (idiot,), Yes(flag=True, optional=True), key="interrupt", kind="interruption", default=None, public=True
    )


def may_speak(state: State, seat: str) -> bool:
    """Where one has the word, only he and a revealed idiot are heard."""
    speaker = state.memory.get("speaker") if state.phase.name in ("day", "vote") else None
    return speaker in (None, seat) or any(mark.on == seat for mark in state.marks.get("revealed", ()))
