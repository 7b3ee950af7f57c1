"""Reading what clients send: records, and numbers in addresses. Whatever the bytes are, the fault is named."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from nightmoot.host.faults import Refusal, from_validation

T = TypeVar("T")

DEEPEST = 24  # lists and maps in one another; what an engine walks through must not exhaust its stack
MOST_DIGITS = 9

_FLAT = re.compile(rb'"(?:[^"\\]|\\.)*"|[^][{}"]+')
_OPENING = b"[{"


def read(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    """The record that these bytes are; a refusal where they are none."""
    try:
        record = decoder.decode(data)
    except msgspec.ValidationError as error:
        raise from_validation(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refusal("not_json") from None
    except RecursionError:
        raise Refusal("invalid", "$") from None
    if depth(data) > DEEPEST:
        raise Refusal("invalid", "$")
    return record


def depth(data: bytes) -> int:
    """How many lists and maps stand in one another at most, in sound JSON."""
    level = deepest = 0
    for bracket in _FLAT.sub(b"", data):
        level += 1 if bracket in _OPENING else -1
        deepest = max(deepest, level)
    return deepest


def number(text: str) -> int | None:
    """A number as it stands in an address: a few plain digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None
