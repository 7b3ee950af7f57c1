"""The page is typed from the host's schema of the wire."""

from __future__ import annotations

import json
from pathlib import Path

from nightmoot.host.schema import document

SCHEMA = Path(__file__).parents[2] / "web/src/wire/schema.json"


def test_the_pages_schema_is_the_hosts() -> None:
    """Anew: ``python -m nightmoot.host.schema web/src/wire/schema.json``, then ``npm run types`` in ``web``."""
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == document()
