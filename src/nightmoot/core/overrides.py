"""Overrides: what the moderator decides by hand. Inputs like any other: recorded, explained, undoable."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from nightmoot.core.errors import Refused, Verdictum
from nightmoot.core.inputs import Answer, Override
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import ALL, MODERATOR, Step
from nightmoot.core.scene import Scene
from nightmoot.core.scene_base import Run

if TYPE_CHECKING:
    from nightmoot.core.game import Game

replace = msgspec.structs.replace
Act = Callable[["Game", Scene, dict[str, Any]], None]


def apply_override(game: Game, given: Override) -> None:
    """Apply one override to a copy of the state; commit it and go on from there."""
    if given.act == "answer":
        _answer_for(game, given.args)
        return
    if given.act in ("retry", "skip"):
        _repair(game, given.act)
        return
    act = ACTS.get(given.act) or game.rules.override_acts.get(given.act)
    if act is None:
        raise Refused("unknown-act", "act", act=given.act, known=tuple(ACTS) + tuple(game.rules.override_acts))
    if game.state.over is not None and given.act not in ("set", "tell"):
        raise Refused("game-over", "act")
    run = Run({}, None, automatic=True)
    step = Step("override", game.state.phase.stamp, {"act": given.act})
    scene = Scene(game.state.clone(), game.rules, step, run)
    scene.cause = scene.fact(
        "override",
        seat=given.args.get("seat"),
        what=given.act,
        by=MODERATOR,
        data={"reason": given.reason, **freeze(given.args)},
    )
    try:
        act(game, scene, given.args)
    except Verdictum:
        run.pushed.clear()
    if run.pushed:
        scene.state.agenda = (*run.pushed, *scene.state.agenda)
    game.notices += run.outbox
    game.rewrite(scene.state)


def _seat(scene: Scene, args: dict[str, Any]) -> str:
    seat = args.get("seat")
    if seat not in scene.state.seats:
        raise Refused("unknown-seat", "args.seat", seat=seat)
    return str(seat)


def _kill(game: Game, scene: Scene, args: dict[str, Any]) -> None:
    """Take a seat out; it cannot be stopped, and what follows from a departure follows."""
    seat = _seat(scene, args)
    if not scene.is_in(seat):
        raise Refused("is-out", "args.seat", seat=seat)
    game.rules.depart(scene, seat)


def _revive(game: Game, scene: Scene, args: dict[str, Any]) -> None:
    """Bring a seat back in."""
    seat = _seat(scene, args)
    if not scene.revive(seat):
        raise Refused("is-in", "args.seat", seat=seat)
    scene.announce("revived", seat, seat=seat, shows=((seat, "in", True),))


def _set(game: Game, scene: Scene, args: dict[str, Any]) -> None:
    """A bare correction of a seat: role, camp, alive. Nothing follows from it."""
    seat = _seat(scene, args)
    unknown = set(args) - {"seat", "role", "camp", "alive"}
    if unknown:
        raise Refused("unknown-part", f"args.{min(unknown)}")
    if "role" in args:
        if args["role"] not in game.rules.roles:
            raise Refused("unknown-role", "args.role", role=args["role"])
        scene.become(seat, args["role"])
        scene.tell(
            seat,
            "you_are",
            {"role": args["role"], "camp": scene.camp(seat)},
            role=args["role"],
            camp=scene.camp(seat),
            shows=((seat, "role", args["role"]), (seat, "camp", scene.camp(seat))),
        )
    if "camp" in args:
        if args["camp"] not in game.rules.camps:
            raise Refused("unknown-camp", "args.camp", camp=args["camp"])
        scene.turn(seat, args["camp"])
    game.rules.corrected(scene, seat)
    if "alive" in args:
        scene.state.put_seat(replace(scene.seat(seat), out=not args["alive"]))
        scene.changed()
        scene.announce("corrected", {seat: bool(args["alive"])}, seat=seat, shows=((seat, "in", bool(args["alive"])),))


def _tell(game: Game, scene: Scene, args: dict[str, Any]) -> None:
    """Tell one seat, or everybody, a text."""
    text = str(args.get("text", ""))[:2000]
    if not text:
        raise Refused("not-a-text", "args.text", most=2000)
    if args.get("seat") in (None, ALL):
        scene.announce("from_moderator", text, text=text)
    else:
        scene.tell(_seat(scene, args), "from_moderator", text, skill="storyteller", text=text)


def _rename(game: Game, scene: Scene, args: dict[str, Any]) -> None:
    """A substitute takes the seat."""
    seat = _seat(scene, args)
    name = str(args.get("name", "")).strip()
    if not name or any(other.name == name for other in scene.state.seats.values() if other.id != seat):
        raise Refused("equal-names", "args.name", name=name)
    scene.state.put_seat(replace(scene.seat(seat), name=name))
    scene.announce("substituted", {seat: name}, seat=seat, shows=((seat, "name", name),))


def _chance(game: Game, scene: Scene, args: dict[str, Any]) -> None:
    """Fix the next outcomes of draws by key, in order; a later entry for a key replaces the earlier."""
    for key, outcomes in args.items():
        queue: list[Plain] = []
        for outcome in freeze(outcomes):
            queue += outcome if isinstance(outcome, tuple) else (outcome,)  # an outcome with a draw of its own
        scene.state.put("chance", key, tuple(queue))


ACTS: dict[str, Act] = {
    "kill": _kill,
    "revive": _revive,
    "set": _set,
    "tell": _tell,
    "substitute": _rename,
    "chance": _chance,
}


def _answer_for(game: Game, args: dict[str, Any]) -> None:
    """Decide for somebody whose decision is open."""
    by = str(args.get("by", ""))
    if by == MODERATOR:
        raise Refused("not-yours", "args.by")
    game.answer(Answer(str(args.get("decision", "")), by, freeze(args.get("choice"))))


def _repair(game: Game, how: str) -> None:
    """After a fault: run the failed step again, or leave it out."""
    if game.fault is None:
        raise Refused("no-fault", "act")
    game.fault = None
    state = game.state
    if how == "skip":
        state = state.clone()
        state.agenda = state.agenda[1:]
        game.held = {}
    game.rewrite(state)
