"""Saving and loading a game: header, inputs, notices, and the state with the answers of the waiting step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from nightmoot.core.inputs import AnyInput, frozen_input
from nightmoot.core.pending import Pending
from nightmoot.core.plain import Record, refreeze
from nightmoot.core.records import Notice, SeatSpec
from nightmoot.core.state import State

if TYPE_CHECKING:
    from nightmoot.core.game import Game
    from nightmoot.core.ruleset import Ruleset

R = TypeVar("R", bound=Record)


class Header(Record, frozen=True):
    """What pins a game: with the inputs it is the whole game."""

    ruleset: str
    options: dict[str, Any]
    seats: tuple[SeatSpec, ...]
    seed: str
    hold: tuple[str, ...]
    moderator: str = "auto"
    setup: dict[str, Any] = {}
    engine: str = "1"


class Saved(msgspec.Struct):
    """The saved form of a game."""

    header: Header
    inputs: list[AnyInput]
    notices: list[Notice]
    state: dict[str, Any]
    pending: dict[str, Pending]
    fault: str | None


def dump(game: Game) -> bytes:
    """The game as JSON, also in the middle of a night."""
    saved = Saved(game.header, game.inputs, game.notices, game.state.dump(), game.pending, game.fault)
    return msgspec.json.encode(saved)


def load(kind: type[Game], data: bytes, rules: Ruleset, **more: Any) -> Game:
    """The game that was dumped."""
    saved = msgspec.json.decode(data, type=Saved)
    header = frozen(saved.header)
    game = kind(rules.completed(header.options), header, State.load(saved.state), **more)
    game.inputs = [frozen_input(given) for given in saved.inputs]
    game.notices += [frozen(notice) for notice in saved.notices]
    game.pending = {name: frozen(pending) for name, pending in saved.pending.items()}
    game.fault = saved.fault
    game.resume()
    return game


def frozen(record: R) -> R:
    """The record with its plain data as tuples again."""
    return cast("R", refreeze(record))
