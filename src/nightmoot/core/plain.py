"""Plain data: what a record may hold, so that a game can be saved, copied and compared at any pause."""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Mapping
from typing import Any

import msgspec

type_plain = (type(None), bool, int, float, str)
SCALARS = frozenset(type_plain)
TEXTS = frozenset((str,))

#: None, bool, int, float, str, tuples of these, and dicts with text keys. Never a list, never an object.
Plain = Any


def freeze_all(table: dict[str, Any]) -> dict[str, Plain]:
    """The map, which nobody else may hold, with plain values."""
    for name, value in table.items():
        if type(value) not in SCALARS:
            table[name] = freeze(value)
    return table


def freeze(value: Any) -> Plain:
    """Return ``value`` with every list made a tuple, at any depth; refuse what is not plain data."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is tuple:
        return value if SCALARS.issuperset(map(type, value)) else tuple([freeze(item) for item in value])
    if kind is dict and TEXTS.issuperset(map(type, value)):
        return freeze_all(value.copy())
    if isinstance(value, list | tuple):
        return tuple([freeze(item) for item in value])
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: freeze(item) for key, item in value.items()}
    raise TypeError(f"not plain data: {value!r}")


class Record(msgspec.Struct, frozen=True, gc=False):
    """A frozen record of plain data; records refer to each other by id.

    A field whose type is not plain data is refused when the class is made. Plain data has no cycles, so the collector
    of cycles need not look at records.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Check the annotations of the new class."""
        super().__init_subclass__(**kwargs)
        for name, hint in cls.__annotations__.items():
            _check(cls, name, hint)


def _check(cls: type, name: str, hint: Any) -> None:
    if isinstance(hint, str):
        hint = eval(hint, vars(sys.modules[cls.__module__]))  # noqa: S307 - annotations of our own classes
    if not _plain_hint(hint):
        raise TypeError(f"{cls.__name__}.{name}: {hint!r} is not plain data")


def _plain_hint(hint: Any) -> bool:
    if hint is Any or hint is None or hint in type_plain:
        return True
    origin = typing.get_origin(hint)
    if origin is dict and typing.get_args(hint)[0] is not str:
        return False
    if origin in (tuple, dict, typing.Union, types.UnionType):
        return all(arg is Ellipsis or _plain_hint(arg) for arg in typing.get_args(hint))
    if origin is typing.Literal or hint is types.NoneType:
        return True
    if origin is typing.ClassVar:
        return True
    return isinstance(hint, type) and issubclass(hint, Record)


def refreeze(value: Any) -> Any:
    """Undo what JSON did to plain data inside decoded records: lists become tuples again."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is list or kind is tuple:
        return tuple([refreeze(item) for item in value])
    if kind is dict:
        return {key: refreeze(item) for key, item in value.items()}
    if isinstance(value, Record):
        changes = {}
        for name in value.__struct_fields__:
            old = getattr(value, name)
            new = refreeze(old)
            if new is not old:
                changes[name] = new
        return msgspec.structs.replace(value, **changes) if changes else value
    return value
