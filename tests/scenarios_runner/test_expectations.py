"""Every key of ``expect``: when it holds, and what the report says where it does not."""

from __future__ import annotations

import pytest

from nightmoot.scenarios.expecting import CHECKS
from tests.scenarios_runner.helpers import MARKET, TABLE, fails, passes, play

#: A night in which Ann checks Bob, Dan is bitten, and a vote in which Bob is tied with Eve.
NIGHT = ("Ann: {check: Bob}", "wolves: {kill: Dan}", "until: day")
LOVERS = TABLE.replace("{Eve: Guard}", "{Eve: Cupid}")
#: key, lines before, what holds, what does not, what the report then says
CASES = [
    ("alive", NIGHT, "[Ann, Bob]", "[Ann, Dan]", "expected Dan alive; was dead"),
    ("dead", NIGHT, "[Dan]", "[Dan, Eve]", "expected Eve dead; was alive"),
    ("appears", NIGHT, "{Dan: dead, Eve: alive}", "{Eve: dead}", "expected Eve to appear dead; was alive"),
    ("died", NIGHT, "[Dan]", "[Dan, Eve]", "expected died: [Dan, Eve]; was [Dan]"),
    ("died", NIGHT, "Dan", "[]", "expected died: []; was [Dan]"),
    ("died_in_order", NIGHT, "[Dan]", "[Eve]", "expected died_in_order: [Eve]; was [Dan]"),
    ("winner", NIGHT, "null", "wolves", "expected winner: wolves; was null"),
    ("winners", NIGHT, "[]", "[Bob]", "expected winners: [Bob]; was [] (not over)"),
    ("phase", NIGHT, "白天", "vote", "expected phase: vote; was Day (day 1, night 1)"),
    ("day", NIGHT, "1", "2", "expected day: 2; was 1"),
    ("night", NIGHT, "1", "2", "expected night: 2; was 1"),
    ("role", NIGHT, "{Ann: Seer, Dan: 村民}", "{Ann: Witch}", "expected role of Ann: Witch; was Seer"),
    ("camp", NIGHT, "{Ann: village, Bob: 狼人}", "{Ann: wolves}", "expected camp of Ann: wolves; was Village"),
    ("seems", NIGHT, "{Ann: {role: Seer}}", "{Ann: {camp: wolves}}", "expected Ann to seem camp: wolves"),
    (
        "status",
        ("Eve: {protect: Dan}",),
        "{Dan: [守护]}",
        "{Ann: protected}",
        "expected status protected on Ann; was []",
    ),
    (
        "no_status",
        ("Eve: {protect: Dan}",),
        "{Ann: [守护]}",
        "{Dan: [守护]}",
        "expected no status 守护 on Dan; was [protected]",
    ),
    (
        "told",
        NIGHT,
        "{Ann: {check: 狼人}}",
        "{Ann: {check: Seer}}",
        "expected check to have told Ann Seer; was Werewolf",
    ),
    (
        "told",
        NIGHT,
        "{Cat: {解药: Dan}}",
        "{Dan: {check: null}}",
        "expected check to have told Dan null; was nothing told",
    ),
    (
        "not_told",
        NIGHT,
        "{Bob: [check, poison]}",
        "{Ann: [check]}",
        "expected check to have told Ann nothing; was Werewolf",
    ),
    (
        "announced",
        NIGHT,
        "[dead, {role: {Dan: Villager}}]",
        "[{dead: [Eve]}]",
        "expected announced {dead: [Eve]}; was [[Dan]]",
    ),
    ("announced", NIGHT, "dead", "tie", "expected announced tie; was nothing under that key"),
    ("not_announced", NIGHT, "[tie, {dead: [Eve]}]", "[dead]", "expected not announced dead; was [[Dan]]"),
    ("can", (), "{Ann: [check], wolves: kill}", "{Dan: [vote]}", "expected Dan can vote; was closed"),
    ("cannot", (), "{Dan: [check, vote], Cat: [save]}", "{Cat: [poison]}", "expected Cat cannot poison; was open"),
    ("choices", (), "{wolves: {kill: [Eve, Dan, Cat, Ann]}}", "{wolves: {kill: [Ann]}}", "was [Ann, Cat, Dan, Eve]"),
    ("choices", (), "{Cat: {poison: [Ann, Bob, Dan, Eve]}}", "{Dan: {vote: [Ann]}}", "for vote: [Ann]; was not open"),
    ("uses", (), "{Cat: {save: 1, poison: 1}}", "{Cat: {save: 0}}", "expected uses of save of Cat: 0; was 1"),
    ("uses", (), "{Dan: {save: 0}}", "{Ann: {check: 1}}", "expected uses of check of Ann: 1; was no limit"),
    ("group", (), "{狼人: [Bob]}", "{wolves: [Ann, Bob]}", "expected group wolves: [Ann, Bob]; was [Bob]"),
    ("sheriff", (), "null", "Ann", "expected sheriff: Ann; was null"),
    ("knows", NIGHT, "{Ann: [Bob, Dan]}", "{Ann: [Eve]}", "expected Ann to know [Eve]; was [Bob, Dan]"),
    ("pending", (), "[Eve]", "[Ann, Eve]", "expected pending: [Ann, Eve]; was [Eve]"),
    ("tally", (), "{Bob: 0}", "{Bob: 2}", "expected tally of Bob: 2; was 0"),
]


