"""An experiment: one kind of game played many times, each time with a seed of its own."""

from __future__ import annotations

from hashlib import blake2b

from nightmoot.core import GATES, Game, Plain, Policy, Record, Ruleset, SeatSpec
from nightmoot.policies import make_policy, seat_everywhere


class Experiment(Record, frozen=True):
    """What is played, and by whom; plain data, so that any process can take part in it.

    ``setup`` fixes choices of setting up (a ``deck``, say); ``policy`` plays every seat.
    """

    ruleset: str
    players: int
    options: dict[str, Plain] = {}
    setup: dict[str, Plain] = {}
    policy: str = "random"
    seed: str = "0"

    def seed_of(self, index: int) -> str:
        """The seed of one game: it depends on the experiment's seed and the game's index, on nothing else."""
        return blake2b(f"{self.seed}/{index}".encode(), digest_size=16).hexdigest()

    def new_game(self, rules: Ruleset, index: int, *, in_place: bool = True, policy: Policy | None = None) -> Game:
        """One game: played to its end by policies in place, or set up and resting at its first decision.

        Not in place, it rests at its gates only where the ruleset has offers to take there.
        """
        seed = self.seed_of(index)
        seats = [str(place) for place in range(1, self.players + 1)]
        policies = seat_everywhere(policy or make_policy(self.policy, rules), seats, seed) if in_place else None
        specs = [SeatSpec(seat) for seat in seats]
        hold = GATES if rules.windows and not in_place else frozenset[str]()
        return Game.new(rules, specs, self.options, seed, hold=hold, setup=self.setup, policies=policies, strict=True)
