"""An independent reader of finished games: it checks a game's log against the rules.

It is written from the rules alone and imports nothing of the ruleset. Of the game it takes the log of facts and the
circle; of the package the table of characters, which is data.
"""

from tests.rulesets.clocktower.reader.reading import Report, read_log

__all__ = ["Report", "read_log"]
