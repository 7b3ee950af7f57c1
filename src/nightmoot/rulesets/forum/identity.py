"""Three layers of identity: the card dealt (底牌), what is actual, what shows (表面); and skills that change hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.data import PRINTED, SKILLS, VILLAGE
from nightmoot.rulesets.forum.moments import lend

replace = msgspec.structs.replace

#: Hooks of roles that go by another card (盗贼, 变脸者 …): role → (scene, seat) → the role whose skills count.
CARD_OF: Final[dict[str, Callable[[Scene, str], str | None]]] = {}
MACHINE: Final = "机械狼"
#: Skills whose 机械狼 version is another skill or a changed one: (role, skill) → skill.
VARIANTS: Final[dict[str, tuple[str, ...]]] = {}
#: Skills that must be settled at once when they are gained (开局 skills of a refreshed copy): skill → step kind.
AT_ONCE: Final[dict[str, str]] = {}
#: What listens when a seat gains an identity or a skill by a skill of its own: (scene, seat, by, gained, until).
ECHOES: Final[list[Callable[[Scene, str, str, str, str | None], None]]] = []


def echo(scene: Scene, seat: str, by: str, gained: str, until: str | None) -> None:
    """Somebody who follows the seat may gain the same (机械狼 of 白眼狼, 变脸者, 千面人 …, L797-L815)."""
    for hook in ECHOES:
        hook(scene, seat, by, gained, until)


def identity(scene: Scene, seat: str) -> str:
    """The actual identity: the card dealt, which never changes."""
    return scene.seat(seat).role


def mask(
    scene: Scene,
    seat: str,
    *,
    until: str | None,
    camp: str | None = None,
    role: str | None = None,
    armed: bool | None = None,
    by: Holding | None = None,
) -> None:
    """Lay a surface on a seat; of several the one laid last shows (L122)."""
    data = {key: value for key, value in (("camp", camp), ("role", role), ("armed", armed)) if value is not None}
    scene.mark(seat, "mask", until=until, data=data, by=by)


def surface(scene: Scene, seat: str, facet: str) -> Plain:
    """The surface ``camp``, ``role`` or ``armed`` of a seat, as a check sees it."""
    masks = [mark for mark in scene.marks("mask", on=seat) if facet in mark.data]
    if masks:
        shown: Plain = masks[-1].data[facet]
        return shown
    if facet == "armed":
        from nightmoot.rulesets.forum.knife import carries_knife

        return carries_knife(scene, seat)
    return scene.camp(seat) if facet == "camp" else scene.seat(seat).role


def looks_villager(scene: Scene, seat: str) -> bool:
    """Is the surface camp the villagers'?"""
    return bool(surface(scene, seat, "camp") == VILLAGE)


def card(scene: Scene, seat: str) -> str | None:
    """The role whose skills count as this seat's (盗贼: the picked one; 变脸者: the card on top)."""
    role = scene.seat(seat).role
    hook = CARD_OF.get(role)
    return hook(scene, seat) if hook else role


def gain_identity(
    scene: Scene,
    seat: str,
    role: str,
    *,
    until: str | None,
    refresh: bool = True,
    by: str = "gained",
    source: str | None = None,
    variant: bool = False,
    but: Iterable[str] = (),
) -> tuple[str, ...]:
    """Gain the printed skills of an identity as further copies (R148-R153); returns the holdings.

    With ``refresh`` they are new and 开局 skills are settled at once; without it they keep what ``source`` has left and
    开局 skills do not work. ``variant`` takes the 机械狼 versions, whose holdings are marked by that name.
    """
    found = []
    by = MACHINE if variant else by
    changed = variant and role in VARIANTS
    names = VARIANTS.get(role, PRINTED[role]) if variant else PRINTED[role]
    for skill in names:
        entry = SKILLS.get(skill, {})
        if skill in but or skill not in scene.rules.abilities:
            continue
        if entry.get("granted_by") and not changed:
            continue
        opening = entry.get("timing") == ["开局"]
        if opening and not refresh:
            continue
        left = None
        if not refresh and source is not None:
            held = scene.holding_of(source, skill)
            left = held.left if held is not None else None
        holding = lend(scene, seat, skill, until=until, left=left, by=by)
        if holding is None:
            continue
        found.append(holding)
        if opening and skill in AT_ONCE:
            scene.push(AT_ONCE[skill], holding=holding)
    if not variant:
        echo(scene, seat, by, role, until)
    return tuple(found)


def refresh_identity(scene: Scene, seat: str, *, role: str | None = None) -> None:
    """Refresh the skills of the actual identity (or the copies of one) to initial: counters, once, mode, history."""
    for holding in scene.state.holdings_of(seat):
        if role is None and holding.by:
            continue
        if role is not None and holding.ability not in PRINTED[role]:
            continue
        refresh(scene, holding)


def refresh_card(scene: Scene, seat: str) -> None:
    """Refresh the skills of the card that counts as the seat's, whoever it was dealt to (R233)."""
    refresh_identity(scene, seat)
    role = card(scene, seat)
    if role is not None and role != scene.seat(seat).role:
        refresh_identity(scene, seat, role=role)


def refresh(scene: Scene, holding: Holding) -> None:
    """One skill back to initial."""
    limit = scene.rules.abilities[holding.ability].limit
    scene.state.put_holding(replace(scene.state.holdings[holding.id], left=limit, picks=(), acted=""))
    for key in [key for key in scene.state.memory if key.startswith(f"note:{holding.id}:")]:
        scene.state.drop("memory", key)
    scene.changed()


def holders_of(scene: Scene, role: str, *, living: bool = True) -> tuple[str, ...]:
    """The seats of an actual identity."""
    seats = scene.living() if living else scene.circle
    return tuple(seat for seat in seats if scene.seat(seat).role == role)


def in_play(scene: Scene, role: str) -> bool:
    """Is the identity in the opening table, base cards included (L378)?"""
    return role in scene.recall("opening table", ())


def uses_tonight(scene: Scene, holding: Holding) -> int:
    """How often the holding has been used in this night (or dusk, dawn, noon of this day)."""
    now = scene.state.holdings.get(holding.id, holding)
    return sum(1 for when, _ in now.picks if when == scene.night)


def boosts_tonight(scene: Scene, holding: Holding) -> int:
    """How many uses more 增幅 gives the holding this night (R229)."""
    return int(scene.recall("boosts", {}).get(holding.id, 0))


def allowance(scene: Scene, holding: Holding, nightly: int | None) -> int | None:
    """How many uses the holding has left in this phase: what the night allows and what is left; None: any number."""
    now = scene.state.holdings.get(holding.id, holding)
    found = None if nightly is None else nightly + boosts_tonight(scene, now) - uses_tonight(scene, now)
    return now.left if found is None else found if now.left is None else min(found, now.left)


def note_of(scene: Scene, holding: Holding, key: str) -> Any:
    """What a holding has noted."""
    return scene.noted(holding, key)
