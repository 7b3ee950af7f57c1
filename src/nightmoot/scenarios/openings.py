"""What is open for whom at one rest of a game: decisions that hold it, and offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nightmoot.core import MODERATOR, Game
from nightmoot.core.decisions import offer_name
from nightmoot.core.offers import acting_group, all_offers, standing_order
from nightmoot.core.picks import Either, Form, Pick
from nightmoot.core.questions import Held
from nightmoot.scenarios.words import Actor


class Opening(NamedTuple):
    """A decision or an offer that is open for one owner.

    ``name``     what an Answer calls it
    ``group``    the group for which its owners answer, if any
    ``answered`` the owner has given an answer; ``final`` one that stands for good
    ``offer``    it is an offer; ``handed_in`` one that this phase waits for
    """

    name: str
    owner: str
    skill: str
    pick: Pick
    group: str | None = None
    answered: bool = False
    final: bool = False
    offer: bool = False
    handed_in: bool = False

    def parts(self) -> Iterator[tuple[str, Pick, str | None]]:
        """The skills that it asks for, each with its pick and the part of the choice under which it stands."""
        yield self.skill, self.pick, None
        parts = self.pick.of if isinstance(self.pick, Either) else {}
        parts = self.pick.slots if isinstance(self.pick, Form) else parts
        for key, pick in parts.items():
            if key != self.skill:
                yield key, pick, key

    def part(self, skill: str) -> tuple[Pick, str | None] | None:
        """The pick and the part for a skill, if it asks for that."""
        return next(((pick, part) for asked, pick, part in self.parts() if asked == skill), None)

    def open_for(self, actor: Actor) -> bool:
        """May the actor still answer it?"""
        if actor.group:
            return self.group == actor.id
        return self.owner == actor.id and not self.final


def openings(game: Game) -> list[Opening]:
    """Everything that is open now, a decision or offer once for each of its owners."""
    found = []
    for question in game.open.values():
        held = game.held.get(question.name, Held())
        for owner in question.owners:
            found.append(
                Opening(
                    question.name,
                    owner,
                    question.skill,
                    question.picks[owner],
                    question.group,
                    owner in held.answers,
                    question.final_for(owner, held),
                )
            )
    if game.seen.windows:
        found += _offers(game)
    return found


def _offers(game: Game) -> Iterator[Opening]:
    scene = game.scene()
    for offer in all_offers(game, scene):
        window, holding, actors, _ = offer
        group = acting_group(scene, offer)
        for actor in actors:
            order = standing_order(game.seen, window.name, holding.id, actor)
            pick = scene.pick_of(holding)
            if order is not None or pick.possible():
                yield Opening(
                    offer_name(window, holding, actor),
                    actor,
                    holding.ability,
                    pick,
                    group,
                    order is not None,
                    offer.stands(order),
                    offer=True,
                    handed_in=not window.standing,
                )


def find(game: Game, actor: Actor, skill: str) -> Opening | None:
    """What is open for the actor under the skill now.

    A group acts through what is open for it, else through its first member for whom the skill is open.
    """
    found = [opening for opening in openings(game) if opening.part(skill) is not None]
    for opening in found:
        if opening.open_for(actor):
            return opening
    if actor.group:
        for member in game.rules.group_of(game.seen, actor.id):
            for opening in found:
                if opening.open_for(Actor(member)):
                    return opening
    return None


def waiting(game: Game) -> tuple[str, ...]:
    """Who has a decision that holds the game, or a hand-in of this phase, open and not answered."""
    found = [
        opening.owner for opening in openings(game) if not opening.answered and (not opening.offer or opening.handed_in)
    ]
    return tuple(dict.fromkeys(found))


def who_answers(opening: Opening, actor: Actor) -> str:
    """By whom the answer is given: a group agrees on a decision of its own, everything else is a seat's."""
    if actor.group and opening.group == actor.id and not opening.offer:
        return actor.id
    return MODERATOR if opening.owner == MODERATOR else opening.owner
