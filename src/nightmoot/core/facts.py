"""The facts of a game: an append-only log in chunks, shared by clones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from nightmoot.core.plain import refreeze
from nightmoot.core.records import Fact

CHUNK = 32
#: The kind of a fact that was taken back after others had followed it.
LET_BE = "let be"


class FactLog(msgspec.Struct):
    """Sealed chunks (shared) and an open one (copied by :meth:`clone`)."""

    sealed: tuple[tuple[Fact, ...], ...] = ()
    recent: list[Fact] = []
    size: int = 0

    def clone(self) -> FactLog:
        """A log that goes on by itself; the sealed chunks are shared."""
        return FactLog(self.sealed, self.recent.copy(), self.size)

    def __len__(self) -> int:
        """How many facts there are; also the id of the next one."""
        return self.size

    def __iter__(self) -> Iterator[Fact]:
        """All facts, oldest first."""
        for chunk in self.sealed:
            yield from chunk
        yield from self.recent

    def __getitem__(self, index: int) -> Fact:
        """The fact with that id."""
        chunk, place = divmod(index, CHUNK)
        return self.sealed[chunk][place] if chunk < len(self.sealed) else self.recent[place]

    def chunks(self) -> Iterator[Sequence[Fact]]:
        """All facts in chunks, the newest chunk first."""
        yield self.recent
        yield from reversed(self.sealed)

    def latest(self) -> Iterator[Fact]:
        """All facts, newest first."""
        for chunk in self.chunks():
            yield from reversed(chunk)

    def add(self, fact: Fact) -> int:
        """Add a fact whose id is its place, and return the id."""
        self.recent.append(fact)
        self.size = size = self.size + 1
        if size % CHUNK == 0:
            self.sealed = (*self.sealed, tuple(self.recent))
            self.recent = []
        return fact.id

    def drop(self, ident: int) -> None:
        """Take back a fact that has not come to be: the last one goes, an earlier one becomes background."""
        chunks = [*self.sealed, tuple(self.recent)]
        chunk, place = divmod(ident, CHUNK)
        found = list(chunks[chunk])
        if ident == self.size - 1:
            found.pop()
            self.size -= 1
        else:
            found[place] = msgspec.structs.replace(found[place], kind=LET_BE)
        chunks[chunk] = tuple(found)
        self.sealed = tuple(chunk for chunk in chunks if len(chunk) == CHUNK)
        self.recent = next(([*chunk] for chunk in chunks if 0 < len(chunk) < CHUNK), [])

    def refreeze(self) -> None:
        """After decoding: make the plain data inside the facts plain again."""
        self.sealed = tuple(tuple(refreeze(fact) for fact in chunk) for chunk in self.sealed)
        self.recent = [refreeze(fact) for fact in self.recent]
