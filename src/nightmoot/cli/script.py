"""``nightmoot script``: the script files that players of the clocktower game exchange."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from nightmoot.cli import tables
from nightmoot.cli.words import Stop, words

if TYPE_CHECKING:
    from rich.table import Table

    from nightmoot.core.text import Texts
    from nightmoot.rulesets.clocktower.scripts import Fault, Line, Reading, Script

_RULES: Final = "clocktower"
_FILE: Final = click.argument("file", metavar="FILE")


@click.group()
def script() -> None:
    """Check and show script files (血染钟楼 / Blood on the Clocktower).

    FILE is a script in the script tools' JSON, - for standard input, or the name of a script that comes with Nightmoot.

    \b
    Examples:
      nightmoot script check my-script.json
      nightmoot script show tb --lang zh
    """


@script.command()
@_FILE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@tables.language
def check(file: str, as_json: bool, lang: str) -> None:
    """Say what is wrong with a script, entry by entry; exit status 2 if it cannot be played."""
    reading, book = _read(file), words(_RULES, lang)
    if as_json:
        click.echo(msgspec.json.encode(_report(file, reading, book)).decode())
    else:
        for fault in reading.faults:
            head = "cli.script.error" if fault in reading.errors else "cli.script.warning"
            click.echo(f"{book.render(head)} {_said(fault, book)}")
        params = {"file": file, "n": len(reading.errors), "warnings": len(reading.warnings)}
        if reading.script is not None:
            params |= {"n": len(reading.script.entries)}
        if by_hand := _by_hand(reading):
            click.echo(book.render("cli.script.by_hand", {"roles": by_hand}))
        click.echo(book.render("cli.script.sound" if reading.script is not None else "cli.script.unsound", params))
    sys.exit(0 if reading.script is not None else 2)


@script.command()
@_FILE
@tables.language
def show(file: str, lang: str) -> None:
    """Print a script: its characters, its rules, its night sheet for the first night and the others."""
    from rich.console import Console

    from nightmoot.rulesets.clocktower.scripts import sheet

    reading, book = _read(file), words(_RULES, lang)
    if reading.script is None:
        raise Stop(_said(reading.errors[0], book))
    console, found = Console(highlight=False), reading.script
    meta = found.meta
    console.print(meta.name or file, style="bold", markup=False)
    if meta.author:
        console.print(meta.author, markup=False)
    console.print(_characters(found, book))
    for number, rule in enumerate(meta.rules, 1):
        console.print(f"{number}. {rule}", markup=False)
    for entry in found.entries:
        if entry.team == "jinx":
            console.print(f"{entry.says('name')}: {entry.says('ability')}", markup=False)
    for first in (True, False):
        console.print(_night(found, sheet(found, first=first), first, book))


@script.command()
@_FILE
@click.option(
    "--ids", is_flag=True, help="Only the ids of known characters, as the option 'script' of a game takes them."
)
@tables.language
def export(file: str, ids: bool, lang: str) -> None:
    """Print a script as a file for other tools: ids put right, everything else as it was."""
    from nightmoot.rulesets.clocktower.scripts import write

    reading = _read(file)
    if reading.script is None:
        raise Stop(_said(reading.errors[0], words(_RULES, lang)))
    found = msgspec.json.encode(reading.script.roles) + b"\n" if ids else write(reading.script)
    click.echo(found.decode(), nl=False)


def _read(file: str) -> Reading:
    from nightmoot.rulesets.clocktower.scripts import SHIPPED, Reading, read, shipped

    if file in SHIPPED:
        return Reading(shipped(file), ())
    try:
        return read(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise Stop(words().render("cli.script.not_read", {"file": file, "why": error.strerror})) from error


def _by_hand(reading: Reading) -> tuple[str, ...]:
    """The characters that only a person can run, as the script writes them."""
    from nightmoot.core import registry

    entries = reading.script.entries if reading.script is not None else ()
    unplayed = registry.load()[_RULES].unplayed
    return tuple(entry.id for entry in entries if entry.team != "jinx" and (not entry.known or entry.id in unplayed))


def _said(fault: Fault, book: Texts) -> str:
    """A fault in words: where it is, and what it is."""
    params = {"place": fault.place, **fault.params}
    said = book.render(f"script.fault.{fault.code}", params)
    return f"{fault.place}: {said}" if fault.place else said


def _report(file: str, reading: Reading, book: Texts) -> dict[str, Any]:
    script = reading.script
    return {
        "file": file,
        "ok": script is not None,
        "name": script.meta.name if script else None,
        "author": script.meta.author if script else None,
        "characters": [entry.id for entry in script.entries] if script else [],
        "unknown": list(script.unknown) if script else [],
        "by_hand": list(_by_hand(reading)),
        "errors": [_plain(fault, book) for fault in reading.errors],
        "warnings": [_plain(fault, book) for fault in reading.warnings],
    }


def _plain(fault: Fault, book: Texts) -> dict[str, Any]:
    found = {"index": fault.index, "id": fault.id, "field": fault.field, "code": fault.code}
    return {**found, "message": _said(fault, book)}


def _characters(script: Script, book: Texts) -> Table:
    table = _table(book, "characters", "id", "name", "team", "ability")
    for entry in script.entries:
        if entry.team != "jinx":
            ability = str(entry.says("ability") or _rendered(book, f"role.{entry.id}.ability"))
            _row(table, entry.id, _name(script, entry.id, book), _rendered(book, f"team.{entry.team}"), ability)
    return table


def _night(script: Script, lines: tuple[Line, ...], first: bool, book: Texts) -> Table:
    table = _table(book, "first_night" if first else "other_night", "number", "name", "does", "tokens")
    for number, line in enumerate(lines):
        does = line.words or _rendered(book, line.key)
        tokens = book.render("slot.and").join(_token(token, book) for token in line.tokens)
        _row(table, str(number) if line.id not in ("dusk", "dawn") else "", _name(script, line.id, book), does, tokens)
    return table


def _name(script: Script, ident: str, book: Texts) -> str:
    for entry in script.entries:
        if entry.id == ident:
            own = str(entry.says("name") or "")
            return _rendered(book, f"role.{ident}") or own or ident if entry.known else own or ident
    return _rendered(book, f"step.{ident}.name") or ident


def _token(token: str, book: Texts) -> str:
    return _rendered(book, f"token.{token.lower().replace(' ', '_')}") or token


def _rendered(book: Texts, key: str) -> str:
    return book.render(key) if book.has(key) else ""


def _row(table: Table, *cells: str) -> None:
    """A row of plain text: nothing that a file says is taken for markup."""
    from rich.text import Text

    table.add_row(*map(Text, cells))


def _table(book: Texts, title: str, *columns: str) -> Table:
    from rich.table import Table

    table = Table(title=book.render(f"cli.script.{title}"), title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(book.render(f"cli.column.{column}"), no_wrap=column == "id", overflow="fold")
    return table
