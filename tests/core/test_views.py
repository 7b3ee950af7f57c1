"""Notices reach their audience and nobody else; views are folds of them; encoders take nothing more."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightmoot.core import (
    ALL,
    MODERATOR,
    PUBLIC,
    Grimoire,
    Notice,
    OpenDecision,
    Post,
    State,
    View,
    visible,
    wire_notice,
)
from tests.core.playing import answer, find, game, play, scene, told

VIEWERS = ("1", "2", "12", PUBLIC, MODERATOR, "nobody")
values = st.none() | st.booleans() | st.integers(0, 9) | st.text(max_size=3)
subjects = st.sampled_from(["1", "2", "12", "table", "group:pack"])
notices = st.builds(
    lambda to, shows, key: Notice(key, to, {}, tuple(shows)),
    st.just(ALL) | st.lists(st.sampled_from(["1", "2", "12", MODERATOR]), max_size=2).map(tuple),
    st.lists(st.tuples(subjects, st.sampled_from(["role", "in", "members"]), values), max_size=3),
    st.sampled_from("abc"),
)


@given(st.lists(notices, max_size=12), st.sampled_from(VIEWERS))
def test_folding_notice_by_notice_equals_folding_them_all(found: list[Notice], viewer: str) -> None:
    growing: list[Notice] = []
    step_by_step = View(viewer, growing)
    for notice in found:
        growing.append(notice)
        assert step_by_step.log == [n for n in growing if visible(n, viewer)]
    assert step_by_step.to_wire() == View(viewer, found).to_wire()
    step_by_step.forget()
    assert step_by_step.to_wire() == View(viewer, found).to_wire()


@given(st.lists(notices, max_size=12), st.sampled_from(VIEWERS))
def test_the_numbers_of_a_viewer_are_ranks_among_his_own_notices(found: list[Notice], viewer: str) -> None:
    wire = View(viewer, found).to_wire()
    assert [entry["n"] for entry in wire["log"]] == list(range(wire["n"]))


@given(st.lists(notices, max_size=12), st.sampled_from(VIEWERS))
def test_notices_that_a_viewer_may_not_see_leave_no_trace_in_his_view(found: list[Notice], viewer: str) -> None:
    seen = [notice for notice in found if visible(notice, viewer)]
    assert View(viewer, found).to_wire() == View(viewer, seen).to_wire()


def test_everybody_the_named_and_the_moderator_see_a_notice_and_nobody_else() -> None:
    private = Notice("x", ("1",), {})
    assert [visible(private, viewer) for viewer in VIEWERS] == [True, False, False, False, True, False]
    assert all(visible(Notice("x", ALL, {}), viewer) for viewer in VIEWERS)
    assert [visible(Notice("x", (MODERATOR,), {}), viewer) for viewer in ("1", PUBLIC, MODERATOR)] == [
        False,
        False,
        True,
    ]


def test_a_viewer_who_is_not_known_sees_what_is_public() -> None:
    night = play(game("zap", "peep", "wolf", "plain"), maul="4", peep="1")
    assert night.view("nobody").to_wire()["log"] == night.view(PUBLIC).to_wire()["log"]
    assert night.decisions("nobody") == []


def test_a_group_is_an_audience_of_its_present_members() -> None:
    s = scene(game("wolf", "wolf", "plain"))
    s.tell("group:pack", "plot")
    s.quit("pack", "1")
    s.tell(("group:pack", "3", "2"), "plot")
    s.tell("group:nobody", "plot")
    assert [notice.to for notice in s.run.outbox] == [("1", "2"), ("2", "3")]


def test_what_everybody_is_to_hear_cannot_be_told_like_a_secret() -> None:
    with pytest.raises(ValueError, match="announced, not told"):
        scene(game("zap", "plain")).tell("all", "news")


def test_a_group_notices_only_what_its_members_are_told() -> None:
    hunt = game("wolf", "wolf", "plain", "plain")
    hunt.submit(Post("1", "pack", "him"))
    assert [[n.params["text"] for n in hunt.visible(v) if n.key == "post"] for v in ("1", "2", "3", PUBLIC)] == [
        ["him"],
        ["him"],
        [],
        [],
    ]


def test_one_notice_on_the_wire_says_nothing_of_its_audience() -> None:
    wire = wire_notice(3, Notice("peep", ("1",), {"seat": "2"}, (("2", "camp", "red"),), "peep", "red"))
    assert wire == {
        "n": 3,
        "key": "peep",
        "params": {"seat": "2"},
        "shows": (("2", "camp", "red"),),
        "skill": "peep",
        "info": "red",
    }


def test_a_state_has_no_encoder_for_clients() -> None:
    assert not hasattr(State, "to_wire")
    for thing in (View, OpenDecision, Grimoire):
        parameters = inspect.signature(thing.to_wire).parameters
        assert list(parameters) == ["self"], thing
    for thing in (View, OpenDecision):
        assert "State" not in str(inspect.signature(thing.__init__)), thing
    assert "State" not in str(inspect.signature(wire_notice))


def test_a_decision_shows_its_owner_nothing_of_the_others_unless_that_is_public() -> None:
    hidden = game("plain", "zap", "plain", course=[("vote", {})])
    answer(hidden, "2", "vote", "1")
    wire = find(hidden, "1", "vote").to_wire()
    assert sorted(wire) == ["key", "kind", "optional", "params", "pick", "revise", "skill"]
    open_ = game("plain", "zap", "plain", course=[("vote", {"public": True, "shown": "all"})])
    answer(open_, "2", "vote", "1")
    wire = find(open_, "1", "vote").to_wire()
    assert (wire["owners"], wire["others"]) == (("1", "2", "3"), {"2": "1"})


def test_the_moderator_sees_who_has_answered_what() -> None:
    hidden = game("plain", "zap", "plain", course=[("vote", {})])
    answer(hidden, "2", "vote", "1")
    [decision] = hidden.decisions(MODERATOR)
    wire = decision.to_wire()
    assert (wire["owners"], wire["answered"]) == (("1", "2", "3"), {"2": "1"})


def test_everything_for_the_wire_is_json_without_the_names_of_decisions() -> None:
    night = game("peep", "wolf", "plain", "plain")
    for viewer in ("1", "2", PUBLIC, MODERATOR):
        shown: list[Any] = [night.view(viewer).to_wire(), *(d.to_wire() for d in night.decisions(viewer))]
        text = msgspec.json.encode(shown).decode()
        assert "night/0/1/" not in text
    assert msgspec.json.encode(night.grimoire().to_wire())


def test_the_grimoire_holds_what_no_view_shows() -> None:
    night = game({"role": "plain", "believes": "zap"}, "wolf", "plain")
    page = night.grimoire().to_wire()
    assert (page["seats"]["1"]["role"], page["seats"]["1"]["believed"]) == ("plain", "zap")
    assert night.view("1").seats["1"]["role"] == "zap"
    assert page["groups"] == {"pack": ("2",)}


@pytest.mark.parametrize("secret", ["canary-seed", "canary-note", "canary-reason"])
def test_secrets_of_a_game_never_reach_a_seat(secret: str) -> None:
    night = game("cry", "peep", "wolf", "plain", seed="canary-seed", marks=[("cloaked", "4", "canary-note")])
    from nightmoot.core import Override

    night.submit(Override("chance", {"draw": ["canary-reason"]}, "canary-reason"))
    play(night, maul="4", cry=True, peep="3")
    for viewer in (*night.state.circle, PUBLIC):
        shown: list[Any] = [night.view(viewer).to_wire(), *(d.to_wire() for d in night.decisions(viewer))]
        assert secret not in msgspec.json.encode(shown).decode()


def test_a_hollow_announcement_is_not_made_but_a_claim_is() -> None:
    s = scene(game("cry", "zap"))
    s.hollow, s.acting = True, s.state.holdings_of("1")[0]
    s.announce("loud")
    s.announce("loud", claim=True)
    s.tell("1", "own")
    s.tell("2", "other")
    assert [(n.key, n.to) for n in s.run.outbox] == [("loud", ALL), ("own", ("1",))]


def test_what_a_group_tells_itself_while_hollow_reaches_the_group() -> None:
    s = scene(game("wolf", "wolf", "zap"))
    s.hollow, s.acting = True, s.state.holdings["group:pack:maul"]
    s.tell(("1", "2", "3"), "own")
    assert [n.to for n in s.run.outbox] == [("1", "2")]


def test_a_result_for_two_is_told_once_to_both() -> None:
    night = game("puppet", "peep", "plain")
    answer(night, "1", "puppet", "2")
    answer(night, "1", "peep", "3")
    assert len(told(night, "1", "peep")) == len(told(night, "2", "peep")) == 1
    assert len([n for n in night.notices if n.key == "peep"]) == 1


def test_the_digest_of_what_was_told_differs_as_soon_as_the_notices_do() -> None:
    left, right = game("peep", "wolf", "plain"), game("peep", "wolf", "plain")
    assert left.digest() == right.digest()
    answer(left, "2", "maul", "3")
    answer(right, "2", "maul", None)
    play(left, peep="3")
    play(right, peep="2")
    assert left.digest() != right.digest()
    assert left.digest() == left.fork().digest() == type(left).load(left.dump(), left.rules).digest()
