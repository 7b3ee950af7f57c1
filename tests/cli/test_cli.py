"""The command line: what it prints, what it refuses, and that no input brings a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nightmoot import __version__
from nightmoot.cli import COMMANDS, main
from nightmoot.core import MODERATOR, Game, registry

DEAL = ("--roles", "werewolf:2,seer,witch,hunter,villager:3")


def run(*args: str, typed: str = "", lang: str = "en") -> Result:
    result = CliRunner(env={"NIGHTMOOT_LANG": lang, "COLUMNS": "160"}).invoke(main, args, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def refused(*args: str, lang: str = "en") -> str:
    result = run(*args, lang=lang)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr


# ---------------------------------------------------------------------- boards


def test_deck_prints_a_board_with_the_strengths_of_its_sides() -> None:
    asked = ("deck", "--ruleset", "forum", "--players", "30", "--must", "鹫狼", "--must", "镜", "--never", "狐狸")
    result = run(*asked, lang="zh")
    assert result.exit_code == 0
    assert "鹫狼" in result.output
    assert "镜" in result.output
    assert "狐狸" not in result.output
    assert all(side in result.output for side in ("村民", "狼人", "三方和不定", "强度"))
    assert run(*asked, lang="zh").output == result.output
    assert run(*asked, "--seed", "8", lang="zh").output != result.output
    assert "strength" in run(*asked).output


def test_deck_draws_a_set_up_of_the_clocktower_from_a_script() -> None:
    asked = ("deck", "--ruleset", "clocktower", "--players", "9")
    baron = run(*asked, "--must", "baron", "--must", "drunk").output
    assert "3 Townsfolk, 4 Outsiders, 1 Minions, 1 Demon (the table says 5, 2, 1, 1)" in baron
    assert "Drunk draws the token of" in baron
    assert "Not in play, to show the Demon:" in baron
    assert "strength" not in baron
    assert run(*asked, "--must", "baron", "--must", "drunk").output == baron
    assert run(*asked, "--must", "baron", "--must", "drunk", "--seed", "8").output != baron
    chinese = run(*asked, "--option", "script=snv", "--must", "方古", "--never", "mutant", lang="zh").output
    assert "方古" in chinese
    assert "镇民 4、外来者 3" in chinese
    assert "畸形秀演员" not in chinese
    few = run("deck", "--ruleset", "clocktower", "--players", "5").output
    assert "to show the Demon" not in few, "nobody is introduced to anybody"
    many = run("deck", "--ruleset", "clocktower", "--players", "17").output
    assert "Traveller" in many


def test_deck_refuses_a_set_up_that_cannot_be() -> None:
    asked = ("deck", "--ruleset", "clocktower", "--players")
    assert "7 to 20" in refused(*asked, "6", "--option", "script=bmr")
    assert "script" in refused(*asked, "8", "--must", "fanggu")
    assert "script" in refused(*asked, "8", "--must", "baron", "--never", "baron")
    assert "do not fit" in refused(*asked, "7", "--must", "imp", "--must", "baron", "--must", "spy")


def test_deck_says_clearly_when_there_is_no_board() -> None:
    apart = ("deck", "--ruleset", "forum", "--players", "30", "--must", "炽天使", "--must", "巫妖匣")
    assert "never meet" in refused(*apart)
    assert "不会同时出现" in refused(*apart, lang="zh")
    assert "both wanted and barred" in refused(
        "deck", "--ruleset", "forum", "--players", "30", "--must", "女巫", "--never", "女巫"
    )
    assert "6 to 60" in refused("deck", "--ruleset", "forum", "--players", "5")
    assert "draws no boards" in refused("deck", "--ruleset", "table", "--players", "8")


# ---------------------------------------------------------------------- the program


def test_help_lists_every_command_with_a_line_of_its_own() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for command, line in COMMANDS.items():
        assert re.search(rf"{command}\s+{re.escape(line)}", result.output)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "check"])
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"nightmoot {command}" in result.output


def test_help_imports_neither_rules_nor_server() -> None:
    code = (
        "import sys\nfrom nightmoot.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
        "heavy = {'msgspec', 'yaml', 'rich', 'babel', 'uvicorn', 'sqlalchemy', 'nightmoot.core'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_version() -> None:
    assert run("--version").output.split()[-1] == __version__


def test_no_such_command() -> None:
    assert "No such command 'deal'" in refused("deal")


# ---------------------------------------------------------------------- simulate


def test_simulate_prints_winners_nights_and_speed() -> None:
    result = run("simulate", "--ruleset", "table", "--players", "8", "--games", "40")
    assert result.exit_code == 0
    assert "Winners (8 players, policy random)" in result.output
    assert re.search(r"(Wolves|Village)\s*│\s*\d+", result.output)
    assert re.search(r"40 games, seed 0, [\d,]+ games a second", result.output)


def test_simulate_an_exact_table_as_json_alike_with_any_number_of_workers() -> None:
    args = ("simulate", "--roles", "狼人:2,村民:6", "--option", "sheriff_enabled=false", "--policy", "lottery")
    found: list[dict[str, Any]] = []
    for workers in ("1", "2"):
        result = run(*args, "--seed", "1", "--games", "30", "--workers", workers, "--json")
        assert result.exit_code == 0
        found.append(json.loads(result.stdout))
    assert list(found[0]) == ["games", "winners", "nights", "games_per_second", "seed"]
    assert found[0]["games"] == 30
    assert found[0]["seed"] == "1"
    assert sum(found[0]["winners"].values()) == sum(found[0]["nights"].values()) == 30
    for result_ in found:
        assert result_.pop("games_per_second") > 0
    assert found[0] == found[1]


def test_simulate_in_chinese() -> None:
    result = run("simulate", "--games", "9", "--lang", "zh")
    assert "胜负（8人，策略 random）" in result.output
    assert "狼人" in result.output or "村民" in result.output


@pytest.mark.parametrize(
    "spelled",
    ["werewolf:2,villager:6", "狼人:2,村民:6", "狼人2，普通村民:6", "Wolf=2, Villager x6", "werewolf*2;villager:6"],
)
def test_exact_cards_may_be_spelled_in_either_language(spelled: str) -> None:
    if spelled.startswith("狼人2"):
        assert "There is no role 狼人2" in refused("simulate", "--roles", spelled, "--games", "1")
    else:
        assert run("simulate", "--roles", spelled, "--games", "1", "--json").exit_code == 0


def test_boards_and_special_roles() -> None:
    assert run("simulate", "--players", "10", "--board", "classic", "--games", "2", "--json").exit_code == 0
    assert run("simulate", "--players", "9", "--with", "witch,猎人", "--games", "2", "--json").exit_code == 0


# ---------------------------------------------------------------------- bad input


BAD = [
    (["simulate", "--ruleset", "chess"], "There is no ruleset chess. There are: "),
    (["simulate", "--players", "99"], "99 is not in the range"),
    (["simulate", "--players", "7"], "7 players do not fit this table: it seats 8 to 18"),
    (["simulate", "--players", "many"], "'many' is not a valid integer range"),
    (["simulate", "--games", "0"], "0 is not in the range x>=1"),
    (["simulate", "--workers", "0"], "0 is not in the range"),
    (["simulate", "--policy", "psychic"], "There are no bots psychic. There are: random, lottery, honest"),
    (["simulate", "--option", "moon=full"], "There is no option moon"),
    (["simulate", "--option", "self_vote"], "Write --option self_vote=VALUE"),
    (["simulate", "--option", "sheriff_weight=3"], "sheriff_weight cannot be 3. Allowed: 2, 1.5"),
    (["simulate", "--option", "tie_precedence=[moon]"], "tie_precedence cannot be"),
    (["simulate", "--roles", "wizard:2"], "There is no role wizard"),
    (["simulate", "--roles", "werewolf:200"], "More than 100 cards"),
    (["simulate", "--roles", ","], "--roles and --with need at least one role"),
    (["simulate", "--roles", "villager:8"], "A deck needs a werewolf"),
    (["simulate", "--roles", "werewolf,seer:3,villager:4"], "3 × Seer are too many: at most 1"),
    (["simulate", "--roles", "werewolf,thief,villager:6"], "The deck has 8 cards and needs 10"),
    (["simulate", "--with", "werewolf"], "Werewolf cannot be added to the deck"),
    (["simulate", "--with", "witch,witch"], "There is only one Witch"),
    (["simulate", "--with", "witch", "--board", "classic"], "Give only one of"),
    (["simulate", "--board", "moonlight"], "There is no board moonlight for 8 players. There are: starter"),
    (["simulate", "--save-game", "0", "/nowhere/x.json", "--games", "1"], "/nowhere/x.json cannot be written"),
    (["play", "--seat", "9", "--players", "8"], "There is no seat 9 at a table of 8"),
    (["play", "--bots", "psychic"], "There are no bots psychic"),
    (["play", "--name", "Ada", "--lang", "xx"], "'xx' is not one of"),
    (["replay", "/nowhere.json"], "does not exist"),
    (["rules", "chess"], "There is no ruleset chess"),
    (["serve", "--port", "0"], "0 is not in the range"),
    (["serve", "--certificate", __file__], "--certificate and --key belong together"),
]


@pytest.mark.parametrize(("args", "said"), BAD, ids=[" ".join(map(str, args)) for args, _ in BAD])
def test_bad_input_is_said_in_one_line_with_exit_status_2(args: list[str], said: str) -> None:
    assert said in refused(*args).replace("\n", " ")


def test_bad_input_is_said_in_the_language_asked_for() -> None:
    assert "错误：没有叫chess的游戏。有：" in refused("simulate", "--ruleset", "chess", "--lang", "zh")
    assert "错误：没有角色wizard" in refused("simulate", "--roles", "wizard", lang="zh")


# ---------------------------------------------------------------------- rules


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rules_list_every_role_option_and_board(lang: str) -> None:
    table = registry.load()["table"]
    assert "table" in run("rules", "--lang", lang).output
    text = run("rules", "table", "--lang", lang).output
    for name in (*table.roles, *table.options, *(board["id"] for board in table.boards)):
        assert name in text
    assert not re.search(r"\b(role|option|camp|cli|rules|board)\.\w+\.?\w*", text), "a key without words"


# ---------------------------------------------------------------------- play, save, replay


def played(tmp_path: Path, *args: str, typed: str, lang: str = "en") -> tuple[Result, Path]:
    path = tmp_path / "evening.nightmoot.json"
    return run("play", *DEAL, "--seed", "4", "--save", str(path), *args, typed=typed, lang=lang), path


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("seat", [str(place) for place in range(1, 9)])
def test_a_whole_game_can_be_typed_from_every_seat(tmp_path: Path, seat: str, lang: str) -> None:
    """Whatever is asked, one of these lines answers it; the others are said to be no choice."""
    result, path = played(
        tmp_path, "--seat", seat, typed="?\nt\nl\n" + "-\n1\n2\n3\n4\n5\n6\n7\n8\ny\n" * 40, lang=lang
    )
    assert result.exit_code == 0, result.output
    end = ("You have won.", "You have lost.") if lang == "en" else ("你赢了。", "你输了。")
    assert any(line in result.output for line in end)
    assert not re.search(r"\b(notice|decision|skill|phase|cli)\.[a-z_.]+", result.output), "a key without words"
    assert run("replay", str(path)).exit_code == 0


def test_a_player_is_shown_nothing_of_another_seat(tmp_path: Path) -> None:
    result, path = played(tmp_path, "--seat", "5", typed="-\n" * 200)
    game = loaded(path)
    mine = {id(notice) for notice in game.visible("5")}
    for notice in game.notices:
        if id(notice) not in mine and notice.key in ("you_are", "checked", "victim"):
            assert notice.to != "all"
    assert result.output.count("You are the ") == 1
    assert "Tonight's victim" not in result.output


def test_leaving_keeps_the_game_and_it_can_be_shown(tmp_path: Path) -> None:
    result, path = played(tmp_path, "--seat", "3", typed="q\n")
    assert result.exit_code == 0
    assert "You have left the game." in result.output
    assert loaded(path).over is None
    shown = run("replay", str(path))
    assert shown.exit_code == 0
    assert "The record is sound" in shown.output


def test_the_end_of_typed_input_is_leaving(tmp_path: Path) -> None:
    result, _ = played(tmp_path, "--seat", "3", typed="")
    assert result.exit_code == 0
    assert "You have left the game." in result.output


def test_a_choice_is_refused_until_it_is_legal(tmp_path: Path) -> None:
    result, _ = played(tmp_path, "--seat", "3", typed="3\n99\nwolf\n1\nq\n")
    assert result.output.count("is not one of the choices") == 3


def loaded(path: Path) -> Game:
    file = json.loads(path.read_bytes())
    return Game.load(json.dumps(file["game"]).encode(), registry.load()["table"])


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "game.nightmoot.json"
    args = ("simulate", "--players", "9", "--with", "witch,hunter", "--policy", "honest", "--games", "9")
    result = run(*args, "--save-game", "5", str(path))
    assert result.exit_code == 0
    assert f"The game is in {path}." in result.output
    return path


def test_a_simulated_game_that_is_saved_is_the_one_that_was_counted(saved: Path) -> None:
    from nightmoot.lab import Experiment

    table = registry.load()["table"]
    experiment = Experiment("table", 9, {}, {"specials": ("witch", "hunter")}, "honest", "0")
    assert loaded(saved).notices == experiment.new_game(table, 5).notices


def test_replay_shows_every_step_and_says_that_the_record_is_sound(saved: Path) -> None:
    text = run("replay", str(saved)).output
    game = loaded(saved)
    assert "── Night 1 ──" in text
    assert f"#{len(game.inputs)} " in text
    assert f"{len(game.inputs)} inputs give the same {len(game.notices)} notices" in text
    assert len(game.visible(MODERATOR)) == len(game.notices)


def test_replay_explains(saved: Path) -> None:
    for lang in ("zh", "en"):
        lines = run("replay", str(saved), "--explain", "--lang", lang).output.splitlines()
        assert lines[:-1] == loaded(saved).explain(lang)


def test_replay_as_one_seat_shows_what_it_was_told_and_no_more(saved: Path) -> None:
    text = run("replay", str(saved), "--as", "2").output
    assert text.count("You are the ") == 1
    assert "#1 " not in text
    assert "You are the " not in run("replay", str(saved), "--as", "public").output
    assert "There is no seat 12" in refused("replay", str(saved), "--as", "12")


def test_replay_waits_for_enter(saved: Path) -> None:
    assert run("replay", str(saved), "--step", typed="\n" * 500).exit_code == 0
    assert run("replay", str(saved), "--step", typed="\n").exit_code in (0, 1)


def test_a_record_that_was_tampered_with_is_found_out(saved: Path, tmp_path: Path) -> None:
    file = json.loads(saved.read_bytes())
    place = next(i for i, notice in enumerate(file["game"]["notices"]) if notice["key"] == "you_are")
    file["game"]["notices"][place]["params"]["role"] = "piper"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(file))
    result = run("replay", str(changed))
    assert result.exit_code == 1
    assert f"from notice {place} on it is not as it was" in result.output


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is no saved game"),
        (b"\xff\xfe", "is no saved game"),
        (b"[]", "is no saved game"),
        (b'{"format": "nightmoot-game/1", "game": {}}', "is no saved game"),
        (b'{"format": "nightmoot-game/9", "game": {}}', "has the format"),
    ],
)
def test_a_file_that_is_no_game_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    assert said in refused("replay", str(path))


def test_a_game_of_an_unknown_ruleset_is_refused(saved: Path, tmp_path: Path) -> None:
    file = json.loads(saved.read_bytes())
    file["game"]["header"]["ruleset"] = "chess"
    path = tmp_path / "chess.json"
    path.write_text(json.dumps(file))
    assert "There is no ruleset chess" in refused("replay", str(path))


@pytest.mark.skipif(os.name != "posix", reason="pipes")
def test_play_works_in_a_pipe() -> None:
    program = [sys.executable, "-c", "from nightmoot.cli import main; main()"]
    result = subprocess.run(
        [*program, "play", *DEAL, "--seat", "3", "--seed", "4"],
        input=b"1\n-\n-\n",
        capture_output=True,
        check=True,
        env={**os.environ, "NIGHTMOOT_LANG": "en"},
    )
    assert b"Whom do you kill tonight?" in result.stdout
    assert result.stderr == b""
