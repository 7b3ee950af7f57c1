"""What the moderator does by hand, as overrides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from nightmoot.core import Override
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.words import Words

Act = Callable[[Words, Piece, int], Iterator[Override]]


def _on_a_seat(act: str) -> Act:
    def override(words: Words, says: Piece, line: int) -> Iterator[Override]:
        yield Override(act, {"seat": words.seat(says)})

    return override


def _on_each(act: str, args: Callable[[Words, Piece], dict[str, Any]]) -> Act:
    def override(words: Words, says: Piece, line: int) -> Iterator[Override]:
        for name, item in says.map(act).items():
            yield Override(act, {"seat": words.seat_of_key(name, says.line_of(name)), **args(words, item)})

    return override


def _corrections(words: Words, says: Piece) -> dict[str, Any]:
    """A seat's new role, camp, life …"""
    found: dict[str, Any] = {}
    for key, item in says.map("what is set").items():
        if key in ("camp", "alignment"):
            found["camp"] = words.name("camp", item)
        elif key == "role":
            found["role"] = words.name("role", item)
        else:
            found[key] = words.plain(item)
    return found


def _set(words: Words, says: Piece, line: int) -> Iterator[Override]:
    """Corrections of seats, all at once."""
    entries = says.map("set")
    seats = {words.seat_of_key(name, says.line_of(name)): _corrections(words, item) for name, item in entries.items()}
    first = next(iter(seats), None)
    if first is None:
        raise Fault("somebody is set", says.line)
    also = {seat: parts for seat, parts in seats.items() if seat != first}
    yield Override("set", {"seat": first, **seats[first], **({"also": also} if also else {})})


def _join(words: Words, says: Piece, line: int) -> Iterator[Override]:
    """Somebody sits down during the game."""
    entries = says.map("who joins")
    if "name" not in entries:
        raise Fault("who joins has a name", says.line)
    rest = {key: item for key, item in entries.items() if key not in ("name", "after")}
    args = _corrections(words, Piece(says.line, entries=rest))
    args["name"] = words.new_player(entries["name"].word("a name"))
    if "after" in entries:
        args["after"] = words.seat(entries["after"])
    yield Override("join", args)


#: The overrides of documents.
OVERRIDES: Final[Mapping[str, Act]] = {
    "execute": _on_a_seat("execute"),
    "kill": _on_a_seat("kill"),
    "revive": _on_a_seat("revive"),
    "leave": _on_a_seat("leave"),
    "set": _set,
    "show": _on_each("tell", lambda words, says: {"text": says.word("what is shown")}),
    "substitute": _on_each("substitute", lambda words, says: {"name": words.new_player(says.word("a name"))}),
    "join": _join,
}