@pytest.mark.parametrize(("key", "before", "holds", "fails_", "said"), CASES)
def test_it_holds_or_is_reported(key: str, before: tuple[str, ...], holds: str, fails_: str, said: str) -> None:
    passes(play(TABLE, *before, f"expect: {{{key}: {holds}}}"))
    fails(play(TABLE, *before, f"expect: {{{key}: {fails_}}}"), said, line=6 + len(before))


def test_every_key_has_a_case() -> None:
    assert set(CHECKS) == {case[0] for case in CASES}


def test_everything_that_does_not_hold_is_reported_at_the_line_of_the_first() -> None:
    text = TABLE + "play:\n  - expect:\n      day: 0\n      night: 7\n      pending: []\n"
    said = fails(text, line=8)
    assert said == "expected night: 7; was 1; and expected pending: []; was [Eve]"


def test_one_side_wins_or_nobody_does() -> None:
    won = play(TABLE, "storyteller: {votes: {Ann: Bob, Cat: Bob}}", "until: night")
    passes(won + "  - expect: {winner: village, winners: [Ann, Cat, Dan, Eve], phase: dusk}\n")
    passes(won + "  - expect: {winner: 村民, dead: [Bob]}\n")
    fails(won + "  - expect: {winner: null}\n", "expected winner: null; was Village")
    fails(won + "  - expect: {winner: nobody}\n", "expected winner: nobody; was Village")
    fails(won + "  - expect: {winners: [Ann]}\n", "was [Ann, Cat, Dan, Eve]")
    draw = "title: a\nruleset: table\noptions: {sheriff_enabled: false}\nseats: [{Ann: Hunter}, {Bob: Wolf}]\n"
    shot = play(draw, "wolves: {kill: Ann}", "until: dawn", "Ann: {shoot: Bob}", "until: day")
    passes(shot + "  - expect: {winner: nobody, winners: [], died_in_order: [Ann, Bob]}\n")
    fails(shot + "  - expect: {winner: null}\n", "was nobody")


def test_died_looks_since_the_last_expectation_with_died() -> None:
    passes(play(TABLE, *NIGHT, "expect: {dead: [Dan]}", "expect: {died: [Dan]}", "expect: {died: []}"))
    passes(play(TABLE, *NIGHT, "expect: {died_in_order: [Dan]}", "expect: {died: []}"))


