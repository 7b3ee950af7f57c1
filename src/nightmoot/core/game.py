"""A game: a ruleset, options and inputs. Runs steps, holds decisions, keeps the record (DESIGN 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from nightmoot.core import offers, saving
from nightmoot.core.decisions import Grimoire, OpenDecision, Wait
from nightmoot.core.errors import BadGame, BodyError, NeedAnswer, Refused, Verdictum
from nightmoot.core.explain import explain
from nightmoot.core.grimoire import grimoire
from nightmoot.core.inputs import Answer, AnyInput, Override, Post, Tick, Undo, Withdraw, frozen_input
from nightmoot.core.overrides import apply_override
from nightmoot.core.plain import Plain, Record, freeze
from nightmoot.core.policy import Policies
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import MODERATOR, Fact, Notice, Seat, SeatSpec, Step, Verdict
from nightmoot.core.ruleset import Ruleset
from nightmoot.core.saving import Header
from nightmoot.core.scene import Scene
from nightmoot.core.scene_base import Run
from nightmoot.core.state import State
from nightmoot.core.undo import Shown, Snapshot, exposed, undo
from nightmoot.core.view import View, visible

#: The kinds of gates at which a game may rest.
GATES = frozenset({"phase", "call", "discussion", "window"})


class Outcome(Record, frozen=True):
    """What an input has brought: its number, the new notices, and (after an undo) how many old ones stand."""

    seq: int
    notices: tuple[Notice, ...]
    kept: int | None = None


class Game:
    """One game. All reading is free; the only writer is :meth:`submit`."""

    def __init__(
        self,
        rules: Ruleset,
        header: Header,
        state: State,
        *,
        policies: Policies | None = None,
        strict: bool = False,
        twice: bool = False,
    ) -> None:
        """Use :meth:`new`, :meth:`load` or :meth:`replay`."""
        self.rules = rules
        self.header = header
        self.state = state
        self.policies = policies
        self.strict = strict
        self.twice = twice
        self.inputs: list[AnyInput] = []
        self.notices: list[Notice] = []
        self.held: dict[str, Held] = {}
        self.open: dict[str, Question] = {}
        self.seen: State = state
        self.sent: tuple[Notice, ...] = ()
        self.fault: str | None = None
        self.history: list[Snapshot] = []
        self._views: dict[str, View] = {}
        self._hold = frozenset(header.hold)
        self._automatic = header.moderator == "auto"

    # ------------------------------------------------------------------ making

    @classmethod
    def new(
        cls,
        rules: Ruleset,
        seats: Sequence[SeatSpec],
        options: Mapping[str, Plain] | None = None,
        seed: str = "0",
        *,
        hold: frozenset[str] = GATES,
        moderator: str = "auto",
        setup: Mapping[str, Plain] | None = None,
        policies: Policies | None = None,
        strict: bool = False,
        twice: bool = False,
    ) -> Game:
        """Deal the roles, set the game up and run it to its first rest.

        ``hold`` names the kinds of gates at which it rests until a Tick; ``setup`` fixes choices of setting up that
        belong to no seat; ``strict`` raises what a body raises instead of parking the game; ``twice`` runs every step
        twice and compares. Raises :class:`BadGame`.
        """
        values = rules.option_values(options or {})
        names = [spec.name for spec in seats]
        if len(set(names)) != len(names):
            raise BadGame("equal-names", "seats", names=tuple(names))
        for spec in seats:
            if spec.role is not None and spec.role not in rules.roles:
                raise BadGame("unknown-role", f"seats.{spec.name}", role=spec.role, known=tuple(rules.roles))
        header = Header(rules.id, values, tuple(seats), seed, tuple(sorted(hold)), moderator, freeze(setup or {}))
        return cls._begin(rules, header, policies=policies, strict=strict, twice=twice)

    @classmethod
    def _begin(
        cls,
        rules: Ruleset,
        header: Header,
        *,
        policies: Policies | None = None,
        strict: bool = False,
        twice: bool = False,
    ) -> Game:
        dealt, setup = rules.deal(header.seats, header.options, header.setup, header.seed)
        state = State(rules.id, dict(header.options), header.seed)
        circle = tuple(str(place) for place in range(1, len(dealt) + 1))
        state.circle = state.living = circle
        for seat, spec in zip(circle, dealt, strict=True):
            role = spec.role or ""
            state.put("seats", seat, Seat(seat, spec.name, role, role))
        choices = {seat: spec.setup for seat, spec in zip(circle, dealt, strict=True)}
        state.agenda = (Step("open", "", {"setup": dict(setup), "choices": choices}),)
        game = cls(rules, header, state, policies=policies, strict=strict, twice=twice)
        game._advance()
        game._remember()
        return game

    @classmethod
    def replay(cls, rules: Ruleset, header: Header, inputs: Sequence[AnyInput], **more: Any) -> Game:
        """Run a recorded game again from its header and inputs."""
        game = cls._begin(rules, header, **more)
        for given in inputs:
            game.submit(given)
        return game

    def fork(self) -> Game:
        """A copy that goes its own way ("what if")."""
        new = Game(self.rules, self.header, self.state, policies=self.policies, strict=self.strict, twice=self.twice)
        new.inputs = self.inputs.copy()
        new.notices = self.notices.copy()
        new.held = dict(self.held)
        new.open = dict(self.open)
        new.seen = self.seen
        new.sent = self.sent
        new.fault = self.fault
        new.history = self.history.copy()
        return new

    # ------------------------------------------------------------------ reading

    @property
    def over(self) -> Verdict | None:
        """How the game ended, or None."""
        return self.state.over

    @property
    def facts(self) -> Sequence[Fact]:
        """What happened up to the last commit and, while a decision is open, up to it."""
        return tuple(self.seen.facts)

    def dump(self) -> bytes:
        """Everything, also in the middle of a night."""
        return saving.dump(self)

    @classmethod
    def load(cls, data: bytes, rules: Ruleset, **more: Any) -> Game:
        """The game that was dumped; the waiting step is run again to rebuild what is open."""
        return saving.load(cls, data, rules, **more)

    def view(self, viewer: str) -> View:
        """What a viewer (seat, ``moderator``, ``public``) knows."""
        found = self._views.get(viewer)
        if found is None:
            found = self._views[viewer] = View(viewer, self.notices)
        return found

    def explain(self, lang: str) -> list[str]:
        """The log that explains every outcome, as sentences in a language."""
        return explain(self, lang)

    def views(self) -> Sequence[View]:
        """The views that have been read so far."""
        return tuple(self._views.values())

    def exposed(self, to: int) -> list[Shown]:
        """What an undo to input ``to`` would take back, and who has been shown it."""
        return exposed(self, to)

    def visible(self, viewer: str) -> list[Notice]:
        """The viewer's notices; a notice's number is its place here."""
        return [notice for notice in self.notices if visible(notice, viewer)]

    def decisions(self, viewer: str) -> list[OpenDecision]:
        """The decisions and offers that are open for the viewer (for the moderator: everybody's)."""
        found = []
        for question in self.open.values():
            held = self.held.get(question.name, Held())
            if viewer in question.owners or viewer == MODERATOR:
                found.append(OpenDecision(viewer, question=question, held=held))
        return found + offers.of_viewer(self, viewer)

    def waits(self) -> list[Wait]:
        """What time can end now: the open decisions and the gate at which the game rests."""
        found = [Wait(question.close_name, question.kind, question.skill) for question in self.open.values()]
        gate = self.gate()
        if gate is not None:
            found.append(Wait(gate.name, gate.args["kind"], gate.args.get("of", "")))
        return found

    def gate(self) -> Step | None:
        """The gate at which the game rests, if any."""
        agenda = self.state.agenda
        if self.fault is None and not self.open and agenda and agenda[0].kind == "gate" and self.state.over is None:
            return agenda[0]
        return None

    def scene(self) -> Scene:
        """A scene over a copy of the seen state, to read from; what is written there is lost."""
        run = Run({}, None, automatic=self._automatic)
        return Scene(self.seen.clone(), self.rules, Step("look", ""), run)

    def grimoire(self) -> Grimoire:
        """Everything, for the moderator's page alone."""
        return grimoire(self.seen, self.rules)

    # ------------------------------------------------------------------ writing

    def submit(self, given: AnyInput) -> Outcome:
        """Take one input. Raises :class:`Refused` and changes nothing where it may not be."""
        given = frozen_input(given)
        before = len(self.notices)
        kept: int | None = None
        if isinstance(given, Answer):
            self.answer(given)
        elif isinstance(given, Tick):
            self._tick(given.name)
        elif isinstance(given, Post):
            self._post(given)
        elif isinstance(given, Withdraw):
            self._withdraw(given)
        elif isinstance(given, Override):
            apply_override(self, given)
        else:
            kept = undo(self, given)
            before = min(before, kept)
        self.inputs.append(given)
        self._remember()
        return Outcome(len(self.inputs), tuple(self.notices[before:]), kept if isinstance(given, Undo) else None)

    def resume(self) -> None:
        """Take up a loaded game: run the waiting step again."""
        self._advance()
        self._remember()

    def rewrite(self, state: State) -> None:
        """Go on from a state written between steps; what was open is asked again."""
        self.state = state
        if self.policies is None:
            self._advance()
        else:
            self.seen = state  # orders handed in in place, at the gate of their window

    def _remember(self) -> None:
        if self.policies is None:
            self.history.append(
                Snapshot(len(self.inputs), self.state, self.held, len(self.notices), self.sent, self.fault)
            )

    def answer(self, given: Answer) -> None:
        """Take an answer without recording it as an input (see :meth:`submit`)."""
        question = self.open.get(given.decision)
        if question is None:
            offers.take(self, given)
            return
        if given.by == MODERATOR and MODERATOR not in question.owners:
            raise Refused("not-yours", "by")
        owners = question.owners
        if given.by == question.group:
            self._answer_for_group(question, given)
            return
        if given.by not in owners:
            raise Refused("not-open", "decision")
        held = self.held.get(question.name, Held())
        if question.final_for(given.by, held.answers):
            raise Refused("answered", "decision")
        choice = self.checked(question, held, given.by, given.choice)
        answers = {**held.answers, given.by: choice}
        arrived = (*(o for o in held.arrived if o != given.by), given.by)
        self._hold_answers(question, Held(answers, arrived, len(answers) == len(owners)))

    def _answer_for_group(self, question: Question, given: Answer) -> None:
        """One agreed choice: made by every member who may make it; the others stand aside."""
        able = {}
        fault: Refused | None = None
        for owner in question.owners:
            try:
                able[owner] = question.picks[owner].check(given.choice)
            except Refused as refused:
                fault = fault or refused
        if not able:
            raise fault or Refused("not-open", "decision")
        self._hold_answers(question, Held(able, tuple(able), True))

    def checked(self, question: Question, held: Held, owner: str, choice: Plain) -> Plain:
        """The choice in normal form, if this owner may make it now."""
        found = question.picks[owner].check(freeze(choice))
        if question.check is not None:
            test = self.rules.constraints[question.check]
            if not test(self.scene(), dict(held.answers), owner, found):
                raise Refused("not-allowed-now", "choice")
        return found

    def _hold_answers(self, question: Question, held: Held) -> None:
        self.held = {**self.held, question.name: held}
        if held.closed:
            self._advance()

    def _withdraw(self, given: Withdraw) -> None:
        question = self.open.get(given.decision)
        if question is None:
            offers.withdraw(self, given)
            return
        held = self.held.get(question.name, Held())
        if given.by not in held.answers or question.revise != "free":
            raise Refused("nothing-to-withdraw", "decision")
        answers = {owner: choice for owner, choice in held.answers.items() if owner != given.by}
        self.held = {**self.held, question.name: Held(answers, tuple(o for o in held.arrived if o != given.by))}

    def _tick(self, name: str) -> None:
        gate = self.gate()
        if gate is not None and gate.name == name:
            self.state = self.state.clone()
            self.state.agenda = self.state.agenda[1:]
            self._advance()
            return
        for question in self.open.values():
            if question.close_name == name:
                held = self.held.get(question.name, Held())
                self._hold_answers(question, Held(held.answers, held.arrived, True))
                return
        raise Refused("nothing-due", "name", name=name)

    def _post(self, given: Post) -> None:
        if given.by != MODERATOR and given.by not in self.seen.seats:
            raise Refused("unknown-seat", "by")
        if not given.text.strip() or len(given.text) > 2000:
            raise Refused("not-a-text", "text", most=2000)
        if given.by != MODERATOR and not self.rules.may_post(self.seen, given.by, given.channel):
            raise Refused("may-not-speak", "channel")
        audience = self.rules.audience(self.seen, given.channel)
        if not audience:
            raise Refused("may-not-speak", "channel")
        self.notices.append(Notice("post", audience, {"by": given.by, "channel": given.channel, "text": given.text}))

    # ------------------------------------------------------------------ running

    def _advance(self) -> None:
        """Run steps until a decision is needed, a held gate is met, or the game ends."""
        self.open = {}
        while True:
            agenda = self.state.agenda
            if self.fault is not None or not agenda:
                self.seen = self.state
                return
            step = agenda[0]
            if step.kind == "gate":
                if step.args["kind"] in self._hold and self.policies is None:
                    self.seen = self.state
                    return
                if self.policies is not None:
                    self.seen = self.state
                    offers.answer_in_place(self)
                self.state = copy(self.state)  # nothing but the agenda differs, and committed states are never written
                self.state.agenda = tuple(item for item in self.state.agenda if item is not step)
                continue
            if not self._run(step):
                return

    def _run(self, step: Step) -> bool:
        """Run one step; says whether it was committed."""
        clone = self.state.clone()
        clone.agenda = clone.agenda[1:]
        run = Run(self.held.copy(), None if self.policies is None else self._asker, automatic=self._automatic)
        try:
            self._body(Scene(clone, self.rules, step, run), step)
        except NeedAnswer as need:
            self.held = run.answers
            self.seen = clone
            self.open = {question.name: question for question in need.questions}
            self._emit(run)
            self._close_what_is_complete(need.questions)
            return bool(self._ready(need.questions))
        except Verdictum:
            run.pushed.clear()
        except Exception as error:
            if self.strict:
                raise
            self.fault = f"{type(error).__name__}: {error}"
            self.seen = self.state
            return False
        if self.twice:
            self._compare(step, run, clone)
        if run.pushed:
            clone.agenda = (*run.pushed, *clone.agenda)
        self.state = clone
        self.held = {}
        if run.flushed < len(run.outbox):
            self._emit(run)
        self.sent = ()
        return True

    def _body(self, scene: Scene, step: Step) -> None:
        if step.kind == "open":
            self.rules.open(scene, **step.args)
        else:
            self.rules.steps[step.kind](scene, **step.args)

    def _close_what_is_complete(self, questions: tuple[Question, ...]) -> None:
        """Answers kept from an earlier run may already be all that a decision asked again needs."""
        for question in questions:
            held = self.held.get(question.name)
            if held is not None and not held.closed and len(held.answers) == len(question.owners):
                self.held = {**self.held, question.name: Held(held.answers, held.arrived, True)}

    def _ready(self, questions: tuple[Question, ...]) -> bool:
        return all((held := self.held.get(question.name)) is not None and held.closed for question in questions)

    def _emit(self, run: Run) -> None:
        """Send what this run has made, but for what an earlier run of the same step has already sent."""
        fresh = run.outbox[run.flushed :]
        run.flushed = len(run.outbox)
        if self.policies is not None:
            self.notices += fresh
            return
        already = list(self.sent)
        for notice in fresh:
            if notice in already:
                already.remove(notice)
            else:
                self.notices.append(notice)
                self.sent = (*self.sent, notice)

    def _asker(self, scene: Scene, question: Question) -> Held:
        if scene.run.flushed < len(scene.run.outbox):
            self._emit(scene.run)
        return self.policies.answer(self, scene, question) if self.policies is not None else Held()

    def _compare(self, step: Step, run: Run, clone: State) -> None:
        """Run the step again with the same answers; anything different is a fault of its body."""
        again = self.state.clone()
        again.agenda = again.agenda[1:]
        second = Run(dict(run.answers), None, automatic=self._automatic)
        try:
            self._body(Scene(again, self.rules, step, second), step)
        except Verdictum:
            second.pushed.clear()
        if again.dump() != clone.dump() or second.outbox != run.outbox or second.pushed != run.pushed:
            raise BodyError(f"step {step.name} is not the same when run again")
