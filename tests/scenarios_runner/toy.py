"""A small ruleset that has what the runner must deal with and the table game has not.

Night: scout, oracle, smith and fate wake. Market: an ordered window. Fair: a decision of the moderator, then an
independent window. Council: nominations and hands, standing offers. It lives by the clock.
"""

from __future__ import annotations

from typing import Any

from nightmoot.core import MODERATOR, TABLE, Refused, Ruleset, Scene
from nightmoot.core.book import Book
from nightmoot.core.picks import Either, Form, Number, Pick, Some, Text, Yes, between, one, option
from nightmoot.core.records import Holding, Use
from nightmoot.core.standing import Standing

book = Book()
ROLES = {
    "scout": ("blue", "scout"),
    "smith": ("blue", "forge", "barter"),
    "page": ("blue", "lamp"),
    "veiled": ("red", "lamp", "double"),
    "oracle": ("blue", "count", "fate", "omen"),
    "thief": ("red", "lend", "steal"),
    "crier": ("blue", "cry", "dice", "shout"),
}
for name, (camp, *abilities) in ROLES.items():
    book.role(name, camp, *abilities)
book.mark_kind("hushed", verdict=Standing.BARRED)


def others(scene: Scene, me: Holding) -> tuple[str, ...]:
    return scene.living(but=(me.owner,))


@book.ability("scout", wakes="nights", pick=lambda s, me: one(others(s, me), optional=True))
def scout(scene: Scene, me: Holding, use: Use) -> None:
    scene.learn(me, "scout", lambda read: read(use.target, "camp"), ("blue", "red"))


@book.ability("count", wakes="nights", pick=lambda s, me: Yes(optional=True))
def count(scene: Scene, me: Holding, use: Use) -> None:
    number = len([seat for seat in scene.living() if scene.camp(seat) == "red"])
    scene.learn(me, "count", lambda read: number, (0, 1, 2, 3))


@book.step("omen")
def omen(scene: Scene) -> None:
    """The oracle is told unasked how many reds there are; each veiled one may count as blue."""
    for me in scene.state.holders("omen"):
        scene.learn(me, "omen", lambda read: sum(read(s, "camp") == "red" for s in scene.circle), (0, 1, 2, 3))


@book.step("secrets")
def secrets(scene: Scene) -> None:
    """The thief is told two roles that nobody has; the crier takes himself for another."""
    for thief in scene.living(role="thief"):
        free = tuple(role for role in ROLES if not scene.living(role=role))
        told = scene.rule(Some(items=free, least=2, most=2, kind="options", of="role"), key="bluffs", suggest=free[:2])
        scene.tell(thief, "bluffs", told, skill="steal")
    for crier in scene.living(role="crier"):
        role = scene.rule(roles(), key="token", suggest="page", params={"seat": crier})
        scene.tell(crier, "you_are", {"role": role})


book.passive("omen")


@book.ability("forge", wakes="nights", pick=lambda s, me: Form(slots={"player": one(others(s, me)), "role": roles()}))
def forge(scene: Scene, me: Holding, use: Use) -> None:
    hit = scene.seat(use.choice["player"]).role == use.choice["role"]
    scene.tell(me.owner, "forged", hit, skill="forge")
    scene.mark(use.choice["player"], "lit", until="night")


def roles() -> Pick:
    return option(tuple(ROLES), of="role")


@book.ability("shout", wakes="nights", pick=lambda s, me: shouting(s))
def shout(scene: Scene, me: Holding, use: Use) -> None:
    scene.tell(me.owner, "shouted", use.choice, skill="shout")


def shouting(scene: Scene) -> Pick:
    loud = Form(slots={"words": Text(), "times": Number(least=1, most=3, optional=True)}, main="words")
    return Either(of={"loud": loud, "low": one(scene.living(), optional=True)}, optional=True)


@book.ability("fate", wakes="nights", limit=2, pick=lambda s, me: one(others(s, me), optional=True))
def fate(scene: Scene, me: Holding, use: Use) -> None:
    """The moderator says who is hushed instead, or nobody."""
    chosen = scene.rule(one(scene.living(), optional=True), key="fate", suggest=use.target)
    if chosen is not None:
        scene.mark(chosen, "hushed", until="night")


