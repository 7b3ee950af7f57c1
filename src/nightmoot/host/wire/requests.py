"""Requests over HTTP, and their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from nightmoot.host.wire.base import In, Key, Lang, Name, Out, Plain, SeatNo, Seconds, Sitting
from nightmoot.host.wire.slow import Calendar


class Create(In, kw_only=True):
    """``POST /api/rooms``."""

    ruleset: Key
    players: SeatNo
    nickname: Name
    lang: Lang = "zh"
    roles: list[Key] | None = None  # special roles; or, with a card for everybody, the exact deck
    board: Key | None = None  # or a named board of the ruleset
    options: dict[Key, Plain] = {}
    moderator: Literal["auto", "human"] = "auto"
    sitting: Sitting = "apart"
    pace: dict[Key, Seconds] = {}
    calendar: Calendar | None = None  # a slow room: deadlines by the calendar, not by the pace
    aliases: bool = False  # everybody plays at a seat drawn by lot under an alias; the end joins the names


class Compose(In, kw_only=True):
    """``POST /api/compose``: a board for so many players, with these roles and without those."""

    ruleset: Key
    players: SeatNo
    must: Annotated[list[Key], Meta(max_length=60)] = []
    never: Annotated[list[Key], Meta(max_length=200)] = []
    seed: Annotated[str, Meta(max_length=64)] = ""


class Practice(In, kw_only=True):
    """``POST /api/practice``: the same table, bots in all other seats, started at once."""

    ruleset: Key
    players: SeatNo
    nickname: Name
    lang: Lang = "zh"
    roles: list[Key] | None = None
    board: Key | None = None
    options: dict[Key, Plain] = {}
    policy: Key | None = None


class Join(In, kw_only=True):
    """``POST /api/rooms/{code}/join``. Without a seat: the first free one; ``watch``: no seat; ``beside``: one more.

    ``queue``: while a game runs, watch it and take a seat in the next one; ``now``: ask also to be let into this one.
    """

    nickname: Name
    seat: SeatNo | None = None
    watch: bool = False
    queue: bool = False
    now: bool = False
    lang: Lang = "zh"
    beside: bool = False  # one more seat on a device that has one already; it gets a cookie of its own


class Claim(In):
    """``POST /api/rooms/{code}/claim``: spends a personal link."""

    token: Annotated[str, Meta(min_length=16, max_length=128)]


class LinkFor(In):
    """``POST /api/rooms/{code}/link``. ``seat`` only by a moderator: kills every older link and device of it."""

    seat: SeatNo | None = None


class Created(Out):
    """The answer to create, practice, join and claim."""

    code: str
    seat: str | None = None
    person: int = 0


class Linked(Out):
    """The answer to link: the page shows ``/r/CODE#claim=TOKEN``."""

    token: str


class Fault(Out):
    """The body of every refused request, and of ``error`` on the socket (there with ``c``)."""

    error: str
    path: str = ""
    message_key: str = ""
    params: dict[str, Plain] = {}
