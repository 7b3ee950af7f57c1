"""Undo, fork, replay, saving: nothing is lost that should stay, nothing stays that was taken back."""

from __future__ import annotations

import pytest

from nightmoot.core import MODERATOR, Answer, Game, Override, Post, Refused, Tick, Undo, Withdraw
from tests.core.playing import answer, asked, find, game, play, tick, told, until


def vote(*roles: str) -> Game:
    return game(*(roles or ("plain", "zap", "plain", "plain")), course=[("vote", {"revise": "free"})])


def same(left: Game, right: Game) -> None:
    assert left.state.dump() == right.state.dump()
    assert left.seen.dump() == right.seen.dump()
    assert left.notices == right.notices
    assert left.open == right.open
    assert left.held == right.held


def test_an_undone_answer_leaves_no_trace() -> None:
    night = game("rob", "peep", "plain", "plain")
    answer(night, "1", "rob", "2")
    before = night.fork()
    answer(night, "2", "peep", "3")
    outcome = night.submit(Undo(1))
    assert outcome.kept == len(before.notices)
    same(night, before)


def test_what_others_have_answered_since_is_applied_again_where_it_fits() -> None:
    ballot = vote()
    answer(ballot, "1", "vote", "2")
    answer(ballot, "3", "vote", "2")
    answer(ballot, "1", "vote", "4")
    ballot.submit(Undo(0))
    assert not find(ballot, "1", "vote").answered
    assert find(ballot, "3", "vote").mine == "2"


def test_without_keep_everything_since_is_taken_back() -> None:
    ballot = vote()
    answer(ballot, "1", "vote", "2")
    answer(ballot, "3", "vote", "2")
    ballot.submit(Undo(0, keep=False))
    assert not find(ballot, "3", "vote").answered


def test_what_does_not_fit_any_more_is_not_applied_again() -> None:
    night = game("peep", "strike", "plain", "plain", "plain")
    answer(night, "2", "strike", None)
    answer(night, "1", "peep", "3")
    night.submit(Undo(0))
    assert asked(night, "2") == ["strike"]
    answer(night, "2", "strike", "1")
    assert told(night, "1", "peep") == []


def test_orders_and_withdrawals_of_others_are_applied_again_too() -> None:
    window = game("plan", "plan", "plan", "zap", course=[("windows", {"name": "dusk", "mode": "order"})])
    answer(window, "1", "plan", "4")
    answer(window, "2", "plan", "4")
    answer(window, "3", "plan", "4")
    window.submit(Withdraw(find(window, "3", "plan").name, "3"))
    window.submit(Undo(0))
    assert [find(window, seat, "plan").answered for seat in ("1", "2", "3")] == [False, True, False]


def test_an_override_undone_takes_nobodys_answer_back() -> None:
    ballot = vote()
    ballot.submit(Override("tell", {"text": "oh"}))
    answer(ballot, "1", "vote", "2")
    ballot.submit(Undo(0))
    assert find(ballot, "1", "vote").mine == "2"
    assert [n.key for n in ballot.notices if n.key == "from_moderator"] == []


def test_what_was_said_stays_said() -> None:
    ballot = vote()
    answer(ballot, "1", "vote", "2")
    ballot.submit(Post("3", "table", "so?"))
    ballot.submit(Post("3", "table", "so?"))
    ballot.submit(Undo(0))
    assert [n.params["text"] for n in ballot.notices if n.key == "post"] == ["so?", "so?"]


def test_an_undo_may_be_undone_and_counts_as_an_input() -> None:
    ballot = vote()
    answer(ballot, "1", "vote", "2")
    ballot.submit(Undo(0))
    assert len(ballot.inputs) == 2
    ballot.submit(Undo(1))
    assert find(ballot, "1", "vote").mine == "2"


@pytest.mark.parametrize("to", [-1, 1, 99])
def test_an_undo_to_nowhere_is_refused(to: int) -> None:
    ballot = vote()
    answer(ballot, "1", "vote", "2")
    before = ballot.dump()
    with pytest.raises(Refused, match="nothing-to-undo"):
        ballot.submit(Undo(to))
    assert ballot.dump() == before


def test_views_are_retracted_only_where_somebody_saw_what_changed() -> None:
    night = game("peep", "strike", "plain", "plain", "plain")
    answer(night, "2", "strike", None)
    answer(night, "1", "peep", "3")
    before = {viewer: night.view(viewer).to_wire()["log"] for viewer in night.state.circle}
    outcome = night.submit(Undo(1))
    assert outcome.kept is not None
    for viewer, log in before.items():
        kept = [n for n in night.notices[: outcome.kept] if n.to == "all" or viewer in n.to]
        after = night.view(viewer).to_wire()["log"]
        assert after[: len(kept)] == log[: len(kept)]
    assert told(night, "1", "peep") == []


