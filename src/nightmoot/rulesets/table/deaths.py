"""How departures resolve: a batch is dead at one instant; then heartbreak, the elder's penalty, shots, succession.

Source: seed 001, 三］ and 角色说明; T-10, T-38 … T-41, T-54, T-58, T-59, T-66.
"""

from __future__ import annotations

from typing import Final

from nightmoot.core.book import Book
from nightmoot.core.picks import one
from nightmoot.core.records import Harm, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.core.state import State

book = Book()
book.mark_kind("powerless", verdict=Standing.GONE)

#: Deaths of the elder that cost the village its powers (即死于女巫，猎人, 村民投票).
PENALTY_CAUSES: Final = ("vote", "poison", "shot")


def kill_later(
    scene: Scene,
    target: str,
    kind: str,
    *,
    source: str | None = None,
    by: Holding | None = None,
    after: Harm | None = None,
) -> Harm | None:
    """Queue a departure for the next batch."""
    return scene.queue(target, kind, source=source, by=by, after=after)


@book.step("deaths")
def deaths(scene: Scene, where: str, harms: tuple[str, ...] = ()) -> None:
    """One batch: everybody in it is dead at one instant, then its triggers follow (T-41).

    ``where`` says what has been named already: ``dawn`` names everybody, ``dusk`` has named the condemned.
    """
    batch = [harm for harm in scene.state.harms if harm.id in harms and scene.is_in(harm.target)]
    shooters = _able_hunters(scene)
    gone: list[tuple[str, Harm]] = []
    while batch:
        out = scene.out_together(*batch)
        now = [(harm.target, harm) for harm in batch if harm.target in out]
        gone += now
        batch = _follow(scene, now)
    _name_the_dead(scene, where, gone)
    if not gone:
        return
    fallen = dict(gone)
    scene.quit("wolves", *fallen)  # the dead hear and say nothing more (T-127)
    scene.remember("last_out", gone[-1][0])
    shots = tuple([seat for seat in shooters if seat in fallen and _may_shoot(scene, fallen[seat])])
    if _penalty_due(scene, gone):
        _lose_powers(scene, but=shots)
    for seat in shots:
        scene.push("shot", hunter=seat)
    if scene.options["last_words"]:
        _grant_last_words(scene, tuple(fallen))


def _grant_last_words(scene: Scene, fallen: tuple[str, ...]) -> None:
    """Who goes out in this phase may still speak in it, and no longer (T-105)."""
    now = scene.state.phase.stamp
    earlier = scene.recall("last_words")
    seats = (*earlier["seats"], *fallen) if earlier is not None and earlier["phase"] == now else fallen
    scene.remember("last_words", {"phase": now, "seats": seats})


def may_have_the_last_word(state: State, seat: str) -> bool:
    """Has the seat gone out in the present phase, where last words are allowed?"""
    granted = state.memory.get("last_words")
    return granted is not None and granted["phase"] == state.phase.stamp and seat in granted["seats"]


def _follow(scene: Scene, gone: list[tuple[str, Harm]]) -> list[Harm]:
    """Who dies of these deaths at once: lovers (T-10), a revealed idiot with the elder (T-54)."""
    found: list[Harm] = []

    def add(target: str, kind: str, source: str | None, after: Harm) -> None:
        harm = kill_later(scene, target, kind, source=source, after=after)
        if harm is not None:
            found.append(harm)

    for seat, harm in gone:
        for mark in scene.marks("lover", on=seat):
            if scene.is_in(mark.data) and all(item.target != mark.data for item in found):
                add(mark.data, "heartbreak", seat, harm)
    if _penalty_due(scene, gone):
        elder = next(harm for seat, harm in gone if scene.seat(seat).role == "elder")
        for seat in scene.living(role="idiot"):
            if scene.has(seat, "revealed") and all(item.target != seat for item in found):
                add(seat, "elder_penalty", elder.target, elder)
    return found


def _penalty_due(scene: Scene, gone: list[tuple[str, Harm]]) -> bool:
    """Did the elder fall to vote, poison or shot (by option also to heartbreak)? T-58."""
    elders = [harm for seat, harm in gone if scene.seat(seat).role == "elder"]
    if not elders:
        return False
    causes = (*PENALTY_CAUSES, "heartbreak") if scene.options["elder_heartbreak_triggers_penalty"] else PENALTY_CAUSES
    return any(harm.kind in causes for harm in elders)


