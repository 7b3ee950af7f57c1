"""The ruleset ``killer``: 正式场, a killer game over days by messages to a GM (seed 003, rulings K-n)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, TABLE, Holding, Notice, Seat, SeatSpec
from nightmoot.core.ruleset import Ruleset
from nightmoot.core.scene import Scene
from nightmoot.core.state import State
from nightmoot.rulesets.killer import clock, count, data, deck, gifts, jobs, orders, settlement, votes, wins
from nightmoot.rulesets.killer.drowning import LAST_WORDS
from nightmoot.rulesets.killer.jobs import KILLERS, NEUTRALS
from nightmoot.rulesets.killer.news import announce_out
from nightmoot.rulesets.killer.seats import awaken, is_npc, npcs, regroup

SIZES: Final = tuple(board["players"] for board in deck.boards())


class KillerRuleset(Ruleset):
    """A killer game over days."""

    id = "killer"
    listed = 1
    players = (min(SIZES), max(SIZES))
    camps = tuple(camp["id"] for camp in data.DATA["camps"])
    groups = tuple(group["id"] for group in data.DATA["groups"])
    phases = tuple(phase["id"] for phase in data.DATA["phases"])
    night_phases = frozenset({orders.EVENING})
    calendar = MappingProxyType({phase: phase for phase in phases})

    def __init__(self) -> None:
        """Collect the books."""
        super().__init__()
        self.include(jobs.book, orders.book, votes.book, gifts.book)
        self.include(clock.book, count.book, settlement.book, wins.book)
        self.options = data.options()
        self.names = data.names()
        self.boards = deck.boards()

    def deal(
        self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
    ) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
        """Deal the jobs (K-01, K-02)."""
        return deck.deal(specs, options, setup, secret)

    # ------------------------------------------------------------------ the start

    def open(self, scene: Scene, setup: Mapping[str, Plain], choices: Mapping[str, Mapping[str, Plain]]) -> None:
        """Everybody is told what he may know; night 0 begins (K-03)."""
        killers = scene.living(camp=KILLERS)
        scene.remember("killers_at_first", killers)
        scene.remember("acquainted", killers)
        scene.remember(
            "specials_at_first",
            tuple(seat for seat in scene.living(camp=jobs.CIVILIANS) if scene.seat(seat).role in jobs.SPECIALS),
        )
        for seat in scene.circle:
            self._seat(scene, seat)
        scene.deal_group_holding(MODERATOR, "grant")
        regroup(scene)
        shows: list[tuple[str, str, Plain]] = [(TABLE, "circle", scene.circle)]
        for seat in scene.circle:
            shows += self._place(scene, scene.seat(seat))
        scene.announce("start", npcs(scene), seats=npcs(scene), n=len(scene.circle), shows=tuple(shows))
        for seat in scene.circle:
            self._greet(scene, seat)
        for seat in killers:
            self._introduce(scene, seat, killers)
        scene.push("night 0")

    @staticmethod
    def _seat(scene: Scene, seat: str) -> None:
        """What a seat's job brings, the vote of everybody but NPCs, and the kill of the killers' camp."""
        scene.deal_holdings(seat, scene.seat(seat).role)
        if not is_npc(scene, seat):
            scene.endow(seat, "vote", by=TABLE)
        if scene.camp(seat) == KILLERS:
            scene.endow(seat, "kill", by=KILLERS)

    @staticmethod
    def _place(scene: Scene, record: Seat) -> list[tuple[str, str, Plain]]:
        """What everybody sees of a seat: its name, and that it is an NPC's."""
        shows: list[tuple[str, str, Plain]] = [(record.id, "name", record.name), (record.id, "in", True)]
        if is_npc(scene, record.id):
            shows += [(record.id, "role", record.role), (record.id, "camp", scene.camp(record.id))]
        return shows

    @staticmethod
    def _greet(scene: Scene, seat: str) -> None:
        """His job and camp; a killer whose job sleeps learns his camp alone (K-125)."""
        role, camp = scene.seat(seat).role, scene.camp(seat)
        if is_npc(scene, seat):
            return
        if camp == KILLERS and role != "plain_killer":
            scene.tell(seat, "you_are_killer", {"camp": camp}, camp=camp, shows=((seat, "camp", camp),))
        else:
            scene.tell_role(seat)

    @staticmethod
    def _introduce(scene: Scene, seat: str, killers: tuple[str, ...]) -> None:
        """A killer knows the others, not their jobs (相互知道身份)."""
        others = tuple(name for name in killers if name != seat)
        mates = tuple((name, facet, value) for name in killers for facet, value in (("mate", True), ("camp", KILLERS)))
        shows = (*mates, ("group:killers", "members", killers))
        scene.tell(seat, "killers", others, seats=others, n=len(others), shows=shows)

    # ------------------------------------------------------------------ the end

    def on_verdict(self, scene: Scene, side: str | None, winners: tuple[str, ...]) -> None:
        """The end: who has won, who beside whom, and every card."""
        beside = NEUTRALS if side and any(scene.camp(seat) == NEUTRALS for seat in winners) else None
        shows: list[tuple[str, str, Any]] = [(TABLE, "winner", side or "nobody"), (TABLE, "winners", winners)]
        shows.append((TABLE, "beside", (beside,) if beside else ()))
        for seat in scene.circle:
            shows += [(seat, "role", scene.seat(seat).role), (seat, "camp", scene.camp(seat)), (seat, "revealed", True)]
        if not side:
            scene.announce("unfinished")
        if beside:
            scene.announce("over_beside", side, side=side, beside=beside, seats=winners, shows=tuple(shows))
        else:
            scene.announce("over", side, side=side or "nobody", seats=winners, shows=tuple(shows))

    # ------------------------------------------------------------------ by the moderator's hand

    def depart(self, scene: Scene, seat: str) -> None:
        """Out by the moderator's hand: everybody hears of it at once."""
        super().depart(scene, seat)
        announce_out(scene, (seat,))
        regroup(scene)

    def corrected(self, scene: Scene, seat: str) -> None:
        """A job set by hand is awake at once, like a changed one (K-114); the kill and the group follow the camp."""
        awaken(scene, seat)
        if scene.camp(seat) == KILLERS:
            if scene.holding_of(seat, "kill") is None:
                scene.endow(seat, "kill", by=KILLERS)
            scene.remember("acquainted", (*scene.recall("acquainted", ()), seat))
        regroup(scene)

    def seat_joined(self, scene: Scene, seat: str) -> None:
        """Somebody sits down in the middle of the game; a killer meets the others."""
        self._seat(scene, seat)
        self.corrected(scene, seat)
        record = scene.seat(seat)
        shows = (*self._place(scene, record), (TABLE, "circle", scene.circle))
        scene.announce("joined", {seat: record.name}, seat=seat, shows=shows)
        if not is_npc(scene, seat):
            scene.tell_role(seat)
        for mate in scene.members(KILLERS) if scene.camp(seat) == KILLERS else ():
            self._introduce(scene, mate, scene.members(KILLERS))

    # ------------------------------------------------------------------ who sees and says what

    def exposed_facets(self) -> frozenset[str]:
        """Seeing a job, a camp or a fellow killer is seeing who somebody is."""
        return frozenset({"role", "camp", "mate"})

    def group_of(self, state: State, group: str) -> tuple[str, ...]:
        """Whoever is in the killers' camp now may send its kills, also one who was converted."""
        return tuple(seat for seat in state.living if self.camp_of(state, seat) == KILLERS)

    def order_notice(self, scene: Scene, holding: Holding, actor: str, choice: Plain) -> Notice | None:
        """Votes are public by option (K-14); the killers have a board of tonight's orders."""
        params = {"seat": actor, "skill": holding.ability, "choice": choice}
        if holding.ability == "vote":
            shows = ((actor, "vote", choice),)
            return (
                Notice("voted", "all", params, shows, None, {actor: choice}) if scene.options["votes_public"] else None
            )
        group = scene.members(KILLERS, living=True)
        if actor not in group:
            return None
        standing = {
            scene.state.holdings[order.holding].ability: order.choice
            for order in scene.state.orders.get(orders.ORDERS, ())
            if order.by == actor and order.holding in scene.state.holdings
        }
        shows = ((actor, "orders", {**standing, holding.ability: choice}),)
        return Notice("board", group, params, shows, None, {actor: choice})

    def may_post(self, state: State, by: str, channel: str) -> bool:
        """The living speak, killers among themselves too; the drowned have one message left (K-86, K-122)."""
        if state.over is not None:
            return channel == TABLE
        if channel == TABLE:
            return not state.seats[by].out or self._has_last_words(state, by)
        return channel == KILLERS and by in self.audience(state, channel)

    def post_limits(self, state: State, by: str, channel: str) -> tuple[int | None, int | None]:
        """The drowned have one message, on the day on which they drowned (K-122)."""
        return (1 if self._has_last_words(state, by) else None), None

    @staticmethod
    def _has_last_words(state: State, seat: str) -> bool:
        return any(mark.on == seat for mark in state.marks.get(LAST_WORDS, ()))

    def audience(self, state: State, channel: str) -> str | tuple[str, ...]:
        """The killers' chat is of those who knew one another from the start, as long as they live (K-118)."""
        if channel == TABLE:
            return "all"
        return tuple(seat for seat in state.groups.get(channel, ()) if not state.seats[seat].out)


RULESET = KillerRuleset()
