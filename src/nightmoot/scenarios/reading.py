"""YAML documents as pieces that know their line. Nothing is constructed but plain scalars, lists and maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from nightmoot.scenarios.faults import Fault

LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TAG: Final = "tag:yaml.org,2002:"
#: Deeper, or larger, no document is written by hand; what is taken over by an alias counts where it stands.
DEEPEST: Final = 40
LARGEST: Final = 100_000


class Piece:
    """A part of a document: a map, a list or a scalar, and the line on which it begins.

    ``text`` is a scalar as it is written, ``value`` what YAML makes of it. Names are read by their text, so that a
    player may be called 1 or No.
    """

    __slots__ = ("entries", "items", "key_lines", "line", "size", "text", "value")

    def __init__(
        self,
        line: int,
        *,
        text: str = "",
        value: Any = None,
        items: tuple[Piece, ...] | None = None,
        entries: Mapping[str, Piece] | None = None,
        key_lines: Mapping[str, int] | None = None,
    ) -> None:
        """A map has ``entries``, a list has ``items``, a scalar neither."""
        self.line, self.text, self.value = line, text, value
        self.items, self.entries = items, entries
        self.key_lines: Mapping[str, int] = key_lines or {}
        parts = items if entries is None else entries.values()
        self.size: int = 1 + sum(part.size for part in parts or ())

    @property
    def scalar(self) -> bool:
        """Is it neither a map nor a list?"""
        return self.items is None and self.entries is None

    @property
    def null(self) -> bool:
        """Is it null (or left empty)?"""
        return self.scalar and self.value is None

    def line_of(self, key: str) -> int:
        """The line of a key of this map."""
        return self.key_lines.get(key, self.line)

    def map(self, what: str) -> Mapping[str, Piece]:
        """The entries; a fault where it is no map (nothing at all is an empty one)."""
        if self.null:
            return {}
        if self.entries is None:
            raise Fault(f"{what} is a map, but here stands {self}", self.line)
        return self.entries

    def list(self, what: str) -> tuple[Piece, ...]:
        """The items; a fault where it is no list."""
        if self.items is None:
            raise Fault(f"{what} is a list, but here stands {self}", self.line)
        return self.items

    def several(self) -> tuple[Piece, ...]:
        """The items of a list; a bare thing stands for a list of it."""
        return (self,) if self.items is None else self.items

    def word(self, what: str) -> str:
        """The text of a scalar; a fault where it is something else."""
        if not self.scalar or self.value is None:
            raise Fault(f"{what} is a word, but here stands {self}", self.line)
        return self.text

    def whole(self, what: str) -> int:
        """A whole number; a fault where it is something else."""
        if not self.scalar or isinstance(self.value, bool) or not isinstance(self.value, int):
            raise Fault(f"{what} is a whole number, but here stands {self}", self.line)
        return self.value

    def plain(self) -> Any:
        """The piece as plain data."""
        if self.entries is not None:
            return {key: piece.plain() for key, piece in self.entries.items()}
        if self.items is not None:
            return [piece.plain() for piece in self.items]
        return self.value

    def __str__(self) -> str:
        """The piece on one line, as it would be written."""
        if self.entries is not None:
            return "{" + ", ".join(f"{key}: {piece}" for key, piece in self.entries.items()) + "}"
        if self.items is not None:
            return "[" + ", ".join(str(piece) for piece in self.items) + "]"
        return "null" if self.value is None else self.text


def documents(text: str) -> list[Piece]:
    """Every document of a file that is not empty; a fault that names the line where it is malformed."""
    try:
        return [_piece(node, {}, 0) for node in yaml.compose_all(text, Loader=LOADER) if not _is_empty(node)]
    except yaml.YAMLError as error:
        raise Fault(_problem(error), _line_of(error, text)) from error
    except RecursionError as error:
        raise Fault("nested too deeply", 1) from error


def _is_empty(node: Any) -> bool:
    return node is None or (isinstance(node, yaml.ScalarNode) and node.tag == TAG + "null")


def _problem(error: yaml.YAMLError) -> str:
    found = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    return "malformed YAML: " + " ".join(str(found).split())


def _line_of(error: yaml.YAMLError, text: str) -> int:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        return int(mark.line) + 1
    position = getattr(error, "position", None)
    return text.count("\n", 0, position) + 1 if isinstance(position, int) else 1


def _piece(node: Any, known: dict[int, Piece], depth: int) -> Piece:
    line = node.start_mark.line + 1
    if depth > DEEPEST:
        raise Fault("nested too deeply, or within itself", line)
    found = known.get(id(node))
    if found is None:
        found = known[id(node)] = _new_piece(node, line, known, depth)
        if found.size > LARGEST:
            raise Fault("the document is too large", line)
    return found


def _new_piece(node: Any, line: int, known: dict[int, Piece], depth: int) -> Piece:
    if isinstance(node, yaml.ScalarNode):
        return Piece(line, text=node.value, value=_scalar(node, line))
    if isinstance(node, yaml.SequenceNode) and node.tag == TAG + "seq":
        return Piece(line, items=tuple(_piece(item, known, depth + 1) for item in node.value))
    if isinstance(node, yaml.MappingNode) and node.tag == TAG + "map":
        entries: dict[str, Piece] = {}
        lines: dict[str, int] = {}
        merged: dict[str, Piece] = {}
        for key, value in node.value:
            at = key.start_mark.line + 1
            if key.tag == TAG + "merge":
                for other in _merged(_piece(value, known, depth + 1)):
                    merged = {**other, **merged}
                continue
            if not isinstance(key, yaml.ScalarNode):
                raise Fault("a key is a word", at)
            if key.value in entries:
                raise Fault(f"{key.value} stands here twice", at)
            entries[key.value] = _piece(value, known, depth + 1)
            lines[key.value] = at
        return Piece(line, entries={**merged, **entries}, key_lines=lines)
    raise Fault(f"the tag {node.tag} has no meaning here", line)


def _merged(piece: Piece) -> Iterator[Mapping[str, Piece]]:
    for item in piece.several():
        yield item.map("what << takes over")


def _scalar(node: Any, line: int) -> Any:
    kind, text = node.tag.removeprefix(TAG), node.value
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() in ("yes", "true", "on")
    if kind == "int":
        return _number(text, int)
    if kind == "float":
        return _number(text, float)
    if kind in ("str", "timestamp", "value", "merge"):
        return text
    raise Fault(f"the tag {node.tag} has no meaning here", line)


def _number(text: str, kind: type[int] | type[float]) -> Any:
    """A plain number; other notations (20:00 is one to YAML) stay texts."""
    try:
        return kind(text)
    except ValueError:
        return text
