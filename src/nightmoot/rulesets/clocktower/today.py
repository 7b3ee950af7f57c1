"""What has happened today: who has nominated whom, who is about to die, who has been executed."""

from __future__ import annotations

from typing import Any, Final

from nightmoot.core.plain import Plain, freeze
from nightmoot.core.scene import Scene
from nightmoot.core.state import State

KEY: Final = "today"
#: nominators, nominees, called, reporters, reported: seats ·
#: claims: (seat, ability) of those that may be made once a day · voting: a vote is under way ·
#: best: the highest tally of the day · about: who is about to die ·
#: last: the last nomination (who, whom, who was about to die, the best tally) · counts: votes taken ·
#: executions: (seat, died) · over: no more nominations
FRESH: Final[dict[str, Plain]] = {
    "nominators": (),
    "nominees": (),
    "called": (),
    "reporters": (),
    "reported": (),
    "claims": (),
    "voting": False,
    "best": 0,
    "about": None,
    "last": None,
    "counts": 0,
    "executions": (),
    "over": False,
}


def today(state: State) -> dict[str, Any]:
    """What has happened today so far."""
    found: dict[str, Any] = state.memory.get(KEY) or FRESH
    return found


def note(scene: Scene, **changes: Plain) -> None:
    """Something has happened today (whatever ability it was: the day's rules are nobody's effect)."""
    scene.state.put("memory", KEY, {**today(scene.state), **{key: freeze(value) for key, value in changes.items()}})


def a_new_day(scene: Scene) -> None:
    """Nothing has happened yet."""
    scene.state.put("memory", KEY, dict(FRESH))


def executed(scene: Scene) -> tuple[tuple[str, bool], ...]:
    """Who has been executed today, and whether he died."""
    found: tuple[tuple[str, bool], ...] = today(scene.state)["executions"]
    return found
