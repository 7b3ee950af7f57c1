"""Harms: redirected, stopped, replaced, carried out; each mark once; never without end."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import Game, Notice, Scene
from nightmoot.core.errors import DepthExceeded
from nightmoot.core.records import Harm, Holding, Mark
from tests.core.playing import answer, asked, game, scene, sentences
from tests.core.toy import Toy


def table(*roles: Any, **more: Any) -> Scene:
    return scene(game(*roles, **more))


def held(s: Scene, seat: str) -> Holding:
    return s.state.holdings_of(seat)[0]


def out(s: Scene) -> list[str]:
    return [seat for seat in s.circle if not s.is_in(seat)]


def test_a_harm_that_nothing_stops_takes_its_target_out() -> None:
    s = table("plain", "plain", "zap")
    assert s.kill("1") is True
    assert out(s) == ["1"]
    assert s.state.harms == ()


def test_a_cancelled_harm_is_gone_and_kill_says_so() -> None:
    s = table("plain", "plain", "zap")
    s.mark("1", "warded")
    assert s.kill("1") is False
    assert out(s) == []
    assert s.state.harms == ()


def test_the_stages_come_in_the_order_of_the_ruleset() -> None:
    for stages, expected in ((("redirect", "cancel"), ["2"]), (("cancel", "redirect"), [])):
        s = table("plain", "plain", "zap", rules=Toy(harm_stages=stages))
        s.mark("1", "warded")
        s.mark("1", "lured", data="2")
        s.kill("1")
        assert out(s) == expected


def test_a_redirected_harm_meets_the_marks_of_its_new_target() -> None:
    s = table("plain", "plain", "zap")
    s.mark("1", "lured", data="2")
    s.mark("2", "warded")
    assert s.kill("1") is False
    assert out(s) == []


def test_each_mark_acts_on_a_harm_once_so_that_a_ring_of_redirections_ends() -> None:
    s = table("plain", "plain", "zap")
    s.mark("1", "lured", data="2")
    s.mark("2", "lured", data="1")
    s.kill("1")
    assert out(s) == ["1"]


def test_a_mark_that_lets_a_harm_be_may_act_on_it_later() -> None:
    rules = Toy(harm_stages=("early", "late"))
    seen = []

    def careful(s: Scene, mark: Mark, harm: Harm) -> bool:
        seen.append(harm.slot)
        return harm.slot == "late"

    rules.harm("early", mark="careful")(careful)
    rules.harm("late", mark="careful")(careful)
    s = scene(game("plain", "zap", "plain", rules=rules))
    s.mark("1", "careful")
    harm = s.queue("1", "zap")
    assert harm is not None
    kept = s.judge(harm, stages=("early",))
    assert kept is not None
    assert s.judge(s.amend(kept, slot="late"), stages=("late",)) is None
    assert seen == ["", "late"]


def test_a_stage_may_be_pierced_and_so_may_a_kind_of_mark() -> None:
    for pierces in (("warded",), ("cancel",)):
        s = table("plain", "zap")
        s.mark("1", "warded")
        assert s.kill("1", pierces=pierces) is True


def test_a_hook_may_look_at_the_kind_of_harm() -> None:
    s = table("plain", "zap")
    s.mark("1", "warded")
    assert s.kill("1", "doom") is True


def test_a_queued_harm_waits_may_be_dropped_and_may_be_judged_by_some_stages_only() -> None:
    s = table("plain", "plain", "zap")
    first, second = s.queue("1", "zap"), s.queue("2", "zap")
    assert first is not None
    assert second is not None
    assert [harm.target for harm in s.state.harms] == ["1", "2"]
    s.unqueue(first, why="ward")
    assert [harm.target for harm in s.state.harms] == ["2"]
    assert s.judge(second, stages=("redirect",)) == second
    assert s.settle(second) == "2"


def test_those_who_go_together_go_at_one_instant() -> None:
    rules = Toy()
    seen = []
    rules.passive("watch")
    rules.role("watch", "blue", "watch")
    rules.on_out("watch")(lambda s, me, gone: seen.append((me.owner, gone.seat, s.is_in("2"))))
    s = scene(game("watch", "watch", "plain", "zap", rules=rules))
    harms = [harm for seat in ("2", "3") if (harm := s.queue(seat, "zap")) is not None]
    assert s.out_together(*harms) == ("2", "3")
    assert seen == [("1", "2", False), ("2", "2", False), ("1", "3", False), ("2", "3", False)]


def test_whoever_is_out_does_not_go_again() -> None:
    s = table("plain", "plain", "zap")
    first, second = s.queue("1", "zap"), s.queue("1", "zap")
    assert first is not None
    assert second is not None
    assert s.out_together(first, second) == ("1",)
    assert s.kill("1") is False


def test_who_is_bound_goes_with_the_other() -> None:
    s = table("bond", "bond", "plain", "zap")
    s.use(held(s, "1"), "2")
    s.use(held(s, "2"), "3")
    s.kill("3")
    assert out(s) == ["1", "2", "3"]


def test_what_a_hollow_holder_does_at_a_departure_comes_to_nothing() -> None:
    s = table("bond", "plain", "zap", "plain")
    s.use(held(s, "1"), "2")
    s.mark("1", "cursed")
    s.kill("2")
    assert out(s) == ["2"]


# ---------------------------------------------------------------------- instead


def shielded(policy: str = "first", marks: int = 2) -> Scene:
    s = table("shield", "shield", "plain", "plain", "zap", rules=Toy(instead=policy))
    for seat in ("1", "2")[:marks]:
        s.use(held(s, seat), "3")
    return s


def test_the_substitute_goes_for_the_ward_and_his_mark_is_spent() -> None:
    s = shielded(marks=1)
    assert s.kill("3") is False
    assert out(s) == ["1"]
    assert not s.has("3", "shielded")
    assert s.kill("3") is True


def test_the_first_substitution_counts_or_all_do_as_the_ruleset_has_it() -> None:
    first, every = shielded("first"), shielded("all")
    first.kill("3")
    every.kill("3")
    assert (out(first), out(every)) == (["1"], ["1", "2"])


def test_the_ruleset_may_order_what_acts_within_a_stage() -> None:
    class Latest(Toy):
        def harm_order(self, scene: Scene, stage: str, found: list[Any]) -> list[Any]:
            return found[::-1]

    s = scene(game("shield", "shield", "plain", "zap", rules=Latest()))
    for seat in ("1", "2"):
        s.use(held(s, seat), "3")
    s.kill("3")
    assert out(s) == ["2"]


def test_the_moderator_may_rule_what_happens_instead() -> None:
    course = [("bribed", {})]
    rules = Toy(instead="ask")

    @rules.step("bribed")
    def bribed(s: Scene) -> None:
        s.kill("3", "zap")

    marks = [("shielded", "3", "1"), ("bribed", "3", None)]
    night = game("plain", "plain", "plain", "zap", course=course, marks=marks, rules=rules, moderator="human")
    assert asked(night, "moderator") == ["instead"]
    answer(night, "moderator", "instead", "bribed")
    assert asked(night, "3") == ["bribe"]
    answer(night, "3", "bribe", "2")
    assert [fact.seat for fact in night.facts if fact.kind == "out"] == ["2"]


def test_a_substitution_may_ask_in_the_middle_of_a_settlement() -> None:
    night: Game = game("bribe", "plain", "plain", "strike", "zap")
    answer(night, "1", "bribe", "2")
    answer(night, "4", "strike", "2")
    assert asked(night, "2") == ["bribe"]
    answer(night, "2", "bribe", "3")
    assert [fact.seat for fact in night.facts if fact.kind == "out"] == ["3"]


def test_harms_that_replace_one_another_for_ever_fail_readably() -> None:
    rules = Toy()
    rules.harm("instead", mark="pingpong")(
        lambda s, mark, harm: (
            s.mark(str(mark.data), "pingpong", data=harm.target),
            s.kill(str(mark.data), "zap"),
            True,
        )[-1]
    )
    s = scene(game("plain", "plain", "zap", rules=rules))
    s.mark("1", "pingpong", data="2")
    with pytest.raises(DepthExceeded, match=r"zap on [12]: more than 32 harms follow from one another"):
        s.kill("1", "zap")


def test_a_harm_without_end_parks_the_game_and_loses_nothing() -> None:
    rules = Toy()
    rules.harm("instead", mark="pingpong")(
        lambda s, mark, harm: (
            s.mark(str(mark.data), "pingpong", data=harm.target),
            s.kill(str(mark.data), "zap"),
            True,
        )[-1]
    )
    night = game(
        "zap", "plain", "plain", "plain", marks=[("pingpong", "2", "3")], rules=rules, strict=False, twice=False
    )
    answer(night, "1", "zap", "2")
    assert night.fault is not None
    assert night.fault.startswith("DepthExceeded: zap on")
    assert night.seen.living == ("1", "2", "3", "4")


# ---------------------------------------------------------------------- dry runs


def test_a_dry_run_says_who_would_go_and_changes_nothing() -> None:
    s = table("shield", "last", "plain", "bribe", "zap")
    s.use(held(s, "1"), "3")
    s.use(held(s, "4"), "2")
    before, heard = s.state.dump(), list[Notice](s.run.outbox)
    harms = [harm for seat in ("2", "3") if (harm := s.queue(seat, "zap")) is not None]
    queued = s.state.dump()
    assert s.preview(*harms) == ("1", "2")
    assert s.state.dump() == queued
    assert s.run.outbox == heard
    assert s.run.pushed == []
    assert before["seats"] == queued["seats"]


def test_a_dry_run_ends_at_a_verdict() -> None:
    s = table("plain", "zap")
    assert s.dry_run(lambda dry: (dry.kill("2"), dry.check_wins(), dry.kill("1"))) == ("2",)
    assert s.state.over is None


# ---------------------------------------------------------------------- causes


def test_every_departure_names_the_use_from_which_it_comes() -> None:
    s = table("strike", "plain", "zap")
    s.use(held(s, "1"), "2")
    [gone] = [fact for fact in s.state.facts if fact.kind == "out"]
    assert (gone.by, gone.data["source"]) == ("1:strike", "1")
    assert sentences(s, about="out") == ["2 乙 is out by strike (1 甲), because 1 甲 used strike on 2 乙."]