@book.ability("lamp", window="market", pick=lambda s, me: one(s.living()))
def lamp(scene: Scene, me: Holding, use: Use) -> None:
    """Whoever gets the lamp says whether he lights it."""
    if scene.ask(use.target, Yes(), key="lamp", default=False):
        scene.mark(use.target, "lit", until="night", data=2)


@book.ability("double", window="market", pick=lambda s, me: Form(slots={"burn": one(s.living()), "bind": pair(s)}))
def double(scene: Scene, me: Holding, use: Use) -> None:
    scene.mark(use.choice["burn"], "lit", until="night")
    for seat in use.choice["bind"]:
        scene.mark(seat, "hushed", until="night")


def pair(scene: Scene) -> Pick:
    return between(0, 2, scene.living())


@book.ability("barter", window="fair", limit=2, pick=lambda s, me: one((*others(s, me), MODERATOR)))
def barter(scene: Scene, me: Holding, use: Use) -> None:
    scene.tell(me.owner, "bartered", use.choice, skill="barter")


@book.ability("lend", window="fair", limit=1, pick=lambda s, me: one(others(s, me)))
def lend(scene: Scene, me: Holding, use: Use) -> None:
    scene.mark(use.target, "mask", data={"role": "page", "camp": "blue", "armed": True})


@book.ability("steal", window="fair", limit=1, pick=lambda s, me: between(0, 2, others(s, me)))
def steal(scene: Scene, me: Holding, use: Use) -> None:
    for seat in use.targets:
        scene.kill(seat, "theft", source=me.owner)


@book.ability("cry", window="fair", pick=lambda s, me: Text(most=20))
def cry(scene: Scene, me: Holding, use: Use) -> None:
    scene.announce("cried", {"by": me.owner, "words": use.choice})


@book.ability("dice", window="fair", pick=lambda s, me: Number(least=1, most=6, optional=True))
def dice(scene: Scene, me: Holding, use: Use) -> None:
    thrown = scene.draw("dice", (1, 2, 3, 4, 5, 6))
    lucky = scene.draw("lucky", scene.living())
    scene.tell(me.owner, "thrown", {"results": (thrown, lucky)}, skill="dice")


@book.ability("nominate", window="council", pick=lambda s, me: one(s.living()))
def nominate(scene: Scene, me: Holding, use: Use) -> None:
    scene.push("hands", seat=use.target)


@book.step("hands")
def hands(scene: Scene, seat: str) -> None:
    up = scene.ask_all(scene.living(), Yes(), key="hands", kind="vote", default=False, check="follows")
    votes = sum(bool(hand) for hand in up.values())
    scene.remember("tally", {seat: votes})
    scene.announce("counted", votes, seat=seat)
    if votes * 2 > len(scene.living()):
        scene.kill(seat, "vote")


@book.constraint("follows")
def follows(scene: Scene, answers: dict[str, Any], owner: str, choice: Any) -> bool:
    """A page's hand goes up only with the smith's."""
    smiths = scene.living(role="smith")
    return scene.seat(owner).role != "page" or not choice or any(answers.get(seat) for seat in smiths)


@book.step("night")
def night(scene: Scene) -> None:
    scene.lapse("night")
    scene.enter("night", night=scene.night + 1)
    scene.push("wakes", sheet=("scout", "count", "forge", "fate", "shout"))
    scene.push("omen")
    if scene.night == 1:
        scene.push("secrets")
    scene.gate("phase")
    scene.push("market")


@book.step("market")
def market(scene: Scene) -> None:
    scene.enter("market", day=scene.day + 1)
    scene.open_window("market", "order")
    scene.gate("phase")
    scene.push("fair")


@book.step("fair")
def fair(scene: Scene) -> None:
    scene.enter("fair")
    gift = Form(slots={"player": one(scene.living()), "skill": option(("cry", "dice"), of="skill")}, optional=True)
    given = scene.ask(MODERATOR, gift, key="gift")
    if given is not None:
        scene.grant(given["player"], given["skill"], left=1)
    scene.open_window("fair", "now")
    scene.gate("phase")
    scene.push("council")


