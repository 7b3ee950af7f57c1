"""Special events: what an attack on an NPC or a drowning sets off (K-72, K-73, K-81)."""

from __future__ import annotations

from typing import Final

from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.data import DATA
from nightmoot.rulesets.killer.items import due_to
from nightmoot.rulesets.killer.jobs import CIVILIANS, KILLERS, NPC
from nightmoot.rulesets.killer.news import News
from nightmoot.rulesets.killer.revival import bring_back
from nightmoot.rulesets.killer.seats import npcs

#: The events in the order of the list, and those that a drowning may set off; chance entries name them by number.
EVENTS: Final[dict[int, str]] = {event["n"]: event["id"] for event in DATA["events"]}
OF_DROWNING: Final = tuple(event["n"] for event in DATA["events"] if "drowning" in event["after"])
#: A seal for the rest of the game ends on no day.
NEVER: Final = 1_000_000


def npc_event(scene: Scene, day: int, news: News, *, npc: str | None = None, attacker: str | None = None) -> None:
    """Draw an event that can do something and carry it out; without an attacker one of those of a drowning."""
    numbers = tuple(EVENTS) if attacker is not None else OF_DROWNING
    name = EVENTS[scene.draw("event", tuple(n for n in numbers if _possible(scene, EVENTS[n], npc, attacker)))]
    with due_to(scene, scene.fact("event", seat=npc, what=name, data={"attacker": attacker})):
        if name == "revive":
            _revive_first(scene, news)
        elif name == "list_of_actors":
            listener = npc if npc is not None else scene.draw("event", npcs(scene))
            scene.remember("listeners", (*scene.recall("listeners", ()), (listener, scene.cause)))
        elif name == "random_vote":
            scene.remember("random_vote", day + 1)
        elif attacker is not None and name == "seal_attacker":
            days = scene.options["npc_event_seal_days"]
            last = NEVER if days == "rest_of_game" else day + days
            scene.mark(attacker, "sealed", data=(day + 1, last), until=f"day {last + 1}")
        elif attacker is not None and name == "attract":
            scene.mark(attacker, "attracting", data=day + 1, until=f"day {day + 2}")


def _possible(scene: Scene, event: str, npc: str | None, attacker: str | None) -> bool:
    """Can the event do anything now? Impossible ones are drawn again."""
    if event == "revive":
        return any(_first_out(scene, camp) for camp in (CIVILIANS, KILLERS))
    if event == "list_of_actors":
        return scene.is_in(npc) if npc is not None else bool(npcs(scene))
    if event in ("seal_attacker", "attract"):
        return attacker is not None and scene.is_in(attacker)
    return True


def _first_out(scene: Scene, camp: str) -> str | None:
    """The earliest out of a camp by present camp, who is still out and has not drowned (K-74)."""
    last_exit: dict[str, int] = {}
    for fact in scene.past("out"):
        last_exit.setdefault(fact.seat or "", fact.id)
    out = [
        seat
        for seat in last_exit
        if not scene.is_in(seat) and scene.camp(seat) == camp and scene.seat(seat).role != NPC
    ]
    return min(out, key=lambda seat: last_exit[seat], default=None)


def _revive_first(scene: Scene, news: News) -> None:
    """A fair coin for the camp; nobody of it is out: the other camp (K-74)."""
    camp = scene.draw("event", tuple(camp for camp in (CIVILIANS, KILLERS) if _first_out(scene, camp)))
    seat = _first_out(scene, camp)
    if seat is not None:
        bring_back(scene, seat, news, redraw=scene.options["revived_job"] == "redrawn")


def tell_actors(scene: Scene) -> None:
    """The list of the day settled last goes to the NPCs that an event has named (K-75, K-123)."""
    names = scene.recall("actors", ())
    for npc, cause in scene.recall("listeners", ()):
        if scene.is_in(npc):
            with due_to(scene, cause):
                scene.tell(npc, "actors", names, skill="event", seats=names, n=len(names))
    scene.remember("listeners", ())
