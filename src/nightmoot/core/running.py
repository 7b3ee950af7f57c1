"""Running a game: steps until a decision is needed, a gate is met, or the game ends (DESIGN 3)."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import msgspec

from nightmoot.core import offers
from nightmoot.core.errors import BodyError, NeedAnswer, Refused, Verdictum
from nightmoot.core.inputs import AnyInput
from nightmoot.core.overrides import run_override
from nightmoot.core.pending import Pending, no_longer_holds, shown_answer
from nightmoot.core.picks import narrowed, option
from nightmoot.core.plain import Plain
from nightmoot.core.policy import Policies
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import MODERATOR, Notice, Step
from nightmoot.core.ruleset import Ruleset
from nightmoot.core.saving import Header
from nightmoot.core.scene import Scene
from nightmoot.core.scene_base import Run
from nightmoot.core.state import State, equal
from nightmoot.core.view import View

if TYPE_CHECKING:
    from nightmoot.core.undo import Snapshot

replace = msgspec.structs.replace

#: The kind of the ruling on a step whose body has failed.
FAULT: Final = "fault"
#: The step of a scene that runs none.
LOOK: Final = Step("look", "")


def held_only(kind: str) -> str:
    """What is held where the gates of a kind at which nobody is called are passed by."""
    return f"held {kind}"


class Running:
    """The part of a game that runs: the committed state, what waits, and what has been told."""

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
        """Use :meth:`~nightmoot.core.game.Game.new`, ``load`` or ``replay``."""
        self.rules = rules
        self.header = header
        self.state = state
        self.policies = policies
        self.strict = strict
        self.twice = twice
        self.inputs: list[AnyInput] = []
        self.notices: list[Notice] = []
        self.pending: dict[str, Pending] = {}
        self.open: dict[str, Question] = {}
        self.seen: State = state
        self.fault: str | None = None
        self.history: list[Snapshot] = []
        self.automatic = header.moderator == "auto"
        self._views: dict[str, View] = {}
        self._hold = frozenset(header.hold)
        self._hashed = (0, blake2b(digest_size=16))
        self._asked = offers.Asked()

    # ------------------------------------------------------------------ reading

    def view(self, viewer: str) -> View:
        """What a viewer (seat, ``moderator``, ``public``) knows; anybody else sees what is public."""
        found = self._views.get(viewer)
        if found is None:
            found = self._views[viewer] = View(viewer, self.notices)
        return found

    def narrowed(self, scene: Scene, question: Question, held: Held, owner: str) -> Question:
        """The question with those choices alone that its constraint allows this owner, as the answers stand."""
        whole = question.picks[owner]
        pick = narrowed(whole, lambda choice: self._may(scene, question, held, owner, choice))
        return question if pick is whole else replace(question, picks={**question.picks, owner: pick})

    def _may(
        self, scene: Scene | Callable[[], Scene], question: Question, held: Held, owner: str, choice: Plain
    ) -> bool:
        """Does the constraint over all answers allow this owner's choice? A pass is always allowed."""
        if question.check is None or choice is None:
            return True
        test = self.rules.constraints[question.check]
        return test(scene if isinstance(scene, Scene) else scene(), dict(held.answers), owner, choice)

    def scene(self) -> Scene:
        """A scene over a copy of the seen state, to read from; what is written there is lost."""
        run = Run({}, None, automatic=self.automatic)
        return Scene(self.seen.clone(), self.rules, Step("look", self.seen.phase.stamp), run)

    def show(self, key: str, question: Question, owner: str, choice: Plain = None) -> None:
        """Those who see the answers as they come are sent this one; no body is run for it."""
        notice = shown_answer(key, question, owner, choice)
        if notice is not None:
            self.notices.append(notice)

    # ------------------------------------------------------------------ running

    def rewrite(self, state: State) -> None:
        """Go on from a state written between steps; what was open is asked again."""
        self.state = state
        self._advance()

    def _advance(self) -> None:
        """Run steps until a decision is needed, a held gate is met, or the game ends."""
        self.open = {}
        if self.policies is not None and self.strict and not self.twice:
            self._play_through(self.policies)
            return
        while True:
            agenda = self.state.agenda
            if self.fault is not None:
                self._park()
                return
            if not agenda:
                self.seen = self.state
                return
            step = agenda[0]
            if step.kind != "gate":
                if not self._run(step):
                    return
            elif self.policies is not None:
                if not (self.state.windows and self._offer_in_place(step)):
                    self._pass_gate()
            elif self._rests_at(step):
                return
            else:
                self._pass_gate()

    def _play_through(self, policies: Policies) -> None:
        """To the end at one go: every answer comes in place and every error goes through.

        So nothing is ever run again or taken back, and each step is run on the state itself and tells at once.
        """

        def asker(scene: Scene, question: Question) -> Held | None:
            return policies.answer(self, scene, question)

        state, steps = self.state, self.rules.steps
        run = Run({}, asker, automatic=self.automatic, outbox=self.notices)
        scene = Scene(state, self.rules, LOOK, run)
        while state.agenda:
            step = state.agenda[0]
            if step.kind == "gate" and state.windows:
                taken = self._offer_in_place(step)
                state = scene.state = self.state
                if taken:
                    continue
            state.agenda = state.agenda[1:]
            if step.kind == "gate":
                continue
            scene.take_up(step)
            body = steps.get(step.kind)
            try:
                if body is None:
                    self._body(scene, step)
                else:
                    body(scene, **step.args)
            except Verdictum:
                run.pushed = []
            if run.pushed:
                state.agenda = (*run.pushed, *state.agenda)
                run.pushed = []
            if run.answers:
                run.answers = {}
        self.seen = state

    def _pass_gate(self) -> None:
        self.state = copy(self.state)  # nothing but the agenda differs, and committed states are never written
        self.state.agenda = self.state.agenda[1:]

    def _rests_at(self, gate: Step) -> bool:
        """Does the game rest at this gate? A window of which nobody has anything left to answer may close at once."""
        kind = gate.args["kind"]
        if kind not in self._hold and ("empty" in gate.args or held_only(kind) not in self._hold):
            return False
        if not gate.reached:
            self.state = copy(self.state)
            self.state.agenda = (replace(gate, reached=True), *self.state.agenda[1:])
        self.seen = self.state
        return not self._all_answered(gate)

    def _all_answered(self, gate: Step) -> bool:
        """Is it the gate of a window that closes as soon as nobody has anything left to answer, and is that so?"""
        window = self.state.windows.get(gate.args.get("window", ""))
        return window is not None and window.closes == "answered" and not offers.unanswered(self, window)

    def _park(self) -> None:
        """A body has failed: the moderator decides what becomes of its step."""
        self.seen = self.state
        step = self.state.agenda[0]
        question = Question(
            FAULT,
            FAULT,
            (MODERATOR,),
            {MODERATOR: option(("retry", "skip"))},
            f"{step.name}/{FAULT}",
            FAULT,
            {"step": step.kind, "error": self.fault},
        )
        self.open = {question.name: question}

    def _run(self, step: Step) -> bool:
        """Run one step; says whether it was committed."""
        clone = self.state.clone()
        clone.agenda = clone.agenda[1:]
        pending = self.pending.get(step.name) if self.pending else None
        run = Run(
            pending.answers.copy() if pending is not None else {},
            None if self.policies is None else self._asker,
            automatic=self.automatic,
            sent=pending.sent if pending is not None else (),
        )
        try:
            self._body(Scene(clone, self.rules, step, run), step)
        except NeedAnswer as need:
            return self._wait(step, run, clone, need.questions)
        except Verdictum:
            run.pushed.clear()
        except Exception as error:
            if step.kind == "override" and isinstance(error, Refused):
                return self._void(step)
            if self.strict:
                raise
            self.fault = f"{type(error).__name__}: {error}"
            return True  # the loop goes on, and parks
        if self.twice:
            self._compare(step, run, clone)
        if run.pushed:
            clone.agenda = (*run.pushed, *clone.agenda)
        self.state = clone
        if run.flushed < len(run.outbox):
            self._emit(run)
        if run.unmatched:
            self.notices += [no_longer_holds(notice) for notice in run.unmatched]
        if pending is not None:
            self._forget(step)
        return True

    def _void(self, step: Step) -> bool:
        """What a moderator did asked first, and what he did meanwhile has left nothing of it to do."""
        self.state = self.state.clone()
        self.state.agenda = self.state.agenda[1:]
        self._forget(step)
        return True

    def _wait(self, step: Step, run: Run, clone: State, questions: tuple[Question, ...]) -> bool:
        """The body needs answers: keep what it has, send what it has told; says whether it can go on already."""
        if self.twice:
            self._compare(step, run, clone, questions)
        answers, closed = run.answers, False
        for question in questions:  # answers kept from an earlier run may already be all that a decision needs
            held = answers.get(question.name)
            if held is not None and not held.closed and question.complete(held):
                answers[question.name] = replace(held, closed=True)
                closed = True
        self._emit(run)
        self.pending = {**self.pending, step.name: Pending(answers, run.sent)}
        self.seen = clone
        self.open = {} if closed else {question.name: question for question in questions}
        return closed

    def _forget(self, step: Step) -> None:
        """The step is done: what was kept for it is not needed any more."""
        self.pending = {name: pending for name, pending in self.pending.items() if name != step.name}

    def _body(self, scene: Scene, step: Step) -> None:
        if step.kind == "open":
            self.rules.open(scene, **step.args)
        elif step.kind == "override":
            run_override(scene, **step.args)
        else:
            self.rules.steps[step.kind](scene, **step.args)

    def _emit(self, run: Run) -> None:
        """Send what this run has made, but for what an earlier run of the same step has already sent."""
        fresh = run.outbox[run.flushed :]
        run.flushed = len(run.outbox)
        if not run.unmatched:
            self.notices += fresh
            run.sent += tuple(fresh)
            return
        for notice in fresh:
            if notice in run.unmatched:
                run.unmatched.remove(notice)
            else:
                self.notices.append(notice)
                run.sent = (*run.sent, notice)

    def _asker(self, scene: Scene, question: Question) -> Held | None:
        if scene.run.flushed < len(scene.run.outbox):
            self._emit(scene.run)
        return self.policies.answer(self, scene, question) if self.policies is not None else None

    def _offer_in_place(self, gate: Step) -> bool:
        """Put the open offers to the policies, each once at this gate; says whether one was taken and is to be run."""
        self.seen = self.state
        name = gate.name
        if self._asked.rest != name:
            self._asked = offers.Asked(name)
        if self.policies is None or self._all_answered(gate):
            return False
        asked = self._asked
        policies, streams = self.policies.by_seat, self.policies.streams
        fresh = True
        while fresh:
            fresh = False
            since = self.state
            for listed in offers.in_turn(self, asked):
                owner = listed.decision.owner
                policy = policies.get(owner)
                if policy is None:
                    continue
                turn = listed if self.state is since else offers.again(self, listed)
                if turn is None or turn.decision.answered:  # handed in before this gate: it may be taken no more
                    continue
                asked.add(turn)
                choice = policy.choose(self.view(owner), turn.decision, streams[owner])
                if choice is None:
                    continue
                before = self.state.agenda
                self.state = self.seen = offers.taken_in_turn(self, turn, choice)
                if self.state.agenda != before:
                    return True
                fresh = True  # handed in: nothing is to be run, but others may have something new to answer
        return False

    def _compare(self, step: Step, run: Run, clone: State, questions: tuple[Question, ...] = ()) -> None:
        """Run the step again with the same answers; anything different is a fault of its body."""
        again = self.state.clone()
        again.agenda = again.agenda[1:]
        second = Run(dict(run.answers), None, automatic=self.automatic, in_place=run.in_place)
        asked: tuple[Question, ...] = ()
        try:
            self._body(Scene(again, self.rules, step, second), step)
        except NeedAnswer as need:
            asked = need.questions
        except Verdictum:
            second.pushed.clear()
        same = equal(again, clone) and second.outbox == run.outbox and second.pushed == run.pushed
        if not same or asked != questions:
            raise BodyError(f"step {step.name} is not the same when run again")
