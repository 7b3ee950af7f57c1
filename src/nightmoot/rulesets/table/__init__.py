"""狼人杀 at a table."""

from nightmoot.rulesets.table.ruleset import RULESET, TableRuleset

__all__ = ["RULESET", "TableRuleset"]
