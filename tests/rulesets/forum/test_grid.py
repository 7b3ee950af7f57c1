"""The interaction grid is played: see ``grid`` for what is expected and why."""

from __future__ import annotations

import pytest

from nightmoot.core import registry
from nightmoot.scenarios import check_text
from tests.rulesets.forum.grid import DAMAGES, REDIRECTS, SUPPRESSIONS, Case, cases, document

REGISTRY = registry.load()
CASES = tuple(cases())


@pytest.mark.parametrize("suppression", SUPPRESSIONS)
@pytest.mark.parametrize("redirect", REDIRECTS)
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.kind)
def test_every_protection_under(damage: object, redirect: str, suppression: str) -> None:
    chosen = [c for c in CASES if (c.damage, c.redirect, c.suppression) == (damage, redirect, suppression)]
    wrong = [line for case in chosen if (line := fault(case)) is not None]
    assert not wrong, "\n".join(wrong)


def fault(case: Case) -> str | None:
    """What is wrong with one cell, if anything."""
    [report] = check_text("grid.yaml", document(case), REGISTRY, twins=False)
    return None if report.ok else f"{case.name}: {report.line()}"


def test_the_grid_is_whole_but_for_what_no_ruling_settles() -> None:
    assert len(CASES) == 363
