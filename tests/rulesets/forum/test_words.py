"""The explained log is in one language: no id of the rules shows through the English one."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from tests.fuzz import forum


@pytest.mark.parametrize("seed", ["one", "two"])
def test_nothing_is_left_untranslated(seed: str) -> None:
    deck = forum.board(16, seed, forum.needy(Counter(), Random(seed)))
    game = forum.play(16, seed, deck)
    raw = {line for line in game.explain("en") if re.search("[\u4e00-\u9fff]|\\b(fact|mark|notice|slot)\\.\\w", line)}
    assert raw == set()
    assert not [line for line in game.explain("zh") if re.search(r"group:|\d:[^第]", line)]
