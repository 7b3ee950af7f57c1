"""Lockstep twins: the same game played in several manners, which must agree in facts, notices and verdict.

Everything is decided by policies with a stream for each seat, so that two manners differ in nothing but how the game
is run: straight, saved and loaded at every answer, forked, undone and redone, every step twice, with the policies in
place, without gates, replayed from its inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from nightmoot.core import (
    GATES,
    Answer,
    AnyInput,
    Fact,
    Game,
    Notice,
    OpenDecision,
    Plain,
    Policies,
    Ruleset,
    SeatSpec,
    Streams,
    Tick,
    Undo,
    Verdict,
)
from nightmoot.core import chance as chances
from nightmoot.core.offers import Asked, in_turn
from nightmoot.policies.chances import RandomPolicy

#: Ending it ends what may be put in meanwhile; so it comes last, as in place, where everything is asked at once.
SPEECH = "speech"
#: More inputs than this, and a game is said not to end.
ENDLESS = 5000


class Deal(NamedTuple):
    """What is played: everything that a game is made from."""

    rules: Ruleset
    seats: Sequence[SeatSpec]
    options: dict[str, Plain]
    setup: dict[str, Plain]
    seed: str

    def game(self, **more: Any) -> Game:
        """The game at its first rest."""
        more.setdefault("hold", GATES)
        return Game.new(self.rules, self.seats, self.options, self.seed, setup=self.setup, strict=True, **more)

    def policies(self) -> Policies:
        """A random policy in every seat, each with a stream of its own."""
        seats = [str(place) for place in range(1, len(self.seats) + 1)]
        streams = {
            seat: Streams(Random(chances.keyed(self.seed, f"policy/{seat}")), self.seed)
            for seat in (*seats, "moderator")
        }
        return Policies(dict.fromkeys(seats, RandomPolicy()), streams)


class Told(NamedTuple):
    """What the twins must agree in."""

    facts: tuple[Fact, ...]
    notices: tuple[Notice, ...]
    over: Verdict | None

    @classmethod
    def of(cls, game: Game) -> Told:
        """What has come of a game."""
        return cls(tuple(game.facts), tuple(game.notices), game.over)


class Driver:
    """Answers whatever is open, as policies in place would, and lets time pass where nothing is."""

    def __init__(self, policies: Policies) -> None:
        """Play by these policies."""
        self.policies = policies
        self.asked = Asked()
        self.listed: list[str] = []
        self.stuck: set[tuple[str, str]] = set()

    def choose(self, game: Game, decision: OpenDecision) -> Plain:
        """What the owner's policy makes of a decision."""
        policy, streams = self.policies.by_seat[decision.owner], self.policies.streams[decision.owner]
        return policy.choose(game.view(decision.owner), decision, streams)

    def next(self, game: Game) -> AnyInput | None:
        """The next input, or None where the game is over."""
        if game.over is not None:
            return None
        for question in sorted(game.open.values(), key=lambda question: question.kind == SPEECH):
            held = game.answers(question)
            for owner in question.owners:
                if owner not in self.policies.by_seat or owner in held.answers or (question.name, owner) in self.stuck:
                    continue
                decision = game.decision(question, owner)
                choice = self.choose(game, decision)
                if choice is None and not decision.pick.optional:
                    self.stuck.add((question.name, owner))  # the others' answers leave nothing to choose
                    continue
                return Answer(question.name, owner, choice)
            return Tick(game.waits()[0].name)
        gate = game.gate()
        if gate is None:
            return None
        return self.offer(game, gate.name) or Tick(gate.name)

    def offer(self, game: Game, gate: str) -> Answer | None:
        """The next offer that is taken at this gate: each is put once, and none for which an order stands."""
        if self.asked.rest != gate:
            self.asked, self.listed = Asked(gate), []
        while fresh := [turn for turn in in_turn(game, self.asked) if not turn.decision.answered]:
            fresh = [turn for turn in fresh if turn.decision.owner in self.policies.by_seat]
            if not self.listed:
                self.listed = [turn.decision.name for turn in fresh]
                if not self.listed:
                    return None
            name = self.listed.pop(0)
            turn = next((turn for turn in fresh if turn.decision.name == name), None)
            if turn is None:
                continue
            self.asked.add(turn)
            decision = turn.decision
            choice = self.choose(game, decision)
            if choice is not None:
                window = next(w for w in game.seen.windows.values() if name.startswith(f"offer/{w.name}/"))
                if window.mode == "now":  # it runs at once, and then everything is listed anew
                    self.listed = []
                return Answer(name, decision.owner, choice)
        return None


