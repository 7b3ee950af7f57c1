"""A room as data: settings, people, seats, bots. Frozen; commands make a new one (``lobby``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Struct

from nightmoot.core import BadGame
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import name_key
from nightmoot.host.pace import pace_of
from nightmoot.host.wire import Calendar, Lang, MeOut, PersonOut, RoomOut, SeatOut, Sitting

if TYPE_CHECKING:
    from nightmoot.core import Ruleset

Phase = Literal["lobby", "playing", "over"]

PUBLIC = "public"
MODERATOR = "moderator"
HAND = "hand"  # the policy of somebody without a device: the moderator answers


class Rules(Struct, frozen=True):
    """What is played and how; may change until the start."""

    ruleset: str
    players: int
    roles: tuple[str, ...] | None = None
    board: str | None = None
    options: dict[str, Any] = {}
    moderator: Literal["auto", "human"] = "auto"
    sitting: Sitting = "apart"
    pace: dict[str, float] = {}
    voice: str = ""
    calendar: Calendar | None = None  # a slow room
    aliases: bool = False  # nicknames are hidden from the start to the end
    overheard: bool = False  # a moderator reads private talks


class Member(Struct, frozen=True):
    """A person in a room."""

    id: int
    name: str
    lang: Lang = "zh"
    seat: int | None = None
    ready: bool = False
    moderator: bool = False
    queued: bool = False  # without a seat, and takes one when the next game is prepared
    asks: bool = False  # while queued: would be let into the game that is played
    gone: bool = False  # has left or was removed: claims are dead, the name is free


class Body(Struct, frozen=True):
    """What is stored of a room beside its code, phase and members."""

    rules: Rules
    owner: int
    bots: dict[int, str] = {}  # seat → policy: empty seats in a lobby, and stand-ins in a game
    names: dict[int, str] = {}  # of those without a device, for whom the moderator answers (policy HAND)
    game: int = 0
    locked: bool = False
    paused: bool = False
    stopped: bool = False
    named: int | None = None  # the spectator who may take over moderation
    practice: bool = False
    shown: tuple[int, ...] | None = None  # seats whose cards are on the table while the moderator paces the end
    aliases: dict[int, str] = {}  # seat → the name it plays under, from the start on
    cast: dict[int, tuple[str, ...]] = {}  # under aliases: seat → who has played it, one after another
    bot: str = "random"  # who plays where nobody sits, unless told otherwise


class Room(Struct, frozen=True):
    """One room."""

    code: str
    phase: Phase
    body: Body
    members: dict[int, Member]

    @property
    def rules(self) -> Rules:
        return self.body.rules

    def present(self) -> list[Member]:
        """Everybody who has a place here, in order of arrival."""
        return [m for m in self.members.values() if not m.gone]

    def seated(self, seat: int) -> Member | None:
        """Who sits there."""
        return next((m for m in self.members.values() if m.seat == seat and not m.gone), None)

    def free_seats(self) -> list[int]:
        """Seats that nobody holds; one with a bot is free in a lobby."""
        return [n for n in range(1, self.rules.players + 1) if self.seated(n) is None]

    def moderators(self) -> list[Member]:
        return [m for m in self.present() if m.moderator]

    def is_owner(self, member: Member | None) -> bool:
        return member is not None and member.id == self.body.owner

    def person(self, member_id: int) -> Member:
        """The person of this number, or a refusal."""
        member = self.members.get(member_id)
        if member is None or member.gone:
            raise Refusal("not_found")
        return member

    def with_member(self, *changed: Member) -> Room:
        """The same room with these people as they are now."""
        return msgspec.structs.replace(self, members={**self.members, **{m.id: m for m in changed}})

    def with_body(self, **changes: Any) -> Room:
        """The same room with these fields of the body changed."""
        return msgspec.structs.replace(self, body=msgspec.structs.replace(self.body, **changes))

    def with_phase(self, phase: Phase) -> Room:
        return msgspec.structs.replace(self, phase=phase)

    def name_free(self, name: str, but: int | None = None) -> bool:
        """Nobody present has a name that looks like this one."""
        others = [m.name for m in self.present() if m.id != but] + list(self.body.names.values())
        return all(name_key(other) != name_key(name) for other in others)

    def rearranged(self, to: Mapping[int, int]) -> Room:
        """People and bots moved to the seats given for theirs."""
        moved = [msgspec.structs.replace(m, seat=to.get(m.seat, m.seat)) for m in self.present() if m.seat is not None]
        bots = {to.get(n, n): policy for n, policy in self.body.bots.items()}
        names = {to.get(n, n): name for n, name in self.body.names.items()}
        return self.with_member(*moved).with_body(bots=bots, names=names)

    def joined(self, seat: int) -> bool:
        """May everybody know who plays at this seat?"""
        if not self.body.aliases or self.phase == "lobby":
            return True
        return self.phase == "over" and (self.body.shown is None or seat in self.body.shown)

    def played_by(self, seat: int, name: str) -> Room:
        """The room with one more person who plays this seat under its alias."""
        if not self.body.aliases:
            return self
        return self.with_body(cast={**self.body.cast, seat: (*self.body.cast.get(seat, ()), name)})

    def next_id(self) -> int:
        return max(self.members, default=0) + 1


def viewer_of(room: Room, member: Member | None) -> str:
    """Whose eyes this person has: a seat's in a started game, the moderator's, or the public's."""
    if member is None or member.gone or room.phase == "lobby":
        return PUBLIC
    if member.moderator:
        return MODERATOR
    return PUBLIC if member.seat is None else str(member.seat)


