"""What every part of a Scene shares: the state being written, the rules, the step, and the run of its body."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nightmoot.core.plain import Plain
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import Fact, Harm, Holding, Mark, Notice, Seat, Step
from nightmoot.core.standing import Judge, Sight, Standing, by_itself

if TYPE_CHECKING:
    from nightmoot.core.ruleset import Ruleset
    from nightmoot.core.scene import Scene
    from nightmoot.core.state import State

#: The camps that are known, with the seats of which they were read.
NO_CAMPS: Final[tuple[dict[str, Seat] | None, dict[str, str]]] = (None, {})
#: The kind of the marks that bind a seat's camp to another's.
FOLLOW = "follow"

Asker = Callable[["Scene", Question], Held | None]


class Run:
    """One run of a step's body: the answers it may use, and what it has made so far.

    ``in_place`` says that nothing ever waits: ``asker`` answers at once. ``sent`` is what earlier runs have told
    (and, as it grows, this one); ``unmatched`` the part of it that this run has not told again.
    """

    __slots__ = ("answers", "asker", "automatic", "flushed", "in_place", "outbox", "pushed", "sent", "unmatched")

    def __init__(
        self,
        answers: dict[str, Held],
        asker: Asker | None,
        *,
        automatic: bool,
        sent: tuple[Notice, ...] = (),
        in_place: bool = False,
        outbox: list[Notice] | None = None,
    ) -> None:
        """Start a run with the recorded answers; ``asker`` answers in place, where there is one."""
        self.answers = answers
        self.asker = asker
        self.automatic = automatic
        self.in_place = in_place or asker is not None
        self.outbox: list[Notice] = [] if outbox is None else outbox
        self.flushed = 0
        self.pushed: list[Step] = []
        self.sent = sent
        self.unmatched = list(sent)


class Used(NamedTuple):
    """A use as it is remembered: whom it named, where it went, and how it ended (``void``, ``hollow`` or nothing)."""

    actor: str
    ability: str
    holding: str
    chosen: tuple[str, ...]
    targets: tuple[str, ...]
    ended: str = ""


class SceneBase:
    """The common ground of the parts of a Scene."""

    __slots__ = ("_camps", "_judge", "acting", "cause", "harming", "hollow", "pierces", "rules", "run", "state", "step")

    def __init__(self, state: State, rules: Ruleset, step: Step, run: Run) -> None:
        """A scene over a clone of the state, for one run of one step."""
        self.state = state
        self.rules = rules
        self.step = step
        self.run = run
        self._judge: Judge | None = None
        self._camps = NO_CAMPS
        self.acting: Holding | None = None
        self.hollow = False
        self.cause: int | None = step.cause
        self.pierces: tuple[str, ...] = ()
        self.harming: Harm | None = None

    def take_up(self, step: Step) -> None:
        """Go on with another step, on the same state."""
        self.step = step
        self.cause = step.cause
        self._judge = None

    @property
    def whole(self) -> Scene:
        """This scene with all its parts, for those who are handed a scene."""
        return self  # type: ignore[return-value]  # a scene is never made but with all its parts

    @property
    def standings(self) -> Judge:
        """The reader of standings and lives of marks for the state as it is now."""
        if self._judge is None:
            self._judge = Judge(self.state, self.rules)
        return self._judge

    def changed(self) -> None:
        """Forget what was read lazily: the state has been written."""
        self._judge = None

    @property
    def here(self) -> str:
        """What questions and draws are named by: the step and, once it has entered another phase, that phase too."""
        step, stamp = self.step, self.state.phase.stamp
        return step.name if step.at == stamp else f"{step.name}:{stamp}"

    def hooked(self, mark: Mark, hook: Callable[..., Any], *given: Any) -> Any:
        """Run the hook of a mark: what it writes, the holding that made the mark has done."""
        outer = self.acting, self.hollow
        self.acting = self.state.holdings.get(mark.by) if mark.by is not None else None
        self.hollow = False
        try:
            return hook(self.whole, mark, *given)
        finally:
            self.acting, self.hollow = outer

    def fact(
        self,
        kind: str,
        seat: str | None = None,
        what: str = "",
        *,
        by: str | None = None,
        data: Plain = None,
        cause: int | None = None,
    ) -> int:
        """Record that something happened; the cause is the current one unless given. Returns the fact's id."""
        log = self.state.facts
        cause = self.cause if cause is None else cause
        return log.add(Fact(log.size, kind, seat, what, by, data, cause, self.state.phase))

    # ------------------------------------------------------------------ reading

    @property
    def options(self) -> dict[str, Any]:
        """The options in force."""
        return self.state.options

    @property
    def circle(self) -> tuple[str, ...]:
        """Every seat, in seat order."""
        return self.state.circle

    @property
    def night(self) -> int:
        """The number of the present or last night."""
        return self.state.phase.night

    @property
    def day(self) -> int:
        """The number of the present or last day."""
        return self.state.phase.day

    def seat(self, seat: str) -> Seat:
        """The record of a seat."""
        return self.state.seats[seat]

    def is_in(self, seat: str) -> bool:
        """Is the seat in the game?"""
        return not self.state.seats[seat].out

    def camp(self, seat: str) -> str:
        """The actual camp of a seat: its own, or that of the seat which it follows (a ring of followers follows none).

        A live mark of the kind ``follow`` is the pointer; its data is the seat followed.
        """
        if FOLLOW in self.state.marks:
            followed = [seat]
            while (pointers := self.marks(FOLLOW, on=followed[-1])) and pointers[-1].data not in followed:
                followed.append(pointers[-1].data)
            if not pointers:
                seat = followed[-1]
        seats, camps = self._camps
        if seats is not self.state.seats:  # a write replaces them all
            seats, camps = self._camps = self.state.seats, {}
        found = camps.get(seat)
        if found is None:
            found = camps[seat] = self.rules.camp_of(self.state, seat)
        return found

    def living(
        self,
        *,
        role: str | None = None,
        not_role: str | None = None,
        camp: str | None = None,
        not_camp: str | None = None,
        but: tuple[str, ...] = (),
    ) -> tuple[str, ...]:
        """The seats that are in, in seat order, as filtered by actual role and camp."""
        found = self.state.living
        if role is not None:
            found = self.state.ranks.get(role, ())
        if not_role is not None:
            seats = self.state.seats
            found = tuple([seat for seat in found if seats[seat].role != not_role])
        if camp is not None:
            found = tuple([seat for seat in found if self.camp(seat) == camp])
        if not_camp is not None:
            found = tuple([seat for seat in found if self.camp(seat) != not_camp])
        if but:
            found = tuple([seat for seat in found if seat not in but])
        return found

    def neighbours(self, seat: str) -> tuple[str, ...]:
        """The nearest seats that are in, on the left and on the right (one alone is named once)."""
        ring = [name for name in self.state.circle if name == seat or not self.state.seats[name].out]
        if len(ring) < 2:
            return ()
        place = ring.index(seat)
        left, right = ring[place - 1], ring[(place + 1) % len(ring)]
        return (left,) if left == right else (left, right)

    def marks(self, kind: str, *, on: str | None = None) -> tuple[Mark, ...]:
        """The live marks of a kind, oldest first."""
        found = self.state.marks.get(kind, ())
        if on is not None:
            found = tuple([mark for mark in found if mark.on == on])
        if not found:
            return ()
        lives = self.standings.lives
        return tuple([mark for mark in found if lives(mark)])

    def has(self, on: str, kind: str) -> bool:
        """Does a live mark of the kind lie there?"""
        for mark in self.state.marks.get(kind, ()):  # noqa: SIM110 - asked all the time, and any() is slower
            if mark.on == on and self.standings.lives(mark):
                return True
        return False

    def without(self, kind: str, seats: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the seats on which no live mark of the kind lies."""
        if kind not in self.state.marks:
            return seats
        return tuple([seat for seat in seats if not self.has(seat, kind)])

    def standing(self, holding: Holding, sight: Sight = Sight.ALL, pierces: tuple[str, ...] = ()) -> Standing:
        """How well a holding stands now; marks of the kinds that are pierced count for nothing."""
        kinds = self.rules.known_kinds if sight is Sight.KNOWN else self.rules.bearing_kinds
        leans = holding.by and self.rules.gifts_lean
        if not leans and kinds.isdisjoint(self.state.marks):  # no mark at all could bear on it
            return by_itself(self.state, self.rules, holding, pierces)
        return self.standings.standing(holding, sight, pierces)

    def past(
        self,
        kind: str,
        *,
        seat: str | None = None,
        what: str | None = None,
        day: int | None = None,
        night: int | None = None,
    ) -> Iterator[Fact]:
        """The facts of a kind, newest first, as far as they fit: of a seat, about something, of a day or a night."""
        for chunk in self.state.facts.chunks():
            for fact in reversed(chunk):
                if (
                    fact.kind != kind
                    or (seat is not None and fact.seat != seat)
                    or (what is not None and fact.what != what)
                ):
                    continue
                if (day is None or fact.phase.day == day) and (night is None or fact.phase.night == night):
                    yield fact
            if chunk and ((day or 0) > chunk[0].phase.day or (night or 0) > chunk[0].phase.night):
                return  # whatever is older is of an earlier day or night

    def uses(
        self, ability: str | None = None, *, actor: str | None = None, night: int | None = None
    ) -> tuple[Used, ...]:
        """Past uses, oldest first: by whom, whom they named, and where they went."""
        final = {fact.data["use"]: tuple(fact.data["targets"]) for fact in self.past("final", night=night)}
        ended = {fact.data["use"]: fact.kind for kind in ("void", "hollow") for fact in self.past(kind, night=night)}
        found = []
        for fact in self.past("use", seat=actor, what=ability, night=night):
            chosen = tuple(fact.data["chosen"])
            found.append(
                Used(
                    fact.seat or "",
                    fact.what,
                    fact.by or "",
                    chosen,
                    final.get(fact.id, chosen),
                    ended.get(fact.id, ""),
                )
            )
        return tuple(reversed(found))

    def holding_of(self, seat: str, ability: str) -> Holding | None:
        """The seat's first holding of the ability."""
        for name in self.state.owned.get(seat, ()):
            if self.state.holdings[name].ability == ability:
                return self.state.holdings[name]
        return None

    def able(self, ability: str) -> tuple[Holding, ...]:
        """The holdings of an ability that stand ACTIVE, in circle order."""
        if ability not in self.state.copies:
            return ()
        return tuple([h for h in self.state.holders(ability) if self.standing(h) is Standing.ACTIVE])

    def read(self, seat: str, facet: str, *, as_: str = "actual") -> Plain:
        """A facet (``role``, ``camp``, or any that masks carry) of a seat.

        ``base``: as dealt; ``actual``: as it is; ``surface``: the latest live mask, else actual; ``town``: what
        everybody may see.
        """
        record = self.state.seats[seat]
        actual: Plain
        if as_ == "base":
            return record.base if facet == "role" else self.rules.roles[record.base].camp
        if facet == "role":
            actual = record.role
        elif facet == "camp":
            actual = self.camp(seat)
        elif facet == "in":
            actual = not record.out
        else:
            actual = self.rules.facet(self.whole, seat, facet)
        if as_ == "actual":
            return actual
        masks = [
            m for m in self.marks("mask", on=seat) if facet in (m.data or {}) and (as_ in m.data.get("for", (as_,)))
        ]
        return masks[-1].data[facet] if masks else actual
