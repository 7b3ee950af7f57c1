"""Policies: programs that play. They see their own view and the open decision, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from nightmoot.core import BadGame, Policies, Policy, Ruleset, Streams, chance
from nightmoot.policies.chances import LotteryPolicy, RandomPolicy
from nightmoot.policies.stream import Stream
from nightmoot.policies.table import TableHeuristic

__all__ = ["POLICIES", "make_policy", "offered", "seat_everywhere", "streams_for"]

#: Every policy by name; which of them can play a ruleset, :func:`offered` says.
POLICIES: Final = ("random", "lottery", "honest")

_ANYWHERE: Final[Mapping[str, Callable[[], Policy]]] = {"random": RandomPolicy, "lottery": LotteryPolicy}
_HONEST: Final[Mapping[str, Callable[[], Policy]]] = {"table": TableHeuristic}


def offered(rules: Ruleset) -> tuple[str, ...]:
    """The policies that can play this ruleset."""
    return tuple(name for name in POLICIES if name in _ANYWHERE or rules.id in _HONEST)


def make_policy(name: str, rules: Ruleset) -> Policy:
    """The policy of that name for this ruleset. Raises :class:`BadGame` that lists those on offer."""
    made = _ANYWHERE.get(name) or (_HONEST.get(rules.id) if name == "honest" else None)
    if made is None:
        raise BadGame("unknown-policy", "policy", given=name, known=offered(rules))
    return made()


def streams_for(seed: str, seat: str) -> Streams:
    """The chance of one seat's policy; it says nothing about the game's own, even if the seeds are equal."""
    return Streams(Stream(chance.keyed(seed, f"policy/{seat}")), f"policy/{seed}")


def seat_everywhere(policy: Policy, seats: Iterable[str], seed: str) -> Policies:
    """The same policy in every seat, each with a stream of its own."""
    streams = {seat: streams_for(seed, seat) for seat in seats}
    return Policies(dict.fromkeys(streams, policy), streams)
