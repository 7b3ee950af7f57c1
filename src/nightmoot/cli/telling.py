"""Notices and inputs as lines of text, for one viewer."""

from __future__ import annotations

from collections.abc import Container, Mapping

from nightmoot.core import (
    ALL,
    MODERATOR,
    Answer,
    AnyInput,
    Game,
    Notice,
    Override,
    Plain,
    Post,
    Tick,
    Undo,
    Withdraw,
    visible,
)
from nightmoot.core.text import Texts


def numbered_phase(book: Texts, params: Mapping[str, Plain], nights: Container[str]) -> str:
    """The heading of a phase, with its number where it has one."""
    phase = params["phase"]
    key = f"phase.{phase}.numbered"
    number = params["night"] if phase in nights else params["day"]
    return book.render(key, {"n": number}) if book.has(key) else book.render(f"phase.{phase}")


def pass_words(book: Texts, key: str, skill: str) -> str:
    """What a pass is called at this decision."""
    for name in (f"decision.{key}.pass", f"skill.{skill}.pass"):
        if book.has(name):
            return book.render(name)
    return book.render("cli.pass")


class Teller:
    """Words what a viewer may see; it is given notices one by one, in order."""

    def __init__(self, game: Game, book: Texts, viewer: str) -> None:
        """A teller for a seat, ``public`` or the moderator."""
        self.book, self.viewer, self.nights = book, viewer, game.rules.night_phases
        self.names = {seat: record.name for seat, record in game.seen.seats.items()}

    @property
    def sees_inputs(self) -> bool:
        """Only the moderator sees who does what."""
        return self.viewer == MODERATOR

    def line(self, notice: Notice) -> str | None:
        """The notice as a line, or None where this viewer gets none."""
        if not visible(notice, self.viewer):
            return None
        if notice.key == "phase":
            return self.book.render("cli.phase", {"text": numbered_phase(self.book, notice.params, self.nights)})
        if notice.key == "post":
            return self.book.render("cli.post", notice.params, self.names)
        key = f"notice.{notice.key}"
        if not self.book.has(key):
            return None
        text = self.book.render(key, notice.params, self.names)
        if notice.to == ALL or self.viewer != MODERATOR:
            return text
        return self.book.render("cli.told", {"to": notice.to, "text": text}, self.names)

    def input(self, given: AnyInput, game: Game) -> str:
        """An input as a line; the game stands before it."""
        if isinstance(given, Answer):
            params: dict[str, Plain] = {"by": given.by, "what": self._question(given.decision, game)}
            params["choice"] = self._choice(given, game)
            return self.book.render("cli.input.answer", params, self.names)
        if isinstance(given, Withdraw):
            params = {"by": given.by, "what": self._question(given.decision, game)}
            return self.book.render("cli.input.withdraw", params, self.names)
        if isinstance(given, Post):
            return self.book.render("cli.input.post", {"by": given.by, "channel": given.channel}, self.names)
        if isinstance(given, Tick):
            return self.book.render("cli.input.tick", {"name": given.name})
        if isinstance(given, Override):
            params = {"act": given.act, "args": given.args, "reason": given.reason}
            return self.book.render("cli.input.override", params, self.names)
        assert isinstance(given, Undo)  # noqa: S101 - the inputs are these six
        return self.book.render("cli.input.undo", {"to": given.to})

    def _question(self, name: str, game: Game) -> str:
        question = game.open.get(name)
        if question is not None and self.book.has(f"decision.{question.key}.name"):
            return self.book.render(f"decision.{question.key}.name")
        skill = question.skill if question is not None else self._offered(name, game) or name
        return self.book.render(f"skill.{skill}") if self.book.has(f"skill.{skill}") else skill

    def _offered(self, name: str, game: Game) -> str:
        """The skill of an offer, by its name."""
        return next((decision.skill for decision in game.decisions(MODERATOR) if decision.name == name), "")

    def _choice(self, given: Answer, game: Game) -> str:
        if given.choice is None:
            question = game.open.get(given.decision)
            skill = question.skill if question else self._offered(given.decision, game)
            return pass_words(self.book, question.key if question else "", skill)
        if isinstance(given.choice, dict):
            return ", ".join(
                f"{self.book.render(f'skill.{key}')} {self.book.show(value, 'value', self.names)}"
                for key, value in given.choice.items()
            )
        return self.book.show(given.choice, "value", self.names)
