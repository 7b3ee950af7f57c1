"""From a room's rules to a game: what is on offer, what is refused, how it is dealt."""

from __future__ import annotations

from typing import Any

from nightmoot import policies
from nightmoot.core import GATES, UNHEARD, BadGame, Game, Registry, Rhythm, Ruleset, SeatSpec
from nightmoot.core.ability import OptionSpec
from nightmoot.core.ruleset import BagTable
from nightmoot.host.faults import Refusal
from nightmoot.host.pace import LED, pace_of
from nightmoot.host.room import Rules
from nightmoot.host.slow import timetable
from nightmoot.host.wire import SEATS, BagOut, BoardOut, OptionOut, RhythmOut, RoleOut, RulesetOut, Span, Wider


def refusal(bad: BadGame) -> Refusal:
    """A game that can't be set up, as a refusal of the request that asked for it."""
    return Refusal(bad.code, f"$.{bad.path}" if bad.path else "$", dict(bad.params), "error")


def deck_of(ruleset: Ruleset, rules: Rules) -> dict[str, Any]:
    """The cards: a named board, an exact deck, or the specials for which plain cards make room."""
    if rules.board is not None:
        for board in ruleset.boards:
            if board["id"] == rules.board and board["players"] == rules.players:
                return {"deck": list(board["roles"])}
        raise Refusal("not_found", "$.board")
    if rules.roles is None:
        return {}
    for role in rules.roles:
        if role not in ruleset.roles:
            raise BadGame("unknown-role", "roles", role=role, known=tuple(ruleset.roles))
    return {"deck" if len(rules.roles) >= rules.players else "specials": list(rules.roles)}


def _unheard(rules: Rules) -> bool:
    """Does nobody hear the calls, nor how long they take? Only where a person goes from one to the next, on line."""
    return rules.moderator == "human" and rules.sitting == "apart" and bool(rules.pace.get(LED))


def new_game(registry: Registry, rules: Rules, names: list[str], seed: str) -> Game:
    """Deal and begin; a deck or option that the ruleset does not take is refused."""
    try:
        ruleset = registry[rules.ruleset]
        ruleset = ruleset.completed(ruleset.option_values(rules.options))
        seats = [SeatSpec(name) for name in names]
        setup = deck_of(ruleset, rules)
        hold = UNHEARD if _unheard(rules) else GATES
        return Game.new(ruleset, seats, rules.options, seed, hold=hold, moderator=rules.moderator, setup=setup)
    except BadGame as bad:
        raise refusal(bad) from None


def check(registry: Registry, rules: Rules, now: int) -> None:
    """Refuse rules that no game could be made of, before anybody sits down to them."""
    names = [str(n) for n in range(1, rules.players + 1)]
    new_game(registry, rules, names, "check")
    if rules.calendar is not None:
        timetable.check(rules.calendar, registry[rules.ruleset], now)


def most_players(registry: Registry, rules: Rules) -> int:
    """How many may sit round this table at most."""
    ruleset = registry[rules.ruleset]
    wider = ruleset.wider is not None and bool(rules.options.get(ruleset.wider[0]))
    most = ruleset.wider[2] if wider and ruleset.wider is not None else ruleset.players[1]
    return min(most, SEATS)


def check_alone(game: Game) -> None:
    """Refuse to let the program moderate from here on what only a person can."""
    seats = game.seen.seats.values()
    try:
        game.rules.admits([SeatSpec(seat.name, seat.role) for seat in seats], game.header.options, "auto")
    except BadGame as bad:
        raise refusal(bad) from None


def check_policy(registry: Registry, rules: Rules, policy: str | None) -> None:
    """Refuse a bot that can't play this."""
    if policy is not None and policy not in policies.offered(registry[rules.ruleset]):
        raise Refusal("not_found", "$.policy")


def usual_policy(registry: Registry, rules: Rules) -> str:
    """Who plays where nothing is said: the bot that knows the game best."""
    return policies.offered(registry[rules.ruleset])[-1]


def offered(registry: Registry) -> list[RulesetOut]:
    """Every ruleset with its roles, options and boards."""
    return [_ruleset(rules) for rules in registry]


def _option(spec: OptionSpec) -> OptionOut:
    allowed = spec.allowed
    kind = "free" if allowed is None else "flag" if set(allowed) == {True, False} else "choice"
    return OptionOut(id=spec.id, kind=kind, default=spec.default, allowed=allowed)


def _rhythm(rhythm: Rhythm) -> RhythmOut:
    return RhythmOut(
        rhythm.opens, rhythm.closes, dict(rhythm.days), rhythm.weekend, rhythm.closing, dict(rhythm.minutes)
    )


def _bag(table: BagTable | None) -> BagOut | None:
    if table is None:
        return None
    return BagOut(
        teams={team: list(roles) for team, roles in table.teams.items()},
        numbers={str(players): dict(numbers) for players, numbers in table.numbers.items()},
        changes={role: {team: list(by) for team, by in teams.items()} for role, teams in table.changes.items()},
        unsaid=list(table.unsaid),
        needs=list(table.needs),
    )


def _ruleset(rules: Ruleset) -> RulesetOut:
    least, most = rules.players
    return RulesetOut(
        id=rules.id,
        players=Span(least, most),
        wider=None if rules.wider is None else Wider(*rules.wider),
        roles=[RoleOut(id=role.id, camp=role.camp, max=role.most) for role in rules.roles.values()],
        options=[_option(o) for o in rules.options.values()],
        suggested=dict(rules.suggested),
        boards=[
            BoardOut(id=b["id"], players=b["players"], roles=list(b["roles"]), specials=list(b.get("specials", ())))
            for b in rules.boards
        ],
        groups=list(rules.groups),
        phases=list(rules.phases),
        calendar=dict(rules.calendar),
        rhythm=None if rules.rhythm is None else _rhythm(rules.rhythm),
        orders=sorted({skill for window in rules.windows for skill in rules.offered_in(window)}),
        pace=pace_of({}, rules),
        policies=list(policies.offered(rules)),
        composes=rules.composes,
        acts=list(rules.override_acts),
        bag=_bag(rules.bag()),
        scripts={name: list(roles) for name, roles in rules.scripts().items()},
        layout=rules.layout,
        menu=list(rules.menu()),
        cards=list(rules.cards),
        whispers=type(rules).may_whisper is not Ruleset.may_whisper,
    )