def public_room(
    room: Room, me: Member | None, here: frozenset[int], *, parked: bool = False, ruleset: Ruleset | None = None
) -> RoomOut:
    """The public state of a room as this person gets it; who is connected is said outside a game only."""
    rules, body = room.rules, room.body
    brought = brought_by(ruleset, rules.options)
    playing = room.phase == "playing"
    people = [m for m in room.present() if _known(room, m, me)]
    return RoomOut(
        code=room.code,
        phase=room.phase,
        game=body.game,
        ruleset=rules.ruleset,
        players=rules.players,
        roles=None if rules.roles is None else list(rules.roles),
        board=rules.board,
        options=rules.options,
        moderator=rules.moderator,
        sitting=rules.sitting,
        pace=pace_of(rules.pace, ruleset),
        locked=body.locked,
        paused=body.paused,
        stopped=body.stopped,
        parked=parked,
        revealed=None if body.shown is None else [str(seat) for seat in body.shown],
        seats=[_seat(room, number, me) for number in range(1, rules.players + 1)],
        people=[
            PersonOut(
                id=m.id,
                name=m.name,
                seat=None if m.seat is None else str(m.seat),
                owner=room.is_owner(m),
                moderator=m.moderator,
                here=None if playing else m.id in here,
                queued=m.queued,
                asks=_asks(room, m) or UNSET,
            )
            for m in people
        ],
        host=body.owner if any(m.id == body.owner for m in people) else None,
        moderators=[m.id for m in people if m.moderator],
        spectators=sum(1 for m in people if m.seat is None and not m.moderator),
        me=None
        if me is None
        else MeOut(
            id=me.id,
            seat=None if me.seat is None else str(me.seat),
            owner=room.is_owner(me),
            moderator=me.moderator,
            queued=me.queued,
            asks=_asks(room, me),
        ),
        voice=rules.voice,
        calendar=rules.calendar,
        practice=body.practice,
        aliases=rules.aliases,
        overheard=rules.overheard,
        words=brought.words,
        brought=brought.name,
    )


def words_of(ruleset: Ruleset | None, options: Mapping[str, Any]) -> dict[str, str]:
    """What the options bring in texts; none where the ruleset takes no texts from them, or not these options."""
    return brought_by(ruleset, options).words


