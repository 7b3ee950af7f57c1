"""The ruleset ``clocktower``: Blood on the Clocktower, 血染钟楼 (seeds 000 and 004, rulings B-n and R-n)."""

from nightmoot.rulesets.clocktower.ruleset import RULESET

__all__ = ["RULESET"]
