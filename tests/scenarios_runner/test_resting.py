"""Where a game rests, how far an entry runs it on, what is passed on the way, and why a decision does not open."""

from __future__ import annotations

from tests.scenarios_runner.helpers import MARKET, TABLE, fails, passes, play


def test_a_game_starts_inside_its_first_phase_with_its_first_decisions_open() -> None:
    passes(play(TABLE, "expect: {phase: night, night: 1, day: 0, pending: [Eve]}"))


def test_after_an_answer_it_rests_at_the_next_open_decision_of_the_phase() -> None:
    passes(
        play(TABLE, "Eve: {protect: Dan}", "expect: {pending: [Ann]}", "Ann: {check: Bob}", "expect: {pending: [Bob]}")
    )


def test_after_the_last_answer_of_a_phase_it_rests_at_the_end_of_the_phase() -> None:
    passes(
        play(
            TABLE,
            "wolves: {kill: Dan}",
            "Cat: {poison: Eve}",
            "expect: {phase: night, pending: [], died: [], alive: [Dan, Eve]}",
            "until: dawn",
            "expect: {phase: dawn, died: [Dan, Eve]}",
        )
    )


def test_an_answer_never_carries_the_game_over_the_start_of_another_phase() -> None:
    passes(
        play(
            TABLE,
            "storyteller: {votes: {Ann: Dan, Bob: Dan, Cat: Dan, Dan: Bob, Eve: null}}",
            "expect: {phase: vote, pending: [], not_announced: [voted_out]}",
            "until: dusk",
            "expect: {announced: [{voted_out: Dan}], alive: [Dan]}",
        )
    )


def test_a_window_in_which_nothing_is_open_keeps_no_decision_behind_it_waiting() -> None:
    head = TABLE.replace("{Dan: Villager}", "{Dan: Hunter}")
    passes(
        play(
            head,
            "storyteller: {votes: {Ann: Dan, Bob: Dan}}",
            "until: dusk",
            "expect: {pending: [Cat], alive: [Dan]}",
            "Cat: {poison: Ann}",
            "expect: {phase: dusk, pending: [Dan], died: [Dan, Ann]}",
        )
    )
    passes(
        play(
            TABLE,
            "storyteller: {votes: {Ann: Dan, Bob: Dan}}",
            "until: dusk",
            "Cat: {poison: Ann}",
            "expect: {phase: dusk, pending: [], died: [], alive: [Dan, Ann]}",
        )
    )


def test_an_entry_runs_on_to_where_its_decision_is_open_and_passes_the_rest() -> None:
    passes(play(TABLE, "Dan: {vote: Bob}", "expect: {phase: vote, day: 1, died: [], pending: [Ann, Bob, Cat, Eve]}"))


def test_what_was_missed_opens_again_within_one_day_and_night() -> None:
    passes(play(TABLE, "wolves: {kill: Dan}", "Eve: {protect: Cat}", "expect: {night: 2, died: [Dan]}"))


def test_several_skills_of_one_entry_are_taken_in_order() -> None:
    passes(play(TABLE, "Eve: {protect: Dan, vote: Bob}", "expect: {phase: vote, day: 1}"))
    fails(play(TABLE, "Dan: {vote: Bob, check: Bob}"), "check is not open for Dan: has no such skill", line=6)


def test_a_decision_that_does_not_open_fails_and_says_why() -> None:
    fails(play(TABLE, "Dan: {查验: Bob}"), "查验 is not open for Dan: has no such skill", line=6)
    fails(play(TABLE, "wolves: {kill: Ann}", "until: day", "Ann: {check: Bob}"), "Ann: dead", line=8)
    fails(
        play(TABLE, "wolves: {kill: Dan}", "Cat: {save: true}", "until: day", "Cat: {poison: Dan}"),
        "poison is not open for Cat: used up",
        line=9,
    )
    fails(play(TABLE, "Dan: {elect: Bob}"), "not its phase, in a whole day and night", line=6)
    fails(
        play(TABLE, "storyteller: {votes: {Ann: Bob, Cat: Bob}}", "until: night", "Ann: {check: Cat}"),
        "the game is over",
        line=8,
    )
    fails(play(TABLE, "storyteller: {kill: Bob}", "Ann: {vote: Cat}"), "the game is over", line=7)
    fails(play(TABLE, "storyteller: {kill: Bob}", "undo: 1", "wolves: {seize: true}"), "seize is not open for wolves")


def test_a_silenced_player_is_said_to_be_so() -> None:
    fails(
        play(MARKET, "storyteller: {pick: {fate: Dan}}", "Eve: {fate: Ann}", "Dan: {lamp: Ann}"),
        "lamp is not open for Dan: silenced",
        line=7,
    )


def test_until_runs_to_the_start_of_the_next_phase_and_is_never_a_no_op() -> None:
    passes(play(TABLE, "until: night", "expect: {night: 2, day: 1}", "until: day", "until: day", "expect: {day: 3}"))


def test_until_stops_without_failing_where_the_game_ends_or_is_over() -> None:
    passes(
        play(
            TABLE,
            "storyteller: {votes: {Ann: Bob, Cat: Bob}}",
            "until: day",
            "expect: {winner: village}",
            "until: day",
            "expect: {winner: village}",
        )
    )


def test_until_a_phase_that_never_comes_fails() -> None:
    fails(play(TABLE, "until: election"), "no Election has begun", line=6)


