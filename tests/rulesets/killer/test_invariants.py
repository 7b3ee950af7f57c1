"""What holds in every game, whoever plays: random games of the small table and of 25."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from nightmoot.core import Fact, Game
from tests.rulesets.killer.playing import RULES, course, experiment, new_game

AWAKENS = {"curser": 1, "spy": 2, "sealer": 3, "bloodthirster": 4, "esper": 5, "politician": 6}
HOLDS_OF = {"query": "spy", "seal": "sealer", "swap": "esper", "convert": "politician"}
SEEDS = [f"invariant/{number}" for number in range(70)]


@cache
def games() -> tuple[Game, ...]:
    found = []
    for seed in SEEDS:
        played = new_game(seed, moderator="human")
        for _ in course(played, seed):
            pass
        found.append(played)
    return tuple(found)


def past(of: Game, *kinds: str) -> list[Fact]:
    return [fact for fact in of.facts if fact.kind in kinds]


def npcs(of: Game) -> list[str]:
    return [seat for seat, record in of.state.seats.items() if record.base == "npc"]


def test_one_vote_death_a_day_and_one_more_by_bomb_or_gamma_at_most() -> None:
    for over in games():
        for day, outs in Counter(f.phase.day for f in past(over, "out") if f.what == "vote").items():
            assert outs == 1, day
        along = [f for f in past(over, "out") if f.what in ("blast", "rebound") and f.phase.name == "20:00"]
        snipes = [f for f in past(over, "out") if f.what == "snipe"]
        for day, outs in Counter(f.phase.day for f in along).items():
            assert outs <= 1 + len([f for f in snipes if f.phase.day == day])


def test_kills_that_count_are_no_more_than_the_killers_may_send() -> None:
    for over in games():
        awake = {fact.seat for fact in past(over, "mark") if fact.what == "awake"}
        for day in range(over.state.phase.day + 1):
            struck = [
                fact
                for fact in past(over, "out", "cancelled", "gm_attacked")
                if fact.phase.day == day and fact.phase.name == "08:00" and fact.what in ("kill", "reflected")
            ]
            assert len(struck) <= 1 + len(awake)


def test_nobody_but_the_politician_changes_a_camp_and_he_once() -> None:
    for over in games():
        turned = [fact for fact in past(over, "turned") if fact.what != "none"]
        assert len(turned) <= 1 + len([f for f in past(over, "granted") if f.what == "convert"])
        assert {fact.what for fact in turned} <= {"killers"}


def test_each_neutral_effect_works_once_a_holder() -> None:
    for over in games():
        fresh = Counter(fact.what for fact in past(over, "became")) + Counter(
            str(fact.data) for fact in past(over, "told") if fact.what == "copy"
        )
        shots = [fact for fact in past(over, "use") if fact.what == "snipe"]
        void = {
            fact.data["use"] for fact in past(over, "void") if fact.what == "snipe" and fact.data["why"] != "missed"
        }
        assert len([shot for shot in shots if shot.id not in void]) <= 1 + fresh["alpha"]
        assert len([f for f in past(over, "redirected") if f.data["stage"] == "beta"]) <= 1 + fresh["beta"]
        assert len([f for f in past(over, "substituted") if f.data["mark"] == "gamma"]) <= 1 + fresh["gamma"]


def test_nothing_but_kill_and_snipe_touches_an_npc() -> None:
    for over in games():
        for fact in past(over, "protected", "sealed", "became", "turned", "mark", "granted", "gift"):
            assert fact.seat not in npcs(over) or fact.what == "face_up", fact
        for fact in past(over, "redirected"):
            assert fact.seat not in npcs(over)
        assert all(fact.seat not in npcs(over) for fact in past(over, "vote"))


def test_a_job_of_the_killers_that_sleeps_is_not_used() -> None:
    for over in games():
        changed = {fact.seat for fact in past(over, "became", "granted")}
        for fact in past(over, "use"):
            if fact.what in HOLDS_OF and fact.seat not in changed:
                assert fact.phase.day > AWAKENS[HOLDS_OF[fact.what]] - 1, fact


def test_in_night_0_nothing_but_kills_is_settled() -> None:
    for over in games():
        settled = {f.what for f in past(over, "use") if f.phase.day == 1 and f.phase.name == "08:00"}
        assert settled - {"grant"} <= {"kill"}


def test_no_limit_of_two_days_running_is_broken() -> None:
    for over in games():
        for holding in over.state.holdings.values():
            if holding.ability in ("protect", "seal", "swap"):
                for (one, named), (other, again) in zip(holding.picks, holding.picks[1:], strict=False):
                    assert other != one + 1 or not set(named) & set(again), holding


def test_the_out_stay_out_unless_they_are_brought_back() -> None:
    for over in games():
        out = set()
        for fact in past(over, "out", "revived"):
            if fact.kind == "out":
                assert fact.seat not in out
                out.add(fact.seat)
            else:
                out.remove(fact.seat)
        assert {seat for seat, record in over.state.seats.items() if record.out} == out


def test_everything_there_is_to_do_happens_in_random_games() -> None:
    """Otherwise the tests above would say little."""
    kinds: Counter[str] = Counter()
    for over in games():
        for fact in over.facts:
            kinds[f"{fact.kind}.{fact.what}"] += 1
            if fact.kind == "void":
                kinds[f"void.{fact.data['why']}"] += 1
            if fact.kind in ("redirected", "cancelled"):
                kinds[f"{fact.kind}.{fact.data['stage']}"] += 1
    wanted = [f"out.{cause}" for cause in ("vote", "kill", "madness", "self_out", "snipe", "blast", "gm", "bless")]
    wanted += [f"event.{event}" for event in ("revive", "list_of_actors", "seal_attacker", "attract", "random_vote")]
    wanted += [f"void.{why}" for why in ("sealed", "allowance", "either_or", "voted_out", "missed", "immune", "gone")]
    wanted += [f"redirected.{stage}" for stage in ("interfere", "swap", "attract")]
    wanted += ["out.drowning", "out.rebound", "out.reflected", "gm_attacked.kill", "cancelled.cancel"]
    wanted += ["cancelled.evaded", "turned.killers", "first_back.", "gm_out.", "cursed."]
    assert [name for name in wanted if not kinds[name]] == []


@pytest.mark.parametrize("policy", ["random", "lottery"])
def test_games_of_25_end_and_every_side_wins_some(policy: str) -> None:
    won: Counter[str] = Counter()
    for index in range(40):
        over = experiment(policy, "sides").new_game(RULES, index).over
        assert over is not None
        won.update(over.sides)
    assert set(won) == {"killers", "civilians", "neutrals"}
