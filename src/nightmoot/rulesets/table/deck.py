"""The deck and the deal: how many wolves and villagers, which specials, and the thief's two extra cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from nightmoot.core import chance
from nightmoot.core.errors import BadGame
from nightmoot.core.plain import Plain
from nightmoot.core.records import SeatSpec
from nightmoot.rulesets.table.data import DATA

SPECIALS: tuple[str, ...] = tuple(DATA["setup"]["specials"]["roles"])
ROWS: dict[int, dict[str, int]] = {row["players"]: row for row in DATA["setup"]["table"]["rows"]}
MOST: dict[str, int | None] = {role["id"]: role["max"] for role in DATA["roles"]}
UNDEALT = 2


def wolves_for(players: int, *, outside: bool = False) -> int:
    """How many wolves a table of this size has. T-01, T-04 (seed 001: 狼人数量)."""
    row = ROWS.get(players)
    if row is not None:
        return row["wolves"]
    if not outside or players < DATA["setup"]["outside"]["min"]:
        low, high = min(ROWS), max(ROWS)
        raise BadGame("players", "players", given=players, least=low, most=high)
    return 1 if players < min(ROWS) else players // 6 + 1


def deck_for(players: int, specials: Sequence[str], *, outside: bool = False) -> tuple[str, ...]:
    """The cards for so many players: wolves, the seer, the specials, plain villagers. T-02.

    With a thief there are two cards more than players.
    """
    wolves = wolves_for(players, outside=outside)
    unknown = [role for role in specials if role not in SPECIALS]
    if unknown:
        raise BadGame("not-a-special", "roles", role=unknown[0], known=SPECIALS)
    if len(set(specials)) != len(specials):
        raise BadGame("one-copy", "roles", role=next(role for role in specials if specials.count(role) > 1))
    villagers = players - wolves - 1
    if len(specials) > villagers:
        raise BadGame("too-many-specials", "roles", given=len(specials), most=villagers)
    plain = villagers - len(specials) + (UNDEALT if "thief" in specials else 0)
    return ("werewolf",) * wolves + ("seer",) + tuple(specials) + ("villager",) * plain


@lru_cache(maxsize=32)
def check_deck(deck: tuple[str, ...], players: int) -> None:
    """An exact deck is held to the counts of the cards only."""
    for role, count in Counter(deck).items():
        most = MOST[role]
        if most is not None and count > most:
            raise BadGame("too-many", "roles", role=role, given=count, most=most)
    if "werewolf" not in deck:
        raise BadGame("no-wolf", "roles")
    wanted = players + (UNDEALT if "thief" in deck else 0)
    if len(deck) != wanted:
        raise BadGame("deck-size", "roles", given=len(deck), wanted=wanted)


def deal(
    specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
    """Give every seat a role: fixed ones stay; the others are dealt from the deck.

    ``setup`` may hold the ``deck`` (or the ``specials`` from which it is made) and the ``undealt`` cards.
    """
    fixed = [spec.role for spec in specs if spec.role is not None]
    if len(fixed) == len(specs):
        done = dict(setup)
        done.setdefault("undealt", ())
        return specs, done
    deck: tuple[str, ...] = tuple(setup.get("deck", ()))
    if deck:
        check_deck(deck, len(specs))
    else:
        deck = deck_for(len(specs), tuple(setup.get("specials", ())), outside=bool(options["outside_table"]))
    rest = list(deck)
    for role in fixed:
        if role not in rest:
            raise BadGame("not-in-deck", "seats", role=role)
        rest.remove(role)
    cards = list(chance.shuffled(secret, "deal", tuple(rest)))
    dealt = [spec if spec.role is not None else SeatSpec(spec.name, cards.pop(0), spec.setup) for spec in specs]
    done = dict(setup)
    done["deck"] = deck
    done.setdefault("undealt", tuple(cards))
    return dealt, done


def boards() -> tuple[dict[str, Any], ...]:
    """The named boards: for every number of players a list of specials."""
    found = []
    for board in DATA["boards"]:
        for players, specials in board["specials"].items():
            found.append(
                {
                    "id": board["id"],
                    "players": players,
                    "specials": tuple(specials),
                    "roles": deck_for(players, specials),
                }
            )
    return tuple(found)
