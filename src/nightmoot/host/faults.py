"""Refusals: what a client is told when something is not done. Nothing has changed when one is raised."""

from __future__ import annotations

import re
from typing import Any

import msgspec

STATUS = {
    "not_json": 400,
    "origin": 403,
    "forbidden": 403,
    "no_room": 404,
    "not_found": 404,
    "too_large": 413,
    "invalid": 422,
    "too_many": 429,
}

CONFLICTS = frozenset(
    "name_taken seat_taken room_full room_locked game_running no_game not_over already_in link_dead wrong_phase "
    "not_ready table_full".split()
)

_PATH = re.compile(r" - at `(\$[^`]*)`$")


class Refusal(Exception):
    """A request or command that is refused: a code, where in the request, and parameters for the sentence.

    ``family`` is the catalogue's part that has the sentence: the page's, or the engine's ``refused`` and ``error``.
    """

    def __init__(
        self, code: str, path: str = "", params: dict[str, Any] | None = None, family: str = "ui.error"
    ) -> None:
        super().__init__(code)
        self.code = code
        self.path = path
        self.params = params or {}
        self.message_key = f"{family}.{code}"
        self.status = STATUS.get(code) or (409 if code in CONFLICTS else 422)


class Gone(Exception):
    """The person behind a socket has no place here any more."""


def from_validation(error: msgspec.ValidationError) -> Refusal:
    """A record of the wrong form: the path that the decoder names."""
    found = _PATH.search(str(error))
    return Refusal("invalid", found.group(1) if found else "$")
