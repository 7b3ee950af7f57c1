"""Flow: bodies run again at answers, notices go out once, decisions close as they say."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import MODERATOR, Answer, BodyError, Game, Override, Plain, Refused, Tick, Withdraw
from nightmoot.core.picks import Yes
from nightmoot.core.questions import Question, plurality, sender, unanimity
from tests.core.playing import answer, asked, find, game, play, sentences, tick, told
from tests.core.toy import Toy

VOTE = [("vote", {})]


def vote(*roles: Any, marks: Any = (), **how: Any) -> Game:
    return game(*(roles or ["plain", "zap", "plain"]), course=[("vote", how)], marks=marks)


def keys(of: Game) -> list[str]:
    return [notice.key for notice in of.notices]


def voted(of: Game) -> Plain:
    return of.state.memory.get("voted")


# ---------------------------------------------------------------------- bodies that are run again


def test_a_body_waits_for_its_answer_and_goes_on_with_it() -> None:
    night = game("peep", "wolf", "plain")
    play(night, maul="3")
    assert told(night, "1", "peep") == []
    night = game("peep", "wolf", "plain")
    answer(night, "2", "maul", None)
    assert asked(night, "1") == ["peep"]
    outcome = answer(night, "1", "peep", "2")
    assert [notice.key for notice in outcome.notices] == ["peep", "phase", "gone", "phase"]


def test_what_was_told_before_a_nested_pause_goes_out_at_the_pause_and_once() -> None:
    night = game("rob", "peep", "plain")
    answer(night, "1", "rob", "2")
    outcome = answer(night, "2", "peep", "3")
    assert [(n.key, n.to) for n in outcome.notices] == [("robbed", ("2",))]
    assert asked(night, "1") == ["rob"]
    answer(night, "1", "rob", "1")
    assert keys(night).count("robbed") == 1
    assert [(n.params["seats"], n.to) for n in night.notices if n.key == "peep"] == [(("1",), ("1",))]


def test_while_a_body_waits_its_writes_are_seen_but_not_committed() -> None:
    night = game("rob", "peep", "plain")
    answer(night, "1", "rob", "2")
    answer(night, "2", "peep", "3")
    assert [fact.what for fact in night.facts if fact.kind == "use"] == ["rob", "peep"]
    assert [fact.what for fact in night.state.facts if fact.kind == "use"] == ["rob"]


def test_a_departure_is_told_before_the_shot_that_follows_from_it() -> None:
    night = game("strike", "last", "plain")
    answer(night, "1", "strike", "2")
    assert asked(night, "2") == ["last"]
    assert [fact.seat for fact in night.state.facts if fact.kind == "out"] == ["2"]
    answer(night, "2", "last", "1")
    assert not night.seen.seats["3"].out
    assert night.seen.seats["1"].out


def test_steps_pushed_by_one_body_keep_their_order_and_come_before_the_rest() -> None:
    over = game("plain", "zap", course=[("say", {"text": "a"}), ("night", {}), ("say", {"text": "b"})])
    phases = [notice.info for notice in play(over).notices if notice.key in ("said", "phase")]
    assert phases == ["a", "night", "dawn", "b"]


def test_two_decisions_are_open_side_by_side_and_answered_in_any_order() -> None:
    for order in (("1", "2"), ("2", "1")):
        both = game("plain", "plain", "zap", course=[("pair", {"left": "1", "right": "2"})])
        assert [asked(both, seat) for seat in ("1", "2", "3")] == [["left"], ["right"], []]
        for seat in order:
            answer(both, seat, asked(both, seat)[0], seat == "1")
        assert both.state.memory["pair"] == (True, False)


def test_of_two_decisions_only_the_one_that_is_not_complete_stays_open() -> None:
    rules = Toy()

    @rules.step("both")
    def both(s: Any) -> None:
        voters = tuple(seat for seat in s.living() if seat != "1")
        s.gather(s.question(voters, Yes(), key="vote"), s.question(("1",), Yes(), key="alone"))

    two = game("plain", "plain", "zap", "plain", course=[("both", {})], rules=rules)
    answer(two, "2", "vote", True)
    answer(two, "3", "vote", True)
    two.submit(Override("kill", {"seat": "4"}))
    assert [question.skill for question in two.open.values()] == ["alone"]


def test_answers_are_kept_while_the_moderator_writes_between_steps() -> None:
    ballot = vote("plain", "plain", "zap")
    answer(ballot, "1", "vote", "3")
    ballot.submit(Override("tell", {"seat": "2", "text": "hush"}))
    assert find(ballot, "1", "vote").mine == "3"
    answer(ballot, "2", "vote", "3")
    answer(ballot, "3", "vote", "3")
    assert voted(ballot) == {"1": "3", "2": "3", "3": "3"}


def test_an_answer_that_is_no_longer_legal_is_asked_again_and_the_others_stand() -> None:
    ballot = vote("plain", "plain", "zap", "plain")
    answer(ballot, "1", "vote", "4")
    answer(ballot, "2", "vote", "3")
    ballot.submit(Override("kill", {"seat": "4"}))
    assert asked(ballot, "4") == []
    assert not find(ballot, "1", "vote").answered
    assert find(ballot, "2", "vote").mine == "3"


def test_a_vote_closes_when_the_only_one_who_has_not_answered_is_taken_out() -> None:
    ballot = vote("plain", "plain", "zap", "plain")
    for seat in ("1", "2", "3"):
        answer(ballot, seat, "vote", "3")
    ballot.submit(Override("kill", {"seat": "4"}))
    assert voted(ballot) == {"1": "3", "2": "3", "3": "3"}
    assert ballot.open == {}


def test_a_closed_decision_is_open_again_when_its_answer_falls_away() -> None:
    both = game("plain", "plain", "zap", "plain", course=[("twice", {})], rules=twice())
    answer(both, "1", "first", "4")
    assert asked(both, "2") == ["second"]
    both.submit(Override("kill", {"seat": "4"}))
    assert asked(both, "1") == ["first"]


def twice() -> Toy:
    from nightmoot.core.picks import one

    rules = Toy()

    @rules.step("twice")
    def body(s: Any) -> None:
        s.ask("1", one(s.living()), key="first")
        s.ask("2", one(s.living()), key="second")

    return rules


def test_what_was_told_and_does_not_hold_any_more_stays_told_and_the_moderator_hears_of_it() -> None:
    rules = Toy()

    @rules.step("census")
    def census(s: Any) -> None:
        s.tell("1", "census", len(s.living()))
        s.ask("1", Yes(), key="census")

    count = game("plain", "plain", "zap", course=[("census", {})], rules=rules)
    count.submit(Override("kill", {"seat": "2"}))
    answer(count, "1", "census", True)
    assert [notice.info for notice in told(count, "1", "census")] == [3, 2]
    [stale] = [n for n in count.notices if n.key == "no_longer_holds"]
    assert (stale.to, stale.params["notice"], stale.params["seats"]) == ((MODERATOR,), "census", ("1",))


def test_a_body_that_is_not_the_same_when_run_again_is_found_out() -> None:
    rules = Toy()
    runs = []

    @rules.step("fickle")
    def fickle(s: Any) -> None:
        runs.append(1)
        s.announce("fickle", len(runs))

    with pytest.raises(BodyError, match="fickle is not the same when run again"):
        game("plain", course=[("fickle", {})], rules=rules)


# ---------------------------------------------------------------------- several owners, closing, revising


def test_a_vote_closes_when_everybody_has_answered() -> None:
    ballot = vote()
    answer(ballot, "1", "vote", "2")
    answer(ballot, "2", "vote", None)
    assert voted(ballot) is None
    answer(ballot, "3", "vote", "2")
    assert voted(ballot) == {"1": "2", "2": None, "3": "2"}
    assert ballot.seen.seats["2"].out


def test_answers_are_folded_in_order_of_arrival_and_bear_their_times() -> None:
    ballot = vote()
    for at, seat in ((30, "3"), (40, "1"), (50, "2")):
        ballot.submit(Answer(find(ballot, seat, "vote").name, seat, seat, at=at))
    assert list(voted(ballot)) == ["3", "1", "2"]
    assert ballot.state.memory["times"] == {"3": 30, "1": 40, "2": 50}


def test_an_answer_given_for_good_cannot_be_changed() -> None:
    ballot = vote()
    answer(ballot, "1", "vote", "2")
    with pytest.raises(Refused, match="answered"):
        answer(ballot, "1", "vote", "3")
    with pytest.raises(Refused, match="nothing-to-withdraw"):
        ballot.submit(Withdraw(find(ballot, "1", "vote").name, "1"))


def test_a_revised_answer_takes_the_new_place_in_the_order_of_arrival() -> None:
    ballot = vote(revise="free")
    answer(ballot, "1", "vote", "2")
    answer(ballot, "2", "vote", "1")
    answer(ballot, "1", "vote", "3")
    answer(ballot, "3", "vote", "3")
    assert list(voted(ballot).items()) == [("2", "1"), ("1", "3"), ("3", "3")]


def test_an_answer_may_be_revised_once_where_the_decision_says_so() -> None:
    ballot = vote(revise="once")
    answer(ballot, "1", "vote", "2")
    answer(ballot, "1", "vote", "3")
    with pytest.raises(Refused, match="answered"):
        answer(ballot, "1", "vote", "1")
    assert find(ballot, "1", "vote").final


def test_an_answer_withdrawn_counts_as_the_one_revision() -> None:
    ballot = vote(revise="once")
    answer(ballot, "1", "vote", "2")
    ballot.submit(Withdraw(find(ballot, "1", "vote").name, "1"))
    assert not find(ballot, "1", "vote").answered
    answer(ballot, "1", "vote", "3")
    assert find(ballot, "1", "vote").final


def test_time_closes_a_decision_and_the_silent_have_no_choice() -> None:
    ballot = vote()
    answer(ballot, "2", "vote", "1")
    tick(ballot, "vote")
    assert voted(ballot) == {"2": "1"}


def test_the_silent_have_their_default_where_there_is_one() -> None:
    ballot = vote(default="3")
    answer(ballot, "2", "vote", "1")
    tick(ballot, "vote")
    assert voted(ballot) == {"2": "1", "1": "3", "3": "3"}


def test_the_default_of_the_silent_may_be_drawn_and_is_drawn_alike_in_every_run() -> None:
    ballots = []
    for _ in range(2):
        ballot = vote(drawn=True)
        answer(ballot, "2", "vote", "1")
        tick(ballot)
        ballots.append(voted(ballot))
    assert ballots[0] == ballots[1]
    assert all(choice in ("1", "2", "3") for choice in ballots[0].values())


def test_a_vote_until_a_deadline_stays_open_when_everybody_has_answered() -> None:
    ballot = vote(revise="free", closes="due")
    for seat in ("1", "2", "3"):
        answer(ballot, seat, "vote", "2")
    assert voted(ballot) is None
    answer(ballot, "1", "vote", "3")
    tick(ballot)
    assert voted(ballot) == {"2": "2", "3": "2", "1": "3"}


def test_a_passing_hand_locks_one_answer_after_another() -> None:
    ballot = vote(revise="free", closes="hand", shown="all")
    answer(ballot, "1", "vote", "2")
    answer(ballot, "3", "vote", "2")
    assert [wait.kind for wait in ballot.waits()] == ["hand"]
    tick(ballot, "hand")
    with pytest.raises(Refused, match="answered"):
        answer(ballot, "1", "vote", "3")
    answer(ballot, "3", "vote", None)
    tick(ballot, "hand")
    tick(ballot, "hand")
    assert voted(ballot) == {"1": "2", "3": None}
    locked = [(n.params["seat"], n.params["choice"]) for n in ballot.notices if n.key == "choice_locked"]
    assert locked == [("1", "2"), ("2", None), ("3", None)]


def test_a_tick_for_something_else_is_refused() -> None:
    with pytest.raises(Refused, match="nothing-due"):
        vote().submit(Tick("close of yesterday"))


# ---------------------------------------------------------------------- legality that depends on others


def servant(**how: Any) -> Game:
    return vote("plain", "plain", "zap", marks=[("servant", "1", "2")], check="with my master", **how)


def test_a_servant_may_vote_only_as_his_master_has_voted() -> None:
    ballot = servant()
    assert find(ballot, "1", "vote").pick.seats() == ()
    with pytest.raises(Refused, match="not-allowed-now"):
        answer(ballot, "1", "vote", "3")
    answer(ballot, "2", "vote", "3")
    assert find(ballot, "1", "vote").pick.seats() == ("3",)
    with pytest.raises(Refused, match="not-allowed-now"):
        answer(ballot, "1", "vote", "2")
    answer(ballot, "1", "vote", "3")


def test_the_constraint_is_judged_again_at_the_close() -> None:
    ballot = servant(revise="free")
    answer(ballot, "2", "vote", "3")
    answer(ballot, "1", "vote", "3")
    answer(ballot, "2", "vote", None)
    answer(ballot, "3", "vote", "3")
    assert voted(ballot) == {"2": None, "3": "3"}
    assert sentences(ballot, about="did not count") == ["vote of 1 甲 did not count: 3 丙 was not allowed any more."]


def test_a_pass_is_always_allowed() -> None:
    ballot = servant()
    answer(ballot, "1", "vote", None)
    assert find(ballot, "1", "vote").answered


# ---------------------------------------------------------------------- groups, and who sees what


def pack(*more: str) -> Game:
    return game("wolf", "wolf", "plain", "plain", *more)


def test_members_of_a_group_see_one_anothers_picks_as_they_come() -> None:
    hunt = pack()
    outcome = answer(hunt, "1", "maul", "3")
    [shown] = outcome.notices
    assert (shown.key, shown.to) == ("choice_shown", ("1", "2"))
    assert shown.params == {"seat": "1", "skill": "maul", "choice": "3"}
    assert find(hunt, "2", "maul").to_wire()["others"] == {"1": "3"}
    withdrawn = hunt.submit(Withdraw(find(hunt, "1", "maul").name, "1"))
    assert [notice.key for notice in withdrawn.notices] == ["choice_withdrawn"]


def test_an_answer_shown_to_nobody_says_nothing() -> None:
    assert answer(vote(), "1", "vote", "2").notices == ()


def test_an_answer_shown_to_all_is_seen_by_those_who_are_not_asked() -> None:
    ballot = vote(shown="all")
    answer(ballot, "1", "vote", "2")
    assert [n.params["choice"] for n in ballot.visible("public") if n.key == "choice_shown"] == ["2"]


def test_seeing_answers_as_they_come_runs_no_body() -> None:
    hunt = pack()
    before = hunt.state, hunt.seen
    answer(hunt, "1", "maul", "3")
    assert (hunt.state, hunt.seen) == before


def test_a_group_answers_as_one() -> None:
    hunt = pack()
    hunt.submit(Answer(find(hunt, "1", "maul").name, "pack", "3"))
    assert [fact.data["chosen by"] for fact in hunt.facts if fact.kind == "use"] == [("1", "2")]


def test_somebody_who_is_not_asked_is_refused_as_if_nothing_were_open() -> None:
    hunt = pack()
    name = find(hunt, "1", "maul").name
    codes = []
    for decision, by in ((name, "3"), ("no such thing", "3"), (name, "99"), (name, "elsewhere")):
        with pytest.raises(Refused) as refused:
            hunt.submit(Answer(decision, by, "3"))
        codes.append((refused.value.code, refused.value.path, refused.value.params))
    assert codes == [("not-open", "decision", {})] * 4


def test_the_moderator_answers_for_nobody_but_by_an_override() -> None:
    hunt = pack()
    name = find(hunt, "1", "maul").name
    with pytest.raises(Refused, match="not-yours"):
        hunt.submit(Answer(name, MODERATOR, "3"))
    hunt.submit(Override("answer", {"decision": name, "by": "1", "choice": "3"}))
    answer(hunt, "2", "maul", "3")
    assert sentences(hunt, about="moderator") == ["the moderator answered mauling for 1 甲: 3 丙."]


def test_folds_of_answers() -> None:
    assert plurality({"1": "a", "2": "b", "3": None, "4": "a"}) == ("a",)
    assert plurality({"1": "b", "2": "a"}) == ("b", "a")
    assert plurality({"1": None}) == ()
    assert unanimity({"1": "a", "2": "a"}, ("1", "2")) == "a"
    assert unanimity({"1": "a"}, ("1", "2")) is None
    assert unanimity({"1": {"x": 1}, "2": {"x": 1}}, ("1", "2")) == {"x": 1}
    assert sender({"2": "a", "1": "b", "3": None}) == "1"
    assert sender({"1": None}) is None


# ---------------------------------------------------------------------- taking over


def test_whoever_takes_a_seat_over_is_asked_in_its_place_and_both_hear_the_result() -> None:
    night = game("puppet", "peep", "plain")
    answer(night, "1", "puppet", "2")
    assert [asked(night, seat) for seat in ("1", "2")] == [["peep"], []]
    answer(night, "1", "peep", "3")
    assert [n.to for n in night.notices if n.key == "peep"] == [("2", "1")]
    assert [fact.seat for fact in night.facts if fact.kind == "use" and fact.what == "peep"] == ["2"]


def test_the_latest_to_take_over_decides() -> None:
    night = game("puppet", "puppet", "peep")
    answer(night, "1", "puppet", "3")
    answer(night, "2", "puppet", "3")
    assert asked(night, "2") == ["peep"]


# ---------------------------------------------------------------------- names


def test_equal_questions_of_one_step_have_names_of_their_own_and_a_phase_entered_twice_another_stamp() -> None:
    rules = Toy()

    @rules.step("again")
    def again(s: Any) -> None:
        s.enter("day")
        questions: list[Question] = [s.question(("1",), Yes(), key="same") for _ in range(2)]
        s.remember("names", (*s.recall("names", ()), *(question.name for question in questions)))

    over = game("plain", course=[("again", {}), ("again", {})], rules=rules)
    names = over.state.memory["names"]
    assert len(set(names)) == 4
    assert over.state.phase.stamp == "day/0/0#1"


def test_decisions_have_the_same_names_in_every_game_of_the_same_course() -> None:
    names = [sorted(pack().open), sorted(game("wolf", "wolf", "plain", "plain", seed="other").open)]
    assert names[0] == names[1] == ["night/0/1/pack/maul/*"]
