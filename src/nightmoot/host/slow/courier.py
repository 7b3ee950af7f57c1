"""Reminders by mail and web push, off unless configured. What goes out names the room and the time, never the game.

A reminder is stored in the transaction that causes it and is taken out once it has been sent, so that a kill between
the two loses none; one that was on its way at that moment may come twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import ipaddress
import json
import socket
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

import structlog
from msgspec import Struct
from sqlalchemy import delete, select, update

from nightmoot.core.text import read_catalogue
from nightmoot.host.clock import Clock, Timer
from nightmoot.host.database import Database
from nightmoot.host.slow import book
from nightmoot.host.slow import tables as t

log = structlog.get_logger("nightmoot.courier")

MOST_TRIES = 5
RETRY_MS = 10 * 60_000
TIMEOUT = 20
PUSH_LIVES = 3600  # seconds for which a push service keeps what it cannot deliver yet
GONE = (404, 410)  # what a push service answers when a subscription has ended (RFC 8030, section 7.3)


class Notify(Struct, frozen=True, kw_only=True):
    """How reminders go out."""

    url: str  # where the page is, for the link
    mail: str = ""  # smtp://user:password@host:587 (TLS where the server offers it) or smtps://…
    sender: str = ""
    push_key: str = ""  # the file with the VAPID key (PEM)
    push_contact: str = ""  # mailto:…
    push_private: bool = False  # may a push service be inside a private network

    @classmethod
    def from_environment(cls, given: Mapping[str, str]) -> Notify | None:
        """``NIGHTMOOT_URL`` with ``NIGHTMOOT_MAIL`` and ``NIGHTMOOT_MAIL_FROM``, or with ``NIGHTMOOT_PUSH_KEY`` and
        ``NIGHTMOOT_PUSH_CONTACT``; none where nothing is set, an error that names the variable where half is."""
        found = {
            "url": given.get("NIGHTMOOT_URL", ""),
            "mail": given.get("NIGHTMOOT_MAIL", ""),
            "sender": given.get("NIGHTMOOT_MAIL_FROM", ""),
            "push_key": given.get("NIGHTMOOT_PUSH_KEY", ""),
            "push_contact": given.get("NIGHTMOOT_PUSH_CONTACT", ""),
        }
        private = given.get("NIGHTMOOT_PUSH_PRIVATE", "") == "1"
        if not (found["mail"] or found["push_key"]):
            return None
        needed = {"url": "NIGHTMOOT_URL"}
        if found["mail"]:
            needed["sender"] = "NIGHTMOOT_MAIL_FROM"
            if urlsplit(found["mail"]).scheme not in ("smtp", "smtps") or not urlsplit(found["mail"]).hostname:
                raise ValueError("NIGHTMOOT_MAIL must look like smtp://user:password@host:587")
        if found["push_key"]:
            needed["push_contact"] = "NIGHTMOOT_PUSH_CONTACT"
        for field, name in needed.items():
            if not found[field]:
                raise ValueError(f"{name} must be set where reminders are to be sent")
        return cls(**found, push_private=private)


def public_socket(place: tuple[Any, ...]) -> socket.socket:
    """A socket for an address of the public network; OSError for any other: the address comes from a client."""
    family, kind, protocol, _, address = place
    if not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_global:
        raise OSError(f"{address[0]} is not an address of the public network")
    return socket.socket(family, kind, protocol)


class Courier:
    """Sends what is stored to be sent, one after another."""

    def __init__(self, db: Database, clock: Clock, notify: Notify | None) -> None:
        self._db = db
        self._clock = clock
        self.notify = notify
        self._task: asyncio.Task[None] | None = None
        self._timer: Timer | None = None
        self._again = False

    @property
    def on(self) -> bool:
        """Is there any way out?"""
        return self.notify is not None

    def wake(self) -> None:
        """There may be something to send."""
        if not self.on:
            return
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="courier")

    async def stop(self) -> None:
        """Let go; what is not sent stays stored."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def quiet(self) -> None:
        """Wait until nothing is in hand."""
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)

    async def _work(self) -> None:
        while self._again:
            self._again = False
            async with self._db.read() as tx:
                rows = (await tx.execute(select(t.outgoing).order_by(t.outgoing.c.id))).mappings().all()
            for row in rows:
                if row["tries"] == 0 or row["at"] <= self._clock.now():
                    await self._deliver(dict(row))

    async def _deliver(self, row: dict[str, Any]) -> None:
        async with self._db.read() as tx:
            ways = await book.contacts(tx, row["room"], row["member"])
        late = row["due"] is not None and row["due"] <= self._clock.now()
        failed = False
        for kind, send in (("mail", self._mail), ("push", self._push)):
            if kind in ways and not late:
                try:
                    await send(ways[kind], row)
                except Exception as error:
                    failed = True
                    log.warning("a reminder was not sent", room=row["room"], kind=kind, error=type(error).__name__)
        c = t.outgoing.c
        again = failed and row["tries"] + 1 < MOST_TRIES
        async with self._db.write() as tx:
            if again:
                at = self._clock.now() + RETRY_MS
                await tx.execute(update(t.outgoing).where(c.id == row["id"]).values(tries=row["tries"] + 1, at=at))
            else:
                await tx.execute(delete(t.outgoing).where(c.id == row["id"]))
        if again:
            self._timer = self._clock.call_at(self._clock.now() + RETRY_MS, self.wake)

    # ------------------------------------------------------------------------------------------ ways out

    def words(self, row: dict[str, Any]) -> tuple[str, str]:
        """Subject and text: the room, the time, the link, and nothing of the game."""
        texts = read_catalogue("nightmoot.host", row["lang"])
        when = ""
        if row["due"] is not None:
            local = dt.datetime.fromtimestamp(row["due"] / 1000, ZoneInfo(row["zone"]))
            when = f"{local:%Y-%m-%d %H:%M} ({row['zone']})"
        key = "ui.slow.mail.until" if when else "ui.slow.mail.text"
        url = "" if self.notify is None else self.notify.url.rstrip("/")
        body = str(texts[key]).replace("{when:text}", when).replace("{code:text}", row["room"])
        subject = str(texts["ui.slow.mail.subject"]).replace("{code:text}", row["room"])
        return subject, f"{body}\n{url}/r/{row['room']}\n"

    async def _mail(self, address: str, row: dict[str, Any]) -> None:
        if self.notify is None or not self.notify.mail:
            return
        import aiosmtplib  # an extra: loaded where it is configured

        subject, text = self.words(row)
        sent = EmailMessage()
        sent["From"], sent["To"], sent["Subject"] = self.notify.sender, address, subject
        sent["Message-ID"] = f"<{row['room']}.{row['id']}@{urlsplit(self.notify.url).hostname}>"
        sent.set_content(text)
        server = urlsplit(self.notify.mail)
        await aiosmtplib.send(
            sent,
            hostname=server.hostname,
            port=server.port,
            username=unquote(server.username) if server.username else None,
            password=unquote(server.password) if server.password else None,
            use_tls=server.scheme == "smtps",
            timeout=TIMEOUT,
        )

    async def _push(self, subscription: dict[str, Any], row: dict[str, Any]) -> None:
        if self.notify is None or not self.notify.push_key:
            return
        import aiohttp  # extras: loaded where they are configured
        import pywebpush

        subject, text = self.words(row)
        limit = aiohttp.ClientTimeout(total=TIMEOUT)
        trusted = aiohttp.TCPConnector(
            ssl=ssl.create_default_context(), socket_factory=None if self.notify.push_private else public_socket
        )
        async with aiohttp.ClientSession(connector=trusted, timeout=limit) as session:
            try:
                await pywebpush.webpush_async(
                    subscription_info=subscription,
                    data=json.dumps({"title": subject, "body": text, "room": row["room"]}),
                    vapid_private_key=self.notify.push_key,
                    vapid_claims={"sub": self.notify.push_contact},
                    ttl=PUSH_LIVES,
                    timeout=limit,
                    aiohttp_session=session,
                )
            except pywebpush.WebPushException as error:
                if error.response is None or error.response.status not in GONE:
                    raise
                async with self._db.write() as tx:
                    await book.put_contact(tx, row["room"], row["member"], "push", None)

    def push_public_key(self) -> str | None:
        """What a browser needs to subscribe."""
        if self.notify is None or not self.notify.push_key:
            return None
        import base64

        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        public = Vapid02.from_file(self.notify.push_key).public_key
        raw = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