def test_order_matters_only_to_died_in_order() -> None:
    heartbreak = ("Eve: {link: [Dan, Ann]}", "wolves: {kill: Dan}", "until: day")
    passes(play(LOVERS, *heartbreak, "expect: {died: [Ann, Dan]}"))
    passes(play(LOVERS, *heartbreak, "expect: {died_in_order: [Dan, Ann], knows: {Ann: [Dan], Dan: [Ann]}}"))
    fails(play(LOVERS, *heartbreak, "expect: {died_in_order: [Ann, Dan]}"), "was [Dan, Ann]")


def test_a_correction_by_hand_is_a_death_too() -> None:
    out = ("storyteller: {set: {Dan: {alive: false}}}", "expect: {died: [Dan], dead: [Dan]}")
    passes(play(TABLE, *out, "storyteller: {set: {Dan: {alive: true}}}", "expect: {died: [], alive: [Dan]}"))
    passes(play(TABLE, *out, "storyteller: {revive: Dan}", "storyteller: {kill: Dan}", "expect: {died: [Dan]}"))


def test_told_is_the_newest_thing_of_the_whole_game() -> None:
    twice = ("Ann: {check: Bob}", "expect: {told: {Ann: {check: Werewolf}}}", "until: night", "Ann: {check: Cat}")
    passes(play(TABLE, *twice, "expect: {told: {Ann: {check: Witch}}}"))


def test_several_results_of_one_skill_and_phase_stand_in_their_order() -> None:
    both = ("Bob: {barter: Ann}", "Bob: {barter: Cat}")
    passes(play(MARKET, *both, "expect: {told: {Bob: {barter: Cat}}}", "expect: {told: {Bob: {barter: [Ann, Cat]}}}"))
    fails(play(MARKET, *both, "expect: {told: {Bob: {barter: [Cat, Ann]}}}"), "was Cat", line=7)
    passes(play(MARKET, both[0], "until: fair", both[1], "expect: {told: {Bob: {barter: [Cat]}}}"))
    fails(play(MARKET, both[0], "until: fair", both[1], "expect: {told: {Bob: {barter: [Ann, Cat]}}}"), line=8)


def test_the_roles_dealt_are_not_told_by_anything() -> None:
    passes(play(TABLE, "expect: {not_told: {Ann: [you_are]}}", "storyteller: {set: {Ann: {role: Witch}}}"))
    fails(play(TABLE, "expect: {told: {Ann: {you_are: {role: Seer, camp: village}}}}"), "nothing told", line=6)


def test_not_told_looks_since_the_two_were_last_named() -> None:
    passes(
        play(TABLE, "Ann: {check: Bob}", "expect: {told: {Ann: {check: 狼人}}}", "expect: {not_told: {Ann: [check]}}")
    )
    passes(
        play(
            TABLE,
            "expect: {not_told: {Ann: [check]}}",
            "Ann: {check: Bob}",
            "expect: {not_told: {Bob: [check]}}",
            "expect: {told: {Ann: {check: Werewolf}}, not_told: {Cat: [check]}}",
        )
    )
    fails(
        play(TABLE, "expect: {not_told: {Bob: check}}", "Ann: {check: Bob}", "expect: {not_told: {Ann: check}}"), line=8
    )


def test_announced_looks_since_the_last_expectation_with_announced() -> None:
    passes(play(TABLE, *NIGHT, "expect: {not_announced: [tie]}", "expect: {announced: [dead]}"))
    passes(play(TABLE, *NIGHT, "expect: {announced: [dead]}", "expect: {not_announced: [dead]}"))
    passes(play(TABLE, *NIGHT, "expect: {announced: [dead], not_announced: [tie]}"))
    fails(play(TABLE, *NIGHT, "expect: {announced: [dead]}", "expect: {announced: [role]}"), "nothing under that key")


def test_can_looks_to_the_end_of_the_phase_and_changes_nothing() -> None:
    ahead = "expect: {can: {Eve: [protect], Ann: [check], Bob: [kill], wolves: [kill], Cat: [poison]}}"
    passes(play(TABLE, ahead, "expect: {pending: [Eve], night: 1}", "Eve: {protect: Dan}"))
    passes(play(TABLE, "wolves: {kill: Dan}", "expect: {cannot: {Eve: [protect], Ann: [check]}, can: {Cat: [save]}}"))
    passes(play(TABLE, "until: vote", "Ann: {vote: Bob}", "expect: {can: {Cat: [vote]}, cannot: {Ann: [vote]}}"))


