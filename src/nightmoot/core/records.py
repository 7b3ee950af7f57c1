"""The records a State is made of (DESIGN: words). All frozen, all plain data, all referring by id."""

from __future__ import annotations

from typing import Any, Final

from nightmoot.core.plain import Plain, Record

MODERATOR: Final = "moderator"
PUBLIC: Final = "public"
TABLE: Final = "table"
ALL: Final = "all"
#: With the id of an ability: where a mark lies that bears on every copy of it, whoever holds it.
ABILITY: Final = "ability:"
#: What upholds the marks that come with a role.
INNATE: Final = "role"


def group_owner(group: str) -> str:
    """The owner id of a group's holding."""
    return "group:" + group


class Seat(Record, frozen=True):
    """A player's place in the circle.

    ``role`` is the actual role, ``base`` the one dealt, ``camp`` the actual camp where it is not the role's own,
    ``believed`` the role a player wrongly takes himself to have.
    """

    id: str
    name: str
    role: str = ""
    base: str = ""
    camp: str | None = None
    believed: str | None = None
    out: bool = False
    left: bool = False


class Holding(Record, frozen=True):
    """One owner's copy of an ability; the owner is a seat, ``group:<id>`` or the table.

    ``left`` counts the uses left (None: no limit). ``picks`` are the past uses, as (night, targets).
    ``acted`` is the stamp of the phase of the last use. ``hollow`` holdings belong to a believed role.
    ``since`` is the night before or in which it came into being (0: with the deal), ``woken`` how often it has been
    woken. ``until`` names the moment at which it is lost (None: never).
    """

    id: str
    owner: str
    ability: str
    left: int | None = None
    picks: tuple[tuple[int, tuple[str, ...]], ...] = ()
    acted: str = ""
    by: str | None = None
    hollow: bool = False
    since: int = 0
    woken: int = 0
    until: str | None = None


class Mark(Record, frozen=True):
    """Anything lying on a seat, a holding, an ability by its name, or the table.

    ``by`` is the holding that upholds it, ``until`` names the moment at which it ends (None: for ever), ``at`` is its
    age (lower is older).
    """

    id: str
    kind: str
    on: str
    by: str | None = None
    until: str | None = None
    data: Plain = None
    at: int = 0


class Use(Record, frozen=True):
    """One use of an ability on its way: chosen as named by the chooser, targets as they stand after the route.

    ``feedback`` is who gets the result: a seat, several, or None (nobody). ``pierces`` names what cannot touch it:
    kinds of marks, stages of the route, ``limit``. ``balls`` pairs each chosen target with its final one (None: it does
    not settle there). ``fact`` is the fact of the use, ``cause`` the latest turn it took.
    """

    actor: str
    ability: str
    holding: str
    choice: Plain = None
    chosen: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    feedback: str | tuple[str, ...] | None = None
    hollow: bool = False
    cause: int | None = None
    pierces: tuple[str, ...] = ()
    fact: int | None = None
    balls: tuple[tuple[str, str | None], ...] = ()

    @property
    def target(self) -> str:
        """The first target; uses with no target have none and fail here."""
        return self.targets[0]


class Harm(Record, frozen=True):
    """A proposed departure. ``met`` lists the marks that have already acted on it.

    ``depth`` counts the harms from which it follows; ``pierces`` names kinds of marks and stages that cannot touch it.
    """

    id: str
    target: str
    kind: str
    source: str | None = None
    by: str | None = None
    slot: str = ""
    riders: Plain = None
    met: tuple[str, ...] = ()
    depth: int = 0
    cause: int | None = None
    pierces: tuple[str, ...] = ()


class Step(Record, frozen=True):
    """An entry of the agenda: a kind and plain arguments. ``cause`` is the fact from which it follows.

    ``at`` is the stamp of the phase in which it was put there. ``reached`` marks a gate at which the game has rested.
    """

    kind: str
    at: str
    args: dict[str, Any] = {}
    cause: int | None = None
    reached: bool = False

    @property
    def name(self) -> str:
        """What the step is: its phase, its kind and its plain arguments, alike in every run of the game."""
        if not self.args:
            return f"{self.at}/{self.kind}"
        shown = [str(value) for value in self.args.values() if isinstance(value, (str, int))]
        return "/".join((self.at, self.kind, *shown))


class Phase(Record, frozen=True):
    """Where the game stands.

    ``serial`` counts the phases entered so far; ``stamp`` names this one, alike in every run of the game.
    """

    name: str = ""
    day: int = 0
    night: int = 0
    serial: int = 0
    stamp: str = ""


class Window(Record, frozen=True):
    """An open set of offers.

    ``mode``      ``now``: each use runs at once; ``order``: handed in, and settled when it closes, in the order of the
                  sheet; ``insert``: as ``order``, but what a use opens for another holder comes next
    ``until``     the named moment at which it closes
    ``standing``  it stays open beside the agenda until a body closes it
    ``closes``    ``due``: when its moment comes; ``answered``: also when nobody has an offer left to answer
    ``shut``      its moment has come: nothing more is accepted
    ``final``     what is handed in stands: it is neither replaced nor withdrawn
    """

    name: str
    mode: str
    until: str
    standing: bool = False
    closes: str = "due"
    shut: bool = False
    final: bool = False


class Order(Record, frozen=True):
    """A stored choice that its settlement will consume (None: nothing will come of the offer).

    ``arrival`` counts arrivals in this game, ``times`` how often the owner has said what he wants here; ``at`` is the
    stamp of its arrival, where inputs bear one.
    """

    holding: str
    by: str
    choice: Plain
    arrival: int
    window: str
    times: int = 1
    at: int | None = None


class Fact(Record, frozen=True):
    """Something that happened, with its cause (the id of an earlier fact). The truth; never sent to a seat."""

    id: int
    kind: str
    seat: str | None = None
    what: str = ""
    by: str | None = None
    data: Plain = None
    cause: int | None = None
    phase: Phase = Phase()


class Notice(Record, frozen=True):
    """What leaves the engine. ``to`` has no default: ``all`` or the ids of those who may know.

    ``shows`` are (subject, facet, value) triples: all that a view's fold does with a notice.
    ``skill`` and ``info`` say which skill told what, as plain data.
    """

    key: str
    to: str | tuple[str, ...]
    params: dict[str, Any]
    shows: tuple[tuple[str, str, Any], ...] = ()
    skill: str | None = None
    info: Plain = None

    def __post_init__(self) -> None:
        """Refuse an audience that is neither everybody nor a list: no id is ever taken for part of another."""
        if self.to != ALL and not isinstance(self.to, (tuple, list)):
            raise TypeError(f"a notice goes to {ALL!r} or to a tuple of ids, not to {self.to!r}")


class Verdict(Record, frozen=True):
    """How the game ended: the winning side (None: nobody), the seats that have won, and the sides that won beside."""

    side: str | None
    winners: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that has won."""
        return (self.side, *self.beside) if self.side is not None else ()


class SeatSpec(Record, frozen=True):
    """Who sits down: a name, the role where it is fixed, and choices made in setting up."""

    name: str
    role: str | None = None
    setup: dict[str, Any] = {}
