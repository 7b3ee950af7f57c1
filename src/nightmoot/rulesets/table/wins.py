"""Who wins, judged in this order after the deaths of dawn and of dusk. T-12 … T-15, T-62 … T-66."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.scene import Scene

book = Book()
Win = tuple[str, tuple[str, ...]] | None


def mixed_couple(scene: Scene) -> tuple[str, ...]:
    """The two lovers where one is a wolf and one is not (T-13), else nobody."""
    lovers = scene.members("lovers")
    return lovers if {scene.camp(seat) == "wolves" for seat in lovers} == {True, False} else ()


def of_camp(scene: Scene, camp: str) -> tuple[str, ...]:
    """A camp's members, in or out, without mixed lovers unless the option lets them keep their camp (T-12)."""
    left_out = () if scene.options["mixed_couple_goal"] == "may" else mixed_couple(scene)
    return tuple(seat for seat in scene.circle if scene.camp(seat) == camp and seat not in left_out)


@book.wins
def nobody(scene: Scene) -> Win:
    """Nobody lives (T-64)."""
    return None if scene.living() else ("", ())


@book.wins
def piper(scene: Scene) -> Win:
    """The piper lives and every other living player is charmed (T-62)."""
    pipers = scene.living(role="piper")
    if pipers and all(scene.has(seat, "charmed") for seat in scene.living(but=pipers)):
        return "piper", pipers
    return None


@book.wins
def couple(scene: Scene) -> Win:
    """Exactly the two mixed lovers live (T-12)."""
    lovers = mixed_couple(scene)
    return ("couple", lovers) if lovers and scene.living() == lovers else None


@book.wins
def village(scene: Scene) -> Win:
    """No werewolf lives (村民：消灭所有的狼人)."""
    return None if scene.living(camp="wolves") else ("village", of_camp(scene, "village"))


@book.wins
def wolves(scene: Scene) -> Win:
    """No living player is outside the wolf camp (T-63); by option already at parity (T-65)."""
    others = scene.living(not_camp="wolves")
    parity = scene.options["parity_shortcut"] and len(scene.living(camp="wolves")) >= len(others)
    return ("wolves", of_camp(scene, "wolves")) if parity or not others else None
