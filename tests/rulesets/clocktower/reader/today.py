"""What the log says of the present day and night, as far as rules look back at it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.rulesets.clocktower.reader.world import World


@dataclass
class Today:
    """Nominations, votes and executions since dawn; who killed whom tonight."""

    nominators: list[str] = field(default_factory=list)
    nominees: list[str] = field(default_factory=list)
    best: int = 0
    about: str | None = None
    #: Who was about to die, with how many votes, before the last nomination.
    before: tuple[str | None, int] = (None, 0)
    over: bool = False
    executed: list[tuple[str, bool]] = field(default_factory=list)
    killer: dict[str, str | None] = field(default_factory=dict)
    #: Who died today or tonight drunk or poisoned: what comes of the death may be false though he is healthy by then.
    stopped_at_death: set[str] = field(default_factory=set)
    #: Who voted, and who nominated, and as what: how they count is asked when it is told (R103).
    voters: set[tuple[str, str]] = field(default_factory=set)
    movers: set[tuple[str, str]] = field(default_factory=set)
    #: Whose ability has gone wrong since dawn through another character: certainly, and possibly.
    wrong: set[str] = field(default_factory=set)
    may_be_wrong: set[str] = field(default_factory=set)
    #: How often an effect had somebody count as what he is not, or might have had.
    disguises: int = 0
    #: Who wakes tonight for an ability of his own.
    woken: set[str] = field(default_factory=set)
    #: Juggler → the players and characters guessed today, and whether they were right then.
    guesses: dict[str, tuple[tuple[str, str, bool], ...]] = field(default_factory=dict)

    @property
    def executed_and_dead(self) -> tuple[str, ...]:
        return tuple(seat for seat, died in self.executed if died)

    def nominated(self, world: World, nominator: str | None, nominee: str) -> None:
        self.nominees.append(nominee)
        self.before = self.about, self.best
        if nominator is not None:
            self.nominators.append(nominator)
            self.movers.add((nominator, world.role[nominator]))

    def voted(self, world: World, hands: tuple[str, ...]) -> None:
        self.voters |= {(seat, world.role[seat]) for seat in hands}

    def count(self, nominee: str, votes: int, needed: float) -> None:
        """Compare a count with the best of the day, which may have been too small itself (B31-B33)."""
        if votes >= needed and votes >= self.best:
            self.about = nominee if votes > self.best else None
        self.best = max(self.best, votes)
