"""Skills that come from elsewhere: the GM's temporary ones, and what the returned first victim copies."""

from __future__ import annotations

from typing import Final

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Some, one, option
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.data import DATA
from nightmoot.rulesets.killer.jobs import CIVILIANS
from nightmoot.rulesets.killer.jobs import book as jobs
from nightmoot.rulesets.killer.orders import MORNING
from nightmoot.rulesets.killer.seats import living_specials, players

book = Book()
#: Temporary skills, and the civilian job that must live for each.
GIFTS: Final[dict[str, str | None]] = {gift["skill"]: gift["needs"] for gift in DATA["temporary"]}
#: From where a holding comes, and when what the GM gives lapses.
GIFT: Final = "gift"
COPY: Final = "copy"


def gifts_possible(scene: Scene) -> tuple[str, ...]:
    """The temporary skills whose condition holds; none once the GM is dead (K-70)."""
    if scene.recall("gm_out"):
        return ()
    held = living_specials(scene)
    return tuple(skill for skill, job in GIFTS.items() if job is None or job in held)


def plain_civilians(scene: Scene) -> tuple[str, ...]:
    """Living plain civilians, to whom the GM may give a skill (K-61, K-121)."""
    return scene.living(role="civilian", camp=CIVILIANS)


def may_give(scene: Scene, me: Holding) -> bool:
    """Once a day, from 8:00 on."""
    given = scene.recall("given_on") == scene.day
    possible = bool(gifts_possible(scene) and plain_civilians(scene))
    return scene.state.phase.name == MORNING and not given and possible


def gift_pick(scene: Scene, me: Holding) -> Form:
    """Whom, and what."""
    return Form(
        slots={"player": one(plain_civilians(scene)), "skill": option(gifts_possible(scene), of="skill")},
    )


@book.ability("grant", pick=gift_pick, usable=may_give, window="gift")
def grant(scene: Scene, me: Holding, use: Use) -> None:
    """The player has that skill today, for one use."""
    give(scene, use.choice["player"], use.choice["skill"])


def give_by_lot(scene: Scene) -> None:
    """Where no person moderates: person and skill are drawn (K-61)."""
    give(scene, scene.draw("grant", plain_civilians(scene)), scene.draw("grant", gifts_possible(scene)))


def give(scene: Scene, seat: str, skill: str) -> None:
    """Give a temporary skill; it lapses at the next 8:00 (K-61)."""
    scene.remember("given_on", scene.day)
    scene.fact("gift", seat=seat, what=skill)
    if skill == "bomb":
        scene.mark(seat, "bomb", until=GIFT)
    else:
        scene.endow(seat, skill, by=GIFT, left=1, until=GIFT)
    scene.tell(seat, "gift", skill, skill="grant", what=skill, shows=((seat, "gift", skill),))


def take_back(scene: Scene) -> None:
    """Temporary skills lapse."""
    scene.lapse(GIFT)


def copy_pick(scene: Scene, me: Holding) -> Some:
    """Another living player who is no NPC (K-84)."""
    return one(tuple(seat for seat in players(scene) if seat != me.owner))


@book.ability("copy", pick=copy_pick, window=COPY, limit=1)
def copy(scene: Scene, me: Holding, use: Use) -> None:
    """The first killed has come back and copies a job's effect, for one use; the copied one learns nothing."""
    job = jobs.roles[scene.seat(use.target).role]
    for ability in job.abilities:
        scene.grant(me.owner, ability, left=1, by=COPY)
    for kind in job.marks:
        scene.mark(me.owner, kind)
    scene.tell(me.owner, "copy", job.id, skill="copy", role=job.id)
