"""Windows: independent offers, orders settled by the sheet, and uses inserted because another opened them."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import MODERATOR, Answer, Game, Notice, Override, Refused, Scene, Tick, Withdraw
from nightmoot.core.records import Holding
from tests.core.playing import answer, asked, find, game, scene, sentences, tick, told
from tests.core.toy import Toy


def noon(*roles: Any, **more: Any) -> Game:
    return game(*roles, course=[("windows", {"name": "noon"})], **more)


def dusk(*roles: Any, mode: str = "order", closes: str = "due", until: str = "", **more: Any) -> Game:
    opened = ("windows", {"name": "dusk", "mode": mode, "closes": closes, "until": until})
    return game(*roles, course=[opened, ("say", {"text": "after"})], **more)


def outs(of: Game) -> list[str | None]:
    return [fact.seat for fact in of.facts if fact.kind == "out"]


# ---------------------------------------------------------------------- independent


def test_each_use_of_an_independent_window_runs_at_once() -> None:
    window = noon("fling", "fling", "plain", "plain")
    answer(window, "2", "fling", "3")
    assert outs(window) == ["3"]
    answer(window, "1", "fling", "4")
    assert outs(window) == ["3", "4"]


def test_an_offer_may_be_taken_as_often_as_it_is_open_and_not_after_the_window() -> None:
    window = noon("fling", "plain", "plain", "zap")
    name = find(window, "1", "fling").name
    for seat in ("2", "3"):
        window.submit(Answer(name, "1", seat))
    tick(window, "window")
    assert asked(window, "1") == []
    with pytest.raises(Refused, match="not-open"):
        window.submit(Answer(name, "1", "4"))


def test_whoever_declines_is_not_asked_again_in_this_window() -> None:
    window = noon("fling", "plain", "zap")
    answer(window, "1", "fling", None)
    assert asked(window, "1") == ["shout"]


def test_an_illegal_choice_from_an_offer_is_refused_and_changes_nothing() -> None:
    window = noon("fling", "plain", "zap")
    before = window.dump()
    for choice in ("9", ["2"] * 2, {"a": 1}, True):
        with pytest.raises(Refused):
            answer(window, "1", "fling", choice)
    assert window.dump() == before


def test_what_a_whole_table_may_do_everybody_may_do() -> None:
    window = noon("fling", "plain", "zap")
    assert [asked(window, seat) for seat in ("1", "2", "3")] == [["fling", "shout"], ["shout"], ["shout"]]
    outcome = answer(window, "2", "shout", True)
    assert [(n.key, n.params) for n in outcome.notices] == [("shout", {"seat": "2"})]
    assert asked(window, "2") == ["shout"]


def test_a_use_that_waits_for_a_nested_answer_closes_nobody_elses_offer() -> None:
    window = noon("fling", "fling", "last", "plain", "zap")
    answer(window, "1", "fling", "3")
    assert asked(window, "3") == ["last"]
    assert "fling" in asked(window, "2")
    answer(window, "2", "fling", "4")
    assert outs(window) == ["3", "4"]
    assert asked(window, "3") == ["last"]
    answer(window, "3", "last", "1")
    assert outs(window) == ["3", "4", "1"]


def test_answers_of_a_waiting_step_outlive_a_use_that_is_taken_meanwhile() -> None:
    ballot = game(
        "fling", "plain", "plain", "zap", course=[("standing", {"name": "noon"}), ("vote", {})], hold=frozenset()
    )
    answer(ballot, "2", "vote", "4")
    answer(ballot, "3", "vote", "1")
    answer(ballot, "1", "fling", "2")
    assert outs(ballot) == ["2"]
    assert find(ballot, "3", "vote").mine == "1"
    answer(ballot, "1", "vote", "4")
    answer(ballot, "4", "vote", "4")
    assert ballot.state.memory["voted"] == {"3": "1", "1": "4", "4": "4"}


def test_what_a_waiting_step_has_told_is_not_told_again_after_a_use_taken_meanwhile() -> None:
    night = game("rob", "peep", "fling", "plain", course=[("standing", {"name": "noon"}), ("night", {})])
    answer(night, "1", "rob", "2")
    answer(night, "2", "peep", "3")
    answer(night, "3", "fling", "4")
    answer(night, "1", "rob", "3")
    assert len(told(night, "2", "robbed")) == 1


def test_a_deadline_goes_on_while_a_use_waits_and_then_the_window_accepts_nothing_more() -> None:
    window = noon("fling", "fling", "last", "plain", "zap")
    before = [wait for wait in window.waits() if wait.kind == "window"]
    answer(window, "1", "fling", "3")
    assert [wait for wait in window.waits() if wait.kind == "window"] == before
    tick(window, "window")
    assert [wait.kind for wait in window.waits()] == ["decision"]
    assert asked(window, "2") == []
    assert asked(window, "3") == ["last"]
    answer(window, "3", "last", None)
    assert window.state.windows == {}


def test_a_standing_window_is_open_beside_the_agenda_until_it_is_closed() -> None:
    rules = Toy()
    rules.step("shut")(lambda s: s.close_window("noon"))
    course = [("standing", {"name": "noon"}), ("night", {}), ("shut", {})]
    night = game("fling", "peep", "plain", "zap", course=course, rules=rules)
    assert asked(night, "1") == ["fling", "shout"]
    answer(night, "4", "zap", None)
    answer(night, "2", "peep", "3")
    assert night.state.windows == {}
    assert asked(night, "1") == []


# ---------------------------------------------------------------------- orders


def test_orders_are_settled_in_the_order_of_the_sheet_then_of_the_seats_not_of_arrival() -> None:
    rules = Toy(sheet=("scheme", "plan"))
    window = dusk("plan", "plan", "scheme", "plain", "plain", "zap", rules=rules)
    answer(window, "2", "plan", "5")
    answer(window, "1", "plan", "4")
    answer(window, "3", "scheme", "4")
    assert outs(window) == []
    tick(window)
    assert [(f.kind, f.seat) for f in window.facts if f.kind in ("mark", "out")] == [
        ("mark", "4"),
        ("out", "4"),
        ("out", "5"),
    ]


def test_an_order_is_replaced_withdrawn_and_given_again_until_the_deadline() -> None:
    window = dusk("plan", "plain", "plain", "zap")
    answer(window, "1", "plan", "2")
    answer(window, "1", "plan", "3")
    assert find(window, "1", "plan").mine == "3"
    window.submit(Withdraw(find(window, "1", "plan").name, "1"))
    assert not find(window, "1", "plan").answered
    with pytest.raises(Refused, match="nothing-to-withdraw"):
        window.submit(Withdraw(find(window, "1", "plan").name, "1"))
    answer(window, "1", "plan", "2")
    tick(window)
    assert outs(window) == ["2"]


def test_an_order_knows_when_it_arrived_and_how_often_it_was_given() -> None:
    window = dusk("plan", "plan", "plain", "zap")
    window.submit(Answer(find(window, "1", "plan").name, "1", "3", at=100))
    answer(window, "2", "plan", "3")
    answer(window, "1", "plan", "4")
    orders = {order.by: order for order in window.state.orders["dusk"]}
    assert (orders["1"].arrival, orders["1"].times, orders["2"].arrival) == (2, 2, 1)


def test_where_orders_are_final_what_was_handed_in_stands_and_a_pass_does_not() -> None:
    rules = Toy()
    rules.step("once")(lambda s: s.open_window("dusk", "order", final=True))
    window = game("plan", "plain", "plain", "zap", course=[("once", {})], rules=rules)
    answer(window, "1", "plan", None)
    assert not find(window, "1", "plan").final
    answer(window, "1", "plan", "2")
    stands = find(window, "1", "plan")
    assert (stands.final, stands.mine, stands.to_wire()["revise"]) == (True, "2", "never")
    with pytest.raises(Refused, match="answered"):
        answer(window, "1", "plan", "3")
    with pytest.raises(Refused, match="nothing-to-withdraw"):
        window.submit(Withdraw(stands.name, "1"))
    tick(window)
    assert outs(window) == ["2"]


def test_the_orders_of_those_who_are_gone_are_offered_to_nobody() -> None:
    window = dusk("plan", "plain", "plain", "zap")
    answer(window, "1", "plan", "2")
    window.submit(Override("kill", {"seat": "1"}))
    assert asked(window, "1") == []


def test_a_pass_handed_in_is_an_answer_and_settles_nothing() -> None:
    window = dusk("plan", "plain", "zap")
    answer(window, "1", "plan", None)
    decision = find(window, "1", "plan")
    assert decision.answered
    assert decision.to_wire()["mine"] is None
    tick(window)
    assert outs(window) == []


def test_whoever_is_silenced_before_the_settlement_spends_nothing() -> None:
    window = dusk("plan", "plan", "plain", "zap")
    for seat in ("1", "2"):
        answer(window, seat, "plan", "3")
    window.state = window.state.clone()
    Scene(window.state, window.rules, window.state.agenda[0], window.scene().run).mark("1", "hushed")
    tick(window)
    assert sentences(window, about="could not") == ["plan of 1 甲 on 3 丙 could not be used: hushed."]
    assert window.state.holdings["1:plan"].picks == ()
    assert window.state.holdings["2:plan"].picks == ((0, ("3",)),)


def test_a_window_may_close_as_soon_as_nobody_has_anything_left_to_answer() -> None:
    window = dusk("plan", "scheme", "plain", "zap", closes="answered")
    answer(window, "1", "plan", "3")
    assert asked(window, "2") == ["scheme"]
    answer(window, "2", "scheme", None)
    assert window.state.windows == {}
    assert [notice.info for notice in window.notices if notice.key == "said"] == ["after"]


def test_a_deadline_bears_the_name_of_its_moment() -> None:
    assert [(wait.kind, wait.of) for wait in dusk("plan", "zap").waits()] == [("window", "close of dusk")]
    assert [(wait.kind, wait.of) for wait in dusk("plan", "zap", until="20:00").waits()] == [("window", "20:00")]


def test_what_is_to_be_told_when_the_window_ends_waits_for_it() -> None:
    rules = Toy()

    @rules.ability("rumour", window="dusk", pick=rules.abilities["plan"].pick)
    def rumour(s: Scene, me: Holding, use: Any) -> None:
        s.tell_at("close of dusk", me.owner, "rumour", use.target, skill="rumour")

    rules.include()
    rules.role("rumour", "blue", "rumour")
    window = dusk("rumour", "plan", "plain", "zap", rules=rules)
    answer(window, "1", "rumour", "3")
    answer(window, "2", "plan", "3")
    outcome = tick(window)
    assert [n.key for n in outcome.notices] == ["rumour", "said"]


def test_what_everybody_is_to_hear_may_wait_for_a_moment_too() -> None:
    s = scene(game("zap", "plain"))
    s.announce_at("dawn", "bell", 3, n=3)
    assert s.run.outbox == []
    s.fall_due("dawn")
    for step in s.run.pushed:
        s.rules.steps[step.kind](s, **step.args)
    assert [(n.key, n.to, n.info, n.params) for n in s.run.outbox] == [("bell", "all", 3, {"n": 3})]
    assert s.state.due == {}


def test_orders_may_be_seen_as_they_come() -> None:
    class Watched(Toy):
        def order_notice(self, scene: Scene, holding: Holding, actor: str, choice: Any) -> Notice:
            return Notice("ordered", (MODERATOR,), {"by": actor, "choice": choice})

    window = dusk("plan", "plain", "zap", rules=Watched())
    assert [n.params for n in answer(window, "1", "plan", "2").notices] == [{"by": "1", "choice": "2"}]
    withdrawn = window.submit(Withdraw(find(window, "1", "plan").name, "1"))
    assert [n.params for n in withdrawn.notices] == [{"by": "1", "choice": None}]


# ---------------------------------------------------------------------- inserted


def test_a_use_that_opens_another_holders_comes_first_in_an_inserting_window() -> None:
    window = dusk("plan", "plan", "revenge", "plain", "zap", mode="insert")
    assert asked(window, "3") == []
    answer(window, "1", "plan", "3")
    answer(window, "2", "plan", "4")
    tick(window)
    assert outs(window) == ["3"]
    assert asked(window, "3") == ["revenge"]
    answer(window, "3", "revenge", "2")
    assert outs(window) == ["3", "2"]
    assert sentences(window, about="could not") == []
    assert [n.info for n in window.notices if n.key == "said"] == ["after"]


def test_in_a_merely_ordered_window_what_is_opened_has_to_wait() -> None:
    window = dusk("plan", "revenge", "plain", "zap")
    answer(window, "1", "plan", "2")
    tick(window)
    assert outs(window) == ["2"]
    assert asked(window, "2") == []


# ---------------------------------------------------------------------- groups and the moderator


def group_plan() -> Game:
    class Grouped(Toy):
        def open(self, scene: Scene, setup: Any, choices: Any) -> None:
            super().open(scene, setup, choices)
            scene.deal_group_holding("group:pack", "plan")
            scene.deal_group_holding(MODERATOR, "scheme")

    return dusk("wolf", "wolf", "plain", "zap", rules=Grouped())


def test_a_group_has_one_order_which_any_member_replaces() -> None:
    window = group_plan()
    answer(window, "1", "plan", "3")
    assert find(window, "2", "plan").mine == "3"
    answer(window, "2", "plan", "4")
    assert find(window, "1", "plan").mine == "4"
    tick(window)
    assert outs(window) == ["4"]


def test_a_group_may_take_its_offer_under_its_own_name() -> None:
    window = group_plan()
    window.submit(Answer(find(window, "1", "plan").name, "pack", "3"))
    tick(window)
    assert outs(window) == ["3"]


def test_the_moderator_has_offers_of_his_own_and_sees_everybodys() -> None:
    window = group_plan()
    assert sorted(asked(window, MODERATOR)) == ["plan", "plan", "scheme"]
    assert [d.owner for d in window.decisions(MODERATOR) if d.skill == "scheme"] == [MODERATOR]
    assert "scheme" not in asked(window, "1")
    answer(window, MODERATOR, "scheme", "3")
    tick(window)
    assert [fact.seat for fact in window.facts if fact.kind == "mark"] == ["3"]


def test_a_tick_that_is_not_due_is_refused() -> None:
    window = noon("fling", "zap")
    with pytest.raises(Refused, match="nothing-due"):
        window.submit(Tick("20:00"))
