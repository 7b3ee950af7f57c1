"""The ASGI app: routes, the socket, the page."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from nightmoot.host import log
from nightmoot.host.api import ROUTES
from nightmoot.host.endpoints import refused
from nightmoot.host.faults import Refusal
from nightmoot.host.host import Host
from nightmoot.host.security import Shield
from nightmoot.host.slow import api as slow
from nightmoot.host.sockets import live

STATIC = Path(__file__).parent / "static"
NOT_BUILT = "The page has not been built yet. In a clone: ./play builds it and starts the server.\n"


class Page(StaticFiles):
    """The built page; paths without a file of their own are the page's own business."""

    async def check_config(self) -> None:
        """A page that has not been built is no error of the server."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or Path(path).suffix:
                raise
            response = await self._index(scope)
        lasting = "assets" in Path(path).parts
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response

    async def _index(self, scope: Scope) -> Response:
        try:
            return await super().get_response("index.html", scope)
        except HTTPException:
            return PlainTextResponse(NOT_BUILT, 503)


async def nothing(_: object) -> Response:
    """What is not there, in the form of the other refusals."""
    return refused(Refusal("not_found"))


def make_app(host: Host, static: str | os.PathLike[str] = STATIC) -> ASGIApp:
    """The app around a host, which starts and stops with it."""
    if not structlog.is_configured():
        log.configure()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await host.start()
        yield
        await host.stop()

    app = Starlette(
        routes=[
            *ROUTES,
            *slow.ROUTES,
            Route("/api/{rest:path}", nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
            WebSocketRoute("/ws/{code}", live),
            Mount("/", Page(directory=static, html=True, check_dir=False)),
        ],
        lifespan=lifespan,
    )
    app.state.host = host
    return Shield(app)
