"""Undo: an input that takes back inputs. What others have answered since and still fits is applied again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightmoot.core.errors import Refused
from nightmoot.core.inputs import Answer, AnyInput, Post, Undo
from nightmoot.core.plain import Record
from nightmoot.core.questions import Held
from nightmoot.core.records import ALL, MODERATOR, Notice
from nightmoot.core.state import State
from nightmoot.core.view import visible

if TYPE_CHECKING:
    from nightmoot.core.game import Game


class Snapshot:
    """A game after an input: what undoing to it restores."""

    __slots__ = ("fault", "held", "notices", "sent", "seq", "state")

    def __init__(
        self, seq: int, state: State, held: dict[str, Held], notices: int, sent: tuple[Notice, ...], fault: str | None
    ) -> None:
        """Keep references; committed states and held answers are never written again."""
        self.seq, self.state, self.held, self.notices, self.sent, self.fault = seq, state, held, notices, sent, fault


class Shown(Record, frozen=True):
    """A notice that an undo takes back, and who has been shown it."""

    notice: Notice
    to: tuple[str, ...]


def undo(game: Game, given: Undo) -> int:
    """Restore the game as it was after input ``to``; returns how many notices stand unchanged."""
    snapshot = _snapshot(game, given.to)
    taken = _effective(game, given.to)
    told = game.notices[snapshot.notices :]
    game.state, game.held, game.sent, game.fault = snapshot.state, snapshot.held, snapshot.sent, snapshot.fault
    del game.notices[snapshot.notices :]
    for view in game.views():
        view.forget()
    game.rewrite(snapshot.state)
    for other in taken:
        if isinstance(other, Post):
            game.notices += [
                n
                for n in told
                if n.key == "post" and n.params == {"by": other.by, "channel": other.channel, "text": other.text}
            ][:1]
    if given.keep:
        first = next((a for a in taken if isinstance(a, Answer)), None)
        for other in taken:
            if isinstance(other, Answer) and first is not None and other.by != first.by:
                _again(game, other)
    fresh = game.notices[snapshot.notices :]
    same = 0
    while same < min(len(told), len(fresh)) and told[same] == fresh[same]:
        same += 1
    return snapshot.notices + same


def _again(game: Game, answer: Answer) -> None:
    if answer.decision not in game.open:
        return
    try:
        game.answer(answer)
    except Refused:
        return


def _snapshot(game: Game, to: int) -> Snapshot:
    if not 0 <= to < len(game.inputs):
        raise Refused("nothing-to-undo", "to", to=to, inputs=len(game.inputs))
    for snapshot in reversed(game.history):
        if snapshot.seq == to:
            return snapshot
    earlier = type(game).replay(game.rules, game.header, game.inputs[:to], strict=game.strict)
    return earlier.history[-1]


def _effective(game: Game, to: int) -> list[AnyInput]:
    """The inputs after ``to`` that have not been undone since."""
    found: list[tuple[int, AnyInput]] = []
    for seq, given in enumerate(game.inputs[to:], to + 1):
        if isinstance(given, Undo):
            found = [(n, item) for n, item in found if n <= given.to]
        else:
            found.append((seq, given))
    return [item for _, item in found]


def exposed(game: Game, to: int) -> list[Shown]:
    """What an undo to input ``to`` takes back, and who has been shown it."""
    snapshot = _snapshot(game, to)
    shown = []
    for notice in game.notices[snapshot.notices :]:
        seats = tuple(seat for seat in game.state.circle if visible(notice, seat))
        if seats and notice.key != "post":
            shown.append(Shown(notice, (ALL,) if notice.to == ALL else seats))
    return [item for item in shown if item.to != (MODERATOR,)]
