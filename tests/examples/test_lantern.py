"""The example of docs/authoring.md is a whole ruleset: it plays, its scenarios pass, its texts are complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from nightmoot.cli import main
from nightmoot.core import Game, Ruleset, registry
from nightmoot.core.explain import BACKGROUND
from nightmoot.core.text import LANGUAGES, ruleset_catalogue, texts
from nightmoot.host.texts import catalogues
from nightmoot.lab import Experiment, play_out
from nightmoot.policies import make_policy, seat_everywhere
from nightmoot.scenarios import check_paths
from tests.examples.conftest import LANTERN
from tests.lint.bodies import lint_tree
from tests.lint.tracked import ROOT
from tests.texts.keys import used_in

DECKS = (
    ("shade", "brewer", "oracle", "mask", "squire", "warden", "jailer", "smith"),
    ("shade", "thief", "watcher", "mirror", "widow", "dreamer", "ringer", "keeper"),
    ("shade", "sower", "watcher", "warden", "squire", "mask", "oracle", "keeper"),
)
UNWORDED = re.compile(r"\b(notice|decision|fact|role|skill|camp|mark|phase|group|harm|stage|slot)\.\w+|\{\w+|None")


def documents() -> list[Path]:
    return sorted((LANTERN / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.stem)
def test_the_scenarios_pass_with_their_twins(lantern: Ruleset, path: Path) -> None:
    reports = list(check_paths([path], registry.load(), twins=True))
    assert [report.line() for report in reports if not report.ok] == []


def test_every_ability_has_a_scenario(lantern: Ruleset) -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in documents())
    assert [name for name in lantern.abilities if not re.search(rf"\b{name}\b", written)] == []


@pytest.mark.parametrize("deck", DECKS, ids=" ".join)
def test_bots_play_it_to_the_end_in_place_and_from_outside(lantern: Ruleset, deck: tuple[str, ...]) -> None:
    experiment = Experiment("lantern", len(deck), {}, {"deck": deck}, "random", "lantern")
    for index in range(15):
        inside = experiment.new_game(lantern, index)
        outside = experiment.new_game(lantern, index, in_place=False)
        seed = experiment.seed_of(index)
        play_out(outside, seat_everywhere(make_policy("random", lantern), outside.state.circle, seed))
        assert inside.over is not None
        assert outside.over is not None
        for game in (inside, outside):
            words_are_complete(game)


def words_are_complete(game: Game) -> None:
    names = {seat: record.name for seat, record in game.seen.seats.items()}
    for lang in LANGUAGES:
        book = texts("lantern", lang)
        assert not [line for line in game.explain(lang) if UNWORDED.search(line)]
        for notice in game.notices:
            key = f"notice.{notice.key}"
            assert notice.key == "phase" or (
                book.has(key) and not UNWORDED.search(book.render(key, notice.params, names))
            ), key


def test_its_texts_are_complete_in_both_languages(lantern: Ruleset) -> None:
    code = used_in(LANTERN / "lantern")
    zh, en = (ruleset_catalogue("lantern", lang) for lang in LANGUAGES)
    assert zh.keys() == en.keys()
    wanted = [f"role.{name}{more}" for name in lantern.roles for more in ("", ".brief")]
    wanted += [f"notice.{key}" for key in code.notices]
    wanted += [f"decision.{key}" for key in code.decisions]
    wanted += [f"decision.{name}" for name, ability in lantern.abilities.items() if ability.pick]
    wanted += [f"skill.{name}" for name in lantern.abilities]
    wanted += [f"mark.{name}" for name in code.marks] + [f"harm.{name}" for name in code.harms]
    wanted += [f"camp.{name}" for name in lantern.camps] + [f"phase.{name}" for name in lantern.phases]
    wanted += [f"fact.{name}" for name in code.facts - BACKGROUND] + [f"error.{name}" for name in code.errors]
    wanted += [f"option.{name}" for name in lantern.options]
    assert [key for key in wanted if key not in en] == []


def test_the_page_gets_its_words(lantern: Ruleset) -> None:
    found = catalogues(registry.load(), "zh")["rulesets"]
    assert found["lantern"]["role.watcher"] == "望者"
    assert found["table"]["role.seer"]


def test_its_bodies_keep_the_rules_of_bodies(lantern: Ruleset) -> None:
    assert lint_tree(sorted((LANTERN / "lantern").glob("*.py")), ROOT) == []


@pytest.mark.parametrize(
    "command",
    [
        "rules lantern --lang zh",
        "simulate --ruleset lantern --players 7 --games 20 --workers 1",
        "simulate --ruleset lantern --roles 影子,望者,keeper:3 --option parity=false --games 5 --workers 1",
    ],
)
def test_the_command_line_knows_it(lantern: Ruleset, command: str) -> None:
    result = CliRunner().invoke(main, command.split(), catch_exceptions=False)
    assert result.exit_code == 0, result.output
