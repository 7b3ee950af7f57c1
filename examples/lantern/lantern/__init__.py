"""The lantern game: the keepers of a lighthouse against the shades among them."""

from lantern.ruleset import RULESET, Lantern

__all__ = ["RULESET", "Lantern"]
