"""Deaths: who may die of what, who must, and what follows at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rulesets.clocktower.reader.characters import TEAM

if TYPE_CHECKING:
    from tests.rulesets.clocktower.reader.reading import Reader

#: Demons who kill every player they choose, with nothing else to it.
PLAIN = {"imp", "vortox", "nodashii", "vigormortis", "zombuul", "shabaloth"}
#: Whose kill nothing stops.
UNSTOPPABLE = {"assassin"}


def ability_of(holding: str | None) -> str:
    return (holding or "").partition(":")[2].partition("#")[0]


def safe_from_demon(reader: Reader, seat: str) -> bool:
    """The Soldier, and whoever the Monk protects."""
    world = reader.world
    if world.works(seat, "soldier"):
        return True
    return any(t.kind == "safe" and ability_of(t.by) == "monk" and world.counts(t) for t in world.on(seat))


def cannot_die(reader: Reader, seat: str) -> bool:
    """The sober Sailor, the Innkeeper's guests, the Tea Lady's neighbours."""
    world = reader.world
    if world.works(seat, "sailor"):
        return True
    guest = (t for t in world.on(seat) if t.kind in ("safe", "lodged") and ability_of(t.by) == "innkeeper")
    if any(map(world.counts, guest)):
        return True
    for lady in world.circle:
        if world.works(lady, "tealady") and seat in world.neighbours(lady):
            beside = world.neighbours(lady)
            if len(beside) == 2 and not any(world.may_be_evil(other) for other in beside):
                return True
    return False


def may_live(reader: Reader, seat: str) -> bool:
    """Those about whom more is to be said than here: the Mayor's stand-in, the Fool's second life."""
    world = reader.world
    near_lady = any(world.works(lady, "tealady") and seat in world.neighbours(lady) for lady in world.circle)
    return near_lady or any(world.works(seat, role) for role in ("mayor", "fool", "zombuul", "goon"))


# ---------------------------------------------------------------------- attacks


def used(reader: Reader, fact: Any, *, works: bool) -> None:
    """A use that kills: the first player chosen who lives and has nothing to keep him must die of it.

    Of several the others are not foreseen: the first death may end what keeps them, or begin it (R72).
    """
    world = reader.world
    if fact.what not in PLAIN or world.phase != "night":
        return
    pithag = demon_was_made(reader)
    for seat in fact.data["chosen"][:1]:
        if not works or pithag or seat not in world.role:
            continue
        if world.own(seat, "goon"):  # from here on the Demon may be drunk (R80)
            return
        if seat in world.dead:
            reader.fire(f"{fact.what}:attacks the dead")
        elif safe_from_demon(reader, seat) or cannot_die(reader, seat):
            reader.fire(f"{fact.what}:attack in vain")
            reader.must_follow.append((fact.id, f"{seat} does not die of it", ("spared", seat, fact.id)))
        elif not may_live(reader, seat):
            reader.must_follow.append((fact.id, f"{seat} dies of {fact.what}", ("out", seat)))


def demon_was_made(reader: Reader) -> bool:
    """Has the Pit-Hag made a Demon tonight? Then the storyteller says who dies (R121)."""
    return any(token.kind == "made_demon" for token in reader.world.tokens)


def out(reader: Reader, fact: Any) -> None:
    """Somebody dies: was it possible?"""
    world, seat, kind = reader.world, fact.seat, fact.what
    source = ability_of(fact.by)
    reader.today.killer[seat] = (fact.by or "").partition(":")[0] or None if kind == "demon" else None
    if world.stopped(seat):
        reader.today.stopped_at_death.add(seat)
    if seat in world.dead:
        reader.fault(fact, f"{seat} is dead and dies again")
    if kind in ("override", "left"):
        return
    holder = (fact.by or "").partition(":")[0]
    if fact.by and holder in world.role and source:
        if not world.works(holder, source) and holder != seat:
            reader.fault(fact, f"{seat} dies of {source} of {holder}, who has no ability")
        reader.fire(f"{source}:kills")
    if kind == "demon":
        if TEAM.get(source.partition(".")[0]) != "demon":
            reader.fault(fact, f"{seat} dies of the Demon's ability by {source}")
        if safe_from_demon(reader, seat):
            reader.fault(fact, f"{seat} is safe from the Demon and dies of it")
    if source not in UNSTOPPABLE and kind != "exile" and cannot_die(reader, seat):
        reader.fault(fact, f"{seat} cannot die and dies ({kind})")
    if kind == "execution" and not (reader.today.executed and reader.today.executed[-1][0] == seat):
        reader.fault(fact, f"{seat} dies by execution without being executed")
    if kind == "execution" and reader.today.executed:
        reader.today.executed[-1] = (seat, True)
    _follows(reader, fact)


def _follows(reader: Reader, fact: Any) -> None:
    """What must come of this death at once."""
    world, seat = reader.world, fact.seat
    _grandmother(reader, fact)
    _sweetheart(reader, fact)
    _twin(reader, fact)
    _mastermind(reader, fact)
    if world.team(seat) == "demon" and fact.what != "left":
        others = [s for s in world.alive() if world.team(s) == "demon" and s != seat]
        women = [s for s in world.alive() if s != seat and world.works(s, "scarletwoman")]  # an Apprentice too
        if women and not others and len(world.no_travellers()) >= 5 and not _jumped(reader, fact):
            need = ("became", women[0], world.role[seat])
            reader.must_follow.append((fact.id, f"{women[0]} becomes the Demon", need))
            reader.fire("scarletwoman:becomes the Demon")
    if fact.what == "execution" and world.works(seat, "saint"):  # a Philosopher too
        loser = world.camp[seat]
        winner = "evil" if loser == "good" else "good"
        reader.justified.add(winner)
        reader.must_follow.append((fact.id, "the Saint's team loses", ("verdict", winner)))
        reader.fire("saint:loses")


def _grandmother(reader: Reader, fact: Any) -> None:
    """The Demon has killed the grandchild: the Grandmother dies too (R58)."""
    world = reader.world
    for token in tuple(world.on(fact.seat)):
        granny = (token.by or "").partition(":")[0]
        if token.kind != "grandchild" or granny == fact.seat or granny in world.dead or not world.counts(token):
            continue
        kept = cannot_die(reader, granny) or may_live(reader, granny) or _lady_may_keep(reader, granny, fact.seat)
        if fact.what == "demon" and not kept:
            reader.must_follow.append((fact.id, f"the Grandmother {granny} dies too", ("out", granny)))
            reader.fire("grandmother:dies with the grandchild")


def _lady_may_keep(reader: Reader, granny: str, dead: str) -> bool:
    """A Tea Lady whom this death makes sober, or brings beside her, keeps the Grandmother (B39, R71)."""
    world = reader.world
    ladies = [lady for lady in world.alive() if world.role[lady] == "tealady" or world.works(lady, "tealady")]
    return any({granny, dead} & set(world.neighbours(lady)) for lady in ladies)


def _sweetheart(reader: Reader, fact: Any) -> None:
    if reader.world.role[fact.seat] == "sweetheart" and not reader.world.stopped(fact.seat):
        reader.must_follow.append((fact.id, "the Sweetheart leaves somebody drunk", ("mark", None, "drunk")))
        reader.fire("sweetheart:dies")


def _twin(reader: Reader, fact: Any) -> None:
    """The good twin has died by execution: evil wins (R114-R117)."""
    if fact.what == "execution" and _good_twin(reader, fact.seat):
        reader.justified.add("evil")
        reader.must_follow.append((fact.id, "the good twin is executed and evil wins", ("verdict", "evil")))
        reader.fire("eviltwin:wins")


def _good_twin(reader: Reader, seat: str) -> bool:
    """Is the seat the good one of a pair whose Evil Twin works? To be executed is enough."""
    world = reader.world
    for token in world.tokens:
        twin = (token.by or "").partition(":")[0]
        if token.kind == "twin" and twin != token.on and seat in (twin, token.on) and world.counts(token):
            other = token.on if seat == twin else twin
            if world.camp[seat] == "good" and world.camp[other] == "evil":
                return True
    return False


def _mastermind(reader: Reader, fact: Any) -> None:
    """The last Demon has died by execution: a working Mastermind has one more day played (R85-R87)."""
    world = reader.world
    others = [s for s in world.alive() if world.team(s) == "demon" and s != fact.seat]
    minds = [s for s in world.alive() if world.works(s, "mastermind")]  # an Apprentice too
    if fact.what == "execution" and world.team(fact.seat) == "demon" and not others and minds:
        reader.extra_day = world.day + 1
        reader.fire("mastermind:one more day")


def _jumped(reader: Reader, fact: Any) -> bool:
    use = reader.use_of(fact)
    return use is not None and use.what == "fanggu"


# ---------------------------------------------------------------------- executions


def executed(reader: Reader, fact: Any) -> None:
    """Somebody is executed: by the vote at dusk, or by an ability whenever it says so."""
    world, today, seat = reader.world, reader.today, fact.seat
    if world.phase == "night":
        return
    by_virgin = _by_virgin(reader, fact)
    if world.phase == "dusk" and reader.comes_of(fact, "override") is None:
        goat = world.role[seat] == "scapegoat"
        if today.about != seat and not (goat and today.about and world.may_be_camp(today.about, world.camp[seat])):
            reader.fault(fact, f"{seat} is executed, about to die was {today.about}")
        reader.fire("scapegoat:stands in" if goat else "day:execution")
    elif by_virgin:
        today.over = True
    else:
        today.over = True
        reader.fire("day:execution by an ability")
    today.executed.append((seat, False))
    if _good_twin(reader, seat):
        reader.justified.add("evil")


def _by_virgin(reader: Reader, fact: Any) -> bool:
    nomination = reader.comes_of(fact, "nominated")
    if nomination is None:
        nomination = next((f for f in reversed(reader.facts[: fact.id]) if f.kind in ("nominated", "phase")), None)
    if nomination is None or nomination.kind != "nominated" or reader.world.phase != "nominations":
        return False
    nominee, nominator = nomination.seat, nomination.data["nominator"]
    world = reader.world
    if world.role[nominee] != "virgin" or fact.seat != nominator:
        return False
    if not world.works(nominee, "virgin") or not world.may_be_team(nominator, "townsfolk"):
        reader.fault(fact, f"{nominator} is executed by a Virgin without cause")
    return True


# ---------------------------------------------------------------------- what must follow


def after(reader: Reader, fact: Any) -> None:
    """Strike off what has come; whatever has not when play goes on is a fault."""
    left = []
    for begun, words, need in reader.must_follow:
        if need[0] == "mark" and fact.kind == "prevented" and need[1] in (None, fact.seat):
            continue
        if need[0] == "mark" and need[1] is None and fact.kind == "mark" and fact.what == need[2]:
            continue
        if need[0] == "spared":
            if fact.kind == "out" and fact.seat == need[1] and _by_use(reader, fact, need[2]):
                reader.fault(fact, f"{words}: it has")
            if fact.id == begun or fact.kind not in ("use", "phase", "verdict"):
                left.append((begun, words, need))
            continue
        if _is(fact, need):
            continue
        if fact.kind == "verdict" or (
            fact.kind in ("use", "phase") and fact.id != begun and not _within(reader, fact, begun)
        ):
            if not (fact.kind == "verdict" and need[0] != "verdict"):
                reader.fault(reader.facts[begun], f"{words}: it has not come, and #{fact.id} has")
            continue
        left.append((begun, words, need))
    reader.must_follow = left


def _within(reader: Reader, fact: Any, begun: int) -> bool:
    """Is this still part of what began there?"""
    while fact is not None:
        if fact.id == begun:
            return True
        fact = reader.facts[fact.cause] if fact.cause is not None else None
    return False


def _by_use(reader: Reader, fact: Any, use: int) -> bool:
    found = reader.use_of(fact)
    return found is not None and found.id == use


def _is(fact: Any, need: tuple[Any, ...]) -> bool:
    match need[0]:
        case "announced":
            return bool(fact.kind == "announced" and fact.what == need[1] and fact.data == need[2])
        case "verdict":
            return bool(fact.kind == "verdict" and fact.what == need[1])
        case "executed":
            return bool(fact.kind == "executed" and fact.seat in need[1])
        case "became" | "mark" | "told":
            return bool(fact.kind == need[0] and fact.seat == need[1] and fact.what == need[2])
    return bool(fact.kind == need[0] and fact.seat == need[1])
