"""What every request passes: the same origin, a bounded body, headers that keep the page to itself."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

FOREIGN_ORIGIN = 4403
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def same_origin(headers: Headers) -> bool:
    """Does the request come from this host's own page, or from a program that names no origin?"""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


class Shield:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and not same_origin(Headers(scope=scope)):
            await receive()
            await send({"type": "websocket.accept"})  # so that the page can read the code
            await send({"type": "websocket.close", "code": FOREIGN_ORIGIN})
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(sent: Message) -> None:
            if sent["type"] == "http.response.start":
                headers = MutableHeaders(scope=sent)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(sent)

        if scope["method"] not in SAFE and not same_origin(Headers(scope=scope)):
            body = {"error": "origin", "path": "", "message_key": "ui.error.origin"}
            await JSONResponse(body, 403)(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)
