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
    from nightmoot.core.game import Game
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

    def take(self, game: Game, decision: OpenDecision) -> Plain:
        """What the owner of an offer makes of it (None: nothing)."""
        policy = self.by_seat.get(decision.owner)
        if policy is None:
            return None
        return policy.choose(game.view(decision.owner), decision, self.streams[decision.owner])

    def answer(self, game: Game, scene: Scene, question: Question) -> Held:
        """Every owner's choice, checked like a person's."""
        answers: dict[str, Plain] = {}
        policies, streams, view = self.by_seat, self.streams, game.view
        for owner in question.owners:
            policy = policies.get(owner)
            if policy is not None:
                decision = OpenDecision(owner, question=question, held=NOTHING_HELD)
                answers[owner] = decision.pick.check(policy.choose(view(owner), decision, streams[owner]))
        return Held(answers, tuple(answers), True)
