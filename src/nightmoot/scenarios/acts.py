"""Acts of a document: decisions taken by players and groups, what the moderator does, and what must be refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from nightmoot.core import MODERATOR, Answer, AnyInput, Override, Plain, Post, Refused, Tick
from nightmoot.core.picks import Form
from nightmoot.core.records import TABLE
from nightmoot.scenarios.choices import choice
from nightmoot.scenarios.course import Closed, Course
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.moderator import OVERRIDES
from nightmoot.scenarios.openings import Opening, openings, who_answers
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.words import STORYTELLER, Actor, Words

#: Refusals that are faults of the document: what it fixed ahead cannot be.
#: Refusals of what a choice looks like.
SHAPES: Final = frozenset({"not-yes-or-no", "wrong-count", "not-a-list", "not-a-map", "not-a-text"})
FAULTY: Final = frozenset({"chance-not-possible"})


class Wish(NamedTuple):
    """Somebody wants to take a skill. It shows as it is written."""

    actor: Actor
    skill: str
    says: Piece
    line: int
    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.who}: {{{self.what}: {self.says}}}"


class Declined(Exception):
    """The game refused an act."""

    def __init__(self, act: str, why: str, line: int) -> None:
        """Keep what was tried, why it was refused, and the line."""
        self.act, self.why, self.line = act, why, line
        super().__init__(act)

    def fault(self) -> Fault:
        """The refusal where the document wanted the act to be taken."""
        return Fault(f"expected {self.act} to be taken; it was refused: {self.why}", self.line)


def impossible(words: Words, refused: Refused) -> str:
    """What is said where the game meets something that cannot be."""
    return f"what was fixed by chance is not possible here: {words.refusal(refused)}"


def wishes(words: Words, who: str, piece: Piece, line: int) -> list[Wish]:
    """The skills of one entry, in order."""
    actor = words.actor(who, line)
    found = []
    for what, says in piece.map(f"what {who} takes").items():
        at = piece.line_of(what)
        found.append(Wish(actor, words.skill(what, at), says, at, who, what))
    return found


class Acts:
    """Taking decisions in a course of a game; while ``proving``, a refused one must have changed nothing."""

    def __init__(self, course: Course, *, proving: bool = False) -> None:
        """Act in a course."""
        self.course = course
        self.words = course.words
        self.proving = proving

    # ------------------------------------------------------------------ players

    def take(self, wanted: list[Wish]) -> Iterator[None]:
        """Take the decisions one after another, running on to each; a step for each answer, before it is run to."""
        rest = list(wanted)
        while rest:
            yield
            wish = rest[0]
            try:
                opening = self.course.run_to(wish.actor, wish.skill, wish.line, fits=partial(self._fits, rest))
            except Closed as closed:
                raise Fault(f"{wish.what} is not open for {wish.who}: {closed.why}", wish.line) from closed
            rest = rest[self._answer(opening, rest) :]
            self.course.settle(answered=True)

    def _fits(self, wanted: list[Wish], opening: Opening) -> bool:
        """Is it this opening that is meant? A hand-in that stands is not replaced by what has another shape."""
        if not (opening.offer and opening.answered):
            return True
        value, _ = self._value(opening, wanted)
        try:
            opening.pick.check(value)
        except Refused as refused:
            return refused.code not in SHAPES
        return True

    def _answer(self, opening: Opening, wanted: list[Wish]) -> int:
        """Answer what is open with the first wishes; returns how many of them it has taken."""
        value, taken = self._value(opening, wanted)
        wish = wanted[0]
        self._submit(Answer(opening.name, who_answers(opening, wish.actor), value), str(wish), wish.line)
        return taken

    def _value(self, opening: Opening, wanted: list[Wish]) -> tuple[Plain, int]:
        """The choice, and of how many wishes it is made: several parts of one decision are one choice."""
        wish = wanted[0]
        found = opening.part(wish.skill)
        if found is None:
            return self.words.plain(wish.says), 1
        pick, part = found
        value = choice(self.words, wish.says, pick)
        form = opening.pick if isinstance(opening.pick, Form) else None
        if part is None and form is not None and form.main is not None and isinstance(value, dict):
            values = dict(value)
        elif part is None:
            return value, 1
        elif form is None:
            return (None if value is None else {part: value}), 1
        else:
            values = {part: value}
        taken = 1
        for other in wanted[1:]:
            more = opening.part(other.skill)
            if other.actor != wish.actor or more is None:
                break
            name = more[1] or form.main
            if name is None or name in values:
                break
            said = choice(self.words, other.says, more[0])
            values[name] = said[name] if more[1] is None and isinstance(said, dict) and name in said else said
            taken += 1
        return values, taken

    def _declined(self, act: str, refused: Refused, line: int) -> Declined:
        return Declined(act, self.words.refusal(refused), line)

    def _submit(self, given: AnyInput, act: str, line: int) -> None:
        before = self.course.game.dump() if self.proving else b""
        try:
            self.course.submit(given)
        except Refused as refused:
            if refused.code in FAULTY:
                raise Fault(impossible(self.words, refused), line) from refused
            if self.proving and self.course.game.dump() != before:
                raise Fault(f"expected {act} to change nothing; it was refused but did", line) from refused
            raise self._declined(act, refused, line) from refused

    def offer(self, wish: Wish) -> None:
        """Try to take it now, without running on; raises Declined where the game refuses."""
        open_now = [opening for opening in openings(self.course.game) if opening.part(wish.skill) is not None]
        mine = [opening for opening in open_now if opening.open_for(wish.actor)]
        refusal = self._declined(str(wish), Refused("not-open"), wish.line)
        others = [] if wish.actor.id == MODERATOR else open_now  # who moderates may answer in anybody's name
        for opening in mine or others:
            value, _ = self._value(opening, [wish])
            by = who_answers(opening, wish.actor) if mine else wish.actor.id
            try:
                self._submit(Answer(opening.name, by, value), str(wish), wish.line)
                return
            except Declined as declined:
                refusal = declined
        raise refusal

    def say(self, key: str, says: Piece, line: int) -> None:
        """Post in the open discussion."""
        actor = self.words.actor(key, line)
        if actor.group:
            raise Fault("a group has no voice of its own", line)
        self._submit(Post(actor.id, TABLE, says.word("what is said")), f"{key}: {{say: {says}}}", line)

    # ------------------------------------------------------------------ the moderator

    def moderate(self, key: str, says: Piece, line: int) -> Iterator[None]:
        """One act of the moderator: a step for each answer or override, before it is made."""
        if key == "votes":
            yield from self.take(self.votes(says, line))
        elif key == "hands":
            yield
            self.hands(says, line)
            self.course.settle(answered=True)
        elif key in OVERRIDES:
            yield
            for override in OVERRIDES[key](self.words, says, line):
                self.override(override, f"{key}: {says}", line)
            self.course.settle()
        else:
            yield from self.take([Wish(Actor(MODERATOR), self.words.skill(key, line), says, line, STORYTELLER, key)])

    def override(self, given: Override, act: str, line: int) -> None:
        """Put something into the game by hand."""
        self._submit(given, act, line)

    def votes(self, says: Piece, line: int) -> list[Wish]:
        """Short for one vote each, in that order."""
        entries = says.map("votes")
        skill = self.words.skill("vote", line)
        return [
            Wish(self.words.actor(name, says.line_of(name)), skill, vote, says.line_of(name), name, "vote")
            for name, vote in entries.items()
        ]

    def hands(self, says: Piece, line: int) -> None:
        """Exactly these put up their hands for what is voted on now; everybody else keeps it down.

        Where the lawfulness of one hand depends on another, the order in which they are written does not matter.
        """
        skill = self.words.skill("hands", line)
        asked = next((question for question in self.course.game.open.values() if question.skill == skill), None)
        if asked is None:
            raise self._declined(f"hands: {says}", Refused("not-open"), line)
        seats = self.words.people(says)
        while seats:
            hand = Piece(says.line, text="true", value=True)
            seats = self._raise(seats, Wish(Actor(seats[0]), skill, hand, line, self.words.call(seats[0]), "hand"))
        if asked.name in self.course.game.open:
            self._submit(Tick(asked.close_name), f"hands: {says}", line)

    def _raise(self, seats: tuple[str, ...], first: Wish) -> tuple[str, ...]:
        """One of these puts the hand up; returns the others. Where none of them may, the first is refused."""
        refusal: Declined | None = None
        for seat in seats:
            try:
                self.offer(first._replace(actor=Actor(seat), who=self.words.call(seat)))
            except Declined as declined:
                refusal = refusal or declined
                continue
            return tuple(other for other in seats if other != seat)
        raise refusal or self._declined(str(first), Refused("not-open"), first.line)
