"""Camps as pointers that are followed when read (principle 7), and telling those whose camp changes.

A seat has the camp of its card, one of its own, or ``follow:<seat>``.
A ring of followers has no source: 不定阵营 (R159).
"""

from __future__ import annotations

from typing import Final

import msgspec

from nightmoot.core.scene import Scene
from nightmoot.core.state import State
from nightmoot.rulesets.forum.data import UNCERTAIN, VILLAGE, WOLVES, camp_of_role
from nightmoot.rulesets.forum.telling import inform

replace = msgspec.structs.replace
FOLLOW: Final = "follow:"
#: The camp that is opposed to a camp.
OPPOSED: Final = {VILLAGE: WOLVES, WOLVES: VILLAGE}


def camp_in(state: State, seat: str) -> str:
    """The actual camp of a seat now."""
    seen: set[str] = set()
    while seat not in seen:
        seen.add(seat)
        record = state.seats[seat]
        if record.camp is None:
            return camp_of_role(record.role)
        if not record.camp.startswith(FOLLOW):
            return record.camp
        seat = record.camp[len(FOLLOW) :]
    return UNCERTAIN


def follow(scene: Scene, seat: str, host: str, *, quiet: bool = False) -> None:
    """The seat's camp is the host's from now on, through all its changes."""
    _set(scene, seat, FOLLOW + host, quiet=quiet)


def turn(scene: Scene, seat: str, camp: str, *, quiet: bool = False) -> None:
    """The seat's actual camp changes; it is told, and so is everybody who follows it (R254)."""
    _set(scene, seat, camp, quiet=quiet)


def _set(scene: Scene, seat: str, camp: str, *, quiet: bool) -> None:
    if scene.hollow:
        return
    before = {name: scene.camp(name) for name in scene.circle}
    untold: tuple[str, ...] = (seat,) if quiet else ()
    scene.state.put_seat(replace(scene.seat(seat), camp=camp))
    scene.changed()
    for avenger, foe in scene.recall("opposed", {}).items():  # he goes where his foe is not, untold (L1034, R254)
        against = OPPOSED.get(scene.camp(foe))
        if scene.camp(foe) != before[foe] and against and scene.camp(avenger) in OPPOSED:
            scene.state.put_seat(replace(scene.seat(avenger), camp=against))
            scene.changed()
            untold = (*untold, avenger)
    for name in scene.circle:
        now = scene.camp(name)
        if now == before[name]:
            continue
        scene.fact("turned", seat=name, what=now, data={"from": before[name]})
        if name not in untold:
            inform(scene, name, "阵营转变", now, skill="阵营", camp=now, shows=((name, "camp", now),))
    if any(scene.camp(name) != before[name] for name in scene.circle):
        from nightmoot.rulesets.forum.lovers import judge_again

        judge_again(scene, tuple(name for name in scene.circle if scene.camp(name) != before[name]))


def members(scene: Scene, camp: str, *, living: bool = False) -> tuple[str, ...]:
    """Everybody whose actual camp it is."""
    seats = scene.living() if living else scene.circle
    return tuple(seat for seat in seats if scene.camp(seat) == camp)


def followers(scene: Scene, host: str) -> tuple[str, ...]:
    """Who follows this seat directly."""
    return tuple(seat for seat in scene.circle if scene.seat(seat).camp == FOLLOW + host)
