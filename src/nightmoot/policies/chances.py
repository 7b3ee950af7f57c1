"""Policies that leave everything to chance; they play any ruleset."""

from __future__ import annotations

from typing import Final

from nightmoot.core import OpenDecision, Plain, Refused, Streams, View

#: The act that every ruleset calls its daily vote by.
VOTE: Final = "vote"
#: One offer in so many is declined: nobody waits for it, and a use that is spent at once is spent for good.
DECLINED: Final = 3


class RandomPolicy:
    """Uniformly among the legal choices, a pass among them where it is legal; offers are declined now and then."""

    def choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        """A choice drawn from the seat's own stream."""
        if decision.offer and not rng.own.randrange(DECLINED):
            return None
        return decision.pick.draw(rng.own)


class LotteryPolicy(RandomPolicy):
    """The random-elimination model of the literature.

    By day all who can vote for one living player, drawn uniformly for that day. Whoever may not vote for him (he
    himself, where self-votes are refused) abstains; where that is refused too, he votes at random.
    """

    def choose(self, view: View, decision: OpenDecision, rng: Streams) -> Plain:
        """The day's loser in the daily vote, else as :class:`RandomPolicy`."""
        if decision.skill != VOTE:
            return super().choose(view, decision, rng)
        for choice in (self.drawn(view, rng), None):
            try:
                return decision.pick.check(choice)
            except Refused:
                continue
        return decision.pick.draw(rng.own)

    def drawn(self, view: View, rng: Streams) -> str:
        """The living player who is drawn today, the same for all seats."""
        living: list[str] = [seat for seat in view.table["circle"] if view.seats[seat]["in"]]
        return living[rng.shared(f"lottery/{view.table['day']}", len(living))]
