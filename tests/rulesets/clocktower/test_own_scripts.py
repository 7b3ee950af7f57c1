"""A script with characters of somebody's own: dealt by team, woken at their places, run by hand and only so."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightmoot.core import Answer, BadGame, Game, Override, Refused, SeatSpec, Tick, registry
from nightmoot.core.inputs import Undo
from nightmoot.core.records import MODERATOR
from nightmoot.rulesets.clocktower.data import team_of
from nightmoot.rulesets.clocktower.scripts import read, write
from tests.rulesets.clocktower.test_scripts import homebrew, known, plain

RULES = registry.load()["clocktower"]
LAMP: dict[str, Any] = {
    "id": "Lamp_lighter",
    "name": "Lamp {seat} <b>lighter</b>",
    "team": "townsfolk",
    "ability": "Each night, choose a lamp: {n} of them burn.",
    "firstNight": 34.5,
    "firstNightReminder": "The Lamplighter points at a lamp.",
    "otherNight": 24,
    "reminders": ["Lit", "Dark"],
    "image": "https://example.org/a.png",
    "x-tool": {"colour": [1, 2, None]},
}
GLOOM: dict[str, Any] = {
    "id": "幽影",
    "name": "幽影",
    "team": "demon",
    "ability": "每个夜晚，选择一名玩家：他死亡。",
    "otherNight": 40,
    "otherNightReminder": "幽影选择一名玩家。",
    "remindersGlobal": ["影"],
}
UMPIRE: dict[str, Any] = {"id": "umpire", "name": "Umpire", "team": "fabled", "ability": "Order!", "otherNight": 1}
META: dict[str, Any] = {"id": "_meta", "name": "Lamps", "author": "Ann", "logo": "https://example.org/l.png"}
OTHERS = ["chef", "empath", "butler", "poisoner", "balloonist"]
SCRIPT: list[Any] = [META, *OTHERS, LAMP, GLOOM]
IDS = ("townsfolk~lamplighter", "demon~幽影")


def game(*script: Any, roles: tuple[str, ...] = (), moderator: str = "human", seed: str = "own") -> Game:
    seats = [SeatSpec(f"P{n}", role) for n, role in enumerate(roles or (None,) * 5, 1)]
    option = {"script": list(script or SCRIPT)}
    return Game.new(RULES, seats, option, seed, moderator=moderator, strict=True, twice=moderator == "human")


def played(*script: Any) -> Game:
    return game(*script, roles=("townsfolk~lamplighter", "balloonist", "chef", "poisoner", "demon~幽影"))


def asked(found: Game) -> str:
    """What is asked now, or nothing."""
    question = next(iter(found.open.values()), None)
    return question.skill if question is not None else ""


def on(found: Game, skill: str) -> Game:
    """Go on until that is asked."""
    for _ in range(60):
        if asked(found) == skill:
            return found
        question = next(iter(found.open.values()), None)
        if question is None:
            found.submit(Tick(found.waits()[0].name))
        else:
            pick = question.picks[question.owners[0]]
            choice = None if pick.optional else next(iter(pick.choices()))
            found.submit(Answer(question.name, question.owners[0], choice))
    raise AssertionError(f"{skill} is never asked")


def answer(found: Game, choice: Any, by: str = MODERATOR) -> None:
    found.submit(Answer(next(iter(found.open)), by, choice))


# ---------------------------------------------------------------------- dealt like all others


def test_characters_of_ones_own_and_those_that_only_a_person_runs_are_dealt_by_team() -> None:
    seen: set[str] = set()
    for seed in range(12):
        roles = [seat.role for seat in game(seed=str(seed)).state.seats.values()]
        assert sorted(map(team_of, roles)) == ["demon", "minion", "townsfolk", "townsfolk", "townsfolk"]
        seen |= set(roles)
    assert seen >= {*IDS, "balloonist"}


def test_a_deck_names_them_by_the_ids_of_the_program() -> None:
    seats = [SeatSpec(str(n)) for n in range(5)]
    deck = [*IDS, "balloonist", "chef", "poisoner"]
    found = Game.new(RULES, seats, {"script": SCRIPT}, "deck", moderator="human", setup={"deck": deck})
    assert sorted(seat.role for seat in found.state.seats.values()) == sorted(deck)


def test_their_players_are_told_the_name_and_everybody_has_them_on_the_sheet() -> None:
    found = played()
    assert found.view("1").to_wire()["seats"]["1"]["role"] == IDS[0]
    assert found.view("public").to_wire()["table"]["script"] == (*OTHERS, *IDS)
    assert all("role" not in facets for facets in found.view("public").to_wire()["seats"].values())
    for lang in ("zh", "en"):
        book = found.rules.texts(lang)
        assert book.render(f"role.{IDS[0]}") == LAMP["name"]
        assert book.render(f"role.{IDS[0]}.ability", {"n": 3}) == LAMP["ability"]
        assert book.render("role.chef") == RULES.texts(lang).render("role.chef")


def test_the_rules_of_other_games_know_nothing_of_it() -> None:
    played()
    assert not set(IDS) & {*RULES.roles, *RULES.abilities}
    assert not RULES.texts("en").has(f"role.{IDS[0]}")
    with pytest.raises(BadGame) as bad:
        Game.new(RULES, [SeatSpec(str(n), IDS[0]) for n in range(5)], {}, "x", moderator="human")
    assert bad.value.code == "unknown-role"


# ---------------------------------------------------------------------- the night


def test_they_stand_on_the_night_sheet_at_their_numbers() -> None:
    found = played()
    script = found.state.memory["script"]
    first = found.rules.sheet_of(script, first=True)
    assert first.index("poisoner") < first.index(IDS[0]) < first.index("chef") < first.index("balloonist")
    assert IDS[1] not in first
    later = found.rules.sheet_of(script, first=False)
    assert later.index("poisoner") < later.index(IDS[0]) < later.index(IDS[1]) < later.index("empath")


def test_the_order_of_meta_goes_before_all_numbers() -> None:
    order = ["dusk", "chef", "Lamplighter", "minioninfo", "demoninfo", "poisoner", "dawn"]
    found = played({**META, "firstNight": order}, *OTHERS, LAMP, GLOOM)
    script = found.state.memory["script"]
    first = found.rules.sheet_of(script, first=True)
    assert [name for name in first if name in ("chef", IDS[0], "minions", "demon", "poisoner")] == [
        "chef",
        IDS[0],
        "minions",
        "demon",
        "poisoner",
    ]
    assert {"empath", "butler", "balloonist"} <= set(first)
    assert found.rules.sheet_of(script, first=False) == played().rules.sheet_of(script, first=False)


def test_a_script_of_known_characters_with_an_order_is_played_in_it_by_the_program_too() -> None:
    option = [{**META, "firstNight": ["chef", "empath", "poisoner"]}, "chef", "empath", "monk", "poisoner", "imp"]
    found = game(*option, moderator="auto")
    first = found.rules.sheet_of(found.state.memory["script"], first=True)
    assert first.index("chef") < first.index("empath") < first.index("poisoner")


def test_the_storyteller_does_by_hand_what_they_do_and_the_log_names_it() -> None:
    found = on(played(), IDS[0])
    assert found.decisions("1") == []
    call = next(call for call in found.grimoire().sheet if call["now"])
    assert (call["skill"], call["seats"]) == (IDS[0], ("1",))
    found.submit(Override("ask", {"seat": "1", "for": "seats", "text": "Which lamps?"}, ""))
    assert asked(found) == "asked"
    assert all(not found.decisions(seat) for seat in "2345")
    answer(found, ["3", "4"], by="1")
    assert asked(found) == IDS[0], "the night waits on"
    assert found.notices[-1].to == (MODERATOR,)
    assert found.notices[-1].info == ("3", "4")
    found.submit(Override("note", {"seat": "3", "text": "Lit"}, ""))
    found.submit(Override("tell", {"seat": "1", "text": "Two burn."}, ""))
    answer(found, "3 and 4 burn")
    on(found, IDS[1])
    found.submit(Override("kill", {"seat": "3"}, ""))
    answer(found, None)
    for lang in ("zh", "en"):
        said = "\n".join(found.explain(lang))
        for part in (LAMP["name"], "3 and 4 burn", GLOOM["name"], "Lit", "{seat}"):
            assert part in said, (lang, part)
    assert "1 P1, asked by the storyteller, answered 3 P3, 4 P4" in "\n".join(found.explain("en"))


def test_whoever_is_drunk_dead_or_takes_himself_for_one_is_called_alike() -> None:
    found = on(played(), IDS[0])
    answer(found, None)
    found.submit(Override("mark", {"seat": "1", "kind": "poisoned"}, ""))
    on(found, IDS[1])
    found.submit(Override("kill", {"seat": "1"}, ""))
    answer(found, None)
    night = found.state.phase.night
    on(found, IDS[0])
    assert found.state.phase.night == night + 1
    assert not found.scene().is_in("1")


def test_a_question_by_hand_is_refused_where_it_makes_no_sense_and_changes_nothing() -> None:
    found = on(played(), IDS[0])
    before = found.dump()
    for args in (
        {"seat": "9"},
        {"seat": None},
        {"seat": "1", "for": "everything"},
        {"seat": "1", "for": ["seat"]},
        {"seat": "1", "text": 7},
        {"seat": "1", "text": "x" * 201},
    ):
        with pytest.raises(Refused):
            found.submit(Override("ask", args, ""))
        assert found.dump() == before


def test_what_was_asked_by_hand_is_undone_like_anything_else() -> None:
    found = on(played(), IDS[0])
    seq = len(found.inputs)
    found.submit(Override("ask", {"seat": "1", "for": "yes"}, ""))
    answer(found, True, by="1")
    found.submit(Undo(seq))
    assert asked(found) == IDS[0]
    assert "asked by the storyteller" not in "\n".join(found.explain("en"))


def test_one_who_is_no_player_is_called_at_the_table() -> None:
    found = on(played(*SCRIPT, UMPIRE), "fabled~umpire")
    [question] = found.open.values()
    assert question.params["seat"] == "table"
    assert any(notice.key == "fabled" and notice.info == ("fabled~umpire",) for notice in found.notices)


def test_a_game_is_saved_and_taken_up_again_with_its_characters() -> None:
    found = on(played(), IDS[0])
    again = Game.load(found.dump(), RULES)
    assert again.dump() == found.dump()
    assert again.explain("en") == found.explain("en")
    assert Game.replay(RULES, found.header, found.inputs).digest() == found.digest()


def test_a_person_may_give_them_by_hand_and_lay_their_tokens() -> None:
    found = played()
    assert set(IDS) <= set(found.grimoire().cast)
    notes = [(note["role"], note["text"]) for note in found.grimoire().notes]
    assert notes == [(IDS[0], "Lit"), (IDS[0], "Dark"), (IDS[1], "影"), ("balloonist", "Know")]
    found.submit(Override("set", {"seat": "3", "role": IDS[0]}, ""))
    assert found.state.seats["3"].role == IDS[0]
    on(found, IDS[0])


def test_a_dead_demon_of_ones_own_is_a_dead_demon() -> None:
    found = on(played(), IDS[1])
    found.submit(Override("kill", {"seat": "5"}, ""))
    assert found.over is not None
    assert found.over.side == "good"


# ---------------------------------------------------------------------- refused


def test_the_program_alone_refuses_such_a_script_and_names_the_entries() -> None:
    with pytest.raises(BadGame) as bad:
        game(moderator="auto")
    assert (bad.value.code, bad.value.path) == ("not-played-alone", "options.script")
    assert bad.value.params["roles"] == ("balloonist", "Lamp_lighter", "幽影")


@pytest.mark.parametrize(
    ("script", "path", "code"),
    [
        ([*OTHERS, "glowworm"], "options.script[5]", "unknown"),
        ([*OTHERS, LAMP, {**LAMP, "id": "lamplighter"}], "options.script[6]", "twice"),
        ([*OTHERS, {**LAMP, "team": "villain"}], "options.script[5].team", "no_team"),
        ([*OTHERS, {**LAMP, "firstNight": 1e308}], "options.script[5].firstNight", "number_range"),
        ([*OTHERS, {**LAMP, "name": "\u202eX"}], "options.script[5].name", "hidden"),
        ([*OTHERS, {"id": "imp", "team": "townsfolk"}], "options.script[5].team", "other_team"),
        ([*OTHERS, 7], "options.script[5]", "not_entry"),
        ([*OTHERS, [[["x"]]]], "options.script[5]", "not_entry"),
        ([*OTHERS, {**LAMP, "x": [[[[[[[[[1]]]]]]]]]}], "options.script[5].x", "too_deep"),
        ([*OTHERS, "chef"], "options.script[5]", "twice"),
        ([], "options.script", "empty"),
    ],
)
def test_a_script_with_faults_is_refused_and_the_entries_are_named(script: list[Any], path: str, code: str) -> None:
    if script == []:
        script = [META]
    with pytest.raises(BadGame) as bad:
        RULES.option_values({"script": script})
    assert (bad.value.code, bad.value.path) == ("script-faults", path)
    assert bad.value.params["faults"][0]["code"] == code
    for lang in ("zh", "en"):
        assert code in RULES.texts(lang).render(f"error.{bad.value.code}", bad.value.params)


def test_a_script_that_is_too_large_for_a_room_is_refused() -> None:
    with pytest.raises(BadGame) as bad:
        RULES.option_values({"script": [*OTHERS, {**LAMP, "x": "y" * 19_000, "z": "y" * 19_000, "w": "y" * 19_000}]})
    assert bad.value.code == "script-too-large"


@pytest.mark.parametrize("value", [7, None, {"id": "x"}, True, 1.5, "no such edition", [None], [["chef"]]])
def test_what_is_no_script_at_all_is_no_value_of_the_option(value: Any) -> None:
    with pytest.raises(BadGame):
        RULES.option_values({"script": value})


def test_a_game_keeps_what_it_needs_and_the_option_stays_the_format_that_came() -> None:
    kept = played().header.options["script"]
    assert kept[0] == {"id": "_meta", "name": "Lamps", "author": "Ann"}
    lamp = next(one for one in kept if isinstance(one, dict) and one["id"] == "Lamp_lighter")
    assert "x-tool" not in lamp
    assert "image" not in lamp
    assert RULES.option_values({"script": kept})["script"] == kept
    assert RULES.completed({"script": kept}).completed({"script": kept}).own_words()


def test_what_comes_back_is_what_came() -> None:
    import json

    found = read(json.dumps(SCRIPT))
    assert found.script is not None
    assert json.loads(write(found.script)) == SCRIPT


@pytest.mark.parametrize("option", [("balloonist", "chef", "empath", "monk", "poisoner", "imp"), "carousel"])
def test_a_list_of_ids_or_an_edition_that_only_a_person_runs_is_refused_alike(option: Any) -> None:
    seats = [SeatSpec(str(n)) for n in range(5)]
    with pytest.raises(BadGame) as bad:
        Game.new(RULES, seats, {"script": option}, "x")
    assert (bad.value.code, bad.value.path) == ("not-played-alone", "options.script")
    assert "balloonist" in bad.value.params["roles"]
    assert Game.new(RULES, seats, {"script": option}, "x", moderator="human").over is None


def test_a_name_that_a_known_character_has_is_no_name_for_another() -> None:
    option = {"script": [*OTHERS, {**LAMP, "name": "小恶魔"}, GLOOM]}
    found = RULES.completed(RULES.option_values(option))
    assert found.names.find("role", "小恶魔") == "imp"
    assert found.names.find("role", "lamp lighter") == IDS[0]
    assert RULES.names.find("role", "幽影") is None
    assert found.names.find("role", "幽影") == IDS[1]


@given(st.lists(known | homebrew | plain, max_size=8))
def test_whatever_stands_in_the_option_it_is_taken_or_refused_by_name(entries: list[Any]) -> None:
    refused: BadGame | None = None
    try:
        values = RULES.option_values({"script": entries})
    except BadGame as bad:
        refused = bad
    if refused is not None:
        assert refused.path.startswith("options.script")
        assert not RULES.texts("en").render(f"error.{refused.code}", refused.params).startswith("error.")
        return
    assert RULES.option_values(values) == values
    found = RULES.completed(values)
    assert found.completed(values) is found
    assert set(found.roles) >= set(RULES.roles)


@settings(max_examples=15)
@given(st.lists(homebrew, min_size=5, max_size=5, unique_by=lambda entry: entry["id"]))
def test_any_five_characters_of_ones_own_can_be_run_through_a_night(entries: list[Any]) -> None:
    teams = ("townsfolk", "townsfolk", "townsfolk", "minion", "demon")
    script = [{**entry, "team": team} for entry, team in zip(entries, teams, strict=True)]
    found = game(*script)
    for _ in range(40):
        if found.state.phase.name not in ("", "night") or found.over is not None:
            break
        if found.open:
            answer(found, None)
        else:
            found.submit(Tick(found.waits()[0].name))
    assert found.state.phase.name == "dawn"
    assert len(found.explain("zh")) == len(found.explain("en"))
