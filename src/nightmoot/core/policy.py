"""Policies: programs that answer. They see their own view and the decision, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from nightmoot.core import chance
from nightmoot.core.decisions import OpenDecision
from nightmoot.core.picks import Rng
from nightmoot.core.plain import Plain
from nightmoot.core.questions import Held, Question
from nightmoot.core.view import View

if TYPE_CHECKING:
    from nightmoot.core.running import Running
    from nightmoot.core.scene import Scene


NOTHING_HELD = Held()


class Streams:
    """The chance that a policy may use: its seat's own stream, and one draw a day that all seats share."""

    __slots__ = ("_seed", "own")

    def __init__(self, own: Rng, seed: str) -> None:
        """``own`` is the seat's stream; ``seed`` the one from which shared draws are derived."""
        self.own = own
        self._seed = seed

    def shared(self, name: str, count: int) -> int:
        """A place among ``count``, the same for every seat that asks by this name."""
        return chance.index(self._seed, name, count)


class Policy(Protocol):
    """A program that plays."""

    def choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        """A legal choice."""
        ...


class Policies:
    """The policies of the seats of one game, for answering in place."""

    __slots__ = ("by_seat", "streams")

    def __init__(self, by_seat: Mapping[str, Policy], streams: Mapping[str, Streams]) -> None:
        """A policy and its streams for every seat."""
        self.by_seat = by_seat
        self.streams = streams

    def answer(self, game: Running, scene: Scene, question: Question) -> Held | None:
        """Every owner's choice, checked like a person's; None where no policy plays for any of them."""
        policies, streams, view = self.by_seat, self.streams, game.view
        checks, shown = question.check is not None, question.shown != "nobody"
        answers: dict[str, Plain] = {}
        held = NOTHING_HELD
        for owner in question.owners:
            policy = policies.get(owner)
            if policy is None:
                continue
            asked = game.narrowed(scene, question, held, owner) if checks else question
            decision = OpenDecision(owner, question=asked, held=held)
            choice = policy.choose(view(owner), decision, streams[owner])
            if checks and choice is None and not decision.pick.optional:
                continue  # the others' answers leave nothing to choose
            answers[owner] = choice = decision.pick.check(choice)
            if shown:
                game.show("choice_shown", question, owner, choice)
            if (shown or checks) and owner != question.owners[-1]:  # those asked next may know of it
                held = Held(answers.copy(), tuple(answers))
        if question.closes == "hand":
            for owner in question.owners:
                game.show("choice_locked", question, owner, answers.get(owner))
        if not answers and not any(owner in policies for owner in question.owners):
            return None
        return Held(answers, tuple(answers), True)
