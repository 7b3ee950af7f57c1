"""Writing a script: what was read comes back, field by field."""

from __future__ import annotations

import msgspec

from nightmoot.core.plain import Plain
from nightmoot.rulesets.clocktower.scripts.reading import META, Script


def entries(script: Script) -> tuple[Plain, ...]:
    """The entries as they are written: ``_meta`` first, known characters by their ids, all others as they were read."""
    found: list[Plain] = [] if script.own_meta is None else [{**script.own_meta, "id": META}]
    return (*found, *(entry.own if entry.own else entry.id for entry in script.entries))


def write(script: Script, *, indent: int = 2) -> bytes:
    """The script in the tools' JSON."""
    plain: bytes = msgspec.json.format(msgspec.json.encode(entries(script)), indent=indent)
    return plain + b"\n"
