"""Views: the fold of one viewer's notices. One fold serves server, pages, bots and reconnection."""

from __future__ import annotations

from typing import Any

from nightmoot.core.records import ALL, MODERATOR, TABLE, Notice


def visible(notice: Notice, viewer: str) -> bool:
    """May this viewer (a seat, ``moderator`` or ``public``) get the notice?"""
    to = notice.to
    return to == ALL or viewer == MODERATOR or viewer in to


class View:
    """What one viewer knows. Folds lazily: notices are read when something is asked of the view."""

    __slots__ = ("_groups", "_log", "_read", "_seats", "_source", "_table", "viewer")

    def __init__(self, viewer: str, source: list[Notice]) -> None:
        """A view over a growing list of notices."""
        self.viewer = viewer
        self._source = source
        self.forget()

    def forget(self) -> None:
        """Start the fold anew (after an undo)."""
        self._read = 0
        self._table: dict[str, Any] = {}
        self._seats: dict[str, dict[str, Any]] = {}
        self._groups: dict[str, Any] = {}
        self._log: list[Notice] = []

    def _catch_up(self) -> None:
        source = self._source
        for index in range(self._read, len(source)):
            notice = source[index]
            if not visible(notice, self.viewer):
                continue
            self._log.append(notice)
            for subject, facet, value in notice.shows:
                if subject == TABLE:
                    self._table[facet] = value
                elif subject.startswith("group:"):
                    self._groups[subject[6:]] = value
                else:
                    self._seats.setdefault(subject, {})[facet] = value
        self._read = len(source)

    @property
    def table(self) -> dict[str, Any]:
        """Facets of the table: phase, day, night, the office …"""
        self._catch_up()
        return self._table

    @property
    def seats(self) -> dict[str, dict[str, Any]]:
        """Facets of each seat: name, in, and what this viewer has been shown of it."""
        self._catch_up()
        return self._seats

    @property
    def groups(self) -> dict[str, Any]:
        """Members of the groups that this viewer has been shown."""
        self._catch_up()
        return self._groups

    @property
    def log(self) -> list[Notice]:
        """This viewer's notices; a notice's number is its place here."""
        self._catch_up()
        return self._log

    def to_wire(self) -> dict[str, Any]:
        """The whole view as plain data."""
        table = dict(self.table)
        circle = table.pop("circle", ())
        log = [wire_notice(number, notice) for number, notice in enumerate(self.log)]
        return {
            "viewer": self.viewer,
            "n": len(log),
            "table": table,
            "circle": circle,
            "seats": self.seats,
            "groups": self.groups,
            "log": log,
        }


def wire_notice(number: int, notice: Notice) -> dict[str, Any]:
    """One notice as its receiver gets it: the audience is not part of it."""
    return {
        "n": number,
        "key": notice.key,
        "params": notice.params,
        "shows": notice.shows,
        "skill": notice.skill,
        "info": notice.info,
    }
