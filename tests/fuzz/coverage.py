"""What has been seen in the games played so far, and what has not been seen often enough yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from nightmoot.core import Game, Ruleset
from nightmoot.core.book import _nothing
from tests.fuzz.deals import option_name, option_values

#: What no game that programs moderate and play to its end can show: a gift by the moderator's hand, no side's victory.
NEVER = {"killer": {"skill/grant", "side/none"}}


def goals(rules: Ruleset) -> tuple[str, ...]:
    """Everything that is to be seen: roles, skills, values of options, hooks, sides that win, phases."""
    found = [f"role/{role}" for role in rules.roles if role not in rules.unplayed]
    found += [f"skill/{ability.id}" for ability in rules.abilities.values() if ability.body is not _nothing]
    found += [option_name(spec, value) for spec in rules.options.values() for value in option_values(spec)]
    found += [f"hook/{stage}/{mark}" for stage, hooks in rules.harm_hooks.items() for mark, _ in hooks]
    found += [f"hook/before/{mark}" for mark, _ in rules.use_hooks]
    found += [f"hook/route/{mark}" for hooks in rules.stages.values() for mark, _ in hooks]
    found += [f"side/{camp}" for camp in rules.camps]
    found += [f"phase/{phase}" for phase in rules.phases]
    never = NEVER.get(rules.id, set()) | {f"role/{role}" for role in rules.unplayed}
    return tuple(goal for goal in found if goal not in never)


def seen(game: Game) -> Iterable[str]:
    """What one game has shown."""
    header = game.header
    for record in game.seen.seats.values():
        yield f"role/{record.base}"
        yield f"role/{record.role}"
    yield from (option_name(spec, header.options[spec.id]) for spec in game.rules.options.values())
    for fact in game.facts:
        if fact.kind == "use":
            yield f"skill/{fact.what}"
        elif fact.kind == "vote":
            yield "skill/vote"
        elif fact.kind in ("cancelled", "substituted", "redirected") and isinstance(fact.data, dict):
            yield f"hook/{fact.data.get('stage')}/{fact.data.get('mark')}"
            yield f"hook/route/{fact.data.get('mark')}"
        elif fact.kind in ("diverted", "void") and isinstance(fact.data, dict):
            yield f"hook/before/{fact.data.get('mark')}"
        elif fact.kind == "phase":
            yield f"phase/{fact.what}"
    if game.over is not None:
        yield from (f"side/{side}" for side in game.over.sides)


class Coverage:
    """Counts, in how many games each goal has been seen."""

    def __init__(self, rules: Ruleset, times: int) -> None:
        """Every goal is to be seen so many times."""
        self.wanted = goals(rules)
        self.times = times
        self.counts: Counter[str] = Counter()

    def add(self, game: Game) -> None:
        """One more game."""
        self.counts.update({*seen(game)})

    def missing(self) -> list[str]:
        """What has not been seen often enough yet."""
        return [goal for goal in self.wanted if self.counts[goal] < self.times]
