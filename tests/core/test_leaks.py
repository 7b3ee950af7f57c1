"""What a player may not know leaves no trace in what he is sent: two games that differ in secrets alone look alike.

The same evening is played twice: night, day, night. The viewer, the two who die at night and the one who is voted out
are the same in both; everybody else's roles are dealt anew, and whatever they do unseen is done otherwise.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from nightmoot.core import MODERATOR, PUBLIC, Answer, Game, OpenDecision, Override, Plain, SeatSpec, Tick, registry
from nightmoot.core.picks import Pick

ME, FIRST, SECOND, VOTED, MATE = "1", "2", "3", "4", "5"
SPECIALS = "seer guard witch hunter elder idiot scapegoat piper cupid little_girl thief".split()
RULES = registry.load()["table"]
ROLES = [*RULES.roles]
OPTIONS: tuple[dict[str, Plain], ...] = (
    {"sheriff_enabled": False},
    {"sheriff_enabled": True, "sheriff_election": "before_night1", "votes_public": False},
    {"sheriff_enabled": False, "witch_potions": "one_each", "reveal_on_death": "none", "seer_result": "camp"},
)
BY_HAND: dict[str, Plain] = {"sheriff_enabled": False, "girl_peek_model": "host_decides", "wolves_may_pass": True}


class Evening(NamedTuple):
    """One of the two games."""

    roles: tuple[str, ...]
    options: dict[str, Plain]
    secrets: Random
    mate: bool
    moderator: str = "auto"

    def start(self) -> Game:
        """At its first rest."""
        seats = [SeatSpec(f"p{place}", role) for place, role in enumerate(self.roles, 1)]
        setup = {"undealt": ("villager", "villager"), "deck": tuple(sorted((*self.roles, "villager", "villager")))}
        options = {"girl_peek_model": {"sees": "all_living_wolves", "caught_probability": 0}, **self.options}
        return Game.new(RULES, seats, options, "leak", setup=setup, moderator=self.moderator, strict=True)

    def choose(self, game: Game, owner: str, skill: str, pick: Pick) -> Plain:
        """What is public, or the viewer's own, is the same in both games; the rest is not."""
        victim = FIRST if game.seen.phase.night == 1 else SECOND
        if skill in ("vote", "elect"):
            return VOTED if VOTED in pick.seats() else None
        if skill == "kill":
            return victim
        if skill in ("hand_over", "speech", "direction"):
            return next(iter(pick.choices()))
        if owner == MODERATOR:
            return False  # nobody is caught
        if skill in ("potion", "twilight", "interrupt"):
            return None
        if skill == "link":
            others = tuple(seat for seat in pick.seats() if seat not in (ME, FIRST, SECOND, VOTED, MATE))
            return (ME, MATE) if self.mate else tuple(self.secrets.sample(others, 2))
        if owner == ME:
            return self.own(skill, pick)
        if skill == "protect":
            return self.secrets.choice([None, *(seat for seat in pick.seats() if seat not in (ME, victim))])
        if skill == "charm":
            return tuple(self.secrets.sample([seat for seat in pick.seats() if seat != ME], 2))
        if skill == "swap":
            return None
        return pick.draw(self.secrets)

    def own(self, skill: str, pick: Pick) -> Plain:
        """The viewer's own choices, of seats that are the same in both games."""
        if skill == "charm":
            return pick.seats()[:2]
        if skill in ("check", "protect"):
            return next(seat for seat in (VOTED, SECOND, FIRST) if seat in pick.seats())
        return None if pick.optional else next(iter(pick.choices()))


def sent(evening: Evening, viewer: str) -> list[Any]:
    """Everything that a viewer is sent, in order: notices, and what he is asked whenever that changes."""
    game = evening.start()
    stream: list[Any] = []
    shown, asked = 0, [b""]

    def look() -> None:
        nonlocal shown
        log = game.view(viewer).to_wire()["log"]
        stream.extend(msgspec.json.encode(entry) for entry in log[shown:])
        shown = len(log)
        now = [msgspec.json.encode(decision.to_wire()) for decision in game.decisions(viewer)]
        if now != asked:
            asked[:] = now
            stream.append(("asked", *now))

    look()
    while game.over is None and game.seen.phase.day < 2:
        waiting = [(q, o) for q in game.open.values() for o in q.owners if o not in game.answers(q).answers]
        if waiting:
            question, owner = waiting[0]
            decision: OpenDecision = next(d for d in game.decisions(owner) if d.name == question.name)
            choice = evening.choose(game, owner, question.skill, decision.pick)
            game.submit(Answer(question.name, owner, choice))
        else:
            game.submit(Tick(game.waits()[0].name))
        look()
    return stream


def pair(role: str, seed: int) -> tuple[Evening, Evening]:
    """The same evening twice: other roles for the others, other secrets."""
    rng = Random(f"{role}/{seed}")
    options = OPTIONS[seed % len(OPTIONS)]
    others = [special for special in SPECIALS if special != role]
    mate = seed % 3 == 0 and role not in ("cupid", "werewolf")
    if role == "werewolf":  # he knows the other wolf: that one stays where he is
        fixed, rest = (role, "villager", "villager", "villager", "werewolf"), [*others, "villager"]
    else:
        fixed, rest = (role, "villager", "villager", "villager", "villager"), [*others, "werewolf", "werewolf"]
    evenings = []
    for side in range(2):
        dealt = rng.sample(rest, len(rest))
        evenings.append(Evening((*fixed, *dealt), options, Random(f"{role}/{seed}/{side}"), mate))
    return evenings[0], evenings[1]


@pytest.mark.parametrize("role", ROLES)
def test_a_player_is_sent_the_same_whatever_he_may_not_know(role: str) -> None:
    for seed in range(6):
        left, right = pair(role, seed)
        assert left.roles != right.roles
        mine = sent(left, ME)
        assert mine == sent(right, ME), seed
        assert len(mine) > 15


@pytest.mark.parametrize("role", ["villager", "werewolf", "seer", "witch"])
def test_it_is_the_same_where_a_person_moderates(role: str) -> None:
    for seed in (3, 7):
        left, right = (evening._replace(moderator="human", options=BY_HAND) for evening in pair(role, seed))
        assert sent(left, ME) == sent(right, ME)


def test_the_public_is_sent_the_same_too() -> None:
    for seed in range(8):
        left, right = pair("villager", seed)
        assert sent(left, PUBLIC) == sent(right, PUBLIC)


def test_the_test_would_see_a_leak() -> None:
    left, right = pair("villager", 1)
    assert sent(left, MODERATOR) != sent(right, MODERATOR)
    assert sent(left, "9") != sent(right, "9")


def test_a_correction_by_hand_tells_only_whom_it_concerns() -> None:
    left, right = pair("villager", 1)
    streams = []
    for evening, role in ((left, "hunter"), (right, "elder")):
        game = evening.start()
        game.submit(Override("set", {"seat": "9", "role": role}, f"canary {role}"))
        streams.append(game.view(ME).to_wire())
    assert streams[0] == streams[1]
