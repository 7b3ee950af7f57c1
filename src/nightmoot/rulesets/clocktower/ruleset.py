"""The ruleset ``clocktower``: what only it can answer to the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final

from nightmoot.core.errors import Refused
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import TABLE, Holding, Mark, SeatSpec
from nightmoot.core.registry import books_in
from nightmoot.core.ruleset import BagTable, Composed, Ruleset
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.core.state import State
from nightmoot.core.text import Texts
from nightmoot.rulesets.clocktower import (
    afterlife,
    by_hand,
    circle,
    composing,
    data,
    day,
    executions,
    informing,
    kit,
    madness,
    malfunctions,
    night,
    own,
    page,
    prepared,
    scripts,
    setup,
    wins,
)
from nightmoot.rulesets.clocktower.book import Book, may_claim
from nightmoot.rulesets.clocktower.own import Own
from nightmoot.rulesets.clocktower.tokens import tokens

PACKAGE: Final = "nightmoot.rulesets.clocktower"
#: Files of characters are found by how their names begin.
OF_CHARACTERS: Final = (*(edition + "_" for edition in data.EDITIONS), "travellers", "fabled", "loric")


class ClocktowerRuleset(Book, Ruleset):
    """Blood on the Clocktower."""

    id = "clocktower"
    listed = 20
    players = (setup.LEAST, 20)
    camps = tuple(camp["id"] for camp in data.DATA["camps"])
    phases = tuple(phase["id"] for phase in data.DATA["phases"])
    night_phases = frozenset({"night"})
    use_stages = ("chosen",)
    harm_stages = ("safe", "cant", "spared", "instead", "last", "seeming")
    instead = "ask"
    camps_stay = True
    gifts_lean = True
    pace = {"call": 12}  # a night has many short calls
    layout = "circle"
    cards = page.CARDS

    def __init__(self) -> None:
        """Collect the books; every character is a role, with the abilities that bear its name."""
        super().__init__()
        self._sheets: dict[tuple[bool, tuple[str, ...]], tuple[str, ...]] = {}
        for kind in ("poisoned", "drunk"):
            self.mark_kind(kind, verdict=Standing.HOLLOW, spares=("sober",), upheld=True, hidden=True)
        self.mark_kind("has_ability", upheld=True, keeps=True)
        frame = (night.book, day.book, executions.book, afterlife.book, malfunctions.book, wins.book)
        self.include(*frame, prepared.book, madness.book)
        self.include(*books_in(PACKAGE, OF_CHARACTERS))
        self.brought: Own | None = None
        self.unplayed = frozenset(role for role in data.CHARACTERS if role not in self.abilities)
        for character in data.CHARACTERS.values():
            if character.id in self.unplayed:
                by_hand.declare(self, character.id, character.first_night, character.other_night)
            mine = [name for name in self.abilities if name.split(".")[0] == character.id]
            self.role(character.id, data.CAMP_OF[character.team], *mine, tags=(character.team, character.edition))
        self.options = data.options()
        self.names = data.names()
        self.override_acts |= {"execute": executions.by_hand, "register": _register}

    # ------------------------------------------------------------------ setting up

    def completed(self, options: Mapping[str, Plain]) -> ClocktowerRuleset:
        """A script of somebody's own brings its characters with it, and perhaps an order of its nights."""
        option = options["script"]
        if own.plain_ids(option) or (self.brought is not None and self.brought.option == option):
            return self
        found = copy(self)
        found.brought = brought = own.of(option)
        found._sheets = {}
        found.roles, found.abilities = dict(self.roles), dict(self.abilities)
        found.sheet_places = dict(self.sheet_places)
        added = {} if brought is None else brought.roles
        for role, entry in added.items():
            first, later = own.places(entry)
            by_hand.declare(found, role, first, later)
            found.sheet_places[role] = (first, later)
            found.role(role, data.CAMP_OF[entry.team], role, tags=(entry.team,))
        found.unplayed = self.unplayed.union(added)
        found.names = self.names.copy()
        for role, entry in added.items():
            free = [name for name in (entry.id, str(entry.says("name"))) if found.names.find("role", name) is None]
            for kind in ("role", "skill"):
                found.names.add(kind, role, [name for name in free if found.names.find(kind, name) is None])
        return found

    def texts(self, lang: str) -> Texts:
        """The texts, with what a script of somebody's own says of its characters."""
        found = super().texts(lang)
        return found if self.brought is None else found.with_words(self.own_words())

    def own_words(self) -> dict[str, str]:
        """What a script of somebody's own says of its characters, by the keys of the texts."""
        return {} if self.brought is None else self.brought.words(self.unplayed)

    def deal(
        self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], given: Mapping[str, Plain], secret: str
    ) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
        """Draw from the bag (B1-B9)."""
        return setup.deal(self, specs, options, given, secret, self.unplayed)

    def compose(
        self,
        players: int,
        secret: str,
        must: Sequence[str] = (),
        never: Sequence[str] = (),
        options: Mapping[str, Plain] | None = None,
    ) -> Composed:
        """A set-up from the script, for who runs a game at a table of his own."""
        return composing.compose(self, players, secret, must, never, self.option_values(options or {}), self.unplayed)

    def admits(self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], moderator: str) -> None:
        """Characters without an ability in the program are for a human storyteller alone."""
        if moderator == "auto":
            setup.check(specs, self.unplayed, options["script"], self.brought)

    def open(self, scene: Scene, setup: Mapping[str, Plain], choices: Mapping[str, Mapping[str, Plain]]) -> None:
        """Tokens, beliefs and alignments are given out; then the first night falls (B7-B11)."""
        begin(scene, choices)

    # ------------------------------------------------------------------ for the pages

    def menu(self) -> tuple[str, ...]:
        """Nominations, calls for an exile, reports and every claim: everybody has them, whatever the character."""
        return ("nominate", "exile", "report", *self.claims)

    def scripts(self) -> Mapping[str, tuple[str, ...]]:
        """Those that are shipped."""
        return {name: scripts.shipped(name).roles for name in scripts.SHIPPED}

    def bag(self) -> BagTable:
        """The table of the set-up."""
        return setup.table(self)

    def read_script(self, content: bytes) -> Mapping[str, Any]:
        """The community's script JSON."""
        return page.read_script(content, self.unplayed)

    def write_script(self, options: Mapping[str, Plain]) -> bytes | None:
        """The script as it came, whatever it says; else the ids of its characters."""
        return page.write_script(freeze(options.get("script", data.AUTO)))

    def notes(self, state: State) -> tuple[dict[str, str], ...]:
        """The reminder tokens of characters that a person runs."""
        return page.notes(state, self.unplayed, self.brought)

    def tokens(self, state: State) -> tuple[str, ...]:
        """What the storyteller lays by hand."""
        return page.TOKENS

    def reminder_tokens(self, state: State) -> dict[str, dict[str, str]]:
        """Those of every character of the script, and of every traveller."""
        return page.reminder_tokens(state)

    def beside(self, scene: Scene, seat: str) -> tuple[str, ...]:
        """Tokens that lay themselves: spent abilities, who was shown to whom, what happened today."""
        return tokens(scene, seat)

    def cast(self, state: State) -> tuple[str, ...]:
        """The script and every traveller."""
        return page.cast(state)

    def calls(self, scene: Scene) -> tuple[dict[str, Any], ...]:
        """Who is called in this night."""
        return page.calls(scene)

    def may_whisper(self, state: State, seats: tuple[str, ...]) -> bool:
        """By day anybody talks to anybody."""
        return page.may_whisper(state, seats)

    # ------------------------------------------------------------------ questions of the core

    def upheld(self, mark: Mark) -> bool:
        """Every mark lives as long as its source works, unless it was laid to last (B39, B48)."""
        if isinstance(mark.data, dict) and mark.data.get("lasting"):
            return False
        return mark.by is not None

    def registrations(self, scene: Scene, seat: str, facet: str, asker: Holding) -> tuple[Plain, ...]:
        """Every way in which the seat may register for this question (B57)."""
        return informing.registrations(scene, seat, facet)

    def seems(self, scene: Scene, seat: str, facet: str) -> Plain:
        """What an instruction of the storyteller makes a check see; without one it is decided when it is asked."""
        ways = informing.registrations(scene, seat, facet)
        settled = scene.recall(f"register:{seat}") is not None and len(ways) == 1
        return ways[0] if settled else super().seems(scene, seat, facet)

    def takers(self, scene: Scene, holding: Holding) -> tuple[str, ...]:
        """The living who have not yet may nominate; everybody may call for an exile; claims are for the living.

        A dead player who has the ability of a claim all the same may make that one.
        """
        found = self.taken_by.get(holding.ability)
        if found is not None:
            return found(scene)
        if holding.ability not in self.claims:
            return kit.seen_alive(scene)
        able = (*kit.seen_alive(scene), *self._lent(scene, holding.ability))
        if holding.ability not in self.daily:
            return able
        return tuple([seat for seat in able if may_claim(scene, seat, holding.ability)])

    def _lent(self, scene: Scene, ability: str) -> tuple[str, ...]:
        """The dead who have this ability for the day (R135)."""
        dead = {mark.on for mark in scene.marks("has_ability") if not kit.appears_alive(scene, mark.on)}
        return tuple([seat for seat in scene.circle if seat in dead and scene.holding_of(seat, ability) is not None])

    def prepared(self, scene: Scene, holding: Holding) -> Plain:
        """What was named at dusk."""
        return prepared.choice_of(scene, holding) if scene.options["prepared_picks"] else None

    def sheet_of(self, script: tuple[str, ...], *, first: bool) -> tuple[str, ...]:
        """The sheet of the first night or of later ones, of a script."""
        key = first, script
        if key not in self._sheets:
            places = data.places(first=first, script=script, abilities=self.abilities, apart=self.sheet_places)
            sheet = tuple(places)
            self._sheets[key] = sheet if self.brought is None else self.brought.in_order(sheet, places, first=first)
        return self._sheets[key]

    def night_sheet(self, scene: Scene) -> tuple[str, ...]:
        """The sheet of this night, as the script is now (B13)."""
        return night.night_sheet(scene)

    def has_revived(self, scene: Scene, seat: str) -> None:
        """A fresh ability, once-per-game ones included, and no vote is spent (B44)."""
        scene.unmark(*scene.marks("voteless", on=seat))
        believed = scene.seat(seat).believed
        if believed is not None:
            scene.believe(seat, believed)
        kit.check_later(scene)
        kit.gained(scene, *scene.state.holdings_of(seat))

    def wakes_late(self, scene: Scene, holding: Holding) -> bool:
        """What is gained of the first night still comes, and what a death sets off (B22, B23, R4)."""
        ability = self.abilities[holding.ability]
        if holding.since == scene.night > 0:
            return ability.wakes == "first night"
        return ability.works_out

    def statuses(self, scene: Scene, seat: str) -> tuple[str, ...]:
        """What is effective on a seat, and the tokens that lie beside it."""
        return tuple(dict.fromkeys((*self.effects(scene, seat), *tokens(scene, seat))))

    def effects(self, scene: Scene, seat: str) -> tuple[str, ...]:
        """What is effective on a seat: its live marks, and those on the table that bear on its abilities."""
        found = [self.reminders.get(kind, kind) for kind in super().statuses(scene, seat)]
        if not scene.has(seat, "sober_and_healthy"):
            found += [kind for kind in ("poisoned", "drunk") if kind not in found and scene.has(TABLE, kind)]
            if scene.seat(seat).role == "drunk" and "drunk" not in found:
                found.append("drunk")  # as the character
        return tuple(found)

    def depart(self, scene: Scene, seat: str) -> None:
        """A death by the storyteller's hand cannot be stopped, and has all that follows from a death."""
        kit.kill(scene, seat, kind="override", pierces=self.harm_stages)

    def corrected(self, scene: Scene, seat: str) -> None:
        """A corrected seat."""
        kit.learn_script(scene, scene.seat(seat).role)
        kit.check_later(scene)

    def say_role(self, scene: Scene, seat: str) -> None:
        """Tell a seat what it is now, or takes itself to be (B54); what the character brings begins."""
        if scene.seat(seat).believed is None:
            kit.deceive(scene, seat)
        kit.you_are(scene, seat)
        kit.gained(scene, *scene.state.holdings_of(seat))

    def say_camp(self, scene: Scene, seat: str) -> None:
        """Tell a seat its new alignment (B54)."""
        kit.you_are(scene, seat)

    def seat_joined(self, scene: Scene, seat: str) -> None:
        """Somebody sits down (B62)."""
        circle.sit_down(scene, seat)

    def seat_left(self, scene: Scene, seat: str) -> None:
        """Somebody leaves (B69)."""
        circle.get_up(scene, seat)

    def exposed_facets(self) -> frozenset[str]:
        """Seeing a token, a side or a team is seeing who somebody is."""
        return frozenset({"role", "camp", "team"})

    def on_verdict(self, scene: Scene, side: str | None, winners: tuple[str, ...]) -> None:
        """The end: who has won, and every token."""
        shows: list[tuple[str, str, Any]] = [("table", "winner", side or "nobody"), ("table", "winners", winners)]
        for seat in scene.circle:
            shows += [(seat, "role", scene.seat(seat).role), (seat, "camp", scene.camp(seat)), (seat, "revealed", True)]
        scene.announce("over", side or None, side=side or "nobody", seats=winners, shows=tuple(shows))

    def may_post(self, state: State, by: str, channel: str) -> bool:
        """By day everybody speaks, dead or alive (B38, B41)."""
        return channel == "table" and (state.over is not None or state.phase.name not in ("", "night"))


