"""INFO: when what is written is what is the case."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import registry
from nightmoot.core.plain import freeze
from nightmoot.core.records import Seat
from nightmoot.scenarios.inform import same
from nightmoot.scenarios.reading import documents
from nightmoot.scenarios.words import Words

WORDS = Words(registry.load()["table"])
WORDS.sit({"1": Seat("1", "Ann"), "2": Seat("2", "Bob"), "3": Seat("3", "1")})


@pytest.mark.parametrize(
    ("said", "case"),
    [
        ("Ann", "1"),
        ("1", "3"),
        ("Seer", "seer"),
        ("预言家", "seer"),
        ("狼人", "werewolf"),
        ("狼人", "wolves"),
        ("a text", "a text"),
        ("2", 2),
        ("2", 2.0),
        ("1.5", 1.5),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("null", None),
        ("[]", []),
        ("[Ann]", "1"),
        ("Ann", ["1"]),
        ("[Ann, Bob]", ["2", "1"]),
        ("[Ann, [Bob, Seer]]", [["seer", "2"], "1"]),
        ("[Seer, Seer]", ["seer", "seer"]),
        ("[狼人, werewolf]", ["werewolf", "wolves"]),
        ("[werewolf, 狼人]", ["werewolf", "wolves"]),
        ("{Bob: Seer}", {"2": "seer"}),
        ("{role: Seer, players: [Ann, Bob]}", {"players": ["2", "1"], "role": "seer"}),
        ("[Ann, Bob]", {"results": ["1", "2"]}),
        ("Ann", {"results": ["1"]}),
        ("[true, false]", {"results": [True, False]}),
    ],
)
def test_it_is_the_same(said: str, case: Any) -> None:
    assert same(WORDS, documents(f"- {said}")[0].items[0], freeze(case))  # type: ignore[index]


@pytest.mark.parametrize(
    ("said", "case"),
    [
        ("Ann", "2"),
        ("Bob", "1"),
        ("1", "1"),
        ("'2'", "2"),
        ("Seer", "witch"),
        ("1", True),
        ("true", 1),
        ("false", 0),
        ("0", False),
        ("0", None),
        ("null", 0),
        ("null", []),
        ("[]", None),
        ("null", "null"),
        ("true", "true"),
        ("[Ann, Ann]", ["1", "2"]),
        ("[Ann, Bob]", ["1"]),
        ("Ann", ["1", "2"]),
        ("[Ann, Bob, Ann]", ["1", "2", "2"]),
        ("{Ann: Seer}", "seer"),
        ("Seer", {"1": "seer"}),
        ("{Ann: Seer}", {"1": "seer", "2": "witch"}),
        ("{Ann: Seer, Bob: Witch}", {"1": "seer"}),
        ("{role: Seer}", {"camp": "seer"}),
        ("[Bob, Ann]", {"results": ["1", "2"]}),
    ],
)
def test_it_is_not_the_same(said: str, case: Any) -> None:
    assert not same(WORDS, documents(f"- {said}")[0].items[0], freeze(case))  # type: ignore[index]
