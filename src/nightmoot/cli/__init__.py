"""The command line. Commands are imported when they are called for, so that ``--help`` answers at once."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import click

#: Every command with its line in ``nightmoot --help``; command ``x`` is ``x`` of the module ``nightmoot.cli.x``.
COMMANDS: Final = {
    "play": "Play in the terminal, you against bots.",
    "serve": "Start the server with the page for the browser.",
    "simulate": "Let bots play many games and count who wins.",
    "replay": "Show a saved game step by step and check it.",
    "rules": "List the rulesets, or one's roles, options and boards.",
    "deck": "Draw a board for a number of players.",
    "check": "Run scenario files.",
    "script": "Check and show script files of the clocktower game.",
}


class Commands(click.Group):
    """A group whose commands live in modules of their own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"nightmoot.cli.{cmd_name}"), cmd_name)
        return found if isinstance(found, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what the game refuses is said in words, with exit status 2."""
        from nightmoot.core.errors import BadGame, NightmootError, Refused

        try:
            return super().invoke(ctx)
        except (BadGame, Refused) as error:
            from nightmoot.cli.words import Stop, fault

            raise Stop(fault(error)) from error
        except NightmootError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="nightmoot", message="%(prog)s %(version)s")
def main() -> None:
    """Nightmoot moderates hidden-role games such as werewolf (狼人杀).

    \b
    Start here:
      nightmoot play --ruleset table --players 8 --board starter
      nightmoot serve
      nightmoot rules table

    Every command explains itself with --help.
    """
