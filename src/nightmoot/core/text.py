"""Texts: keys and typed parameters become sentences at the edge, in the reader's language.

A catalogue is a flat JSON object per language: key → template, or key → {plural category: template}, chosen by the
parameter ``n``. A template's slots name a parameter and how to show it: ``{victim:seat}``, ``{role:role}`` …
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from babel import Locale

from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR

LANGUAGES: Final = ("zh", "en")
_SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")

#: Slot types whose value is an id with a text key ``<type>.<id>``.
NAMED: Final = frozenset(
    {"role", "skill", "camp", "phase", "mark", "group", "harm", "who", "title", "option", "stage", "token"}
)

#: Slot types that are tables, with what stands on their left and right.
_TABLES: Final = {
    "tally": ("seat", "number"),
    "votes": ("seat", "seat"),
    "cards": ("role", "number"),
    "tokens": ("seat", "role"),
}


class Words(str):
    """Somebody's own words in a catalogue: they stand as they are, and nothing in them is a slot."""

    __slots__ = ()


class Texts:
    """The catalogue of one language: the core's texts with a ruleset's on top."""

    def __init__(self, lang: str, entries: Mapping[str, Any]) -> None:
        """A catalogue over these entries."""
        self.lang = lang
        self.entries = entries
        self._plural = Locale.parse(lang).plural_form

    def with_words(self, words: Mapping[str, str]) -> Texts:
        """This catalogue with somebody's own words on top, by their keys."""
        return Texts(self.lang, {**self.entries, **{key: Words(text) for key, text in words.items()}})

    def has(self, key: str) -> bool:
        """Is there such a text?"""
        return key in self.entries

    def render(self, key: str, params: Mapping[str, Any] | None = None, names: Mapping[str, str] | None = None) -> str:
        """The text with its slots filled; ``names`` are the players' names by seat."""
        given = params or {}
        template: Any = self.entries.get(key)
        if template is None:
            return key
        if isinstance(template, Words):
            return str(template)
        if isinstance(template, dict):
            count = given.get("n", 0)
            template = template.get(self._plural(count), template["other"])
        return _SLOT.sub(lambda found: self._slot(found[1], found[2] or "text", given, names or {}), str(template))

    def _slot(self, name: str, kind: str, params: Mapping[str, Any], names: Mapping[str, str]) -> str:
        return self.show(params.get(name), kind, names)

    def show(self, value: Any, kind: str, names: Mapping[str, str]) -> str:
        """A plain value as its kind is shown."""
        if value is None:
            return self.render("slot.nobody" if kind in ("seat", "who") else "slot.nothing")
        if value == MODERATOR and kind in ("seat", "value"):
            kind = "who"
        if kind in ("seats", "roles", "faces", "sayings"):
            shown = [self.show(item, kind[:-1], names) for item in value]
            return self.render("slot.and").join(shown) if shown else self.render("slot.nobody")
        if kind == "seat" or (kind == "who" and value in names):
            return self.render("slot.seat", {"number": value, "name": names.get(str(value), "")})
        if kind in _TABLES:
            return self._table(value, kind, names)
        if kind == "saying":  # a sentence as data: its key and what it speaks of, or somebody's own words
            return value if isinstance(value, str) else self.render(f"saying.{value['says']}", value, names)
        if kind == "value":
            return self._value(value, names)
        if kind == "face":  # of a card: the role, or the camp where that alone is seen
            kind = "role" if self.has(f"role.{value}") else "camp"
        if kind == "words":
            return self.render("slot.and").join(map(written, value)) if isinstance(value, tuple) else written(value)
        if kind in NAMED:
            key = f"{kind}.{value}"
            return self.render(key) if self.has(key) else self._fallback(str(value))
        if kind == "number" and isinstance(value, float) and value.is_integer():
            return str(int(value))
        return str(value)

    def _fallback(self, value: str) -> str:
        """A name whose kind is not known ahead (who did it: a group, a side, the moderator)."""
        for kind in ("group", "skill", "role", "harm", "mark", "camp", "title", "choice"):
            if self.has(f"{kind}.{value}"):
                return self.render(f"{kind}.{value}")
        return value

    def _table(self, value: Mapping[str, Any], kind: str, names: Mapping[str, str]) -> str:
        left, right = _TABLES[kind]
        shown = []
        for key, item in value.items():
            parts = {"left": self.show(key, left, names), "right": self.show(item, right, names)}
            abstained = kind == "votes" and item is None
            shown.append(self.render("slot.abstained" if abstained else f"slot.{kind}", parts))
        return self.render("slot.and").join(shown) if shown else self.render("slot.nothing")

    def _value(self, value: Any, names: Mapping[str, str]) -> str:
        if value is None:
            return self.render("slot.nothing")
        if isinstance(value, bool):
            return self.render("slot.yes" if value else "slot.no")
        if isinstance(value, tuple | list):
            return self.render("slot.and").join(self._value(item, names) for item in value) or self.render(
                "slot.nobody"
            )
        if isinstance(value, dict) and "says" in value:
            return self.show(value, "saying", names)
        if isinstance(value, dict):
            parts = [self._value(item, names) for item in value.values() if item is not None]  # parts left out
            return self.render("slot.and").join(parts) or self.render("slot.nothing")
        if value in names or value == MODERATOR:
            return self.show(value, "seat", names)
        return self._fallback(str(value))


def written(value: Plain) -> str:
    """Plain data as it is written in options and files: ids and numbers, lists and maps in brackets."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def read_catalogue(package: str, lang: str) -> dict[str, Any]:
    """The flat catalogue of a package: ``texts/<lang>.json`` with all of ``texts/<lang>/*.json``; empty: it has none.

    Raises ValueError where two of its files word the same key.
    """
    try:
        folder = files(package).joinpath("texts")
    except (ModuleNotFoundError, TypeError):  # no such package, no package at all
        return {}
    whole, parts = folder.joinpath(f"{lang}.json"), folder.joinpath(lang)
    pieces = [whole] if whole.is_file() else []
    if parts.is_dir():
        pieces += sorted((part for part in parts.iterdir() if part.name.endswith(".json")), key=lambda part: part.name)
    found: dict[str, Any] = {}
    for piece in pieces:
        entries: dict[str, Any] = msgspec.json.decode(piece.read_bytes())
        if twice := found.keys() & entries.keys():
            raise ValueError(f"{package}: {min(twice)} is worded twice in {lang}")
        found |= entries
    return found


def ruleset_catalogue(ruleset: str, lang: str) -> dict[str, Any]:
    """The catalogue of an installed ruleset."""
    from nightmoot.core.registry import package_of

    return read_catalogue(package_of(ruleset), lang)


@lru_cache(maxsize=32)
def texts(ruleset: str, lang: str) -> Texts:
    """The texts of a ruleset in a language, over those of the core."""
    if lang not in LANGUAGES:
        raise ValueError(f"no texts in {lang!r}; there are {', '.join(LANGUAGES)}")
    entries = read_catalogue("nightmoot.core", lang)
    entries.update(ruleset_catalogue(ruleset, lang) if ruleset else {})
    return Texts(lang, entries)