def test_choices_of_several_targets_are_the_targets_or_their_combinations() -> None:
    passes(play(LOVERS, "expect: {choices: {Eve: {link: [Ann, Bob, Cat, Dan, Eve]}}}"))
    pairs = (
        "[[Bob, Ann], [Cat, Ann], [Dan, Ann], [Eve, Ann], [Cat, Bob], [Bob, Dan], [Bob, Eve], [Cat, Dan], [Cat, Eve]"
    )
    passes(play(LOVERS, f"expect: {{choices: {{Eve: {{link: {pairs}, [Eve, Dan]]}}}}}}"))
    fails(play(LOVERS, f"expect: {{choices: {{Eve: {{link: {pairs}]}}}}}}"))


def test_choices_leave_out_passing() -> None:
    passes(play(TABLE, "expect: {choices: {Eve: {protect: [Ann, Bob, Cat, Dan, Eve]}}}"))
    passes(play(TABLE, "wolves: {kill: Dan}", "expect: {choices: {Cat: {save: [true], poison: [Ann, Bob, Eve]}}}"))
    fails(play(TABLE, "wolves: {kill: Dan}", "expect: {choices: {Cat: {save: [true, false]}}}"), "was [true]")


def test_the_choices_of_a_group_are_those_of_all_its_members() -> None:
    head = TABLE.replace("{Dan: Villager}, {Eve: Guard}", "{Dan: Wolf}, {Eve: Cupid}")
    passes(
        play(
            head,
            "Eve: {link: [Ann, Bob]}",
            "expect: {choices: {Bob: {kill: [Cat, Eve]}, Dan: {kill: [Ann, Cat, Eve]}}}",
            "expect: {choices: {wolves: {kill: [Ann, Cat, Eve]}}}",
        )
    )


def test_a_status_may_be_given_with_its_count() -> None:
    lit = ("Cat: {lamp: Bob}", "Bob: {lamp: true}")
    passes(play(MARKET, *lit, 'expect: {status: {Bob: [lit, "lit:2"]}, no_status: {Bob: ["lit:1"], Ann: [LIT]}}'))


def test_what_a_check_would_see() -> None:
    head = MARKET.replace("{Eve: Oracle}", "{Eve: Thief}")
    passes(
        play(
            head, "Eve: {lend: Dan}", "expect: {seems: {Dan: {role: Page, camp: Blue, armed: true}, Eve: {camp: red}}}"
        )
    )
    fails(play(head, "expect: {seems: {Dan: {age: 7}}}"), "nobody seems age", line=5)


def test_pending_counts_hand_ins_of_the_phase_but_no_standing_offers() -> None:
    passes(
        play(MARKET, "until: market", "expect: {pending: [Cat, Dan]}", "Cat: {lamp: Ann}", "expect: {pending: [Dan]}")
    )
    passes(play(MARKET, "until: fair", "expect: {pending: [storyteller]}"))
    passes(play(MARKET, "until: council", "expect: {pending: [], can: {Ann: [nominate]}}"))


def test_the_tally_is_that_of_the_last_count() -> None:
    votes = "storyteller: {votes: {Ann: Eve, Bob: Eve, Cat: Bob}}"
    passes(play(TABLE, votes, "until: night", "expect: {tally: {Eve: 2, Bob: 1, Dan: 0}}"))
    passes(play(TABLE, votes, "until: night", "until: vote", "expect: {day: 2, tally: {Eve: 2, Bob: 1}}"))
    passes(
        play(
            TABLE.replace("false", "true"),
            "Ann: {elect: Eve}",
            "Eve: {vote: Bob}",
            "until: dusk",
            "expect: {tally: {Bob: 2}}",
        )
    )
