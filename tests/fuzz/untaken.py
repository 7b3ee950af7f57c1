"""Branches that games of bots do not take, by file and by what stands on the line, and why they cannot."""

from __future__ import annotations

from typing import Final

UNTAKEN: Final[dict[tuple[str, str], str]] = {}
