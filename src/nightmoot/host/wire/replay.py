"""A finished game, step by step."""

from __future__ import annotations

from typing import Literal

from nightmoot.host.wire.base import Out, Plain


class ReplayStep(Out, omit_defaults=False):
    k: int
    at: int
    to: list[str] | Literal["all"]
    key: str
    params: dict[str, Plain]
    shows: list[tuple[str, str, Plain]]


class Explained(Out, omit_defaults=False):
    zh: list[str]
    en: list[str]


class ReplayOut(Out, omit_defaults=False):
    """``GET /api/rooms/{code}/replay``: every notice with its audience; the page folds them for any viewer."""

    code: str
    game: int
    ruleset: str
    seed: str
    options: dict[str, Plain]
    names: dict[str, str]
    cast: dict[str, str]  # under aliases: who has played each seat
    roles: dict[str, Plain]
    winner: Plain
    steps: list[ReplayStep]
    explain: Explained
    words: dict[str, str]  # as in the public room
