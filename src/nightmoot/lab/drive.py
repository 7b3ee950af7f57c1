"""Playing a game from outside: policies answer by inputs, as people do."""

from __future__ import annotations

from nightmoot.core import Answer, Game, NightmootError, Policies, Tick
from nightmoot.core.offers import Asked, in_turn


def play_out(game: Game, policies: Policies, *, but: str | None = None) -> None:
    """Play on until the game is over or (with ``but``) only that seat is left to be asked.

    Whatever is open is answered; at every rest each offer is made once, and then its time has come.
    """
    driver = Driver(policies, but)
    while game.over is None:
        given = driver.next(game) or due(game)
        if given is None:
            break
        game.submit(given)
    if game.fault is not None or (game.over is None and but is None):
        raise NightmootError(game.fault or "the game rests and nothing is open")


def next_answer(game: Game, policies: Policies, but: str | None = None) -> Answer | None:
    """The first answer that a policy still owes to what holds the game."""
    for name, question in game.open.items():
        for owner in question.owners:
            if owner == but or owner not in policies.by_seat:
                continue
            decision = game.decision(question, owner)
            if not decision.answered:
                policy, streams = policies.by_seat[owner], policies.streams[owner]
                return Answer(name, owner, policy.choose(game.view(owner), decision, streams))
    return None


def due(game: Game) -> Tick | None:
    """The tick that ends a rest at which nothing holds the game, or has a hand pass on where all hands are known."""
    gate = game.gate()
    if gate is not None:
        return Tick(gate.name)
    return next((Tick(wait.name) for wait in game.waits() if wait.kind == "hand"), None)


class Driver:
    """The policies of one game, which are asked what they owe and offered what is on offer, each offer once a rest."""

    def __init__(self, policies: Policies, but: str | None = None) -> None:
        """Everybody plays but the one who is left out."""
        self.policies, self.but = policies, but
        self._asked = Asked()

    def next(self, game: Game) -> Answer | None:
        """What a policy answers or takes next; None: they have done what they want to do here."""
        owed = next_answer(game, self.policies, self.but)
        gate = game.gate()
        return owed if owed is not None or gate is None else self._taken(game, gate.name)

    def _taken(self, game: Game, rest: str) -> Answer | None:
        if rest != self._asked.rest:
            self._asked = Asked(rest)
        for turn in in_turn(game, self._asked):
            decision = turn.decision
            policy = self.policies.by_seat.get(decision.owner) if decision.owner != self.but else None
            if policy is None or decision.answered:
                continue
            self._asked.add(turn)
            streams = self.policies.streams[decision.owner]
            choice = policy.choose(game.view(decision.owner), decision, streams)
            if choice is not None:
                return Answer(decision.name, decision.owner, choice)
        return None
