"""The part of a Scene that asks: decisions, rulings of the moderator, and draws."""

from __future__ import annotations

from typing import Any

from nightmoot.core import chance
from nightmoot.core.errors import NeedAnswer, Refused
from nightmoot.core.picks import Pick
from nightmoot.core.plain import Plain
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import MODERATOR
from nightmoot.core.scene_base import SceneBase


class Asking(SceneBase):
    """Asking and drawing."""

    __slots__ = ()

    def question(
        self, owners: tuple[str, ...], picks: Pick | dict[str, Pick], *, key: str, skill: str | None = None, **more: Any
    ) -> Question:
        """A question named by its step, its key, its owners and its place among equal ones."""
        table = picks if isinstance(picks, dict) else dict.fromkeys(owners, picks)
        base = f"{self.step.name}/{key}/{owners[0] if len(owners) == 1 else '*'}"
        nth = self.state.count_here("ask:" + base)
        return Question(key, skill or key, owners, table, f"{base}#{nth}" if nth else base, **more)

    def ask(self, owner: str, pick: Pick, *, key: str, **more: Any) -> Plain:
        """Ask one owner and return the choice (None: a pass or silence, unless a default is given)."""
        return self._one(self.question((owner,), pick, key=key, **more))[owner]

    def ask_all(
        self, owners: tuple[str, ...], picks: Pick | dict[str, Pick], *, key: str, **more: Any
    ) -> dict[str, Plain]:
        """Ask several owners at once; the choices of those who answered or have a default, in order of arrival."""
        return self._one(self.question(owners, picks, key=key, **more)) if owners else {}

    def _one(self, question: Question) -> dict[str, Plain]:
        """Have one decision open, and go on when it is closed."""
        held = self.run.answers.get(question.name)
        if held is None or not held.closed:
            held = self._settle_now(question, held)
            if held is None:
                raise NeedAnswer((question,))
        return self._choices(question, held)

    def gather(self, *questions: Question) -> list[dict[str, Plain]]:
        """Have several decisions open side by side, and go on when all of them are closed."""
        answers = self.run.answers
        found: list[Held] = []
        open_: list[Question] = []
        for question in questions:
            held = answers.get(question.name)
            if held is None or not held.closed:
                held = self._settle_now(question, held)
            if held is None:
                open_.append(question)
            else:
                found.append(held)
        if open_:
            raise NeedAnswer(tuple(open_))
        return [self._choices(question, held) for question, held in zip(questions, found, strict=True)]

    def so_far(self, *questions: Question) -> list[dict[str, Plain] | None]:
        """The choices of those decisions that are already closed; None for the others. Waits for nothing."""
        found: list[dict[str, Plain] | None] = []
        for question in questions:
            held = self.run.answers.get(question.name)
            if held is None or not held.closed:
                held = self._settle_now(question, held)
            found.append(None if held is None else self._choices(question, held))
        return found

    def _settle_now(self, question: Question, held: Held | None) -> Held | None:
        """Answer in place where that is possible: policies, an automatic moderator, or nobody able to answer."""
        if question.owners == (MODERATOR,) and self.run.automatic:
            held = Held({}, (), True)
        elif self.run.asker is not None:
            held = self.run.asker(self.whole, question)
        elif held is not None and (kept := self._still_legal(question, held)) is not held:
            self.run.answers[question.name] = kept
            return None
        else:
            return None
        self.run.answers[question.name] = held
        return held

    def _still_legal(self, question: Question, held: Held) -> Held:
        """Standing answers to a decision asked again, without those that are no longer legal."""
        kept = {}
        for owner in held.arrived:
            if owner not in question.picks:
                continue
            try:
                kept[owner] = question.picks[owner].check(held.answers[owner])
            except Refused:
                continue
        return held if kept == held.answers else Held(kept, tuple(o for o in held.arrived if o in kept), held.closed)

    def _choices(self, question: Question, held: Held) -> dict[str, Plain]:
        found = {owner: held.answers[owner] for owner in held.arrived if owner in held.answers}
        if len(found) == len(question.owners):
            return found
        for owner in question.owners:
            if owner in found:
                continue
            if question.drawn:
                options = tuple(question.picks[owner].choices())
                found[owner] = self.draw(question.skill, options, name=f"{question.name}/{owner}") if options else None
            elif question.default is not None:
                found[owner] = question.default
        if question.default is None and not question.drawn and len(question.owners) == 1:
            found.setdefault(question.owners[0], None)
        return found

    def rule(self, pick: Pick, *, key: str, suggest: Plain = None, **more: Any) -> Plain:
        """An open choice of an effect that the rules leave to the moderator; not asked when the effect is hollow."""
        if self.hollow:
            return None
        choice = self.ask(MODERATOR, pick, key=key, kind="ruling", default=suggest, **more)
        self.fact("ruling", what=key, data=choice)
        return choice

    # ------------------------------------------------------------------ chance

    def draw(self, key: str, options: tuple[Any, ...], *, name: str | None = None) -> Any:
        """One of the options, drawn by name; a ``chance`` entry for the key that is possible here comes first."""
        outcome = self._fixed(key, options)
        if outcome is None:
            outcome = options[chance.index(self.state.secret, self._draw_name(key, name), len(options))]
        self.fact("draw", what=key, data=outcome)
        return outcome

    def happens(self, key: str, probability: float, *, name: str | None = None) -> bool:
        """Does an event of this probability happen?"""
        outcome = self._fixed(key, (True, False))
        if outcome is None:
            outcome = chance.hits(self.state.secret, self._draw_name(key, name), probability)
        self.fact("draw", what=key, data=outcome)
        return bool(outcome)

    def _draw_name(self, key: str, name: str | None) -> str:
        base = f"{name or self.step.name}/{key}"
        nth = self.state.count_here("draw:" + base)
        return f"{base}#{nth}"

    def _fixed(self, key: str, options: tuple[Any, ...]) -> Any:
        """The next outcome fixed for the key; one that is not of this draw's kind waits for the next draw."""
        queue = self.state.chance.get(key) if self.state.chance else None
        if not queue:
            return None
        for place, outcome in enumerate(queue):
            if any(outcome == item and type(outcome) is type(item) for item in options):
                self.state.put("chance", key, (*queue[:place], *queue[place + 1 :]))
                return outcome
        if len(options) > 1 and type(queue[0]) is type(options[0]):
            raise Refused("chance-not-possible", key, outcome=queue[0], options=options)
        return None
