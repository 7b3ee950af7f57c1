"""Undo: an input that takes back inputs. What others have answered since and still fits is applied again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightmoot.core.errors import Refused
from nightmoot.core.inputs import Answer, AnyInput, Post, Undo, Withdraw
from nightmoot.core.pending import Pending, posted
from nightmoot.core.plain import Record
from nightmoot.core.records import ALL, MODERATOR, Notice
from nightmoot.core.state import State
from nightmoot.core.view import visible

if TYPE_CHECKING:
    from nightmoot.core.game import Game


class Snapshot:
    """A game after an input: what undoing to it restores."""

    __slots__ = ("fault", "notices", "pending", "seq", "state")

    def __init__(self, seq: int, state: State, pending: dict[str, Pending], notices: int, fault: str | None) -> None:
        """Keep references; committed states and what is kept for waiting steps are never written again."""
        self.seq, self.state, self.pending, self.notices, self.fault = seq, state, pending, notices, fault


class Shown(Record, frozen=True):
    """A notice that an undo takes back, and who has been shown it."""

    notice: Notice
    to: tuple[str, ...]


def undo(game: Game, given: Undo) -> int:
    """Restore the game as it was after input ``to``; returns how many notices stand unchanged.

    What was said since stays said. With ``keep``, what others than the one whose answer is taken back have answered,
    handed in or withdrawn since is applied again, in order, where it still fits.
    """
    snapshot = _snapshot(game, given.to)
    taken = _effective(game, given.to)
    told = game.notices[snapshot.notices :]
    game.pending, game.fault = snapshot.pending, snapshot.fault
    game.retract(snapshot.notices)
    game.rewrite(snapshot.state)
    first = next((item for item in taken if not isinstance(item, Post)), None)
    mine = first.by if isinstance(first, Answer | Withdraw) else None
    for item in taken:
        if isinstance(item, Post):
            game.notices += [n for n in told if n.key == "post" and n.params == posted(item, n.to).params][:1]
        elif given.keep and isinstance(item, Answer | Withdraw) and item.by != mine:
            _again(game, item)
    fresh = game.notices[snapshot.notices :]
    same = 0
    while same < min(len(told), len(fresh)) and told[same] == fresh[same]:
        same += 1
    return snapshot.notices + same


def _again(game: Game, item: Answer | Withdraw) -> None:
    try:
        if isinstance(item, Answer):
            game.answer(item)
        else:
            game.withdraw(item)
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
