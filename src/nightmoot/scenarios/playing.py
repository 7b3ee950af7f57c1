"""Playing a scenario: the entries from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from nightmoot.core import Game, Override, Refused
from nightmoot.scenarios import clock
from nightmoot.scenarios.acts import Acts, Declined, impossible, wishes
from nightmoot.scenarios.bystanders import mentions
from nightmoot.scenarios.course import Course, Mark
from nightmoot.scenarios.document import Entry, Scenario, begins, completed, new_game
from nightmoot.scenarios.expecting import Cursors, at_the_start, expect
from nightmoot.scenarios.faults import Fault, Unlawful
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.refusals import refused
from nightmoot.scenarios.standing import KINDS, Standing
from nightmoot.scenarios.words import STORYTELLER, Words, unchanged


class Given(NamedTuple):
    """An answer given by an entry: the moment before it and the cursors then."""

    before: Mark
    cursors: Cursors


class Manner(NamedTuple):
    """How a scenario is played. ``between`` is handed the game before every entry and returns the one to go on with."""

    rename: Callable[[str], str] = unchanged
    twice: bool = False
    between: Callable[[Game], Game] | None = None
    answered: Callable[[Game, int], None] | None = None


STRAIGHT: Final = Manner()


class Play:
    """One play of a scenario."""

    def __init__(self, scenario: Scenario, manner: Manner = STRAIGHT) -> None:
        """Set the game up and let it come to its first rest."""
        scenario = completed(scenario)
        self.scenario = scenario
        self.manner = manner
        self.entry: Entry | None = None
        words = Words(scenario.rules, manner.rename, scenario.lang)
        standing = Standing(words)
        game = new_game(scenario, words, twice=manner.twice)
        times = begins(scenario, words)
        now = clock.Clock(times, times.get(game.seen.phase.name, 0))
        named = mentions(Piece(entry.line, entries={entry.key: entry.says}) for entry in scenario.play)
        self.course = Course(game, words, standing, now, named=named)
        self._fixed: list[tuple[int, Override]] = []
        try:
            for kind, says in scenario.storyteller.map(STORYTELLER).items():
                self._instruct(kind, says)
        except Declined as declined:
            raise declined.fault() from declined
        standing.watch(game, tuple(game.notices))
        self.cursors = at_the_start(game)
        self.given: list[Given] = []
        self.course.settle()

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.course.game

    def run(self) -> None:
        """Play every entry; raises a fault at the first that fails."""
        for entry in self.scenario.play:
            self.entry = entry
            if self.manner.between is not None:
                self.course.game = self.manner.between(self.course.game)
                self.course.words.sit(self.course.game.seen.seats)
            try:
                ENTRIES.get(entry.key, Play._act)(self, entry)
            except Declined as declined:
                raise declined.fault() from declined
            except Unlawful as fault:
                raise Fault(fault.message, entry.line) from fault
            except Refused as refused:  # by what the game does on its way, not by an act
                raise Fault(impossible(self.course.words, refused), entry.line) from refused
        self.entry = None

    # ------------------------------------------------------------------ entries

    def _act(self, entry: Entry) -> None:
        """Somebody takes one decision, or several in order."""
        acts = Acts(self.course)
        for _ in self._counted(acts.take(wishes(self.course.words, entry.key, entry.says, entry.line))):
            pass

    def _counted(self, answers: Iterable[None]) -> Iterator[None]:
        """Keep the moment before each answer, for undo."""
        last = self.course.mark()
        for _ in answers:
            self._checked(last)
            last = self.course.mark()
            self.given.append(Given(last, self.cursors.copy()))
            yield
        self._checked(last)

    def _checked(self, before: Mark) -> None:
        if self.manner.answered is not None and len(self.game.inputs) > before.seq:
            self.manner.answered(self.game, before.seq)

    def _storyteller(self, entry: Entry) -> None:
        """Standing instructions, acts and overrides, told apart by the inner key."""
        acts = Acts(self.course)
        for key, says in entry.says.map(STORYTELLER).items():
            line = entry.says.line_of(key)
            if key in KINDS:
                self._instruct(key, says)
                self.course.settle()
                continue
            for _ in self._counted(acts.moderate(key, says, line)):
                pass

    def _instruct(self, kind: str, says: Piece) -> None:
        for override in self.course.standing.give(kind, says):
            self._fix(override, f"{kind}: {says}", says.line)

    def _until(self, entry: Entry) -> None:
        self.course.run_to_phase(self.course.words.name("phase", entry.says), entry.line)

    def _expect(self, entry: Entry) -> None:
        self.cursors = expect(self.course, entry.says, self.cursors)

    def _refused(self, entry: Entry) -> None:
        refused(self.course, entry.says)

    def _undo(self, entry: Entry) -> None:
        """Take back answers; what was fixed since, and was no answer, is fixed again."""
        count = entry.says.whole("undo")
        if count > len(self.given):
            raise Fault(f"{count} answers are to be taken back, but only {len(self.given)} were given", entry.line)
        first = self.given[-count]
        del self.given[-count:]
        self.course.back_to(first.before)
        self.cursors = first.cursors.copy()
        again = [override for seq, override in self._fixed if seq > first.before.seq]
        self._fixed = [(seq, override) for seq, override in self._fixed if seq <= first.before.seq]
        for override in again:
            self._fix(override, override.act, entry.line)

    def _chance(self, entry: Entry) -> None:
        words = self.course.words
        for key, outcomes in entry.says.map("chance").items():
            draw = words.find("chance", key) or words.find("skill", key) or key
            said = outcomes if outcomes.items is not None else Piece(outcomes.line, items=(outcomes,))
            self._fix(Override("chance", {draw: words.plain(said)}), str(entry), entry.line)

    def _fix(self, override: Override, act: str, line: int) -> None:
        """Put something into the game that is no answer."""
        Acts(self.course).override(override, act, line)
        self._fixed.append((len(self.game.inputs), override))

    def _clock(self, entry: Entry) -> None:
        """The time passes."""
        if not self.course.clock.begins:
            raise Fault("this game does not live by the clock: it has no calendar", entry.line)
        text = entry.says.word("a time")
        now = self.course.clock.now
        passing, minute = clock.after(text), clock.at(text)
        if passing is None and minute is None:
            raise Fault(f"a time is +26h or 08:00, but here stands {text}", entry.line)
        moment = now + passing if passing is not None else clock.next_at(now, minute or 0)
        self.course.run_until(moment, entry.line)

    def _say(self, entry: Entry) -> None:
        for name, says in entry.says.map("say").items():
            Acts(self.course).say(name, says, entry.says.line_of(name))


ENTRIES: Final[Mapping[str, Callable[[Play, Entry], None]]] = {
    "until": Play._until,
    "expect": Play._expect,
    "refused": Play._refused,
    "undo": Play._undo,
    STORYTELLER: Play._storyteller,
    "chance": Play._chance,
    "clock": Play._clock,
    "say": Play._say,
}
