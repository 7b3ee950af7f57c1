"""What the moderator decides by hand, and what becomes of a game whose body fails."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import MODERATOR, BodyError, Game, Override, Refused, Tick, Undo
from tests.core.playing import answer, asked, find, game, play, sentences, tick
from tests.core.toy import Toy


def override(of: Game, act: str, reason: str = "", **args: Any) -> list[str]:
    return [notice.key for notice in of.submit(Override(act, args, reason)).notices]


def test_a_kill_by_hand_cannot_be_stopped_and_what_follows_from_a_departure_follows() -> None:
    night = game("bond", "rock", "plain", "zap")
    answer(night, "1", "bond", "2")
    override(night, "kill", seat="2", reason="cheating")
    assert not night.seen.seats["2"].out or night.seen.seats["2"].out
    assert [fact.seat for fact in night.facts if fact.kind == "out"] == ["2", "1"]


def test_what_follows_from_a_kill_by_hand_may_ask() -> None:
    night = game("peep", "last", "plain", "zap")
    answer(night, "4", "zap", None)
    override(night, "kill", seat="2")
    assert asked(night, "2") == ["last"]
    assert asked(night, "1") == []
    answer(night, "2", "last", "3")
    assert night.seen.living == ("1", "4")
    assert asked(night, "1") == ["peep"]


def test_a_bare_correction_has_no_consequences() -> None:
    night = game("bond", "last", "plain", "zap")
    answer(night, "1", "bond", "2")
    assert override(night, "set", seat="2", alive=False) == ["corrected"]
    assert night.seen.living == ("1", "3", "4")
    override(night, "set", seat="2", alive=True)
    assert night.seen.living == ("1", "2", "3", "4")


def test_a_corrected_role_is_told_and_has_its_holdings() -> None:
    night = game("plain", "peep", "zap")
    override(night, "set", seat="1", role="peep", camp="red")
    assert night.view("1").seats["1"]["role"] == "peep"
    assert [h.ability for h in night.state.holdings_of("1")] == ["peep"]
    assert night.scene().camp("1") == "red"


def test_who_is_revived_is_in_with_fresh_holdings() -> None:
    night = game("rob", "peep", "zap", "plain")
    answer(night, "1", "rob", "2")
    override(night, "kill", seat="1")
    override(night, "revive", seat="1")
    assert night.seen.living == ("1", "2", "3", "4")
    assert [h.left for h in night.seen.holdings_of("1")] == [1]


def test_somebody_sits_down_in_the_middle_and_is_dealt_in() -> None:
    night = game("peep", "zap", "plain")
    answer(night, "2", "zap", None)
    assert override(night, "join", name="新来", role="ward", after="1") == ["joined", "you_are"]
    assert night.seen.circle == ("1", "4", "2", "3")
    assert night.seen.seats["4"].name == "新来"
    assert night.view("2").table["circle"] == ("1", "4", "2", "3")
    answer(night, "1", "peep", "4")
    assert asked(night, "4") == ["ward"] or "vote" in asked(night, "4")


def test_whoever_leaves_is_out_with_all_that_follows() -> None:
    night = game("bond", "plain", "plain", "zap")
    answer(night, "1", "bond", "2")
    override(night, "leave", seat="2")
    assert night.seen.seats["2"].left
    assert night.seen.living == ("3", "4")
    with pytest.raises(Refused, match="has-left"):
        override(night, "leave", seat="2")


def test_a_substitute_takes_the_seat_under_his_own_name() -> None:
    night = game("peep", "zap", "plain")
    assert override(night, "substitute", seat="1", name="替补") == ["substituted"]
    assert night.view("2").seats["1"]["name"] == "替补"
    with pytest.raises(Refused, match="equal-names"):
        override(night, "substitute", seat="2", name="替补")


def test_a_phase_may_be_made_to_begin() -> None:
    night = game("peep", "zap", "plain", course=[("night", {}), ("say", {"text": "never"})])
    override(night, "phase", phase="day")
    assert night.seen.phase.name == "day"
    assert asked(night, "1") == ["vote"]
    play(night)
    assert [n for n in night.notices if n.key == "said"] == []


def test_a_word_of_the_moderator_goes_to_one_or_to_all() -> None:
    night = game("peep", "zap", "plain")
    override(night, "tell", seat="1", text="psst")
    override(night, "tell", text="order!")
    assert [n.to for n in night.notices if n.key == "from_moderator"] == [("1",), "all"]


REFUSED = [
    ("kill", {"seat": "9"}, "unknown-seat"),
    ("kill", {}, "unknown-seat"),
    ("revive", {"seat": "1"}, "is-in"),
    ("set", {"seat": "1", "role": "pope"}, "unknown-role"),
    ("set", {"seat": "1", "camp": "green"}, "unknown-camp"),
    ("set", {"seat": "1", "mood": "good"}, "unknown-part"),
    ("set", {"seat": "1", "alive": False, "also": "2"}, "unknown-part"),
    ("set", {"seat": "1", "alive": False, "also": {"2": ["good"]}}, "unknown-part"),
    ("set", {"seat": "1", "alive": False, "also": {"2": {"mood": "good"}}}, "unknown-part"),
    ("set", {"seat": "1", "alive": False, "also": {"9": {"alive": False}}}, "unknown-seat"),
    ("tell", {"seat": "1", "text": ""}, "not-a-text"),
    ("join", {"name": "甲", "role": "plain"}, "equal-names"),
    ("join", {"name": "x", "role": "plain", "after": "9"}, "unknown-seat"),
    ("join", {"name": "x", "role": "plain", "camp": "green"}, "unknown-camp"),
    ("phase", {"phase": "noon"}, "unknown-phase"),
    ("dance", {}, "unknown-act"),
    ("answer", {"decision": "x", "by": MODERATOR, "choice": None}, "not-yours"),
    ("retry", {}, "no-fault"),
]


@pytest.mark.parametrize(("act", "args", "code"), REFUSED)
def test_an_override_that_makes_no_sense_is_refused_and_changes_nothing(act: str, args: Any, code: str) -> None:
    night = game("peep", "zap", "plain")
    before = night.dump()
    with pytest.raises(Refused) as refused:
        night.submit(Override(act, args))
    assert refused.value.code == code
    assert night.dump() == before


def test_an_override_that_fails_is_refused_and_changes_nothing() -> None:
    rules = Toy()
    rules.override_acts["break"] = lambda scene, args: scene.state.seats["99"]
    night = game("peep", "zap", "plain", rules=rules, strict=False)
    before = night.dump()
    with pytest.raises(Refused, match="act-failed") as refused:
        override(night, "break")
    assert refused.value.params["error"] == "KeyError: '99'"
    assert night.dump() == before


def test_an_override_is_undone_like_any_input() -> None:
    night = game("peep", "zap", "plain")
    before = night.state.dump()
    override(night, "kill", seat="3")
    night.submit(Undo(0))
    assert night.state.dump() == before


def test_a_verdict_by_an_override_ends_the_game() -> None:
    rules = Toy()
    rules.override_acts["end"] = lambda scene, args: scene.win("red", ("2",))
    night = game("peep", "zap", "plain", rules=rules)
    override(night, "end")
    assert night.over is not None
    assert night.open == {}
    with pytest.raises(Refused, match="game-over"):
        override(night, "kill", seat="1")
    override(night, "tell", text="well played")


def test_the_log_says_what_was_decided_by_hand_and_why() -> None:
    night = game("peep", "zap", "plain", "plain")
    override(night, "kill", seat="3", reason="left the room")
    assert sentences(night) == [
        "the moderator took 3 丙 out by hand (left the room).",
        "3 丙 is out by decision (the moderator), because the moderator took 3 丙 out by hand (left the room).",
    ]


# ---------------------------------------------------------------------- faults


def broken(ask: str | None = None, **more: Any) -> Game:
    course = [("fail", {"ask": ask}), ("say", {"text": "after"})]
    more.setdefault("twice", False)
    return game("plain", "zap", "plain", course=course, strict=False, **more)


def test_an_error_inside_a_body_leaves_the_committed_state_untouched() -> None:
    parked = broken()
    assert parked.fault == "ValueError: no such thing"
    assert parked.state.marks == {}
    assert [n.key for n in parked.notices if n.key in ("half", "said")] == []
    assert parked.waits() == []
    assert parked.gate() is None


def test_a_parked_game_is_a_ruling_for_the_moderator() -> None:
    parked = broken()
    ruling = find(parked, MODERATOR, "fault")
    assert ruling.params == {"step": "fail", "error": "ValueError: no such thing"}
    assert asked(parked, "1") == []
    answer(parked, MODERATOR, "fault", "skip")
    assert parked.fault is None
    assert [n.info for n in parked.notices if n.key == "said"] == ["after"]


def test_a_game_whose_last_step_was_left_out_is_stranded_until_it_is_abandoned() -> None:
    parked = game("plain", "zap", "plain", course=[("fail", {"ask": None})], strict=False, twice=False)
    assert not parked.stranded
    override(parked, "skip")
    assert parked.stranded
    assert override(parked, "abandon") == ["abandoned", "over"]
    assert not parked.stranded
    assert parked.over is not None
    assert parked.over.winners == ()


def test_nothing_but_the_moderator_moves_a_parked_game() -> None:
    parked = broken()
    for given in (Tick("anything"),):
        with pytest.raises(Refused):
            parked.submit(given)
    override(parked, "retry")
    assert parked.fault == "ValueError: no such thing"


def test_the_moderator_decides_by_hand_and_the_failed_step_is_tried_again() -> None:
    rules = Toy()
    rules.override_acts["mend"] = lambda scene, args: scene.remember("mended", True)
    parked = broken(rules=rules)
    assert override(parked, "mend") == ["half", "said"]
    assert parked.fault is None
    assert [mark.kind for mark in parked.state.all_marks()] == ["half done"]


def test_after_a_kill_by_hand_it_is_still_the_failed_step_that_is_skipped() -> None:
    parked = broken()
    override(parked, "kill", seat="3")
    assert parked.fault == "ValueError: no such thing"
    override(parked, "skip")
    assert parked.fault is None
    assert parked.seen.living == ("1", "2")


def test_answers_given_before_the_fault_are_not_lost() -> None:
    rules = Toy()
    rules.override_acts["mend"] = lambda scene, args: scene.remember("mended", True)
    parked = broken(ask="1", rules=rules)
    answer(parked, "1", "fail", True)
    assert parked.fault is not None
    override(parked, "mend")
    assert parked.fault is None
    assert asked(parked, "1") == []


def test_the_answer_that_broke_it_may_be_taken_back() -> None:
    parked = broken(ask="1")
    answer(parked, "1", "fail", True)
    parked.submit(Undo(0))
    assert parked.fault is None
    answer(parked, "1", "fail", False)
    assert [n.info for n in parked.notices if n.key == "said"] == ["after"]


def test_a_parked_game_is_saved_and_loaded_parked() -> None:
    parked = broken()
    loaded = Game.load(parked.dump(), parked.rules)
    assert loaded.fault == parked.fault
    assert asked(loaded, MODERATOR) == ["fault"]
    answer(loaded, MODERATOR, "fault", "skip")
    assert loaded.fault is None


def test_strict_games_raise_what_a_body_raises() -> None:
    with pytest.raises(ValueError, match="no such thing"):
        game("plain", course=[("fail", {})])


def test_a_body_that_writes_before_it_asks_is_run_twice_without_a_difference() -> None:
    ballot = game("plain", "zap", "plain", course=[("fail", {"ask": "1"})])
    answer(ballot, "1", "fail", False)
    assert ballot.state.agenda == ()
    assert issubclass(BodyError, Exception)


# ---------------------------------------------------------------------- the end


def test_a_verdict_inside_a_body_ends_it_and_what_it_did_is_committed() -> None:
    rules = Toy()

    @rules.step("end")
    def end(s: Any) -> None:
        s.announce("before")
        s.push("say", text="never")
        s.win("blue", ("1",))
        s.announce("after")

    over = game("plain", "zap", course=[("end", {}), ("say", {"text": "never"})], rules=rules)
    assert over.over is not None
    assert (over.over.side, over.over.winners) == ("blue", ("1",))
    assert [n.key for n in over.notices][-1] == "before"
    assert over.state.agenda == ()
    assert sentences(over) == ["the game is over: blue won (1 甲)."]


def test_a_game_that_is_over_asks_nobody_and_waits_for_nothing() -> None:
    over = play(game("zap", "plain", hold=frozenset({"discussion", "window"})), zap="2")
    assert over.over is not None
    assert over.open == {}
    assert over.waits() == []
    assert [over.decisions(seat) for seat in over.state.circle] == [[], []]
    with pytest.raises(StopIteration):
        tick(over)
