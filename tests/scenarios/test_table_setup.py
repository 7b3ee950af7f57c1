"""What of the table game's rulings no scenario can show: dealing, counts of cards, the calls of a night."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files

import pytest

from nightmoot.core import Game, Tick
from nightmoot.core.errors import BadGame
from nightmoot.core.records import SeatSpec
from nightmoot.rulesets.table import RULESET

SPECIALS = ("cupid", "witch", "piper", "thief", "scapegoat", "idiot", "elder", "guard", "hunter", "little_girl")
#: Printed in seed 001: players, wolves, villagers (玩家数量 狼人数量 村民数量).
PRINTED = (
    (8, 2, 5), (9, 2, 6), (10, 2, 7), (11, 2, 8), (12, 3, 8), (13, 3, 9),
    (14, 3, 10), (15, 3, 11), (16, 3, 12), (17, 3, 13), (18, 4, 13),
)  # fmt: skip


def table(players: int, specials: tuple[str, ...] = (), seed: str = "0", **options: object) -> Game:
    seats = [SeatSpec(str(place)) for place in range(1, players + 1)]
    return Game.new(RULESET, seats, {"sheriff_enabled": False, **options}, seed, setup={"specials": specials})


def cards(game: Game) -> Counter[str]:
    return Counter(seat.role for seat in game.state.seats.values())


@pytest.mark.parametrize(("players", "wolves", "villagers"), PRINTED)
def test_the_printed_table(players: int, wolves: int, villagers: int) -> None:
    """T-01: the card that is missing in the table is the seer's; the judge has no seat."""
    assert wolves + villagers + 1 == players
    assert cards(table(players)) == {"werewolf": wolves, "villager": villagers, "seer": 1}


@pytest.mark.parametrize("special", [special for special in SPECIALS if special != "thief"])
def test_a_special_replaces_a_villager(special: str) -> None:
    """T-02."""
    assert cards(table(8, (special,))) == {"werewolf": 2, "villager": 4, "seer": 1, special: 1}


def test_no_more_specials_than_villagers() -> None:
    """T-02."""
    assert cards(table(8, SPECIALS[:3] + SPECIALS[4:6]))["villager"] == 0
    with pytest.raises(BadGame):
        table(8, SPECIALS[:3] + SPECIALS[4:7])


def test_other_sizes() -> None:
    """T-04: refused unless allowed; then 1 wolf for 5 to 7 players, floor(n/6)+1 above 18."""
    for players in (4, 5, 7, 19):
        with pytest.raises(BadGame):
            table(players)
    with pytest.raises(BadGame):
        table(4, outside_table=True)
    for players, wolves in ((5, 1), (6, 1), (7, 1), (19, 4), (24, 5)):
        assert cards(table(players, outside_table=True))["werewolf"] == wolves


def test_two_cards_stay_undealt_with_a_thief() -> None:
    """T-05: two extra villagers are shuffled in; the thief's own card may be one of the two that stay on the table."""
    deck = Counter({"werewolf": 2, "seer": 1, "thief": 1, "villager": 6})
    absent = 0
    for seed in range(300):
        game = table(8, ("thief",), str(seed))
        undealt = Counter(game.state.memory["undealt"])
        assert undealt.total() == 2
        assert cards(game) + undealt == deck
        absent += undealt["thief"]
    assert 0.12 < absent / 300 < 0.28


def test_one_copy() -> None:
    """T-75: no second copy of a special, no card from elsewhere, four wolves at most."""
    most = {role["id"]: role["max"] for role in _rules()["roles"]}
    assert most.pop("werewolf") == 4
    assert most.pop("villager") is None
    assert set(most.values()) == {1}
    with pytest.raises(BadGame):
        table(8, ("witch", "witch"))
    with pytest.raises(BadGame):
        table(8, ("white_wolf",))


def test_every_call() -> None:
    """T-73: a listed role is called every night it would act, also when its holder is out."""
    seats = [SeatSpec("a", "werewolf"), SeatSpec("b", "werewolf"), SeatSpec("c", "seer"), SeatSpec("d", "guard")]
    seats += [SeatSpec("e", "witch"), SeatSpec("f", "cupid"), SeatSpec("g", "villager"), SeatSpec("h", "piper")]
    game = Game.new(RULESET, seats, {"sheriff_enabled": False})
    first = ["cupid", "lovers", "guard", "seer", "werewolf", "witch", "piper"]
    assert _calls(game) == first
    _run_to_night(game)
    assert _calls(game) == first[2:]
    _run_to_night(game)
    for seat in ("3", "4", "5", "8"):
        game.submit(_kill(seat))
    assert _calls(game) == first[2:]


def test_misprints() -> None:
    """T-76: the text means 宣布天黑."""
    for lang, words in (("zh", "天黑请闭眼"), ("en", "Night falls")):
        catalogue = json.loads(files("nightmoot.rulesets.table").joinpath("texts", f"{lang}.json").read_bytes())
        assert words in catalogue["call.night"]


def _rules() -> dict[str, list[dict[str, object]]]:
    from nightmoot.rulesets.table.data import DATA

    return DATA


def _kill(seat: str) -> object:
    from nightmoot.core import Override

    return Override("kill", {"seat": seat}, "test")


def _calls(game: Game) -> list[str]:
    """The calls of the night now open, in order, letting every one of them lapse."""
    found = []
    while game.state.phase.name == "night":
        wait = game.waits()[0]
        if wait.kind == "call":
            found.append(wait.of)
        game.submit(Tick(wait.name))
    return found


def _run_to_night(game: Game) -> None:
    while game.state.phase.name != "night":
        game.submit(Tick(game.waits()[0].name))
