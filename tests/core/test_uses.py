"""Uses on their way: before the use, along the route, put off, bookkept, told."""

from __future__ import annotations

from typing import Any

from nightmoot.core import TABLE, Scene
from nightmoot.core.records import Holding, Use
from tests.core.playing import answer, asked, game, play, scene, sentences, told
from tests.core.toy import Toy


def table(*roles: Any, **more: Any) -> Scene:
    return scene(game(*roles, **more))


def held(s: Scene, seat: str, nth: int = 0) -> Holding:
    return s.state.holdings_of(seat)[nth]


def use(s: Scene, seat: str, target: Any, **more: Any) -> Use | None:
    return s.use(held(s, seat), target, **more)


# ---------------------------------------------------------------------- before the use


def test_a_robbed_use_goes_where_the_robber_says_and_its_result_to_him() -> None:
    night = game("rob", "peep", "plain", "plain")
    answer(night, "1", "rob", "2")
    answer(night, "2", "peep", "3")
    answer(night, "1", "rob", "1")
    assert told(night, "2", "peep") == []
    assert [n.info for n in told(night, "1", "peep")] == [("red",)]
    [done] = night.scene().uses("peep")
    assert (done.actor, done.chosen, done.targets) == ("2", ("3",), ("1",))


def test_a_robbed_use_may_be_dropped_and_is_spent_all_the_same() -> None:
    night = game("rob", "peep", "plain", "plain")
    answer(night, "1", "rob", "2")
    answer(night, "2", "peep", "3")
    answer(night, "1", "rob", None)
    assert told(night, "1", "peep") == told(night, "2", "peep") == []
    assert night.state.holdings["2:peep"].picks == ((1, ("3",)),)
    assert sentences(night, about="dropped") == ["peep of 2 乙 on 3 丙 was dropped: robbery of 1 甲."]


def test_a_result_that_is_muffled_reaches_nobody_and_the_log_keeps_it() -> None:
    night = play(game("muffle", "peep", "zap", "plain"), muffle="2", peep="3")
    assert told(night, "2", "peep") == []
    assert sentences(night, about="peep of 2") == [
        "what peep of 2 乙 found out went to nobody: muffle of 1 甲, after 2 乙 used peep on 3 丙."
    ]
    assert sentences(night, about="was not told") == [
        "2 乙 was not told what peep found out (red), after 2 乙 used peep on 3 丙."
    ]


def test_a_mark_on_the_table_lets_every_use_pass_its_hook() -> None:
    s = table("zap", "strike", "plain")
    s.mark(TABLE, "robbed", data="3")
    rules = Toy()
    rules.before_use("gale")(lambda s, mark, use: None)
    s = scene(game("zap", "strike", "plain", rules=rules))
    s.mark(TABLE, "gale")
    assert use(s, "1", "3") is None
    assert use(s, "2", "3") is None


def test_what_a_hook_writes_the_holding_that_made_the_mark_has_done() -> None:
    rules = Toy()
    rules.before_use("webbed")(lambda s, mark, use: (s.mark(use.actor, "caught"), use)[1])
    s = scene(game("zap", "plain", "ward", rules=rules))
    s.mark("1", "webbed", by=held(s, "3"))
    use(s, "1", "2")
    [caught] = s.marks("caught")
    assert caught.by == "3:ward"
    assert s.acting is None


# ---------------------------------------------------------------------- the route


def test_a_swap_sends_what_is_aimed_at_the_one_to_the_other() -> None:
    s = table("swap", "peep", "zap", "plain")
    use(s, "1", ("3", "4"))
    done = use(s, "2", "4")
    assert done is not None
    assert (done.chosen, done.targets, done.balls) == (("4",), ("3",), (("4", "3"),))
    assert [notice.info for notice in s.run.outbox] == [("red",)]


def test_stages_come_in_the_order_of_the_ruleset_each_on_the_present_holder() -> None:
    for stages, expected in ((("swap", "deflect"), "1"), (("deflect", "swap"), "3")):
        s = table("peep", "deflect", "swap", "zap", rules=Toy(use_stages=stages))
        use(s, "3", ("2", "4"))  # a ball for 4 comes to 2, one for 2 to 4
        use(s, "2", "1")  # what comes to 2 goes on to 1
        done = use(s, "1", "4")
        assert done is not None
        assert done.targets == ({"1": "1", "3": "2"}[expected],)