@book.step("council")
def council(scene: Scene) -> None:
    scene.enter("council")
    scene.open_window("council", "now", standing=True)
    scene.gate("window", "council")
    scene.push("close window", window="council")
    scene.push("judgement")
    scene.gate("phase")
    scene.push("night")


@book.step("judgement")
def judgement(scene: Scene) -> None:
    scene.check_wins()


@book.wins
def last_camp(scene: Scene) -> tuple[str, tuple[str, ...]] | None:
    camps = sorted({scene.camp(seat) for seat in scene.living()})
    if len(camps) > 1:
        return None
    return (camps[0], tuple(s for s in scene.circle if scene.camp(s) == camps[0])) if camps else ("", ())


class Toy(Ruleset):
    """The ruleset of the runner's own tests."""

    id = "toy"
    camps = ("red", "blue")
    groups = ("reds",)
    phases = ("night", "market", "fair", "council")
    night_phases = frozenset({"night"})
    calendar = {"night": "22:00", "market": "08:00", "fair": "12:00", "council": "18:00"}

    def __init__(self) -> None:
        super().__init__()
        self.include(book)
        self.override_acts |= {"join": join, "register": register}
        for kind in ("role", "camp", "phase", "group", "skill"):
            known = {"role": ROLES, "camp": self.camps, "phase": self.phases, "group": self.groups}
            for ident in known.get(kind, (*self.abilities, "gift", "hands", "burn", "bind", "loud", "low")):
                self.names.add(kind, ident, (ident.capitalize(),))
        for mark in ("lit", "hushed", "mask"):
            self.names.add("mark", mark, (mark.upper(),))
        self.names.add("seat", MODERATOR, ("GM",))
        self.names.add("table setup", "weather", ("Weather",))
        self.names.add("seat setup", "ward", ("Ward",))

    def open(self, scene: Scene, setup: Any, choices: Any) -> None:
        for seat in scene.circle:
            scene.deal_holdings(seat, scene.seat(seat).role)
            if scene.camp(seat) == "red":
                scene.join("reds", seat)
            if "ward" in choices[seat]:
                scene.mark(choices[seat]["ward"], "lit")
        scene.deal_group_holding(TABLE, "nominate")
        scene.remember("weather", setup.get("weather"))
        scene.push("night")

    def registrations(self, scene: Scene, seat: str, facet: str, asker: Holding) -> tuple[Any, ...]:
        """The veiled may count as either camp; the moderator rules."""
        actual = scene.read(seat, facet)
        fixed = scene.recall("registers", {}).get(seat)
        if fixed is not None:
            return (fixed,)
        return (actual, "blue") if scene.seat(seat).role == "veiled" else (actual,)

    def statuses(self, scene: Scene, seat: str) -> tuple[str, ...]:
        """Marks, and those that count with their count."""
        found = super().statuses(scene, seat)
        counted = tuple(f"{m.kind}:{m.data}" for m in scene.state.all_marks() if m.on == seat and m.data)
        return (*found, *counted)

    def may_post(self, state: Any, by: str, channel: str) -> bool:
        return state.phase.name == "council"


def join(game: Any, scene: Scene, args: dict[str, Any]) -> None:
    """Somebody sits down at the end of the circle."""
    from nightmoot.core.records import Seat

    state = scene.state
    seat = str(len(state.circle) + 1)
    state.circle = (*state.circle, seat)
    state.put_seat(Seat(seat, args["name"], args["role"], args["role"], args.get("camp")))
    scene.deal_holdings(seat, args["role"])


def register(scene: Scene, args: dict[str, Any]) -> None:
    """The veiled registers so from now on."""
    if scene.seat(args["seat"]).role != "veiled":
        raise Refused("registers-straight", "args.seat")
    scene.remember("registers", {**scene.recall("registers", {}), args["seat"]: args["as"]})


TOY = Toy()
__all__ = ["TOY", "Some", "Toy"]
