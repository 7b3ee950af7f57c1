"""A small helper for REST: decode with the wire's records, name the fault, encode the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightmoot.host.faults import Refusal
from nightmoot.host.ids import normal_code
from nightmoot.host.reading import read
from nightmoot.host.wire import Fault

if TYPE_CHECKING:
    from nightmoot.host.host import Host

B = TypeVar("B", bound=msgspec.Struct)

MAX_BODY = 64 * 1024

encode = msgspec.json.Encoder().encode


def host_of(request: Request) -> Host:
    """The host behind the app."""
    found: Host = request.app.state.host
    return found


def code_of(request: Request) -> str:
    """The room code in the path."""
    code = normal_code(request.path_params["code"])
    if code is None:
        raise Refusal("no_room")
    return code


def client_of(request: Request) -> str:
    """Whom limits are kept for."""
    return request.client.host if request.client else "?"


def answer(body: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(encode(body), status, media_type="application/json")


def refused(refusal: Refusal) -> Response:
    """The answer to a request that is not carried out."""
    fault = Fault(error=refusal.code, path=refusal.path, message_key=refusal.message_key, params=refusal.params)
    return answer(fault, refusal.status)


async def read_body(request: Request) -> bytes:
    """The body, up to the limit."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise Refusal("too_large")
    return bytes(body)


def get(path: str, function: Callable[[Request], Awaitable[Response]]) -> Route:
    """A route that reads."""

    async def endpoint(request: Request) -> Response:
        try:
            return await function(request)
        except Refusal as refusal:
            return refused(refusal)

    return Route(path, endpoint, methods=["GET"])


def post(path: str, kind: type[B], function: Callable[[Request, B], Awaitable[Response]]) -> Route:
    """A route that takes a record of this kind."""
    decoder = msgspec.json.Decoder(kind)

    async def endpoint(request: Request) -> Response:
        try:
            body = await read_body(request)
            return await function(request, read(decoder, body))
        except Refusal as refusal:
            return refused(refusal)

    return Route(path, endpoint, methods=["POST"])