def _lose_powers(scene: Scene, *, but: tuple[str, ...]) -> None:
    """The four lose their powers for good, from the end of the batch: its hunters still shoot (T-59)."""
    for seat in scene.circle:
        if seat in but or scene.has(seat, "powerless"):
            continue
        if scene.seat(seat).role in scene.options["elder_penalty_roles"]:
            scene.mark(seat, "powerless")
            if scene.is_in(seat):
                scene.tell(seat, "powerless", shows=((seat, "powerless", True),))


def _name_the_dead(scene: Scene, where: str, gone: list[tuple[str, Harm]]) -> None:
    """Who is out, and what he was; causes of the night stay hidden (T-71)."""
    named = tuple(seat for seat, _ in gone)
    if where == "dawn":
        scene.announce("dead", named, seats=named, n=len(named), shows=tuple((seat, "in", False) for seat in named))
    for seat, harm in gone:
        if where == "dusk" and harm.kind in ("vote", "tie"):
            scene.announce("gone", None, seat=seat, shows=((seat, "in", False),))
            continue
        if where != "dawn":
            key = harm.kind if harm.kind in ("shot", "heartbreak", "elder_penalty") else "out"
            scene.announce("out", seat, seat=seat, how=key, shows=((seat, "in", False),))
        show_card(scene, seat)


def show_card(scene: Scene, seat: str) -> None:
    """Announce what a player was, as far as the option ``reveal_on_death`` goes (宣布死者身份)."""
    reveal = scene.options["reveal_on_death"]
    role = scene.seat(seat).role
    if reveal == "role":
        scene.announce(
            "role", {seat: role}, seat=seat, role=role, shows=((seat, "role", role), (seat, "revealed", True))
        )
    elif reveal == "camp":
        camp = scene.rules.roles[role].camp
        scene.announce(
            "camp", {seat: camp}, seat=seat, camp=camp, shows=((seat, "camp", camp), (seat, "revealed", True))
        )


# ---------------------------------------------------------------------- the hunter


def _able_hunters(scene: Scene) -> tuple[str, ...]:
    return tuple([holding.owner for holding in scene.able("shoot")])


def _may_shoot(scene: Scene, harm: Harm) -> bool:
    """Every cause of death lets him shoot, but for two options (T-38)."""
    if harm.kind == "poison":
        return bool(scene.options["hunter_shoots_if_poisoned"])
    if harm.kind == "heartbreak":
        return bool(scene.options["hunter_shoots_if_heartbroken"])
    return True


def _targets(scene: Scene, me: Holding) -> tuple[str, ...]:
    return scene.living(but=(me.owner, *partners(scene, me.owner)))


def partners(scene: Scene, seat: str) -> tuple[str, ...]:
    """The seat's lover, whom it may never point at or kill (T-11)."""
    return tuple([mark.data for mark in scene.marks("lover", on=seat)])


@book.ability("shoot", pick=lambda s, me: one(_targets(s, me), optional=True), limit=1, works_out=True)
def shoot(scene: Scene, me: Holding, use: Use) -> None:
    """The dying hunter takes one player along (当死者是猎人时，他可以立刻打死任意一个人)."""
    harm = kill_later(scene, use.target, "shot", source=me.owner)
    if harm is not None:
        scene.push("deaths", where="shot", harms=(harm.id,))


@book.step("shot")
def shot(scene: Scene, hunter: str) -> None:
    """A dead hunter is asked (T-39); his shot is a new batch (T-40)."""
    holding = scene.holding_of(hunter, "shoot")
    if holding is not None:
        scene.wake(holding)


@book.step("aftermath")
def aftermath(scene: Scene) -> None:
    """All triggers are resolved: is it won? If not, a dead sheriff names a successor (T-46, T-66)."""
    scene.check_wins()
    sheriff = scene.recall("sheriff")
    if sheriff is not None and not scene.is_in(sheriff):
        scene.push("succession", sheriff=sheriff)
