"""Run the host as a server."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn

from nightmoot.host import log
from nightmoot.host.app import make_app
from nightmoot.host.host import Config, Host
from nightmoot.host.lan import lan_address, qr
from nightmoot.host.slow.courier import Notify
from nightmoot.host.sockets import MAX_FRAME

DEFAULT_DB = Path("data") / "nightmoot.sqlite"
GRACE_SECONDS = 5


def database(db: str | os.PathLike[str] | None) -> str:
    """Where the games are kept: as told, else as the environment says, else in the data folder."""
    return str(db) if db else os.environ.get("NIGHTMOOT_DB") or str(DEFAULT_DB)


class Server(uvicorn.Server):
    """A server that says when it listens, and where."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[int], None] | None = None) -> None:
        super().__init__(config)
        self._announce = announce

    @property
    def port(self) -> int:
        """Where it listens (also where any free port was asked for)."""
        return int(self.servers[0].sockets[0].getsockname()[1])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._announce is not None and not self.should_exit:
            self._announce(self.port)


def server(
    host: Host,
    bind: str,
    port: int,
    *,
    certificate: str | None = None,
    key: str | None = None,
    announce: Callable[[int], None] | None = None,
) -> Server:
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
    return Server(config, announce)


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

    def announce(real_port: int) -> None:
        sys.stdout.write(greeting(bind, real_port, lan=lan, secure=certificate is not None) + "\n")
        sys.stdout.flush()

    try:
        notify = Notify.from_environment(os.environ)
    except ValueError as error:
        sys.exit(str(error))
    games = Host(database(db), config=config, notify=notify)
    server(games, bind, port, certificate=certificate, key=key, announce=announce).run()