def test_an_answer_applied_again_with_the_same_outcome_retracts_nothing() -> None:
    night = game("wolf", "wolf", "plain", "plain", "plain")
    answer(night, "1", "maul", "3")
    answer(night, "2", "maul", "4")
    before = list(night.notices)
    outcome = night.submit(Undo(1))
    assert outcome.kept == len(before) - 1 or night.notices == before[: outcome.kept]


def test_deadlines_start_anew_after_an_undo() -> None:
    ballot = vote()
    name = ballot.waits()[0].name
    answer(ballot, "1", "vote", "2")
    tick(ballot)
    ballot.submit(Undo(1))
    assert [wait.name for wait in ballot.waits()] == [name]


def test_the_moderator_sees_who_was_already_shown_what_an_undo_takes_back() -> None:
    night = game("peep", "wolf", "plain", "plain")
    answer(night, "2", "maul", None)
    answer(night, "1", "peep", "2")
    night.submit(Post("1", "table", "said"))
    shown = [(item.notice.key, item.to) for item in night.exposed(1)]
    assert shown == [("peep", ("1",)), ("phase", ("all",)), ("gone", ("all",)), ("phase", ("all",))]
    assert night.exposed(2) == []


# ---------------------------------------------------------------------- forks, replays, saving


def test_a_fork_goes_its_own_way() -> None:
    night = game("peep", "wolf", "plain", "plain")
    other = night.fork()
    before = night.dump()
    answer(other, "2", "maul", "3")
    answer(other, "1", "peep", "2")
    other.submit(Undo(1))
    assert night.dump() == before
    answer(night, "2", "maul", None)
    assert len(other.inputs) == 3


def busy() -> Game:
    night = game("rob", "peep", "wolf", "plain", "last", hold=frozenset({"call", "discussion", "window"}))
    answer(night, "3", "maul", "5")
    until(night, "1", "rob")
    answer(night, "1", "rob", "2")
    until(night, "2", "peep")
    answer(night, "2", "peep", "4")
    night.submit(Override("tell", {"seat": "4", "text": "psst"}, "because"))
    night.submit(Post("4", "table", "what?"))
    return night


def test_a_game_loaded_in_the_middle_of_a_nested_question_is_the_same_game() -> None:
    night = busy()
    assert asked(night, "1") == ["rob"]
    loaded = Game.load(night.dump(), night.rules, strict=True)
    same(loaded, night)
    assert loaded.dump() == night.dump()
    for either in (night, loaded):
        answer(either, "1", "rob", "4")
        until(either, "5", "last")
        answer(either, "5", "last", None)
    same(loaded, night)


def test_a_replay_of_the_inputs_is_the_same_game() -> None:
    night = busy()
    answer(night, "1", "rob", None)
    night.submit(Undo(2))
    replayed = Game.replay(night.rules, night.header, night.inputs, strict=True)
    same(replayed, night)
    assert replayed.digest() == night.digest()


def test_a_loaded_game_can_be_undone_to_before_it_was_saved() -> None:
    night = busy()
    loaded = Game.load(night.dump(), night.rules, strict=True)
    night.submit(Undo(1))
    loaded.submit(Undo(1))
    same(loaded, night)


def test_a_finished_game_is_saved_whole() -> None:
    over = play(game("zap", "plain"), zap="2")
    assert over.over is not None
    loaded = Game.load(over.dump(), over.rules)
    assert loaded.over == over.over
    assert loaded.waits() == loaded.decisions(MODERATOR) == []
    with pytest.raises(Refused):
        loaded.submit(Tick("anything"))


def test_a_game_in_a_window_is_saved_with_its_orders() -> None:
    window = game("plan", "plan", "zap", course=[("windows", {"name": "dusk", "mode": "order"})])
    answer(window, "1", "plan", "3")
    loaded = Game.load(window.dump(), window.rules, strict=True)
    assert find(loaded, "1", "plan").mine == "3"
    for either in (window, loaded):
        tick(either)
    same(loaded, window)


def test_inputs_are_the_same_after_json() -> None:
    from nightmoot.core import decode_input, encode_input

    for given in (
        Answer("x", "1", ("2", {"a": (1,)}), 5),
        Withdraw("x", "1"),
        Post("1", "table", "hm"),
        Tick("x"),
        Override("kill", {"seat": "1", "more": ("a",)}, "why"),
        Undo(3, keep=False),
    ):
        assert decode_input(encode_input(given)) == given
