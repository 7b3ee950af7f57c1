"""``nightmoot simulate``: bots play many games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from nightmoot.cli import tables
from nightmoot.cli.words import words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from nightmoot.core import Ruleset
    from nightmoot.core.text import Texts
    from nightmoot.lab import Executor, Experiment, Report

BAR = 24


@click.command()
@tables.table
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option(
    "--policy",
    default="random",
    show_default=True,
    metavar="NAME",
    help="How the bots play: random, lottery (a drawn player is voted out each day) or honest.",
)
@click.option("--seed", default="0", show_default=True, help="Any text; the same seed gives the same games.")
@click.option("--workers", type=click.IntRange(1, 512), help="Processes. [default: one a core]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.option(
    "--save-game",
    nargs=2,
    type=(click.IntRange(0), click.Path(dir_okay=False, path_type=Path)),
    metavar="INDEX FILE",
    help="Write the game with that index (from 0) to a file for 'nightmoot replay'.",
)
@tables.language
def simulate(
    ruleset: str,
    players: int | None,
    roles: str | None,
    specials: str | None,
    board: str | None,
    options: tuple[str, ...],
    games: int,
    policy: str,
    seed: str,
    workers: int | None,
    as_json: bool,
    save_game: tuple[int, Path] | None,
    lang: str,
) -> None:
    """Let bots play many games and count who wins, and in which night.

    The result depends on the seed and the number of games, not on the number of workers.

    \b
    Examples:
      nightmoot simulate --ruleset table --players 8 --games 1000
      nightmoot simulate --players 12 --board classic --policy honest
      nightmoot simulate --roles "狼人:2,村民:6" --option sheriff_enabled=false --policy lottery --seed 1
    """
    from rich.console import Console

    from nightmoot.lab import Experiment, cores
    from nightmoot.lab.executors import executor_for

    rules, table = tables.read_table(ruleset, players, roles, specials, board, options)
    experiment = Experiment(rules.id, table.players, table.options, table.setup, policy, seed)
    experiment.new_game(rules, 0)  # what cannot be set up is refused here
    executor = executor_for(workers or cores(), games)
    console = Console(stderr=as_json, highlight=False)
    report = _run(experiment, games, executor, console, words(rules.id, lang), quiet=as_json)
    if save_game is not None:
        _save(experiment, rules, *save_game)
    if as_json:
        click.echo(_as_json(report))
    else:
        _show(console, report, words(rules.id, lang))
        if save_game is not None:
            console.print(words(rules.id, lang).render("cli.saved", {"file": str(save_game[1])}))


def _run(
    experiment: Experiment, games: int, executor: Executor, console: Console, book: Texts, *, quiet: bool
) -> Report:
    """Run the experiment with a progress bar where somebody is looking."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from nightmoot import lab

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = console.is_terminal and not quiet
    with Progress(*columns, console=console, transient=True, disable=not shown) as progress:
        task = progress.add_task(book.render("cli.simulate.games"), total=games)
        return lab.simulate(experiment, games, executor, lambda tally: progress.update(task, completed=tally.games))


def _as_json(report: Report) -> str:
    import msgspec

    found = {
        "games": report.tally.games,
        "winners": report.tally.winners,
        **({"beside": report.tally.beside} if report.tally.beside else {}),
        "nights": report.tally.nights,
        "games_per_second": round(report.games_per_second, 1),
        "seed": report.experiment.seed,
    }
    return msgspec.json.encode(found).decode()


def _show(console: Console, report: Report, book: Texts) -> None:
    experiment, tally = report.experiment, report.tally
    for table in (_winners(report, book), _nights(report, book)):
        console.print(table)
        console.print()
    speed = f"{report.games_per_second:,.0f}"
    facts = {"n": tally.games, "games": f"{tally.games:,}", "seed": experiment.seed, "speed": speed}
    console.print(book.render("cli.simulate.summary", facts))


def _winners(report: Report, book: Texts) -> Table:
    from rich.table import Table

    from nightmoot.lab import interval

    tally = report.tally
    about = {"players": report.experiment.players, "policy": report.experiment.policy}
    table = Table(title=book.render("cli.simulate.winners", about), title_justify="left", title_style="bold")
    for column in ("side", "games", "share", "interval", "bar"):
        name = "" if column == "bar" else book.render(f"cli.column.{column}")
        table.add_column(name, justify="left" if column in ("side", "bar") else "right")
    beside = {book.render("cli.simulate.beside", {"side": side}): n for side, n in tally.beside.items()}
    alone = {book.show(side, "camp", {}): count for side, count in tally.winners.items()}
    for name, count in (*alone.items(), *beside.items()):
        low, high = interval(count, tally.games)
        share = count / tally.games
        bounds = f"{low:.1%} – {high:.1%}"
        table.add_row(name, f"{count:,}", f"{share:.1%}", bounds, "█" * round(BAR * share))
    return table


def _nights(report: Report, book: Texts) -> Table:
    from rich.table import Table

    table = Table(title=book.render("cli.simulate.nights"), title_justify="left", title_style="bold")
    for column in ("night", "games", "share"):
        table.add_column(book.render(f"cli.column.{column}"), justify="right")
    table.add_column("")
    most = max(report.tally.nights.values())
    for night, count in report.tally.nights.items():
        share = count / report.tally.games
        table.add_row(night, f"{count:,}", f"{share:.1%}", "█" * round(BAR * count / most))
    return table


def _save(experiment: Experiment, rules: Ruleset, index: int, path: Path) -> None:
    """Play one game again, answer by answer, so that its record can be replayed."""
    from nightmoot.cli.files import write_game
    from nightmoot.lab import play_out
    from nightmoot.policies import make_policy, seat_everywhere

    game = experiment.new_game(rules, index, in_place=False)
    play_out(game, seat_everywhere(make_policy(experiment.policy, rules), game.state.circle, experiment.seed_of(index)))
    write_game(game, path)
