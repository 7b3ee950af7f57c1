"""Choices of a document as choices of the game, by what may be picked."""

from __future__ import annotations

from nightmoot.core import Plain
from nightmoot.core.picks import Either, Form, Number, Pick, Some, Text, Yes
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.inform import same
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.words import Words


def choice(words: Words, said: Piece, pick: Pick) -> Plain:
    """The choice that a piece means where this may be picked.

    What is not on offer is passed on as it is, for the game to refuse; a word that means nothing at all is a fault.
    """
    if said.null:
        return None
    if isinstance(pick, Form):
        if said.entries is None and pick.main is not None:
            return {pick.main: choice(words, said, pick.slots[pick.main])}
        return _by_name(words, said, pick.slots)
    if isinstance(pick, Either):
        return _by_name(words, said, pick.of)
    if said.items is not None:
        return tuple(choice(words, item, pick) for item in said.items)
    if isinstance(pick, Some):
        return _one(words, said, pick)
    if isinstance(pick, Text) and said.scalar:
        return said.text
    if isinstance(pick, Yes | Number) and said.scalar:
        return said.value
    return words.plain(said)


def _by_name(words: Words, said: Piece, parts: dict[str, Pick]) -> Plain:
    if said.entries is None:
        return words.plain(said)
    found = {}
    for key, item in said.entries.items():
        part = _part(words, key, parts)
        found[part or key] = choice(words, item, parts[part]) if part else words.plain(item)
    return found


def _part(words: Words, key: str, parts: dict[str, Pick]) -> str | None:
    return next((part for part in parts if part == key or part in words.meanings(key)), None)


def _one(words: Words, said: Piece, pick: Some) -> Plain:
    for item in pick.items:
        if same(words, said, item):
            return item
    if said.scalar and isinstance(said.value, str) and not words.known(said.text):
        raise Fault(f"nobody and nothing is called {said.text}", said.line)
    if said.scalar and (seat := words.seat_called(said.text)) is not None:
        return seat
    return words.plain(said)
