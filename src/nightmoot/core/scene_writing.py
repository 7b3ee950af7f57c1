"""The part of a Scene that writes: marks, identities, holdings, groups, steps. Each write is a proposal first."""

from __future__ import annotations

from typing import Any

import msgspec

from nightmoot.core.book import Proposal
from nightmoot.core.plain import Plain, freeze, freeze_all
from nightmoot.core.records import ALL, INNATE, Holding, Mark, Notice, Phase, Step, Window
from nightmoot.core.scene_base import SceneBase

replace = msgspec.structs.replace


class Writing(SceneBase):
    """Writers. While the acting holding is hollow they do nothing and return a false value."""

    __slots__ = ()

    def allowed(self, kind: str, on: str, what: str, *, data: Plain = None) -> bool:
        """Does the write pass the guards of its kind? A stopped one leaves a fact that names the guard."""
        if self.hollow:
            return False
        guards = self.rules.guards.get(kind)
        if not guards:
            return True
        by = self.acting.id if self.acting else None
        proposal = Proposal(kind, on, what, by, data)
        for mark_kind, guard in guards:
            if mark_kind not in self.state.marks or mark_kind in self.pierces:
                continue
            for mark in self.marks(mark_kind):
                if guard(self.whole, mark, proposal):
                    self.fact("prevented", seat=on, what=what, by=mark.by, data={"kind": kind, "mark": mark.kind})
                    return False
        return True

    # ------------------------------------------------------------------ marks

    def mark(
        self, on: str, kind: str, *, until: str | None = None, data: Plain = None, by: Holding | None = None
    ) -> Mark | None:
        """Lay a mark on a seat, a holding or the table; upheld by the acting holding (or ``by``)."""
        if not self.allowed("mark", on, kind, data=data):
            return None
        holder = by or self.acting
        at = self.state.count("mark")
        mark = Mark(f"m{at}", kind, on, holder.id if holder else None, until, freeze(data), at)
        self.state.put_mark(mark)
        self.changed()
        self.fact("mark", seat=on, what=kind, by=mark.by, data={"until": until} if until else None)
        return mark

    def unmark(self, *gone: Mark, why: str = "spent") -> None:
        """Take marks away; those that a guard keeps stay."""
        loose = tuple(mark for mark in gone if self.allowed("unmark", mark.on, mark.kind, data=why))
        for mark in loose:
            self.fact("unmark", seat=mark.on, what=mark.kind, by=mark.by, data=why)
        if loose:
            self.state.drop_marks(loose)
            self.changed()

    def lapse(self, moment: str) -> None:
        """A named moment has come: the marks and the gained abilities that lasted until then end."""
        gone = [mark for marks in self.state.marks.values() for mark in marks if mark.until == moment]
        lost = [holding.id for holding in self.state.holdings.values() if holding.until == moment]
        for holding in lost:
            self.state.drop_holding(holding)
        self.state.drop_marks(gone)
        if gone or lost:
            self.changed()

    # ------------------------------------------------------------------ identity

    def become(self, seat: str, role: str, *, camp: str | None = None) -> bool:
        """The seat's actual role changes; fresh holdings of the new role's abilities replace those of the old.

        Whoever was wrong about his role is so no longer.
        """
        if not self.allowed("become", seat, role):
            return False
        record = self.state.seats[seat]
        self._drop_identity(seat)
        self.state.put_seat(replace(record, role=role, camp=camp, base=record.base or role, believed=None))
        self.deal_holdings(seat, role)
        self.changed()
        self.fact("became", seat=seat, what=role, data={"from": record.role})
        return True

    def _drop_identity(self, seat: str) -> None:
        """The holdings and marks of the present role are gone, and gained ones that lean on those; the others stay."""
        own = self.state.holdings_of(seat)
        gone = [holding.id for holding in own if not holding.by]
        if self.rules.gifts_lean:
            gone += [holding.id for holding in own if holding.by in gone]
        for holding in gone:
            self.state.drop_holding(holding)
        self.state.drop_marks([mark for mark in self.state.all_marks() if mark.on == seat and mark.by == INNATE])

    def deal_afresh(self, seat: str) -> None:
        """Fresh holdings of the present role in place of the old ones."""
        self._drop_identity(seat)
        self.deal_holdings(seat, self.state.seats[seat].role)
        self.changed()

    def deal_holdings(self, seat: str, role: str, *, hollow: bool = False) -> None:
        """Fresh holdings of every ability of a role (hollow for ever where the role is only believed)."""
        declared = self.rules.roles[role]
        for ability in declared.abilities:
            self._new_holding(seat, ability, hollow=hollow)
        for kind in () if hollow else declared.marks:
            at = self.state.count("mark")
            self.state.put_mark(Mark(f"m{at}", kind, seat, INNATE, None, None, at))

    def deal_group_holding(self, owner: str, ability: str) -> None:
        """A holding of a group or of the table."""
        self._new_holding(owner, ability)

    def _new_holding(
        self,
        owner: str,
        ability: str,
        *,
        by: str | None = None,
        left: int | None = None,
        hollow: bool = False,
        until: str | None = None,
    ) -> Holding:
        base = f"{owner}:{ability}"
        nth = self.state.count("holding:" + base)
        uses = self.rules.abilities[ability].limit if left is None else left
        name = f"{base}#{nth}" if nth else base
        holding = Holding(name, owner, ability, uses, by=by, hollow=hollow, since=self.night, until=until)
        self.state.put_holding(holding)
        for kind in self.rules.abilities[ability].marks:
            at = self.state.count("mark")
            self.state.put_mark(Mark(f"m{at}", kind, owner, name, None, None, at))
        return holding

    def believe(self, seat: str, role: str) -> None:
        """The seat takes itself to have this role from now on: its holdings are hollow for ever."""
        self.state.put_seat(replace(self.state.seats[seat], believed=role))
        self.deal_holdings(seat, role, hollow=True)
        self.changed()
        self.fact("believes", seat=seat, what=role)

    def turn(self, seat: str, camp: str) -> bool:
        """The seat's actual camp changes."""
        if not self.allowed("turn", seat, camp):
            return False
        old = self.camp(seat)
        self.state.put_seat(replace(self.state.seats[seat], camp=camp))
        self.changed()
        self.fact("turned", seat=seat, what=camp, data={"from": old})
        return True

    def revive(self, seat: str, *, fresh: bool = True) -> bool:
        """The seat is in again, with ``fresh`` holdings of its role or with its old ones as they stand."""
        record = self.state.seats[seat]
        if not record.out or not self.allowed("revive", seat, record.role):
            return False
        self.state.put_seat(replace(record, out=False))
        if fresh:
            self._drop_identity(seat)
            self.deal_holdings(seat, record.role)
            if record.believed is not None:
                self.deal_holdings(seat, record.believed, hollow=True)
        self.changed()
        self.fact("revived", seat=seat)
        self.rules.has_revived(self.whole, seat)
        return True

    # ------------------------------------------------------------------ holdings

    def grant(
        self,
        owner: str,
        ability: str,
        *,
        left: int | None = None,
        by: str | None = None,
        until: str | None = None,
        hollow: bool = False,
    ) -> Holding | None:
        """One more holding: a gained skill, with its own counters; ``by`` says from where.

        It is lost at the moment ``until``, if one is named. A ``hollow`` one is only believed, and never works.
        """
        if not self.allowed("grant", owner, ability):
            return None
        by = by or (self.acting.id if self.acting else "grant")
        holding = self._new_holding(owner, ability, by=by, left=left, until=until, hollow=hollow)
        self.changed()
        self.fact("granted", seat=owner, what=ability, by=holding.by, data={"hollow": True} if hollow else None)
        return holding

    def endow(self, seat: str, ability: str, *, by: str, left: int | None = None, until: str | None = None) -> None:
        """A holding that goes with the place, not with its role: ``by`` says from where; no fact is made of it."""
        if self.allowed("grant", seat, ability):
            self._new_holding(seat, ability, by=by, left=left, until=until)
            self.changed()

    def lose(self, holding: Holding) -> bool:
        """A holding is gone, and the marks that only it upheld with it."""
        if not self.allowed("lose", holding.owner, holding.ability):
            return False
        self.state.drop_holding(holding.id)
        self.changed()
        self.fact("lost", seat=holding.owner, what=holding.ability)
        return True

    def give_uses(self, holding: Holding, more: int) -> None:
        """Change the number of uses left (below none it stays at none)."""
        if self.hollow or holding.left is None:
            return
        now = self.state.holdings[holding.id]
        self.state.put_holding(replace(now, left=max(0, (now.left or 0) + more)))
        self.changed()

    def note(self, key: str, value: Plain) -> None:
        """The acting holding's own memory (written also when hollow)."""
        owner = self.acting.id if self.acting else ""
        self.state.put("memory", f"note:{owner}:{key}", freeze(value))

    def noted(self, holding: Holding, key: str) -> Plain:
        """What a holding has noted under the key, or None."""
        return self.state.memory.get(f"note:{holding.id}:{key}")

    # ------------------------------------------------------------------ the table

    def remember(self, key: str, value: Plain) -> None:
        """Write a piece of the ruleset's own memory."""
        if not self.hollow:
            self.state.put("memory", key, freeze(value))

    def recall(self, key: str, default: Plain = None) -> Plain:
        """Read a piece of the ruleset's own memory."""
        return self.state.memory.get(key, default)

    def join(self, group: str, *seats: str) -> None:
        """Seats join a group (an audience); members keep seat order."""
        if self.hollow:
            return
        members = set(self.state.groups.get(group, ())) | set(seats)
        self.state.put("groups", group, tuple(seat for seat in self.state.circle if seat in members))

    def quit(self, group: str, *seats: str) -> None:
        """Seats leave a group."""
        found = self.state.groups.get(group, ())
        rest = tuple([seat for seat in found if seat not in seats])
        if not self.hollow and rest != found:
            self.state.put("groups", group, rest)

    def members(self, group: str, *, living: bool = False) -> tuple[str, ...]:
        """The members of a group, in seat order."""
        found = self.state.groups.get(group, ())
        if not living:
            return found
        seats = self.state.seats
        return tuple([seat for seat in found if not seats[seat].out])

    # ------------------------------------------------------------------ flow

    def push(self, kind: str, **args: Any) -> None:
        """Put a step in front of the agenda; steps pushed by one body keep their order."""
        self.run.pushed.append(self.new_step(kind, args))

    def later(self, kind: str, **args: Any) -> None:
        """Put a step at the end of the agenda."""
        self.state.agenda = (*self.state.agenda, self.new_step(kind, args))

    def new_step(self, kind: str, args: dict[str, Any]) -> Step:
        """A step that follows from the present cause, in the present phase."""
        if kind not in self.rules.steps and kind != "gate":
            raise KeyError(f"no step {kind!r} in ruleset {self.rules.id}")
        return Step(kind, self.state.phase.stamp, freeze_all(args) if args else args, self.cause)

    def defer(self, moment: str, kind: str, **args: Any) -> None:
        """Put a step off until a named moment: until :meth:`fall_due` says that it has come."""
        if not self.hollow:
            self.put_off(moment, kind, args)

    def put_off(self, moment: str, kind: str, args: dict[str, Any]) -> None:
        """The same, also for a hollow effect."""
        self.state.put("due", moment, (*self.state.due.get(moment, ()), self.new_step(kind, args)))

    def fall_due(self, moment: str) -> None:
        """A named moment has come: push what was put off until then, in the order in which it was put off."""
        self.run.pushed += self.state.due.get(moment, ())
        self.state.drop("due", moment)

    def gate(
        self,
        kind: str,
        name: str = "",
        *,
        window: str = "",
        place: tuple[int, int] | None = None,
        empty: bool = False,
    ) -> None:
        """Push a gate: where gates of the kind are held, the game rests there until it is ticked.

        ``place`` is its place in a row of such gates, and how many they are; ``empty`` says that it is there for
        those who listen only: nobody has what is called.
        Where policies answer in place nothing ever waits, but a gate at which something is on offer puts it to them.
        """
        if self.run.in_place and not self.state.windows:
            return
        args: dict[str, Any] = {"kind": kind}
        if name:
            args["of"] = name
        if window:
            args["window"] = window
        if place:
            args["place"] = place
        if empty:
            args["empty"] = True
        self.run.pushed.append(self.new_step("gate", args))

    def enter(self, phase: str, *, day: int | None = None, night: int | None = None) -> None:
        """A new phase begins. Days and nights are only ever counted up: what is looked up by them relies on it."""
        state, old = self.state, self.state.phase
        now_day, now_night = old.day if day is None else day, old.night if night is None else night
        stamp = f"{phase}/{now_day}/{now_night}"
        entered = state.entered if (now_day, now_night) == (old.day, old.night) else {}
        nth = entered.get(phase, 0)
        state.entered = {**entered, phase: nth + 1}
        state.passing = {}
        state.phase = Phase(phase, now_day, now_night, old.serial + 1, f"{stamp}#{nth}" if nth else stamp)
        self.cause = self.fact("phase", what=phase)
        self._tell_phase(state.phase)

    def _tell_phase(self, now: Phase) -> None:
        """Everybody is told the phase."""
        shows = (("table", "phase", now.name), ("table", "day", now.day), ("table", "night", now.night))
        params = {"phase": now.name, "day": now.day, "night": now.night}
        self.run.outbox.append(Notice("phase", ALL, params, shows, None, now.name))

    def open_window(
        self,
        name: str,
        mode: str = "now",
        *,
        standing: bool = False,
        until: str = "",
        gated: bool = True,
        closes: str = "due",
        final: bool = False,
    ) -> None:
        """Open a window: every usable holding whose ability names it is on offer until the window closes.

        Its offers are hand-ins of the phase, or ``standing`` ones that nobody is waited for. A window that is neither
        standing nor without its own gate closes behind that, at the moment ``until`` (``close of`` its name, unless
        another is named). See :class:`~nightmoot.core.records.Window` for the rest.
        """
        moment = until or f"close of {name}"
        self.state.put("windows", name, Window(name, mode, moment, standing, closes, final=final))
        self.fact("window", what=name)
        if gated and not standing:
            self.gate("window", moment, window=name)
            self.push("close window", window=name)

    def close_window(self, name: str) -> None:
        """Close a window; what was handed in stays for its settlement."""
        self.state.drop("windows", name)
