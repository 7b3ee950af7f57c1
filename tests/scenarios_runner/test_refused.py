"""``refused``: what must be refused and change nothing."""

from __future__ import annotations

import pytest

from tests.scenarios_runner.helpers import MARKET, TABLE, fails, passes, play


def test_an_illegal_target_is_refused() -> None:
    passes(play(TABLE, "refused: {Eve: {protect: [Ann, Bob]}}", "refused: {Ann: {check: Ann}}", "Eve: {protect: Ann}"))


def test_what_is_used_up_or_not_open_is_refused() -> None:
    passes(
        play(
            TABLE,
            "refused: {Dan: {check: Bob}}",
            "refused: {Ann: {vote: Bob}}",
            "wolves: {kill: Dan}",
            "Cat: {save: true}",
            "until: night",
            "refused: {Cat: {poison: Bob}}",
        )
    )


def test_what_is_taken_instead_fails() -> None:
    fails(
        play(TABLE, "refused: {Eve: {protect: Ann}}"),
        "expected Eve: {protect: Ann} to be refused; it was taken",
        line=6,
    )


def test_at_night_it_is_tried_where_it_would_open_before_the_phase_ends() -> None:
    passes(play(TABLE, "refused: {Cat: {poison: Cat}}", "expect: {pending: [Eve]}"))
    fails(play(TABLE, "refused: {Cat: {poison: Dan}}"), "it was taken", line=6)
    passes(play(TABLE, "wolves: {kill: Dan}", "refused: {Eve: {protect: Dan}}"))


def test_by_day_it_is_offered_at_once() -> None:
    passes(play(TABLE, "until: day", "refused: {Ann: {vote: Bob}}", "expect: {phase: day}"))
    passes(
        play(
            MARKET,
            "until: council",
            "Ann: {nominate: Bob}",
            "refused: {Bob: {barter: Dan}}",
            "expect: {pending: [Ann, Bob, Cat, Dan, Eve]}",
        )
    )


def test_in_a_window_of_orders_it_is_tried_at_once_where_it_is_open() -> None:
    passes(play(MARKET, "until: market", "refused: {Cat: {lamp: GM}}", "refused: {Ann: {lamp: Bob}}"))
    fails(play(MARKET, "until: market", "refused: {Cat: {lamp: Cat}}"), "it was taken", line=6)


def test_an_answer_given_for_good_is_not_given_again() -> None:
    passes(play(TABLE, "Ann: {vote: Bob}", "refused: {Ann: {vote: Cat}}", "expect: {pending: [Bob, Cat, Dan, Eve]}"))


def test_the_dead_are_refused() -> None:
    passes(
        play(TABLE, "wolves: {kill: Dan}", "until: vote", "refused: {Dan: {vote: Ann}}", "refused: {Ann: {vote: Dan}}")
    )


def test_several_must_all_be_refused() -> None:
    passes(play(TABLE, "refused: {Ann: {check: Ann, protect: Bob}, Dan: {vote: Ann}}"))
    fails(play(TABLE, "refused: {Ann: {check: Ann}, Eve: {protect: Bob}}"), "expected Eve: {protect: Bob}", line=6)


def test_speech_may_be_refused() -> None:
    passes(play(TABLE, "refused: {Ann: {say: hello}}", "until: day", "say: {Ann: hello}"))
    fails(play(TABLE, "until: day", "refused: {Ann: {say: hello}}"), "it was taken", line=7)


def test_a_group_may_be_refused() -> None:
    passes(play(TABLE, "refused: {wolves: {kill: Bob}}", "refused: {wolves: {kill: null}}"))
    fails(play(TABLE, "refused: {wolves: {kill: Ann}}"), "it was taken", line=6)


def test_the_moderator_may_be_refused() -> None:
    passes(
        play(
            TABLE,
            "refused: {storyteller: {revive: Ann}}",
            "refused: {storyteller: {set: {Ann: {luck: 7}}}}",
            "refused: {storyteller: {execute: Ann}}",
            "refused: {storyteller: {substitute: {Ann: Bob}}}",
            "expect: {alive: [Ann], night: 1}",
        )
    )
    fails(play(TABLE, "refused: {storyteller: {kill: Ann}}"), "it was taken", line=6)


def test_of_several_votes_one_that_is_refused_refuses_them() -> None:
    vote = ("wolves: {kill: Dan}", "until: vote")
    passes(play(TABLE, *vote, "refused: {storyteller: {votes: {Ann: Bob, Bob: Bob}}}", "expect: {can: {Ann: [vote]}}"))
    fails(play(TABLE, *vote, "refused: {storyteller: {votes: {Ann: Bob}}}"), "it was taken", line=8)


def test_hands_that_may_not_go_up_are_refused() -> None:
    nominated = ("until: council", "Ann: {nominate: Dan}")
    passes(play(MARKET, *nominated, "refused: {storyteller: {hands: [Ann, Cat]}}", "storyteller: {hands: [Cat, Bob]}"))
    passes(
        play(MARKET, "until: council", "refused: {storyteller: {hands: [Ann]}}", "refused: {storyteller: {hands: []}}")
    )
    fails(play(MARKET, *nominated, "refused: {storyteller: {hands: [Cat, Bob]}}"), "it was taken", line=7)
    fails(play(MARKET, *nominated, "storyteller: {hands: [Cat]}"), "it was refused: not-allowed-now", line=7)
    fails(play(MARKET, "until: council", "storyteller: {hands: [Cat]}"), "it was refused: not-open", line=6)


def test_a_refusal_that_changes_something_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from nightmoot.core import AnyInput, Refused
    from nightmoot.scenarios.course import Course

    def careless(course: Course, given: AnyInput) -> None:
        course.game.notices.clear()
        raise Refused("no", "act")

    monkeypatch.setattr(Course, "submit", careless)
    fails(play(TABLE, "refused: {storyteller: {execute: Ann}}"), "to change nothing; it was refused but did", line=6)


def test_what_chance_cannot_bring_is_a_fault_and_no_refusal() -> None:
    head = TABLE.replace("{Dan: Villager}", "{Dan: Wolf}")
    fixed = ("chance: {kill: [Ann]}", "Bob: {kill: Cat}")
    fails(play(head, *fixed, "Dan: {kill: Eve}"), "fixed by chance is not possible here", line=8)
    fails(play(head, *fixed, "refused: {Dan: {kill: Eve}}"), "fixed by chance is not possible here", line=8)
