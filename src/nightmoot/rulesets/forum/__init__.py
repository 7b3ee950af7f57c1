"""版杀: the forum game."""

from nightmoot.rulesets.forum.ruleset import RULESET, ForumRuleset

__all__ = ["RULESET", "ForumRuleset"]
