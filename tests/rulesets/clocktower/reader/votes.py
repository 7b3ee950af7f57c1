"""Nominations, hands, thresholds, the dead's one vote, executions and exiles (B25-B36, B65-B68)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.rulesets.clocktower.reader.reading import Reader


def working(reader: Reader, role: str) -> tuple[str, ...]:
    return tuple(seat for seat in reader.world.holders(role) if reader.world.works(seat, role))


def voudon(reader: Reader) -> bool:
    return bool(working(reader, "voudon"))


def nominated(reader: Reader, fact: Any) -> None:
    world, today = reader.world, reader.today
    nominee, nominator = fact.seat, fact.data["nominator"]
    again = bool(today.executed) and nominator is not None and world.role.get(nominator) == "butcher"
    if again:  # its tally need not beat the first (R136)
        today.about, today.best = None, 0
        reader.fire("butcher:nominates again")
    if world.phase != "nominations" and not again:
        reader.fault(fact, f"a nomination in phase {world.phase}")
    if today.over and not again:
        reader.fault(fact, "a nomination though the day's nominations are over")
    if nominator in world.role:
        if not world.seems_alive(nominator):
            reader.fault(fact, f"{nominator} is dead and nominates")
        if nominator in today.nominators and not again:
            reader.fault(fact, f"{nominator} nominates a second time today")
        if working(reader, "bishop") and not again:
            reader.fault(fact, f"{nominator} nominates in spite of the Bishop")
    if nominee in today.nominees and not again:
        reader.fault(fact, f"{nominee} is nominated a second time today")
    if world.team(nominee) == "traveller":
        reader.fault(fact, f"the Traveller {nominee} is nominated")
    if nominator not in world.role and working(reader, "bishop"):
        reader.fire("bishop:has somebody nominated")
    today.nominated(world, nominator if nominator in world.role else None, nominee)
    _virgin(reader, fact, nominator, nominee)
    reader.fire("day:nomination")


def _virgin(reader: Reader, fact: Any, nominator: str, nominee: str) -> None:
    """Her first nomination: whether an execution must, may or cannot follow is looked at when it could."""
    world = reader.world
    if world.role[nominee] != "virgin" or nominee in reader.virgins or nominator not in world.role:
        return
    reader.virgins.add(nominee)
    if world.works(nominee, "virgin"):
        if world.must_be_team(nominator, "townsfolk"):
            goats = {s for s in world.holders("scapegoat") if world.may_be_camp(nominator, world.camp[s])}
            need = ("executed", {nominator, *goats})
            reader.must_follow.append((fact.id, f"{nominator} is executed by the Virgin", need))
            reader.fire("virgin:executes")
        elif not world.may_be_team(nominator, "townsfolk"):
            reader.fire("virgin:no Townsfolk")
    else:
        reader.fire("virgin:without ability")


def counted(reader: Reader, fact: Any) -> None:
    world, today, hands = reader.world, reader.today, fact.data["hands"]
    place = world.circle.index(fact.seat) + 1
    order = (*world.circle[place:], *world.circle[:place])
    if list(hands) != [seat for seat in order if seat in hands]:
        reader.fault(fact, f"the hands {hands} are not in the order in which the storyteller's passes")
    if fact.data["alive"] != len(world.seem_alive()):
        reader.fault(fact, f"{fact.data['alive']} are taken for alive, not {len(world.seem_alive())}")
    by_voudon = voudon(reader)
    for seat in hands:
        _may_vote(reader, fact, seat, by_voudon=by_voudon)
    votes = sum(_weight(reader, seat) for seat in hands)
    if votes != fact.data["votes"]:
        reader.fault(fact, f"{hands} make {votes} votes, not {fact.data['votes']}")
    today.voted(world, hands)
    if by_voudon:
        reader.fire("voudon:counts")
        today.count(fact.seat, votes, 1)
    else:
        today.count(fact.seat, votes, len(world.seem_alive()) / 2)
    reader.fire("day:about to die" if today.about == fact.seat else "day:not enough")


def _may_vote(reader: Reader, fact: Any, seat: str, *, by_voudon: bool) -> None:
    world = reader.world
    if world.role[seat] == "beggar" and seat not in world.dead:
        return
    if by_voudon:
        if world.seems_alive(seat) and world.role[seat] != "voudon":
            reader.fault(fact, f"{seat} votes in spite of the Voudon")
        return
    if not world.seems_alive(seat):
        if seat in reader.spent_votes:
            reader.fault(fact, f"{seat} is dead and votes a second time")
        reader.spent_votes.add(seat)
        reader.fire("day:dead vote")
    for token in world.tokens:
        if token.kind == "master" and (token.by or "").partition(":")[0] == seat and world.counts(token):
            if token.on not in fact.data["hands"]:
                reader.fault(fact, f"the Butler {seat} votes without the master {token.on}")
            reader.fire("butler:votes with the master")


def _weight(reader: Reader, seat: str) -> int:
    weight = 1
    for token in reader.world.on(seat):
        if reader.world.counts(token):
            if token.kind == "negative_vote":
                weight *= -1
                reader.fire("thief:counts")
            elif token.kind == "3_votes":
                weight *= 3
                reader.fire("bureaucrat:counts")
    return weight


def supported(reader: Reader, fact: Any) -> None:
    """An exile: half of all players, living and dead; no token is spent and no ability counts."""
    if fact.data["votes"] != len(fact.data["hands"]) or fact.data["players"] != len(reader.world.circle):
        reader.fault(fact, f"the support of an exile is counted as {fact.data}")
    if reader.world.team(fact.seat) != "traveller":
        reader.fault(fact, f"{fact.seat} is no Traveller and is to be exiled")
    if fact.data["votes"] * 2 >= fact.data["players"]:
        reader.must_follow.append((fact.id, f"{fact.seat} is exiled", ("announced", "exiled", fact.seat)))
        reader.fire("exile:carried")


def day_is_over(reader: Reader, fact: Any) -> None:
    """Night falls: whoever was about to die has been executed, and nobody else by the vote."""
    today = reader.today
    if today.about is not None and not today.executed and not today.over:
        reader.fault(fact, f"{today.about} was about to die and has not been executed")
    if len(today.executed) > 1 and not reader.world.holders("butcher"):
        reader.fault(fact, f"{len(today.executed)} executions on one day")
