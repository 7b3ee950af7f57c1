"""The grimoire: everything about a game, for the moderator's page alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from nightmoot.core.decisions import Grimoire

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene


def grimoire(scene: Scene) -> Grimoire:
    """The record of what the scene is over."""
    state, rules = scene.state, scene.rules
    seats: dict[str, Any] = {}
    for seat in state.circle:
        record = state.seats[seat]
        seats[seat] = {
            "name": record.name,
            "role": record.role,
            "base": record.base,
            "camp": record.camp or rules.roles[record.role].camp,
            "believed": record.believed,
            "in": not record.out,
            "beside": rules.beside(scene, seat),
            "holdings": [{"ability": h.ability, "left": h.left} for h in state.holdings_of(seat)],
        }
    shown = ("id", "kind", "on", "by", "until", "data")
    marks = tuple({name: getattr(m, name) for name in shown} for m in state.all_marks())
    harms = tuple({"target": h.target, "kind": h.kind, "source": h.source} for h in state.harms)
    orders = tuple(
        {"holding": o.holding, "by": o.by, "choice": o.choice} for found in state.orders.values() for o in found
    )
    table = {key: value for key, value in state.memory.items() if not key.startswith("note:")}
    return Grimoire(
        seats,
        marks,
        dict(state.groups),
        msgspec.to_builtins(state.phase),
        table,
        harms,
        orders,
        circle=state.circle,
        tokens=rules.tokens(state),
        reminders=rules.reminder_tokens(state),
        cast=rules.cast(state),
        notes=rules.notes(state),
        sheet=rules.calls(scene),
    )
