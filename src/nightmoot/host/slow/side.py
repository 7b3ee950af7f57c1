"""What a room keeps beside its game: plans for phases to come, private letters, warnings before deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.core import Answer, Undo
from nightmoot.core.inputs import AnyInput
from nightmoot.host.deadlines import SPAN
from nightmoot.host.encoder import message
from nightmoot.host.faults import Refusal
from nightmoot.host.room import MODERATOR, PUBLIC, Member, viewer_of
from nightmoot.host.slow import book
from nightmoot.host.slow.absence import addressed, idle_seats
from nightmoot.host.slow.book import Plan, Warning_
from nightmoot.host.slow.plans import check, fate
from nightmoot.host.slow.timetable import HOUR
from nightmoot.host.wire import Down, LetterOut, LetterUp, PlanOut, PlanUp

if TYPE_CHECKING:
    from nightmoot.host.actor import Done, Extra, RoomActor
    from nightmoot.host.play import Play

HOST = "host"
TEXT = "text"
REMINDERS = ("warning", "nudge")


class SlowSide:
    """The side of one room; everything runs in the room's mailbox."""

    def __init__(self, actor: RoomActor) -> None:
        self._actor = actor
        self.plans: list[Plan] = []
        self.letters: list[LetterOut] = []
        self.warned: set[Warning_] = set()
        self._busy = False

    async def load(self, tx: AsyncConnection, play: Play | None) -> None:
        """Read what was stored for the game, if there is one."""
        self._busy = False
        self.plans, self.letters, self.warned = [], [], set()
        if play is not None:
            self.plans = await book.load_plans(tx, play.id)
            self.letters = await book.load_letters(tx, play.id)
            self.warned = await book.load_warned(tx, play.id)

    def begin(self) -> None:
        """A new game: nothing is kept of the last one."""
        self.plans, self.letters, self.warned = [], [], set()

    def wake(self) -> None:
        """After loading: what a kill may have left undone."""
        if self._actor.room.phase == "playing" and self.plans:
            self._actor.box.put(self.follow)

    def greeting(self, viewer: str) -> list[bytes]:
        """What a socket gets at its beginning."""
        found = []
        plans = self._plans_of(viewer)
        letters = [letter for letter in self.letters if _reads(viewer, letter)]
        if plans:
            found.append(message(Down(plans=plans)))
        if letters:
            found.append(message(Down(letters=letters)))
        return found

    # ------------------------------------------------------------------------------------------ plans

    async def plan(self, viewer: str, asked: PlanUp, done: Done) -> None:
        """Keep a plan until its phase begins; one for the same phase and skill is replaced."""
        actor = self._actor
        play = actor.playing()
        others = [p for p in self.plans if p.key != (viewer, asked.phase, asked.skill)]
        check(play, viewer, asked, sum(1 for p in others if p.seat == viewer))
        phase = play.game.state.phase
        kept = Plan(viewer, asked.phase, asked.skill, asked.choices, actor.now, phase.stamp)

        async def write(tx: AsyncConnection) -> None:
            await book.put_plan(tx, play.id, kept)

        await actor.commit(done=done, extra=write)
        self.plans = sorted([*others, kept] if kept.choices else others, key=lambda p: p.turn)
        self._tell_plans(viewer)

    async def follow(self) -> None:
        """Send the plans whose phase has begun, one after another, in the order in which they were made."""
        if self._busy or not self.plans:
            return
        self._busy = True
        try:
            while self._actor.room.phase == "playing" and await self._step():
                pass
        finally:
            self._busy = False

    async def _step(self) -> bool:
        """Do what is to be done with one plan, if any."""
        play = self._actor.playing()
        for plan in self.plans:
            match fate(play, plan):
                case "enter":
                    await self._enter(play, plan)
                    return True
                case "drop":
                    await self._spend(play, plan, await self._letter(plan.seat, "plan_dropped", {"skill": plan.skill}))
                    return True
                case "send":
                    await self._send(play, plan)
                    return True
        return False

    async def _enter(self, play: Play, plan: Plan) -> None:
        stamp = play.game.state.phase.stamp

        async def write(tx: AsyncConnection) -> None:
            await book.enter(tx, play.id, plan, stamp)

        await self._actor.commit(extra=write)
        begun = Plan(plan.seat, plan.phase, plan.skill, plan.choices, plan.at, plan.after, stamp)
        self.plans = [begun if p.key == plan.key else p for p in self.plans]

    async def _send(self, play: Play, plan: Plan) -> None:
        """The first choice that is legal now counts."""
        actor = self._actor
        for n, choice in enumerate(plan.choices):
            name = play.streams.own(plan.seat, plan.skill)
            if name is None:
                break
            letter = await self._letter(plan.seat, "plan_sent", {"skill": plan.skill, "n": n + 1})
            written: list[int] = []

            async def write(tx: AsyncConnection, letter: LetterOut = letter, written: list[int] = written) -> None:
                written.append(await book.put_letter(tx, play.id, letter))
                await book.spend(tx, play.id, plan, play.seq)

            try:
                await actor.take(Answer(name, plan.seat, choice, actor.now), actor.now, extra=write)
            except Refusal:
                continue
            self._gone(plan)
            self._tell_letter(letter, written[0])
            return
        await self._spend(play, plan, await self._letter(plan.seat, "plan_dropped", {"skill": plan.skill}))

    async def _spend(self, play: Play, plan: Plan, letter: LetterOut) -> None:
        written: list[int] = []

        async def write(tx: AsyncConnection) -> None:
            written.append(await book.put_letter(tx, play.id, letter))
            await book.spend(tx, play.id, plan, play.seq)

        await self._actor.commit(extra=write)
        self._gone(plan)
        self._tell_letter(letter, written[0])

    def _gone(self, plan: Plan) -> None:
        self.plans = [p for p in self.plans if p.key != plan.key]
        self._tell_plans(plan.seat)

    def with_undo(self, given: AnyInput, extra: Extra | None) -> Extra | None:
        """An undo gives plans back that were sent or dropped after what it goes back to."""
        if not isinstance(given, Undo):
            return extra
        play = self._actor.playing()

        async def write(tx: AsyncConnection) -> None:
            if extra is not None:
                await extra(tx)
            await book.unspend(tx, play.id, given.to)
            self.plans = await book.load_plans(tx, play.id)

        return write

    def _plans_of(self, viewer: str) -> list[PlanOut]:
        return [PlanOut(p.phase, p.skill, p.choices, p.at) for p in self.plans if p.seat == viewer]

    def _tell_plans(self, viewer: str) -> None:
        sent = message(Down(plans=self._plans_of(viewer)))
        for connection in self._actor.connections:
            if connection.viewer == viewer:
                connection.send(sent)

    # ------------------------------------------------------------------------------------------ letters

    async def write(self, who: Member, asked: LetterUp, done: Done) -> None:
        """A line from a seat to the moderator, or from a moderator to a seat."""
        actor = self._actor
        play = actor.playing()
        if not asked.text.strip():
            raise Refusal("invalid", "$.letter.text")
        if not actor.host.posts.allow(f"{actor.code}/{who.id}"):
            raise Refusal("too_many")
        viewer = viewer_of(actor.room, who)
        if viewer == PUBLIC:
            raise Refusal("forbidden")
        if viewer == MODERATOR:
            if asked.seat is None or str(asked.seat) not in play.game.state.circle:
                raise Refusal("invalid", "$.letter.seat")
            seat = str(asked.seat)
        else:
            if asked.seat is not None and str(asked.seat) != viewer:
                raise Refusal("forbidden", "$.letter.seat")
            if not actor.room.moderators():
                raise Refusal("no_moderator")
            seat = viewer
        await self.post([LetterOut(0, seat, TEXT, viewer, asked.text, {}, actor.now)], done=done)

    async def post(
        self,
        letters: list[LetterOut],
        *,
        done: Done | None = None,
        mail: Sequence[str] = (),
        due: int | None = None,
        extra: Extra | None = None,
    ) -> None:
        """Store letters and tell them; the seats of ``mail`` are also reminded by mail or push."""
        actor = self._actor
        play = actor.playing()
        written: list[int] = []

        async def write(tx: AsyncConnection) -> None:
            if extra is not None:
                await extra(tx)
            for letter in letters:
                written.append(await book.put_letter(tx, play.id, letter))
            if mail and actor.host.courier.on:
                known = await book.reachable(tx, actor.code)
                await book.put_outgoing(tx, addressed(actor, mail, known, due))

        await actor.commit(done=done, extra=write)
        for letter, number in zip(letters, written, strict=True):
            self._tell_letter(letter, number)
        if mail:
            actor.host.courier.wake()

    async def _letter(self, seat: str, kind: str, params: dict[str, object]) -> LetterOut:
        return LetterOut(0, seat, kind, HOST, "", params, self._actor.now)

    def _tell_letter(self, letter: LetterOut, number: int) -> None:
        kept = LetterOut(number, letter.seat, letter.kind, letter.by, letter.text, letter.params, letter.at)
        self.letters = [*self.letters, kept][-book.SHOWN_LETTERS :]
        sent = message(Down(letter=kept))
        for connection in self._actor.connections:
            if _reads(connection.viewer, kept):
                connection.send(sent)

    # ------------------------------------------------------------------------------------------ warnings

    def _warnings(self) -> list[Warning_]:
        """The warnings of the deadlines that run, with those that have gone out left out."""
        play = self._actor.play
        if play is None or play.timetable is None:
            return []
        leads = [int(hours * HOUR) for hours in play.timetable.calendar.warn]
        ends = [d for d in play.deadlines.values() if d.due is not None and d.name != SPAN]
        found = {Warning_(d.due, lead) for d in ends if d.due for lead in play.timetable.leads(d.kind, leads)}
        return sorted((w for w in found if w not in self.warned), key=lambda w: (w.at, w.due))

    def next_warning(self) -> int | None:
        """When the next warning goes out."""
        waiting = self._warnings()
        return waiting[0].at if waiting else None

    async def warn(self) -> None:
        """Remind those who have done nothing, of whatever is near by now."""
        actor = self._actor
        while actor.room.phase == "playing":
            ripe = [w for w in self._warnings() if w.at <= actor.now]
            if not ripe:
                break
            play, warning = actor.playing(), ripe[0]
            seats = idle_seats(actor, warning.due) if warning.due > actor.now else []
            letters = [LetterOut(0, seat, "warning", HOST, "", {"at": warning.due}, actor.now) for seat in seats]

            async def write(tx: AsyncConnection, warning: Warning_ = warning, game: int = play.id) -> None:
                await book.put_warned(tx, game, warning)

            self.warned = {*self.warned, warning}
            await self.post(letters, mail=seats, due=warning.due, extra=write)


def _reads(viewer: str, letter: LetterOut) -> bool:
    """A seat reads all of its letters, moderators what is written between people and who has been reminded."""
    return viewer == letter.seat or (viewer == MODERATOR and letter.kind in (TEXT, *REMINDERS))
