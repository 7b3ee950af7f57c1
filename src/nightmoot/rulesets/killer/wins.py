"""Who wins, judged after each of the two settlements. K-26 … K-30."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.records import Verdict
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.jobs import CIVILIANS, KILLERS, NEUTRALS
from nightmoot.rulesets.killer.orders import MORNING
from nightmoot.rulesets.killer.seats import npcs

book = Book()


def victory(scene: Scene, camp: str) -> Verdict:
    """The camp's members, in or out, have won, and the neutrals beside it if two of them live (K-26, K-124)."""
    beside = (NEUTRALS,) if len(scene.living(camp=NEUTRALS)) >= 2 else ()
    return Verdict(camp, tuple(seat for seat in scene.circle if scene.camp(seat) in (camp, *beside)), beside)


@book.wins
def civilians(scene: Scene) -> Verdict | None:
    """No killer lives, even if no civilian does (K-29)."""
    return None if scene.living(camp=KILLERS) else victory(scene, CIVILIANS)


@book.wins
def killers_by_number(scene: Scene) -> Verdict | None:
    """Living civilians and neutrals are no more than the living killers (K-27)."""
    others = len(scene.living(camp=CIVILIANS)) + len(scene.living(camp=NEUTRALS))
    return victory(scene, KILLERS) if others <= len(scene.living(camp=KILLERS)) else None


@book.wins
def killers_by_ruin(scene: Scene) -> Verdict | None:
    """No civilian with a special job lives, the GM is dead, and so is every NPC (K-28)."""
    special = [seat for seat in scene.living(camp=CIVILIANS) if scene.seat(seat).role != "civilian"]
    return victory(scene, KILLERS) if scene.recall("gm_out") and not special and not npcs(scene) else None


@book.wins
def nobody(scene: Scene) -> Verdict | None:
    """The 8:00 that closes the last day allowed (K-93, K-117)."""
    over = scene.state.phase.name == MORNING and scene.day > scene.options["max_days"]
    return Verdict(None) if over else None
