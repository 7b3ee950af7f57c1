"""Options of the commands that set a game up, and how what is typed there is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import click
import msgspec

from nightmoot.cli.words import remember_lang, remember_ruleset
from nightmoot.core import BadGame, Plain, Record, Ruleset, freeze, registry

F = TypeVar("F", bound=Callable[..., Any])

_COMMAS: Final = re.compile(r"[,，、;；]")
_COUNT: Final = re.compile(r"^(?P<role>.*?)\s*(?:[:：=x×*]\s*(?P<count>\d+))?$", re.DOTALL)


class Table(Record, frozen=True):
    """A game to be set up: how many sit down, with which options and which cards."""

    ruleset: str
    players: int
    options: dict[str, Plain]
    setup: dict[str, Plain]


def language(command: F) -> F:
    """The option ``--lang``."""
    return click.option(
        "--lang",
        type=click.Choice(["zh", "en"]),
        is_eager=True,
        callback=remember_lang,
        help="Language of texts. [default: $NIGHTMOOT_LANG, else the locale's]",
    )(command)


def ruleset(command: F) -> F:
    """The option ``--ruleset``."""
    return click.option(
        "--ruleset",
        default="table",
        show_default=True,
        metavar="NAME",
        is_eager=True,
        callback=remember_ruleset,
        help="Which game; 'nightmoot rules' lists them.",
    )(command)


def option(command: F) -> F:
    """The option ``--option``."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the ruleset, e.g. sheriff_enabled=false; may be given many times.",
    )(command)


def table(command: F) -> F:
    """The options that say what is played."""
    for add in (
        option,
        click.option("--board", metavar="NAME", help="A named board: the cards for this number of players."),
        click.option(
            "--with",
            "specials",
            metavar="ROLES",
            help="Special roles in place of plain ones, e.g. witch,hunter or 女巫,猎人.",
        ),
        click.option(
            "--roles",
            metavar="ROLES",
            help="Exactly these cards, e.g. werewolf:2,villager:6 or 狼人:2,村民:6.",
        ),
        click.option("--players", type=click.IntRange(1, 60), help="How many sit down. [default: the fewest]"),
        ruleset,
    ):
        command = add(command)
    return command


def read_table(
    name: str,
    players: int | None,
    roles: str | None,
    specials: str | None,
    board: str | None,
    options: Sequence[str],
) -> tuple[Ruleset, Table]:
    """The ruleset and the table asked for. Raises :class:`BadGame`."""
    rules = registry.load()[name]
    values = read_options(rules, options)
    chosen = [given for given in (roles, specials, board) if given is not None]
    if len(chosen) > 1:
        raise BadGame("one-way", "roles")
    setup: dict[str, Plain] = {}
    if roles is not None:
        deck = read_roles(rules, roles)
        setup["deck"] = deck
        players = players or len(deck)
    players = players or rules.players[0]
    if specials is not None:
        setup["specials"] = read_roles(rules, specials)
    if board is not None:
        setup["deck"] = read_board(rules, board, players)
    return rules, Table(rules.id, players, values, setup)


def read_roles(rules: Ruleset, text: str) -> tuple[str, ...]:
    """A list of roles by any of their names, each with a count where there is more than one."""
    found: list[str] = []
    for part in _COMMAS.split(text):
        match = _COUNT.match(part.strip())
        if not part.strip() or match is None:
            continue
        role = rules.names.find("role", match["role"])
        if role is None:
            raise BadGame("unknown-role", "roles", role=match["role"], known=tuple(rules.roles))
        count = int(match["count"] or 1)
        if len(found) + count > 100:
            raise BadGame("too-many-cards", "roles", most=100)
        found += [role] * count
    if not found:
        raise BadGame("no-roles", "roles")
    return tuple(found)


def read_board(rules: Ruleset, name: str, players: int) -> tuple[str, ...]:
    """The cards of a board for so many players."""
    fitting = {board["id"]: board for board in rules.boards if board["players"] == players}
    if name not in fitting:
        raise BadGame("unknown-board", "board", board=name, players=players, known=tuple(fitting))
    return tuple(fitting[name]["roles"])


def read_options(rules: Ruleset, given: Sequence[str]) -> dict[str, Plain]:
    """The options given as NAME=VALUE, checked; a value is JSON or a plain word."""
    found: dict[str, Plain] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise BadGame("no-value", f"options.{name}", option=name)
        found[name] = read_value(value.strip())
    values = rules.option_values(found)
    return {name: values[name] for name in found}


def read_value(text: str) -> Plain:
    """What is typed as a value: JSON, a list of words in brackets, or a word."""
    words = {"yes": True, "on": True, "True": True, "no": False, "off": False, "False": False}
    if text in words:
        return words[text]
    try:
        return freeze(msgspec.json.decode(text))
    except msgspec.DecodeError:
        pass
    if text.startswith("[") and text.endswith("]"):
        return tuple(read_value(part.strip()) for part in _COMMAS.split(text[1:-1]) if part.strip())
    return text
