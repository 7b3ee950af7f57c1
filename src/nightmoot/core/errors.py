"""What can go wrong, as codes that the edge renders in the viewer's language."""

from __future__ import annotations

from typing import Any


class NightmootError(Exception):
    """Base of the package's own errors."""


class Refused(NightmootError):
    """An input was refused and nothing changed.

    ``code`` is a text key (``refused.<code>``), ``path`` names the faulty part of the input, ``params`` its details.
    """

    def __init__(self, code: str, path: str = "", /, **params: Any) -> None:
        """Keep code, path and details."""
        self.code, self.path, self.params = code, path, params
        details = ", ".join(f"{key}={value!r}" for key, value in params.items())
        super().__init__(f"{code}{f' at {path}' if path else ''}{f' ({details})' if details else ''}")


class BodyError(NightmootError):
    """A step's body failed; the committed state is untouched."""


class BadGame(NightmootError):
    """A game cannot be set up as asked."""

    def __init__(self, code: str, path: str = "", /, **params: Any) -> None:
        """Keep code, path and details, as in :class:`Refused`."""
        self.code, self.path, self.params = code, path, params
        super().__init__(f"{code}{f' at {path}' if path else ''}{f' ({params})' if params else ''}")


class DepthExceeded(NightmootError):
    """Harms replaced one another too many times."""


class Verdictum(Exception):
    """Raised by ``scene.win``: the rest of the body is not run."""


class NeedAnswer(Exception):
    """Raised by ``scene.ask``: the body waits for the decisions named."""

    def __init__(self, questions: tuple[Any, ...]) -> None:
        """Keep the open questions."""
        self.questions = questions
        super().__init__(", ".join(question.name for question in questions))
