"""A game: a ruleset, options and inputs. Runs steps, holds decisions, keeps the record (DESIGN 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec

from nightmoot.core import offers, saving
from nightmoot.core.decisions import Grimoire, OpenDecision, Wait
from nightmoot.core.errors import BadGame, Refused
from nightmoot.core.explain import explain
from nightmoot.core.grimoire import grimoire
from nightmoot.core.inputs import Answer, AnyInput, Override, Post, Tick, Undo, Withdraw, frozen_input
from nightmoot.core.overrides import apply_override
from nightmoot.core.pending import Pending, posted
from nightmoot.core.plain import Plain, Record, freeze
from nightmoot.core.policy import Policies
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import MODERATOR, Fact, Notice, Seat, SeatSpec, Step, Verdict
from nightmoot.core.ruleset import Ruleset
from nightmoot.core.running import FAULT, Running, held_only
from nightmoot.core.saving import Header
from nightmoot.core.state import State
from nightmoot.core.undo import Shown, Snapshot, exposed, undo
from nightmoot.core.view import visible

replace = msgspec.structs.replace
encode = msgspec.json.encode

#: The kinds of gates at which a game may rest.
GATES: Final = frozenset({"phase", "call", "discussion", "window"})
#: The same where nobody listens to the calls: what nobody has is passed by.
UNHEARD: Final = GATES - {"call"} | {held_only("call")}
NOTHING_YET: Final = Held()


class Outcome(Record, frozen=True):
    """What an input has brought: its number, the new notices, and (after an undo) how many old ones stand."""

    seq: int
    notices: tuple[Notice, ...]
    kept: int | None = None


class Game(Running):
    """One game. All reading is free; the only writer is :meth:`submit`."""

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

        ``hold`` names the kinds of gates at which it rests until a Tick (``held call``: at a call only where somebody
        has what is called); ``setup`` fixes choices of setting up that belong to no seat; ``strict`` raises what a
        body raises instead of parking the game; ``twice`` runs every step twice and compares. Raises :class:`BadGame`.
        """
        values = rules.option_values(options or {})
        rules = rules.completed(values)
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
        rules = rules.completed(header.options)
        dealt, setup = rules.deal(header.seats, header.options, header.setup, header.seed)
        rules.admits(dealt, header.options, header.moderator)
        state = State(rules.id, dict(header.options), header.seed)
        circle = tuple(str(place) for place in range(1, len(dealt) + 1))
        state.circle = circle
        dealt_to = zip(circle, dealt, strict=True)
        state.put_seats({seat: Seat(seat, spec.name, spec.role or "", spec.role or "") for seat, spec in dealt_to})
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
        new.pending = self.pending
        new.open = dict(self.open)
        new.seen = self.seen
        new.fault = self.fault
        new.history = self.history.copy()
        return new

    # ------------------------------------------------------------------ reading

    @property
    def over(self) -> Verdict | None:
        """How the game ended, or None."""
        return self.state.over

    @property
    def held(self) -> dict[str, Held]:
        """The answers so far to the decisions of the waiting step, by name."""
        pending = self.pending.get(self.state.agenda[0].name) if self.state.agenda else None
        return pending.answers if pending is not None else {}

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

    def digest(self) -> str:
        """A hash of everything that has been told, in order: two games that differ in it have told different things."""
        count, running = self._hashed
        for notice in self.notices[count:]:
            running.update(encode(notice))
        self._hashed = (len(self.notices), running)
        return running.hexdigest()

    def explain(self, lang: str) -> list[str]:
        """The log that explains every outcome, as sentences in a language."""
        return explain(self, lang)

    def retract(self, count: int) -> None:
        """Take back every notice after so many; the views are folded anew."""
        del self.notices[count:]
        for view in self._views.values():
            view.forget()
        self._hashed = (0, blake2b(digest_size=16))

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
            if viewer in question.owners or viewer == MODERATOR:
                found.append(self.decision(question, viewer))
        return found + offers.of_viewer(self, viewer)

    def decision(self, question: Question, viewer: str) -> OpenDecision:
        """An open question as one viewer sees it."""
        held = self.answers(question)
        if question.check is None or viewer not in question.picks:
            return OpenDecision(viewer, question=question, held=held)
        return OpenDecision(viewer, question=self.narrowed(self.scene(), question, held, viewer), held=held)

    def answers(self, question: Question) -> Held:
        """The answers so far to an open question."""
        return self.held.get(question.name, NOTHING_YET)

    def waits(self) -> list[Wait]:
        """What time can end now: the open decisions, and every gate that has been reached and not been opened yet."""
        if self.fault is not None:
            return []
        found = []
        for question in self.open.values():
            owner = question.next_by_hand(self.answers(question))
            if owner is None:
                found.append(Wait(question.close_name, question.kind, question.skill))
            else:
                found.append(Wait(question.hand_name(owner), "hand", question.skill))
        for step in self.state.agenda:
            if step.kind == "gate" and step.reached:
                place = step.args.get("place")
                found.append(Wait(step.name, step.args["kind"], step.args.get("of", ""), place and tuple(place)))
        return found

    def gate(self) -> Step | None:
        """The gate at which the game rests, if any."""
        agenda = self.state.agenda
        if self.fault is None and not self.open and agenda and agenda[0].kind == "gate" and self.state.over is None:
            return agenda[0]
        return None

    def grimoire(self) -> Grimoire:
        """Everything, for the moderator's page alone."""
        return grimoire(self.scene())

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
            self.withdraw(given)
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

    @property
    def stranded(self) -> bool:
        """Is nothing left to be run or answered though the game is not over (its last step was left out)?"""
        return not (self.state.agenda or self.open or self.fault is not None or self.state.over is not None)

    def repair(self, how: str) -> None:
        """After a fault: run the failed step again (``retry``), or leave it out (``skip``)."""
        if self.fault is None:
            raise Refused("no-fault", "act")
        self.fault = None
        state = self.state
        if how == "skip":
            failed, *rest = state.agenda
            state = state.clone()
            state.agenda = tuple(rest)
            self._forget(failed)
        self.rewrite(state)

    def _remember(self) -> None:
        if self.policies is None:
            self.history.append(Snapshot(len(self.inputs), self.state, self.pending, len(self.notices), self.fault))

    def answer(self, given: Answer, *, by_hand: bool = False) -> None:
        """Take an answer without recording it as an input (see :meth:`submit`)."""
        question = self.open.get(given.decision)
        if question is None:
            offers.take(self, given)
            return
        if given.by == MODERATOR and MODERATOR not in question.owners:
            raise Refused("not-yours", "by")
        held = self.answers(question)
        if given.by == question.group:
            self._answer_for_group(question, held, given, by_hand=by_hand)
            return
        if given.by not in question.owners:
            raise Refused("not-open", "decision")
        if question.final_for(given.by, held):
            raise Refused("answered", "decision")
        choice = self.checked(question, held, given.by, given.choice)
        if question.kind == FAULT:
            self.repair(choice)
            return
        self.show("choice_shown", question, given.by, choice)
        self._hold_answers(question, held.having(given.by, choice, at=given.at, by_hand=by_hand))

    def _answer_for_group(self, question: Question, held: Held, given: Answer, *, by_hand: bool) -> None:
        """One agreed choice: made by every member who may make it; the others stand aside."""
        able = {}
        fault: Refused | None = None
        for owner in question.owners:
            try:
                able[owner] = self.checked(question, held, owner, given.choice)
            except Refused as refused:
                fault = fault or refused
        if not able:
            raise fault or Refused("not-open", "decision")
        held = Held()
        for owner, choice in able.items():
            self.show("choice_shown", question, owner, choice)
            held = held.having(owner, choice, at=given.at, by_hand=by_hand)
        self._hold_answers(question, replace(held, closed=True))

    def checked(self, question: Question, held: Held, owner: str, choice: Plain) -> Plain:
        """The choice in normal form, if this owner may make it now."""
        found = question.picks[owner].check(freeze(choice))
        if not self._may(self.scene, question, held, owner, found):
            raise Refused("not-allowed-now", "choice")
        return found

    def _hold_answers(self, question: Question, held: Held) -> None:
        if not held.closed and question.complete(held):
            held = replace(held, closed=True)
        name = self.state.agenda[0].name
        pending = self.pending.get(name, Pending())
        self.pending = {
            **self.pending,
            name: replace(pending, answers={**pending.answers, question.name: held}),
        }
        if held.closed:
            self._advance()

    def withdraw(self, given: Withdraw) -> None:
        """Take a standing answer or order back, without recording it as an input (see :meth:`submit`)."""
        question = self.open.get(given.decision)
        if question is None:
            offers.withdraw(self, given)
            return
        held = self.answers(question)
        if given.by not in held.answers or question.final_for(given.by, held):
            raise Refused("nothing-to-withdraw", "decision")
        self.show("choice_withdrawn", question, given.by)
        self._hold_answers(question, held.without(given.by))

    def _tick(self, name: str) -> None:
        if self.fault is None:
            for place, step in enumerate(self.state.agenda):
                if step.kind == "gate" and step.reached and step.name == name:
                    self._open_gate(place, step)
                    return
            for question in self.open.values():
                held = self.answers(question)
                owner = question.next_by_hand(held)
                if owner is not None and question.hand_name(owner) == name:
                    self.show("choice_locked", question, owner, held.answers.get(owner))
                    self._hold_answers(question, replace(held, locked=(*held.locked, owner)))
                    return
                if question.close_name == name:
                    self._hold_answers(question, replace(held, closed=True))
                    return
        raise Refused("nothing-due", "name", name=name)

    def _open_gate(self, place: int, gate: Step) -> None:
        """Its moment has come. What waits in front of it goes on waiting; its window accepts nothing more."""
        state = self.state.clone()
        state.agenda = state.agenda[:place] + state.agenda[place + 1 :]
        window = state.windows.get(gate.args.get("window", ""))
        if window is not None:
            state.put("windows", window.name, replace(window, shut=True))
        self.rewrite(state)

    def _post(self, given: Post) -> None:
        if given.by != MODERATOR and given.by not in self.seen.seats:
            raise Refused("unknown-seat", "by")
        if not given.text.strip() or len(given.text) > 2000:
            raise Refused("not-a-text", "text", most=2000)
        if given.by != MODERATOR and not self.rules.may_post(self.seen, given.by, given.channel):
            raise Refused("may-not-speak", "channel")
        if given.by != MODERATOR:
            self._check_limits(given)
        audience = self.rules.audience(self.seen, given.channel)
        if not audience:
            raise Refused("may-not-speak", "channel")
        self.notices.append(posted(given, audience))

    def _check_limits(self, given: Post) -> None:
        posts, characters = self.rules.post_limits(self.seen, given.by, given.channel)
        if characters is not None and len(given.text) > characters:
            raise Refused("post-too-long", "text", most=characters, given=len(given.text))
        if posts is not None and self._said_today(given.by, given.channel) >= posts:
            raise Refused("too-many-posts", "text", most=posts)

    def _said_today(self, by: str, channel: str) -> int:
        """How often the seat has spoken there since the day began."""
        said = 0
        for notice in reversed(self.notices):
            if notice.key == "phase" and notice.params.get("day") != self.seen.phase.day:
                break
            said += notice.key == "post" and (notice.params["by"], notice.params["channel"]) == (by, channel)
        return said
