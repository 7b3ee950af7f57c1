"""Whom a document names least: on them falls what had to be chosen and was not, so that little hangs on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from nightmoot.core.chance import KeyedRng
from nightmoot.core.picks import Pick, Some
from nightmoot.core.plain import Plain
from nightmoot.scenarios.reading import Piece

#: So much more than anybody who is only named counts who acts.
ACTS = 9


def mentions(pieces: Iterable[Piece]) -> Mapping[str, int]:
    """How often these entries of a document hold each word, among them the names of players; who acts counts more."""
    found: Counter[str] = Counter()
    for piece in pieces:
        found.update(_words(piece))
        found.update(dict.fromkeys(piece.entries or (), ACTS))
    return found


def _words(piece: Piece) -> Iterator[str]:
    if piece.scalar:
        yield piece.text
    for part in piece.items or ():
        yield from _words(part)
    for key, part in (piece.entries or {}).items():
        yield key
        yield from _words(part)


def draw(pick: Pick, owner: str, named: Mapping[str, int], living: tuple[str, ...], lot: str) -> Plain:
    """A choice among the seats named least, the living first and oneself last; None: it is no choice of seats."""
    if (
        not isinstance(pick, Some)
        or pick.kind != "seats"
        or pick.of != "seat"
        or not 1 <= pick.least <= len(pick.items)
    ):
        return None
    rng = KeyedRng("bystanders", lot)
    ranked = sorted(
        pick.items, key=lambda seat: (seat == owner, seat not in living, named.get(seat, 0), rng.randrange(97))
    )
    return ranked[0] if pick.most == 1 else tuple(ranked[: pick.least])
