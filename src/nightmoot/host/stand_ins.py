"""Bots: policies that answer for seats without a person, from the seat's own view, by the same way in."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog

from nightmoot.core import Answer, OpenDecision, Policy, Streams, Tick
from nightmoot.host.encoder import owns
from nightmoot.host.faults import Refusal
from nightmoot.host.room import HAND, MODERATOR
from nightmoot.policies import make_policy, streams_for

if TYPE_CHECKING:
    from nightmoot.host.actor import RoomActor
    from nightmoot.host.play import Play

log = structlog.get_logger("nightmoot.bots")

DEFAULTS = "(defaults)"  # rulings that nobody is there to make: what the ruleset suggests


class StandIns:
    """The bots of one room."""

    def __init__(self, actor: RoomActor) -> None:
        self._actor = actor
        self._due: set[str] = set()  # viewers whose turn is on its way
        self._asked: set[tuple[int, str, str]] = set()  # offers declined, answers refused: not asked again
        self._policies: dict[tuple[int, str, str], tuple[Policy, Streams]] = {}

    @property
    def busy(self) -> bool:
        """Is an answer on its way?"""
        return bool(self._due)

    def wake(self) -> None:
        """Whoever has something open will answer in a while."""
        actor = self._actor
        play = actor.play
        if play is None or actor.room.phase != "playing" or actor.room.body.paused:
            return
        low, high = actor.host.config.bot_delay_ms
        for viewer, policy in self._players():
            if viewer in self._due or self._open(play, viewer) is None:
                continue
            self._due.add(viewer)
            delay = random.uniform(low, high) if high else 0  # noqa: S311 - only a pause
            if delay:
                actor.host.clock.call_at(actor.now + int(delay), partial(self._put, viewer, policy))
            else:
                self._put(viewer, policy)

    def _players(self) -> list[tuple[str, str]]:
        room = self._actor.room
        found = [(str(seat), policy) for seat, policy in sorted(room.body.bots.items()) if policy != HAND]
        return found + ([(MODERATOR, DEFAULTS)] if not room.moderators() else [])

    def _put(self, viewer: str, policy: str) -> None:
        self._actor.box.put(lambda: self._turn(viewer, policy))

    def _open(self, play: Play, viewer: str) -> OpenDecision | None:
        """The first decision that the viewer still owes an answer."""
        for decision in play.game.decisions(viewer):
            known = (play.id, viewer, decision.name) in self._asked
            if known or not owns(decision, viewer) or decision.answered:
                continue
            if play.closed_hours(Answer(decision.name, viewer, None), self._actor.now) is None:
                return decision
        return None

    async def _turn(self, viewer: str, policy: str) -> None:
        self._due.discard(viewer)
        actor = self._actor
        play = actor.play
        if play is None or actor.room.phase != "playing" or (viewer, policy) not in self._players():
            return
        decision = self._open(play, viewer)
        if decision is None:
            return
        try:
            if policy == DEFAULTS and decision.question is not None:
                await actor.take(Tick(decision.question.close_name), actor.now)
                return
            choice = self._choose(play, viewer, policy, decision)
            if not decision.offer or choice is not None:
                await actor.take(Answer(decision.name, viewer, choice, actor.now), actor.now)
                return
        except Refusal as refusal:
            log.warning("a bot was refused", room=actor.code, code=refusal.code, policy=policy)
        self._asked.add((play.id, viewer, decision.name))
        self.wake()

    def _choose(self, play: Play, viewer: str, policy: str, decision: OpenDecision) -> Any:
        key = (play.id, viewer, policy)
        if key not in self._policies:
            chance = streams_for(play.game.header.seed, viewer)
            self._policies[key] = make_policy(policy, play.game.rules), chance
        player, chance = self._policies[key]
        return player.choose(play.game.view(viewer), decision, chance)
