"""Run the host as a server."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import uvicorn

from nightmoot.host import log
from nightmoot.host.app import make_app
from nightmoot.host.host import Config, Host
from nightmoot.host.lan import lan_address, qr
from nightmoot.host.sockets import MAX_FRAME

DEFAULT_DB = Path("data") / "nightmoot.sqlite"
GRACE_SECONDS = 5


def database(db: str | os.PathLike[str] | None) -> str:
    """Where the games are kept: as told, else as the environment says, else in the data folder."""
    return str(db) if db else os.environ.get("NIGHTMOOT_DB") or str(DEFAULT_DB)


def server(
    host: Host, bind: str, port: int, *, certificate: str | None = None, key: str | None = None
) -> uvicorn.Server:
    """A server for a host."""
    config = uvicorn.Config(
        make_app(host),
        host=bind,
        port=port,
        ws="websockets-sansio",
        ws_max_size=4 * MAX_FRAME,
        ws_per_message_deflate=False,  # lengths on the line tell nothing that the messages do not
        timeout_graceful_shutdown=GRACE_SECONDS,
        log_level="warning",
        access_log=False,
        server_header=False,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    return uvicorn.Server(config)


def greeting(bind: str, port: int, *, lan: bool, secure: bool) -> str:
    """What the terminal says at the start."""
    scheme = "https" if secure else "http"
    shown = "127.0.0.1" if bind in ("0.0.0.0", "::") else bind  # noqa: S104 - only compared
    lines = [f"Nightmoot is at {scheme}://{shown}:{port}"]
    if lan:
        address = lan_address()
        if address is None:
            lines.append("No local network was found: nobody else can join.")
        else:
            url = f"{scheme}://{address}:{port}"
            lines += [f"Others on this network join at {url}", "", qr(url)]
    return "\n".join(lines)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str | os.PathLike[str] | None = None,
    *,
    lan: bool = False,
    certificate: str | None = None,
    key: str | None = None,
    config: Config | None = None,
    log_json: bool = False,
) -> None:
    """Serve until told to stop. ``lan`` listens on all networks and shows the address to join by."""
    log.configure(json=log_json)
    bind = "0.0.0.0" if lan and host in ("127.0.0.1", "localhost") else host  # noqa: S104 - asked for
    sys.stdout.write(greeting(bind, port, lan=lan, secure=certificate is not None) + "\n")
    sys.stdout.flush()
    server(Host(database(db), config=config), bind, port, certificate=certificate, key=key).run()