class Brought(NamedTuple):
    """What comes once down a socket with a room's options: their texts, and a name that no other options have."""

    words: dict[str, str]
    name: str


def brought_by(ruleset: Ruleset | None, options: Mapping[str, Any]) -> Brought:
    """The same options bring the same; worked out once, not for every client at every change."""
    return _brought(ruleset, msgspec.json.encode(options, order="deterministic"))


@lru_cache(maxsize=32)
def _brought(ruleset: Ruleset | None, options: bytes) -> Brought:
    words = {} if ruleset is None else _own_words(ruleset, msgspec.json.decode(options))
    name = sha256(options + msgspec.json.encode(words, order="deterministic")).hexdigest()[:32]
    return Brought(words, name)


def _own_words(ruleset: Ruleset, options: dict[str, Any]) -> dict[str, str]:
    try:
        values = ruleset.option_values(options)
    except BadGame:
        return {}
    return dict(ruleset.completed(values).own_words())


def _asks(room: Room, member: Member) -> bool:
    """Would this one be let into the game that is played?"""
    return member.queued and member.asks and room.phase == "playing"


def _known(room: Room, member: Member, me: Member | None) -> bool:
    """Is this viewer told of this person? Under aliases of nobody whose presence could be linked to a seat."""
    if not room.body.aliases or room.phase == "lobby" or member.moderator or (me is not None and me.moderator):
        return True
    if member.seat is None:
        return room.phase == "over" or member is me
    return member is me or room.joined(member.seat)


def _seat(room: Room, number: int, me: Member | None) -> SeatOut:
    holder = room.seated(number)
    bot = room.body.bots.get(number)
    mine = me is not None and me.seat == number
    if not (room.joined(number) or mine or (me is not None and me.moderator)):
        return SeatOut(
            seat=str(number),
            name=seat_name(room, number),
            taken=True,
            ready=True,
            bot=None,
            person=None,
            me=False,
            player=None,
        )
    return SeatOut(
        seat=str(number),
        name=seat_name(room, number),
        taken=holder is not None,
        ready=holder.ready if holder is not None else bot is not None,
        bot=bot,
        person=None if holder is None else holder.id,
        me=mine,
        player=cast(room).get(number),
    )


BOT_NAMES = (
    "阿青 小满 老谭 阿岚 大齐 小棠 阿祁 小苗 老秦 阿宁 大洛 小柯 阿桐 小夏 老乔 阿沐 大元 小禾 阿筝 小岳 "
    "老卞 阿葵 大方 小渔 阿照 小峰 老洪 阿桃 大川 小荻"
).split()
BOT_NAMES_EN = (
    "Ash Bay Cove Dale Elm Fern Glen Hazel Iris Jade Kit Lark Moss Nell Opal Pike Quill Reed Sage Thorn "
    "Umber Vale Wren Yarrow Zinnia Aspen Birch Cedar Drift Ember"
).split()


def seat_name(room: Room, number: int) -> str | None:
    """The name shown at a seat: its alias where the room plays under aliases, else who sits there."""
    alias = room.body.aliases.get(number) if room.phase != "lobby" else None
    return alias or nickname_at(room, number)


def cast(room: Room) -> dict[int, str]:
    """Who has played each seat (演员表); empty where no aliases are played."""
    return {seat: " / ".join(names) for seat, names in room.body.cast.items()}


def nickname_at(room: Room, number: int) -> str | None:
    """Who sits at a seat: the name of its person, else of its bot, else none."""
    holder = room.seated(number)
    if holder is not None:
        return holder.name
    if number not in room.body.bots:
        return None
    if number in room.body.names:
        return room.body.names[number]
    owner = room.members.get(room.body.owner)
    names = BOT_NAMES if owner is None or owner.lang == "zh" else BOT_NAMES_EN
    taken = {name_key(m.name) for m in room.present()}
    name = names[(number - 1) % len(names)] + ("" if number <= len(names) else str(number))
    return name if name_key(name) not in taken else f"{name} {number}"
