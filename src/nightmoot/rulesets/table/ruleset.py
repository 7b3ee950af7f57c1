"""The ruleset ``table``: 狼人杀 at a table, 8 to 18 players (seed 001, rulings T-n)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, SeatSpec, group_owner
from nightmoot.core.ruleset import Ruleset
from nightmoot.core.scene import Scene
from nightmoot.core.state import State
from nightmoot.rulesets.table import data, day, deaths, deck, night, roles, speech, wins, witch, wolves


class TableRuleset(Ruleset):
    """狼人杀 at a table."""

    id = "table"
    listed = 0
    players = (min(deck.ROWS), max(deck.ROWS))
    wider = ("outside_table", data.DATA["setup"]["outside"]["min"], Ruleset.players[1])
    suggested = data.DATA["suggested"]
    camps = tuple(camp["id"] for camp in data.DATA["camps"])
    groups = tuple(group["id"] for group in data.DATA["groups"])
    phases = tuple(phase["id"] for phase in data.DATA["phases"])
    night_phases = frozenset({"night"})
    harm_stages = ("guard", "lives")

    def __init__(self) -> None:
        """Collect the books."""
        super().__init__()
        self.include(roles.book, night.book, wolves.book, witch.book, day.book, speech.book, deaths.book, wins.book)
        self.options = data.options()
        self.names = data.names()
        self.boards = deck.boards()
        self.override_acts["execute"] = day.execute

    def deal(
        self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
    ) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
        """Deal from the deck (T-01 … T-05)."""
        return deck.deal(specs, options, setup, secret)

    def open(self, scene: Scene, setup: Mapping[str, Plain], choices: Mapping[str, Mapping[str, Plain]]) -> None:
        """Everybody is told his card; then the first night, or an election before it (T-23, T-42)."""
        seats = scene.state.seats
        held = tuple(seat.role for seat in seats.values())
        undealt = tuple(setup.get("undealt", ()))
        scene.remember("undealt", undealt)
        scene.remember("deck", tuple(setup.get("deck", ())) or (*held, *undealt))
        scene.state.groups = {"wolves": (), "lovers": ()}
        for seat in scene.circle:
            scene.deal_holdings(seat, seats[seat].role)
            if seats[seat].role == "werewolf":
                scene.join("wolves", seat)
        for ability in ("kill", "seize"):
            scene.deal_group_holding(group_owner("wolves"), ability)
        self._greet(scene)
        if scene.options["sheriff_enabled"] and scene.options["sheriff_election"] == "before_night1":
            scene.push("election", then="night")
        else:
            scene.push("night")

    def _greet(self, scene: Scene) -> None:
        cards: Counter[str] = Counter(scene.recall("deck"))
        shows: list[tuple[str, str, Any]] = [
            ("table", "circle", scene.circle),
            ("table", "cards", dict(cards)),
            ("table", "sheriff", None),
        ]
        for seat in scene.circle:
            shows += [(seat, "name", scene.seat(seat).name), (seat, "in", True)]
        scene.announce("start", dict(cards), cards=dict(cards), n=len(scene.circle), shows=tuple(shows))
        for seat in scene.circle:
            role = scene.seat(seat).role
            camp = scene.camp(seat)
            scene.tell(
                seat,
                "you_are",
                {"role": role, "camp": camp},
                role=role,
                camp=camp,
                shows=((seat, "role", role), (seat, "camp", camp)),
            )

    def on_verdict(self, scene: Scene, side: str | None, winners: tuple[str, ...]) -> None:
        """The end: who has won, and every card."""
        shows: list[tuple[str, str, Any]] = [("table", "winner", side or "nobody"), ("table", "winners", winners)]
        for seat in scene.circle:
            shows += [(seat, "role", scene.seat(seat).role), (seat, "camp", scene.camp(seat)), (seat, "revealed", True)]
        scene.announce("over", side or None, side=side or "nobody", seats=winners, shows=tuple(shows))

    def depart(self, scene: Scene, seat: str) -> None:
        """A death by the moderator's hand has all that follows from a death."""
        harm = scene.queue(seat, "override", source=MODERATOR)
        if harm is not None:
            scene.push("deaths", where="override", harms=(harm.id,))
            scene.push("aftermath")

    def corrected(self, scene: Scene, seat: str) -> None:
        """A corrected card: the pack and the couple follow it (T-113), and the night calls it."""
        role = scene.seat(seat).role
        deck = scene.recall("deck", ())
        if role not in deck:
            scene.remember("deck", (*deck, role))
        wolf = role == "werewolf" and scene.is_in(seat)
        scene.join("wolves", seat) if wolf else scene.quit("wolves", seat)
        night.settle_couple(scene)

    def calls(self, scene: Scene) -> tuple[dict[str, Any], ...]:
        """The calls of this night, each with who opens his eyes; nobody, where the card is dead or on the table."""
        return night.sheet(scene)

    def exposed_facets(self) -> frozenset[str]:
        """Seeing a card, a fellow wolf or one's lover is seeing who somebody is."""
        return frozenset({"role", "camp", "mate", "lover"})

    def may_post(self, state: State, by: str, channel: str) -> bool:
        """The living speak by day; the dead never, but for last words where the option grants them; wolves at night."""
        alive = not state.seats[by].out
        phase = state.phase.name
        if state.over is not None:
            return channel == "table"
        if channel == "table":
            last = deaths.may_have_the_last_word(state, by)
            return phase not in ("", "night") and (
                last or (alive and not self._silenced(state, by) and speech.may_speak(state, by))
            )
        return alive and channel == "wolves" and phase == "night" and by in state.groups.get(channel, ())

    def _silenced(self, state: State, seat: str) -> bool:
        """The condemned is silent from the verdict on, unless last words are allowed (T-34, T-105)."""
        condemned = any(mark.on == seat for mark in state.marks.get("condemned", ()))
        return condemned and state.phase.name == "dusk" and not state.options["last_words"]


RULESET = TableRuleset()
