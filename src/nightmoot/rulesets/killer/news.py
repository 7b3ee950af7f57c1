"""What a settlement has brought, and how everybody hears of it when it is over: names, cards, and no more (K-51).

Names stand in seat order, so that nobody reads the order of the orders from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.data import DATA
from nightmoot.rulesets.killer.items import due_to
from nightmoot.rulesets.killer.seats import show_camp, turn_up

#: By what a player goes out face up: always, never, or as the option says (K-85, K-128).
FACE_UP: Final[dict[str, bool | str]] = {cause["id"]: cause["face_up"] for cause in DATA["causes"]}


@dataclass(slots=True)
class News:
    """What one settlement has brought: who went out by what, who is back, and what else is announced."""

    out: dict[str, str] = field(default_factory=dict)
    back: list[str] = field(default_factory=list)
    gm_out: bool = False
    drowned: tuple[str, ...] = ()
    converted: bool = False
    jobs_changed: int = 0


def announce_out(scene: Scene, seats: tuple[str, ...]) -> None:
    """The names of those who are out."""
    scene.announce("out", seats, seats=seats, n=len(seats), shows=tuple((seat, "in", False) for seat in seats))


def tell_news(scene: Scene, news: News) -> None:
    """Cards that are turned up, then what else a settlement of either time brings."""
    for seat in scene.circle:
        if seat in news.out and not scene.is_in(seat):
            with due_to(scene, next(scene.past("out", seat=seat)).id):
                _show(scene, seat, FACE_UP[news.out[seat]])
    if news.gm_out:
        scene.announce("gm_out", shows=(("table", "gm_out", True),))
    if news.drowned:
        scene.announce("drowned", news.drowned, seats=news.drowned, n=len(news.drowned))
    for seat in scene.circle:
        if seat in news.back and scene.is_in(seat):
            scene.announce("revived", seat, seat=seat, shows=((seat, "in", True), (seat, "revealed", False)))


def _show(scene: Scene, seat: str, face_up: bool | str) -> None:
    shown = scene.options["night_kill_reveal"] if isinstance(face_up, str) else "job" if face_up else "none"
    if shown == "job":
        turn_up(scene, seat)
    elif shown == "camp":
        show_camp(scene, seat)


def tell_changes(scene: Scene, news: News) -> None:
    """At 8:00: that a camp or a job changed, without names; and who attacked the GM (K-51, K-68)."""
    if news.converted:
        scene.announce("converted")
    if news.jobs_changed:
        scene.announce("job_changed", n=news.jobs_changed)
    for seat in scene.recall("attackers", ()):
        role, camp = scene.seat(seat).role, scene.camp(seat)
        shows = ((seat, "role", role), (seat, "camp", camp))
        scene.announce("attacker", {seat: role}, seat=seat, role=role, camp=camp, shows=shows)
    scene.remember("attackers", ())
