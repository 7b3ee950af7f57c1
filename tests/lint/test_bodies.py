"""The bodies keep the rules of the body lint, and each rule can fail."""

from __future__ import annotations

from fnmatch import fnmatch
from textwrap import dedent

import pytest

from tests.lint.bodies import LOADERS, Declared, Linter, lint_text, lint_tree
from tests.lint.tracked import ROOT

BODIES = [ROOT / "src/nightmoot/core", ROOT / "src/nightmoot/rulesets"]


def test_bodies_are_deterministic_and_touch_nothing_outside() -> None:
    files = [path for folder in BODIES for path in sorted(folder.rglob("*.py"))]
    found = lint_tree(files, ROOT)
    assert not found, "\n".join(map(str, found))


def test_every_loader_exists() -> None:
    for pattern in LOADERS:
        assert [path for folder in BODIES for path in folder.rglob("*.py") if fnmatch(str(path), pattern)], pattern


def test_a_loader_may_import_what_it_loads_with_and_nothing_else() -> None:
    path = "src/nightmoot/rulesets/table/data.py"
    assert lint_text("from importlib.resources import files", path) == []
    assert [finding.rule for finding in lint_text("import os", path)] == ["import"]


BAD = {
    "import random": "import",
    "from random import choice": "import",
    "import os.path": "import",
    "def body(s):\n    from datetime import datetime": "import",
    "import asyncio": "import",
    "import threading": "import",
    "from pathlib import Path": "import",
    "from importlib import resources": "import",
    "text = open('x').read()": "call",
    "def body(s):\n    print(s)": "call",
    "def order(names):\n    return sorted(names, key=lambda name: hash(name))": "call",
    "def body(s):\n    return id(s) % 2": "call",
    "for x in {1, 2}: pass": "set-order",
    "for x in set(names): pass": "set-order",
    "living = frozenset(names)\nout = [x for x in living]": "set-order",
    "def body(living: set[str]):\n    for x in living: pass": "set-order",
    "def body(living: 'frozenset[str] | None'):\n    return list(living)": "set-order",
    "def body(a: set[str], b):\n    return tuple(a - b)": "set-order",
    "def body(a: set[str], b):\n    both = a.union(b)\n    again = both\n    return [*again]": "set-order",
    "def body(a: set[str]):\n    return a.pop()": "set-order",
    "def body(a: set[str]):\n    return next(iter(a))": "set-order",
    "def body(a: set[str]):\n    return ', '.join(a)": "set-order",
    "def body(a: set[str]):\n    return max(a, key=len)": "set-order",
    "def body(a: set[str]):\n    return {x: 1 for x in a}": "set-order",
    "def body(a: set[str]):\n    first, second = a": "set-order",
    "def body(a: set[str]):\n    yield from a": "set-order",
    "def body(a: set[str]):\n    f(*a)": "set-order",
    "class R:\n    names: frozenset[str]\ndef body(r):\n    return [x for x in r.names]": "set-order",
    "def living(s) -> set[str]: ...\ndef body(s):\n    for x in living(s): pass": "set-order",
    "def body(a: set[str]):\n    def inner():\n        return list(a)\n    return inner": "set-order",
    "count = 0\ndef body(s):\n    global count\n    count += 1": "global",
    "seen = {}\ndef body(s, x):\n    seen[x] = True": "module-state",
    "seen = []\ndef body(s, x):\n    seen.append(x)": "module-state",
    "seen: dict[str, int] = {}\ndef body(s, x):\n    del seen[x]": "module-state",
    "from collections import defaultdict\nmemo = defaultdict(list)\ndef body(s):\n    memo.clear()": "module-state",
    "class Scene: ...\ndef body(s):\n    Scene.last = s": "module-state",
    "seen = []\nclass A:\n    def body(self):\n        seen.append(self)": "module-state",
    "seen = []\ndef outer():\n    def body(s):\n        seen.append(s)\n    return body": "module-state",
}


@pytest.mark.parametrize("source", BAD)
def test_a_bad_body_is_found(source: str) -> None:
    assert {finding.rule for finding in lint_text(source)} == {BAD[source]}


GOOD = [
    "def body(a: set[str]):\n    return sorted(a)",
    "def body(a: set[str], x):\n    return x in a and len(a) > 1",
    "def body(a: set[str]):\n    return any(x.out for x in a)",
    "def body(a: set[str]):\n    return {x.seat for x in a}",
    "def body(a: set[str]):\n    return sorted(x.seat for x in a)",
    "def body(a: set[str]):\n    for x in sorted(a): pass",
    "def body(a: dict[str, int]):\n    for x in a: pass",
    "seen = set()\ndef body(seen):\n    for x in seen: pass",
    "seen = []\ndef body(s):\n    seen = []\n    seen.append(s)\n    return seen",
    "class A:\n    def __hash__(self):\n        return hash(self.name)",
    "TABLE = {'a': 1}\ndef body(s, x):\n    return TABLE[x]",
    "names = []\nnames.append('import time is no body')",
    "def body(s, mark):\n    mark.data['x'] = 1",
]


@pytest.mark.parametrize("source", GOOD)
def test_a_good_body_passes(source: str) -> None:
    assert lint_text(source) == []


def test_a_set_declared_in_one_module_is_known_in_another() -> None:
    declared = Declared()
    for source in ("class R:\n    names: set[str]", use := "def body(r):\n    return list(r.names)"):
        declared.read(Linter("x.py", source).tree)
    assert [finding.rule for finding in Linter("use.py", use, declared).findings()] == ["set-order"]


def test_a_finding_says_where_it_is() -> None:
    source = dedent(
        """
        def body(s):
            return list({1, 2})
        """
    )
    [finding] = lint_text(source, "roles/x.py")
    assert str(finding) == "roles/x.py:3: [set-order] the order of the set `{1, 2}` is taken; sort it"
