"""Every text that the code calls for is there in both languages, and none that it does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nightmoot.core import MODERATOR, Game, OpenDecision, Plain, Ruleset, Streams, View, registry
from nightmoot.core.explain import BACKGROUND
from nightmoot.core.text import LANGUAGES, read_catalogue, texts
from nightmoot.lab import Experiment, play_out
from nightmoot.policies import make_policy, seat_everywhere
from tests.texts.keys import Used, used_in

SRC = Path(__file__).parents[2] / "src/nightmoot"
SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
RULESETS = sorted(rules.id for rules in registry.load())
PACKAGES = ["nightmoot.core", "nightmoot.cli", *(f"nightmoot.rulesets.{name}" for name in RULESETS)]
OF_CORE = used_in(SRC / "core")
EVERYONE = ("cupid", "witch", "piper", "thief", "scapegoat", "idiot", "elder", "guard", "hunter", "little_girl")


def rules_of(name: str) -> Ruleset:
    return registry.load()[name]


def used(name: str) -> Used:
    return used_in(SRC / "rulesets" / name)


def slots(template: Any) -> set[str]:
    forms = template.values() if isinstance(template, dict) else [template]
    return {match[1] for form in forms for match in SLOT.finditer(form)}


# ---------------------------------------------------------------------- the two languages


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_keys_with_the_same_slots(package: str) -> None:
    zh, en = (read_catalogue(package, lang) for lang in ("zh", "en"))
    assert zh.keys() == en.keys()
    for key in zh:
        assert slots(zh[key]) == slots(en[key]) or key.startswith("rules."), key


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_forms_are_those_of_the_language(package: str, lang: str) -> None:
    for key, template in read_catalogue(package, lang).items():
        if isinstance(template, dict):
            assert set(template) == ({"other"} if lang == "zh" else {"one", "other"}), key


@pytest.mark.parametrize("package", PACKAGES)
def test_no_text_is_empty_and_chinese_is_chinese(package: str) -> None:
    for lang in LANGUAGES:
        for key, template in read_catalogue(package, lang).items():
            for form in template.values() if isinstance(template, dict) else [template]:
                assert form, key
                assert lang == "zh" or not re.search(r"[\u3400-\u9fff]", form), key


# ---------------------------------------------------------------------- what a ruleset calls for


def demanded(rules: Ruleset, code: Used) -> Iterator[str]:
    yield from (f"ruleset.{rules.id}", f"ruleset.{rules.id}.brief")
    for role in rules.roles.values():
        yield from (f"role.{role.id}", f"camp.{role.camp}")
        if role.id not in rules.unplayed:
            yield f"role.{role.id}.brief"
    for kind, names in (("camp", rules.camps), ("group", rules.groups), ("phase", rules.phases)):
        yield from (f"{kind}.{name}" for name in names)
    yield from (f"skill.{ability}" for ability in rules.abilities if ability not in rules.unplayed)
    yield from (f"stage.{stage}" for stage in (*rules.harm_stages, *rules.use_stages) if stage not in CORE_STAGES)
    yield from (f"mark.{mark}" for mark in code.marks)
    yield from (f"mark.{mark}" for role in rules.roles.values() for mark in role.marks)
    yield from (f"board.{board['id']}" for board in rules.boards)
    yield from (f"notice.{key}" for key in {*code.notices, "you_are"})
    yield from (f"decision.{key}" for key in decisions(rules, code))
    yield from (f"decision.{key}.why" for key in code.rulings)
    yield from (key for key in code.words if key.endswith(".why"))
    yield from (f"fact.{kind}" for kind in code.facts - BACKGROUND)
    yield from (f"harm.{kind}" for kind in code.harms)
    yield from (f"error.{code_}" for code_ in code.errors)
    yield from (f"refused.{code_}" for code_ in code.refused)
    for option in rules.options.values():
        yield f"option.{option.id}"
        yield from (f"option.{option.id}.{value}" for value in option.allowed or () if not isinstance(value, bool))


#: Stages of the core's own pipeline.
CORE_STAGES = ("redirect", "cant", "cancel", "instead")


def decisions(rules: Ruleset, code: Used) -> set[str]:
    """The keys of the decisions: those asked by name, and the abilities whose holder is woken for a pick."""
    return code.decisions | {ability.id for ability in rules.abilities.values() if ability.pick is not None}


@pytest.mark.parametrize("name", RULESETS)
def test_every_text_that_a_ruleset_calls_for_is_there(name: str) -> None:
    book = texts(name, "en")
    assert [key for key in dict.fromkeys(demanded(rules_of(name), used(name))) if not book.has(key)] == []


def is_used(key: str, rules: Ruleset, code: Used) -> bool:
    """Could the code, or the page on the ruleset's behalf, call for this text?"""
    kind, _, rest = key.partition(".")
    name = re.sub(r"\.(brief|ability|first_night|other_night|pass|name|help|close|numbered|done|why|asks)$", "", rest)
    match kind:
        case "ruleset":
            return name == rules.id
        case "rules":
            option = rules.options.get(rest.split(".")[0])
            return rest.isdecimal() or (
                option is not None and rest[len(option.id) + 1 :].lower() in {value.lower() for value in values(option)}
            )
        case "act":
            return rest.removesuffix(".sure") in rules.override_acts
        case "role":
            return name in rules.roles
        case "camp":
            return name in (*rules.camps, "nobody")
        case "group":
            return name in rules.groups
        case "phase":
            return name in rules.phases
        case "title":
            return name in rules.names.known("title")
        case "team" | "token":
            return name in rules.names.known("mark" if kind == "token" else kind)
        case "step" | "script":
            return name.split(".")[-1] in code.words or name in code.words
        case "skill":
            return name in (*rules.abilities, *rules.names.known("skill"))
        case "mark" | "who" | "call" | "harm":
            known = code.words | set(rules.names.known("mark")) | {MODERATOR, "override", *rules.phases, *rules.groups}
            return name in known | {word.removeprefix("call ") for word in code.words} | set(rules.roles)
        case "slot" | "choice" | "saying":
            return name in code.words
        case "deck":
            return key in code.words
        case "stage":
            return name in (*rules.harm_stages, *rules.use_stages)
        case "card":
            return name in rules.cards
        case "board":
            return name in {board["id"] for board in rules.boards}
        case "notice":
            return name in code.notices | OF_CORE.notices | set(rules.abilities)
        case "decision":
            return name in decisions(rules, code) | OF_CORE.decisions
        case "fact":
            return name.split(".")[0] in code.facts | OF_CORE.facts | {"where"}
        case "error":
            return name in code.errors
        case "refused":
            return name in code.refused
        case "option":
            option = rules.options.get(name.split(".")[0])
            return option is not None and (name == option.id or name[len(option.id) + 1 :] in values(option))
    return False


