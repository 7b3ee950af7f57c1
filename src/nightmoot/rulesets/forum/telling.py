"""Three channels: feedback (反馈, can be emptied or rerouted), notices (通知), and what is made public (公示).

By day all goes out at once; by night notices wait for the end of the phase (R35) and public words for the door.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.moments import is_night

Shows = tuple[tuple[str, str, Any], ...]


def report(
    scene: Scene, use: Use, infos: Plain, *, skill: str | None = None, later: str | None = None, shows: Shows = ()
) -> None:
    """Feedback of a use, to whoever its route left as receiver, and to those who see through him (R128).

    ``infos`` is a list with one entry a resolution: a single one stands bare. ``later`` names the phase at whose end
    the text says it is given (R36).
    """
    several = tuple(infos) if isinstance(infos, list) else (infos,)
    if not several:
        return
    info = several[0] if len(several) == 1 else several
    name = skill or use.ability
    for seat in receivers(scene, use):
        if later is None:
            scene.feedback(seat, "反馈", info, skill=name, what=name, info_=info, shows=shows)
        else:
            keep(scene, later, seat, "反馈", info, name)
    if use.feedback is None:
        scene.tell(use.actor, "反馈", None, skill=name, what=name, info_=None)
        scene.fact("withheld", seat=use.actor, what=name, data=info)


def worked(scene: Scene, seat: str, skill: str, *, on: str | None = None) -> int:
    """A skill that is only held has had its effect (on somebody): a fact of the log, and what follows from it may name
    it as its cause."""
    held = next((h.id for h in scene.state.holdings_of(seat) if h.ability == skill), None)
    return scene.fact("worked", seat=seat, what=skill, by=held, data={"on": on or seat, "skill": skill})


@contextmanager
def because(scene: Scene, fact: int | None) -> Iterator[None]:
    """What happens inside follows from the fact."""
    outer, scene.cause = scene.cause, fact
    try:
        yield
    finally:
        scene.cause = outer


@contextmanager
def following(scene: Scene, skill: str, seat: str | None = None) -> Iterator[None]:
    """What happens inside follows from the last use of a skill (by or at a seat, where there is such a use)."""
    used = [fact for fact in scene.state.facts.latest() if fact.kind == "use" and fact.what == skill]
    of_seat = [fact for fact in used if seat in (fact.seat, *fact.data["chosen"])]
    turned = [f for f in scene.state.facts.latest() if f.kind == "redirected" and f.what == skill and f.seat == seat]
    found = next(iter(of_seat or turned or used), None)
    with because(scene, found.id) if found is not None else nullcontext():
        yield


def receivers(scene: Scene, use: Use) -> tuple[str, ...]:
    """Who gets the feedback: its receiver, the controlled character beside the operator, a ghost that looks on."""
    if use.feedback is None:
        return ()
    found = [use.feedback] if isinstance(use.feedback, str) else [*use.feedback]
    for mark in scene.marks("被操控", on=use.actor):
        if mark.data in found or use.actor in found:
            found += [mark.data, use.actor]
    if use.actor in found:
        found += [mark.data for mark in scene.marks("被附体", on=use.actor)]
    return tuple(dict.fromkeys(found))


def inform(
    scene: Scene,
    to: str | tuple[str, ...],
    key: str,
    info: Plain = None,
    *,
    skill: str | None = None,
    at: str | None = None,
    shows: Shows = (),
    **params: Any,
) -> None:
    """A notice that no skill changes: by day at once, by night when the phase ends (or at the moment ``at``)."""
    seats = (to,) if isinstance(to, str) else to
    if at is None and not is_night(scene):
        scene.tell(seats, key, info, skill=skill, shows=shows, **params)
        return
    moment = at or scene.state.phase.name
    for seat in seats:
        keep(scene, moment, seat, key, info, skill, shows=shows, params=params)


def keep(
    scene: Scene,
    moment: str,
    seat: str,
    key: str,
    info: Plain,
    skill: str | None,
    *,
    shows: Shows = (),
    params: Any = None,
) -> None:
    """Keep a notice until a moment (the end of a phase, or a moment of its own)."""
    waiting = scene.recall("waiting", ())
    entry = {"at": moment, "to": seat, "key": key, "info": info, "skill": skill, "shows": shows, "params": params or {}}
    entry["cause"] = scene.cause
    scene.state.put("memory", "waiting", (*waiting, freeze(entry)))


def flush(scene: Scene, moment: str) -> None:
    """The moment has come: what waited for it is told."""
    waiting = scene.recall("waiting", ())
    scene.state.put("memory", "waiting", tuple(entry for entry in waiting if entry["at"] != moment))
    for entry in waiting:
        if entry["at"] == moment:
            params = {"what": entry["skill"], "info_": entry["info"], **entry["params"]}
            with because(scene, entry["cause"]):
                scene.tell(
                    entry["to"],
                    entry["key"],
                    entry["info"],
                    skill=entry["skill"],
                    shows=tuple(entry["shows"]),
                    **params,
                )


def publish(
    scene: Scene, key: str, info: Plain = None, *, at: str | None = None, shows: Shows = (), once: bool = False
) -> None:
    """Make something public: by day at once, by night at the next opening of the door (R213)."""
    if at is None and not is_night(scene):
        scene.announce(key, info, info_=info, shows=shows)
        return
    queue = scene.recall("public", ())
    entry = freeze({"at": at or "正午", "key": key, "info": info, "shows": shows})
    if once and entry in queue:
        return
    scene.state.put("memory", "public", (*queue, entry))


def open_door(scene: Scene, moment: str) -> None:
    """What waited to be made public is announced, in the order in which it came."""
    queue = scene.recall("public", ())
    scene.state.put("memory", "public", tuple(entry for entry in queue if entry["at"] != moment))
    for entry in queue:
        if entry["at"] == moment:
            scene.announce(entry["key"], entry["info"], info_=entry["info"], shows=tuple(entry["shows"]))