def begin(scene: Scene, choices: Mapping[str, Mapping[str, Plain]]) -> None:
    """Everybody's token, belief and alignment; the table's own abilities; the first night."""
    rules = kit.rules_of(scene)
    seated = tuple(dict.fromkeys(seat.role for seat in scene.state.seats.values()))
    believed = tuple([str(chosen["believes"]) for chosen in choices.values() if chosen.get("believes")])
    listed = (*data.script_of(scene.options["script"], seated), *believed)  # whoever acts has a place at night
    here = [role for role in listed if data.team_of(role) != "traveller" or role in seated]  # no other is seen
    scene.state.put("memory", "script", tuple(dict.fromkeys(here)))
    dealt = [seat for seat in scene.circle if seat in choices]  # whoever sat down while this asked has got everything
    for seat in dealt:
        record = scene.seat(seat)
        chosen = choices[seat]
        secret = scene.state.secret if scene.run.automatic else None
        camp = setup.alignment(record.role, chosen.get("alignment"), secret, seat)
        if camp is not None:
            scene.turn(seat, camp)
        scene.deal_holdings(seat, record.role)
        kit.learn_script(scene, record.role)
    for seat in dealt:
        _believe(scene, seat, choices[seat].get("believes"))
    night.introduce(scene)
    for name in ("nominate", "exile"):
        scene.deal_group_holding(TABLE, name)
    madness.begin(scene)
    for name in rules.claims:
        if name.split(".")[0] in kit.script(scene):
            kit.of_table(scene, name)
    in_force = (*scene.options["fabled"], *own.in_force(rules.brought))
    for role in in_force:
        for name in rules.roles[role].abilities:
            scene.deal_group_holding(TABLE, name)
    night.greet(scene)
    if in_force:
        scene.announce("fabled", in_force, roles=in_force, shows=((TABLE, "fabled", in_force),))
    kit.gained(scene, *scene.state.holdings_of(TABLE))
    for seat in scene.circle:
        kit.gained(scene, *scene.state.holdings_of(seat))
    prepared.fall_of_night(scene)


def _believe(scene: Scene, seat: str, believed: Plain) -> None:
    """A deceived player believes what was fixed, or what is ruled now (B8)."""
    if believed is not None:
        scene.believe(seat, str(believed))
    else:
        kit.deceive(scene, seat)


def _register(scene: Scene, args: dict[str, Any]) -> None:
    """The storyteller fixes as what somebody registers from now on; nothing: he decides each time."""
    seat, as_ = args.get("seat"), args.get("as")
    if seat not in scene.state.seats:
        raise Refused("unknown-seat", "args.seat", seat=seat)
    known = (*scene.rules.camps, *data.CAMP_OF, *scene.rules.roles)
    if as_ is not None and as_ not in known:
        raise Refused("unknown-role", "args.as", role=as_)
    scene.state.put("memory", f"register:{seat}", as_)
    kit.at(scene, "changed", seat, scene.seat(str(seat)).role)


RULESET = ClocktowerRuleset()
