"""One room at work: everything that happens in it goes through its mailbox, is stored, and is then told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import structlog
from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.core import Override, Refused, Ruleset, Tick, Undo
from nightmoot.core.inputs import AnyInput
from nightmoot.host import after, deadlines, game_store, hand, lobby, oversight, store
from nightmoot.host.connection import REPLACED, Connection
from nightmoot.host.deadlines import Deadlines
from nightmoot.host.encoder import message
from nightmoot.host.faults import Refusal
from nightmoot.host.mailbox import Mailbox
from nightmoot.host.pace import pace_of
from nightmoot.host.play import Play, Step
from nightmoot.host.room import MODERATOR, PUBLIC, Member, Room, public_room, viewer_of
from nightmoot.host.slow.side import SlowSide
from nightmoot.host.slow.timetable import timetable_of
from nightmoot.host.stand_ins import StandIns
from nightmoot.host.streams import Batch
from nightmoot.host.talks import Talks
from nightmoot.host.wire import ClockOut, Down, HandOut, Hello, PostOut, RoomOut

if TYPE_CHECKING:
    from nightmoot.host.host import Host

Extra = Callable[[AsyncConnection], Awaitable[None]]
Done = tuple[int, str]

log = structlog.get_logger("nightmoot.room")


def both(first: Extra | None, second: Extra) -> Extra:
    """Two writes in one transaction."""

    async def write(tx: AsyncConnection) -> None:
        if first is not None:
            await first(tx)
        await second(tx)

    return write


RESENT = 500  # a client that has missed more gets the whole view
CLOSED_ALIKE = frozenset({"not-open", "answered", "nothing-to-withdraw"})


class RoomActor:
    """A room in memory. Whatever changes it runs inside its mailbox, one job after another."""

    room: Room

    def __init__(self, host: Host, code: str) -> None:
        self.host = host
        self.code = code
        self.play: Play | None = None
        self.done: set[Done] = set()
        self.posts: list[PostOut] = []
        self.connections: set[Connection] = set()
        self.loaded = False
        self.box = Mailbox(code, self._reload, self._idle)
        self.stand_ins = StandIns(self)
        self.slow = SlowSide(self)
        self.talks = Talks(self)
        self._clock: ClockOut | None = None
        self._hand: HandOut | None = None
        self._parked = False
        self._called = b""

    # ------------------------------------------------------------------------------------------ memory

    async def _reload(self) -> None:
        """Read everything from the database; clients that are connected start anew."""
        self.loaded = False
        async with self.host.db.read() as tx:
            room = await store.load_room(tx, self.code)
            if room is None:
                raise Refusal("no_room")
            self.play = None
            if room.phase != "lobby":
                rules = self.host.registry[room.rules.ruleset]
                pace = pace_of(room.rules.pace, rules)
                self.play = await game_store.load_play(tx, rules, self.code, room.body.game, pace)
                self.play.timetable = timetable_of(room.rules, rules)
            await self.slow.load(tx, self.play)
            await self.talks.load(tx, self.play)
            self.done = await store.load_done(tx, self.code)
            self.posts = await store.recent_posts(tx, self.code)
        self.room = room
        self.loaded = True
        self._set_alarm()
        for connection in list(self.connections):
            self.identify(connection)
            self.greet(connection)
        self.stand_ins.wake()
        self.slow.wake()

    def _idle(self) -> bool:
        """May the room leave memory? Its deadline is with the host's alarm."""
        if self.connections or not self.box.empty:
            return False
        if self.loaded and (self.stand_ins.busy or not self.host.crowded):
            return False
        self.host.forget(self)
        return True

    def take_up(self) -> None:
        """Load the room, so that its bots go on."""
        self.box.put(self.ring)

    @property
    def now(self) -> int:
        return self.host.clock.now()

    @property
    def ruleset(self) -> Ruleset | None:
        """What is played here; none where that is not installed any more."""
        name = self.room.rules.ruleset
        return next((rules for rules in self.host.registry if rules.id == name), None)

    @property
    def parked(self) -> bool:
        """Does an error inside the rules hold the game?"""
        return self.play is not None and self.play.game.fault is not None

    def playing(self) -> Play:
        """The running game, or a refusal."""
        if self.play is None or self.room.phase != "playing":
            raise Refusal("no_game")
        return self.play

    # ------------------------------------------------------------------------------------------ storing

    async def commit(
        self,
        *,
        room: Room | None = None,
        step: Step | None = None,
        done: Done | None = None,
        extra: Extra | None = None,
    ) -> None:
        """Store all of it or nothing; only then is anybody told."""
        old, new, at = self.room, room or self.room, self.now
        async with self.host.db.write() as tx:
            if new is not old:
                await store.update_room(tx, old, new, at)
            if step is not None and self.play is not None:
                await game_store.append(tx, self.play.id, step)
            if extra is not None:
                await extra(tx)
            if done is not None:
                await store.add_done(tx, self.code, *done, at)
        self.room = new
        if done is not None:
            self.done.add(done)
        self._set_alarm()
        if step is not None:
            self._deliver(step.batch)
        if new is not old:
            self._tell_room(old, new)
        self._tell_clock()
        self._tell_hand()
        self._tell_call()
        if self.parked != self._parked:
            self._tell_parked()
        if step is not None or new is not old:
            oversight.tell(self)
            self.stand_ins.wake()

    async def take(
        self,
        given: AnyInput,
        at: int,
        *,
        done: Done | None = None,
        room: Room | None = None,
        extra: Extra | None = None,
        line: str = "",
    ) -> None:
        """Hand an input to the game, store what comes of it, and tell it."""
        play = self.playing()
        if (hours := play.closed_hours(given, at)) is not None:
            raise Refusal("not_now", "", {"text": "–".join(hours)})
        try:
            step = play.take(given, at, paused=self.room.body.paused)
        except Refused as refused:
            if refused.code in CLOSED_ALIKE:
                raise Refusal("not_open") from None
            raise Refusal(refused.code, refused.path, dict(refused.params), "refused") from None
        if line:
            step.batch.told(message(Down(undone=line)))
        room = room or self.room
        if isinstance(given, Undo):
            room = lobby.without_seats_after(room, max(int(seat) for seat in play.game.state.seats))
        if play.game.over is None:
            await self.commit(room=room, step=step, done=done, extra=self.slow.with_undo(given, extra))
            await self.slow.follow()
        else:
            over = after.ended(room)
            await self.commit(room=over, step=step, done=done, extra=both(extra, after.closing(play, over, at)))

    async def move_clocks(self, moved: Deadlines, *, room: Room | None = None, done: Done | None = None) -> None:
        """Store other ends for the same waits, and tell those concerned."""
        play = self.playing()
        old = play.deadlines
        batch = play.move_clocks(moved)

        async def write(tx: AsyncConnection) -> None:
            await game_store.store_deadlines(tx, play.id, old, moved)

        await self.commit(room=room, done=done, extra=write)
        self._deliver(batch)
        oversight.tell(self)

    async def ring(self) -> None:
        """Whatever has ended by now is told to the game, one after another."""
        await self.run_due(self.now)

    async def run_due(self, at: int) -> None:
        """What was due before a command arrived goes first, and before that what a kill has left undone."""
        await self.slow.follow()
        while self.play is not None and self.room.phase == "playing":
            ended = self.play.due(at)
            if ended is None:
                break
            try:
                await self.take(Tick(ended.name), at)
            except Refusal as refusal:
                log.warning("a deadline was refused", room=self.code, code=refusal.code)
                await self.move_clocks({n: d for n, d in self.play.deadlines.items() if n != ended.name})
        self._set_alarm()

    def _set_alarm(self) -> None:
        waiting = self.play is not None and self.room.phase == "playing"
        self.host.warnings.set(self.code, self.slow.next_warning() if waiting else None)
        self.host.alarm.set(self.code, deadlines.earliest(self.play.deadlines) if waiting and self.play else None)

    # ------------------------------------------------------------------------------------------ people

    def member(self, connection: Connection) -> Member | None:
        """The person behind a socket."""
        found = None if connection.member is None else self.room.members.get(connection.member)
        return None if found is None or found.gone else found

    async def attach(self, connection: Connection, since: int, epoch: int, game: int) -> None:
        """A socket is there: find out whose, and bring it up to date."""
        if connection.token_hash is not None:
            async with self.host.db.read() as tx:
                claim = await store.find_claim(tx, connection.token_hash)
            known = claim is not None and claim.room == self.code and claim.kind == "device"
            connection.member = claim.member if known and claim is not None else None
        await self.run_due(self.now)
        self.connections.add(connection)
        self.identify(connection)
        self.greet(connection, since, epoch, game)
        self._presence(connection)

    async def detach(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._presence(connection)

    def _presence(self, changed: Connection) -> None:
        """Who is connected is said outside a game only."""
        if self.room.phase != "playing" and changed.member is not None:
            for connection in self.connections:
                if connection is not changed:
                    connection.send(self._room_message(connection))

    def identify(self, connection: Connection) -> None:
        connection.viewer = viewer_of(self.room, self.member(connection))

    # ------------------------------------------------------------------------------------------ telling

    def greet(self, connection: Connection, since: int = 0, epoch: int = 0, game: int = 0) -> None:
        """Say everything, or only what was missed."""
        viewer, play = connection.viewer, self.play
        missed = None
        if play is not None and since > 0 and game == self.room.body.game and viewer in play.streams.by_viewer:
            missed = play.streams.resend(viewer, since, epoch)
            missed = None if missed is not None and len(missed) > RESENT else missed
        hello = Hello(
            viewer=viewer,
            game=self.room.body.game,
            n=0 if play is None else play.streams[viewer].n,
            epoch=0 if play is None else play.streams[viewer].epoch,
            now=self.now,
            resumed=missed is not None,
            view=None if play is None or missed is not None else play.view(viewer),
            public=None if play is None or missed is not None else play.view(PUBLIC),
            room=self._room_out(connection),
        )
        connection.send(message(Down(hello=hello)), *(missed or ()))
        if play is not None:
            clock = play.clock(self.now, paused=self.room.body.paused)
            connection.send(*play.streams.open_messages(viewer), message(Down(clock=clock)))
            if passing := hand.shown(play, self.now):
                connection.send(message(Down(hand=passing)))
            if self._hears_calls(connection):
                connection.send(self._call())
        connection.send(*(message(Down(post=post)) for post in self.posts if self.hears(connection, post.channel)))
        connection.send(*self.slow.greeting(viewer), *self.talks.greeting(viewer))
        self._measure(connection)
        if viewer == MODERATOR:
            oversight.tell_one(self, connection)

    def hears(self, connection: Connection, channel: str) -> bool:
        """Who reads what is said outside the game: players of a running game do not hear the spectators, and what was
        said before the game, under nicknames, is not told again while aliases are played."""
        if channel != "spectators" and self.room.phase == "playing" and self.room.body.aliases:
            return connection.viewer == MODERATOR
        return channel != "spectators" or (connection.viewer == "public" and self.room.phase != "lobby")

    def _deliver(self, batch: Batch) -> None:
        for connection in list(self.connections):
            connection.send(*batch.messages.get(connection.viewer, ()))

    def _room_out(self, connection: Connection) -> RoomOut:
        """The room for this client, which gets what its options bring only where that is new."""
        here = frozenset(c.member for c in self.connections if c.member is not None)
        member = self.member(connection)
        out = public_room(self.room, member, here, parked=self.parked, ruleset=self.ruleset)
        if out.brought == connection.brought:
            return out.without_options()
        connection.brought = out.brought
        return out

    def _room_message(self, connection: Connection) -> bytes:
        return message(Down(room=self._room_out(connection)))

    def _tell_room(self, old: Room, new: Room) -> None:
        """The room has changed; who has other eyes now is greeted anew, who is gone is let go."""
        for connection in list(self.connections):
            if connection.member is not None and self.member(connection) is None:
                connection.close(REPLACED)
                continue
            before = connection.viewer
            self.identify(connection)
            if connection.viewer != before or new.body.game != old.body.game or (old.phase == "over" != new.phase):
                self.greet(connection)
            else:
                connection.send(self._room_message(connection))

    def _tell_parked(self) -> None:
        """A fault is shown to all; where nobody moderates, the program leaves the failed step out.

        A game of which nothing is left then ends, and everybody is told.
        """
        self._parked = self.parked
        for connection in self.connections:
            connection.send(self._room_message(connection))
        if self.play is not None and self.parked:
            log.error("a game is parked", room=self.code, fault=self.play.game.fault)
            if not self.room.moderators():
                self.box.put(self._leave_out)

    async def _leave_out(self) -> None:
        if self.parked and self.room.phase == "playing":
            await self.take(Override("skip", {}, "fault"), self.now)
        if self.play is not None and self.play.game.stranded:
            await self.take(Override("abandon", {}, "fault"), self.now)

    def _call(self) -> bytes:
        """Whom the night calls now, and where in the row of its calls that is."""
        playing = self.play is not None and self.room.phase == "playing"
        wait = self.play.called() if playing and self.play is not None else None
        if wait is None:
            return message(Down(call=""))
        return message(Down(call=wait.of, place=wait.place or UNSET))

    def _hears_calls(self, connection: Connection) -> bool:
        """A speaker at the table, and a moderator anywhere; elsewhere nobody is called aloud."""
        return self.room.rules.sitting == "voice" or connection.viewer == MODERATOR

    def _tell_call(self) -> None:
        hearers = [connection for connection in self.connections if self._hears_calls(connection)]
        called = self._call() if self.room.rules.sitting == "voice" or self.room.moderators() else b""
        if called != self._called:
            self._called = called
            for connection in hearers:
                connection.send(called)

    def _measure(self, connection: Connection) -> None:
        """How long is this line? Asked of every seat alike."""
        if connection.member is not None:
            connection.send(message(Down(ping=connection.trips.ask(self.now))))

    def _tell_hand(self) -> None:
        """Where the hand is, to everybody; and every line is measured while it passes."""
        passing = hand.shown(self.play, self.now) if self.play is not None and self.room.phase == "playing" else None
        if passing is None and self._hand is None:
            return
        last = self._hand
        if passing is None or last is None or replace(passing, now=last.now) != last:
            self._hand = passing
            for connection in self.connections:
                connection.send(message(Down(hand=passing)))
                self._measure(connection)

    def _tell_clock(self) -> None:
        if self.play is None:
            return
        clock = self.play.clock(self.now, paused=self.room.body.paused)
        shown = (clock.kind, clock.at, clock.left, clock.paused)
        last = self._clock
        if last is None or shown != (last.kind, last.at, last.left, last.paused):
            self._clock = clock
            for connection in self.connections:
                connection.send(message(Down(clock=clock)))
