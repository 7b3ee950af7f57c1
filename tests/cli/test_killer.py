"""The killer game at the command line: rules, many games, one against bots, and a record played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_cli import refused, run

PLAY = ("play", "--ruleset", "killer", "--players", "25", "--seed", "s3")


def test_rules_list_the_jobs_and_a_board_for_every_head_count() -> None:
    shown = run("rules", "killer").output
    for word in ("Interferer", "Madman", "NPC", "night_kill_reveal", "8 plain civilians", "NPC ×4"):
        assert word in shown
    shown = run("rules", "killer", lang="zh").output
    for word in ("干扰器", "疯子", "夜里出局的人公布什么", "八名普通平民"):
        assert word in shown


def test_many_games_and_the_neutrals_beside_the_winner() -> None:
    shown = run("simulate", "--ruleset", "killer", "--games", "40", "--workers", "1").output
    assert "Winners (25 players, policy random)" in shown
    assert "Neutrals, beside the winner" in shown
    result = run("simulate", "--ruleset", "killer", "--games", "30", "--workers", "1", "--policy", "lottery", "--json")
    found = json.loads(result.stdout)
    assert sum(found["winners"].values()) == 30
    assert set(found["winners"]) <= {"killers", "civilians", "nobody"}
    assert set(found["beside"]) == {"neutrals"}


@pytest.mark.parametrize(
    ("table", "seats"),
    [
        (["--players", "27"], 27),
        (["--board", "plain10", "--players", "30"], 30),
        (["--option", "plain_civilians=9"], 27),
    ],
)
def test_the_seats_that_the_jobs_leave_over_are_npcs(table: list[str], seats: int) -> None:
    more = [] if "--players" in table else ["--players", str(seats)]
    shown = run("simulate", "--ruleset", "killer", "--games", "2", "--workers", "1", *table, *more).output
    assert f"Winners ({seats} players" in shown


def test_head_counts_that_do_not_fit_are_refused() -> None:
    assert "23 players do not fit this game: it seats 25 to 27" in refused(
        "simulate", "--ruleset", "killer", "--players", "23"
    )
    assert "25到27" in refused("simulate", "--ruleset", "killer", "--players", "31", lang="zh")
    assert "npcs" in refused("simulate", "--ruleset", "killer", "--option", "npcs=3")


def test_a_person_takes_replaces_and_declines_orders() -> None:
    typed = ["1", "3", "x", "1", "5", "2", "7", "2", "-", "-", "q"]
    shown = run(*PLAY, "--seat", "4", typed="\n".join(typed) + "\n").output
    assert "You are the Alpha" in shown
    assert "Whom do you snipe? Once in the game." in shown
    assert "[1] Snipe → 3 Cleo" in shown
    assert "“x” is not one of the choices" in shown
    assert "[1] Snipe → 5 Dan" in shown
    assert "[2] Vote → 7 Finn" in shown
    assert "4 You votes for 7 Finn." in shown
    assert "4 You votes for nobody." in shown
    assert "Out since the count: 5 Dan." in shown


def test_the_gm_may_be_named_and_has_a_number() -> None:
    shown = run(*PLAY, "--seat", "4", typed="1\n0\nq\n").output
    assert "[0] the GM" in shown
    assert "[1] Snipe → the GM" in shown
    assert "[1] 狙杀 → GM" in run(*PLAY, "--seat", "4", typed="1\nGM\nq\n", lang="zh").output


def test_a_game_played_to_its_end_by_letting_time_pass_can_be_saved_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shown = run(*PLAY, "--seat", "4", "--save", str(path), typed="-\n" * 300).output
    assert "The game is over." in shown
    replayed = run("replay", str(path))
    assert replayed.exit_code == 0
    assert "Kill: " in replayed.output
    assert "out by" in run("replay", str(path), "--explain").output


def test_a_simulated_game_can_be_saved_and_is_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    args = ("simulate", "--ruleset", "killer", "--games", "3", "--workers", "1", "--save-game", "1", str(path))
    assert run(*args).exit_code == 0
    assert run("replay", str(path)).exit_code == 0
