"""``undo``: answers given by entries are taken back, and what earlier expectations have looked at goes back too."""

from __future__ import annotations

from tests.scenarios_runner.helpers import MARKET, TABLE, fails, passes, play


def test_the_last_answer_is_taken_back_with_what_was_passed_on_the_way() -> None:
    passes(
        play(
            TABLE,
            "Eve: {protect: Dan}",
            "Ann: {vote: Bob}",
            "expect: {phase: vote}",
            "undo: 1",
            "expect: {phase: night, pending: [Ann], status: {Dan: [protected]}}",
            "undo: 1",
            "expect: {pending: [Eve], no_status: {Dan: [protected]}}",
        )
    )


def test_a_map_of_votes_is_as_many_answers_as_it_has_names() -> None:
    votes = "storyteller: {votes: {Ann: Bob, Bob: Ann, Cat: Ann}}"
    passes(play(TABLE, votes, "undo: 1", "expect: {pending: [Cat, Dan, Eve]}"))
    passes(play(TABLE, votes, "undo: 3", "expect: {phase: night}"))
    fails(play(TABLE, votes, "undo: 4"), "4 answers are to be taken back, but only 3 were given", line=7)


def test_several_skills_of_one_entry_are_several_answers() -> None:
    passes(play(TABLE, "Eve: {protect: Dan, vote: Bob}", "undo: 1", "expect: {phase: night, pending: [Ann]}"))


def test_hands_a_list_and_an_override_are_one_answer_each() -> None:
    passes(
        play(
            MARKET,
            "until: council",
            "Ann: {nominate: Dan}",
            "storyteller: {hands: [Ann, Bob, Eve]}",
            "expect: {died: [Dan]}",
            "undo: 1",
            "expect: {alive: [Dan], pending: [Ann, Bob, Cat, Dan, Eve]}",
            "undo: 1",
            "expect: {pending: []}",
        )
    )
    passes(play(MARKET, "Dan: {burn: Ann, bind: [Bob, Cat]}", "undo: 1", "expect: {pending: [Ann], phase: night}"))
    passes(play(TABLE, "storyteller: {kill: Dan}", "undo: 1", "expect: {alive: [Dan], pending: [Eve]}"))
    both = "storyteller: {set: {Ann: {role: Witch}, Cat: {role: Seer}}}"
    passes(play(TABLE, both, "undo: 1", "expect: {role: {Ann: Seer, Cat: Witch}}"))


def test_the_cursors_go_back() -> None:
    night = ("Ann: {check: Bob}", "wolves: {kill: Dan}", "until: day")
    seen = "expect: {died: [Dan], announced: [dead], told: {Ann: {check: Werewolf}}}"
    passes(play(TABLE, *night, seen, "undo: 1", "expect: {died: []}", *night[1:], seen))
    passes(play(TABLE, *night, seen, "undo: 2", "expect: {not_told: {Ann: [check]}, not_announced: [dead]}"))


def test_the_chance_goes_back_and_what_was_fixed_since_stays_fixed() -> None:
    head = TABLE.replace("{Dan: Villager}", "{Dan: Wolf}")
    split = ("Bob: {kill: Ann}", "Dan: {kill: Cat}", "until: day")
    passes(
        play(head, "chance: {kill: [Cat]}", *split, "expect: {died: [Cat]}", "undo: 2", *split, "expect: {died: [Cat]}")
    )
    passes(play(head, "Eve: {protect: Eve}", "chance: {kill: [Ann]}", "undo: 1", *split, "expect: {died: [Ann]}"))


def test_a_standing_instruction_that_was_used_is_unused_again() -> None:
    pick = "storyteller: {pick: {fate: Dan}}"
    used = ("Eve: {fate: Ann}", "expect: {status: {Dan: [hushed]}}")
    passes(play(MARKET, pick, *used, "undo: 1", *used))
    passes(play(MARKET, "Ann: {scout: Bob}", pick, "undo: 1", *used))


def test_the_clock_goes_back() -> None:
    passes(play(MARKET, "Cat: {lamp: Ann}", 'clock: "+4h"', "undo: 1", 'clock: "08:00"', "expect: {phase: market}"))


def test_what_was_said_stays_said() -> None:
    passes(play(TABLE, "Ann: {check: Bob}", "until: day", "say: {Ann: hello}", "undo: 1", "expect: {phase: night}"))
