"""What all records of the wire share."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
SEATS = 60  # in a room, at most
SeatNo: TypeAlias = Annotated[int, Meta(ge=1, le=SEATS)]
Lang: TypeAlias = Literal["zh", "en"]
Sitting: TypeAlias = Literal["apart", "voice", "silent"]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
Plain: TypeAlias = Any  # what JSON can say; the engine checks it against the decision's pick


class In(Struct, forbid_unknown_fields=True):
    """A record that a client sends: unknown fields are refused."""


class Out(Struct, omit_defaults=True):
    """A record that the server sends: fields at their default are left out."""
