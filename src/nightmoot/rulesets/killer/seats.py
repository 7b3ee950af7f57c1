"""What the settlements ask of a seat: is it sealed, locked, awake, special; and how a card is turned up."""

from __future__ import annotations

from nightmoot.core.records import Mark
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.jobs import CIVILIANS, INTERFERER, KILLERS, NPC, SPECIALS


def is_npc(scene: Scene, seat: str) -> bool:
    """Is it an NPC's seat?"""
    return scene.seat(seat).role == NPC


def players(scene: Scene) -> tuple[str, ...]:
    """The living who are no NPC."""
    return scene.living(not_role=NPC)


def npcs(scene: Scene) -> tuple[str, ...]:
    """The living NPCs."""
    return scene.living(role=NPC)


def npc_sealed(scene: Scene, seat: str, day: int) -> bool:
    """Has an NPC's event taken all skills from the seat for this day (K-76)?"""
    return any(mark.data[0] <= day <= mark.data[1] for mark in scene.marks("sealed", on=seat))


def locked(scene: Scene, seat: str, day: int) -> bool:
    """Has a tie taken the active skills from the seat for this day (K-10)?"""
    return any(mark.data == day for mark in scene.marks("locked", on=seat))


def blessed(scene: Scene, seat: str) -> bool:
    """Is the seat blessed for today (K-63)?"""
    return any(mark.data == scene.day for mark in scene.marks("blessed", on=seat))


def awake(scene: Scene, seat: str) -> bool:
    """Is the seat's present job awake? Only jobs of the killers' list sleep at first."""
    return any(mark.data == scene.seat(seat).role for mark in scene.marks("awake", on=seat))


def awaken(scene: Scene, seat: str) -> None:
    """The seat's present job is awake from now on, an interferer's only once he has been targeted (K-53, K-65)."""
    role = scene.seat(seat).role
    if role != INTERFERER and not awake(scene, seat):
        scene.mark(seat, "awake", data=role)


def passive(scene: Scene, seat: str, kind: str, day: int) -> Mark | None:
    """The mark of a passive effect that works today: not under an NPC's seal."""
    marks = scene.marks(kind, on=seat)
    return None if not marks or npc_sealed(scene, seat, day) else marks[0]


def living_specials(scene: Scene) -> tuple[str, ...]:
    """The special jobs that living civilians hold now (K-67)."""
    held = [scene.seat(seat).role for seat in scene.living(camp=CIVILIANS)]
    return tuple(job for job in SPECIALS if job in held)


def regroup(scene: Scene) -> None:
    """The killers' group: those of the start who live (K-118), and whom the GM has put there by hand."""
    known = scene.recall("acquainted", ())
    scene.state.put("groups", KILLERS, tuple(seat for seat in scene.living(camp=KILLERS) if seat in known))


def turn_up(scene: Scene, seat: str) -> None:
    """Turn a card up: the camp always, the job too but for a sleeping killer and the curser (K-37, K-102)."""
    role, camp = scene.seat(seat).role, scene.camp(seat)
    sleeping = camp == KILLERS and role != "plain_killer" and not awake(scene, seat)
    if role == "curser" or sleeping:
        show_camp(scene, seat)
    else:
        shows = ((seat, "in", scene.is_in(seat)), (seat, "camp", camp), (seat, "role", role), (seat, "revealed", True))
        scene.announce("flipped", {seat: role}, seat=seat, face=(role, camp), shows=shows)
    scene.mark(seat, "face_up")


def show_camp(scene: Scene, seat: str) -> None:
    """Show the camp alone."""
    camp = scene.camp(seat)
    shows = ((seat, "in", scene.is_in(seat)), (seat, "camp", camp), (seat, "revealed", True))
    scene.announce("flipped", {seat: camp}, seat=seat, face=(camp,), shows=shows)
