"""What makes a document fail: a fault of the document itself, or something that was not as the document says."""

from __future__ import annotations

from nightmoot.core import NightmootError


class Fault(NightmootError):
    """A document fails at a line, for a reason that says what was expected and what was the case."""

    def __init__(self, message: str, line: int) -> None:
        """Keep the reason and the line of the file."""
        self.message, self.line = message, line
        super().__init__(f"line {line}: {message}")


class Unlawful(Fault):
    """A standing instruction of the moderator is not allowed at the moment at which it is used."""
