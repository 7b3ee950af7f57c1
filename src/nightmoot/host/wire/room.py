"""The public state of a room."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from nightmoot.host.wire.base import Out, Plain, Sitting
from nightmoot.host.wire.slow import Calendar


class SeatOut(Out, omit_defaults=False):
    seat: str
    name: str | None
    taken: bool  # by a person
    ready: bool
    bot: str | None  # the policy that sits here or stands in
    person: int | None
    me: bool
    player: str | None  # under aliases: the nickname behind the name, for those who may know it


class PersonOut(Out, omit_defaults=False):
    id: int
    name: str
    seat: str | None
    owner: bool
    moderator: bool
    here: bool | None  # connected now; null while a game is played
    queued: bool  # takes a seat in the next game
    asks: bool | UnsetType = UNSET  # to be let into this one; left out where not


class MeOut(Out, omit_defaults=False):
    id: int
    seat: str | None
    owner: bool
    moderator: bool
    queued: bool
    asks: bool


class RoomOut(Out, omit_defaults=False):
    """The whole public state of a room, sent at each change. No field depends on a secret of the game."""

    code: str
    phase: Literal["lobby", "playing", "over"]
    game: int  # how many games have been started here
    ruleset: str
    players: int
    roles: list[str] | None
    board: str | None
    options: dict[str, Plain] | UnsetType  # left out of a message to who holds them already: see ``brought``
    moderator: Literal["auto", "human"]
    sitting: Sitting
    pace: dict[str, float]
    locked: bool
    paused: bool
    stopped: bool  # ended by the owner without a verdict
    parked: bool  # an error of the program holds the game until a moderator decides by hand
    revealed: list[str] | None  # after the end, while the moderator paces it: whose cards are shown
    seats: list[SeatOut]
    people: list[PersonOut]
    host: int | None  # person id of the owner, where this viewer is told of that person
    moderators: list[int]
    spectators: int
    me: MeOut | None
    voice: str
    calendar: Calendar | None  # a slow room: deadlines by the calendar
    practice: bool  # one person against bots: what everybody waits for may be skipped
    aliases: bool  # seats are drawn at the start and nicknames hidden until the end
    overheard: bool  # a moderator reads private talks
    words: dict[str, str] | UnsetType  # what the options bring in texts, by key, alike in every language; no templates
    brought: str  # a name for these very options and words; it changes with them

    def without_options(self) -> RoomOut:
        """The same for somebody who holds what is brought."""
        return replace(self, options=UNSET, words=UNSET)
