"""``nightmoot serve``: the server with the page."""

from __future__ import annotations

from pathlib import Path

import click

_FILE = click.Path(exists=True, dir_okay=False)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@click.option("--lan", is_flag=True, help="Listen on the local network and show the address to join by.")
@click.option(
    "--db", type=click.Path(path_type=Path), help="SQLite file. [default: $NIGHTMOOT_DB, else data/nightmoot.sqlite]"
)
@click.option("--certificate", type=_FILE, help="Certificate file, for HTTPS.")
@click.option("--key", type=_FILE, help="Key file of the certificate.")
def serve(host: str, port: int, lan: bool, db: Path | None, certificate: str | None, key: str | None) -> None:
    """Start the server; the page is at http://127.0.0.1:8000 unless told otherwise.

    \b
    Examples:
      nightmoot serve
      nightmoot serve --lan          (others in the house join by phone)
    """
    if (certificate is None) != (key is None):
        raise click.UsageError("--certificate and --key belong together.")
    from nightmoot.host.serve import run

    run(host, port, db, lan=lan, certificate=certificate, key=key)
