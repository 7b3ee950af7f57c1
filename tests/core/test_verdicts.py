"""How games end: one side, nobody, or one side with others beside it."""

from __future__ import annotations

from nightmoot.core import Game, Verdict
from tests.core.playing import game, sentences
from tests.core.toy import Toy


class Allied(Toy):
    """Blue wins as soon as it is looked, with a third side beside it."""

    def __init__(self) -> None:
        """One win condition, and one that comes too late."""
        super().__init__()
        self.win_tests = [lambda s: Verdict("blue", s.circle, ("green",)), lambda s: ("red", ())]


def test_a_win_condition_may_name_sides_that_win_beside() -> None:
    over = game("zap", "plain", course=[("wins", {})], rules=Allied())
    assert over.over == Verdict("blue", ("1", "2"), ("green",))
    assert over.over.sides == ("blue", "green")
    assert [notice.params["side"] for notice in over.notices if notice.key == "over"] == ["blue"]
    assert Game.load(over.dump(), over.rules).over == over.over


def test_where_nobody_wins_no_side_does() -> None:
    assert Verdict(None).sides == ()
    assert Verdict("red").sides == ("red",)


def test_the_log_names_every_side() -> None:
    over = game("zap", "plain", course=[("wins", {})], rules=Allied())
    assert sentences(over, about="won") == ["the game is over: blue won (1 甲, 2 乙).", "beside them, green won too."]
