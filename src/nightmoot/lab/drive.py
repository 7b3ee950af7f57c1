"""Playing a game from outside: policies answer by inputs, as people do."""

from __future__ import annotations

from nightmoot.core import Answer, Game, NightmootError, Policies


def play_out(game: Game, policies: Policies, *, but: str | None = None) -> None:
    """Answer whatever is open, until the game is over or (with ``but``) only that seat is left to be asked."""
    while game.over is None and (answer := next_answer(game, policies, but)) is not None:
        game.submit(answer)
    if game.fault is not None or (game.over is None and but is None):
        raise NightmootError(game.fault or "the game rests and nothing is open")


def next_answer(game: Game, policies: Policies, but: str | None = None) -> Answer | None:
    """The first answer that a policy still owes."""
    for name, question in game.open.items():
        for owner in question.owners:
            if owner == but or owner not in policies.by_seat:
                continue
            for decision in game.decisions(owner):
                if decision.name == name and not decision.answered:
                    policy, streams = policies.by_seat[owner], policies.streams[owner]
                    return Answer(name, owner, policy.choose(game.view(owner), decision, streams))
    return None