def test_a_group_acts_under_its_name_as_one() -> None:
    head = TABLE.replace("{Dan: Villager}", "{Dan: Werewolf}")
    passes(play(head, "wolves: {kill: Ann}", "expect: {pending: [Cat]}"))
    passes(play(head, "Bob: {kill: Ann}", "expect: {pending: [Dan]}", "Dan: {kill: Ann}", "expect: {pending: [Cat]}"))
    passes(play(head, "Bob: {kill: Ann}", "wolves: {kill: Cat}", "until: day", "expect: {died: [Cat]}"))


def test_a_groups_entry_is_legal_if_one_living_member_may_choose_it() -> None:
    head = TABLE.replace("{Dan: Villager}", "{Dan: Werewolf}, {Fay: Cupid}")
    passes(play(head, "Fay: {link: [Bob, Ann]}", "wolves: {kill: Ann}", "until: day", "expect: {died: [Ann, Bob]}"))
    fails(play(TABLE, "wolves: {kill: Bob}"), "expected wolves", "it was refused: not-offered", line=6)


def test_a_choice_that_is_refused_fails_with_the_reason() -> None:
    fails(play(TABLE, "Ann: {check: Ann}"), "expected Ann: {check: Ann} to be taken", "not-offered", line=6)
    fails(play(TABLE, "Ann: {check: [Bob, Dan]}"), "wrong-count", line=6)


def test_a_bare_name_and_a_list_of_that_name_are_the_same_choice() -> None:
    passes(play(TABLE, "Ann: {check: [Bob]}", "expect: {told: {Ann: {check: Werewolf}}}"))
    passes(play(MARKET, "Cat: {lamp: [Ann]}"))


def test_in_an_ordered_window_an_answer_is_only_handed_in() -> None:
    passes(
        play(
            MARKET,
            "Cat: {lamp: Bob}",
            "Dan: {double: {burn: Ann, bind: [Cat, Eve]}}",
            "expect: {phase: market, pending: [Dan], no_status: {Ann: [lit]}}",
            "Cat: {lamp: Ann}",
            "expect: {no_status: {Ann: [lit]}}",
            "Ann: {lamp: true}",
            "expect: {phase: market, status: {Ann: [lit], Cat: [hushed]}}",
            "until: fair",
            "expect: {status: {Ann: [LIT], Cat: [hushed], Eve: [hushed]}, no_status: {Bob: [lit]}}",
        )
    )


def test_parts_of_one_decision_may_stand_side_by_side_in_an_entry() -> None:
    passes(
        play(MARKET, "Dan: {burn: Ann, bind: [Cat]}", "until: fair", "expect: {status: {Ann: [lit], Cat: [hushed]}}")
    )
    fails(play(MARKET, "Dan: {burn: Ann}"), "expected Dan: {burn: Ann} to be taken; it was refused", line=5)


def test_in_an_independent_window_an_answer_works_at_once() -> None:
    passes(
        play(
            MARKET,
            "Bob: {barter: GM}",
            "expect: {phase: fair, told: {Bob: {barter: storyteller}}, uses: {Bob: {barter: 1}}, pending: [Bob]}",
            "Bob: {barter: Ann}",
            "expect: {phase: fair, told: {Bob: {barter: Ann}}, uses: {Bob: {barter: 0}}, pending: []}",
        )
    )


def test_a_choice_may_be_a_text_a_number_or_a_map() -> None:
    head = MARKET.replace("{Eve: Oracle}", "{Eve: Crier}")
    passes(
        play(
            head,
            "Bob: {forge: {player: Dan, role: Veiled}}",
            "expect: {told: {Bob: {forge: true}}}",
            'Eve: {cry: "no, on: yes"}',
            'expect: {announced: [{cried: {by: Eve, words: "no, on: yes"}}]}',
            "Eve: {dice: 3}",
        )
    )


def test_one_of_several_skills_is_answered_under_its_own_name() -> None:
    head = MARKET.replace("{Eve: Oracle}", "{Eve: Crier}")
    passes(play(head, "Eve: {loud: hey}", "expect: {told: {Eve: {shout: {loud: {words: hey, times: null}}}}}"))
    passes(
        play(
            head,
            "Eve: {loud: {words: hey, times: 2}}",
            "expect: {told: {Eve: {shout: {loud: {words: hey, times: 2}}}}}",
        )
    )
    passes(play(head, "Eve: {low: Ann}", "expect: {told: {Eve: {shout: {low: Ann}}}}"))
    passes(play(head, "Eve: {shout: {Low: Ann}}", "expect: {told: {Eve: {shout: {low: Ann}}}}"))
    passes(play(head, "Eve: {low: null}", "expect: {phase: night, pending: [], not_told: {Eve: [shout]}}"))
    fails(play(head, "Eve: {loud: {words: hey, size: 2}}"), "it was refused: unknown-part", line=5)
    fails(play(head, "Eve: {loud: [hey]}"), "it was refused", line=5)
    fails(play(head, "Eve: {shout: hey}"), "it was refused: not-one-of", line=5)


def test_say_posts_in_the_open_discussion() -> None:
    passes(play(TABLE, "until: day", 'say: {Ann: "Bob it is", Bob: "no"}', "expect: {phase: day}"))
    fails(play(TABLE, 'say: {Ann: "Bob it is"}'), "may-not-speak", line=6)
    fails(play(TABLE, "until: day", 'say: {wolves: "us"}'), "a group has no voice", line=7)
