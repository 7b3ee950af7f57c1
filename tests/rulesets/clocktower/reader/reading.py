"""The reading of one game's log from its first fact to its last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.rulesets.clocktower.reader import deaths, effects, ends, standing, votes
from tests.rulesets.clocktower.reader.characters import GOOD_TEAMS, TEAM, side_of
from tests.rulesets.clocktower.reader.information import CHECKS, FALSIFIED, Asked
from tests.rulesets.clocktower.reader.today import Today
from tests.rulesets.clocktower.reader.world import POWERLESS, World, at_first

#: Abilities that belong to the table or to everybody.
COMMON = {"nominate", "exile", "minions", "demon"}
#: What comes at night without waking its holder.
ASLEEP = {
    *("pukka.dies", "gossip.dies", "moonchild.dies", "tinker.dies", "shabaloth.alive", "pithag.deaths"),
    *("minions", "demon", "barber", "barista"),
}
#: Who learns something by dying, as he was when he died (R23, R90).
OF_DEATH = ("sage", "ravenkeeper")
#: Characters that may leave an alignment changed together with the character.
CHANGES_SIDES = {"fanggu", "snakecharmer"}


@dataclass
class Report:
    """What was found: faults in words with the number of the fact, and what has happened, by character."""

    faults: list[str] = field(default_factory=list)
    fired: Counter[str] = field(default_factory=Counter)


class Reader:
    """Walks through the log; every question of the rules has a module of its own."""

    def __init__(self, circle: Iterable[str], facts: list[Any], last: dict[str, str]) -> None:
        self.facts = facts
        self.world: World = at_first(circle, facts, last)
        self.today = Today()
        self.report = Report()
        self.uses: dict[int, Any] = {}
        self.expected_hollow: dict[int, bool] = {}
        self.found_hollow: set[int] = set()
        self.spent_votes: set[str] = set()
        self.at_dusk: tuple[str, ...] = self.world.circle
        self.virgins: set[str] = set()
        self.must_follow: list[tuple[int, str, Any]] = []
        self.sides_open: set[str] = set()
        self.verdict: Any = None
        self.justified: set[str] = set()
        self.once: set[str] = set()
        self.exorcised: tuple[str, str] | None = None
        self.jumped = False
        self.extra_day = 0
        #: Who wins at dusk because nobody was executed, from the moment on at which something ends there.
        self.peace: list[tuple[str, str]] | None = None

    # ------------------------------------------------------------------ going through

    def read(self) -> Report:
        self.report.faults += standing.set_up(self.world)
        for role in self.world.role.values():
            if role in standing.OUTSIDERS:
                self.fire(f"{role}:set-up")
        for fact in self.facts:
            self._before(fact)
            self.world.fold(fact)
            self._after(fact)
        for ident, expected in self.expected_hollow.items():
            if expected != (ident in self.found_hollow):
                use = self.uses[ident]
                self.fault(use, f"{use.what} of {use.seat} {'has no ability' if expected else 'works'}, not so the log")
        ends.at_the_end(self)
        return self.report

    def fault(self, fact: Any, words: str) -> None:
        place = f"night {fact.phase.night}" if fact.phase.name in ("", "night") else f"day {fact.phase.day}"
        self.report.faults.append(f"#{fact.id} ({place}) {words}")

    def fire(self, what: str) -> None:
        self.report.fired[what] += 1

    def use_of(self, fact: Any) -> Any:
        """The use that a fact comes of, if it comes of one."""
        while fact is not None and fact.kind != "use":
            fact = self.facts[fact.cause] if fact.cause is not None else None
        return fact

    def comes_of(self, fact: Any, kind: str) -> Any:
        """The nearest cause of a kind."""
        while fact is not None and fact.kind != kind:
            fact = self.facts[fact.cause] if fact.cause is not None else None
        return fact

    def _before(self, fact: Any) -> None:
        match fact.kind:
            case "told":
                self._told(fact)
            case "use":
                ends.play_goes_on(self, fact)
                self._use(fact)
            case "mark" if (fact.by or "").partition(":")[2].startswith("goon"):
                self._charmed(fact)
            case "mark" if (fact.by or "").partition(":")[2].startswith("minstrel"):
                self.fire("minstrel:makes drunk")
            case "hollow":
                self.found_hollow.add(fact.data["use"])
            case "nominated":
                self._may_fail()
                votes.nominated(self, fact)
            case "count":
                votes.counted(self, fact)
            case "support":
                votes.supported(self, fact)
            case "unmark" if fact.data == "over":
                ends.looked_at(self)
            case "executed":
                deaths.executed(self, fact)
            case "out":
                self._may_fail()
                if self.world.role[fact.seat] == "soldier" and fact.what == "demon":
                    self._went_wrong(fact.seat, told_false=True, works=False, by_force=False)
                deaths.out(self, fact)
            case "cancelled":
                effects.cancelled(self, fact)
            case "announced":
                self._announced(fact)
            case "phase":
                ends.play_goes_on(self, fact)
                self._phase(fact)
            case "became" if (use := self.use_of(fact)) is not None and use.what in CHANGES_SIDES:
                self.sides_open.add(fact.seat)
            case "ruling" if fact.what == "registers":
                self.today.disguises += 1
            case "registered" if fact.what == "beggar" and any(map(self.world.otherwise, self.world.circle)):
                self.today.may_be_wrong.add(fact.seat)
            case "verdict":
                self.verdict = fact
                ends.verdict(self, fact)

    def _after(self, fact: Any) -> None:
        if fact.kind == "phase" and fact.what == "night":
            self.at_dusk = self.world.seem_alive()
            self.today.killer = {}
            self.today.woken = self._wake_tonight(fact)
        if fact.kind == "phase" and fact.what == "dawn":
            self.today = Today(killer=self.today.killer)
        if fact.kind in ("became", "revived"):
            self.spent_votes.discard(fact.seat) if fact.kind == "revived" else None
            use = self.use_of(fact)
            self.jumped |= (
                fact.what == "fanggu"
                and use is not None
                and (use.what, use.data["chosen"])
                == (
                    "fanggu",
                    (fact.seat,),
                )
            )
            if fact.kind == "became" and TEAM[fact.what] == "demon":
                self.extra_day = 0  # another Demon has taken over
            self.fire(f"{fact.what or TEAM[self.world.role[fact.seat]]}:{fact.kind}")
        deaths.after(self, fact)

    # ------------------------------------------------------------------ uses and what is told

    def _use(self, fact: Any) -> None:
        self.uses[fact.id] = fact
        if fact.what == "juggler":
            self._guessed(fact)
        holder = (fact.by or "").partition(":")[0]
        if fact.what in COMMON or holder == "table" or holder not in self.world.role:
            return
        works = self.world.works(holder, fact.what)
        works &= "#" not in fact.by or (holder, fact.what) not in self.world.pretended
        self.expected_hollow[fact.id] = not works
        self.fire(f"{fact.what}:{'used' if works else 'without ability'}")
        if not works:
            self.today.may_be_wrong.add(holder)
        if self.world.role[holder] in POWERLESS:
            self.fire(f"{self.world.role[holder]}:acts")
        deaths.used(self, fact, works=works)
        effects.used(self, fact, holder, works=works)

    def _charmed(self, fact: Any) -> None:
        """The Goon makes the use of the first who chooses him fail; a kill that nothing stops is not stopped (R79)."""
        use = self.use_of(fact)
        self.fire("goon:makes drunk")
        self.today.may_be_wrong |= {use.seat} if use is not None else set()
        if use is None or use.id not in self.expected_hollow or self._assured(use.seat):  # the Barista's guest (R134)
            return
        if use.what in ("assassin", "po", "shabaloth"):
            del self.expected_hollow[use.id]
        else:
            self.expected_hollow[use.id] = True

    def _told(self, fact: Any) -> None:
        match fact.what:
            case "you_are":
                self._you_are(fact)
            case "minions":
                self._minions(fact)
            case "demon":
                self._demon(fact)
            case "spy":
                self._grimoire(fact)
            case _ if fact.what in CHECKS:
                self._information(fact)
            case _:
                self.fire(f"{fact.what}:told")

    def _information(self, fact: Any) -> None:
        use = self.use_of(fact)
        chosen = tuple(use.data["chosen"]) if use is not None else ()
        holder = use.by.partition(":")[0] if use is not None and use.by else fact.seat
        asked = Asked(self.world, holder, fact.data, chosen, self.today)
        true = CHECKS[fact.what](asked)
        works = self.world.works(holder, fact.what)
        works = works and not (fact.what in OF_DEATH and holder in self.today.stopped_at_death)
        false_by_force = self.world.vortox() and fact.what in FALSIFIED and not self._assured(holder)
        if true is None:
            self.fault(fact, f"{fact.what} of {fact.seat} is told {fact.data}, which is not of its form")
        elif false_by_force:
            self._must_be_false(fact, true=true)
        elif works and not true and not (self.world.vortox() and fact.what == "mathematician"):
            self.fault(fact, f"{fact.what} of {fact.seat} works and is told {fact.data}, which cannot be true")
        if true and works:
            self._disguised(asked, CHECKS[fact.what])
        if fact.what != "mathematician":
            self._went_wrong(holder, told_false=not true, works=works, by_force=false_by_force)
        kind = "falsified" if false_by_force else "true" if works else "true anyway" if true else "false"
        self.fire(f"{fact.what}:told {kind}")

    def _went_wrong(self, holder: str, *, told_false: bool, works: bool, by_force: bool) -> None:
        """Note for the Mathematician whose information has gone wrong."""
        if (told_false and self._stopped_by_another(holder)) or (by_force and told_false):
            self.today.wrong.add(holder)
        if not works or self.world.vortox():
            self.today.may_be_wrong.add(holder)

    def _may_fail(self) -> None:
        """Something has happened on which a stopped ability might have done something by itself."""
        self.today.may_be_wrong |= {seat for seat in self.world.circle if self.world.stopped(seat)}

    def _stopped_by_another(self, seat: str) -> bool:
        if self.world.role[seat] in POWERLESS:
            return False
        return any(
            token.kind in ("drunk", "poisoned")
            and (token.by or "").partition(":")[0] not in ("", seat)
            and self.world.counts(token)
            for token in self.world.on(seat)
        )

    def _disguised(self, asked: Asked, check: Any) -> None:
        """Only the registration of somebody as something else makes this true: note who that may be."""
        self.world.straight = True
        plainly = check(asked)
        self.world.straight = False
        if not plainly:
            self.today.may_be_wrong.add(asked.seat)
            for seat in self.world.circle:
                if self.world.otherwise(seat):
                    self.fire(f"{self.world.role[seat]}:counts as another")

    def _must_be_false(self, fact: Any, *, true: bool) -> None:
        certain = not any(self.world.otherwise(seat) for seat in self.world.circle)
        if true and certain:
            self.fault(fact, f"{fact.what} of {fact.seat} is told {fact.data}, which is true in spite of the Vortox")

    def _assured(self, seat: str) -> bool:
        return any(token.kind == "sober_and_healthy" and self.world.counts(token) for token in self.world.on(seat))

    def _you_are(self, fact: Any) -> None:
        seat, world = fact.seat, self.world
        believed = world.believed.get(seat)
        camp = world.camp[seat]
        if fact.data["alignment"] != camp and seat in self.sides_open and believed is None:
            camp = world.camp[seat] = fact.data["alignment"]
        self.sides_open.discard(seat)
        if believed is not None:
            camp = side_of(believed)
        if fact.data != {"character": believed or world.role[seat], "alignment": camp}:
            self.fault(fact, f"{seat} is told {fact.data}, and is the {world.role[seat]} ({camp}), believes {believed}")

    def _introduced(self) -> bool:
        return sum(self.world.team(seat) != "traveller" for seat in self.world.circle) >= 7

    def _minions(self, fact: Any) -> None:
        world = self.world
        demons = [seat for seat in world.circle if world.team(seat) == "demon"]
        others = {seat for seat in world.circle if world.team(seat) == "minion" and seat != fact.seat}
        told = fact.data["demon"]
        if not self._introduced() or world.team(fact.seat) != "minion":
            self.fault(fact, f"{fact.seat} may not be introduced to the Minions")
        if set(fact.data["minions"]) != others or [told] != demons:
            self.fault(fact, f"{fact.seat} is told {fact.data}; the Demon is {demons}, the Minions {others}")
        self.fire("minions:told")

    def _demon(self, fact: Any) -> None:
        world = self.world
        if not isinstance(fact.data, dict):  # a Traveller (B62)
            demons = tuple(seat for seat in world.alive() if world.team(seat) == "demon")
            told = fact.data if isinstance(fact.data, tuple) else (fact.data,)
            if world.team(fact.seat) != "traveller" or world.camp[fact.seat] != "evil" or told != demons:
                self.fault(fact, f"{fact.seat} is told {told}, the Demon is {demons}")
            self.fire("traveller:told the Demon")
            return
        bluffs = fact.data["bluffs"]
        minions = {seat for seat in world.circle if world.team(seat) == "minion"}
        held = {*world.role.values(), *world.believed.values()}
        if not self._introduced():
            self.fault(fact, "with so few players nobody is introduced")
        if world.team(fact.seat) == "demon" and set(fact.data["minions"]) != minions:
            self.fault(fact, f"the Demon is told {fact.data}; the Minions are {minions}")
        if len(set(bluffs)) != len(bluffs) or any(TEAM[role] not in GOOD_TEAMS for role in bluffs):
            self.fault(fact, f"{bluffs} are no good characters")
        if world.team(fact.seat) == "demon" and (set(bluffs) & held or len(bluffs) != 3):
            self.fault(fact, f"{bluffs} are shown as not in play")
        self.fire("demon:told")

    def _grimoire(self, fact: Any) -> None:
        works = self.world.works(fact.seat, "spy")
        if works and fact.data != self.world.role:
            self.fault(fact, f"the Spy sees {fact.data}")
        self.fire(f"spy:told {'true' if works else 'without ability'}")

    # ------------------------------------------------------------------ announcements

    def _wake_tonight(self, night: Any) -> set[str]:
        """Whoever is asked or informed this night for an ability of his own, by the log to come."""
        found = set()
        for fact in self.facts[night.id + 1 :]:
            if fact.kind == "phase":
                break
            if fact.kind in ("use", "passed", "void") and fact.what not in ASLEEP and fact.seat in self.world.role:
                found.add(fact.seat)
        return found

    def _guessed(self, fact: Any) -> None:
        """The first guesses of the day count."""
        if fact.seat not in self.today.guesses and isinstance(fact.data["choice"], tuple):
            pairs = tuple((item["player"], item["character"]) for item in fact.data["choice"])
            self.today.guesses[fact.seat] = tuple((s, r, self.world.role[s] == r) for s, r in pairs)

    def _announced(self, fact: Any) -> None:
        match fact.what:
            case "dead":
                gone = {s for s in self.at_dusk if s in self.world.circle and not self.world.seems_alive(s)}
                if set(fact.data) != gone:
                    self.fault(fact, f"{fact.data} are announced as dead, and {gone} have died since dusk")
                self.fire("dawn:deaths" if gone else "dawn:none")
            case "back":
                back = {s for s in self.world.seem_alive() if s not in self.at_dusk}
                if set(fact.data) != back:
                    self.fault(fact, f"{fact.data} are announced as back, and {back} are")
            case "about_to_die":
                if fact.data != self.today.about and not votes.voudon(self):
                    self.fault(fact, f"{fact.data} is about to die, by the counts {self.today.about}")
            case "judged" if not fact.data and self._judge_works(fact):
                self.today.about, self.today.best = self.today.before
            case "executed" if fact.data is None and self.today.executed:
                self.fault(fact, "nobody is said to be executed, and somebody was")

    def _judge_works(self, fact: Any) -> bool:
        use = self.use_of(fact)
        self.fire("judge:judges")
        return use is not None and not self.expected_hollow.get(use.id, False)

    def _phase(self, fact: Any) -> None:
        standing.phase(self, fact)
        if fact.what == "dawn":
            self.exorcised = None
        if fact.what == "night" and self.world.day:
            votes.day_is_over(self, fact)
            ends.dusk(self)
            self.peace = None


def read_log(circle: Iterable[str], facts: Iterable[Any], last: dict[str, str]) -> Report:
    """Read a finished game: the circle, the log of facts, the characters at the end."""
    return Reader(circle, list(facts), last).read()
