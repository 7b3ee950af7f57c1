"""Rooms that play under aliases (马甲): who sits where is drawn at the start, and only the end joins the names.

A list of people, of seats or of spectators that changes in the moment in which somebody leaves, or in which a seat is
told to have a new player, would join the two names. So others are told none of these lists while such a game is played.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from nightmoot.host.ids import name_key
from nightmoot.host.room import Room, nickname_at

#: Two words of each list make a name; none is a role of any game.
FIRST = {
    "zh": "赤 青 白 玄 紫 金 银 墨 霜 雪 云 雨".split(),
    "en": "Red Green White Black Violet Golden Silver Inky Frosty Snowy Cloudy Rainy".split(),
}
LAST = {
    "zh": "鹤 鹿 鲸 鹰 猫 雀 燕 鲤 龟 獭 鸥 蝉".split(),
    "en": "Crane Deer Whale Hawk Cat Sparrow Swallow Carp Turtle Otter Gull Cicada".split(),
}


def names(lang: str) -> list[str]:
    """Every alias of a language, in a fixed order; more than there can be seats."""
    between = " " if lang == "en" else ""
    return [first + between + last for first in FIRST[lang] for last in LAST[lang]]


def dealt(players: int, lang: str, taken: Iterable[str]) -> dict[int, str]:
    """An alias for each seat, drawn by lot; none looks like a nickname that is taken."""
    known = {name_key(name) for name in taken}
    free = [name for name in names(lang) if name_key(name) not in known]
    if len(free) < players:
        free += [f"{name} {n}" for n in range(2, 5) for name in names(lang)]
    drawn = random.SystemRandom().sample(free, players)
    return dict(enumerate(drawn, 1))


def masked(room: Room) -> Room:
    """The room at its start: everybody at a seat drawn by lot, under an alias; as it is where no aliases are played."""
    if not room.rules.aliases:
        return room.with_body(aliases={}, cast={})
    seats = list(range(1, room.rules.players + 1))
    drawn = random.SystemRandom().sample(seats, len(seats))
    to = dict(zip(seats, drawn, strict=True))
    owner = room.members.get(room.body.owner)
    lang = "zh" if owner is None else owner.lang
    aliases = dealt(room.rules.players, lang, [member.name for member in room.members.values()])
    room = room.rearranged(to)
    return room.with_body(aliases=aliases, cast={seat: (nickname_at(room, seat) or str(seat),) for seat in seats})


def with_newcomer(room: Room, seat: int, nickname: str) -> Room:
    """The room with one more seat, which somebody plays from now on: under an alias like all others, where they are."""
    if not room.body.aliases:
        return room
    owner = room.members.get(room.body.owner)
    lang = "zh" if owner is None else owner.lang
    taken = [*(member.name for member in room.members.values()), *room.body.aliases.values(), nickname]
    alias = dealt(1, lang, taken)[1]
    return room.with_body(aliases={**room.body.aliases, seat: alias}).played_by(seat, nickname)
