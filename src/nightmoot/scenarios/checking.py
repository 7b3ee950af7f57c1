"""Checking files: every document is played, and each gives one report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from nightmoot.core import Registry
from nightmoot.scenarios.document import Scenario, scenario, title_of
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.playing import Play
from nightmoot.scenarios.reading import Piece, documents
from nightmoot.scenarios.twins import agree

SUFFIXES: Final = (".yaml", ".yml")
#: An entry is shown up to this many characters.
SHOWN: Final = 100


class Report(NamedTuple):
    """How one document fared: where it failed and why, or None twice."""

    file: str
    title: str
    ok: bool
    at: str | None = None
    message: str | None = None

    def line(self) -> str:
        """The report on one line."""
        parts = (self.file, self.title or "(no title)", self.at, self.message)
        return "  ".join(["ok  " if self.ok else "FAIL", *(" ".join(part.split()) for part in parts if part)])

    def plain(self) -> dict[str, Any]:
        """The report as plain data."""
        return self._asdict()


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """The scenario files of files and folders, those of a folder in the order of their names."""
    for path in paths:
        if path.is_dir():
            yield from sorted(found for found in path.rglob("*") if found.suffix in SUFFIXES and found.is_file())
        else:
            yield path


def check_paths(paths: Iterable[Path], registry: Registry, *, twins: bool = False) -> Iterator[Report]:
    """A report for every document of these files and folders."""
    for path in paths:
        none = True
        for file in files([path]):
            none = False
            yield from check_file(file, registry, twins=twins)
        if none:
            yield Report(str(path), "", False, None, "there are no scenario files in this folder")


def check_file(path: Path, registry: Registry, *, twins: bool = False) -> Iterator[Report]:
    """A report for every document of a file; a malformed file is one document that failed."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        yield Report(str(path), "", False, None, f"cannot be read: {error.strerror or error}")
        return
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        yield Report(str(path), "", False, f"line {line}", "not UTF-8")
        return
    yield from check_text(str(path), text, registry, twins=twins)


def check_text(file: str, text: str, registry: Registry, *, twins: bool = False) -> Iterator[Report]:
    """A report for every document of a text."""
    try:
        found = documents(text)
    except Fault as fault:
        yield Report(file, "", False, f"line {fault.line}", fault.message)
        return
    if not found:
        yield Report(file, "", False, "line 1", "there is no document in this file")
    for document in found:
        yield check_document(file, document, registry, twins=twins)


def check_document(file: str, document: Piece, registry: Registry, *, twins: bool = False) -> Report:
    """Play one document."""
    title = title_of(document)
    play: Play | None = None
    try:
        played: Scenario = scenario(document, registry)
        play = Play(played)
        play.run()
        if twins:
            agree(played, play)
    except Fault as fault:
        return Report(file, title, False, _at(fault, play), fault.message)
    except Exception as error:  # what an engine or a ruleset gets wrong fails its document, and no other
        line = play.entry.line if play is not None and play.entry is not None else document.line
        message = f"the game broke down: {type(error).__name__}: {error}"
        return Report(file, title, False, _at(Fault(message, line), play), message)
    return Report(file, title, True)


def _at(fault: Fault, play: Play | None) -> str:
    """The line, and the entry that failed."""
    if play is None or play.entry is None:
        return f"line {fault.line}"
    shown = " ".join(str(play.entry).split())
    return f"line {fault.line}: {shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + '…'}"
