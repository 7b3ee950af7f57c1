"""``nightmoot rules``: what there is to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import count, takewhile
from typing import TYPE_CHECKING

import click

from nightmoot.cli import tables
from nightmoot.cli.words import remember, words

if TYPE_CHECKING:
    from rich.table import Table

    from nightmoot.core import Ruleset
    from nightmoot.core.ability import OptionSpec
    from nightmoot.core.text import Texts


@click.command()
@click.argument("ruleset", required=False)
@tables.language
def rules(ruleset: str | None, lang: str) -> None:
    """List the rulesets, or one RULESET's rules, roles, options and boards.

    \b
    Examples:
      nightmoot rules
      nightmoot rules table --lang zh
    """
    from rich.console import Console

    from nightmoot.core import registry

    console = Console(highlight=False)
    found = registry.load()
    if ruleset is None:
        console.print(_rulesets(list(found), lang))
        return
    remember("nightmoot.ruleset", ruleset)
    chosen = found[ruleset]
    book = words(chosen.id, lang)
    console.print(f"[bold]{book.render(f'ruleset.{chosen.id}')}[/bold]")
    console.print(book.render(f"ruleset.{chosen.id}.brief"))
    for number, line in enumerate(_lines(chosen, book), 1):
        console.print(f"{number:>3}. {line}")
    for table in (_roles(chosen, book), _options(chosen, book), _boards(chosen, book)):
        console.print()
        console.print(table)


def _lines(chosen: Ruleset, book: Texts) -> list[str]:
    """The rules in plain lines, with the defaults of their options; phrases may name other options."""
    said: dict[str, str] = {}
    for _ in range(2):
        said = {option.id: _phrase(book, option, said) for option in chosen.options.values()}
    numbers = takewhile(lambda number: book.has(f"rules.{number}"), count(1))
    return [book.render(f"rules.{number}", said) for number in numbers]


def _phrase(book: Texts, option: OptionSpec, said: Mapping[str, str]) -> str:
    value = option.default
    if isinstance(value, str | bool | int | float):
        word = str(value).lower() if isinstance(value, bool) else str(value)
        for key in (f"rules.{option.id}.{word}", f"option.{option.id}.{word}"):
            if book.has(key):
                return book.render(key, said)
    if isinstance(value, tuple):
        keys = [f"option.{option.id}.{item}" for item in value]
        if keys and all(book.has(key) for key in keys):
            return book.show(tuple(book.render(key) for key in keys), "words", {})
    return book.show(value, "value", {})


def _rulesets(found: list[Ruleset], lang: str) -> Table:
    table = _table(words("", lang), "rulesets", "id", "name", "players", "roles", "options")
    for chosen in found:
        least, most = chosen.players
        name = words(chosen.id, lang).render(f"ruleset.{chosen.id}")
        table.add_row(chosen.id, name, f"{least}–{most}", str(len(chosen.roles)), str(len(chosen.options)))
    return table


def _roles(chosen: Ruleset, book: Texts) -> Table:
    table = _table(book, "roles", "id", "name", "camp", "brief")
    for role in chosen.roles.values():
        camp = book.render(f"camp.{role.camp}")
        table.add_row(role.id, book.render(f"role.{role.id}"), camp, book.render(f"role.{role.id}.brief"))
    return table


def _options(chosen: Ruleset, book: Texts) -> Table:
    table = _table(book, "options", "id", "default", "allowed", "brief")
    for option in chosen.options.values():
        allowed = option.allowed if option.allowed is not None else option.examples
        help_key = f"option.{option.id}.help"
        brief = book.render(help_key if book.has(help_key) else f"option.{option.id}")
        values = "\n".join(book.show((value,), "words", {}) for value in allowed)
        table.add_row(option.id, book.show((option.default,), "words", {}), values, brief)
    return table


def _boards(chosen: Ruleset, book: Texts) -> Table:
    table = _table(book, "boards", "id", "name", "players", "cards")
    for board in chosen.boards:
        cards = book.show(dict(Counter(board["roles"])), "cards", {})
        table.add_row(board["id"], book.render(f"board.{board['id']}"), str(board["players"]), cards)
    return table


def _table(book: Texts, title: str, *columns: str) -> Table:
    from rich.table import Table

    table = Table(title=book.render(f"cli.rules.{title}"), title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(book.render(f"cli.column.{column}"), no_wrap=column == "id")
    return table
