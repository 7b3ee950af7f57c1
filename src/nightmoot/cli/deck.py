"""``nightmoot deck``: a board for so many players, drawn as the rules of the game have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from nightmoot.cli import tables
from nightmoot.cli.words import words

if TYPE_CHECKING:
    from nightmoot.core import Ruleset


@click.command()
@tables.ruleset
@click.option("--players", required=True, type=click.IntRange(1), help="How many sit down.")
@click.option("--seed", default="0", show_default=True, help="Any text; the same seed gives the same board.")
@click.option("--must", multiple=True, metavar="ROLE", help="A role that is to be there; may be given many times.")
@click.option("--never", multiple=True, metavar="ROLE", help="A role that is not to be there; may be given many times.")
@tables.option
@tables.language
def deck(
    ruleset: str,
    players: int,
    seed: str,
    must: tuple[str, ...],
    never: tuple[str, ...],
    options: tuple[str, ...],
    lang: str,
) -> None:
    """Draw a board that keeps the rules of composition, and print it, with the strengths of its sides if they have any.

    \b
    Examples:
      nightmoot deck --ruleset forum --players 30
      nightmoot deck --ruleset forum --players 20 --seed 7 --must 女巫 --never 狐狸
      nightmoot deck --ruleset clocktower --players 10 --option script=snv --must fanggu
    """
    from rich.console import Console
    from rich.table import Table

    from nightmoot.core import registry

    rules = registry.load()[ruleset]
    book = words(rules.id, lang)
    found = rules.compose(players, seed, _named(rules, must), _named(rules, never), tables.read_options(rules, options))
    weighed = any(share.strength for share in found.sides)
    console = Console(highlight=False)
    table = Table(title=book.render("cli.deck.title", {"n": players, "seed": seed}), title_justify="left")
    for column in ("side", "strength", "players", "roles"):
        edge: Literal["left", "right"] = "right" if column in _FIGURES else "left"
        if column == "strength" and not weighed:
            continue
        table.add_column(book.render(f"cli.column.{column}"), justify=edge, overflow="fold")
    for share in found.sides:
        names = book.show(share.roles, "roles", {})
        side = book.render(f"{share.kind}.{share.side}") if share.side else book.render("cli.deck.others")
        strength = (str(share.strength),) if weighed else ()
        table.add_row(side, *strength, str(len(share.roles)), names)
    console.print(table)
    for key, params in found.notes:
        console.print(book.render(key, dict(params)))
    if found.widened:
        console.print(book.render("cli.deck.widened"))


_FIGURES = ("strength", "players")


def _named(rules: Ruleset, roles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rules.names.find("role", role) or role for role in roles)
