"""Write the JSON schema of the wire: ``python -m nightmoot.host.schema [FILE]``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from nightmoot.host import wire

ROOTS = (
    wire.Create,
    wire.Practice,
    wire.Compose,
    wire.ComposedOut,
    wire.Join,
    wire.Claim,
    wire.LinkFor,
    wire.Created,
    wire.Linked,
    wire.Fault,
    wire.RulesetOut,
    wire.ScriptUp,
    wire.ScriptOut,
    wire.RoomOut,
    wire.ReplayOut,
    wire.SubstituteFor,
    wire.Contact,
    wire.ContactOut,
    wire.DeskOut,
    wire.MineOut,
    wire.Up,
    wire.Down,
)


def document() -> dict[str, Any]:
    """An OpenAPI document that holds nothing but the schemas, which is what type generators read."""
    _, components = msgspec.json.schema_components(ROOTS, ref_template="#/components/schemas/{name}")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nightmoot wire", "version": "1"},
        "paths": {},
        "components": {"schemas": dict(sorted(components.items()))},
    }


def main(argv: list[str]) -> None:
    """Print the document, or write it to the file named; ``SystemExit`` for anything else."""
    if len(argv) > 1 or any(word.startswith("-") for word in argv):
        raise SystemExit("usage: python -m nightmoot.host.schema [FILE]")
    text = msgspec.json.format(msgspec.json.encode(document()), indent=2).decode() + "\n"
    if argv:
        Path(argv[0]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
