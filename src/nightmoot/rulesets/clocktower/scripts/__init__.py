"""Scripts: lists of characters in the JSON that the players' script tools exchange.

:func:`read` checks a file and keeps everything that stands in it, :func:`write` gives it back, :func:`sheet` orders its
nights; :data:`SHIPPED` are the scripts that come with the package.
"""

from nightmoot.rulesets.clocktower.scripts.faults import ERROR, Fault
from nightmoot.rulesets.clocktower.scripts.reading import Entry, Meta, Reading, Script, read, resolve
from nightmoot.rulesets.clocktower.scripts.sheet import Line, ordered, sheet
from nightmoot.rulesets.clocktower.scripts.shipped import SHIPPED, shipped
from nightmoot.rulesets.clocktower.scripts.writing import entries, write

__all__ = [
    "ERROR",
    "SHIPPED",
    "Entry",
    "Fault",
    "Line",
    "Meta",
    "Reading",
    "Script",
    "entries",
    "ordered",
    "read",
    "resolve",
    "sheet",
    "shipped",
    "write",
]
