"""A killer game over days, settled at 8:00 and 20:00."""

from nightmoot.rulesets.killer.ruleset import RULESET, KillerRuleset

__all__ = ["RULESET", "KillerRuleset"]
