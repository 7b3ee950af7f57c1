"""Reading Markdown: fenced blocks with what stands behind their fence, links, and words in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.lint.tracked import ROOT, tracked

FENCE = re.compile(r"^(`{3,})(\w*)[ \t]*(.*)$")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


class Block(NamedTuple):
    """A fenced block: ``info`` is what stands behind the language."""

    file: Path
    line: int
    lang: str
    info: str
    text: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}"


def documents() -> list[Path]:
    """Every document that people read."""
    return [path for path in tracked("*.md") if "node_modules" not in path.parts]


def blocks(path: Path) -> Iterator[Block]:
    """The fenced blocks of a document."""
    fence, lang, info, start = "", "", "", 0
    lines: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = FENCE.match(line)
        if fence and line.strip() == fence:
            yield Block(path, start, lang, info.strip(), "\n".join(lines) + "\n")
            fence = ""
        elif not fence and found:
            fence, lang, info = found[1], found[2], found[3]
            start, lines = number, []
        elif fence:
            lines.append(line)
    assert not fence, f"{path}: a block is not closed"


def prose(path: Path) -> str:
    """A document without its fenced blocks."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"^(`{3,})\w*.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)


def every_block(*langs: str) -> list[Block]:
    """The blocks in these languages, of all documents."""
    return [block for path in documents() for block in blocks(path) if block.lang in langs]


def relative(path: Path) -> str:
    """A path as the tests name it."""
    return str(path.relative_to(ROOT))
