"""Rooms that are drawn around what seldom meets: characters in one bag, Travellers, Fabled, and how they sit."""

from __future__ import annotations

from typing import NamedTuple

from nightmoot.core import SeatSpec
from tests.fuzz.logs import SCRIPTS

ANY = range(5, 19)


class Rare(NamedTuple):
    """What such a room has for certain; the rest is drawn as for every other."""

    bag: tuple[str, ...] = ()
    #: Seated by hand, at places drawn by lot.
    seated: tuple[str, ...] = ()
    fabled: tuple[str, ...] = ()
    players: range = ANY
    script: tuple[str, ...] = SCRIPTS["mixed"]
    #: Six players, good and evil in turn.
    in_turn: bool = False
    human: bool | None = None


STOPPERS = ("poisoner", "courtier", "sailor")
OFTEN_STOPPED = ("apprentice", "barista", "bonecollector", "matron", "judge")
#: A script whose good characters are all in the bag: nothing is left to bluff with.
FEW_GOOD = ("lunatic", "sailor", "gossip", "zombuul", "assassin", "goon", "tinker")
MEETINGS: tuple[Rare, ...] = (
    Rare(bag=("shabaloth",)),
    Rare(bag=("assassin", "goon"), players=range(10, 16)),
    Rare(bag=("assassin", "goon"), human=True),
    Rare(bag=("mastermind",), human=True, players=range(5, 10)),
    Rare(bag=("lunatic",), players=range(5, 7)),
    Rare(bag=FEW_GOOD[:5], players=range(5, 6), script=FEW_GOOD),
    Rare(bag=FEW_GOOD[:6], players=range(7, 8), script=FEW_GOOD),
    Rare(bag=("barber", "goon", "vortox"), players=range(9, 14)),
    Rare(bag=("barber", "goon"), players=range(7, 10), human=True),
    Rare(bag=("pithag", "vigormortis"), players=range(9, 16)),
    Rare(bag=("vigormortis", "pithag", "barber"), players=range(9, 16), human=True),
    Rare(bag=("vigormortis", "witch", "saint", "mutant", "recluse"), players=range(5, 6)),
    Rare(bag=("pithag",), script=("pithag", "imp", "drunk", "lunatic", "monk", "chef", "empath", "fortuneteller")),
    Rare(bag=("witch", "virgin")),
    Rare(bag=("recluse", "scarletwoman"), human=True),
    Rare(seated=("voudon",)),
    Rare(seated=("judge", "butcher")),
    Rare(seated=("gunslinger", "gunslinger", "matron"), players=range(8, 19)),
    *[Rare(bag=(stopper,), seated=OFTEN_STOPPED, players=range(10, 19)) for stopper in STOPPERS],
    Rare(seated=(*OFTEN_STOPPED, "judge", "matron"), players=range(10, 19), human=True),
    Rare(bag=("goon",), fabled=("revolutionary",)),
    Rare(bag=("goon", "snakecharmer"), fabled=("revolutionary",), human=True),
    Rare(fabled=("revolutionary",), in_turn=True, players=range(6, 7), script=SCRIPTS["tb"]),
)


def in_turn() -> list[SeatSpec]:
    """Six seats of which every other one is evil."""
    roles = ("monk", "imp", "chef", "poisoner", "empath", "scapegoat")
    specs = [SeatSpec(f"p{place}", role) for place, role in enumerate(roles[:5], 1)]
    return [*specs, SeatSpec("p6", roles[5], {"alignment": "evil"})]
