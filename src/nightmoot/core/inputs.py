"""Inputs: all that can be done to a game. The append-only list of inputs is the truth of a game."""

from __future__ import annotations

from typing import Any

import msgspec

from nightmoot.core.plain import Plain, refreeze


class Input(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="input"):
    """Base of the inputs."""


class Answer(Input, frozen=True, tag="answer"):
    """``by`` answers the open decision or takes the offer named ``decision``; None passes.

    A group's id as ``by`` answers for the group at once, as one agreed choice. ``at`` is the stamp of its arrival, in
    whatever unit the host counts.
    """

    decision: str
    by: str
    choice: Any = None
    at: int | None = None


class Withdraw(Input, frozen=True, tag="withdraw"):
    """``by`` takes back a standing answer or order."""

    decision: str
    by: str


class Post(Input, frozen=True, tag="post"):
    """``by`` says something: channel ``table`` (everybody) or the id of a group."""

    by: str
    channel: str
    text: str


class Tick(Input, frozen=True, tag="tick"):
    """The named wait is due: a gate opens, an open decision closes with its defaults."""

    name: str


class Override(Input, frozen=True, tag="override"):
    """The moderator decides by hand: an act of :mod:`nightmoot.core.overrides`, its arguments, the reason."""

    act: str
    args: dict[str, Any] = {}
    reason: str = ""


class Undo(Input, frozen=True, tag="undo"):
    """Take back inputs after number ``to``; with ``keep`` others' later answers that still fit are applied again."""

    to: int
    keep: bool = True


AnyInput = Answer | Withdraw | Post | Tick | Override | Undo
_decoder = msgspec.json.Decoder(AnyInput)


def encode_input(given: Input) -> bytes:
    """One input as JSON."""
    return msgspec.json.encode(given)


def decode_input(data: bytes) -> AnyInput:
    """Read one input; raises ``msgspec.ValidationError`` that names the faulty part."""
    return frozen_input(_decoder.decode(data))


def frozen_input(given: AnyInput) -> AnyInput:
    """The same input with plain data inside (lists as tuples)."""
    if isinstance(given, Answer):
        return msgspec.structs.replace(given, choice=refreeze(given.choice))
    if isinstance(given, Override):
        return msgspec.structs.replace(given, args=refreeze(given.args))
    return given


__all__ = [
    "Answer",
    "AnyInput",
    "Input",
    "Override",
    "Plain",
    "Post",
    "Tick",
    "Undo",
    "Withdraw",
    "decode_input",
    "encode_input",
]
