"""The end of the game: it ends when it must, not before, and for the right side (B72-B76)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.rulesets.clocktower.reader.reading import Reader


def good_has_won(reader: Reader) -> bool:
    """Every Demon is dead, and no pair of twins keeps good from winning."""
    world = reader.world
    return not any(world.team(seat) == "demon" for seat in world.alive()) and not twins_live(reader)


def evil_has_won(reader: Reader) -> bool:
    """Two are left, Travellers not counted."""
    return len(reader.world.no_travellers()) <= 2


def twins_live(reader: Reader) -> bool:
    """An Evil Twin lives beside a twin of the other side: good cannot win."""
    world = reader.world
    pairs = (
        (twin, token.on)
        for twin in world.alive()
        if world.works(twin, "eviltwin")
        for token in world.tokens
        if token.kind == "twin" and token.maker == twin and world.counts(token)
    )
    return any(other not in world.dead and world.camp[other] != world.camp[twin] for twin, other in pairs)


def play_goes_on(reader: Reader, fact: Any) -> None:
    """A use, or a new phase: neither side may have won already."""
    if reader.verdict is not None:
        reader.fault(fact, "the game is over and goes on")
    if reader.extra_day and reader.world.day <= reader.extra_day:
        return
    if reader.extra_day and not twins_live(reader):
        reader.fault(fact, "the Mastermind's day is over and the game goes on")
    reader.extra_day = 0
    if good_has_won(reader):
        reader.fault(fact, "every Demon is dead and the game goes on")
    elif evil_has_won(reader) and not good_has_won(reader):
        reader.fault(fact, "two are left alive and the game goes on")


def dusk(reader: Reader) -> None:
    """The day is over: a Mayor among three, a Vortox without an execution."""
    for side, words in peace(reader):
        reader.report.faults.append(f"day {reader.world.day}: {words}, and {side} has not won")


def peace(reader: Reader) -> list[tuple[str, str]]:
    """Who wins because nobody was executed today, as it was before anything ended at dusk."""
    if reader.peace is None:
        return _peace(reader)
    return reader.peace


def looked_at(reader: Reader) -> None:
    """Something ends at dusk: what dusk decides has been decided before."""
    if reader.world.phase == "dusk" and reader.peace is None:
        reader.peace = _peace(reader)


def _peace(reader: Reader) -> list[tuple[str, str]]:
    world = reader.world
    if reader.today.executed or world.day == 0:
        return []
    found = []
    for seat in world.alive():
        may_win = world.camp[seat] == "evil" or not twins_live(reader)
        if len(world.seem_alive()) == 3 and world.works(seat, "mayor") and may_win:
            found.append((world.camp[seat], f"the Mayor {seat} has three alive and no execution"))
        if world.works(seat, "vortox"):
            found.append(("evil", "nobody was executed under the Vortox"))
    return found


def verdict(reader: Reader, fact: Any) -> None:
    """Is there a reason for it, and are the winners the side's players?"""
    world, side = reader.world, fact.what
    reasons = set(reader.justified)
    if good_has_won(reader):
        reasons.add("good")
    if evil_has_won(reader) and not good_has_won(reader):
        reasons.add("evil")
    if world.phase == "dusk":
        reasons |= {winner for winner, _ in peace(reader)}
    if reader.extra_day:
        reasons = _of_the_mastermind(reader)
    if side not in reasons:
        reader.fault(fact, f"{side} wins without a reason")
    winners = {seat for seat in world.circle if world.camp[seat] == side}
    if set(fact.data) != winners:
        reader.fault(fact, f"{side} wins with {fact.data}, and its players are {winners}")
    reader.fire(f"win:{side}")
    for seat in world.alive():
        if world.phase == "dusk" and world.role[seat] == "mayor" and peace(reader):
            reader.fire("mayor:wins")


def _of_the_mastermind(reader: Reader) -> set[str]:
    """Whoever was executed on the extra day has lost; where nobody was, good has won (R85)."""
    done = reader.today.executed if reader.world.day == reader.extra_day else []
    if not done:
        return {"good"}
    return {"evil" if reader.world.camp[done[-1][0]] == "good" else "good"}


def at_the_end(reader: Reader) -> None:
    """The log of a finished game ends with a verdict."""
    if reader.verdict is None:
        reader.report.faults.append("the game has no verdict")
