"""The part of a Scene that asks: decisions, rulings of the moderator, and draws."""

from __future__ import annotations

from typing import Any, Final

from nightmoot.core import chance
from nightmoot.core.errors import NeedAnswer, Refused
from nightmoot.core.picks import Pick, Some
from nightmoot.core.plain import Plain
from nightmoot.core.questions import Answers, Held, Question, replace
from nightmoot.core.records import MODERATOR
from nightmoot.core.scene_base import SceneBase

#: A decision closed with nobody's answer.
SILENCE: Final = Held({}, (), True)


class Asking(SceneBase):
    """Asking and drawing."""

    __slots__ = ()

    def question(
        self, owners: tuple[str, ...], picks: Pick | dict[str, Pick], *, key: str, skill: str | None = None, **more: Any
    ) -> Question:
        """A question named by its step, its key, its owners and its place among equal ones."""
        table = picks if isinstance(picks, dict) else dict.fromkeys(owners, picks)
        base = f"{self.here}/{key}/{owners[0] if len(owners) == 1 else '*'}"
        nth = self.state.count_here("ask:" + base)
        return Question(key, skill or key, owners, table, f"{base}#{nth}" if nth else base, **more)

    def ask(self, owner: str, pick: Pick, *, key: str, **more: Any) -> Plain:
        """Ask one owner and return the choice (None: a pass or silence, unless a default is given)."""
        return self._one(self.question((owner,), pick, key=key, **more))[owner]

    def ask_all(self, owners: tuple[str, ...], picks: Pick | dict[str, Pick], *, key: str, **more: Any) -> Answers:
        """Ask several owners at once; the choices of those who answered or have a default, in order of arrival."""
        return self._one(self.question(owners, picks, key=key, **more)) if owners else Answers()

    def _one(self, question: Question) -> Answers:
        """Have one decision open, and go on when it is closed."""
        held = self._held(question)
        if held is None or not held.closed:
            raise NeedAnswer((question,))
        return self._choices(question, held)

    def gather(self, *questions: Question) -> list[Answers]:
        """Have several decisions open side by side, and go on when all of them are closed."""
        found: list[Held] = []
        open_: list[Question] = []
        for question in questions:
            held = self._held(question)
            if held is None or not held.closed:
                open_.append(question)
            else:
                found.append(held)
        if open_:
            raise NeedAnswer(tuple(open_))
        return [self._choices(question, held) for question, held in zip(questions, found, strict=True)]

    def so_far(self, *questions: Question) -> list[Answers | None]:
        """The choices of those decisions that are already closed; None for the others. Waits for nothing."""
        found: list[Answers | None] = []
        for question in questions:
            held = self._held(question)
            found.append(None if held is None or not held.closed else self._choices(question, held))
        return found

    def _held(self, question: Question) -> Held | None:
        held = self.run.answers.get(question.name)
        if held is None:
            return self._at_once(question)
        if not self.run.in_place:
            self.run.answers[question.name] = held = self._still_legal(question, held)
        return held

    def _at_once(self, question: Question) -> Held | None:
        """Answer in place where that is possible: by policies, or by an automatic moderator's default."""
        held = self.run.asker(self.whole, question) if self.run.asker is not None else None
        if held is None and (self.run.in_place or (self.run.automatic and question.owners == (MODERATOR,))):
            held = SILENCE
        if held is not None:
            self.run.answers[question.name] = held
        return held

    def _still_legal(self, question: Question, held: Held) -> Held:
        """The answers to a decision that is asked again, without those that are no longer legal.

        A decision that was closed because everybody had answered is open again for those whose answer fell away.
        """
        gone = []
        for owner in held.arrived:
            try:
                question.picks[owner].check(held.answers[owner])
            except (Refused, KeyError):
                gone.append(owner)
        if not gone:
            return held
        complete = len(held.answers) == len(question.owners)
        return replace(held.without(*gone), closed=held.closed and not complete, revised=held.revised)

    def _choices(self, question: Question, held: Held) -> Answers:
        for owner in held.by_hand:
            data = {"skill": question.skill, "choice": held.answers[owner]}
            self.fact("answered_for", seat=owner, what=question.skill, by=MODERATOR, data=data)
        if question.check is not None:
            held = self._judged(question, held)
        answers = held.answers
        found = Answers({owner: answers[owner] for owner in held.arrived}, held.times)
        if len(found) == len(question.owners):
            return found
        for owner in question.owners:
            if owner in found:
                continue
            if question.drawn:
                found[owner] = self.draw_choice(question.skill, question.picks[owner], name=f"{question.name}/{owner}")
            elif question.default is not None:
                found[owner] = question.default
        if question.default is None and not question.drawn and len(question.owners) == 1:
            found.setdefault(question.owners[0], None)
        return found

    def _judged(self, question: Question, held: Held) -> Held:
        """At the close the constraint is judged again, until all the answers that are left fit together."""
        test = self.rules.constraints[question.check or ""]
        while True:
            for owner in held.arrived:
                choice = held.answers[owner]
                if choice is None:
                    continue
                others = {name: other for name, other in held.answers.items() if name != owner}
                if not test(self.whole, others, owner, choice):
                    self.fact("disallowed", seat=owner, what=question.skill, data={"choice": choice})
                    held = held.without(owner)
                    break
            else:
                return held

    def rule(self, pick: Pick, *, key: str, suggest: Plain = None, **more: Any) -> Plain:
        """An open choice of an effect that the rules leave to the moderator; not asked when the effect is hollow.

        What speaks for the suggestion is the text ``decision.<key>.why``, or the one of the key ``why=``.
        """
        if self.hollow:
            return None
        choice = self.ask(MODERATOR, pick, key=key, kind="ruling", default=suggest, **more)
        self.fact("ruling", what=key, by=self.acting.id if self.acting else None, data=choice)
        return choice

    # ------------------------------------------------------------------ chance

    def draw(self, key: str, options: tuple[Any, ...], *, name: str | None = None) -> Any:
        """One of the options, drawn by name; a ``chance`` entry for the key that is possible here comes first."""
        if not options:
            raise ValueError(f"there is nothing to draw from for {key!r}")
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

    def draw_choice(self, key: str, pick: Pick, *, name: str | None = None) -> Plain:
        """One of a pick's legal choices (never the pass), drawn by name without listing them; None: there is none.

        Where the pick is a list, outcomes fixed for the key may be its items, one by one.
        """
        pick = replace(pick, optional=False)
        if not pick.possible():
            return None
        outcome = self._fixed_choice(key, pick)
        if outcome is None:
            outcome = pick.draw(chance.KeyedRng(self.state.secret, self._draw_name(key, name)))
        self.fact("draw", what=key, data=outcome)
        return outcome

    def _draw_name(self, key: str, name: str | None) -> str:
        base = f"{name or self.here}/{key}"
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

    def _fixed_choice(self, key: str, pick: Pick) -> Plain:
        queue = self.state.chance.get(key) if self.state.chance else None
        if not queue:
            return None
        places = [(place, place + 1, outcome) for place, outcome in enumerate(queue)]
        if isinstance(pick, Some) and pick.most > 1:
            sizes = range(min(pick.most, len(queue)), max(pick.least, 1) - 1, -1)
            places = [(0, size, tuple(queue[:size])) for size in sizes] + places
        for start, end, outcome in places:
            try:
                found = pick.check(outcome)
            except Refused:
                continue
            self.state.put("chance", key, (*queue[:start], *queue[end:]))
            return found
        raise Refused("chance-not-possible", key, outcome=queue[0])
