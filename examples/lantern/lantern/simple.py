"""Roles from the simplest on: nothing, looking, keeping safe, once a game, by day, when one goes out."""

from __future__ import annotations

from nightmoot.core import Scene
from nightmoot.core.book import Book, Out
from nightmoot.core.picks import Pick, Yes, one
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.standing import Standing

book = Book()

book.role("keeper", "keepers")
book.role("shade", "shades", tags=("dark",))
book.role("watcher", "keepers", "watch", most=1)
book.role("warden", "keepers", "shield", most=1)
book.role("ringer", "keepers", "ring", most=1)
book.role("widow", "keepers", "curse", most=1)
book.role("jailer", "keepers", "jail", most=1)
book.role("smith", "keepers", "forge", most=1, marks=("iron",))


def another(scene: Scene, me: Holding) -> Pick:
    """Some other living player."""
    return one(scene.living(but=(me.owner,)))


@book.ability("watch", wakes="nights", pick=another)
def watch(scene: Scene, me: Holding, use: Use) -> None:
    """He is told what that player is."""
    role = scene.seat(use.target).role
    if scene.options["told"] == "role":
        shows = ((use.target, "role", role),)
        scene.feedback(use.feedback, "watched", role, skill="watch", seat=use.target, role=role, shows=shows)
    else:
        camp = scene.camp(use.target)
        shows = ((use.target, "camp", camp),)
        scene.feedback(use.feedback, "watched_camp", camp, skill="watch", seat=use.target, camp=camp, shows=shows)


def shieldable(scene: Scene, me: Holding) -> Pick:
    """Anybody but the one shielded last night; he may also stay in bed."""
    return one(scene.living(but=scene.last_targets(me, scene.night - 1)), optional=True)


@book.ability("shield", wakes="nights", pick=shieldable)
def shield(scene: Scene, me: Holding, use: Use) -> None:
    """The shades cannot put that player out tonight."""
    scene.mark(use.target, "shielded", until="dawn")


@book.harm("cancel", mark="shielded")
def shielded(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """Only against the shades."""
    return harm.kind == "shadow"


@book.ability("ring", window="talk", pick=lambda s, me: Yes(flag=True), usable=lambda s, me: s.options["bells"] > 0)
def ring(scene: Scene, me: Holding, use: Use) -> None:
    """By day, while people talk: everybody hears the bell, and the talk is over."""
    scene.announce("bell", me.owner, seat=me.owner)
    scene.remember("bells", scene.recall("bells", 0) + 1)
    if scene.recall("bells") >= scene.options["bells"]:
        scene.lose(me)


book.passive("curse")


@book.on_out("curse")
def curse(scene: Scene, me: Holding, out: Out) -> None:
    """When the widow goes out, she takes somebody along: asked in a step of its own, when that she is out is told."""
    if out.seat == me.owner:
        scene.push("curse", widow=me.owner)


@book.step("curse")
def take_along(scene: Scene, widow: str) -> None:
    """She may also let it be."""
    chosen = scene.ask(widow, one(scene.living(), optional=True), key="curse")
    if chosen is not None:
        scene.kill(str(chosen), "curse", source=widow)
        name_the_cursed(scene, str(chosen))


def name_the_cursed(scene: Scene, seat: str) -> None:
    """Said at once; the next list of the dead leaves him out."""
    if not scene.is_in(seat):
        scene.remember("told out", (*scene.recall("told out", ()), seat))
        scene.announce("cursed", seat, seat=seat, shows=((seat, "in", False),))


# Whoever is jailed can start nothing, and knows it. What he started before goes on.
book.mark_kind("jailed", verdict=Standing.BARRED)


@book.ability("jail", wakes="nights", pick=another)
def jail(scene: Scene, me: Holding, use: Use) -> None:
    """First on the sheet: nobody in jail is woken after that. By day he may not vote for his jailer."""
    scene.mark(use.target, "jailed", until="dawn")
    scene.remember(f"jailer of {use.target}", me.owner)


@book.ability("forge", wakes="first night", limit=1, pick=another)
def forge(scene: Scene, me: Holding, use: Use) -> None:
    """One more skill for somebody: a shield of his own, good once."""
    scene.grant(use.target, "shield", left=1)
    scene.tell(use.target, "forged", skill="forge", seat=me.owner)


@book.harm("cant", mark="iron")
def iron(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """The smith, who bears this mark from the deal on, survives the first that is aimed at him."""
    scene.unmark(mark)
    return True


@book.weighs("iron")
def iron_hand(scene: Scene, mark: Mark, seat: str, weight: float) -> float:
    """And until then his hand weighs double."""
    return weight * 2
