"""Words of a document and what they mean in its game: players, roles, skills, phases, announcements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from nightmoot.core import MODERATOR, Plain, Refused, Ruleset
from nightmoot.core.records import Seat
from nightmoot.core.text import texts
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.reading import Piece

#: The moderator's name in a document.
STORYTELLER: Final = "storyteller"
#: Acts that are no skills, in every ruleset that has them.
ACTS: Final = frozenset({"vote", "elect", "nominate", "exile", "hands"})
#: The kinds of things that have a name in the texts.
NAMED: Final = ("role", "skill", "camp", "mark", "phase", "group")
#: What the things that a map asks for by name are.
HINTS: Final[Mapping[str, str]] = {
    "role": "role",
    "character": "role",
    "believes": "role",
    "camp": "camp",
    "alignment": "camp",
    "skill": "skill",
}


class Actor(NamedTuple):
    """Who acts: a seat, a group, or the moderator."""

    id: str
    group: bool = False


def unchanged(name: str) -> str:
    """The name that a player has in the game is the one he has in the document."""
    return name


class Words:
    """The names of a ruleset and of the players at the table.

    ``rename`` says what a player is called in the game, so that a document can be run under other names.
    """

    def __init__(self, rules: Ruleset, rename: Callable[[str], str] = unchanged, lang: str = "zh") -> None:
        """The words of a ruleset, shown in a language; nobody sits down yet."""
        self.rules = rules
        self.rename = rename
        self.lang = lang
        self._people: Mapping[str, Seat] = {}
        self._seats: dict[str, str] = {}
        self._written: dict[str, str] = {}

    def new_player(self, name: str) -> str:
        """The name under which a player of the document is known in the game."""
        known = self.rename(name)
        self._written[known] = name
        return known

    def expect(self, seats: Mapping[str, str]) -> None:
        """Players are known by their seats before they sit down."""
        self._seats = dict(seats)

    def sit(self, people: Mapping[str, Seat]) -> None:
        """Learn who sits at the table now."""
        if people is not self._people:
            self._people = people
            self._seats = {record.name: seat for seat, record in people.items()}

    # ------------------------------------------------------------------ reading

    def find(self, kind: str, text: str) -> str | None:
        """The id that a word means as a thing of a kind, or None."""
        return self.rules.names.find(kind, text)

    def name(self, kind: str, piece: Piece) -> str:
        """The id of a thing of a kind; a fault where there is none of that name."""
        found = self.find(kind, piece.word(f"a {kind}"))
        if found is None:
            raise Fault(f"there is no {kind} called {piece.text}", piece.line)
        return found

    def seat_called(self, text: str) -> str | None:
        """The seat of the player with that name, or None."""
        return self._seats.get(self.rename(text))

    def person(self, text: str) -> str | None:
        """The seat of that name, the moderator, or whom the ruleset calls so; or None."""
        if text == STORYTELLER:
            return MODERATOR
        return self.seat_called(text) or self.find("seat", text)

    def seat(self, piece: Piece) -> str:
        """The seat of a player; a fault where nobody has that name."""
        found = self.seat_called(piece.word("a player"))
        if found is None:
            raise Fault(f"nobody is called {piece.text}", piece.line)
        return found

    def seat_of_key(self, key: str, line: int) -> str:
        """The seat of a player who is a key of a map."""
        return self.seat(Piece(line, text=key, value=key))

    def people(self, piece: Piece) -> tuple[str, ...]:
        """The seats of several players (a bare name stands for a list of it), or the moderator."""
        found = []
        for item in piece.several():
            person = self.person(item.word("a player"))
            found.append(self.seat(item) if person is None else person)
        return tuple(found)

    def actor(self, key: str, line: int) -> Actor:
        """Who acts under this name: a player, a group or the moderator."""
        seat = self.seat_called(key)
        if seat is not None:
            return Actor(seat)
        if key == STORYTELLER:
            return Actor(MODERATOR)
        group = self.find("group", key)
        if group is None:
            raise Fault(f"nobody is called {key}", line)
        return Actor(group, group=True)

    def skill(self, text: str, line: int) -> str:
        """A skill or act; a fault where there is none of that name."""
        found = self._skill(text)
        if found is None:
            raise Fault(f"there is no skill called {text}", line)
        return found

    def _skill(self, text: str) -> str | None:
        found = self.find("skill", text)
        if found is None and (text in self.rules.abilities or text in ACTS):
            return text
        return found

    def told(self, text: str, line: int) -> str:
        """What can have told somebody something: a skill, or a notice of its own."""
        found = self._skill(text) or self._key(text)
        if found is None:
            raise Fault(f"there is no skill and no notice called {text}", line)
        return found

    def announcement(self, text: str, line: int, *, strict: bool = True) -> str:
        """The key of an announcement; where it is not to be made, any word of the game will do."""
        found = self._key(text) or (None if strict or not self.known(text) else text)
        if found is None:
            raise Fault(f"nothing is announced under {text}", line)
        return found

    def _key(self, text: str) -> str | None:
        found = self.find("key", text)
        if found is None and (text in self._notices or not self._notices):
            return text
        return found

    @cached_property
    def _notices(self) -> frozenset[str]:
        """The keys of all notices that there are texts for; none where the ruleset has no texts of its own."""
        entries = self.rules.texts("en").entries
        if entries.keys() == texts("", "en").entries.keys():
            return frozenset()
        return frozenset(key.removeprefix("notice.") for key in entries if key.startswith("notice."))

    def meanings(self, text: str) -> tuple[str, ...]:
        """Everything that a word can be in a game: a seat, a thing of the ruleset, the word itself."""
        named = self.rules.names.meanings(text)
        person = self.person(text)
        if person is not None:
            return (person, *named)
        return named if text in self._people else (*named, text)

    def known(self, text: str) -> bool:
        """Does the word mean anything here?"""
        return self.person(text) is not None or bool(self.rules.names.meanings(text))

    # ------------------------------------------------------------------ plain data

    def plain(self, piece: Piece, hint: str = "") -> Plain:
        """A piece as plain data of the game; ``hint`` says what its words are where they mean several things."""
        if piece.entries is not None:
            return {self._plain_key(key): self.plain(item, HINTS.get(key, "")) for key, item in piece.entries.items()}
        if piece.items is not None:
            return tuple(self.plain(item, hint) for item in piece.items)
        if piece.value is None or not isinstance(piece.value, str):
            return piece.value
        if hint and (found := self.find(hint, piece.text)) is not None:
            return found
        return self.meanings(piece.text)[0]

    def _plain_key(self, key: str) -> str:
        return self.seat_called(key) or self.find("skill", key) or key

    # ------------------------------------------------------------------ showing

    def show(self, value: Plain) -> str:
        """Plain data of the game in the words of documents."""
        if isinstance(value, dict):
            return "{" + ", ".join(f"{self.show(key)}: {self.show(item)}" for key, item in value.items()) + "}"
        if isinstance(value, tuple | list):
            return "[" + ", ".join(self.show(item) for item in value) + "]"
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        return self.call(value) if isinstance(value, str) else str(value)

    def refusal(self, refused: Refused) -> str:
        """Why the game refused something."""
        details = [f"{key} {self.show(value)}" for key, value in refused.params.items()]
        return ", ".join([refused.code, *details])

    def call(self, ident: str) -> str:
        """What documents call the thing with this id."""
        if ident == MODERATOR:
            return STORYTELLER
        record = self._people.get(ident)
        if record is not None:
            return self._written.get(record.name, record.name)
        book = self.rules.texts(self.lang)
        for kind in NAMED:
            if book.has(f"{kind}.{ident}"):
                return book.render(f"{kind}.{ident}")
        return self.rules.names.called(ident) or self._written.get(ident, ident)