def values(option: Any) -> set[str]:
    """The single words that values of an option are made of."""

    def walk(value: Plain) -> Iterator[str]:
        if isinstance(value, tuple):
            for item in value:
                yield from walk(item)
        elif isinstance(value, dict):
            for item in value.values():
                yield from walk(item)
        else:
            yield str(value)

    return set(walk((option.default, option.allowed or (), option.examples)))


@pytest.mark.parametrize("name", RULESETS)
def test_no_text_of_a_ruleset_is_unused(name: str) -> None:
    rules, code = rules_of(name), used(name)
    catalogue = read_catalogue(f"nightmoot.rulesets.{name}", "en")
    assert [key for key in catalogue if not is_used(key, rules, code)] == []


# ---------------------------------------------------------------------- the core and the command line


def test_every_error_and_refusal_of_the_core_has_its_words_and_no_other_has() -> None:
    code = used_in(SRC / "core", SRC / "policies")
    catalogue = read_catalogue("nightmoot.core", "en")
    assert {key for key in catalogue if key.startswith("error.")} == {f"error.{name}" for name in code.errors}
    assert {key for key in catalogue if key.startswith("refused.")} == {f"refused.{name}" for name in code.refused}


def test_every_fact_of_the_core_has_its_words_and_no_text_of_the_core_is_unused() -> None:
    code = used_in(SRC / "core")
    catalogue = read_catalogue("nightmoot.core", "en")
    missing = [kind for kind in code.facts - BACKGROUND if not any(key.startswith(f"fact.{kind}") for key in catalogue)]
    assert missing == []
    own = {"sentence", "where", "because", "after", "reason", "through"}
    for key in catalogue:
        kind, _, name = key.partition(".")
        if kind == "fact":
            assert name.split(".")[0] in own | code.facts, key
        elif kind == "slot":
            assert key in code.words or name in {"tally", "votes", "cards", "tokens"}, key
        else:
            named = kind == "skill" and name in code.decisions
            assert kind in {"error", "refused", "notice", "decision"} or name == MODERATOR or named, key


def test_the_command_line_uses_its_texts_and_has_those_that_it_uses() -> None:
    code = used_in(SRC / "cli")
    catalogue = read_catalogue("nightmoot.cli", "en")
    called = {word for word in code.words if re.fullmatch(r"cli(\.\w+)+", word)}
    assert called <= catalogue.keys()
    heads = {word for word in code.words if re.fullmatch(r"cli(\.\w+)*\.", word)}
    for key in catalogue.keys() - called:
        head, _, last = key.rpartition(".")
        assert (f"{head}." in heads and last in code.words) or (head == "error" and last in code.errors), key


