"""Is this what the document says? INFO of a document against plain data of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nightmoot.core import Plain
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.words import Words

#: A map with this one key holds several results of one skill, which stand in their order.
RESULTS: Final = "results"


def same(words: Words, said: Piece, case: Plain) -> bool:
    """Does the piece say what is the case? A bare thing and a list of it are one; the order of a list is free."""
    if isinstance(case, dict) and set(case) == {RESULTS}:
        return _in_order(words, said.several(), case[RESULTS])
    if said.items is not None:
        return _any_order(words, said.items, case if isinstance(case, tuple) else (case,))
    if isinstance(case, tuple):
        return len(case) == 1 and same(words, said, case[0])
    if said.entries is not None:
        return isinstance(case, dict) and _maps(words, said, case)
    return _scalars(words, said, case)


def _scalars(words: Words, said: Piece, case: Plain) -> bool:
    if isinstance(case, str) and words.seat_called(said.text) == case:
        return True
    if isinstance(said.value, str):
        return isinstance(case, str) and case in words.meanings(said.text)
    if said.value is None or isinstance(said.value, bool):
        return case is said.value
    return not isinstance(case, bool) and isinstance(case, int | float) and bool(case == said.value)


def _in_order(words: Words, said: Sequence[Piece], case: Sequence[Plain]) -> bool:
    return len(said) == len(case) and all(same(words, left, right) for left, right in zip(said, case, strict=True))


def _any_order(words: Words, said: Sequence[Piece], case: Sequence[Plain]) -> bool:
    """Can every piece be given a part of its own that it says?"""
    if len(said) != len(case):
        return False
    given: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for part in range(len(case)):
            if part not in tried and same(words, said[index], case[part]):
                tried.add(part)
                if part not in given or place(given[part], tried):
                    given[part] = index
                    return True
        return False

    return all(place(index, set()) for index in range(len(said)))


def _maps(words: Words, said: Piece, case: dict[str, Plain]) -> bool:
    entries = said.entries or {}
    rest = dict(case)
    for key, item in entries.items():
        meant = next((name for name in rest if name == key or name in words.meanings(key)), None)
        if meant is None or not same(words, item, rest.pop(meant)):
            return False
    return not rest
