"""Every writer is a proposal that live marks may prevent, and the log says which did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nightmoot.core import Scene
from tests.core.playing import game, scene, sentences

WRITES: dict[str, tuple[Callable[[Scene], Any], str]] = {
    "mark": (lambda s: s.mark("1", "heavy"), "1 甲 did not get heavy vote: no mark."),
    "unmark": (
        lambda s: (s.unmark(*s.marks("servant")), not s.has("1", "servant"))[1],
        "1 甲 kept servant: no unmark.",
    ),
    "become": (lambda s: s.become("1", "zap"), "1 甲 did not become zapper: no become."),
    "turn": (lambda s: s.turn("1", "red"), "1 甲 did not turn to red: no turn."),
    "revive": (lambda s: s.revive("4"), "4 丁 did not come back: no revive."),
    "grant": (lambda s: s.grant("1", "zap"), "1 甲 did not gain zap: no grant."),
    "lose": (lambda s: s.lose(s.state.holdings_of("2")[0]), "2 乙 did not lose peep: no lose."),
    "learn": (
        lambda s: s.learn(s.state.holdings_of("2")[0], "sense", lambda read: 1, (0, 1)),
        "2 乙 learned nothing by sense: no learn.",
    ),
    "tell": (lambda s: (s.tell("1", "secret"), bool(s.run.outbox))[1], "1 甲 was not told: no tell."),
    "weight": (lambda s: s.vote_weight("1") == 2, "the vote of 1 甲 kept its weight: no weight."),
}
ON = {"revive": "4", "lose": "2", "learn": "2"}


def table() -> Scene:
    s = scene(game("plain", "peep", "zap", "plain", "plain"))
    s.kill("4")
    s.mark("1", "servant", data="2")
    return s


@pytest.mark.parametrize("kind", WRITES)
def test_a_write_happens_where_nothing_prevents_it(kind: str) -> None:
    s = table()
    if kind == "weight":
        s.mark("1", "heavy")
    assert WRITES[kind][0](s)


@pytest.mark.parametrize("kind", WRITES)
def test_a_live_mark_prevents_the_write_on_its_bearer_and_the_log_says_so(kind: str) -> None:
    s = table()
    if kind == "weight":
        s.mark("1", "heavy")
    s.mark(ON.get(kind, "1"), f"no {kind}")
    before = s.state.dump()
    assert not WRITES[kind][0](s)
    after = s.state.dump()
    assert [name for name in before if before[name] != after[name]] == ["facts"]
    assert s.run.outbox == []
    assert sentences(s)[-1] == WRITES[kind][1]


@pytest.mark.parametrize("kind", WRITES)
def test_a_mark_on_somebody_else_prevents_nothing(kind: str) -> None:
    s = table()
    if kind == "weight":
        s.mark("1", "heavy")
    s.mark("5", f"no {kind}")
    assert WRITES[kind][0](s)


def test_a_guard_that_does_not_live_prevents_nothing() -> None:
    s = scene(game("ward", "plain", "zap"))
    s.rules.mark_kind("no mark", upheld=True)
    s.mark("2", "no mark", by=s.state.holdings_of("1")[0])
    assert s.mark("2", "heavy") is None
    s.kill("1")
    assert s.mark("2", "heavy") is not None


def test_a_use_may_pierce_a_guard() -> None:
    s = scene(game("hush", "plain", "zap"))
    s.mark("2", "no mark")
    s.use(s.state.holdings_of("1")[0], "2")
    assert not s.has("2", "hushed")
    s.use(s.state.holdings_of("1")[0], "2", pierces=("no mark",))
    assert s.has("2", "hushed")


def test_of_several_receivers_only_the_guarded_are_left_out() -> None:
    s = scene(game("plain", "plain", "zap"))
    s.mark("2", "no tell")
    s.tell(("1", "2", "3"), "secret")
    assert [notice.to for notice in s.run.outbox] == [("1", "3")]


def test_votes_weigh_what_the_marks_on_the_voter_make_of_them() -> None:
    s = scene(game("plain", "plain", "zap"))
    for _ in range(2):
        s.mark("1", "heavy")
    assert [s.vote_weight(seat) for seat in ("1", "2")] == [4, 1]
    assert s.vote_weight("1", 1.5) == 6


def test_an_outcome_prevented_by_a_skill_names_the_skill() -> None:
    s = scene(game("ward", "plain", "hush", "zap"))
    s.mark("2", "no mark", by=s.state.holdings_of("1")[0])
    s.use(s.state.holdings_of("3")[0], "2")
    assert sentences(s, about="did not") == ["2 乙 did not get hushed: ward of 1 甲, after 3 丙 used hush on 2 乙."]
