"""The automatic storyteller's taste: what is suggested where the rules leave a choice, and why."""

from __future__ import annotations

from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding
from nightmoot.core.scene import Scene


def prefer(s: Scene, me: Holding, options: tuple[Plain, ...], lawful: tuple[Plain, ...]) -> Plain:
    """Which of the options is told: the first true one where it may be, else one drawn among the false."""
    if not s.hollow and options[0] in lawful and not isinstance(options[0], dict):
        return options[0]
    if not s.hollow:
        return s.draw(f"information:{me.ability}", options)
    false = tuple([item for item in options if item not in lawful])
    return s.draw(f"information:{me.ability}", false or options)
