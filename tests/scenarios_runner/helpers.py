"""Checking documents written in tests."""

from __future__ import annotations

from textwrap import dedent

from nightmoot.core import Registry, registry
from nightmoot.scenarios import Report, check_text
from tests.scenarios_runner.toy import TOY

REGISTRY: Registry = registry.load()
REGISTRY.add(TOY)

#: A head for documents of the table game: five players, no sheriff.
TABLE = """
title: a scenario
ruleset: table
options: {sheriff_enabled: false}
seats: [{Ann: Seer}, {Bob: Werewolf}, {Cat: Witch}, {Dan: Villager}, {Eve: Guard}]
"""
#: A head for documents of the ruleset made for these tests.
MARKET = """
title: a scenario
ruleset: toy
seats: [{Ann: Scout}, {Bob: Smith}, {Cat: Page}, {Dan: Veiled}, {Eve: Oracle}]
"""


def report(text: str, *, twins: bool = False) -> Report:
    """The report on a text with one document."""
    [found] = check_text("test.yaml", dedent(text).lstrip("\n"), REGISTRY, twins=twins)
    return found


def passes(text: str) -> None:
    """The document passes, and so do its twins."""
    found = report(text, twins=True)
    assert found.ok, found.line()


def fails(text: str, *said: str, line: int | None = None) -> str:
    """The document fails; the report says all of this, and where."""
    found = report(text)
    assert not found.ok, "passed"
    for part in said:
        assert part in found.line(), found.line()
    if line is not None:
        assert found.at is not None
        assert found.at.startswith(f"line {line}"), found.line()
    return found.message or ""


def play(head: str, *entries: str) -> str:
    """A document of a head and its entries of play, one a line from the sixth line on."""
    return head + "play:\n" + "".join(f"  - {entry}\n" for entry in entries)
