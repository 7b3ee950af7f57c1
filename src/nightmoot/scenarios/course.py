"""The course of a game under a document: where it rests, how it passes what nobody takes, how far it runs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from nightmoot.core import MODERATOR, Answer, AnyInput, Game, NightmootError, Outcome, Phase, Plain, Refused, Tick, Undo
from nightmoot.core.chance import KeyedRng
from nightmoot.core.picks import Pick, one
from nightmoot.core.questions import Held, Question
from nightmoot.core.standing import Standing as Suppression
from nightmoot.scenarios.bystanders import draw
from nightmoot.scenarios.clock import Clock
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.openings import Opening, find, openings
from nightmoot.scenarios.standing import RULING, Standing
from nightmoot.scenarios.words import Actor, Words

#: Gates that open by themselves: nothing is decided there and nothing ends.
SMALL: Final = frozenset({"call"})
#: Gates inside a phase. At every other kind a phase ends.
INNER: Final = frozenset({"call", "window", "discussion"})
#: A game that has taken so many inputs on its way to one entry is going nowhere.
ENDLESS: Final = 20_000
#: On so many copies, each with draws of its own, it is tried what may come of choices that nobody took.
LOTS: Final = 8


class Closed(NightmootError):
    """A decision does not come to be open."""

    def __init__(self, why: str) -> None:
        """Keep the reason."""
        self.why = why
        super().__init__(why)


class Mark(NamedTuple):
    """A moment to which a game can be taken back."""

    seq: int
    now: int


class Lot:
    """How compulsory choices fall that nobody takes: by 0 on whom the document names least, else by the number."""

    def __init__(self, number: int = 0) -> None:
        """Nothing drawn yet."""
        self.number = number
        self.drew = False


class Course:
    """A game on its way, moved by inputs alone."""

    def __init__(
        self,
        game: Game,
        words: Words,
        standing: Standing,
        clock: Clock,
        lot: Lot | None = None,
        named: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """Take up a game where it stands; ``named`` is how often the document names each player."""
        self.lot, self.named = lot or Lot(), named
        self.game = game
        self.words = words
        self.standing = standing
        self.clock = clock
        words.sit(game.seen.seats)

    def copy(self, lot: Lot | None = None) -> Course:
        """A course that goes its own way from here."""
        lot = lot or self.lot
        return Course(self.game.fork(), self.words, self.standing.copy(), self.clock.copy(), lot, self.named)

    def copies(self) -> Iterator[Course]:
        """A copy; if on its way something was drawn that somebody has to choose, others on which it comes out anew.

        What a document says of a copy need not hold whatever is drawn there.
        """
        first = Lot()
        yield self.copy(first)
        if first.drew:
            for number in range(1, LOTS):
                yield self.copy(Lot(number))

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        return self.game.seen.phase

    # ------------------------------------------------------------------ inputs

    def submit(self, given: AnyInput) -> Outcome:
        """Take one input; raises Refused as the game does."""
        serial = self.phase.serial
        outcome = self.game.submit(given)
        self.words.sit(self.game.seen.seats)
        if self.phase.serial != serial:
            self.clock.entered(self.phase.name)
        if not isinstance(given, Undo):
            self.standing.watch(self.game, outcome.notices)
        return outcome

    def mark(self) -> Mark:
        """This moment."""
        return Mark(len(self.game.inputs), self.clock.now)

    def back_to(self, mark: Mark) -> None:
        """Take back everything since a moment."""
        self.submit(Undo(mark.seq, keep=False))
        self.standing.undone(mark.seq)
        self.clock.now = mark.now

    # ------------------------------------------------------------------ resting and passing

    def settle(self, *, answered: bool = False) -> None:
        """Come to rest within the present phase: at the next open decision, or at its end.

        After an answer a window in which nothing is open any more does not keep the game from a decision behind it.
        """
        while self._small_step():
            pass
        if answered and self._gate_kind() == "window" and not openings(self.game):
            ahead = self.copy()
            while ahead.pass_inside():
                if openings(ahead.game) and ahead._ruling() is None:
                    self.game, self.standing, self.clock = ahead.game, ahead.standing, ahead.clock
                    return

    def _gate_kind(self) -> str | None:
        gate = self.game.gate()
        return gate.args["kind"] if gate is not None else None

    def _small_step(self) -> bool:
        """Do what decides nothing: rule what is the moderator's to rule, let a call pass."""
        ruling = self._ruling()
        if ruling is not None:
            self._rule(ruling)
            return True
        gate = self.game.gate()
        if gate is not None and gate.args["kind"] in SMALL:
            self.submit(Tick(gate.name))
            return True
        return False

    def _ruling(self) -> Question | None:
        for question in self.game.open.values():
            if question.kind == RULING and question.owners == (MODERATOR,):
                return question
        return None

    def _rule(self, question: Question) -> None:
        """The moderator's choice: by standing instruction, else what the program would rule."""
        ruled = self.standing.rule(self.game, question)
        alike = question.params.get("alike")
        if ruled is None and alike:
            ruled = (self._on_a_bystander(question, one(alike)),)
        if ruled is None:
            self.submit(Tick(question.close_name))
        else:
            self.submit(Answer(question.name, MODERATOR, ruled[0]))

    def pass_on(self) -> bool:
        """Pass whatever is open, or let the next gate open; says whether anything moved."""
        if self._small_step():
            return True
        for question in self.game.open.values():
            if not self._draw(question):
                self.submit(Tick(question.close_name))
            return True
        gate = self.game.gate()
        if gate is None:
            return False
        self.submit(Tick(gate.name))
        return True

    def _draw(self, question: Question) -> bool:
        """Take a compulsory choice of one owner who has not answered, by the lot; says whether it was taken."""
        answered = self.game.held.get(question.name, Held()).answers
        owner = next((owner for owner in question.owners if owner not in answered), None)
        if owner is None or not question.drawn:
            return False
        self.lot.drew = True
        pick = question.picks[owner]
        if self.game.seen.chance.get(question.skill) or not pick.possible():
            return False
        if self.lot.number:
            drawn = pick.draw(KeyedRng(str(self.lot.number), question.name))
        else:
            drawn = self._on_a_bystander(question, pick, owner)
        if drawn is None:
            return False
        try:
            self.submit(Answer(question.name, owner, drawn))
        except Refused:
            return False
        return True

    def _on_a_bystander(self, question: Question, pick: Pick, owner: str = "") -> Plain:
        named = {seat: self.named.get(self.words.call(seat), 0) for seat in self.game.seen.seats}
        return draw(pick, owner, named, self.game.scene().living(), question.name)

    def pass_inside(self) -> bool:
        """Pass on, but not beyond the end of the present phase."""
        if not self.game.open and self._gate_kind() not in INNER:
            return False
        serial = self.phase.serial
        return self.pass_on() and self.phase.serial == serial

    # ------------------------------------------------------------------ running on

    def run_to_phase(self, name: str, line: int) -> None:
        """Run on to the start of the next phase of that name, or to the end of the game."""
        start = self.phase
        for _ in self._passing(line):
            if self.phase.name == name and self.phase.serial > start.serial:
                self.settle()
                return
            if max(self.phase.day - start.day, self.phase.night - start.night) > 3:
                raise Fault(f"no {self.words.call(name)} has begun up to {self.where()}", line)

    def run_to(
        self, actor: Actor, skill: str, line: int, *, fits: Callable[[Opening], bool] = lambda _: True
    ) -> Opening:
        """Run on to where the skill is open for the actor, for one day and night at most; else raise Closed.

        What does not fit is passed over.
        """
        cycle = Cycle(self.phase, self.game.rules.phases)
        before: str | None = None
        for number, _ in enumerate(self._passing(line)):
            if cycle.over(self.phase):
                break
            found = find(self.game, actor, skill)
            if found is not None and fits(found):
                return found
            if not number:
                before = self._reason(actor, skill)
        generic = f"not its phase, in a whole day and night, up to {self.where()}"
        raise Closed(self._reason(actor, skill) or before or generic)

    def run_until(self, moment: int, line: int) -> None:
        """Let the time pass until then; what falls due on the way falls due in order."""
        for _ in self._passing(line, lambda: self.clock.next_deadline(self.phase.name) <= moment):
            self.settle()
        self.clock.now = max(self.clock.now, moment)

    def _passing(self, line: int, going: Callable[[], bool] = lambda: True) -> Iterator[None]:
        """Every rest from here on, as long as the game goes on."""
        for _ in range(ENDLESS):
            yield
            if self.game.over is not None or not going():
                return
            if not self.pass_on():
                raise Fault(f"the game has come to a stand in {self.where()}", line)
        raise Fault("the game goes round and round", line)

    def rests(self) -> Iterator[None]:
        """This rest and those that follow on a course that passes everything to the end of the phase."""
        yield
        while self.pass_inside():
            yield

    def find_inside(self, actor: Actor, skill: str) -> Opening | None:
        """What is, or comes to be, open for the actor before the phase ends, if everything is passed."""
        for _ in self.rests():
            found = find(self.game, actor, skill)
            if found is not None:
                return found
        return None

    # ------------------------------------------------------------------ saying where and why

    def where(self) -> str:
        """The present phase in words."""
        return f"{self.words.call(self.phase.name)} (day {self.phase.day}, night {self.phase.night})"

    def _reason(self, actor: Actor, skill: str) -> str | None:
        """Why a skill cannot be open for the actor now, if that can be said."""
        state = self.game.seen
        owner = f"group:{actor.id}" if actor.group else actor.id
        held = [holding for holding in state.holdings_of(owner) if holding.ability == skill]
        record = state.seats.get(actor.id)
        if not held and record is not None and self._of_seats(skill):
            return "has no such skill"
        if self.game.over is not None:
            return "the game is over"
        if actor.group and not self.game.rules.group_of(state, actor.id):
            return "nobody of the group is in"
        if record is not None and record.out:
            return "dead"
        if held and all(holding.left == 0 for holding in held):
            return "used up"
        scene = self.game.scene()
        if held and all(scene.standing(holding) > Suppression.HOLLOW for holding in held):
            return "silenced"
        return None

    def _of_seats(self, skill: str) -> bool:
        """Is it a skill of roles (and not of groups, titles or everybody)?"""
        return any(skill in role.abilities for role in self.game.rules.roles.values())


class Cycle:
    """One full day and night from a phase on."""

    def __init__(self, start: Phase, order: tuple[str, ...]) -> None:
        """It begins in this phase; ``order`` is that of the phases of a day."""
        self._start, self._order = start, order
        self._again: int | None = None

    def over(self, now: Phase) -> bool:
        """Is the same phase over once more, or (where it does not come again) a later one begun?"""
        start = self._start
        if now.serial > start.serial and now.name == start.name and self._again is None:
            self._again = now.serial
        if self._again is not None:
            return now.serial > self._again
        grown = now.day - start.day, now.night - start.night
        return max(grown) > 1 or (min(grown) > 0 and self._place(now.name) > self._place(start.name))

    def _place(self, phase: str) -> int:
        return self._order.index(phase) if phase in self._order else -1