def test_each_stage_moves_a_ball_once_however_many_marks_there_are() -> None:
    s = table("peep", "deflect", "deflect", "plain")
    use(s, "2", "3")
    use(s, "3", "2")
    done = use(s, "1", "2")
    assert done is not None
    assert done.targets == ("3",)


def test_every_ball_walks_by_itself() -> None:
    s = table("swap", "deflect", "plain", "zap")
    use(s, "2", "4")
    use(s, "1", ("2", "3"))
    assert [set(mark.data) for mark in s.marks("swapped")] == [{"4", "3"}]


def test_a_ball_that_is_lost_leaves_the_others_and_a_use_of_lost_balls_comes_to_nothing() -> None:
    s = table("swap", "peep", "plain", "zap")
    s.mark("3", "cloaked")
    assert use(s, "2", "3") is None
    assert sentences(s, about="reached") == [
        "peep of 2 乙 on 3 丙 came to nothing: it reached nobody, after peep of 2 乙 did not settle on 3 丙: cloak."
    ]
    assert s.state.holdings["2:peep"].picks == ((1, ("3",)),)
    done = use(s, "1", ("3", "4"))
    assert done is not None
    assert (done.targets, done.balls) == (("4",), (("3", None), ("4", "4")))


def test_a_ruleset_may_veto_final_targets() -> None:
    class Vetoing(Toy):
        def vetoes(self, scene: Scene, use: Use, target: str) -> bool:
            return target == "3"

    s = scene(game("peep", "swap", "plain", "zap", rules=Vetoing()))
    assert use(s, "1", "3") is None
    done = use(s, "2", ("3", "4"))
    assert done is not None
    assert done.balls == (("3", None), ("4", "4"))


# ---------------------------------------------------------------------- bookkeeping, piercing, putting off


def test_the_engine_keeps_the_books_of_every_holding() -> None:
    s = table("rob", "plain", "zap")
    use(s, "1", "2")
    now = held(s, "1")
    assert (now.left, now.picks, now.acted) == (0, ((1, ("2",)),), s.state.phase.stamp)
    assert s.usable(now) is False
    assert s.last_targets(now, 1) == ("2",)


def test_uses_are_never_negative() -> None:
    s = table("rob", "zap")
    for _ in range(3):
        use(s, "1", "2")
    assert held(s, "1").left == 0
    s.give_uses(held(s, "1"), -5)
    assert held(s, "1").left == 0
    s.give_uses(held(s, "1"), 2)
    assert held(s, "1").left == 2


def test_a_second_hand_holding_has_its_own_counter_and_ends_at_its_moment() -> None:
    s = table("lend", "zap", "plain")
    use(s, "1", "2")
    own, lent = s.state.holdings_of("2")
    assert (own.left, lent.left, lent.by, lent.until) == (None, 1, "1:lend", "dusk")
    s.use(lent, "3")
    assert [h.left for h in s.state.holdings_of("2")] == [None, 0]
    s.lapse("dusk")
    assert [h.id for h in s.state.holdings_of("2")] == ["2:zap"]


def test_becoming_somebody_keeps_what_was_gained_and_a_revival_brings_fresh_holdings() -> None:
    s = table("rob", "lend", "plain", "zap")
    use(s, "2", "1")
    s.become("1", "rob")
    assert [(h.ability, h.left) for h in s.state.holdings_of("1")] == [("zap", 1), ("rob", 1)]
    s.kill("1")
    use_left = held(s, "1", 1)
    s.revive("1")
    assert held(s, "1", 1).id != use_left.id
    s.kill("1")
    s.revive("1", fresh=False)
    assert [h.ability for h in s.state.holdings_of("1")] == ["zap", "rob"]


def test_a_use_pierces_the_things_that_its_ability_names() -> None:
    s = table("pierce", "ward", "plain", "zap")
    s.mark("1", "hushed")
    s.mark("3", "cloaked")
    use(s, "2", "3")
    use(s, "1", "3")
    assert not s.is_in("3")
    assert held(s, "1").left == 1


