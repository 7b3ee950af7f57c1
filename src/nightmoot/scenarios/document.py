"""One document as a scenario: its parts, checked in shape, and the game that it sets up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from nightmoot.core import GATES, BadGame, Game, Plain, Registry, Ruleset, SeatSpec
from nightmoot.core.plain import freeze
from nightmoot.scenarios.clock import at
from nightmoot.scenarios.expecting import CHECKS
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.standing import KINDS
from nightmoot.scenarios.words import HINTS, STORYTELLER, Words

PARTS: Final = ("title", "ruleset", "options", "seats", "storyteller", "play")
REQUIRED: Final = ("title", "ruleset", "seats")
#: What stands under ``options`` but is no option of the ruleset: choices of setting up, and when phases begin.
SETUP: Final = "setup"
CALENDAR: Final = "calendar"
#: The secret of every scenario: what is not fixed by the document is alike in every run.
SEED: Final = "scenario"


class Entry(NamedTuple):
    """One entry of ``play``: its one key, what stands there, and its line."""

    key: str
    says: Piece
    line: int

    def __str__(self) -> str:
        return f"{self.key}: {self.says}"


class Scenario(NamedTuple):
    """A document whose shape is right."""

    title: str
    rules: Ruleset
    options: Piece
    seats: tuple[Entry, ...]
    storyteller: Piece
    play: tuple[Entry, ...]
    line: int

    @property
    def lang(self) -> str:
        """The language in which it is written, to speak of it in the same."""
        return "zh" if any("\u3400" <= letter <= "\u9fff" for letter in self.title) else "en"


def title_of(document: Piece) -> str:
    """The title, as far as there is one."""
    piece = (document.entries or {}).get("title")
    return " ".join(piece.text.split()) if piece is not None and piece.scalar and piece.value is not None else ""


def scenario(document: Piece, registry: Registry) -> Scenario:
    """The document's parts; a fault where its shape is wrong."""
    parts = document.map("a document")
    for key in parts:
        if key not in PARTS:
            raise Fault(f"unknown key {key}; there are {', '.join(PARTS)}", document.line_of(key))
    for key in REQUIRED:
        if key not in parts or parts[key].null:
            raise Fault(f"{key} is missing", document.line)
    nothing = Piece(document.line)
    title = parts["title"].word("title")
    seats = tuple(_entry(item, "a seat") for item in parts["seats"].list("seats"))
    if not seats:
        raise Fault("there are no seats", document.line_of("seats"))
    storyteller = parts.get("storyteller", nothing)
    for key in storyteller.map("storyteller"):
        if key not in KINDS:
            raise Fault(f"unknown instruction {key}; there are {', '.join(KINDS)}", storyteller.line_of(key))
    play = parts.get("play", nothing)
    entries = () if play.null else tuple(_entry(item, "an entry of play") for item in play.list("play"))
    for entry in entries:
        _check_entry(entry)
    options = parts.get("options", nothing)
    options.map("options")
    return Scenario(title, _rules(parts["ruleset"], registry), options, seats, storyteller, entries, document.line)


def _entry(item: Piece, what: str) -> Entry:
    found = item.map(what)
    if len(found) != 1:
        raise Fault(f"{what} is a map with exactly one key, but here stands {item}", item.line)
    [(key, says)] = found.items()
    return Entry(key, says, item.line_of(key))


def _rules(piece: Piece, registry: Registry) -> Ruleset:
    name = piece.word("ruleset")
    if name not in registry:
        known = ", ".join(rules.id for rules in registry)
        raise Fault(f"unknown ruleset {name}; there are {known}", piece.line)
    return registry[name]


def _check_entry(entry: Entry) -> None:
    """What can be said of an entry before the game is played."""
    if entry.key == "expect":
        for key in entry.says.map("what is expected"):
            if key not in CHECKS:
                raise Fault(f"unknown expectation {key}; there are {', '.join(CHECKS)}", entry.says.line_of(key))
    elif entry.key == "undo":
        if entry.says.whole("undo") < 1:
            raise Fault("undo takes back one answer or more", entry.line)
    elif entry.key in ("until", "clock"):
        entry.says.word(entry.key)
    elif not entry.says.map(entry.key):
        raise Fault(f"there is nothing under {entry.key}", entry.line)


# ---------------------------------------------------------------------- the game


