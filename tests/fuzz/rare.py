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
    #: Travellers seated by hand are evil.
    evil: bool = False
    #: Six players, good and evil in turn.
    in_turn: bool = False
    human: bool | None = None
    #: At whom it is aimed, where that is not whoever is in the bag or seated.
    at: tuple[str, ...] = ()

    @property
    def about(self) -> frozenset[str]:
        """The characters whom the answers and acts of such a room often name."""
        return frozenset(self.at or (*self.bag, *self.seated))


#: What stops others, and Travellers who seldom act just then.
STOPPERS = ("poisoner", "courtier", "sailor")
OFTEN_STOPPED = ("apprentice", "barista", "bonecollector", "matron", "judge")
#: A script whose good characters are all in the bag: nothing is left to bluff with.
FEW_GOOD = ("lunatic", "sailor", "gossip", "zombuul", "assassin", "goon", "tinker")
ONE_WITCH = ("witch", "imp", "monk", "chef", "empath", "virgin", "slayer", "saint")
DECEIVED = ("drunk", "lunatic")
PITHAG = ("pithag", "imp", "monk", "chef", "dreamer", "fortuneteller")
MEETINGS: tuple[Rare, ...] = (
    Rare(bag=("shabaloth",)),
    Rare(bag=("assassin", "goon", "pukka"), players=range(9, 13), at=("goon",)),
    *[Rare(bag=("mastermind", "pukka"), human=True, players=range(7, 12), at=("pukka",))] * 2,
    Rare(bag=("gambler", "exorcist"), players=range(5, 10)),
    Rare(bag=("lunatic",), players=range(5, 7)),
    Rare(bag=FEW_GOOD, players=range(7, 8), script=FEW_GOOD),
    Rare(bag=("barber", "goon", "vortox"), players=range(9, 14), at=("barber", "goon")),
    *[Rare(bag=("barber", "goon"), players=range(8, 11), human=True)] * 3,
    Rare(bag=("pithag", "vigormortis"), players=range(10, 16), at=("pithag",)),
    Rare(bag=("vigormortis", "pithag", "barber"), players=range(10, 16), at=("pithag", "barber")),
    Rare(bag=("vigormortis", "witch", "saint", "mutant", "recluse"), players=range(5, 6), at=("witch",)),
    *[Rare(bag=PITHAG[:2], players=range(5, 8), script=(*PITHAG, *DECEIVED), at=DECEIVED)] * 3,
    *[Rare(bag=PITHAG[:2], players=range(6, 8), script=(*PITHAG, "innkeeper", "seamstress", "goon"), at=("goon",))] * 3,
    Rare(bag=("pithag", "philosopher"), players=range(7, 10), at=("philosopher", "chef", "sage", "artist")),
    Rare(bag=("witch", "virgin")),
    *[
        Rare(ONE_WITCH[:2], ("apprentice",) * 2, players=players, script=ONE_WITCH, evil=True, at=at)
        for players, at in (
            (range(8, 10), ("apprentice",)),
            (range(6, 8), ONE_WITCH[2:]),
            (range(8, 10), ("apprentice",)),
        )
    ]
    * 2,
    Rare(bag=("eviltwin", "devilsadvocate", "pacifist", "sailor"), players=range(10, 13)),
    Rare(bag=("eviltwin", "sailor"), players=range(7, 10), human=True, at=("sailor",)),
    *[
        Rare(
            bag=("recluse", "scarletwoman"),
            players=range(7, 10),
            script=SCRIPTS["tb"],
            human=True,
            at=("recluse", "imp"),
        )
    ]
    * 2,
    Rare(bag=("virgin", "poisoner"), players=range(7, 10), script=SCRIPTS["tb"], at=("virgin",)),
    Rare(bag=("tinker",), players=range(7, 10), human=True),
    Rare(bag=("fortuneteller", "goon"), players=range(7, 10), human=True, at=("fortuneteller", "goon")),
    Rare(bag=("mayor", "imp"), players=range(5, 9), human=True, at=("mayor",)),
    Rare(seated=("voudon",)),
    Rare(seated=("judge", "judge", "butcher"), at=("judge",)),
    Rare(seated=("gunslinger", "gunslinger", "matron"), players=range(8, 19)),
    *[Rare(bag=(stopper,), seated=OFTEN_STOPPED, players=range(10, 19)) for stopper in STOPPERS],
    Rare(seated=("butcher", "judge", "matron", "barista"), players=range(10, 19), human=True),
    Rare(bag=("goon",), fabled=("revolutionary",)),
    Rare(bag=("goon", "snakecharmer"), fabled=("revolutionary",), human=True),
    Rare(fabled=("revolutionary",), in_turn=True, players=range(6, 7), script=SCRIPTS["tb"]),
)


def in_turn() -> list[SeatSpec]:
    """Six seats of which every other one is evil."""
    roles = ("monk", "imp", "chef", "poisoner", "empath", "scapegoat")
    specs = [SeatSpec(f"p{place}", role) for place, role in enumerate(roles[:5], 1)]
    return [*specs, SeatSpec("p6", roles[5], {"alignment": "evil"})]
