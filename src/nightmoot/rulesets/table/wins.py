"""Who wins, judged in this order after the deaths of dawn and of dusk. T-12 … T-15, T-62 … T-66."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.scene import Scene

book = Book()
Win = tuple[str, tuple[str, ...]] | None


def mixed_couple(scene: Scene) -> tuple[str, ...]:
    """The two lovers where one is a wolf and one is not (T-13), else nobody."""
    lovers = scene.members("lovers")
    return lovers if lovers and sum(scene.seat(seat).role == "werewolf" for seat in lovers) == 1 else ()


def of_camp(scene: Scene, camp: str) -> tuple[str, ...]:
    """Who has a card of the camp, in or out; mixed lovers only if the option lets them keep it (T-12, T-112)."""
    left_out = () if scene.options["mixed_couple_goal"] == "may" else mixed_couple(scene)
    roles = scene.rules.roles
    return tuple(seat for seat in scene.circle if roles[scene.seat(seat).role].camp == camp and seat not in left_out)


@book.wins
def nobody(scene: Scene) -> Win:
    """Nobody lives (T-64)."""
    return None if scene.living() else ("", ())


@book.wins
def piper(scene: Scene) -> Win:
    """The piper lives and all other living players are charmed (T-62), unless he has left this goal (T-111)."""
    pipers = scene.living(role="piper")
    if not pipers or not all(scene.has(seat, "charmed") for seat in scene.living(but=pipers)):
        return None
    winners = tuple(seat for seat in pipers if seat in of_camp(scene, "piper"))
    return ("piper", winners) if winners else None


@book.wins
def couple(scene: Scene) -> Win:
    """Exactly the two mixed lovers live (T-12)."""
    lovers = mixed_couple(scene)
    return ("couple", lovers) if lovers and scene.living() == lovers else None


@book.wins
def village(scene: Scene) -> Win:
    """No werewolf lives (村民：消灭所有的狼人)."""
    return None if scene.living(role="werewolf") else ("village", of_camp(scene, "village"))


@book.wins
def wolves(scene: Scene) -> Win:
    """No living player is outside the wolf camp (T-63); by option already at parity (T-65, T-130)."""
    if len(scene.living(role="werewolf")) == len(scene.living()):
        return "wolves", of_camp(scene, "wolves")
    if scene.options["parity_shortcut"]:
        pack = scene.living(camp="wolves")
        if len(pack) >= len(scene.living(but=pack)):
            return "wolves", of_camp(scene, "wolves")
    return None
