"""Setting up: how many of each team, which characters, who believes what (B1-B9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nightmoot.core import chance
from nightmoot.core.errors import BadGame
from nightmoot.core.plain import Plain
from nightmoot.core.records import SeatSpec
from nightmoot.core.ruleset import BagTable
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import AUTO, CHARACTERS, DATA, TEAMS, script_of, team_of
from nightmoot.rulesets.clocktower.own import Own, characters

TABLE: Final[Mapping[int, tuple[int, ...]]] = {players: tuple(row) for players, row in DATA["table"].items()}
LEAST, MOST = min(TABLE), max(TABLE)
#: The team of which there is somebody in every bag.
ALWAYS: Final = "demon"


def counts(players: int) -> dict[str, int]:
    """How many of each team there are among so many players, Travellers not counted (B1)."""
    if players not in TABLE:
        raise BadGame("players", "players", given=players, least=LEAST, most=MOST)
    return dict(zip(TEAMS, TABLE[players], strict=True))


def table(book: Book) -> BagTable:
    """The table, the characters by team, and what changes the numbers (B1, B4)."""
    every = CHARACTERS.values()
    teams = {team: tuple([found.id for found in every if found.team == team]) for team in (*TEAMS, "traveller")}
    numbers = {players: dict(zip(TEAMS, row, strict=True)) for players, row in TABLE.items()}
    told = {*book.setups, *book.beliefs}
    unsaid = tuple([role for role, found in CHARACTERS.items() if found.setup and role not in told])
    return BagTable(teams, numbers, book.setups, unsaid, (ALWAYS,))


def deal(
    book: Book,
    specs: Sequence[SeatSpec],
    options: Mapping[str, Plain],
    setup: Mapping[str, Plain],
    secret: str,
    unplayed: frozenset[str] = frozenset(),
) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
    """Give every seat without a character one: from the bag, or, beyond fifteen players, a Traveller (B2).

    Of the Travellers that are not on the script those that are ``unplayed`` stay out of the bag.
    """
    missing = [spec for spec in specs if spec.role is None]
    if not missing:
        return specs, setup
    fixed = tuple(spec.role for spec in specs if spec.role is not None)
    script = script_of("tb" if options["script"] == AUTO and not fixed else options["script"], fixed)
    wanted = tuple(setup.get("deck", setup.get("specials", ())))
    travellers = sum(team_of(role) == "traveller" for role in dict.fromkeys((*fixed, *wanted)))
    least = DATA["least"].get(options["script"], LEAST) if isinstance(options["script"], str) else LEAST
    if len(specs) < least:
        raise BadGame("players", "players", given=len(specs), least=least, most=MOST)
    more = max(0, len(specs) - travellers - MOST)
    bag = Bag(book, script, fixed, secret, tuple(options["fabled"]), unplayed)
    tokens = bag.fill(len(specs) - travellers - more, wanted)
    wanderers = bag.some("traveller", more)
    cards: list[tuple[str, dict[str, Any]]] = [(role, {}) for role in wanderers] + tokens
    order = list(chance.shuffled(secret, "seats", tuple(str(n) for n in range(len(cards)))))
    drawn = [cards[int(n)] for n in order]
    dealt = [spec if spec.role is not None else _seated(spec, *drawn.pop(0)) for spec in specs]
    return dealt, setup


def _seated(spec: SeatSpec, role: str, more: dict[str, Any]) -> SeatSpec:
    return SeatSpec(spec.name, role, {**more, **spec.setup})


class Bag:
    """The tokens of one game, drawn by name from a script."""

    def __init__(
        self,
        book: Book,
        script: tuple[str, ...],
        fixed: tuple[str, ...],
        secret: str,
        fabled: tuple[str, ...],
        unplayed: frozenset[str],
    ) -> None:
        """A bag for a script; ``fixed`` are the characters of those who have one already."""
        self.fabled = fabled
        self.book, self.script, self.secret = book, script, secret
        self.taken = list(fixed)
        editions = {CHARACTERS[role].edition for role in script if role in CHARACTERS}
        wanderers = [c.id for c in CHARACTERS.values() if c.team == "traveller" and c.edition in editions]
        more = [role for role in wanderers if role not in unplayed]
        self.playable = tuple(dict.fromkeys((*script, *more)))

    def some(self, team: str, count: int) -> list[str]:
        """So many characters of a team that are not taken yet; they are taken then."""
        free = tuple(role for role in self.playable if team_of(role) == team and role not in self.taken)
        if count > len(free):
            raise BadGame("script-too-small", "options.script", team=team, given=len(free), wanted=count)
        found = list(chance.shuffled(self.secret, f"bag/{team}/{len(self.taken)}", free))[: max(0, count)]
        self.taken += found
        return found

    def fill(self, players: int, wanted: tuple[str, ...]) -> list[tuple[str, dict[str, Any]]]:
        """The tokens for so many players, with those ``wanted``, the fixed ones left out; each with its belief.

        As many as there are players, a Demon among them, are the bag as somebody chose it, whatever the table says.
        """
        numbers = counts(players)
        strange = tuple(role for role in wanted if role not in self.playable)
        if strange:
            raise BadGame("not-on-script", "roles", roles=strange)
        had = list(self.taken)
        self.taken += [role for role in wanted if role not in self.taken]
        teams = [team_of(role) for role in self.taken if team_of(role) in TEAMS]
        if len(teams) != players or ALWAYS not in teams:
            self._fill_up(numbers)
        mine = [role for role in self.taken if role not in had]
        if len(self.taken) - sum(team_of(role) == "traveller" for role in self.taken) != players:
            raise BadGame("cards-do-not-fit", "roles", roles=wanted, **numbers)
        return [(role, self._belief(role)) for role in mine]

    def _fill_up(self, numbers: dict[str, int]) -> None:
        """What is missing by the table and by what changes it (B1, B4)."""
        for team in ("demon", "minion"):
            self._top_up(team, numbers[team])
        self._modify(numbers)
        for team in ("minion", "outsider", "townsfolk"):
            self._top_up(team, numbers[team])

    def _top_up(self, team: str, number: int) -> None:
        self.some(team, number - sum(team_of(role) == team for role in self.taken))

    def _modify(self, numbers: dict[str, int]) -> None:
        """Bracketed abilities change the numbers; every change is at the cost of the Townsfolk (B4)."""
        for role in (*self.taken, *self.fabled):
            for team, ways in self.book.setups.get(role, {}).items():
                change = ways[chance.index(self.secret, f"setup/{role}", len(ways))]
                change = max(-numbers[team], min(change, numbers["townsfolk"]))
                numbers[team] += change
                numbers["townsfolk"] -= change

    def _belief(self, role: str) -> dict[str, Any]:
        """Whom a deceived player takes himself to be: a token that is in the bag in place of his own (B8)."""
        teams = self.book.beliefs.get(role)
        if teams is None:
            return {}
        free = tuple(
            other
            for other in self.playable
            if team_of(other) in teams and (other not in self.taken or team_of(other) == "demon")
        )
        if not free:
            raise BadGame("script-too-small", "options.script", team=teams[0], given=0, wanted=1)
        believed = free[chance.index(self.secret, f"believes/{role}", len(free))]
        self.taken.append(believed)
        return {"believes": believed}


def check(specs: Sequence[SeatSpec], unplayed: frozenset[str], option: Plain, own: Own | None) -> None:
    """Characters whose abilities the program does not know need a person as the storyteller."""
    entries = tuple([(entry.role, entry.id) for entry in characters(own.script)]) if own is not None else ()
    if own is None and option != AUTO:
        entries = tuple([(role, role) for role in script_of(option, ())])
    strange = tuple([written for role, written in entries if role in unplayed])
    if strange:
        raise BadGame("not-played-alone", "options.script", roles=strange)
    unknown = tuple(dict.fromkeys(spec.role for spec in specs if spec.role in unplayed))
    if unknown:
        raise BadGame("not-played-alone", "seats", roles=unknown)


def alignment(role: str, chosen: Plain, secret: str | None, seat: str) -> str | None:
    """The alignment of a seat where it is not that of its character (B9, B70).

    A Traveller's is the storyteller's to say; where the program moderates (``secret``), it is drawn.
    """
    if chosen is not None:
        return str(chosen)
    if team_of(role) == "traveller" and secret is not None:
        return "evil" if chance.hits(secret, f"traveller/{seat}", 1 / 3) else "good"
    return None
