"""What the commands say, in the reader's language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import IO, Any, Final

import click

from nightmoot.core import BadGame, Refused
from nightmoot.core.text import LANGUAGES, Texts, read_catalogue, texts

_LANG: Final = "nightmoot.lang"
_RULESET: Final = "nightmoot.ruleset"


class Stop(click.ClickException):
    """Bad input: said in one line, exit status 2."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        """Word the line now, while the language asked for is known."""
        super().__init__(message)
        self.line = words().render("cli.error", {"text": message})

    def show(self, file: IO[Any] | None = None) -> None:
        """On standard error."""
        click.echo(self.line, err=True)


def default_lang(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for: $NIGHTMOOT_LANG, else Chinese for a Chinese locale, else English."""
    chosen = environ.get("NIGHTMOOT_LANG", "")
    if chosen in LANGUAGES:
        return chosen
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "zh" if locale.startswith("zh") else "en"


def remember(name: str, value: str) -> None:
    """Keep something for the whole run of the program, where errors can find it."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[name] = value


def recall(name: str, default: str) -> str:
    """What was kept."""
    context = click.get_current_context(silent=True)
    return str(context.meta.get(name, default)) if context is not None else default


def remember_lang(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """Callback of ``--lang``: errors are said in the language asked for, too."""
    lang = value or default_lang(os.environ)
    remember(_LANG, lang)
    return lang


def remember_ruleset(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Callback of ``--ruleset``: errors may use the ruleset's own words."""
    remember(_RULESET, value)
    return value


def words(ruleset: str | None = None, lang: str | None = None) -> Texts:
    """The texts of the command line, over those of the ruleset and the core."""
    spoken = lang or recall(_LANG, default_lang(os.environ))
    base = texts(recall(_RULESET, "") if ruleset is None else ruleset, spoken)
    return Texts(spoken, {**base.entries, **read_catalogue("nightmoot.cli", spoken)})


def fault(error: BadGame | Refused) -> str:
    """An error in words; one that has none says its code."""
    kind = "refused" if isinstance(error, Refused) else "error"
    book = words()
    key = f"{kind}.{error.code}"
    return book.render(key, error.params) if book.has(key) else str(error)
