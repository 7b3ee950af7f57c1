"""Script files: what is read, what is said about what cannot be, what comes back, and the order of the nights."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightmoot.core import Game, SeatSpec, registry
from nightmoot.core.text import LANGUAGES
from nightmoot.rulesets.clocktower.data import CHARACTERS
from nightmoot.rulesets.clocktower.scripts import SHIPPED, Reading, Script, read, resolve, sheet, shipped, write
from nightmoot.rulesets.clocktower.scripts.fields import blank, hidden

HOMEBREW: dict[str, Any] = {
    "id": "lamplighter",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night, choose a lamp.",
    "firstNight": 34.5,
    "firstNightReminder": "The Lamplighter points at a lamp.",
    "otherNight": 24,
    "otherNightReminder": "",
    "reminders": ["Lit", "Dark"],
    "remindersGlobal": ["Oil"],
    "setup": False,
    "image": ["https://example.org/a.png", "https://example.org/b.png"],
    "jinxes": [{"id": "spy", "reason": "The Spy sees in the dark."}],
    "special": [{"type": "signal", "name": "card", "value": "A lamp", "time": "night"}],
    "flavor": "Light!",
    "x-tool": {"colour": [1, 2, None]},
}
BASE = ["chef", "empath", "monk", "imp"]


def reading(*entries: Any) -> Reading:
    return read(msgspec.json.encode(list(entries)))


def script(*entries: Any) -> Script:
    found = reading(*entries)
    assert found.script is not None, found.faults
    return found.script


def faults(*entries: Any) -> list[tuple[str, int | None, str, str, str]]:
    return [(f.grade, f.index, f.id, f.field, f.code) for f in reading(*entries).faults]


def order(found: Script, *, first: bool) -> list[str]:
    return [line.id for line in sheet(found, first=first)]


# ---------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    "written",
    ["fortuneteller", "Fortune_Teller", "fortune-teller", "FORTUNE TELLER", "fortune_teller"],
)
def test_an_id_is_known_however_tools_write_it(written: str) -> None:
    assert resolve(written) == "fortuneteller"
    assert script(*BASE, written, {"id": "Lil'_Monsta"}).roles == (*BASE, "fortuneteller", "lilmonsta")


def test_meta_says_who_wrote_it_which_rules_hold_and_in_which_order() -> None:
    meta = {
        "id": "_meta",
        "name": "Lamps",
        "author": "Ann",
        "bootlegger": ["No lamps."],
        "firstNight": ["Chef", "empath"],
        "otherNight": None,
        "hideTitle": True,
    }
    found = script(*BASE, meta)
    assert (found.meta.name, found.meta.author, found.meta.rules) == ("Lamps", "Ann", ("No lamps.",))
    assert found.meta.first_night == ("chef", "empath")
    assert found.meta.other_night is None
    assert found.own_meta is not None
    assert found.own_meta["hideTitle"] is True
    assert faults(*BASE, "spy", meta) == []
    assert faults(*BASE, meta) == [("warning", None, "", "", "few")]


def test_homebrew_is_kept_with_all_its_fields_and_runs_by_a_person() -> None:
    found = reading(*BASE, HOMEBREW)
    assert found.faults == ()
    assert found.script is not None
    assert found.script.unknown == ("lamplighter",)
    assert found.script.roles == tuple(BASE)
    assert msgspec.json.decode(write(found.script)) == [*BASE, HOMEBREW]


def test_a_bare_unknown_id_is_kept_with_a_warning() -> None:
    assert faults(*BASE, "lamplighter") == [("warning", 4, "lamplighter", "", "unknown")]
    assert msgspec.json.decode(write(script(*BASE, "lamplighter")))[-1] == {"id": "lamplighter"}


def test_rules_between_two_characters_are_kept_and_are_no_characters() -> None:
    rule = {"id": "jinx_1", "name": "A & B", "team": "a jinxed", "ability": "Only one of them."}
    found = script(*BASE, "spy", rule)
    assert found.unknown == ()
    assert found.entries[-1].team == "jinx"
    assert "jinx_1" not in order(found, first=True)


# ---------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (7, ("error", 4, "", "", "not_entry")),
        ({"name": "X"}, ("error", 4, "", "", "no_id")),
        ({"id": 3}, ("error", 4, "", "", "no_id")),
        ("  ", ("error", 4, "", "", "no_id")),
        ("Monk", ("error", 4, "monk", "", "twice")),
        ("dawn", ("error", 4, "dawn", "", "reserved")),
        ({**HOMEBREW, "name": 3}, ("error", 4, "lamplighter", "name", "not_text")),
        ({**HOMEBREW, "name": "x" * 31}, ("warning", 4, "lamplighter", "name", "long")),
        ({**HOMEBREW, "name": "x" * 201}, ("error", 4, "lamplighter", "name", "too_long")),
        ({**HOMEBREW, "team": "villain"}, ("error", 4, "lamplighter", "team", "no_team")),
        ({**HOMEBREW, "ability": ""}, ("error", 4, "lamplighter", "ability", "missing")),
        ({**HOMEBREW, "firstNight": "3"}, ("error", 4, "lamplighter", "firstNight", "not_number")),
        ({**HOMEBREW, "firstNight": True}, ("error", 4, "lamplighter", "firstNight", "not_number")),
        ({**HOMEBREW, "otherNight": -1}, ("error", 4, "lamplighter", "otherNight", "number_range")),
        ({**HOMEBREW, "setup": 1}, ("error", 4, "lamplighter", "setup", "not_flag")),
        ({**HOMEBREW, "reminders": "Lit"}, ("error", 4, "lamplighter", "reminders", "not_list")),
        ({**HOMEBREW, "reminders": ["Lit", 2]}, ("error", 4, "lamplighter", "reminders[1]", "not_text")),
        ({**HOMEBREW, "reminders": ["a"] * 21}, ("warning", 4, "lamplighter", "reminders", "long_list")),
        ({**HOMEBREW, "reminders": ["a"] * 61}, ("error", 4, "lamplighter", "reminders", "list_length")),
        ({**HOMEBREW, "image": "javascript:1"}, ("warning", 4, "lamplighter", "image", "no_address")),
        ({**HOMEBREW, "image": []}, ("error", 4, "lamplighter", "image", "list_length")),
        ({**HOMEBREW, "jinxes": [{"id": "spy"}]}, ("error", 4, "lamplighter", "jinxes[0].reason", "missing")),
        ({**HOMEBREW, "jinxes": [7]}, ("error", 4, "lamplighter", "jinxes[0]", "not_map")),
        ({**HOMEBREW, "special": [{"type": "odd", "name": "card"}]},
         ("warning", 4, "lamplighter", "special[0].type", "unknown_word")),
        ({**HOMEBREW, "own": [2**70]}, ("error", 4, "lamplighter", "own", "too_much")),
        ({**HOMEBREW, "own": [[[[[[[[[1]]]]]]]]]}, ("error", 4, "lamplighter", "own", "too_deep")),
        ({**HOMEBREW, "firstNight": 1e308}, ("error", 4, "lamplighter", "firstNight", "number_range")),
        ({**HOMEBREW, "otherNight": 100_001}, ("error", 4, "lamplighter", "otherNight", "number_range")),
        ({**HOMEBREW, "name": "Lamp\u202elighter"}, ("error", 4, "lamplighter", "name", "hidden")),
        ({**HOMEBREW, "ability": "Each night\x1b[2J"}, ("error", 4, "lamplighter", "ability", "hidden")),
        ({**HOMEBREW, "reminders": ["Lit", "\u2066Dark"]}, ("error", 4, "lamplighter", "reminders[1]", "hidden")),
        ({**HOMEBREW, "id": "lamp\u200flighter"}, ("error", 4, "lamp\ufffdlighter", "id", "hidden")),
        ({**HOMEBREW, "id": "!!"}, ("error", 4, "!!", "", "bad_id")),
        ({**HOMEBREW, "name": "\u200b \u3164"}, ("error", 4, "lamplighter", "name", "missing")),
        ({"id": "spy", "team": "demon"}, ("error", 4, "spy", "team", "other_team")),
        ({"id": "_meta"}, ("warning", 4, "_meta", "name", "missing")),
        ({"id": "_meta", "name": "x", "bootlegger": "a"}, ("error", 4, "_meta", "bootlegger", "not_list")),
        ({"id": "_meta", "name": "x", "firstNight": ["chef", "Chef"]},
         ("error", 4, "_meta", "firstNight[1]", "order_twice")),
        ({"id": "_meta", "name": "x", "otherNight": ["spy"]},
         ("warning", 4, "_meta", "otherNight[0]", "order_stranger")),
    ],
)  # fmt: skip
def test_every_fault_names_its_entry_and_its_field(entry: Any, fault: tuple[str, int, str, str, str]) -> None:
    found = [item if item[4] != "twice" else (*item[:2], item[2].lower(), *item[3:]) for item in faults(*BASE, entry)]
    assert fault in found
    assert {item[1] for item in found} <= {4, None}
    errors = [item for item in found if item[0] == "error"]
    assert (reading(*BASE, entry).script is None) == bool(errors)
    assert bool(errors) == (fault[0] == "error")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"\xff\xfe", "not_json"),
        (b'["\\ud800"]', "not_json"),
        (b"[1e999]", "not_json"),
        (b'{"name": "x"}', "no_script"),
        (b"null", "no_script"),
        (b"[]", "empty"),
        (b"[" * 200_000, "too_deep"),
        (b"[" + b'"imp",' * 600 + b'"imp"]', "too_many_entries"),
        (b'["' + b"a" * 1_000_001 + b'"]', "too_large"),
    ],
)
def test_whatever_the_bytes_are_it_is_said_what_is_wrong(data: bytes, code: str) -> None:
    found = read(data)
    assert found.script is None
    assert [fault.code for fault in found.errors] == [code]


def test_two_metas_are_one_too_many_and_a_mark_of_byte_order_is_none() -> None:
    meta = {"id": "_meta", "name": "x"}
    assert ("error", 5, "_meta", "", "second_meta") in faults(meta, *BASE, meta)
    assert read(b"\xef\xbb\xbf" + msgspec.json.encode([*BASE, "spy"])).faults == ()


def test_every_fault_has_its_words_in_both_languages() -> None:
    rules = registry.load()["clocktower"]
    bad = [3, {"id": "spy", "team": "demon"}, {**HOMEBREW, "name": 3, "reminders": ["a"] * 61}, "lamp", "monk", "Monk"]
    for lang in LANGUAGES:
        book = rules.texts(lang)
        for fault in reading(*bad).faults:
            said = book.render(f"script.fault.{fault.code}", fault.params)
            assert not said.startswith("script.fault")
            assert "{" not in said
            assert "None" not in said


def test_two_ids_that_tools_write_alike_are_one_character_twice() -> None:
    found = faults(*BASE, HOMEBREW, {**HOMEBREW, "id": "Lamp_Lighter"})
    assert ("error", 5, "Lamp_Lighter", "", "twice") in found


def test_a_number_that_is_none_is_no_json() -> None:
    for number in ("NaN", "Infinity", "-Infinity", "1e400"):
        raw = f'[{{"id": "x", "name": "X", "team": "minion", "ability": "a", "firstNight": {number}}}]'
        assert [fault.code for fault in read(raw).errors] == ["not_json"], number


# ---------------------------------------------------------------------- coming back


def texts(most: int = 12) -> st.SearchStrategy[str]:
    return st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=most)


def seen(most: int = 12) -> st.SearchStrategy[str]:
    shown = st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp"))
    return st.text(shown, min_size=1, max_size=most).filter(lambda text: hidden(text) is None and not blank(text))


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts(), inner, max_size=3),
    max_leaves=8,
)
homebrew = st.fixed_dictionaries(
    {
        "id": st.from_regex(r"hb_[a-z]{1,8}", fullmatch=True),
        "name": seen(),
        "team": st.sampled_from(["townsfolk", "outsider", "minion", "demon", "traveler", "fabled", "loric"]),
        "ability": seen(40),
    },
    optional={
        "firstNight": st.integers(0, 90) | st.floats(0, 90),
        "otherNight": st.integers(0, 90),
        "firstNightReminder": seen(40),
        "otherNightReminder": st.just("") | seen(40),
        "reminders": st.lists(seen(), max_size=4),
        "setup": st.booleans(),
        "special": st.lists(st.fixed_dictionaries({"type": seen(), "name": seen()}), max_size=2),
        "x-own": plain,
    },
)
known = st.sampled_from(sorted(CHARACTERS))
metas = st.fixed_dictionaries(
    {"id": st.just("_meta"), "name": seen()},
    optional={"author": seen(), "bootlegger": st.lists(seen(), max_size=3), "x-own": plain},
)


@given(
    st.lists(known | homebrew, min_size=1, max_size=12, unique_by=lambda e: e if isinstance(e, str) else e["id"]), metas
)
def test_what_is_written_is_what_was_read(entries: list[Any], meta: dict[str, Any]) -> None:
    found = script(meta, *entries)
    again = read(write(found))
    assert again.script == found
    assert msgspec.json.decode(write(found)) == [meta, *entries]
    assert write(again.script) == write(found)


@given(plain)
def test_no_value_of_an_entry_brings_more_than_faults(value: Any) -> None:
    for entry in (
        value,
        {"id": "x", "name": value, "team": value, "ability": value, "jinxes": value, "special": [value]},
    ):
        for raw in ([entry], [{"id": "_meta", "name": value, "firstNight": value, "bootlegger": [value]}, "imp"]):
            found = read(msgspec.json.encode(raw))
            assert found.script is None or read(write(found.script)).script == found.script


@given(st.binary(max_size=200))
def test_no_bytes_bring_more_than_faults(data: bytes) -> None:
    found = read(data)
    assert (found.script is None) == bool(found.errors)


# ---------------------------------------------------------------------- nights


def test_the_night_is_in_the_published_order_between_dusk_and_dawn() -> None:
    tb = shipped("tb")
    first = [ident for ident in order(tb, first=True) if ident in CHARACTERS]
    assert first == sorted(first, key=lambda ident: CHARACTERS[ident].first_night)
    assert order(tb, first=True)[:1] == ["dusk"]
    assert order(tb, first=True).index("minioninfo") < order(tb, first=True).index("poisoner")
    later = order(tb, first=False)
    assert later[0] == "dusk"
    assert later[-1] == "dawn"
    assert "minioninfo" not in later
    assert "chef" not in later
    assert later.index("monk") < later.index("imp") < later.index("empath")


def test_homebrew_stands_at_its_own_number_among_the_others() -> None:
    found = script(*BASE, "poisoner", "butler", HOMEBREW)
    first = order(found, first=True)
    assert first.index("poisoner") < first.index("lamplighter") < first.index("chef")
    line = next(line for line in sheet(found, first=True) if line.id == "lamplighter")
    assert line.words == HOMEBREW["firstNightReminder"]
    assert line.tokens == ("Lit", "Dark", "Oil")
    assert order(found, first=False).index("lamplighter") < order(found, first=False).index("imp")


def test_homebrew_with_words_but_no_number_acts_last() -> None:
    last = {**HOMEBREW, "firstNight": 0, "otherNight": 0}
    first = order(script(*BASE, last), first=True)
    assert first[-2:] == ["lamplighter", "dawn"]
    assert "lamplighter" not in order(script(*BASE, last), first=False)


def test_the_order_of_meta_goes_before_numbers_and_forgets_nobody() -> None:
    meta = {"id": "_meta", "name": "x", "firstNight": ["dusk", "empath", "lamplighter", "minioninfo", "dawn"]}
    found = order(script(meta, *BASE, "poisoner", HOMEBREW), first=True)
    assert [ident for ident in found if ident in meta["firstNight"]] == meta["firstNight"]
    assert {"chef", "poisoner", "demoninfo"} <= set(found)
    assert found[0] == "dusk"
    assert found[-1] == "dawn"


def test_the_scripts_own_words_go_before_ours_and_ours_are_there() -> None:
    own = {"id": "imp", "otherNightReminder": "The Imp points."}
    lines = {line.id: line for line in sheet(script("chef", "empath", "monk", "spy", own), first=False)}
    assert lines["imp"].words == "The Imp points."
    assert lines["monk"].key == "role.monk.other_night"


# ---------------------------------------------------------------------- those that are shipped


@pytest.mark.parametrize("ident", SHIPPED)
def test_shipped_scripts_are_sound_and_every_line_of_their_nights_has_words(ident: str) -> None:
    found = shipped(ident)
    assert found.unknown == ()
    assert {CHARACTERS[role].team for role in found.roles} >= {"townsfolk", "outsider", "minion", "demon"}
    rules = registry.load()["clocktower"]
    for lang in LANGUAGES:
        book = rules.texts(lang)
        assert book.has(f"option.script.{ident}")
        for first in (True, False):
            for line in sheet(found, first=first):
                assert book.has(line.key), line
                assert all(book.has(f"token.{token.lower().replace(' ', '_')}") for token in line.tokens), line
        assert all(book.has(f"role.{role}.ability") for role in found.roles)


@pytest.mark.parametrize("ident", SHIPPED[3:])
def test_small_scripts_have_two_of_a_kind_and_room_for_six(ident: str) -> None:
    teams = [CHARACTERS[role].team for role in shipped(ident).roles]
    assert (teams.count("townsfolk"), teams.count("outsider"), teams.count("minion")) == (6, 2, 2)
    assert 1 <= teams.count("demon") <= 2


@pytest.mark.parametrize("players", [5, 6])
def test_a_small_script_is_an_option_of_the_game(players: int) -> None:
    rules = registry.load()["clocktower"]
    seats = [SeatSpec(str(n)) for n in range(players)]
    game = Game.new(rules, seats, {"script": "first_lantern"}, seed="small")
    assert {seat.role for seat in game.state.seats.values()} <= set(shipped("first_lantern").roles)
