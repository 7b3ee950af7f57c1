"""The sheriff: elected on day 1, his declaration, and handing the badge on (竞岗, 任职宣言, 殉职; L1077-L1083)."""

from __future__ import annotations

from typing import Final

from nightmoot.core.book import Book
from nightmoot.core.picks import one, option
from nightmoot.core.records import Harm
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum import votes
from nightmoot.rulesets.forum.hurt import RED_CARD, out_fact, outs
from nightmoot.rulesets.forum.moments import is_night
from nightmoot.rulesets.forum.statuses import bears, give
from nightmoot.rulesets.forum.telling import because, publish

book = Book()
DECLARATIONS: Final = ("独裁", "自由", "秩序")


def sheriff(scene: Scene) -> str | None:
    """Who holds the badge."""
    found = scene.recall("sheriff")
    return None if found is None else str(found)


def appoint(scene: Scene, seat: str) -> None:
    """The badge goes to a seat; whoever gets it declares."""
    scene.remember("sheriff", seat)
    scene.remember("speaks until the badge is handed on", None)
    scene.fact("office", seat=seat, what="警长")
    shows = (("table", "sheriff", seat), (seat, "sheriff", True))
    scene.tell(seat, "当选", None, skill="竞岗")
    publish(scene, "警长", seat, shows=shows)
    scene.push("declaration", seat=seat)


@book.step("declaration")
def declaration(scene: Scene, seat: str) -> None:
    """One of 独裁, 自由, 秩序; no answer: drawn (R222)."""
    choice = scene.ask(seat, option(DECLARATIONS), key="任职宣言", drawn=True)
    give(scene, seat, choice, until="卸任", told=False)
    publish(scene, "任职宣言", {seat: choice})


@outs.trigger
def badge_falls(scene: Scene, seat: str, harm: Harm) -> None:
    """The badge must be handed on within the phase; a red-carded sheriff has no choice (R176, R217)."""
    if sheriff(scene) != seat:
        return
    if scene.marks("自由", on=seat):
        scene.remember("speaks until the badge is handed on", seat)  # R177
    scene.unmark(*(m for kind in DECLARATIONS for m in scene.marks(kind, on=seat) if m.until == "卸任"), why="out")
    if is_night(scene):  # after the tally, before the door opens
        scene.remember("badge to hand on", seat)
    else:
        scene.push("hand over", seat=seat, red=harm.kind == RED_CARD)


@book.step("hand over")
def hand_over(scene: Scene, seat: str, red: bool = False) -> None:
    """殉职: one living character takes the badge; no answer: drawn."""
    scene.remember("badge to hand on", None)
    heirs = scene.living()
    if not heirs:
        scene.remember("sheriff", None)
        return
    with because(scene, out_fact(scene, seat)):
        heir = (
            scene.draw("殉职", heirs)
            if red or bears(scene, seat, "遗忘")
            else scene.ask(seat, one(heirs), key="殉职", drawn=True)
        )
        appoint(scene, str(heir))


@votes.WEIGHTS.append
def dictator(scene: Scene, voter: str, target: str) -> float:
    """独裁: one more, and from 10 alive another for every 5 more alive (R170); it stacks."""
    count = len(scene.marks("独裁", on=voter))
    alive = len(scene.living())
    return count * (1 + (alive - 10) // 5 if alive >= 10 else 1)
