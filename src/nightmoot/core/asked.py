"""A question by hand: the moderator asks one player something that no rule asks. An override like the others.

What is answered decides nothing by itself: it is told to the moderator and kept for the explained log.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from nightmoot.core.errors import Refused
from nightmoot.core.picks import Pick, Text, Yes, between, one, option
from nightmoot.core.records import MODERATOR

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene

#: The longest question, and the longest answer in words.
LONGEST: Final = 200


def _role(scene: Scene) -> Pick:
    return option(scene.rules.cast(scene.state), of="role", optional=True)


#: What may be asked for; no answer is a pass.
FOR: Final[dict[str, Callable[[Scene], Pick]]] = {
    "seat": lambda scene: one(scene.circle, optional=True),
    "seats": lambda scene: between(1, len(scene.circle), scene.circle, optional=True),
    "role": _role,
    "yes": lambda scene: Yes(optional=True),
    "text": lambda scene: Text(optional=True, most=LONGEST),
}


def ask(scene: Scene, args: dict[str, Any]) -> None:
    """Ask a ``seat`` ``for`` one of :data:`FOR`, in the words of ``text``."""
    seat, kind, text = args.get("seat"), args.get("for", "seat"), args.get("text", "")
    if seat not in scene.state.seats or scene.seat(str(seat)).left:
        raise Refused("unknown-seat", "args.seat", seat=seat)
    if not isinstance(kind, str) or kind not in FOR:
        raise Refused("unknown-part", "args.for")
    if not isinstance(text, str) or len(text) > LONGEST:
        raise Refused("not-a-text", "args.text", most=LONGEST)
    params = {"seat": seat, "text": text.strip()}
    choice = scene.ask(
        str(seat), FOR[kind](scene), skill="asked", key="asked" if params["text"] else "asked.plain", params=params
    )
    scene.fact("asked", seat=str(seat), by=MODERATOR, data={"text": params["text"], "choice": choice})
    scene.tell(MODERATOR, "answered", choice, choice=choice, **params)


ACTS: Final[dict[str, Callable[[Scene, dict[str, Any]], None]]] = {"ask": ask}
