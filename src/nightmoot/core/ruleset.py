"""A ruleset: a book with its metadata, its pipelines' orders, and the few questions only it can answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nightmoot.core.ability import MarkKind, OptionSpec
from nightmoot.core.book import Book
from nightmoot.core.errors import BadGame
from nightmoot.core.naming import Names
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import INNATE, MODERATOR, Harm, Holding, Mark, Notice, Order, SeatSpec, Use
from nightmoot.core.steps import CORE

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene
    from nightmoot.core.state import State
    from nightmoot.core.text import Texts


class Share(NamedTuple):
    """One part of a composed board: its camp (none: all others together), its roles, the sum of their strengths.

    ``kind``: what it is instead of a camp, as the keys of its texts begin (``<kind>.<side>``).
    """

    side: str
    roles: tuple[str, ...]
    strength: int = 0
    kind: str = "camp"


class Composed(NamedTuple):
    """A board drawn for some number of players; ``widened`` where the limits had to be.

    ``notes`` say what else belongs to it: text keys with their parameters.
    """

    sides: tuple[Share, ...]
    widened: bool = False
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()


class BagTable(NamedTuple):
    """How a set-up is put together.

    ``teams``    the roles by team; ``needs``: the teams of which there is always somebody
    ``numbers``  by the number of players, how many of each team; teams that it does not name come on top
    ``changes``  by role and team, what may be added to that; ``unsaid``: who changes it in a way nobody has told
    """

    teams: Mapping[str, tuple[str, ...]]
    numbers: Mapping[int, Mapping[str, int]]
    changes: Mapping[str, Mapping[str, tuple[int, ...]]]
    unsaid: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


class Rhythm(NamedTuple):
    """How a game of open doors and windows goes by the clock, where its room has a calendar.

    A discussion (a gate ``discussion``) lasts until the doors close on the last of its days; its last stretch (a gate
    ``discussion`` named ``closing``) comes before that. A gate ``phase`` named after a phase that has ``days`` waits
    for the doors to open, and a gate ``window`` lasts its phase's minutes.

    ``opens``    the time of day (``HH:MM``) at which the doors open; ``closes`` when they close
    ``days``     by phase: at the how manieth close its discussion ends
    ``weekend``  how many closes later, where a Saturday or a Sunday is among its days
    ``closing``  minutes of the last stretch before the doors close for good
    ``minutes``  by phase: how long its window is open
    ``daytime``  windows whose offers may be taken only between the opening and the closing of a day
    """

    opens: str
    closes: str
    days: Mapping[str, int]
    weekend: int
    closing: int
    minutes: Mapping[str, int]
    daytime: frozenset[str] = frozenset()


class Ruleset(Book):
    """Everything that one game is made of. Subclasses override what only they can answer.

    ``listed``       its place where rulesets are listed: lower comes first
    ``players``      least and most seats of a dealt game
    ``wider``        the option that allows other numbers, with the least and most seats it allows
    ``options``      option specs by id
    ``suggested``    what a form for an evening begins with, where that is not an option's default
    ``camps``        camp ids; ``groups`` group ids; ``phases`` phase ids in the order of a day
    ``night_phases`` the phases in which players act unseen
    ``calendar``     the time of day (``HH:MM``) at which a phase begins, where the game lives by the clock
    ``rhythm``       how its doors and windows go by the clock in a slow room, where it has such
    ``phase_steps``  the step that begins a phase, for phases that the moderator may have begin by hand
    ``use_stages``   the stages of the route; ``harm_stages`` those of a harm, in order
    ``sheet``        the published order of the abilities, where there is one
    ``instead``      ``first``: the first substitution counts; ``all``: every one acts; ``ask``: the moderator rules
                     which one
    ``composes``     a form for an evening offers to draw boards (:meth:`compose`)
    ``pace``         seconds by kind of wait that suit this game, where they are not those of most games
    ``gifts_lean``   a gained ability is lost with what it came from, and rests with it where somebody else has that
    ``camps_stay``   a player whose role changes keeps his camp
    ``unplayed``     roles known by name alone: a person as the moderator runs what they do
    ``layout``       how the moderator's page is laid out: ``list`` of seats, or ``circle`` with tokens
    ``cards``        the ids of sentences (``card.<id>``) that the moderator may show to a player full screen
    """

    id = ""
    listed = 10
    layout: Literal["list", "circle"] = "list"
    cards: tuple[str, ...] = ()
    players: tuple[int, int] = (1, 60)
    wider: tuple[str, int, int] | None = None
    suggested: Mapping[str, Plain] = {}
    camps: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    night_phases: frozenset[str] = frozenset()
    calendar: Mapping[str, str] = {}
    rhythm: Rhythm | None = None
    phase_steps: Mapping[str, str] = {}
    use_stages: tuple[str, ...] = ()
    harm_stages: tuple[str, ...] = ("redirect", "cant", "cancel", "instead")
    instead = "first"
    sheet: tuple[str, ...] = ()
    unplayed: frozenset[str] = frozenset()
    camps_stay = False
    gifts_lean = False
    composes = False
    pace: Mapping[str, float] = {}

    def __init__(self) -> None:
        """A ruleset with the core's own steps."""
        super().__init__()
        self._offered: dict[str, tuple[str, ...]] = {}
        self.options: dict[str, OptionSpec] = {}
        self.names = Names()
        self.boards: tuple[dict[str, Any], ...] = ()
        self.bearing: tuple[MarkKind, ...] = ()
        self.keeping: tuple[str, ...] = ()
        self.bearing_kinds: frozenset[str] = frozenset()
        self.known_kinds: frozenset[str] = frozenset()
        self.curing: dict[str, tuple[MarkKind, ...]] = {}
        self.override_acts: dict[str, Callable[[Scene, dict[str, Any]], None]] = {}
        self.include(CORE)

    def include(self, *books: Book) -> None:
        """Add other books; keeps the index of marks that bear on holdings."""
        super().include(*books)
        self.bearing = tuple(kind for kind in self.mark_kinds.values() if kind.bears)
        cures = tuple(kind for kind in self.mark_kinds.values() if kind.cures)
        self.curing = {
            cured: tuple(kind for kind in cures if cured in kind.cures) for kind in cures for cured in kind.cures
        }
        self.keeping = tuple(kind.id for kind in self.mark_kinds.values() if kind.keeps)
        self.bearing_kinds = frozenset({*self.keeping, *(kind.id for kind in self.bearing)})
        self.known_kinds = frozenset({*self.keeping, *(kind.id for kind in self.bearing if not kind.hidden)})
        self._offered = {}
        for ability in self.abilities.values():
            for window in ability.windows:
                self._offered[window] = (*self._offered.get(window, ()), ability.id)

    @property
    def windows(self) -> tuple[str, ...]:
        """The windows in which anything is ever on offer."""
        return tuple(self._offered)

    def offered_in(self, window: str) -> tuple[str, ...]:
        """The abilities that are offered in a window."""
        return self._offered.get(window, ())

    # ------------------------------------------------------------------ setting up

    def option_values(self, given: Mapping[str, Plain]) -> dict[str, Plain]:
        """Every option with its value; an unknown option or value is refused by name."""
        for name, value in given.items():
            spec = self.options.get(name)
            if spec is None:
                raise BadGame("unknown-option", f"options.{name}", option=name, known=tuple(self.options))
            if not spec.accepts(freeze(value)):
                allowed = spec.examples if spec.allowed is None else spec.allowed
                raise BadGame("option-value", f"options.{name}", option=name, value=value, allowed=allowed)
        found = {name: spec.default for name, spec in self.options.items()}
        for name, value in given.items():
            normal = self.options[name].normal
            found[name] = freeze(value) if normal is None else normal(freeze(value))
        return found

    def completed(self, options: Mapping[str, Plain]) -> Ruleset:
        """The ruleset of one game: itself, or a copy with what the values of its options add (roles of one's own).

        Completed once more with the same options it must be the same ruleset.
        """
        return self

    def deal(
        self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
    ) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
        """Give a role to every seat that has none; also the set-up of the table, completed.

        Raises :class:`BadGame` where that cannot be done.
        """
        missing = [spec.name for spec in specs if spec.role is None]
        if missing:
            raise BadGame("no-role", "seats", seats=tuple(missing))
        return specs, setup

    def admits(self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], moderator: str) -> None:
        """Can this be played with this moderator (``auto`` or ``human``)? Raises :class:`BadGame` where not."""

    def bag(self) -> BagTable | None:
        """The numbers by which a set-up is put together, where the ruleset has such a table."""
        return None

    def compose(
        self,
        players: int,
        secret: str,
        must: Sequence[str] = (),
        never: Sequence[str] = (),
        options: Mapping[str, Plain] | None = None,
    ) -> Composed:
        """Draw a board for so many players, with the ``must`` and without the ``never``, under these options.

        Raises :class:`BadGame` where none exists, and where the ruleset draws none.
        """
        raise BadGame("composes-nothing", "ruleset", ruleset=self.id)

    def open(self, scene: Scene, setup: Mapping[str, Plain], choices: Mapping[str, Mapping[str, Plain]]) -> None:
        """Set the game up: groups, marks, first notices, the first step. ``choices`` are made in set-up, by seat."""
        raise NotImplementedError

    def place(self, ability: str) -> int:
        """The place of an ability in the published order (those not on it come last, as declared)."""
        if ability in self.sheet:
            return self.sheet.index(ability)
        return len(self.sheet) + list(self.abilities).index(ability)

    def texts(self, lang: str) -> Texts:
        """The texts of a language: the core's, with this ruleset's own over them."""
        from nightmoot.core.text import texts

        return texts(self.id, lang)

    # ------------------------------------------------------------------ questions of the core

    def camp_of(self, state: State, seat: str) -> str:
        """The actual camp of a seat: its own where it has one, else that of its role. Depends on the seats alone."""
        record = state.seats[seat]
        return record.camp or self.roles[record.role].camp

    def facet(self, scene: Scene, seat: str, facet: str) -> Plain:
        """What a facet of the ruleset's own (one that masks may carry) is in truth."""
        return None

    def seems(self, scene: Scene, seat: str, facet: str) -> Plain:
        """What a check would see of the seat now, as far as that is settled before anybody asks."""
        return scene.read(seat, facet, as_="surface")

    def registrations(self, scene: Scene, seat: str, facet: str, asker: Holding) -> tuple[Plain, ...]:
        """Every way in which the seat may lawfully register for this question; the straight one first."""
        return (scene.read(seat, facet),)

    def operator(self, scene: Scene, seat: str, ability: str) -> str:
        """Who decides for the seat."""
        return seat

    def receivers(self, scene: Scene, holding: Holding, by: str) -> str | tuple[str, ...]:
        """Who gets the result of a use, where ``by`` decided on it."""
        return by

    def outlasts(self, state: State, holding: Holding) -> bool:
        """Does this one holding work though its holder is out?"""
        return False

    def upheld(self, mark: Mark) -> bool:
        """Does the mark live only as long as the holding that made it stands? (One that came with a role does not.)"""
        kind = self.mark_kinds.get(mark.kind)
        return kind is not None and kind.upheld and mark.by not in (None, INNATE)

    def compulsory(self, scene: Scene, holding: Holding) -> bool:
        """May an offer of this holding not be declined (left alone, it is drawn)?"""
        return False

    def wakes_late(self, scene: Scene, holding: Holding) -> bool:
        """Is a holding still woken tonight where its place on the sheet is past: gained tonight, or usable only now?"""
        return True

    def prepared(self, scene: Scene, holding: Holding) -> Plain:
        """A lawful choice that was made beforehand for the wake of this holding; None: its holder is asked."""
        return None

    def night_sheet(self, scene: Scene) -> tuple[str, ...]:
        """The abilities that this night wakes, in order."""
        return self.sheet

    def has_revived(self, scene: Scene, seat: str) -> None:
        """Somebody is in again: what follows from it."""

    def takers(self, scene: Scene, holding: Holding) -> tuple[str, ...]:
        """Who may take an offer of a holding of the table: by default everybody who is in."""
        return scene.living()

    def spends_void(self, scene: Scene, holding: Holding) -> bool:
        """Is a use spent that is void before it begins?"""
        return False

    def vetoes(self, scene: Scene, use: Use, target: str) -> Mark | bool | None:
        """Does the use come to nothing on this final target? Where it does, a mark says by what."""
        return None

    def lost(self, scene: Scene, use: Use) -> None:
        """A use has lost all its targets on its way: what follows from it all the same."""

    def delays(self, scene: Scene, use: Use) -> str | bool:
        """Is the effect of the use put off, once it has its targets?

        A named moment: the core has it act then (:meth:`Scene.fall_due`). True: the ruleset has kept it for later.
        """
        return False

    def harm_order(
        self, scene: Scene, stage: str, found: list[tuple[Mark, Any]]
    ) -> list[tuple[Mark, Callable[[Scene, Mark, Harm], Any]]]:
        """The order in which marks act within a stage; by default the order of declaration, then age."""
        return found

    def on_verdict(self, scene: Scene, side: str | None, winners: tuple[str, ...]) -> None:
        """Tell everybody how it ended."""

    def depart(self, scene: Scene, seat: str) -> None:
        """The moderator takes a seat out by hand; whatever follows from a departure follows."""
        harm = scene.queue(seat, "override", source=MODERATOR)
        if harm is not None:
            scene.out_together(harm)

    def corrected(self, scene: Scene, seat: str) -> None:
        """The moderator has corrected a seat by hand: bring what depends on its role into line."""

    def say_camp(self, scene: Scene, seat: str) -> None:
        """The moderator has put a seat on another side by hand; rulesets may tell it."""

    def say_role(self, scene: Scene, seat: str) -> None:
        """Tell a seat what it is now."""
        scene.tell_role(seat)

    def statuses(self, scene: Scene, seat: str) -> tuple[str, ...]:
        """What is effective on a seat now: the kinds of its live marks."""
        found = (mark for mark in scene.state.all_marks() if mark.on == seat)
        return tuple(dict.fromkeys(mark.kind for mark in found if scene.standings.lives(mark)))

    # ------------------------------------------------------------------ for the pages

    def menu(self) -> tuple[str, ...]:
        """The public acts that stand in one menu of every player, whatever the role: skills, in a fixed order."""
        return ()

    def scripts(self) -> Mapping[str, tuple[str, ...]]:
        """Named selections of roles that come with the ruleset, for its option ``script``; by default none."""
        return {}

    def read_script(self, content: bytes) -> Mapping[str, Any] | None:
        """A file with a selection of roles: ``name``, ``roles``, ``unknown``, ``faults``; None: it reads no files.

        A fault has a ``grade`` (``error``: it can't be played; ``warning``), ``code`` and ``params`` of its text
        ``script.fault.<code>``, and the ``place`` in the file.
        """
        return None

    def write_script(self, options: Mapping[str, Plain]) -> bytes | None:
        """The selection of roles in a game's options, as a file that :meth:`read_script` reads; None: it has none."""
        return None

    def tokens(self, state: State) -> tuple[str, ...]:
        """The kinds of marks that the moderator may lay by hand."""
        return tuple(self.mark_kinds)

    def notes(self, state: State) -> tuple[dict[str, str], ...]:
        """Words that the moderator may lay as notes: the ``role`` to which they belong, and their ``text``."""
        return ()

    def own_words(self) -> Mapping[str, str]:
        """What the options have brought in texts, by their keys, alike in every language; see :meth:`completed`."""
        return {}

    def reminder_tokens(self, state: State) -> dict[str, dict[str, str]]:
        """The reminder tokens of the roles that may be in this game: id and name (text ``token.<id>``), by role."""
        return {}

    def beside(self, scene: Scene, seat: str) -> tuple[str, ...]:
        """The reminder tokens that lie beside a seat by themselves: no marks, but read off the state of things."""
        return ()

    def cast(self, state: State) -> tuple[str, ...]:
        """The roles that the moderator may give by hand."""
        return tuple(self.roles)

    def calls(self, scene: Scene) -> tuple[dict[str, Any], ...]:
        """Who is called in this night, in order: ``skill`` (or the role, the group), ``seats``, ``done``, ``now``."""
        return ()

    def may_whisper(self, state: State, seats: tuple[str, ...]) -> bool:
        """May these seats talk among themselves now, unheard by the others?"""
        return False

    # ------------------------------------------------------------------ by the moderator's hand

    def seat_joined(self, scene: Scene, seat: str) -> None:
        """Somebody has sat down in the middle of the game: give him what his role brings, and tell whom it concerns."""
        record = scene.seat(seat)
        scene.deal_holdings(seat, record.role)
        shows = ((seat, "name", record.name), (seat, "in", True), ("table", "circle", scene.circle))
        scene.announce("joined", {seat: record.name}, seat=seat, shows=shows)
        scene.tell_role(seat)

    def seat_left(self, scene: Scene, seat: str) -> None:
        """Somebody has left for good: by default all that follows from a departure follows."""
        if scene.is_in(seat):
            self.depart(scene, seat)

    def begin_phase(self, scene: Scene, phase: str) -> None:
        """The moderator has a phase begin now: by default the step of :attr:`phase_steps` is all that is to come."""
        scene.push(self.phase_steps[phase])

    def exposed_facets(self) -> frozenset[str]:
        """The facets of a seat that say who it is."""
        return frozenset({"role", "camp", "mate"})

    def order_notice(self, scene: Scene, holding: Holding, actor: str, choice: Plain) -> Notice | None:
        """What is told, and to whom, as soon as an order is handed in, replaced or withdrawn; nothing by default."""
        return None

    def withdrawn(self, order: Order) -> Order | None:
        """What is left of an order that is taken back; nothing by default."""
        return None

    def may_post(self, state: State, by: str, channel: str) -> bool:
        """May this seat speak there now?"""
        return False

    def post_limits(self, state: State, by: str, channel: str) -> tuple[int | None, int | None]:
        """How many posts of this seat a day are allowed there, and how many characters each; None: any number."""
        return None, None

    def audience(self, state: State, channel: str) -> str | tuple[str, ...]:
        """Who reads a channel: ``all``, or the members of a group."""
        return "all" if channel == "table" else state.groups.get(channel, ())

    def group_of(self, state: State, group: str) -> tuple[str, ...]:
        """The seats that act for a group now."""
        return tuple(seat for seat in state.groups.get(group, ()) if not state.seats[seat].out)
