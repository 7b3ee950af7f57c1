"""The simulator is held to tables whose odds under random play are known exactly (fixed seeds, so never by luck)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from nightmoot.core import Plain
from nightmoot.lab import Experiment, likely, simulate
from nightmoot.lab.simulate import Report
from tests.lab import exact

CARDS = {"w": "werewolf", "v": "villager", "h": "hunter", "g": "guard", "E": "elder"}
#: A count less likely than this is taken for a fault.
DOUBT = 0.001


def play(table: str, games: int, policy: str, **options: Plain) -> Report:
    """A table written as a word, by the rules of the literature: no sheriff."""
    deck = tuple(CARDS[card] for card in table)
    settings = {"sheriff_enabled": False, **options}
    return simulate(Experiment("table", len(deck), settings, {"deck": deck}, policy, f"anchor {table}"), games)


def assert_sides(report: Report, odds: dict[str, Fraction]) -> None:
    games, winners = report.tally.games, report.tally.winners
    assert set(winners) <= {side for side, share in odds.items() if share}
    for side, share in odds.items():
        assert likely(winners.get(side, 0), games, float(share)) > DOUBT, (side, winners, float(share))


def assert_nights(report: Report, odds: dict[int, Fraction]) -> None:
    games, found = report.tally.games, report.tally.nights
    assert {int(number) for number in found} <= set(odds)
    for number, share in odds.items():
        if games * share >= 10:
            assert likely(found.get(str(number), 0), games, float(share)) > DOUBT, (number, found, float(share))


@pytest.mark.parametrize("players", [3, 4, 8, 9])
def test_one_wolf_among_n_wins_with_the_chance_of_the_double_factorials(players: int) -> None:
    """One wolf, n players, day first, extermination: the wolf wins with probability (n-1)!!/n!!.

    Why: by day one of the n is drawn; the wolf survives with (n-1)/n. By night he takes one of the others, so the
    next day n-2 meet: W(n) = (n-1)/n · W(n-2), with W(1) = 1 (he is alone) and W(0) = 1 (he ate the last one),
    and the product telescopes.

    How the table ruleset gives this game: night 1 comes first, but with ``first_night_kill`` off nothing happens in
    it, and plain villagers have no powers; without a sheriff and with the lottery all living players but the drawn
    one vote for him and he abstains (no self-vote), so the vote never ties, not even between the last two; there is
    no twilight without a witch; victory is extermination as long as ``parity_shortcut`` is off, so two players do
    meet the day: W(2) = 1/2.
    """
    odds = Fraction(exact.double_factorial(players - 1), exact.double_factorial(players))
    table = "w" + "v" * (players - 1)
    assert exact.sides(table, first_kill=False)["wolves"] == odds
    report = play(table, 1200, "lottery", first_night_kill=False)
    assert_sides(report, {"wolves": odds, "village": 1 - odds})


@pytest.mark.parametrize(
    ("table", "games"),
    [
        ("wwvvvvvv", 1500),
        ("wwwvvvvvvvvv", 800),
        ("wwhvvvvv", 1500),  # a dying hunter may shoot; two may fall together, so nobody may win
        ("wgvvvv", 1500),  # the guard never protects the same player in two nights running
        ("wwEvvvv", 1200),  # the elder survives the first bite
    ],
)
def test_night_first_by_lottery(table: str, games: int) -> None:
    report = play(table, games, "lottery")
    assert_sides(report, exact.sides(table))
    assert_nights(report, exact.nights(table))


def test_day_first_with_two_wolves() -> None:
    report = play("wwvvvvv", 1200, "lottery", first_night_kill=False)
    assert_sides(report, exact.sides("wwvvvvv", first_kill=False))


def test_a_sheriff_changes_nothing_where_all_vote_alike() -> None:
    report = play("wwvvvvvv", 800, "lottery", sheriff_enabled=True)
    assert_sides(report, exact.sides("wwvvvvvv"))


@pytest.mark.parametrize("table", ["wvvv", "wwvvvv"])
def test_votes_at_random_with_abstentions_ties_and_run_offs(table: str) -> None:
    """Each votes for one of the others or abstains; ties have one run-off: nobody is out with a known chance."""
    report = play(table, 1200, "random", first_night_kill=False)
    assert_sides(report, exact.sides(table, first_kill=False, lottery=False))
    assert_nights(report, exact.nights(table, first_kill=False, lottery=False))


def test_with_parity_the_same_table_has_other_odds() -> None:
    """The control: where the rules differ, the statistics see it."""
    report = play("wvvvvvvv", 800, "lottery", first_night_kill=False, parity_shortcut=True)
    odds = exact.sides("wvvvvvvv", first_kill=False)
    assert likely(report.tally.winners["wolves"], report.tally.games, float(odds["wolves"])) < DOUBT
