"""Whatever is done to a table game in whatever order: what must hold holds, what is refused changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nightmoot.core import Game, Override, Refused, Tick, Undo
from tests.core.playing import game as toy_game
from tests.core.toy import Toy
from tests.core.twins import Told
from tests.fuzz import moves
from tests.fuzz.deals import recipe


def on(machine: TableMachine) -> bool:
    """Is the game not over?"""
    return machine.game.over is None


class TableMachine(RuleBasedStateMachine):
    """A table game at which anything may happen."""

    game: Game

    @initialize(seed=st.integers(0, 10**6), human=st.booleans())
    def deal(self, seed: int, human: bool) -> None:
        found = recipe("table", f"stateful/{seed}")
        self.game = found.deal().game(twice=True, moderator="human" if human else "auto")
        self.by_the_rules = True

    def _do(self, made: Any) -> bool:
        return made is not None and moves.submit(self.game, made)

    @precondition(on)
    @rule(data=st.data(), count=st.integers(1, 20))
    def answers(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            if not self.game.open and self.game.gate() is not None:
                self._do(Tick(self.game.waits()[0].name))
            self._do(moves.answer(self.game, lambda n: data.draw(st.integers(0, n - 1))))

    @rule(data=st.data())
    def nonsense(self, data: st.DataObject) -> None:
        given = moves.nonsense(self.game, lambda n: data.draw(st.integers(0, n - 1)))
        if self._do(given) and isinstance(given, Override):
            self.by_the_rules = False

    @precondition(on)
    @rule(data=st.data())
    def withdrawals(self, data: st.DataObject) -> None:
        self._do(moves.withdraw(self.game, lambda n: data.draw(st.integers(0, n - 1))))

    @precondition(on)
    @rule(data=st.data())
    def time_passes(self, data: st.DataObject) -> None:
        given = moves.tick(self.game, lambda n: data.draw(st.integers(0, n - 1)))
        assert given is None or self._do(given)

    @rule(data=st.data())
    def posts(self, data: st.DataObject) -> None:
        self._do(moves.post(self.game, lambda n: data.draw(st.integers(0, n - 1))))

    @rule(data=st.data())
    def undone(self, data: st.DataObject) -> None:
        given = moves.undo(self.game, lambda n: data.draw(st.integers(0, n - 1)))
        if isinstance(given, Undo):
            shown = self.game.exposed(given.to)
            assert all(item.to for item in shown)
            assert self._do(given)

    @precondition(on)
    @rule(data=st.data())
    def overrides(self, data: st.DataObject) -> None:
        if self._do(moves.override(self.game, lambda n: data.draw(st.integers(0, n - 1)))):
            self.by_the_rules = False

    @precondition(on)
    @rule(data=st.data())
    def answers_for_somebody(self, data: st.DataObject) -> None:
        self._do(moves.answer_for(self.game, lambda n: data.draw(st.integers(0, n - 1))))

    @rule()
    def saved_and_loaded(self) -> None:
        loaded = Game.load(self.game.dump(), self.game.rules, strict=True, twice=True)
        assert loaded.dump() == self.game.dump()
        assert Told.of(loaded) == Told.of(self.game)
        self.game = loaded

    @rule()
    def forked(self) -> None:
        self.game = self.game.fork()

    @invariant()
    def what_must_hold_holds(self) -> None:
        if hasattr(self, "game"):
            moves.check(self.game, by_the_rules=self.by_the_rules)

    def teardown(self) -> None:
        if hasattr(self, "game"):
            again = Game.replay(self.game.rules, self.game.header, self.game.inputs, strict=True)
            assert Told.of(again) == Told.of(self.game)


TableMachine.TestCase.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=[*HealthCheck]
)
TestTable = TableMachine.TestCase


@pytest.mark.parametrize("seed", range(30))
def test_whatever_is_done_to_the_toy_it_stays_a_game(seed: int) -> None:
    rng = Random(seed)
    roles = rng.choices([*Toy().roles], k=rng.randrange(3, 8))
    course = [
        ("standing", {"name": "noon"}),
        ("windows", {"name": "dusk", "mode": "order"}),
        ("night", {}),
        ("day", {}),
    ]
    game = toy_game(*roles, course=course, hold=frozenset({"window", "discussion"}), seed=str(seed), moderator="human")
    kinds = (moves.answer,) * 6 + (
        moves.nonsense,
        moves.withdraw,
        moves.tick,
        moves.post,
        moves.undo,
        moves.override,
        moves.answer_for,
    )
    for _ in range(60):
        given = rng.choice(kinds)(game, rng.randrange)
        if given is not None:
            moves.submit(game, given)
        if game.over is None and not game.open and game.gate() is None:
            break  # the course has run
        moves.check(game, by_the_rules=True)
    again = Game.replay(game.rules, game.header, game.inputs, strict=True)
    assert Told.of(again) == Told.of(game)


def test_a_fault_in_a_random_game_would_be_raised() -> None:
    with pytest.raises(Refused):
        recipe("table", "x").deal().game().submit(Undo(0))