def new_game(scenario: Scenario, words: Words, *, twice: bool = False) -> Game:
    """The game at its first rest, with exactly these roles; a fault where it cannot be set up."""
    names: dict[str, Entry] = {}
    for entry in scenario.seats:
        if entry.key in names or entry.key == STORYTELLER:
            raise Fault(f"{entry.key} cannot be called so: the name is taken", entry.line)
        names[entry.key] = entry
    # Seats are known by their place from the start, so that choices of set-up may name players.
    known = {words.new_player(name): str(place) for place, name in enumerate(names, 1)}
    words.expect(known)
    specs = [_spec(words, entry) for entry in scenario.seats]
    options, setup = _options(scenario, words)
    try:
        game = Game.new(
            scenario.rules,
            specs,
            options,
            SEED,
            hold=GATES,
            moderator="human",
            setup=setup,
            strict=True,
            twice=twice,
        )
    except BadGame as error:
        raise Fault(f"the game cannot be set up: {error}", _line_of(scenario, error.path)) from error
    words.sit(game.seen.seats)
    return game


def _spec(words: Words, entry: Entry) -> SeatSpec:
    says = entry.says
    name = words.rename(entry.key)
    if says.scalar:
        return SeatSpec(name, words.name("role", says))
    parts = says.map("a seat")
    if "role" not in parts:
        raise Fault(f"{entry.key} has no role", entry.line)
    setup: dict[str, Any] = {}
    for key, item in parts.items():
        if key != "role":
            setup[_setup_key(words, "seat setup", key)] = words.plain(item, HINTS.get(key, ""))
    return SeatSpec(name, words.name("role", parts["role"]), setup)


def _setup_key(words: Words, kind: str, key: str) -> str:
    return words.find(kind, key) or words.find("skill", key) or key


def completed(scenario: Scenario) -> Scenario:
    """The scenario with its ruleset as its options complete it, as far as they can be read without names."""
    rules = scenario.rules
    given = {
        key: freeze(piece.plain()) for key, piece in scenario.options.map("options").items() if key in rules.options
    }
    found = {key: value for key, value in given.items() if _accepts(scenario, key, value)}
    return scenario._replace(rules=rules.completed(rules.option_values(found)))


def _accepts(scenario: Scenario, key: str, value: Plain) -> bool:
    try:
        return scenario.rules.options[key].accepts(value)
    except BadGame as error:
        raise Fault(f"the option {key} cannot be so: {error}", scenario.options.line_of(key)) from error


def _options(scenario: Scenario, words: Words) -> tuple[Mapping[str, Plain], Mapping[str, Plain]]:
    """The options of the ruleset, and the choices of setting up that belong to no seat."""
    options: dict[str, Plain] = {}
    setup: dict[str, Plain] = {}
    for key, piece in scenario.options.map("options").items():
        if key == CALENDAR and CALENDAR not in scenario.rules.options:
            continue
        if key == SETUP:
            for name, says in piece.map(SETUP).items():
                known = words.rules.names.known("table setup")
                found = words.find("table setup", name)
                if found is None and known:
                    raise Fault(f"nothing is set up under {name}", piece.line_of(name))
                setup[found or name] = words.plain(says, "role")
            continue
        spec = scenario.rules.options.get(key)
        if spec is None:
            known = tuple(scenario.rules.options)
            raise Fault(f"unknown option {key}; there are {', '.join(known)}", scenario.options.line_of(key))
        value = freeze(piece.plain())
        options[key] = value if _accepts(scenario, key, value) else words.plain(piece)
        if not _accepts(scenario, key, options[key]):
            allowed = f"; allowed are {words.show(spec.allowed)}" if spec.allowed else ""
            raise Fault(f"the option {key} cannot be {piece}{allowed}", scenario.options.line_of(key))
    return options, setup


def begins(scenario: Scenario, words: Words) -> Mapping[str, int]:
    """At which minute of the day each phase begins, where the ruleset or the options have a calendar."""
    found = {phase: minute for phase, text in scenario.rules.calendar.items() if (minute := at(text)) is not None}
    said = (scenario.options.entries or {}).get(CALENDAR)
    if said is not None and CALENDAR not in scenario.rules.options:
        for name, time in said.map(CALENDAR).items():
            phase = words.name("phase", Piece(said.line_of(name), text=name, value=name))
            moment = at(time.word("a time of day"))
            if moment is None:
                raise Fault(f"a time of day is 08:00, but here stands {time}", time.line)
            found[phase] = moment
    return found


def _line_of(scenario: Scenario, path: str) -> int:
    """The line of the part that a faulty set-up names by its path."""
    part, _, name = path.partition(".")
    if part == "options":
        return scenario.options.line_of(name)
    return next((entry.line for entry in scenario.seats if entry.key == name), scenario.line)