def test_a_single_use_may_pierce_more() -> None:
    s = table("strike", "plain", "ward")
    s.mark("1", "hushed")
    assert use(s, "1", "2") is None
    assert use(s, "1", "2", pierces=("hushed",)) is not None
    assert not s.is_in("2")


def test_a_use_may_pierce_that_its_holder_is_out() -> None:
    s = table("strike", "plain", "plain")
    s.kill("1")
    assert use(s, "1", "2") is None
    assert use(s, "1", "2", pierces=("out",)) is not None


def test_a_use_put_off_keeps_its_targets_and_takes_effect_at_its_moment() -> None:
    night = game("late", "swap", "plain", "zap", rules=Toy(putting_off={"late": "dawn"}))
    play(night, late="3", swap=("3", "4"), vote=None)
    assert sentences(night, about="put off") == [
        "late blow of 1 甲 was put off, after late blow aimed at 3 丙 went to 4 丁: swap of 2 乙, "
        "and that after 1 甲 used late blow on 3 丙."
    ]
    assert sentences(night, about="out by") == [
        "4 丁 is out by late blow (1 甲), because late blow aimed at 3 丙 went to 4 丁: swap of 2 乙, "
        "and that after 1 甲 used late blow on 3 丙."
    ]


def test_what_has_been_put_off_is_judged_when_it_takes_effect() -> None:
    s = table("late", "plain", "curse", rules=Toy(putting_off={"late": "dawn"}))
    use(s, "1", "2")
    [step] = s.state.due["dawn"]
    use(s, "3", "1")
    s.rules.steps[step.kind](s, **step.args)
    assert s.is_in("2")
    assert sentences(s, about="no effect") == ["late blow of 1 甲 on 2 乙 had no effect: curse of 3 丙."]


def test_a_ruleset_may_keep_a_use_itself_and_settle_it_later() -> None:
    kept: list[Use] = []

    class Keeping(Toy):
        def delays(self, scene: Scene, use: Use) -> str | bool:
            kept.append(use)
            return True

    s = scene(game("strike", "plain", "zap", rules=Keeping()))
    assert use(s, "1", "2") is not None
    assert s.is_in("2")
    s.settle_use(held(s, "1"), kept[0])
    assert not s.is_in("2")


def test_past_uses_are_remembered_with_what_they_named_and_where_they_went() -> None:
    s = table("swap", "peep", "curse", "plain", "zap")
    use(s, "1", ("4", "5"))
    use(s, "2", "4")
    use(s, "3", "2")
    use(s, "2", "1")
    s.mark("2", "hushed")
    use(s, "2", "3")
    assert [(u.chosen, u.targets, u.ended) for u in s.uses("peep")] == [
        (("4",), ("5",), ""),
        (("1",), ("1",), "hollow"),
        (("3",), ("3",), "void"),
    ]
    assert [u.ability for u in s.uses(actor="1")] == ["swap"]
    assert s.uses(night=7) == ()


def test_a_hollow_effect_forces_nobody() -> None:
    rules = Toy()
    rules.ability("force", pick=None)(lambda s, me, use: s.use(s.state.holdings["2:strike"], "3"))
    rules.role("force", "blue", "force")
    for cursed in (False, True):
        s = scene(game("force", "strike", "plain", "zap", rules=rules))
        if cursed:
            s.mark("1", "cursed")
        s.use(held(s, "1"), True)
        assert s.is_in("3") is cursed


def test_a_use_without_targets_walks_no_route() -> None:
    s = table("cry", "plain", "zap")
    s.mark(TABLE, "swapped", data=("1", "2"))
    done = use(s, "1", True)
    assert done is not None
    assert (done.targets, done.balls) == ((), ())


def test_a_prompt_that_offers_nothing_is_not_put() -> None:
    rules = Toy()
    from nightmoot.core.picks import one

    rules.ability("none", wakes="nights", pick=lambda s, me: one(()))(lambda s, me, use: None)
    rules.role("none", "blue", "none")
    rules.sheet = ("none", *rules.sheet)
    assert asked(game("none", "peep", "zap", rules=rules), "1") == []
