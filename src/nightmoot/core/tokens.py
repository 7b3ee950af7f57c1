"""Reminder tokens by hand: the moderator lays, moves and takes away marks, and writes notes. Overrides like the others.

A token of a kind that the ruleset knows is a real mark that upholds itself; a note, or the reminder token of
a role, is words alone and bears on nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from nightmoot.core.errors import Refused
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import TABLE, Mark

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene

#: The kind of a mark that is only words; its data are the words, or the role and the token of a reminder.
NOTE: Final = "note"
LONGEST: Final = 200


def place(scene: Scene, args: dict[str, Any]) -> str:
    """The seat of the arguments, or the table where they name none."""
    seat = args.get("seat")
    if seat is not None and seat not in scene.state.seats:
        raise Refused("unknown-seat", "args.seat", seat=seat)
    return TABLE if seat is None else str(seat)


def found(scene: Scene, args: dict[str, Any]) -> Mark:
    """The mark of the arguments, by its id."""
    for mark in scene.state.all_marks():
        if mark.id == args.get("mark"):
            return mark
    raise Refused("unknown-mark", "args.mark", mark=args.get("mark"))


def lay(scene: Scene, args: dict[str, Any]) -> None:
    """Lay a mark of a ``kind`` that the ruleset offers on a seat or the table, with ``data`` where it bears some."""
    kind = args.get("kind")
    known = scene.rules.tokens(scene.state)
    if kind not in known:
        raise Refused("unknown-mark", "args.kind", mark=kind, known=known)
    _put_down(scene, str(kind), args, freeze(args.get("data")))


def _put_down(scene: Scene, kind: str, args: dict[str, Any], data: Plain) -> None:
    """A mark that upholds itself, at the place that the moderator names."""
    on = place(scene, args)
    at = scene.state.count("mark")
    scene.state.put_mark(Mark(f"m{at}", kind, on, None, None, data, at))
    scene.changed()


def write(scene: Scene, args: dict[str, Any]) -> None:
    """Write a note on a seat or the table; it bears on nothing and is told to nobody."""
    text = str(args.get("text", "")).strip()
    if not text or len(text) > LONGEST:
        raise Refused("not-a-text", "args.text", most=LONGEST)
    _put_down(scene, NOTE, args, text)


def remind(scene: Scene, args: dict[str, Any]) -> None:
    """Lay a reminder ``token`` of a ``role`` on a seat or the table; like any note it bears on nothing."""
    role, token = args.get("role"), args.get("token")
    known = scene.rules.reminder_tokens(scene.state)
    if role not in known:
        raise Refused("unknown-role", "args.role", role=role)
    if token not in known[role]:
        raise Refused("unknown-mark", "args.token", mark=token, known=tuple(known[role]))
    _put_down(scene, NOTE, args, {"role": str(role), "token": str(token)})


def move(scene: Scene, args: dict[str, Any]) -> None:
    """Move a mark as it is, with what upholds it and when it ends, to another seat or the table."""
    mark = found(scene, args)
    moved = msgspec.structs.replace(mark, on=place(scene, args))
    scene.state.drop_marks((mark,))
    scene.state.put_mark(moved)
    scene.changed()


def take_away(scene: Scene, args: dict[str, Any]) -> None:
    """Take a mark away."""
    scene.state.drop_marks((found(scene, args),))
    scene.changed()


ACTS: Final[dict[str, Callable[[Scene, dict[str, Any]], None]]] = {
    "mark": lay,
    "note": write,
    "remind": remind,
    "move": move,
    "unmark": take_away,
}
