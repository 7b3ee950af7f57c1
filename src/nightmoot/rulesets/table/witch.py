"""The witch, at night and in the twilight. T-28 … T-37."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.picks import Either, Pick, Yes, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.rulesets.table.deaths import kill_later, partners
from nightmoot.rulesets.table.wolves import lose_life

book = Book()


@book.ability("save", limit=1)
def save(scene: Scene, me: Holding, use: Use) -> None:
    """The death that was coming does not happen; a saved elder has one life left (T-57, T-37)."""
    for harm in scene.state.harms:
        if harm.target not in use.targets or harm.kind not in ("wolves", "vote", "tie"):
            continue
        if harm.kind == "wolves" and scene.has(harm.target, "protected"):
            scene.fact("doubled", seat=harm.target, what="save", by=me.id)
            scene.unmark(*scene.marks("protected", on=harm.target), why="save")  # they undo each other (T-19)
            return
        scene.unqueue(harm, why="save", by=me.id)
        lose_life(scene, harm.target)


@book.ability("poison", limit=1)
def poison(scene: Scene, me: Holding, use: Use) -> None:
    """The player dies at dawn, or at the end of the twilight (T-35)."""
    kill_later(scene, use.target, "poison", source=me.owner)


def _potions(scene: Scene, witch: str) -> dict[str, Holding]:
    """The potions she may still use."""
    found = {}
    for ability in ("save", "poison"):
        holding = scene.holding_of(witch, ability)
        if holding is not None and holding.left and scene.standing(holding) is Standing.ACTIVE:
            found[ability] = holding
    return found


def _apply(scene: Scene, witch: str, choice: Plain, saved: str | None) -> None:
    """Use the potion chosen; in ``one_total`` it is the only one of the game (T-29)."""
    potions = _potions(scene, witch)
    if choice is None:
        scene.fact("passed", seat=witch, what="potion")
        return
    [(ability, target)] = choice.items()
    holding = potions[ability]
    if ability == "save":
        scene.use(holding, target, targets=(saved,) if saved else ())
    else:
        scene.use(holding, target)
    if scene.options["witch_potions"] == "one_total":
        for other in ("save", "poison"):
            rest = scene.holding_of(witch, other)
            if rest is not None and rest.left:
                scene.give_uses(rest, -1)


def victim_of(scene: Scene) -> Harm | None:
    """The wolves' victim of this night, if there is one."""
    return next((harm for harm in scene.state.harms if harm.kind == "wolves"), None)


@book.step("call witch")
def call_witch(scene: Scene) -> None:
    """She is told the victim and may save him or poison somebody (法官告知女巫这轮的牺牲者)."""
    harm = victim_of(scene)
    for witch in scene.living(role="witch"):
        potions = _potions(scene, witch)
        known = harm.target if harm else None
        spent = not potions and not scene.has(witch, "powerless") and scene.options["witch_told_after_spent"]
        if potions or spent:
            scene.tell(witch, "victim" if known else "no_victim", known, skill="save", seat=known)
        of: dict[str, Pick] = {}
        if "save" in potions and known not in (None, witch):
            of["save"] = Yes(flag=True)
        if "poison" in potions:
            targets = scene.living(but=(witch, known or "", *partners(scene, witch)))
            if targets:
                of["poison"] = one(targets)
        if of:
            choice = scene.ask(witch, Either(of=of, optional=True), key="potion", params={"victim": known})
            _apply(scene, witch, choice, known)


@book.step("twilight")
def twilight(scene: Scene) -> None:
    """Between verdict and nightfall she may save the condemned or poison somebody (T-33 … T-35)."""
    condemned = next((harm.target for harm in scene.state.harms if harm.kind in ("vote", "tie")), None)
    for witch in scene.living(role="witch"):
        if witch == condemned:
            continue
        potions = _potions(scene, witch)
        of: dict[str, Pick] = {}
        if "save" in potions and condemned is not None:
            of["save"] = one((condemned,))
        if "poison" in potions:
            targets = scene.living(but=(witch, condemned or "", *partners(scene, witch)))
            if targets:
                of["poison"] = one(targets)
        if of:
            choice = scene.ask(witch, Either(of=of, optional=True), key="twilight", params={"condemned": condemned})
            _apply(scene, witch, choice, condemned)
