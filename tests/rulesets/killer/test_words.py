"""Everything that random games tell, ask and explain is words, in both languages."""

from __future__ import annotations

import re
from functools import cache

import pytest

from nightmoot.core import Answer, Game
from nightmoot.core.text import LANGUAGES, texts
from tests.rulesets.killer.playing import course, new_game
from tests.texts.test_texts import UNWORDED, slots

OPTIONS = (
    {},
    {"night_kill_reveal": "job", "beta_target": "chosen_by_beta"},
    {"night_kill_reveal": "camp", "max_days": 4},
)


@cache
def games() -> tuple[list[Game], frozenset[str]]:
    """Games to their end, and the keys of everything that was asked or offered and answered."""
    found, asked = [], set()
    for number, options in enumerate(OPTIONS):
        for nth in range(12):
            played = new_game(f"words/{number}/{nth}", options, moderator="human")
            for given in course(played, f"words/{number}/{nth}"):
                if isinstance(given, Answer):
                    [decision] = [d for d in played.decisions("moderator") if d.name == given.decision]
                    asked.add(decision.key)
            found.append(played)
    return found, frozenset(asked)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notices_fill_every_slot_of_their_texts(lang: str) -> None:
    book = texts("killer", lang)
    heard = set()
    for game in games()[0]:
        names = {seat: record.name for seat, record in game.seen.seats.items()}
        for notice in game.notices:
            if notice.key == "phase":
                continue
            key = f"notice.{notice.key}"
            heard.add(notice.key)
            assert slots(book.entries[key]) <= notice.params.keys(), key
            words = book.render(key, notice.params, names)
            assert not UNWORDED.search(words), words
            assert lang == "en" or not re.search(r"[a-z]{2}", words), words
    assert len(heard) > 32


def test_everything_is_asked_that_can_be() -> None:
    wanted = "kill query seal swap convert investigate protect madness snipe bless change_job vote grant copy reflect"
    assert set(wanted.split()) == games()[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_explained_log_is_words_throughout(lang: str) -> None:
    for game in games()[0]:
        for line in game.explain(lang):
            assert not UNWORDED.search(line), line
            if lang == "zh":
                assert not re.search(r"[a-z]", line), line