Between = Callable[[Game, AnyInput], Game]


def play_out(deal: Deal, between: Between | None = None, **more: Any) -> Game:
    """Play a deal to its end by inputs; ``between`` may exchange the game after each."""
    game = deal.game(**more)
    driver = Driver(deal.policies())
    for _ in range(ENDLESS):
        given = driver.next(game)
        if given is None:
            return game
        game.submit(given)
        if between is not None:
            game = between(game, given)
    raise AssertionError("the game does not end")


def saved(game: Game, given: AnyInput) -> Game:
    """The game dumped and loaded: the same in everything, and dumped alike."""
    data = game.dump()
    loaded = Game.load(data, game.rules, strict=True)
    assert loaded.dump() == data
    assert (loaded.open, loaded.waits(), loaded.notices) == (game.open, game.waits(), game.notices)
    assert loaded.seen.dump() == game.seen.dump()
    return loaded


def redone(game: Game, given: AnyInput) -> Game:
    """The last input undone, which leaves no trace, and given again."""
    was = game.history[-2] if len(game.history) > 1 else None
    after = Told.of(game), game.state.dump(), sorted(game.open)
    game.submit(Undo(len(game.inputs) - 1, keep=False))
    if was is not None:
        assert game.state is was.state
        assert len(game.notices) == was.notices
    game.submit(given)
    assert (Told.of(game), game.state.dump(), sorted(game.open)) == after
    return game


def replayed(deal: Deal) -> Game:
    """Played straight, and then run again from the record of its inputs."""
    game = play_out(deal)
    return Game.replay(game.rules, game.header, game.inputs, strict=True)


MANNERS: dict[str, Callable[[Deal], Game]] = {
    "in place": lambda deal: deal.game(policies=deal.policies(), hold=frozenset()),
    "without gates": lambda deal: play_out(deal, hold=frozenset()),
    "forked": lambda deal: play_out(deal, lambda game, given: game.fork()),
    "every step twice": lambda deal: play_out(deal, twice=True),
    "replayed": replayed,
    "saved": lambda deal: play_out(deal, saved),
    "undone and redone": lambda deal: play_out(deal, redone),
}


def manners_of(rules: Ruleset) -> list[str]:
    """The manners in which a ruleset can be played: without its gate a window closes before anybody can answer."""
    windows = any(ability.windows for ability in rules.abilities.values())
    return [name for name in MANNERS if name != "without gates" or not windows]


def differences(deal: Deal, manners: Sequence[str] = tuple(MANNERS)) -> list[str]:
    """The manners that do not agree with the straight play, with the first thing in which they differ."""
    straight = Told.of(play_out(deal))
    found = []
    for name in manners:
        other = Told.of(MANNERS[name](deal))
        for part, mine, theirs in zip(Told._fields, straight, other, strict=True):
            if mine != theirs:
                found.append(f"{name}: {part}: {_first(mine, theirs)}")
                break
    return found


def _first(mine: Any, theirs: Any) -> str:
    if not isinstance(mine, tuple) or isinstance(mine, Verdict):
        return f"{mine} / {theirs}"
    for place, (left, right) in enumerate(zip(mine, theirs, strict=False)):
        if left != right:
            return f"{place}: {left} / {right}"
    return f"{len(mine)} / {len(theirs)} of them"
