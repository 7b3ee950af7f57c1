"""The core knows no game: none of the names that a ruleset's rules.yaml gives may stand in it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

#: Ids that are words of the core's own too, and what they mean there.
OWN_WORDS = {
    "table": "what belongs to no seat: an owner, a subject, a channel",
    "kill": "the moderator's override",
    "vote": "a kind of question and of wait",
    "grant": "a kind of write: a skill gained",
}
#: Roles that are also everyday words of programming: forbidden as text, allowed in names and prose.
EVERYDAY = {"guard"}

IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")


@dataclass
class Names:
    """What the rules of all rulesets call things."""

    roles: set[str]
    ids: set[str]
    chinese: set[str]


def names_of(rules: list[Path]) -> Names:
    names = Names(set(), set(), set())
    for path in rules:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        names.ids |= {path.parent.name, data["id"]}
        for kind in ("roles", "titles", "skills", "marks", "camps", "groups"):
            entries = [entry for entry in data.get(kind, []) if isinstance(entry, dict)]
            names.ids |= {entry["id"] for entry in entries}
            if kind in {"roles", "titles"}:
                names.roles |= {entry["id"] for entry in entries}
                names.chinese |= {word for entry in entries for word in entry.get("zh", (entry["id"],))}
    return names


def faults_in_code(source: str, names: Names) -> Iterator[str]:
    """Names of a game in one module of the core."""
    forbidden = names.ids - set(OWN_WORDS)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in forbidden:
            yield f"{node.lineno}: the text {node.value!r} is an id of a ruleset"
    words = re.compile(rf"(?<![a-z])(?:{'|'.join(sorted(names.roles - EVERYDAY))})s?(?![a-z])", re.I)
    for number, line in enumerate(source.splitlines(), 1):
        yield from (f"{number}: names the role {found!r}" for found in words.findall(line))
        if IDEOGRAPH.search(line):
            yield f"{number}: Chinese words belong to texts and rules"


def faults_in_texts(catalogue: str, names: Names) -> Iterator[str]:
    """Names of a game in one catalogue of the core's texts."""
    for key, value in json.loads(catalogue).items():
        text = f"{key} {json.dumps(value, ensure_ascii=False)}".lower()
        for name in sorted(names.roles - EVERYDAY | names.chinese):
            if name in text if IDEOGRAPH.search(name) else re.search(rf"\b{name}s?\b", text):
                yield f"{key}: names {name}"
