"""The moderator: standing instructions, rulings, decisions of his own, overrides, hands, chance."""

from __future__ import annotations

from tests.scenarios_runner.helpers import MARKET, TABLE, fails, passes, play

SCOUT = "Ann: {scout: Dan}"


# ---------------------------------------------------------------------- standing instructions


def test_what_is_not_fixed_the_program_rules() -> None:
    passes(play(MARKET, "Eve: {fate: Cat}", "expect: {status: {Cat: [hushed]}}"))
    passes(play(MARKET, SCOUT, "expect: {told: {Ann: {scout: Red}}}"))


def test_a_pick_is_used_once_and_then_gone() -> None:
    passes(
        play(
            MARKET,
            "storyteller: {pick: {fate: Dan}}",
            "Eve: {fate: Cat}",
            "expect: {status: {Dan: [hushed]}, no_status: {Cat: [hushed]}}",
            "until: night",
            "Eve: {fate: Cat}",
            "expect: {status: {Cat: [hushed]}, no_status: {Dan: [hushed]}}",
        )
    )


def test_a_pick_may_be_nobody() -> None:
    passes(
        play(MARKET, "storyteller: {pick: {fate: null}}", "Eve: {fate: Cat}", "expect: {no_status: {Cat: [hushed]}}")
    )


def test_instructions_may_stand_at_the_head_and_are_merged() -> None:
    head = MARKET + "storyteller: {pick: {fate: Dan}, tell: {Ann: blue}}\n"
    passes(
        play(
            head,
            "storyteller: {pick: {fate: Bob}}",
            SCOUT,
            "Eve: {fate: Cat}",
            "expect: {told: {Ann: {scout: blue}}, status: {Bob: [hushed]}, no_status: {Dan: [hushed]}}",
        )
    )


def test_an_instruction_that_never_comes_to_be_used_is_no_error() -> None:
    passes(
        play(MARKET, "storyteller: {pick: {fate: Dan, thunder: Ann}, tell: {Bob: 7}, bluffs: [Page]}", "until: fair")
    )


def test_tell_says_what_an_ability_shows_next() -> None:
    passes(
        play(
            MARKET,
            "storyteller: {tell: {Ann: blue}}",
            SCOUT,
            "expect: {told: {Ann: {scout: blue}}}",
            "until: night",
            SCOUT,
            "expect: {told: {Ann: {scout: red}}}",
        )
    )


def test_what_may_not_be_told_is_a_fault_where_it_is_shown() -> None:
    head = MARKET + "storyteller: {tell: {Eve: 3}}\n"
    fails(play(head, "Eve: {count: true}"), "tell for Eve (line 4): 3 is not allowed here", "allowed are [1]", line=6)
    fails(play(head, "until: market"), "tell for Eve (line 4): 3 is not allowed here", "allowed are [1, 0]", line=6)
    told = ("storyteller: {tell: {Ann: green}}", SCOUT)
    fails(play(MARKET, *told), "tell for Ann (line 5): green is not allowed here", "allowed are [Red, Blue]", line=6)
    passes(play(MARKET, "storyteller: {tell: {Eve: 1}}", "Eve: {count: true}", "expect: {told: {Eve: {count: 1}}}"))


def test_a_pick_that_is_not_allowed_is_a_fault() -> None:
    fails(
        play(MARKET, "storyteller: {pick: {fate: Scout}}", "Eve: {fate: Cat}"), "pick for Fate (line 5): Scout", line=6
    )


def test_what_may_not_be_told_may_be_refused_as_far_as_it_is_shown_before_the_phase_ends() -> None:
    passes(
        play(MARKET, "refused: {storyteller: {tell: {Eve: 2}}}", "until: market", "expect: {told: {Eve: {omen: 1}}}")
    )
    passes(play(MARKET, "storyteller: {tell: {Eve: 0}}", "until: market", "expect: {told: {Eve: {omen: 0}}}"))
    fails(play(MARKET, "refused: {storyteller: {tell: {Eve: 0}}}"), "to be refused; it was taken", line=5)
    fails(play(MARKET, "until: market", "refused: {storyteller: {tell: {Eve: 2}}}"), "it was taken", line=6)
    fails(play(MARKET, "refused: {storyteller: {tell: {Ann: green}}}"), "it was taken", line=5)


