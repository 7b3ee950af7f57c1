"""The log: events with plain fields; no token, seed, choice or text of a player is ever a field."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.typing import Processor

SECRET = frozenset({"token", "cookie", "seed", "choice", "text", "hash", "role", "view", "input"})


def redact(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A field that may hold a secret is dropped, whoever logged it."""
    return {key: "…" if key in SECRET else value for key, value in event.items()}


def _renderer(json: bool) -> Processor:
    """Tracebacks are plain: the values of variables in them could be anybody's secrets."""
    if json:
        return structlog.processors.JSONRenderer()
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)


def configure(*, json: bool = False, level: int = logging.INFO) -> None:
    """Set up the log of the process: lines for people, or JSON."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            redact,
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            _renderer(json),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
