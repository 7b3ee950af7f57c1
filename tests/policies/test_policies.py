"""What every policy keeps to, and what makes each of them what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from nightmoot.core import Answer, BadGame, Game, OpenDecision, Plain, Ruleset, SeatSpec, Streams, View, registry
from nightmoot.lab import Experiment, play_out
from nightmoot.lab.drive import next_answer
from nightmoot.policies import POLICIES, make_policy, offered, seat_everywhere, streams_for

EVERYONE = ("cupid", "witch", "piper", "thief", "scapegoat", "idiot", "elder", "guard", "hunter", "little_girl")
SEATS = [str(place) for place in range(1, 9)]


@pytest.fixture(scope="module")
def table() -> Ruleset:
    return registry.load()["table"]


def answers(game: Game, policy: str, seed: str = "seed") -> Iterator[tuple[Answer, View]]:
    """The answers that a policy gives in a game, each with the view it was made from; they are submitted."""
    policies = seat_everywhere(make_policy(policy, game.rules), game.state.circle, seed)
    while game.over is None:
        answer = next_answer(game, policies)
        assert answer is not None, "the game rests and nothing is open"
        yield answer, game.view(answer.by)
        game.submit(answer)


def new_game(table: Ruleset, deck: str, seed: str, **options: Plain) -> Game:
    cards = tuple(card for part in deck.split() for card in (part.split("*")[0],) * int((part + "*1").split("*")[1]))
    specs = [SeatSpec(f"P{place}") for place in range(1, len(cards) + 1)]
    return Game.new(table, specs, options, seed, hold=frozenset(), setup={"deck": cards}, strict=True)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_choice_is_legal_whatever_is_in_the_deck(table: Ruleset, policy: str) -> None:
    experiment = Experiment("table", 15, {}, {"specials": EVERYONE}, policy, "legal")
    for index in range(20):
        game = experiment.new_game(table, index, in_place=False)
        play_out(game, seat_everywhere(make_policy(policy, table), game.state.circle, experiment.seed_of(index)))
        assert game.over is not None


@pytest.mark.parametrize("policy", POLICIES)
def test_policies_in_place_play_the_game_that_they_play_from_outside(table: Ruleset, policy: str) -> None:
    experiment = Experiment("table", 15, {"last_words": True}, {"specials": EVERYONE}, policy, "twins")
    for index in range(12):
        inside = experiment.new_game(table, index)
        outside = experiment.new_game(table, index, in_place=False)
        play_out(outside, seat_everywhere(make_policy(policy, table), outside.state.circle, experiment.seed_of(index)))
        assert outside.notices == inside.notices
        assert outside.over == inside.over
        assert outside.facts == inside.facts


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_answers_from_its_view_alone(table: Ruleset, policy: str) -> None:
    """Built from nothing but the seat's own notices, the view leads to the same choices."""
    experiment = Experiment("table", 12, {}, {"specials": ("witch", "hunter", "guard", "little_girl")}, policy, "own")
    game = experiment.new_game(table, 1, in_place=False)
    inside = seat_everywhere(make_policy(policy, table), game.state.circle, "own")
    again = seat_everywhere(make_policy(policy, table), game.state.circle, "own")
    while game.over is None:
        answer = next_answer(game, inside)
        assert answer is not None
        [decision] = [d for d in game.decisions(answer.by) if d.name == answer.decision]
        alone = OpenDecision(answer.by, question=decision.question)
        view = View(answer.by, game.visible(answer.by))
        assert again.by_seat[answer.by].choose(view, alone, again.streams[answer.by]) == answer.choice
        game.submit(answer)


def test_random_leaves_no_legal_choice_out(table: Ruleset) -> None:
    game = new_game(table, "werewolf villager*4", "all", first_night_kill=False, sheriff_enabled=False)
    [decision] = game.decisions("1")
    policy, streams = make_policy("random", table), streams_for("all", "1")
    chosen = {policy.choose(game.view("1"), decision, streams) for _ in range(300)}
    assert chosen == {"2", "3", "4", "5", None}


