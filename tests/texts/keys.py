"""Which text keys the code uses, read from its syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: Calls that name a notice, and at which place.
NOTICES = {"announce": 0, "tell": 1, "feedback": 1, "publish": 1, "inform": 2, "keep": 3}
#: Calls that name a decision by ``key=``.
DECISIONS = {"ask", "ask_all", "question", "rule", "Question", "replace"}
#: Calls that name the kind of a harm, and at which place.
HARMS = {"queue": 1, "kill": 1, "kill_later": 2}


@dataclass
class Used:
    """What some code names, by kind."""

    notices: set[str] = field(default_factory=set)
    decisions: set[str] = field(default_factory=set)
    rulings: set[str] = field(default_factory=set)  # those with a suggestion
    facts: set[str] = field(default_factory=set)
    harms: set[str] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)
    errors: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)


def used_in(*folders: Path) -> Used:
    """What the modules below the folders name."""
    found = Used()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.words.add(node.value)
                elif isinstance(node, ast.Call):
                    _call(node, found)
    return found


def _call(node: ast.Call, found: Used) -> None:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in NOTICES:
        found.notices |= set(_texts(node, NOTICES[name]))
    if name in HARMS:
        found.harms |= set(_texts(node, HARMS[name]))
    if name in DECISIONS:
        keys = {word for keyword in node.keywords if keyword.arg == "key" for word in _words(keyword.value)}
        found.decisions |= keys
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        if name == "rule" or ("default" in given and "ruling" in _words(given.get("kind", node))):
            found.rulings |= keys
    if name == "claim":
        found.notices |= {
            word for keyword in node.keywords if keyword.arg == "public" for word in _words(keyword.value)
        } - {""}
    if name == "fact":
        found.facts |= set(_texts(node, 0))
    if name == "mark" or name == "bears_on_all":
        found.marks |= set(_texts(node, 1))
    if name == "BadGame":
        found.errors |= set(_texts(node, 0))
    if name == "Refused":
        found.refused |= set(_texts(node, 0))
    if name == "Notice":
        found.notices |= set(_texts(node, 0))


def _texts(node: ast.Call, place: int) -> Iterator[str]:
    if len(node.args) > place:
        yield from _words(node.args[place])


def _words(node: ast.expr) -> Iterator[str]:
    """The literal texts that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _words(node.body)
        yield from _words(node.orelse)
