"""Whole games: set up by the table, played to one verdict, alike in every manner."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from nightmoot.core import BadGame, Game, SeatSpec, Undo
from nightmoot.core.text import LANGUAGES, texts
from nightmoot.rulesets.clocktower import setup
from nightmoot.rulesets.clocktower.data import TEAMS, team_of
from tests.rulesets.clocktower.playing import RULES, drawn, played_outside, seated

SIZES = range(5, 16)


def dealt(players: int, index: int) -> list[str]:
    specs = [SeatSpec(str(place)) for place in range(players)]
    found, _ = RULES.deal(specs, RULES.option_values({}), {}, f"deal/{index}")
    return [spec.role or "" for spec in found]


@pytest.mark.parametrize("players", SIZES)
def test_the_bag_is_filled_by_the_table_and_changed_by_the_baron_alone(players: int) -> None:
    barons = 0
    for index in range(30):
        roles = dealt(players, index)
        assert len(set(roles)) == players
        wanted = setup.counts(players)
        if "baron" in roles:
            barons += 1
            wanted["outsider"] += 2
            wanted["townsfolk"] -= 2
        assert Counter(map(team_of, roles)) == {team: count for team, count in wanted.items() if count}
    assert 0 < barons < 30


def test_beyond_fifteen_there_are_travellers() -> None:
    roles = dealt(17, 0)
    assert Counter(map(team_of, roles))["traveller"] == 2
    assert sum(team_of(role) in TEAMS for role in roles) == 15


def test_the_drunk_believes_to_be_a_townsfolk_that_nobody_is() -> None:
    seen = 0
    for index in range(40):
        specs = [SeatSpec(str(place)) for place in range(9)]
        found, _ = RULES.deal(specs, RULES.option_values({}), {}, f"drunk/{index}")
        for spec in found:
            if spec.role == "drunk":
                seen += 1
                assert team_of(spec.setup["believes"]) == "townsfolk"
                assert spec.setup["believes"] not in [other.role for other in found]
    assert seen > 3


def test_too_few_and_unplayed_characters_are_refused_by_name() -> None:
    with pytest.raises(BadGame, match="players"):
        dealt(4, 0)
    unplayed = next(role for role in RULES.roles if role in RULES.unplayed and team_of(role) == "townsfolk")
    with pytest.raises(BadGame, match="not-played-alone"):
        seated("imp", "poisoner", unplayed, "chef", "monk")
    assert seated("imp", "poisoner", unplayed, "chef", "monk", moderator="human").over is None


@pytest.mark.parametrize("players", SIZES)
def test_every_game_of_bots_comes_to_one_verdict_with_a_reason(players: int) -> None:
    for index in range(3):
        game = drawn(players, index)
        assert game.over is not None
        assert game.over.side in ("good", "evil")
        assert {game.rules.camp_of(game.state, seat) for seat in game.over.winners} == {game.over.side}
        demons = [seat for seat in game.state.living if team_of(game.state.seats[seat].role) == "demon"]
        others = [seat for seat in game.state.living if team_of(game.state.seats[seat].role) != "traveller"]
        decided = game.state.memory.get("decided")
        assert decided == game.over.side or (not demons) == (game.over.side == "good")
        assert decided or not demons or len(others) == 2


@pytest.mark.parametrize("index", range(3))
def test_bots_in_place_play_the_game_that_they_play_from_outside(index: int) -> None:
    inside, outside = drawn(8, index), played_outside(8, index)
    assert outside.notices == inside.notices
    assert outside.over == inside.over


def test_a_game_is_the_same_run_twice_loaded_forked_and_undone() -> None:
    played = played_outside(7, 1)
    twin = Game.replay(RULES, played.header, (), strict=True, twice=True)
    for place, given in enumerate(played.inputs):
        if place % 23 == 0:
            twin = Game.load(twin.dump(), RULES, strict=True, twice=True)
        if place % 31 == 0:
            undone = twin.fork()
            undone.submit(given)
            undone.submit(Undo(place, keep=False))
            assert undone.state.dump() == twin.state.dump()
        twin.submit(given)
    assert twin.state.dump() == played.state.dump()
    assert twin.notices == played.notices


UNWORDED = re.compile(r"\b(notice|decision|fact|role|skill|camp|mark|phase|harm|stage|who|slot)\.\w+|\{\w+|None|_")
FOREIGN = re.compile("[A-Za-z]{2}")


@pytest.mark.parametrize("script", ["tb", "bmr", "snv"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_notices_and_log_are_words_throughout(script: str, lang: str) -> None:
    book = texts("clocktower", lang)
    for players in (8, 12, 17):
        game = drawn(players, 0, script=script)
        names = {seat: record.name for seat, record in game.state.seats.items()}
        heard = [book.render(f"notice.{notice.key}", notice.params, names) for notice in game.notices]
        for words in (*heard, *game.explain(lang)):
            assert not UNWORDED.search(words), words
            assert lang == "en" or not FOREIGN.search(words), words
