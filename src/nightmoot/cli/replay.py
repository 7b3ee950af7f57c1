"""``nightmoot replay``: a saved game step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nightmoot.cli import tables

if TYPE_CHECKING:
    from rich.console import Console

    from nightmoot.cli.telling import Teller
    from nightmoot.core import AnyInput, Game, Notice


@click.command()
@click.argument("game", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--explain", is_flag=True, help="Show the log that says why everything happened, instead of the steps.")
@click.option("--as", "viewer", metavar="SEAT", help="Show only what that seat (or 'public') was told.")
@click.option("--step", is_flag=True, help="Wait for Enter after every step.")
@tables.language
def replay(game: Path, explain: bool, viewer: str | None, step: bool, lang: str) -> None:
    """Show the saved GAME step by step, as the moderator sees it, and check that its record is sound.

    The inputs are run again; exit status 1 means that they no longer give the notices that were sent.

    \b
    Examples:
      nightmoot replay evening.nightmoot.json
      nightmoot replay evening.nightmoot.json --explain --lang zh
      nightmoot replay evening.nightmoot.json --as 3
    """
    from rich.console import Console

    from nightmoot.cli.files import read_game
    from nightmoot.cli.telling import Teller
    from nightmoot.cli.words import Stop, words
    from nightmoot.core import MODERATOR, PUBLIC, NightmootError
    from nightmoot.core import Game as Played

    _, saved = read_game(game)
    book = words(saved.rules.id, lang)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if viewer is not None and viewer not in (PUBLIC, *saved.seen.circle):
        raise Stop(book.render("cli.replay.no_seat", {"seat": viewer, "known": saved.seen.circle}))
    if explain:
        for line in saved.explain(lang):
            console.print(line)
    show = _Show(console, Teller(saved, book, viewer or MODERATOR), quiet=explain, step=step)
    again: Played | None = None
    failed: str | None = None
    try:
        again = Played.replay(saved.rules, saved.header, ())
        show.begin(again)
        for number, given in enumerate(saved.inputs, 1):
            show.input(number, given, again)
            show.notices(again.submit(given).notices)
    except NightmootError as error:
        failed = str(error)
    if failed is None and again is not None and again.notices == saved.notices and again.over == saved.over:
        console.print(book.render("cli.replay.sound", {"n": len(saved.inputs), "notices": len(saved.notices)}))
        return
    place = _first_difference(saved, again)
    console.print(book.render("cli.replay.unsound", {"place": place, "why": failed or ""}))
    raise SystemExit(1)


class _Show:
    """Prints the steps, unless nobody wants to see them."""

    def __init__(self, console: Console, teller: Teller, *, quiet: bool, step: bool) -> None:
        self.console, self.teller, self.quiet, self.step = console, teller, quiet, step

    def begin(self, game: Game) -> None:
        """What was told before the first input."""
        self.notices(tuple(game.notices))

    def input(self, number: int, given: AnyInput, game: Game) -> None:
        """One input, as the moderator sees it."""
        if self.quiet or not self.teller.sees_inputs:
            return
        if self.step:
            self.console.input("")
        self.console.print(f"#{number} {self.teller.input(given, game)}", style="dim")

    def notices(self, notices: tuple[Notice, ...]) -> None:
        """What was told then."""
        for notice in notices:
            if not self.quiet and (line := self.teller.line(notice)) is not None:
                self.console.print(line)


def _first_difference(saved: Game, again: Game | None) -> int:
    """The number of the first notice that is not as it was."""
    fresh = again.notices if again is not None else []
    for place, (old, new) in enumerate(zip(saved.notices, fresh, strict=False)):
        if old != new:
            return place
    return min(len(saved.notices), len(fresh))
