"""Short ways to play the toy: a table is written as its roles in seat order, ``game("zap", "ward", "plain")``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nightmoot.core import Answer, Game, Notice, OpenDecision, Outcome, Plain, Ruleset, Scene, SeatSpec, Tick
from nightmoot.core.picks import Pick
from nightmoot.core.records import Step
from nightmoot.core.scene_base import Run
from tests.core.toy import COURSE, Toy

NO_STEP = Step("look", "")
NAMES = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸")


def game(
    *roles: str | Mapping[str, Any],
    course: Sequence[tuple[str, dict[str, Any]]] = COURSE,
    marks: Sequence[tuple[str, str, Plain]] = (),
    rules: Ruleset | None = None,
    hold: frozenset[str] = frozenset({"window"}),
    **more: Any,
) -> Game:
    """A game of these roles in seat order, at its first rest; faults are raised unless ``strict=False``."""
    seats = []
    for name, role in zip(NAMES, roles, strict=False):
        spec = {"role": role} if isinstance(role, str) else dict(role)
        seats.append(SeatSpec(name, spec.pop("role"), spec))
    setup = {"course": tuple(course), "marks": tuple(marks)}
    more.setdefault("strict", True)
    more.setdefault("twice", True)
    return Game.new(rules or Toy(), seats, {}, more.pop("seed", "0"), hold=hold, setup=setup, **more)


def scene(of: Game) -> Scene:
    """A scene over a copy of the game's state, to write to and look at."""
    run = Run({}, None, automatic=True)
    return Scene(of.state.clone(), of.rules, of.state.agenda[0] if of.state.agenda else NO_STEP, run)


def asked(of: Game, seat: str) -> list[str]:
    """What the seat is asked, or offered."""
    return [decision.skill for decision in of.decisions(seat)]


def find(of: Game, seat: str, skill: str) -> OpenDecision:
    """The seat's open decision or offer."""
    found = [decision for decision in of.decisions(seat) if decision.skill == skill]
    assert found, f"{seat} is not asked for {skill!r} but for {asked(of, seat)}"
    return found[0]


def answer(of: Game, seat: str, skill: str, choice: Plain) -> Outcome:
    """The seat answers."""
    return of.submit(Answer(find(of, seat, skill).name, seat, choice))


def play(of: Game, **choices: Plain) -> Game:
    """Answer whatever is asked, by skill: what is not named is passed. A list is one choice after another."""
    rest = {skill: list(value) if isinstance(value, list) else [value] for skill, value in choices.items()}
    while of.over is None and of.open:
        question = next(iter(of.open.values()))
        left = rest.get(question.skill, [])
        choice = left.pop(0) if left else None
        for owner in question.owners:
            if question.name in of.open and owner not in of.answers(question).answers:
                of.submit(
                    Answer(question.name, owner, choice if choice is not None else passing(question.picks[owner]))
                )
    return of


def passing(pick: Pick) -> Plain:
    """A pass where it is legal, else the first choice."""
    return None if pick.optional else next(iter(pick.choices()))


def tick(of: Game, kind: str = "") -> Outcome:
    """Time ends the first wait (of a kind)."""
    return of.submit(Tick(next(wait.name for wait in of.waits() if not kind or wait.kind == kind)))


def until(of: Game, seat: str, skill: str) -> None:
    """Time passes until the seat is asked."""
    while skill not in asked(of, seat):
        assert of.gate() is not None, f"{seat} is never asked for {skill!r}"
        tick(of)


def told(of: Game, seat: str, key: str = "") -> list[Notice]:
    """What this seat alone has been told."""
    return [n for n in of.visible(seat) if n.to != "all" and (not key or n.key == key)]


def sentences(of: Game | Scene, lang: str = "en", about: str = "") -> list[str]:
    """The explained log without the places, or the lines with a word in them."""
    if isinstance(of, Scene):
        shown = game("plain")
        shown.seen = of.state
        of = shown
    lines = [line.split(": " if lang == "en" else "：", 1)[1] for line in of.explain(lang)]
    return [line for line in lines if about in line]
