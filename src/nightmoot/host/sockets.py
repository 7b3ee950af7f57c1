"""Live play: one socket, a reader that hands commands to the room, a writer that empties the queue."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from nightmoot.host.api import cookie_name
from nightmoot.host.commands import check_form, error_message, handle
from nightmoot.host.connection import Connection
from nightmoot.host.encoder import message
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import digest, normal_code
from nightmoot.host.reading import number, read
from nightmoot.host.wire import Down, Up

if TYPE_CHECKING:
    from nightmoot.host.host import Host

NO_ROOM = 4404
FLOOD = 4429
MAX_FRAME = 64 * 1024  # a room may be set up anew with a whole script
LAST_WORD = 2  # seconds that a client which does not read gets to hear why it is cut off
PATIENCE = 50  # commands over the limit before the socket is closed

_decoder = msgspec.json.Decoder(Up)


def _number(socket: WebSocket, name: str) -> int:
    return number(socket.query_params.get(name, "")) or 0


async def live(socket: WebSocket) -> None:
    """``/ws/{code}``."""
    host: Host = socket.app.state.host
    code = normal_code(socket.path_params["code"])
    await socket.accept()
    if code is None:
        await socket.close(NO_ROOM)
        return
    token = socket.cookies.get(cookie_name(code, _number(socket, "beside")))
    held = socket.query_params.get("brought", "")
    connection = Connection(None if token is None else digest(token), held)
    since, epoch, game = (_number(socket, name) for name in ("since", "epoch", "game"))
    try:
        await host.ask(code, lambda actor: actor.attach(connection, since, epoch, game))
    except Refusal:
        await socket.close(NO_ROOM)
        return
    tasks = {
        asyncio.create_task(_read(host, code, socket, connection)),
        asyncio.create_task(_write(socket, connection)),
        asyncio.create_task(connection.dropped.wait()),
    }
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        connection.close(1000)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await _hang_up(socket, connection)
        host.put(code, lambda actor: actor.detach(connection))


async def _write(socket: WebSocket, connection: Connection) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (sent := await connection.next()) is not None:
            await socket.send_text(sent.decode())


async def _hang_up(socket: WebSocket, connection: Connection) -> None:
    """Say why, if the line can still carry it; else it is cut."""
    if socket.client_state is WebSocketState.CONNECTED and socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(LAST_WORD):
                await socket.close(connection.close_code or 1000)


async def _read(host: Host, code: str, socket: WebSocket, connection: Connection) -> None:
    patience = PATIENCE
    key = str(id(connection))
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            text = await socket.receive_text()
            if not host.commands.allow(key):
                patience -= 1
                connection.send(error_message(Refusal("too_many"), _client_id(text)))
                if patience <= 0:
                    connection.close(FLOOD)
                    return
                continue
            _take(host, code, connection, text)


def _take(host: Host, code: str, connection: Connection, text: str) -> None:
    """Decode one frame and put it in the room's mailbox, stamped with its arrival."""
    c: str | None = None
    try:
        if len(text) > MAX_FRAME:
            raise Refusal("too_large")
        try:
            up = read(_decoder, text.encode())
        except Refusal:
            c = _client_id(text)
            raise
        if isinstance(up.ping, int) and isinstance(up.c, msgspec.UnsetType):
            connection.send(message(Down(pong=up.ping, now=host.clock.now())))
            return
        if isinstance(up.pong, int) and isinstance(up.c, msgspec.UnsetType):
            connection.trips.answered(up.pong, host.clock.now())
            return
        c = None if isinstance(up.c, msgspec.UnsetType) else up.c
        check_form(up)
    except Refusal as refusal:
        connection.send(error_message(refusal, c))
        return
    at = host.clock.now()
    host.put(code, lambda actor: handle(actor, connection, up, at))


def _client_id(text: str) -> str | None:
    """The client id of a command that is not carried out, so that its sender knows which one it was."""
    if len(text) > MAX_FRAME:
        return None
    with contextlib.suppress(msgspec.DecodeError, RecursionError, TypeError, KeyError, UnicodeEncodeError):
        c = msgspec.json.decode(text)["c"]
        return c if isinstance(c, str) and len(c) <= 64 else None
    return None
