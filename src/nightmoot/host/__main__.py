"""``python -m nightmoot.host``: the server without the command line around it."""

from __future__ import annotations

import click

from nightmoot.host.host import Config
from nightmoot.host.serve import run


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True)
@click.option("--db", default=None, help="SQLite file; default: $NIGHTMOOT_DB or data/nightmoot.sqlite")
@click.option("--lan", is_flag=True, help="Listen on the local network and show the address to join by.")
@click.option("--certificate", default=None, help="Certificate file for HTTPS.")
@click.option("--key", default=None, help="Key file for HTTPS.")
@click.option("--bot-delay", default=None, type=int, help="Milliseconds a bot takes to answer.")
def main(
    host: str, port: int, db: str | None, lan: bool, certificate: str | None, key: str | None, bot_delay: int | None
) -> None:
    """Serve Nightmoot."""
    config = Config() if bot_delay is None else Config(bot_delay_ms=(bot_delay, bot_delay))
    run(host, port, db, lan=lan, certificate=certificate, key=key, config=config)


if __name__ == "__main__":
    main()
