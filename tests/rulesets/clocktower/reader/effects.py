"""What must come of the use of an ability that works, character by character."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.rulesets.clocktower.reader import deaths, ends
from tests.rulesets.clocktower.reader.characters import TEAM

if TYPE_CHECKING:
    from tests.rulesets.clocktower.reader.reading import Reader

#: What an expected consequence is called, and the fact that it is.
Needs = list[tuple[str, tuple[Any, ...]]]


def chosen(fact: Any) -> tuple[str, ...]:
    return tuple(fact.data["chosen"])


def named(fact: Any) -> tuple[str | None, str | None]:
    """The player and the character of a choice of both."""
    choice = fact.data["choice"]
    return (choice.get("player"), choice.get("character")) if isinstance(choice, dict) else (None, None)


def dies(reader: Reader, seat: str, of: str) -> Needs:
    """Somebody dies of it, unless something may keep him."""
    world = reader.world
    if seat in world.dead or deaths.cannot_die(reader, seat) or deaths.may_live(reader, seat):
        return []
    return [(f"{seat} dies of {of}", ("out", seat))]


def gambler(reader: Reader, fact: Any, me: str) -> Needs:
    player, character = named(fact)
    if player is None or character is None:
        return []
    if reader.world.role[player] == character:
        reader.fire("gambler:right")
        return [(f"{me} has guessed right and does not die", ("spared", me, fact.id))]
    reader.fire("gambler:wrong")
    return dies(reader, me, "a wrong guess") if not reader.world.may_be_role(player, character) else []


def professor(reader: Reader, fact: Any, me: str) -> Needs:
    seat = chosen(fact)[0]
    if seat in reader.world.dead and reader.world.must_be_team(seat, "townsfolk"):
        reader.fire("professor:brings back")
        return [(f"{seat} lives again", ("revived", seat))]
    reader.fire("professor:in vain")
    return []


def assassin(reader: Reader, fact: Any, me: str) -> Needs:
    seat = chosen(fact)[0]
    if seat in reader.world.dead or reader.world.role[seat] in ("zombuul", "mayor"):
        return []
    return [(f"{seat} is assassinated", ("out", seat))]


def lodged(reader: Reader, fact: Any, me: str) -> Needs:
    return [("one of the guests is drunk", ("mark", None, "drunk"))]


def sailor(reader: Reader, fact: Any, me: str) -> Needs:
    return [("one of the two is drunk", ("mark", None, "drunk"))]


def poisoner(reader: Reader, fact: Any, me: str) -> Needs:
    return [(f"{chosen(fact)[0]} is poisoned", ("mark", chosen(fact)[0], "poisoned"))]


def exorcist(reader: Reader, fact: Any, me: str) -> Needs:
    seat = chosen(fact)[0]
    if reader.world.must_be_team(seat, "demon"):
        reader.exorcised = seat, me
        reader.fire("exorcist:finds the Demon")
        return [(f"{seat} learns of the Exorcist", ("told", seat, "exorcist"))]
    return []


def snakecharmer(reader: Reader, fact: Any, me: str) -> Needs:
    seat, world = chosen(fact)[0], reader.world
    if world.must_be_team(seat, "demon") and seat not in world.dead and world.role[me] == "snakecharmer":
        reader.fire("snakecharmer:charms the Demon")
        return [(f"{me} becomes the Demon", ("became", me, world.role[seat]))]
    return []


def fanggu(reader: Reader, fact: Any, me: str) -> Needs:
    seat, world = chosen(fact)[0], reader.world
    kept = deaths.cannot_die(reader, seat) or deaths.safe_from_demon(reader, seat)
    if seat in world.dead or kept or not world.must_be_team(seat, "outsider"):
        return []
    if deaths.demon_was_made(reader):
        return []
    if reader.jumped:
        return dies(reader, seat, "the Fang Gu")
    reader.jumped = True
    reader.fire("fanggu:jumps")
    jumps = [(f"{seat} becomes the Fang Gu", ("became", seat, "fanggu"))]
    if deaths.cannot_die(reader, me):
        return jumps  # a guest of the Innkeeper, say: there are two of them then (R62)
    return [*jumps, (f"{me} dies in his place", ("out", me))]


def pithag(reader: Reader, fact: Any, me: str) -> Needs:
    player, character = named(fact)
    if player is None or character is None:
        return []
    if character in reader.world.role.values():
        reader.fire("pithag:in play already")
        return []
    if TEAM[character] == "traveller":
        reader.fault(fact, f"the Pit-Hag makes a Traveller ({character})")
    reader.fire(f"pithag:makes {TEAM[character]}")
    return [(f"{player} becomes the {character}", ("became", player, character))]


def klutz(reader: Reader, fact: Any, me: str) -> Needs:
    seat, world = chosen(fact)[0], reader.world
    winner = "evil" if world.camp[me] == "good" else "good"
    if not world.must_be_evil(seat):
        reader.fire("klutz:chooses well")
        reader.justified |= {winner} if world.may_be_evil(seat) else set()
        return []
    if winner == "good" and ends.twins_live(reader):
        return []
    reader.justified.add(winner)
    reader.fire("klutz:loses")
    return [("the Klutz's team loses", ("verdict", winner))]


def witch(reader: Reader, fact: Any, me: str) -> Needs:
    return [(f"{chosen(fact)[0]} is cursed", ("mark", chosen(fact)[0], "cursed"))]


def monk(reader: Reader, fact: Any, me: str) -> Needs:
    return [(f"{chosen(fact)[0]} is safe", ("mark", chosen(fact)[0], "safe"))]


EFFECTS: dict[str, Callable[[Reader, Any, str], Needs]] = {
    "assassin": assassin,
    "exorcist": exorcist,
    "fanggu": fanggu,
    "gambler": gambler,
    "innkeeper": lodged,
    "klutz": klutz,
    "monk": monk,
    "pithag": pithag,
    "poisoner": poisoner,
    "professor": professor,
    "sailor": sailor,
    "snakecharmer": snakecharmer,
    "witch": witch,
}


def used(reader: Reader, fact: Any, me: str, *, works: bool) -> None:
    """Note what must come of this use."""
    found, by = reader.exorcised or ("", "")
    if found == me and TEAM.get(fact.what) == "demon" and reader.world.works(by, "exorcist"):  # it ends with him (B39)
        reader.fault(fact, f"the Demon {me} acts, though the Exorcist has found it")
    if not works or fact.what not in EFFECTS or (not chosen(fact) and not named(fact)[0]):
        return
    if reader.world.role[me] != fact.what and fact.what not in reader.world.granted.get(me, ()):
        return
    at_night = reader.world.phase == "night"
    if at_night and any(
        seat in reader.world.role and reader.world.own(seat, "goon") for seat in (*chosen(fact), named(fact)[0])
    ):
        return  # it may fail of it (R78)
    for words, need in EFFECTS[fact.what](reader, fact, me):
        reader.must_follow.append((fact.id, words, need))


# ---------------------------------------------------------------------- deaths that did not come to be


def cancelled(reader: Reader, fact: Any) -> None:
    """Somebody would have died and did not: had whoever kept him the ability, and does it keep from this?"""
    world, by = reader.world, fact.by or ""
    keeper, ability = by.partition(":")[0], deaths.ability_of(by)
    if keeper not in world.role:
        return
    base = ability.partition(".")[0]
    reader.fire(f"{base}:saves")
    if not world.works(keeper, ability) and base != "pithag":
        reader.fault(fact, f"{fact.seat} is kept alive by {base} of {keeper}, who has no ability")
    lawful = True
    match base:
        case "monk" | "soldier":
            lawful = fact.what == "demon"
        case "pacifist":
            lawful = fact.what == "execution" and not world.must_be_evil(fact.seat)
        case "devilsadvocate":
            lawful = fact.what == "execution"
        case "innkeeper":
            lawful = world.phase == "night"
        case "tealady":
            beside = world.neighbours(keeper)
            lawful = fact.seat in beside and not any(map(world.must_be_evil, beside))
        case "fool" | "zombuul":
            lawful = by not in reader.once and keeper == fact.seat
            reader.once.add(by)
        case "sailor":
            lawful = keeper == fact.seat
        case "mayor":
            lawful = world.phase == "night" and fact.what != "execution" and keeper == fact.seat
    if not lawful:
        reader.fault(fact, f"{base} of {keeper} keeps {fact.seat} from {fact.what}")