def test_an_offer_that_nobody_waits_for_is_declined_now_and_then() -> None:
    experiment = Experiment("killer", 25, seed="offers")
    game = experiment.new_game(registry.load()["killer"], 0, in_place=False)
    owner = game.state.groups["killers"][0]
    [decision] = [offer for offer in game.decisions(owner) if offer.skill == "kill"]
    policy, streams = make_policy("random", game.rules), streams_for("offers", owner)
    chosen = [policy.choose(game.view(owner), decision, streams) for _ in range(600)]
    assert 150 < chosen.count(None) < 300
    assert len({choice for choice in chosen if choice is not None}) == 25  # everybody but himself, and the GM


def test_in_the_lottery_all_vote_for_the_one_who_is_drawn_and_he_abstains(table: Ruleset) -> None:
    game = new_game(table, "werewolf*2 villager*6", "lot", sheriff_enabled=False)
    votes: dict[int, dict[str, Any]] = {}
    for answer, view in answers(game, "lottery"):
        if view.table["phase"] == "vote":
            votes.setdefault(view.table["day"], {})[answer.by] = answer.choice
    assert votes
    for cast in votes.values():
        [drawn] = [voter for voter, choice in cast.items() if choice is None]
        assert set(cast.values()) == {drawn, None}


def test_in_the_lottery_everybody_is_drawn_alike(table: Ruleset) -> None:
    """2,400 first days of eight: each is drawn about 300 times (standard deviation 16)."""
    drawn = dict.fromkeys(SEATS, 0)
    view = View("1", [])
    view.table.update(circle=tuple(SEATS), day=1)
    view.seats.update({seat: {"in": True} for seat in SEATS})
    policy: Any = make_policy("lottery", registry.load()["table"])
    for index in range(2400):
        drawn[policy.drawn(view, streams_for(f"alike/{index}", "1"))] += 1
    assert all(235 <= count <= 365 for count in drawn.values())


def test_whoever_is_drawn_votes_for_himself_where_that_is_allowed(table: Ruleset) -> None:
    game = new_game(table, "werewolf villager*5", "self", sheriff_enabled=False, self_vote=True)
    cast: dict[str, Plain] = {}
    for answer, view in answers(game, "lottery"):
        if view.table["phase"] == "vote" and view.table["day"] == 1:
            cast[answer.by] = answer.choice
    assert len(set(cast.values())) == 1
    assert None not in cast.values()


def test_a_seer_votes_what_she_knows_and_wolves_do_not_vote_wolves(table: Ruleset) -> None:
    seen_by_seer = 0
    for index in range(60):
        game = new_game(table, "werewolf*3 seer guard villager*5", f"known/{index}")
        for answer, view in answers(game, "honest", f"known/{index}"):
            if answer.decision.split("/")[-2] != "vote":
                continue
            me, target = view.seats[answer.by], view.seats.get(answer.choice, {})
            others = [seat for seat, facets in view.seats.items() if facets["in"] and seat != answer.by]
            wolves = [seat for seat in others if view.seats[seat].get("role") == "werewolf"]
            if me["role"] == "werewolf":
                assert target.get("role") != "werewolf" or not set(others) - set(wolves)
            elif wolves:
                seen_by_seer += me["role"] == "seer"
                assert target.get("role") == "werewolf" or me["role"] != "seer" or answer.choice is None
    assert seen_by_seer > 20


def test_the_village_does_better_by_the_heuristic_than_by_chance(table: Ruleset) -> None:
    won = {}
    for policy in ("random", "honest"):
        experiment = Experiment("table", 10, {}, {"specials": ("witch", "hunter", "guard")}, policy, "better")
        games = [experiment.new_game(table, index) for index in range(150)]
        won[policy] = sum(game.over is not None and game.over.side == "village" for game in games)
    assert won["honest"] > won["random"] + 15


def test_an_unknown_policy_is_refused_by_name(table: Ruleset) -> None:
    with pytest.raises(BadGame) as refused:
        make_policy("clairvoyant", table)
    assert refused.value.code == "unknown-policy"
    assert refused.value.params == {"given": "clairvoyant", "known": offered(table)}


def test_policies_of_two_seats_have_chance_of_their_own_and_share_the_days() -> None:
    one, two = streams_for("s", "1"), streams_for("s", "2")
    assert [one.own.randrange(1000) for _ in range(8)] != [two.own.randrange(1000) for _ in range(8)]
    assert one.shared("day/1", 1000) == two.shared("day/1", 1000)
    assert isinstance(one, Streams)
