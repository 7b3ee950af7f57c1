"""A proxy in front of a server: it speaks HTTPS to browsers, and says so to the server in forwarded headers."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.relay import Relay, pump, running, until_one_ends

VISITOR = "203.0.113.9"


def forwarded(head: bytes) -> bytes:
    """The head of a request with what a proxy adds; all but an upgrade ends its connection."""
    lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith((b"connection: keep-alive", b"x-forwarded-"))]
    more = [b"X-Forwarded-Proto: https", b"X-Forwarded-For: " + VISITOR.encode()]
    if not any(line.lower().startswith(b"upgrade:") for line in kept):
        more.append(b"Connection: close")
    return b"\r\n".join([*kept, *more]) + b"\r\n\r\n"


class Front(Relay):
    """Adds to the head of what a browser asks, and lets the answer come to its end."""

    async def carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        inner: asyncio.StreamReader,
        outer: asyncio.StreamWriter,
    ) -> None:
        outer.write(forwarded(await reader.readuntil(b"\r\n\r\n")))
        await until_one_ends(pump(reader, outer), pump(inner, writer))
        writer.close()
        await writer.wait_closed()


@contextmanager
def https_front(to: int, cert: Path, key: Path) -> Iterator[str]:
    """Carry to a port until the block ends; the address for browsers."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(cert, key)
    with running(Front(to, tls)) as front:
        yield f"https://127.0.0.1:{front.port}"
