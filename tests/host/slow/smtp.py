"""A mail server of a few lines, to which real mail is sent over a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Mailhost:
    """Keeps what it is sent; may refuse."""

    def __init__(self) -> None:
        self.mails: list[tuple[str, str]] = []  # receiver, text
        self.came = asyncio.Event()
        self.port = 0
        self.refusing = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 ready\r\n")
        receiver = ""
        while line := (await reader.readline()).decode().strip():
            verb = line[:4].upper()
            if verb == "RCPT":
                receiver = line.partition("<")[2].partition(">")[0]
            if verb == "MAIL" and self.refusing:
                writer.write(b"451 later\r\n")
            elif verb == "DATA":
                writer.write(b"354 go on\r\n")
                self.mails.append((receiver, (await reader.readuntil(b"\r\n.\r\n")).decode()))
                self.came.set()
                writer.write(b"250 kept\r\n")
            elif verb == "QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 fine\r\n")
        writer.close()


@asynccontextmanager
async def mailhost() -> AsyncIterator[Mailhost]:
    host = Mailhost()
    server = await asyncio.start_server(host.serve, "127.0.0.1", 0)
    host.port = server.sockets[0].getsockname()[1]
    try:
        yield host
    finally:
        server.close()
        await server.wait_closed()
