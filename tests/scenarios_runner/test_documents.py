"""A document that is wrong in itself is one failed document, with a message that names the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightmoot.scenarios import check_file, check_paths, check_text
from tests.scenarios_runner.helpers import REGISTRY, TABLE, fails, passes, play, report


def test_a_document_without_play_only_sets_the_game_up() -> None:
    passes(TABLE)


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("title: a\nruleset: table\nseats: [{A: Seer}]\nplay: [\n", "malformed YAML", 5),
        ("title: a\n\truleset: table\n", "malformed YAML", 2),
        ("title: a\nseats: [{A: Seer}]\n", "ruleset is missing", 1),
        ("ruleset: table\nseats: [{A: Seer}]\n", "title is missing", 1),
        ("title: a\nruleset: table\n", "seats is missing", 1),
        ("title: a\nruleset: chess\nseats: [{A: Seer}]\n", "unknown ruleset chess", 2),
        ("title: a\nruleset: table\nseats: []\n", "no seats", 3),
        ("title: a\nruleset: table\nseats: {A: Seer}\n", "seats is a list", 3),
        ("title: a\nruleset: table\nseats:\n  - A: Seer\n    B: Seer\n", "exactly one key", 4),
        ("title: a\nruleset: table\nseats:\n  - A: Seer\n  - A: Witch\n", "name is taken", 5),
        ("title: a\nruleset: table\nseats:\n  - storyteller: Seer\n", "name is taken", 4),
        ("title: a\nruleset: table\nseats:\n  - A: Seer\n  - B: Wizard\n", "no role called Wizard", 5),
        ("title: a\nruleset: table\nseats:\n  - A: {camp: wolves}\n", "A has no role", 4),
        ("title: a\nruleset: table\nmood: good\nseats: [{A: Seer}]\n", "unknown key mood", 3),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\noptions:\n  luck: 1\n", "unknown option luck", 5),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\noptions:\n  abstain: maybe\n", "cannot be maybe", 5),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\noptions:\n  setup: {cards: [Seer]}\n", "nothing is set up", 5),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\nstoryteller: {luck: 1}\n", "unknown instruction luck", 4),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\nplay:\n  - until: day\n    undo: 1\n", "exactly one key", 5),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\nplay:\n  - expect: {hungry: [A]}\n", "expectation hungry", 5),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\nplay:\n  - undo: none\n", "undo is a whole number", 5),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\nplay:\n  - undo: 0\n", "one answer or more", 5),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\nplay:\n  - A: {}\n", "nothing under A", 5),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\nplay:\n  - until: [day]\n", "until is a word", 5),
        ("title: a\ntitle: b\nruleset: table\nseats: [{A: Seer}]\n", "title stands here twice", 2),
        ("title: !x a\nruleset: table\nseats: [{A: Seer}]\n", "has no meaning", 1),
        ("title: a\nruleset: table\nseats: [{A: Seer}]\n? [a]\n: b\n", "a key is a word", 4),
        ("- a\n- b\n", "a document is a map", 1),
        ("just words\n", "a document is a map", 1),
        ("title: a\nruleset: table\nseats: &s\n  - A: *s\n", "", 0),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, said: str, line: int) -> None:
    fails(text, said, line=line or None)


def test_names_in_play_are_checked_when_they_come_up() -> None:
    fails(play(TABLE, "Fay: {check: Bob}"), "nobody is called Fay", line=6)
    fails(play(TABLE, "Ann: {juggle: Bob}"), "no skill called juggle", line=6)
    fails(play(TABLE, "Ann: {check: Fay}"), "nobody and nothing is called Fay", line=6)
    fails(play(TABLE, "until: supper"), "no phase called supper", line=6)
    fails(play(TABLE, "refused: {Ann: {check: Fay}}"), "nobody and nothing is called Fay", line=6)
    fails(play(TABLE, "expect: {announced: [trumpets]}"), "nothing is announced under trumpets", line=6)
    fails(play(TABLE, "expect: {not_told: {Ann: [gossip]}}"), "no skill and no notice called gossip", line=6)
    fails(play(TABLE, "expect: {status: {Ann: [merry]}}"), "no mark called merry", line=6)
    fails(play(TABLE, "expect: {winner: us}"), "no side called us", line=6)
    fails(play(TABLE, "expect: {group: {us: [Ann]}}"), "no group called us", line=6)


def test_names_may_look_like_other_things() -> None:
    passes(
        """
        title: names
        ruleset: table
        options: {sheriff_enabled: false}
        seats: [{2: Seer}, {1: Werewolf}, {No: Villager}, {"3": Villager}]
        play:
          - 2: {check: 1}
          - expect: {told: {2: {check: Werewolf}}}
          - 1: {kill: No}
          - until: day
          - expect: {died: [No], announced: [{dead: [No]}, {role: {No: Villager}}], not_announced: [{dead: ["3"]}]}
        """
    )


def test_roles_skills_and_phases_have_chinese_and_english_names() -> None:
    passes(
        """
        title: 名字
        ruleset: table
        options: {sheriff_enabled: false}
        seats: [{甲: 先知}, {乙: Wolf}, {丙: 村民}, {丁: villager}]
        play:
          - 甲: {check: 乙}
          - wolves: {杀人: 丙}
          - until: 黎明
          - expect: {phase: dawn, role: {甲: 预言家, 丙: Villager}, camp: {乙: 狼人, 甲: village}}
        """
    )


def test_anchors_and_merges_work() -> None:
    passes(
        """
        title: &t once more
        ruleset: table
        options: {sheriff_enabled: false}
        seats: [{Ann: Seer}, {Bob: Werewolf}, {Cat: Villager}]
        play:
          - expect: &first {alive: [Ann], phase: night}
          - expect: {<<: *first, night: 1}
        """
    )


def test_a_file_holds_several_documents_and_reports_each() -> None:
    text = f"# first\n{TABLE}---\n{TABLE}play:\n  - expect: {{day: 7}}\n---\n---\ntitle: third\n"
    found = list(check_text("f.yaml", text, REGISTRY))
    assert [item.ok for item in found] == [True, False, False]
    assert found[1].at == "line 14: expect: {day: 7}"
    assert found[2].title == "third"


def test_a_malformed_file_is_one_failed_document() -> None:
    [found] = check_text("f.yaml", f"{TABLE}---\ntitle: [\n", REGISTRY)
    assert not found.ok
    assert found.at == "line 8"


def test_an_empty_file_fails() -> None:
    [found] = check_text("f.yaml", "# nothing\n", REGISTRY)
    assert not found.ok


def test_files_that_cannot_be_read_fail(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes("title: caf\xe9\n".encode("latin-1"))
    [latin] = check_file(tmp_path / "latin.yaml", REGISTRY)
    assert (latin.at, latin.message) == ("line 1", "not UTF-8")
    [missing] = check_file(tmp_path / "missing.yaml", REGISTRY)
    assert "cannot be read" in (missing.message or "")


def test_a_folder_is_searched_in_the_order_of_names(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/two.yml", "a.yaml", "notes.txt"):
        (tmp_path / name).write_text(TABLE, encoding="utf-8")
    found = [Path(item.file).name for item in check_paths([tmp_path], REGISTRY)]
    assert found == ["a.yaml", "two.yml"]
    (tmp_path / "empty").mkdir()
    [none] = check_paths([tmp_path / "empty"], REGISTRY)
    assert not none.ok


def test_what_repeats_itself_without_end_is_refused() -> None:
    nested = "x: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
    for last, name in zip("abcdefg", "bcdefgh", strict=True):
        nested += f"{name}: &{name} [{', '.join(['*' + last] * 10)}]\n"
    fails(nested, "too large")
    fails("a: " + "[" * 5000, "")
    fails("a: " + "[" * 100 + "]" * 100, "nested too deeply")


def test_a_fault_of_the_engine_fails_its_document_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setitem(REGISTRY["table"].steps, "morning", broken)
    found = report(play(TABLE, "Bob: {kill: Ann}", "until: day"))
    assert not found.ok
    assert found.at == "line 7: until: day"
    assert found.message == "the game broke down: ZeroDivisionError: oh"
