"""Branches that games of bots do not take, by file and by what stands on the line, and why they cannot."""

from __future__ import annotations

from typing import Final

AUTHORS: Final = "a fault of whoever writes a character: refused when it is written"
REFUSED: Final = (
    "a set-up that does not fit: refused before there is a game; the tests of set-ups and scenarios take it"
)
BY_HAND: Final = "whatever it looks for is gone: only where a person has taken it away at that very moment"
NO_GAME: Final = "with the last Demon, or everybody of a side, gone the game is over"
NOTHING_KEEPS: Final = "nothing in these editions keeps a character from changing, or a gift from being given"
A_HAND_EACH: Final = "somebody alive may always vote; only where a person has taken everybody's vote is there nobody"
THREE_SIT: Final = "with fewer than three seats left in the circle the game is over"
ONE_NIGHT: Final = "asked for another's use in the same night only"

UNTAKEN: Final[dict[tuple[str, str], str]] = {
    ("book", "if moment not in MOMENTS:"): AUTHORS,
    ("kit", "if moment not in rules_of(s).moments:"): AUTHORS,
    ("informing", "if facet not in FACETS:"): AUTHORS,
    ("setup", "if len(specs) < least:"): REFUSED,
    ("setup", "if strange:"): REFUSED,
    ("setup", "if not free:"): REFUSED,
    ("setup", "if own is None and option != AUTO:"): REFUSED,
    ("setup", "if unknown:"): REFUSED,
    ("kit", "if holding is not None:"): NOTHING_KEEPS,
    ("bmr_outsiders", "if own is not None:"): BY_HAND,
    ("bmr_outsiders", "if held is None:"): BY_HAND,
    ("bmr_townsfolk", "if me is None:"): BY_HAND,
    ("travellers_tb", "if own is not None:"): BY_HAND,
    ("snv_minions", "if not others:"): NO_GAME,
    ("snv_minions", "if twin is not None:"): NO_GAME,
    ("kit", "if len(ring) < 2:"): NO_GAME,
    ("snv_demons", 'if not change(s, harm.target, "fanggu", camp=EVIL):'): NOTHING_KEEPS,
    ("snv_townsfolk", "if change(s, use.target, mine.role, camp=here):"): NOTHING_KEEPS,
    ("afterlife", "if held is not None:"): BY_HAND,
    ("day", "if not voters:"): A_HAND_EACH,
    ("statements", "if len(set(three)) == 3:"): THREE_SIT,
    ("bmr_outsiders", "if chosen is not None:"): ONE_NIGHT,
}
