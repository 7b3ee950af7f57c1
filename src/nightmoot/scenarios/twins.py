"""Twins: the same scenario played in other manners, which must agree with the straight play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from nightmoot.core import Game, Undo
from nightmoot.core.state import equal
from nightmoot.scenarios.document import Scenario
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.playing import Manner, Play


class Twin(NamedTuple):
    """A manner of playing, and what of two games it must leave equal."""

    name: str
    manner: Manner
    compared: Callable[[Play], Any]


def _whole(play: Play) -> Any:
    return _all_of(play.game)


def _all_of(game: Game) -> Any:
    return game.state.dump(), game.notices, sorted(game.open), game.over


def _as_written(play: Play) -> Any:
    """What happened and what was told, with players called as the document calls them."""
    show = play.course.words.show
    facts = [(fact.kind, fact.seat, fact.what, fact.by, fact.phase) for fact in play.game.facts]
    notices = [(notice.key, notice.to, notice.skill, show(notice.info)) for notice in play.game.notices]
    return facts, notices, sorted(play.game.open), play.game.over


def other_name(name: str) -> str:
    """A name that sorts elsewhere and cannot be mistaken for the old one."""
    return "".join(reversed(name)) + "·" + str(len(name) * 7 % 10)


def _loaded(game: Game) -> Game:
    """The game dumped and loaded; what was dumped and what was loaded must be the same game."""
    dumped = game.dump()
    loaded = Game.load(dumped, game.rules, strict=True, twice=game.twice)
    if loaded.dump() != dumped or sorted(loaded.open) != sorted(game.open):
        raise ValueError("a loaded game differs from the one that was dumped")
    return loaded


def _undone(game: Game, before: int) -> None:
    """Undo and redo on a copy: what was undone is as it was before, what is redone is as it is now."""
    given = game.inputs[before:]
    if any(isinstance(item, Undo) for item in given):
        return
    copy = game.fork()
    copy.twice = False  # the game itself has compared these steps
    copy.submit(Undo(before, keep=False))
    earlier = next(snapshot for snapshot in reversed(game.history) if snapshot.seq == before)
    if not equal(copy.state, earlier.state) or len(copy.notices) != earlier.notices:
        raise ValueError("an answer undone has left a trace")
    for item in given:
        copy.submit(item)
    if _all_of(copy) != _all_of(game):
        raise ValueError("an answer undone and given again has led elsewhere")


TWINS = (
    Twin("every step run twice", Manner(twice=True), _whole),
    Twin("dumped and loaded at every entry", Manner(between=_loaded), _whole),
    Twin("forked at every entry", Manner(between=lambda game: game.fork()), _whole),
    Twin("undone and redone at every answer", Manner(answered=_undone), _whole),
)
AT_ONCE = Twin(
    "all of these at once",
    Manner(twice=True, between=lambda game: _loaded(game).fork(), answered=_undone),
    _whole,
)
RENAMED = Twin("players renamed", Manner(rename=other_name), _as_written)


def agree(scenario: Scenario, straight: Play) -> None:
    """Play the scenario in every manner; a fault where a twin fails or ends elsewhere than the straight play.

    The manners that leave the names alone are played together; where that fails, one by one, to say which it is.
    """
    if any(_differences(scenario, straight, AT_ONCE)):
        _alike(scenario, straight, *TWINS, AT_ONCE)
    _alike(scenario, straight, RENAMED)


def _alike(scenario: Scenario, straight: Play, *twins: Twin) -> None:
    for twin in twins:
        for line, message in _differences(scenario, straight, twin):
            raise Fault(f"[{twin.name}] {message}", line)


def _differences(scenario: Scenario, straight: Play, twin: Twin) -> Iterator[tuple[int, str]]:
    play: Play | None = None
    try:
        play = Play(scenario, twin.manner)
        play.run()
    except Fault as fault:
        yield fault.line, fault.message
        return
    except Exception as error:
        line = play.entry.line if play is not None and play.entry is not None else scenario.line
        yield line, f"the game broke down: {type(error).__name__}: {error}"
        return
    if twin.compared(play) != twin.compared(straight):
        yield scenario.line, "ends elsewhere than the straight play"
