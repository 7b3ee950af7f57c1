"""Saved games: ``*.nightmoot.json``, a game's whole record with a line that says what it is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from nightmoot.cli.words import Stop, remember, words
from nightmoot.core import Game, registry
from nightmoot.core.saving import Saved

FORMAT: Final = "nightmoot-game/1"


class GameFile(msgspec.Struct):
    """The file: its format, and the game as :meth:`Game.dump` writes it."""

    format: str
    game: msgspec.Raw


def write_game(game: Game, path: Path) -> None:
    """Write a game to a file."""
    try:
        path.write_bytes(msgspec.json.encode(GameFile(FORMAT, msgspec.Raw(game.dump()))) + b"\n")
    except OSError as error:
        raise Stop(words().render("cli.file.not_written", {"file": str(path), "why": error.strerror})) from error


def read_game(path: Path) -> tuple[Saved, Game]:
    """The record in a file, and the game as it stood when it was saved."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=GameFile)
        saved = msgspec.json.decode(file.game, type=Saved) if file.format == FORMAT else None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Stop(words().render("cli.file.not_a_game", {"file": str(path), "why": str(error)})) from error
    if saved is None:
        raise Stop(words().render("cli.file.other_format", {"file": str(path), "format": file.format}))
    remember("nightmoot.ruleset", saved.header.ruleset)
    try:
        return saved, Game.load(bytes(file.game), registry.load()[saved.header.ruleset])
    except (LookupError, TypeError, ValueError) as error:
        raise Stop(words().render("cli.file.not_a_game", {"file": str(path), "why": repr(error)})) from error
