"""Plans: what may be planned, and what becomes of a plan as the phases go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from nightmoot.host.faults import Refusal
from nightmoot.host.room import MODERATOR, PUBLIC
from nightmoot.host.slow.book import Plan
from nightmoot.host.wire import PlanUp

if TYPE_CHECKING:
    from nightmoot.host.play import Play

VOTE = "vote"
MOST = 60  # plans that wait for one seat


def check(play: Play, viewer: str, asked: PlanUp, waiting: int) -> None:
    """Refuse a plan for what the ruleset does not know, one too many, and second choices for a vote.

    Whether the seat has the skill is not looked at: a plan must tell nothing, and a skill may be gained until then.
    """
    rules = play.game.rules
    if viewer in (PUBLIC, MODERATOR):
        raise Refusal("forbidden")
    if asked.phase not in rules.phases:
        raise Refusal("not_found", "$.plan.phase")
    if asked.skill not in rules.abilities and asked.skill != VOTE:
        raise Refusal("not_found", "$.plan.skill")
    if waiting >= MOST and asked.choices:
        raise Refusal("too_many", "$.plan")
    if asked.skill == VOTE and len(asked.choices) > 1:
        raise Refusal("no_second_vote", "$.plan.choices")


def fate(play: Play, plan: Plan) -> Literal["wait", "enter", "send", "drop"]:
    """What is to be done with a plan now."""
    phase = play.game.state.phase
    if not plan.entered:
        return "enter" if phase.name == plan.phase and phase.stamp != plan.after else "wait"
    if phase.stamp != plan.entered:
        return "drop"  # the phase has passed, and nothing of the kind was open
    if play.streams.own(plan.seat, plan.skill) is not None:
        return "send"
    gate = play.game.gate()
    return "drop" if gate is not None and gate.args.get("kind") == "phase" and _by_clock(play) else "wait"


def _by_clock(play: Play) -> bool:
    """In a game that lives by the clock, what can be done in a phase is open at the latest when the game rests."""
    return bool(play.game.rules.calendar)