def test_register_holds_from_now_on_until_it_is_ended() -> None:
    head = MARKET + "storyteller: {register: {Dan: {as: Blue}}}\n"
    blue, red = "expect: {told: {Ann: {scout: blue}}}", "expect: {told: {Ann: {scout: red}}}"
    passes(play(head, SCOUT, blue, "until: night", SCOUT, blue))
    passes(play(head, SCOUT, blue, "storyteller: {register: {Dan: {as: null}}}", "until: night", SCOUT, red))
    passes(
        play(
            head,
            "Bob: {forge: {player: Ann, role: Page}}",
            "storyteller: {register: {Dan: {as: red}}}",
            "undo: 1",
            SCOUT,
            red,
        )
    )


def test_tokens_and_bluffs() -> None:
    head = MARKET.replace("{Eve: Oracle}", "{Eve: Thief}, {Fay: Crier}")
    given = "storyteller: {token: {Fay: Scout}, bluffs: [Oracle, Page]}\n"
    told = "expect: {told: {Eve: {steal: [oracle, page]}, Fay: {you_are: {role: Scout}}}}"
    three = head.replace("{Cat: Page}", "{Cat: Scout}")
    passes(play(three + given, "until: market", told))
    passes(play(three, "until: market", "expect: {told: {Fay: {you_are: {role: Page}}}}"))
    fails(play(head + given, "until: market"), "bluffs (line 4): [Oracle, Page] is not allowed here", line=6)


def test_a_register_instruction_has_its_form() -> None:
    fails(play(MARKET, "storyteller: {register: {Dan: blue}}"), "how somebody registers is a map", line=5)
    fails(play(MARKET, "storyteller: {register: {Dan: {is: blue}}}"), "{as: …}", line=5)
    passes(play(MARKET, "refused: {storyteller: {register: {Ann: {as: red}}}}"))
    straight = "{register: {Ann: {as: red}}}"
    fails(play(MARKET, f"storyteller: {straight}"), "it was refused: registers-straight", line=5)
    fails(MARKET + f"storyteller: {straight}\n", "it was refused: registers-straight", line=4)
    passes(play(TABLE, "storyteller: {register: {Ann: {as: wolves}}}"))


# ---------------------------------------------------------------------- his own decisions


def test_a_decision_of_the_moderator_waits_for_an_entry_and_is_passed_else() -> None:
    passes(
        play(
            MARKET,
            "storyteller: {gift: {player: Ann, skill: Dice}}",
            "expect: {phase: fair, can: {Ann: [dice], Bob: [barter]}, uses: {Ann: {dice: 1}}}",
            "Ann: {dice: 3}",
            "expect: {cannot: {Ann: [dice]}}",
        )
    )
    passes(play(MARKET, "Bob: {barter: Ann}", "expect: {cannot: {Ann: [dice]}}"))
    passes(play(MARKET, "until: fair", "refused: {storyteller: {gift: {player: Ann, skill: lamp}}}"))


# ---------------------------------------------------------------------- hands


def test_exactly_these_hands_go_up_in_whatever_order_they_are_written() -> None:
    nominated = ("until: council", "Ann: {nominate: Dan}")
    passes(
        play(
            MARKET,
            *nominated,
            "storyteller: {hands: [Cat, Bob]}",
            "expect: {tally: {Dan: 2}, announced: [{counted: 2}], died: [], phase: council}",
            "Bob: {nominate: Ann}",
            "storyteller: {hands: []}",
            "expect: {tally: {Ann: 0}, announced: [{counted: 0}]}",
        )
    )


# ---------------------------------------------------------------------- overrides


def test_overrides_act_at_once_also_between_two_answers_of_a_night() -> None:
    passes(
        play(
            TABLE,
            "Eve: {protect: Dan}",
            "storyteller: {kill: Dan}",
            "expect: {phase: night, died: [Dan], pending: [Ann]}",
            "storyteller: {revive: Dan}",
            "expect: {alive: [Dan]}",
            "wolves: {kill: Dan}",
        )
    )