def test_the_moderator_is_named_wherever_a_player_could_be_and_a_card_shows_what_is_seen() -> None:
    book, names = texts("killer", "en"), {"1": "Ann"}
    for kind in ("seat", "who", "value"):
        assert book.show(MODERATOR, kind, names) == "the GM"
    assert book.show(("1", MODERATOR), "seats", names) == book.show(("1", MODERATOR), "value", names) == "1 Ann, the GM"
    assert book.show(("police", "killers"), "faces", names) == "Police, Killers"


# ---------------------------------------------------------------------- rendered in real games


class Listener:
    """Plays at random and keeps every decision that it was asked."""

    def __init__(self, rules: Ruleset) -> None:
        self.policy = make_policy("random", rules)
        self.asked: dict[str, OpenDecision] = {}

    def choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        self.asked.setdefault(decision.key, decision)
        return self.policy.choose(view, decision, rng)


@pytest.fixture(scope="module")
def games() -> tuple[list[Game], Listener]:
    rules = rules_of("table")
    listener = Listener(rules)
    found = []
    for index, options in enumerate(({}, {"seer_result": "camp", "reveal_on_death": "camp"}, {"votes_public": False})):
        experiment = Experiment("table", 15, options, {"specials": EVERYONE}, seed=f"texts/{index}")
        for number in range(12):
            game = experiment.new_game(rules, number, in_place=False)
            play_out(game, seat_everywhere(listener, game.state.circle, f"{index}/{number}"))
            found.append(game)
    return found, listener


UNWORDED = re.compile(r"\b(notice|decision|fact|role|skill|camp|mark|phase|group|harm|stage|who|slot)\.\w+|\{\w+|None")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notices_and_decisions_fill_every_slot_of_their_texts(games: tuple[list[Game], Listener], lang: str) -> None:
    book = texts("table", lang)
    heard: set[str] = set()
    for game in games[0]:
        names = {seat: record.name for seat, record in game.seen.seats.items()}
        for notice in game.notices:
            key = f"notice.{notice.key}"
            if not book.has(key):
                assert notice.key in ("phase", "post")
                continue
            heard.add(notice.key)
            assert slots(book.entries[key]) <= notice.params.keys(), key
            assert not UNWORDED.search(book.render(key, notice.params, names)), key
    assert len(heard) > 25
    for key, decision in games[1].asked.items():
        assert slots(book.entries[f"decision.{key}"]) <= decision.params.keys(), key
        assert not UNWORDED.search(book.render(f"decision.{key}", decision.params, {})), key
    assert len(games[1].asked) > 12


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_explained_log_is_words_throughout(games: tuple[list[Game], Listener], lang: str) -> None:
    for game in games[0]:
        for line in game.explain(lang):
            assert not UNWORDED.search(line), line
            if lang == "zh":
                assert not re.search(r"[a-z]", line), line


# ---------------------------------------------------------------------- the rules in plain lines


def test_rule_lines_speak_of_options_and_have_a_phrase_for_each_value() -> None:
    """``rules.N`` may name options; where one value has a phrase (``rules.OPTION.VALUE``), every value has."""
    for name in RULESETS:
        rules = rules_of(name)
        catalogue = read_catalogue(f"nightmoot.rulesets.{name}", "zh")
        said = {key: text for key, text in catalogue.items() if key.startswith("rules.")}
        assert {slot for text in said.values() for slot in slots(text)} <= set(rules.options)
        phrased = {key.split(".")[1] for key in said if not key.split(".")[1].isdigit()}
        for option in phrased:
            values = [str(v).lower() if isinstance(v, bool) else str(v) for v in rules.options[option].allowed or ()]
            assert [value for value in values if f"rules.{option}.{value}" not in said] == [], option


@pytest.mark.parametrize("name", RULESETS)
def test_a_rulesets_own_acts_have_their_words(name: str) -> None:
    for lang in LANGUAGES:
        catalogue = read_catalogue(f"nightmoot.rulesets.{name}", lang)
        acts = rules_of(name).override_acts
        assert [act for act in acts if not {f"act.{act}", f"act.{act}.sure"} <= catalogue.keys()] == []


def test_sentences_as_data_and_somebodys_own_words_read_alike() -> None:
    book = texts("clocktower", "en")
    said = ({"says": "in_play", "role": "chef"}, "Ann is evil")
    assert book.show(said, "sayings", {}) == "the Chef is in play, Ann is evil"
