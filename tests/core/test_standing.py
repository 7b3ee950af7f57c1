"""Suppression: the worst verdict of the live marks, read lazily."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import TABLE, Game, Notice, Scene
from nightmoot.core.ability import Bearing
from nightmoot.core.records import ABILITY, Holding, Mark
from nightmoot.core.standing import Judge, Sight, Standing
from tests.core.playing import answer, asked, game, play, scene, sentences, told
from tests.core.toy import Toy


def table(*roles: Any) -> Scene:
    return scene(game(*roles))


def held(s: Scene, seat: str) -> Holding:
    return s.state.holdings_of(seat)[0]


def used(s: Scene, seat: str, target: Any) -> None:
    s.use(held(s, seat), target)


# ---------------------------------------------------------------------- the lattice


@pytest.mark.parametrize(
    ("kind", "forced", "other"),
    [
        ("cursed", Standing.HOLLOW, Standing.HOLLOW),
        ("hushed", Standing.ACTIVE, Standing.BARRED),
        ("blanked", Standing.GONE, Standing.ACTIVE),
        ("frozen", Standing.HOLLOW, Standing.BARRED),
    ],
)
def test_a_mark_bears_on_the_abilities_that_it_touches(kind: str, forced: Standing, other: Standing) -> None:
    s = table("cry", "zap", "plain")
    s.mark("1", kind)
    s.mark("2", kind)
    assert (s.standing(held(s, "1")), s.standing(held(s, "2"))) == (forced, other)


def test_the_worst_verdict_counts() -> None:
    s = table("zap", "plain")
    s.mark("1", "cursed")
    s.mark("1", "hushed")
    assert s.standing(held(s, "1")) is Standing.BARRED
    s.state.put_seat(s.seat("1").__class__("1", "甲", "zap", "zap", out=True))
    s.changed()
    assert s.standing(held(s, "1")) is Standing.GONE


def test_a_mark_may_lie_on_the_holder_on_one_holding_on_an_ability_or_on_the_table() -> None:
    for on in ("1", "1:zap", TABLE, ABILITY + "zap"):
        s = table("zap", "zap", "ward")
        s.mark(on, "hushed")
        barred = [seat for seat in s.circle if s.standing(held(s, seat)) is Standing.BARRED]
        assert barred == {TABLE: ["1", "2", "3"], ABILITY + "zap": ["1", "2"]}.get(on, ["1"])


def test_who_is_out_has_nothing_but_what_works_out_of_the_game() -> None:
    s = table("zap", "last", "plain", "wolf")
    s.kill("1")
    s.kill("2")
    assert s.standing(held(s, "1")) is Standing.GONE
    assert s.standing(held(s, "2")) is Standing.ACTIVE


def test_a_kind_may_bear_in_several_ways() -> None:
    bearing = Bearing(Standing.BARRED, only=frozenset({"a"}), spares=frozenset({"b"}))
    assert [bearing.touches(frozenset(tags)) for tags in (["a"], ["a", "b"], ["c"], [])] == [True, False, False, False]


# ---------------------------------------------------------------------- upheld marks


def test_an_upheld_mark_lives_only_as_long_as_its_maker_stands() -> None:
    s = table("curse", "zap", "curse", "wolf")
    used(s, "1", "2")
    assert s.standing(held(s, "2")) is Standing.HOLLOW
    used(s, "3", "1")
    assert s.standing(held(s, "2")) is Standing.ACTIVE
    s.kill("3")
    assert s.standing(held(s, "2")) is Standing.HOLLOW
    s.kill("1")
    assert s.standing(held(s, "2")) is Standing.ACTIVE


def test_a_mark_ends_when_its_maker_becomes_somebody_else() -> None:
    s = table("curse", "zap", "wolf")
    used(s, "1", "2")
    s.become("1", "plain")
    assert s.standing(held(s, "2")) is Standing.ACTIVE
    s.become("1", "curse")
    assert s.standing(held(s, "2")) is Standing.ACTIVE


def test_what_was_done_while_hollow_has_no_effect_later_either() -> None:
    s = table("curse", "curse", "zap", "wolf")
    used(s, "1", "2")
    used(s, "2", "3")
    s.kill("1")
    assert s.standing(held(s, "3")) is Standing.ACTIVE


def test_cascades_fall_out_of_reading() -> None:
    s = table("curse", "curse", "curse", "curse", "zap")
    for seat in ("4", "3", "2", "1"):
        used(s, seat, str(int(seat) + 1))
    assert [s.standing(held(s, seat)).name for seat in ("1", "2", "3", "4", "5")] == [
        "ACTIVE",
        "HOLLOW",
        "ACTIVE",
        "HOLLOW",
        "ACTIVE",
    ]


def ring(s: Scene, order: tuple[str, ...]) -> list[str]:
    """Three curses in a ring, laid in that order; who is hollow."""
    for seat in order:
        target = {"1": "2", "2": "3", "3": "1"}[seat]
        mark = Mark(
            f"m{len(list(s.state.all_marks()))}", "cursed", target, held(s, seat).id, None, None, s.state.count("mark")
        )
        s.state.put_mark(mark)
    s.changed()
    return [seat for seat in ("1", "2", "3") if s.standing(held(s, seat)) is Standing.HOLLOW]


@pytest.mark.parametrize(
    ("order", "hollow"),
    [
        (("1", "2", "3"), ["2", "1"]),
        (("2", "3", "1"), ["3", "2"]),
        (("3", "1", "2"), ["1", "3"]),
        (("1", "3", "2"), ["2", "1"]),
    ],
)
def test_in_a_ring_of_suppression_the_oldest_mark_lives(order: tuple[str, ...], hollow: list[str]) -> None:
    assert ring(table("curse", "curse", "curse", "wolf"), order) == sorted(hollow)


def test_a_ring_reads_the_same_whoever_is_asked_first() -> None:
    for first in ("1", "2", "3"):
        s = table("curse", "curse", "curse", "wolf")
        ring(s, ("2", "3", "1"))
        judge = Judge(s.state, s.rules)
        judge.standing(held(s, first))
        assert [judge.standing(held(s, seat)) is Standing.HOLLOW for seat in ("1", "2", "3")] == [False, True, True]


def lay(s: Scene, *pairs: tuple[str, str], kind: str = "cursed") -> None:
    """Marks from one seat to another, as if all had been laid at once."""
    for seat, target in pairs:
        at = s.state.count("mark")
        s.state.put_mark(Mark(f"m{at}", kind, target, held(s, seat).id, None, None, at))
    s.changed()


def hollow(s: Scene) -> list[str]:
    return [h.owner for h in s.state.holdings.values() if s.standing(h) is Standing.HOLLOW]


def test_what_is_certain_without_the_ring_decides_before_the_oldest_of_the_ring_does() -> None:
    s = table("curse", "curse", "curse", "wolf")
    lay(s, ("1", "2"), ("2", "1"))
    assert hollow(s) == ["2"]
    lay(s, ("3", "1"))
    assert hollow(s) == ["1"]


def test_a_ring_that_can_be_read_without_contradiction_is_read_so_although_its_oldest_mark_does_not_live() -> None:
    s = table("curse", "curse", "curse", "wolf")
    lay(s, ("1", "2"), ("3", "1"), ("2", "1"), ("2", "3"))
    assert hollow(s) == ["1", "3"]  # were the oldest alive, 2 would be hollow, so 3 not, and 1 hollow: a contradiction


def test_in_a_ring_too_long_to_try_every_way_the_oldest_mark_lives() -> None:
    seats = [str(place) for place in range(1, 11)]
    for first in (0, 5):
        s = table(*["curse"] * 10)
        order = [*seats[first:], *seats[:first]]
        lay(s, *[pair for pair in zip(order, [*order[1:], order[0]], strict=True) for _ in range(2)])
        assert hollow(s) == [seat for seat in seats if order.index(seat) % 2]


def test_a_mark_that_only_hangs_on_a_ring_is_not_asked_for_its_age() -> None:
    s = table("curse", "curse", "curse", "zap", "wolf")
    lay(s, ("1", "4"), ("2", "3"), ("3", "2"), ("2", "1"))
    assert hollow(s) == ["1", "3"]


def test_of_two_rings_the_one_that_hangs_on_nothing_else_is_read_first() -> None:
    s = table("curse", "curse", "curse", "curse", "wolf")
    lay(s, ("1", "2"), ("2", "1"), ("3", "4"), ("4", "3"), ("4", "1"))
    assert hollow(s) == ["2", "4"]
    s = table("curse", "curse", "curse", "curse", "wolf")
    lay(s, ("1", "2"), ("2", "1"), ("4", "3"), ("3", "4"), ("4", "1"))
    assert hollow(s) == ["1", "3"]


class Curing(Toy):
    """Two kinds of marks that cure curses: one only those of the ability ``curse``, one all."""

    def __init__(self) -> None:
        super().__init__()
        self.mark_kind("blessed", upheld=True, cures=("cursed",), cures_of=lambda ability: ability == "curse")
        self.mark_kind("holy", upheld=True, cures=("cursed", "hushed"))
        self.include()


def curing(*roles: Any) -> Scene:
    return scene(game(*roles, rules=Curing()))


def test_a_cure_suspends_the_marks_beside_it_as_long_as_it_lives() -> None:
    s = curing("curse", "zap", "ward", "wolf")
    lay(s, ("1", "2"))
    lay(s, ("3", "2"), kind="holy")
    assert hollow(s) == []
    assert not s.has("2", "cursed")
    s.kill("3")
    assert hollow(s) == ["2"]
    assert s.has("2", "cursed")


def test_a_cure_may_be_for_what_certain_abilities_have_made() -> None:
    s = curing("curse", "zap", "ward", "rob", "wolf")
    lay(s, ("3", "2"), kind="blessed")
    lay(s, ("1", "2"))
    assert hollow(s) == []
    lay(s, ("4", "2"))
    assert hollow(s) == ["2"]
    assert [mark.by for mark in s.marks("cursed")] == ["4:rob"]
    assert s.standings.reason(held(s, "2")) == s.marks("cursed")[0]
    s.mark("1", "cursed")
    lay(s, ("3", "1"), kind="blessed")
    assert hollow(s) == ["1", "2"]  # what nobody has made is no ability's work


def test_a_cure_on_the_holder_keeps_off_what_lies_on_everybody_and_on_one_holding() -> None:
    for on in (TABLE, "2:zap", ABILITY + "zap"):
        s = curing("curse", "zap", "ward", "wolf")
        s.mark(on, "hushed")
        assert s.standing(held(s, "2")) is Standing.BARRED
        s.mark("2", "holy")
        assert s.standing(held(s, "2")) is Standing.ACTIVE
        assert s.has(on, "hushed")


@pytest.mark.parametrize(("cure_first", "stopped"), [(True, []), (False, ["2"])])
def test_who_cures_himself_is_cured_by_the_older_of_the_two(cure_first: bool, stopped: list[str]) -> None:
    s = curing("curse", "zap", "wolf")
    if cure_first:
        lay(s, ("2", "2"), kind="blessed")
    lay(s, ("1", "2"))
    if not cure_first:
        lay(s, ("2", "2"), kind="blessed")
    assert hollow(s) == stopped
    assert s.has("2", "blessed") is cure_first


def test_a_curse_on_oneself_holds() -> None:
    s = table("curse", "wolf")
    used(s, "1", "1")
    assert s.standing(held(s, "1")) is Standing.HOLLOW
    assert s.has("1", "cursed")


def test_which_marks_are_upheld_is_one_line_of_a_ruleset() -> None:
    class All(Toy):
        def upheld(self, mark: Mark) -> bool:
            return mark.by is not None

    s = scene(game("ward", "plain", "curse", rules=All()))
    used(s, "1", "2")
    assert s.has("2", "warded")
    used(s, "3", "1")
    assert not s.has("2", "warded")


def test_marks_that_come_with_a_role_uphold_themselves() -> None:
    s = table("rock", "curse", "wolf")
    assert s.has("1", "tough")
    used(s, "2", "1")
    assert s.has("1", "tough")
    s.become("1", "plain")
    assert not s.has("1", "tough")


# ---------------------------------------------------------------------- hollow abilities


def test_a_hollow_use_is_spent_and_tells_only_its_actor_and_writes_nothing() -> None:
    night = game("curse", {"role": "rob"}, "peep", "plain")
    answer(night, "1", "curse", "2")
    answer(night, "2", "rob", "3")
    answer(night, "3", "peep", "4")
    assert told(night, "3", "robbed") == []
    assert night.state.holdings["2:rob"].left == 0
    assert night.state.marks.get("robbed") is None


def test_a_hollow_ability_still_claims_and_notes() -> None:
    s = table("cry", "curse", "wolf")
    used(s, "2", "1")
    used(s, "1", True)
    assert [notice.key for notice in s.run.outbox if notice.key == "cry"] == ["cry"]
    assert s.noted(held(s, "1"), "cried") is True
    assert not s.has(TABLE, "cried")
    assert held(s, "1").left == 1


def test_every_writer_does_nothing_while_hollow() -> None:
    s = table("zap", "plain", "last", "wolf")
    before = s.state.dump()
    s.hollow, s.acting = True, held(s, "1")
    mark = Mark("m0", "warded", "2")
    assert s.mark("2", "warded") is None
    s.unmark(mark)
    assert s.become("2", "zap") is False
    assert s.turn("2", "red") is False
    assert s.revive("2") is False
    assert s.grant("2", "zap") is None
    assert s.lose(held(s, "3")) is False
    s.give_uses(held(s, "1"), 1)
    s.remember("key", 1)
    s.join("pack", "2")
    s.quit("pack", "4")
    s.defer("dawn", "dawn")
    assert s.queue("2", "zap") is None
    assert s.kill("2") is False
    assert s.use(held(s, "3"), "2") is None
    s.announce("loud")
    s.tell(("2", "3"), "secret")
    s.tell_at("dawn", "2", "secret")
    assert s.run.outbox == []
    after = s.state.dump()
    after["due"] = before["due"]
    assert after == before


def test_a_believed_role_is_hollow_for_ever_even_when_everything_else_heals() -> None:
    s = scene(game({"role": "plain", "believes": "zap"}, "wolf"))
    assert s.standing(held(s, "1")) is Standing.HOLLOW
    s.kill("1")
    s.revive("1")
    assert s.seat("1").believed == "zap"
    assert [h.hollow for h in s.state.holdings_of("1")] == [True]
    s.become("1", "zap")
    assert s.seat("1").believed is None
    assert s.standing(held(s, "1")) is Standing.ACTIVE


@pytest.mark.parametrize("believed", ["zap", "ward", "peep", "sense", "rob", "swap", "hush", "cry"])
def test_somebody_wrong_about_himself_is_asked_and_told_as_if_it_were_so(believed: str) -> None:
    def heard(role: Any) -> list[Any]:
        night = game(role, "plain", "wolf", "plain")
        prompts = []
        while night.seen.phase.name == "night" and night.open:
            for decision in night.decisions("1"):
                prompts.append((decision.name, decision.to_wire()))
            question = next(iter(night.open.values()))
            for owner in question.owners:
                if owner == "1":
                    choice = None if believed == "rob" else next(iter(question.picks["1"].choices()))
                    answer(night, "1", question.skill, choice)
                elif question.name in night.open:
                    answer(night, owner, question.skill, None)
        own = [n for n in night.visible("1") if n.key not in ("gone", "over", "sense")]
        return [prompts, [(n.key, n.params, n.shows, n.skill) for n in own]]

    assert heard({"role": "plain", "believes": believed}) == heard(believed)


# ---------------------------------------------------------------------- barred and gone


def test_the_barred_are_not_asked_and_know_it() -> None:
    night = game("hush", "peep", "plain")
    answer(night, "1", "hush", "2")
    assert "peep" not in asked(night, "2")


def test_what_has_begun_goes_on_though_it_could_not_begin_now() -> None:
    rules = Toy()
    rules.before_use("jinxed")(lambda s, mark, use: (s.mark(use.actor, "hushed"), use)[1])
    s = scene(game("zap", "plain", "wolf", rules=rules))
    s.mark("1", "jinxed")
    used(s, "1", "2")
    assert [harm.target for harm in s.state.harms] == ["2"]
    used(s, "1", "2")
    assert len(s.state.harms) == 1


def test_a_sealed_holder_is_asked_as_ever_and_what_he_orders_is_void_and_not_spent() -> None:
    night = game("seal", "rob", "peep", "plain")
    answer(night, "1", "seal", "2")
    assert asked(night, "2") == ["rob"]
    answer(night, "2", "rob", "3")
    assert night.state.holdings["2:rob"].left == 1
    assert sentences(night, about="could not") == ["robbery of 2 乙 on 3 丙 could not be used: seal of 1 甲."]
    assert night.state.marks.get("robbed") is None


@pytest.mark.parametrize(
    ("choice", "seats"),
    [
        ("2", ("2",)),
        (("2",), ("2",)),
        ({"who": "2", "how": True}, ("2",)),
        (({"who": "2"},), ()),
        (True, ()),
        (None, ()),
    ],
)
def test_whatever_was_handed_in_may_come_to_nothing(choice: Any, seats: tuple[str, ...]) -> None:
    s = table("zap", "wolf")
    s.void(held(s, "1"), choice)
    assert [fact.data["chosen"] for fact in s.state.facts if fact.kind == "void"] == [seats]


def test_whether_a_void_use_is_spent_is_the_rulesets_to_say() -> None:
    rules = Toy(spends_void=lambda scene, holding: True)
    s = scene(game("rob", "plain", "wolf", rules=rules))
    s.mark("1", "hushed")
    used(s, "1", "2")
    assert held(s, "1").left == 0


def test_sights_differ_in_what_they_look_at() -> None:
    s = table("zap", "wolf")
    s.mark("1", "sealed")
    judge = s.standings
    assert [judge.standing(held(s, "1"), sight) for sight in Sight] == [
        Standing.BARRED,
        Standing.ACTIVE,
        Standing.ACTIVE,
    ]
    assert judge.standing(held(s, "1"), pierces=("sealed",)) is Standing.ACTIVE


def test_the_reason_of_a_standing_is_a_mark() -> None:
    s = table("zap", "curse", "wolf")
    used(s, "2", "1")
    reason = s.standings.reason(held(s, "1"))
    assert reason is not None
    assert (reason.kind, reason.by) == ("cursed", "2:curse")
    assert s.standings.reason(held(s, "2")) is None


def test_healing_needs_no_event() -> None:
    night = game("curse", "peep", "plain", "strike")
    play(night, curse="2", strike="1", peep="3")
    first: list[Notice] = told(night, "2", "peep")
    assert len(first) == 1
    s: Game = game("curse", "ward", "zap", "plain")
    play(s, curse="2", ward="4", zap="4")
    assert s.seen.seats["4"].out
