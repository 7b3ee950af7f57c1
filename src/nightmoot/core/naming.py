"""Names: how people and files call the things of a ruleset, in any of its languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class Names:
    """Aliases by kind (``role``, ``skill``, ``camp``, ``mark``, ``phase``, ``group``, ``key`` …)."""

    def __init__(self) -> None:
        """Start empty."""
        self._ids: dict[str, dict[str, str]] = {}
        self._first: dict[str, str] = {}

    def add(self, kind: str, ident: str, aliases: Iterable[str] = ()) -> None:
        """Make every alias (and the id itself) mean this id."""
        table = self._ids.setdefault(kind, {})
        aliases = tuple(aliases)
        if aliases:
            self._first.setdefault(ident, aliases[0])
        for alias in (ident, *aliases):
            known = table.setdefault(_fold(alias), ident)
            if known != ident:
                raise ValueError(f"{kind} {alias!r} names both {known!r} and {ident!r}")

    def add_all(self, kind: str, table: Mapping[str, Iterable[str]]) -> None:
        """Add many ids with their aliases."""
        for ident, aliases in table.items():
            self.add(kind, ident, aliases)

    def copy(self) -> Names:
        """The same names, to which more may be added."""
        found = Names()
        found._ids = {kind: dict(table) for kind, table in self._ids.items()}
        found._first = dict(self._first)
        return found

    def find(self, kind: str, alias: str) -> str | None:
        """The id that the alias means, or None."""
        return self._ids.get(kind, {}).get(_fold(alias))

    def meanings(self, alias: str) -> tuple[str, ...]:
        """Every id that the alias means, whatever its kind."""
        folded = _fold(alias)
        return tuple(dict.fromkeys(table[folded] for table in self._ids.values() if folded in table))

    def called(self, ident: str) -> str | None:
        """The first name given to an id, or None."""
        return self._first.get(ident)

    def known(self, kind: str) -> tuple[str, ...]:
        """Every id of a kind."""
        return tuple(dict.fromkeys(self._ids.get(kind, {}).values()))


def _fold(alias: str) -> str:
    return alias.strip().casefold().replace(" ", "").replace("_", "").replace("-", "")
