"""Clocktower games of every kind of room, played to their end by legal answers drawn by lot.

A program or a person (drawn by lot as well) as the storyteller, Fabled in force, picks prepared at dusk, reports of
madness, characters seated by hand, players who come and go, and whatever a storyteller corrects by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random
from typing import Any

from nightmoot.core import (
    GATES,
    MODERATOR,
    Answer,
    BadGame,
    Game,
    OpenDecision,
    Override,
    Plain,
    Policies,
    Refused,
    SeatSpec,
    Streams,
    Tick,
    View,
)
from nightmoot.lab.drive import Driver, due
from nightmoot.policies import make_policy, seat_everywhere
from nightmoot.rulesets.clocktower.data import CHARACTERS, OF_THE_STORYTELLER, TEAMS, team_of
from tests.fuzz.deals import REGISTRY
from tests.fuzz.invariants import faults
from tests.fuzz.logs import SCRIPTS
from tests.fuzz.rare import DECEIVED, MEETINGS, Rare, in_turn

RULES = REGISTRY["clocktower"]
#: One input in so many is followed by something done by hand, and one in so many by a look at the whole grimoire.
BY_HAND, LOOK = 15, 10
#: One input in so many is somebody's taking what is on offer to him out of turn.
MEANWHILE = 8
#: An answer is drawn so often, and what need not be answered is passed by once in so many.
TRIES, PASSED = 8, 8
#: After so many inputs nothing is done by hand any more, so that every game comes to its end.
HANDS_OFF = 400
#: More inputs than this, and a game is said not to end.
ENDLESS = 20_000
PLAYED = tuple(role for role in CHARACTERS if role not in RULES.unplayed)
FABLED = tuple(role for role in PLAYED if team_of(role) in OF_THE_STORYTELLER)
TRAVELLERS = tuple(role for role in PLAYED if team_of(role) == "traveller")
#: A character of somebody's own, for a person as the storyteller.
LAMPLIGHTER: dict[str, Plain] = {
    "id": "lamplighter",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night, choose a lamp.",
    "firstNight": 34.5,
    "otherNight": 24,
}


def room(rng: Random, rare: Rare) -> Game | None:
    """A game at its first rest, drawn around what is rare; None where what was drawn does not fit."""
    human = rng.randrange(3) == 0 if rare.human is None else rare.human
    script: tuple[Any, ...] = rare.script
    if rare == Rare():
        script = SCRIPTS[rng.choice(("tb", "bmr", "snv", "mixed", "mixed", *SCRIPTS))]
    roles = [role for role in script if team_of(role) in TEAMS]
    players = rng.choice(rare.players)
    options: dict[str, Any] = {
        "script": (*script, LAMPLIGHTER) if human and rng.randrange(4) == 0 else script,
        "fabled": (*rare.fabled, *rng.sample([role for role in FABLED if role not in rare.fabled], rng.randrange(4))),
        "prepared_picks": rng.randrange(2) == 0,
        "madness_reports": rng.randrange(2) == 0,
        "suggested_jinxes": rng.randrange(2) == 0,
    }
    specs = in_turn() if rare.in_turn else [SeatSpec(f"p{place}") for place in range(1, players + 1)]
    by_hand = 0 if rare.bag or rare.in_turn else rng.choice((0, 0, 1, 2, players))
    drawn = [rng.choice(TRAVELLERS if rng.randrange(3) == 0 else tuple(roles)) for _ in range(by_hand)]
    seated = (*rare.seated, *drawn)[:players]
    for place, role in zip(rng.sample(range(players), len(seated)), seated, strict=True):
        side = "evil" if rare.evil else rng.choice((None, None, None, None, None, None, "good", "evil"))
        setup: dict[str, Any] = {"alignment": side} if side else {}
        specs[place] = SeatSpec(f"p{place + 1}", role, setup)
    deck = rare.bag or tuple(rng.sample(roles, rng.choice((0, 1, 2, min(players, len(roles))))))
    try:
        return Game.new(
            RULES,
            specs,
            options,
            f"{rng.getrandbits(64):016x}",
            hold=GATES,
            setup={"deck": () if rare.in_turn else deck},
            moderator="human" if human else "auto",
            strict=True,
        )
    except BadGame:
        return None


def holders(game: Game, roles: Collection[str], among: Iterable[str]) -> list[str]:
    """Which of these seats have one of the characters."""
    return [seat for seat in among if game.seen.seats[seat].role in roles]


def acts(game: Game, rng: Random, about: frozenset[str]) -> list[tuple[str, dict[str, Any]]]:
    """What may be done by hand now; a program as the storyteller is corrected in nothing, people come and go there."""
    those = holders(game, about, game.seen.seats)
    seat = rng.choice(those if those and rng.randrange(2) else tuple(game.seen.seats))
    role = rng.choice((*TRAVELLERS, *TRAVELLERS, *PLAYED))
    joins = {"name": f"new{len(game.seen.seats)}", "role": role, "camp": rng.choice((None, "good", "evil"))}
    found: list[tuple[str, dict[str, Any]]] = [
        ("join", {**joins, "role": rng.choice(TRAVELLERS)}),
        ("leave", {"seat": seat}),
    ]
    if game.automatic:
        return found
    cast = [role for role in game.rules.cast(game.state) if team_of(role) in TEAMS] or list(PLAYED)  # not dealt yet
    mark = rng.choice(sorted(mark.id for mark in game.seen.all_marks()) or ["none"])
    registers = (None, "good", "evil", *TEAMS, *cast, "nobody", *sorted(about) * 4)
    tied = [mark.on for mark in game.seen.all_marks() if mark.kind == "aligned"]
    strange = [seat for seat, record in game.seen.seats.items() if record.role in ("recluse", "spy")] + tied
    passing = holders(game, TRAVELLERS, game.seen.seats)[:2]
    return [
        *found,
        ("join", joins),
        ("kill", {"seat": seat}),
        ("revive", {"seat": seat}),
        ("set", {"seat": seat, "role": rng.choice(cast)}),
        ("set", {"seat": seat, "role": rng.choice((*DECEIVED, *sorted(about)))}),
        ("set", {"seat": seat, "camp": rng.choice(("good", "evil"))}),
        ("set", {"seat": seat, "alive": rng.randrange(2) == 0}),
        *[("register", {"seat": rng.choice((*strange, *strange, seat, "99")), "as": rng.choice(registers)})] * 3,
        *[("execute", {"seat": rng.choice((seat, seat, "99"))})] * (2 if those else 1),
        ("mark", {"seat": seat, "kind": rng.choice(game.rules.tokens(game.state))}),
        *[("mark", {"seat": one, "kind": rng.choice(("poisoned", "drunk"))}) for one in passing],
        ("unmark", {"mark": mark}),
    ]


class Aimed:
    """Answers by lot that often fall on those whom a room is about: of several the one that names most of them."""

    def __init__(self, game: Game, about: frozenset[str], rng: Random) -> None:
        """Nobody is aimed at where a room is about nobody."""
        self.lots, self.game, self.about, self.rng = make_policy("random", RULES), game, about, rng

    def choose(self, view: View, decision: OpenDecision, streams: Streams) -> Plain:
        """As in the game: an answer, or None for none."""
        if decision.pick.optional and self.rng.randrange(PASSED) == 0:
            return None
        wanted = self.about.union(holders(self.game, self.about, self.game.seen.seats))
        tries = [self.lots.choose(view, decision, streams) for _ in range(TRIES if wanted else 1)]
        return max(tries, key=lambda choice: len(mentioned(choice) & wanted))


def mentioned(choice: Plain) -> set[str]:
    """Whatever is named in an answer."""
    if isinstance(choice, str):
        return {choice}
    inner = choice.values() if isinstance(choice, dict) else choice if isinstance(choice, (list, tuple)) else ()
    return set().union(*map(mentioned, inner))


def taken_meanwhile(game: Game, policies: Policies, rng: Random, about: frozenset[str]) -> Answer | None:
    """Somebody takes what is on offer to him, out of turn or while something else is asked, a vote above all."""
    those = holders(game, about, game.seen.circle)
    seat = rng.choice(those if those and rng.randrange(2) else game.seen.circle)
    offered = [one for one in game.decisions(seat) if one.offer and not one.answered]
    offered = [one for one in offered if one.skill in about] or offered
    if not offered:
        return None
    one = rng.choice(offered)
    choice = policies.by_seat[seat].choose(game.view(seat), one, policies.streams[seat])
    return None if choice is None else Answer(one.name, seat, choice)


def play(rng: Random) -> Game | None:
    """One game to its end; what must hold holds all along, or it raises."""
    rare = rng.choice(MEETINGS) if rng.randrange(4) else Rare()
    game = room(rng, rare)
    if game is None:
        return None
    policy = Aimed(game, rare.about, rng)
    driver, seed = Driver({}, None), f"{rng.getrandbits(64):016x}"
    hands = not game.automatic or rng.randrange(3) == 0
    driver.policies = seat_everywhere(policy, (*game.seen.circle, MODERATOR), seed)
    for number in range(ENDLESS):
        if game.over is not None:
            break
        meanwhile = taken_meanwhile(game, driver.policies, rng, rare.about) if rng.randrange(MEANWHILE) == 0 else None
        game.submit(meanwhile or driver.next(game) or due(game) or Tick(game.waits()[0].name))
        if game.over is None and hands and number < HANDS_OFF and rng.randrange(BY_HAND) == 0:
            act, args = rng.choice(acts(game, rng, rare.about))
            try:
                game.submit(Override(act, args, ""))
            except Refused:
                continue
            seats = (*game.seen.seats, MODERATOR)
            driver.policies = seat_everywhere(policy, seats, f"{seed}/{number}")
        if rng.randrange(LOOK) == 0:
            game.grimoire()
    assert game.fault is None, game.fault
    assert game.over is not None, "the game does not end"
    found = faults(game)
    assert not found, found
    return game
