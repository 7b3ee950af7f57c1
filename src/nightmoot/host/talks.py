"""Private talks: a few seats among themselves, where the ruleset allows it.

Nobody else is sent anything of them. A moderator sees who talks with whom; what is said, only where the room says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.host import talk_store
from nightmoot.host.encoder import message
from nightmoot.host.faults import Refusal
from nightmoot.host.room import MODERATOR, Member, viewer_of
from nightmoot.host.wire import Down, TalkOut, TalkUp

if TYPE_CHECKING:
    from nightmoot.host.actor import Done, RoomActor
    from nightmoot.host.play import Play


class Talks:
    """The private talks of one room's game; everything runs in the room's mailbox."""

    def __init__(self, actor: RoomActor) -> None:
        self._actor = actor
        self.lines: list[TalkOut] = []

    async def load(self, tx: AsyncConnection, play: Play | None) -> None:
        """Read what was stored for the game, if there is one."""
        self.lines = [] if play is None else await talk_store.load(tx, play.id)

    def begin(self) -> None:
        """A new game: nothing is kept of the last one."""
        self.lines = []

    def greeting(self, viewer: str) -> list[bytes]:
        """What a socket gets at its beginning."""
        found = [shown for line in self.lines if (shown := self._for(viewer, line)) is not None]
        return [message(Down(talks=found))] if found else []

    def _for(self, viewer: str, line: TalkOut) -> TalkOut | None:
        """The line as this viewer may have it, if at all."""
        if viewer in line.seats:
            return line
        if viewer == MODERATOR:
            return line if self._actor.room.rules.overheard else replace(line, text="")
        return None

    async def say(self, who: Member, asked: TalkUp, at: int, done: Done) -> None:
        """A seat says something to others; those who may not talk among themselves now are refused."""
        actor = self._actor
        play = actor.playing()
        viewer = viewer_of(actor.room, who)
        circle = play.game.seen.circle
        if viewer not in circle:
            raise Refusal("forbidden")
        if not asked.text.strip():
            raise Refusal("invalid", "$.talk.text")
        wanted = {viewer, *asked.seats}
        if len(wanted) < 2 or not wanted <= set(circle):
            raise Refusal("invalid", "$.talk.seats")
        if not actor.host.posts.allow(f"{actor.code}/{who.id}"):
            raise Refusal("too_many")
        seats = tuple(seat for seat in circle if seat in wanted)
        if not play.game.rules.may_whisper(play.game.seen, seats):
            raise Refusal("may-not-speak", "$.talk.seats", family="refused")
        line = TalkOut(0, list(seats), viewer, asked.text, at)
        numbers: list[int] = []

        async def write(tx: AsyncConnection) -> None:
            numbers.append(await talk_store.add(tx, play.id, line))

        await actor.commit(done=done, extra=write)
        kept = replace(line, id=numbers[0])
        self.lines = [*self.lines, kept][-talk_store.SHOWN :]
        for connection in actor.connections:
            shown = self._for(connection.viewer, kept)
            if shown is not None:
                connection.send(message(Down(talk=shown)))
