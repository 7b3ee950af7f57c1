"""The odder ones: being drunk, redirecting, eavesdropping, dying for somebody, lawful lies, sleepwalking, later."""

from __future__ import annotations

import msgspec

from nightmoot.core import Scene
from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Yes, exactly, one
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.standing import Standing

book = Book()
replace = msgspec.structs.replace

book.role("brewer", "shades", "brew", most=1)
book.role("mirror", "keepers", "polish", most=1)
book.role("thief", "shades", "listen", most=1)
book.role("squire", "keepers", "swear", most=1)
book.role("sower", "shades", "sow", most=1)
book.role("oracle", "keepers", "divine", most=1)
book.role("mask", "keepers", most=1)
book.role("dreamer", "keepers", most=1)


# ---------------------------------------------------------------------- what works, and what only seems to

book.mark_kind("drunk", verdict=Standing.HOLLOW, upheld=True)


@book.ability("brew", wakes="nights", pick=lambda s, me: one(s.living(not_camp="shades")))
def brew(scene: Scene, me: Holding, use: Use) -> None:
    """Whoever drinks does as ever, and nothing comes of it; he is sober at dusk, or when the brewer is out."""
    scene.mark(use.target, "drunk", until="dusk")


# ---------------------------------------------------------------------- uses on their way


@book.ability("polish", wakes="nights", pick=lambda s, me: exactly(2, s.living(), ordered=True, optional=True))
def polish(scene: Scene, me: Holding, use: Use) -> None:
    """What is used on the first of the two tonight lands on the second."""
    first, second = use.targets
    scene.mark(first, "mirrored", until="dawn", data=second)


@book.stage("mirror", mark="mirrored")
def mirrored(scene: Scene, mark: Mark, use: Use, target: str) -> str | None:
    """Only what is aimed at the bearer of the mark is moved."""
    return str(mark.data) if target == mark.on else None


@book.ability("listen", wakes="nights", pick=lambda s, me: one(s.living(but=(me.owner,))))
def listen(scene: Scene, me: Holding, use: Use) -> None:
    """What that player finds out tonight, the thief is told in his place."""
    scene.mark(use.target, "overheard", until="dawn", data=me.owner)


@book.before_use("overheard")
def overheard(scene: Scene, mark: Mark, use: Use) -> Use:
    """The use goes on; only its result has another receiver."""
    return replace(use, feedback=mark.data)


# ---------------------------------------------------------------------- harms on their way


@book.ability("swear", window="talk", limit=1, pick=lambda s, me: one(s.living(but=(me.owner,))))
def swear(scene: Scene, me: Holding, use: Use) -> None:
    """By day he swears to die for somebody."""
    scene.mark(use.target, "sworn", data=me.owner)


@book.harm("instead", mark="sworn")
def dies_for_him(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """If he still wants to when it comes to it; the oath is spent then."""
    squire = str(mark.data)
    if not scene.is_in(squire) or not scene.ask(squire, Yes(), key="oath", default=False, params={"seat": harm.target}):
        return False
    scene.unmark(mark)
    scene.kill(squire, "sacrifice", source=squire)
    return True


# ---------------------------------------------------------------------- later


@book.ability("sow", wakes="nights", limit=2, pick=lambda s, me: one(s.living(but=(me.owner,)), optional=True))
def sow(scene: Scene, me: Holding, use: Use) -> None:
    """It comes up at the end of the next night, and not twice in one place."""
    sown = scene.noted(me, "sown") or ()
    if use.target not in sown:
        scene.note("sown", (*sown, use.target))
        scene.defer(f"end of night {scene.night + 1}", "comes up", seat=use.target, sower=me.owner)


@book.step("comes up")
def comes_up(scene: Scene, seat: str, sower: str) -> None:
    """A harm like any other; the dawn judges it."""
    scene.queue(seat, "thorns", source=sower)


# ---------------------------------------------------------------------- information


@book.ability("divine", wakes="nights", drawn=True, pick=lambda s, me: exactly(2, s.living(but=(me.owner,))))
def divine(scene: Scene, me: Holding, use: Use) -> None:
    """How many of the two are shades. The question is a function; what may be said to it, the engine works out."""
    scene.learn(
        me,
        "divined",
        lambda read: sum(read(seat, "camp") == "shades" for seat in use.targets),
        (0, 1, 2),
        to=use.feedback,
        skill="divine",
        seats=use.targets,
    )


@book.step("sleepwalk")
def sleepwalk(scene: Scene) -> None:
    """The moderator says where the dreamer has been in his sleep, and whether anybody saw him."""
    for seat in scene.living(role="dreamer"):
        form = Form(slots={"where": one(scene.living(but=(seat,)), optional=True), "seen": Yes()}, main="where")
        drawn = {"where": scene.draw("sleepwalk", scene.living(but=(seat,))), "seen": False}
        said = scene.rule(form, key="sleepwalk", suggest=drawn, params={"seat": seat})
        if said["where"] is not None and said["seen"]:
            scene.announce("sleepwalker", said["where"], seat=said["where"])