def test_the_days_execution() -> None:
    passes(
        play(
            TABLE,
            "until: day",
            "storyteller: {execute: Dan}",
            "until: night",
            "expect: {died: [Dan], announced: [{voted_out: Dan}]}",
        )
    )


def test_set_corrects_a_seat() -> None:
    passes(
        play(
            TABLE,
            "storyteller: {set: {Dan: {role: 女巫}, Ann: {alignment: wolves, alive: false}}}",
            "expect: {role: {Dan: Witch}, camp: {Ann: wolves, Dan: village}, dead: [Ann]}",
        )
    )


def test_show_substitute_and_join() -> None:
    passes(
        play(
            MARKET,
            "storyteller: {show: {Ann: look here}}",
            "expect: {told: {Ann: {from_moderator: look here}}}",
            "storyteller: {substitute: {Ann: Zoe}}",
            "Zoe: {scout: Eve}",
            "expect: {told: {Zoe: {scout: blue}}, alive: [Zoe]}",
            "storyteller: {join: {name: Yan, role: Thief, alignment: red, after: Eve}}",
            "Yan: {steal: [Zoe, Eve]}",
            "expect: {died_in_order: [Zoe, Eve], camp: {Yan: red}}",
        )
    )


def test_overrides_that_are_refused_fail() -> None:
    fails(play(TABLE, "storyteller: {revive: Ann}"), "expected revive: Ann to be taken; it was refused: is-in", line=6)
    fails(play(MARKET, "storyteller: {execute: Ann}"), "unknown-act", line=5)
    fails(play(TABLE, "storyteller: {thunder: Ann}"), "no skill called thunder", line=6)


# ---------------------------------------------------------------------- setting up


def test_choices_of_setting_up() -> None:
    passes(
        """
        title: set-up
        ruleset: toy
        options: {setup: {Weather: Page}}
        seats: [{Ann: {role: Scout, Ward: Bob}}, {Bob: Veiled}]
        play:
          - expect: {status: {Bob: [lit]}}
        """
    )
    passes(
        """
        title: face-down cards
        ruleset: table
        options: {sheriff_enabled: false, setup: {底牌: [Seer, 狼人]}}
        seats: [{Ann: Thief}, {Bob: Werewolf}, {Cat: Villager}]
        play:
          - expect: {choices: {Ann: {swap: [werewolf, 预言家]}}}
        """
    )


# ---------------------------------------------------------------------- chance


def test_the_next_draws_come_out_in_order() -> None:
    head = MARKET.replace("{Eve: Oracle}", "{Eve: Crier}")
    throw = "Eve: {dice: 1}"
    passes(
        play(
            head,
            "chance: {dice: [6, 2], lucky: Bob}",
            throw,
            "expect: {told: {Eve: {dice: [6, Bob]}}}",
            throw,
            "chance: {lucky: [Cat]}",
            "undo: 1",
            throw,
            "expect: {told: {Eve: {dice: [2, Cat]}}}",
        )
    )


def test_a_later_chance_replaces_the_queue_and_an_unused_draw_is_no_error() -> None:
    head = MARKET.replace("{Eve: Oracle}", "{Eve: Crier}")
    passes(
        play(
            head,
            "chance: {dice: [6, 6]}",
            "chance: {dice: [1]}",
            "Eve: {dice: 1}",
            "chance: {thunder: [true]}",
            "until: night",
        )
    )
    fails(play(head, "chance: {dice: [7]}", "Eve: {dice: 1}"), "what was fixed by chance is not possible here", line=6)
    pack = TABLE.replace("{Dan: Villager}", "{Dan: Wolf}")
    split = ("chance: {kill: [Eve]}", "Bob: {kill: Ann}", "Dan: {kill: Cat}")
    fails(play(pack, *split), "what was fixed by chance is not possible here", line=8)
    head = TABLE.replace("false", "true")
    fails(play(head, "chance: {elect: [Werewolf]}", "until: day"), "what was fixed by chance is not possible", line=7)
