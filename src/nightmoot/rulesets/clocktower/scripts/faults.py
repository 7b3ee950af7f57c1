"""What is wrong with a script, entry by entry."""

from __future__ import annotations

from typing import Final

from nightmoot.core.plain import Plain, Record

#: A script with a fault of this grade cannot be played.
ERROR: Final = "error"
#: A script with faults of this grade only can: something is unknown, or other tools may refuse it.
WARNING: Final = "warning"


class Fault(Record, frozen=True):
    """One thing that is wrong: worded by the text ``script.fault.<code>``.

    ``index`` counts the entries of the file from 0 (None: the file itself), ``id`` is the entry's id as written,
    ``field`` the path of the value within the entry, ``params`` the details.
    """

    grade: str
    code: str
    index: int | None = None
    id: str = ""
    field: str = ""
    params: dict[str, Plain] = {}

    @property
    def place(self) -> str:
        """Where it is, in the manner of paths into JSON: ``[3] (imp) .jinxes[0].reason``."""
        parts = [] if self.index is None else [f"[{self.index}]"]
        parts += [f"({self.id})"] if self.id else []
        parts += [f".{self.field}"] if self.field else []
        return " ".join(parts)
