"""The catalogues of a language, for clients that were not built with them."""

from __future__ import annotations

from typing import Any

from nightmoot.core import Registry
from nightmoot.core.text import LANGUAGES, read_catalogue, ruleset_catalogue
from nightmoot.host.faults import Refusal

LANGS = LANGUAGES


def catalogues(registry: Registry, lang: str) -> dict[str, Any]:
    """The page's, the core's and every ruleset's."""
    if lang not in LANGS:
        raise Refusal("not_found")
    return {
        "ui": read_catalogue("nightmoot.host", lang),
        "core": read_catalogue("nightmoot.core", lang),
        "rulesets": {rules.id: ruleset_catalogue(rules.id, lang) for rules in registry},
    }
