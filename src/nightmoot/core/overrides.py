"""Overrides: what the moderator decides by hand. Inputs like any other: recorded, explained, undoable.

An override is a step put in front of the agenda: what follows from it may ask, and what waited is asked again after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from nightmoot.core import asked, tokens
from nightmoot.core.errors import NeedAnswer, Refused, Verdictum
from nightmoot.core.inputs import Answer, Override
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import ALL, MODERATOR, Seat, Step
from nightmoot.core.scene import Scene
from nightmoot.core.scene_base import Run

if TYPE_CHECKING:
    from nightmoot.core.game import Game

replace = msgspec.structs.replace
Act = Callable[[Scene, dict[str, Any]], None]

#: What may still be done when the game is over.
AFTER_THE_END: Final = ("set", "tell")


def apply_override(game: Game, given: Override) -> None:
    """Apply one override: tried on a copy first, so that one which is refused changes nothing."""
    if given.act == "answer":
        _answer_for(game, given.args)
        return
    if given.act in ("retry", "skip"):
        game.repair(given.act)
        return
    if given.act not in ACTS and given.act not in game.rules.override_acts:
        raise Refused("unknown-act", "act", act=given.act, known=(*ACTS, *game.rules.override_acts))
    if game.state.over is not None and given.act not in AFTER_THE_END:
        raise Refused("game-over", "act")
    state = game.state.clone()
    args: dict[str, Any] = {"act": given.act, "args": freeze(given.args), "reason": given.reason}
    args["nth"] = state.count_here("override:" + given.act)
    step = Step("override", state.phase.stamp, args)
    _try(game, step)
    state.agenda = (step, *state.agenda)
    game.fault = None
    game.rewrite(state)


def _try(game: Game, step: Step) -> None:
    run = Run({}, None, automatic=game.automatic)
    try:
        run_override(Scene(game.state.clone(), game.rules, step, run), **step.args)
    except (NeedAnswer, Verdictum):
        return
    except Refused:
        raise
    except Exception as error:
        if game.strict:
            raise
        raise Refused("act-failed", "act", error=f"{type(error).__name__}: {error}") from error


def run_override(scene: Scene, act: str, args: dict[str, Any], reason: str = "", nth: int = 0) -> None:
    """The body of the step."""
    seat = args.get("seat")
    found = seat if seat in scene.state.seats else None
    scene.cause = scene.fact("override", seat=found, what=act, by=MODERATOR, data={"reason": reason, **args})
    (ACTS.get(act) or scene.rules.override_acts[act])(scene, args)


def _seat(scene: Scene, args: dict[str, Any]) -> str:
    seat = args.get("seat")
    if seat not in scene.state.seats:
        raise Refused("unknown-seat", "args.seat", seat=seat)
    return str(seat)


def _still_here(scene: Scene, seat: str) -> None:
    if scene.seat(seat).left:
        raise Refused("has-left", "args.seat", seat=seat)


def _role(scene: Scene, args: dict[str, Any]) -> str:
    role = args.get("role")
    if role not in scene.rules.roles:
        raise Refused("unknown-role", "args.role", role=role)
    return str(role)


def _name(scene: Scene, args: dict[str, Any], *, but: str = "") -> str:
    name = str(args.get("name", "")).strip()
    if not name or any(other.name == name for other in scene.state.seats.values() if other.id != but):
        raise Refused("equal-names", "args.name", name=name)
    return name


def _kill(scene: Scene, args: dict[str, Any]) -> None:
    """Take a seat out; it cannot be stopped, and what follows from a departure follows."""
    seat = _seat(scene, args)
    if not scene.is_in(seat):
        raise Refused("is-out", "args.seat", seat=seat)
    scene.rules.depart(scene, seat)


def _revive(scene: Scene, args: dict[str, Any]) -> None:
    """Bring a seat back in."""
    seat = _seat(scene, args)
    if scene.is_in(seat):
        raise Refused("is-in", "args.seat", seat=seat)
    _still_here(scene, seat)
    if scene.revive(seat):
        scene.announce("revived", seat, seat=seat, shows=((seat, "in", True),))


def _set(scene: Scene, args: dict[str, Any]) -> None:
    """A bare correction of a seat: role, camp, alive; ``also``: of other seats at once. Nothing follows from it."""
    also: Any = args.get("also", {})
    if not isinstance(also, Mapping) or not all(isinstance(parts, Mapping) for parts in also.values()):
        raise Refused("unknown-part", "args.also")
    _correct(scene, {key: value for key, value in args.items() if key != "also"})
    for seat, parts in also.items():
        scene.fact("override", seat=seat, what="set", by=MODERATOR, data=dict(parts))
        _correct(scene, {**parts, "seat": seat})


def _correct(scene: Scene, args: dict[str, Any]) -> None:
    seat = _seat(scene, args)
    unknown = set(args) - {"seat", "role", "camp", "alive"}
    if unknown:
        raise Refused("unknown-part", f"args.{min(unknown)}")
    _still_here(scene, seat)
    if "role" in args:
        role = _role(scene, args)
        scene.become(seat, role, camp=scene.camp(seat) if scene.rules.camps_stay else None)
    if "camp" in args:
        if args["camp"] not in scene.rules.camps:
            raise Refused("unknown-camp", "args.camp", camp=args["camp"])
        scene.turn(seat, args["camp"])
    if "role" in args:
        scene.rules.say_role(scene, seat)
    elif "camp" in args:
        scene.rules.say_camp(scene, seat)
    scene.rules.corrected(scene, seat)
    if "alive" in args:
        scene.state.put_seat(replace(scene.seat(seat), out=not args["alive"]))
        scene.changed()
        scene.announce("corrected", {seat: bool(args["alive"])}, seat=seat, shows=((seat, "in", bool(args["alive"])),))


def _tell(scene: Scene, args: dict[str, Any]) -> None:
    """Tell one seat, or everybody, a text."""
    text = str(args.get("text", ""))[:2000]
    if not text:
        raise Refused("not-a-text", "args.text", most=2000)
    if args.get("seat") in (None, ALL):
        scene.announce("from_moderator", text, text=text)
    else:
        scene.tell(_seat(scene, args), "from_moderator", text, skill="storyteller", text=text)


def _rename(scene: Scene, args: dict[str, Any]) -> None:
    """A substitute takes the seat."""
    seat = _seat(scene, args)
    name = _name(scene, args, but=seat)
    scene.state.put_seat(replace(scene.seat(seat), name=name))
    scene.announce("substituted", {seat: name}, seat=seat, shows=((seat, "name", name),))


def _join(scene: Scene, args: dict[str, Any]) -> None:
    """Somebody new sits down, ``after`` a seat (else at the end), with a role and perhaps a camp of his own."""
    name, role = _name(scene, args), _role(scene, args)
    after = args.get("after", scene.circle[-1])
    if after not in scene.circle:
        raise Refused("unknown-seat", "args.after", seat=after)
    camp = args.get("camp")
    if camp is not None and camp not in scene.rules.camps:
        raise Refused("unknown-camp", "args.camp", camp=camp)
    seat = str(1 + max(int(other) for other in scene.state.seats))  # never that of somebody who has left
    place = scene.circle.index(after) + 1
    scene.state.circle = (*scene.circle[:place], seat, *scene.circle[place:])
    scene.state.put_seat(Seat(seat, name, role, role, camp))
    scene.changed()
    scene.fact("joined", seat=seat, what=role)
    scene.rules.seat_joined(scene, seat)


def _leave(scene: Scene, args: dict[str, Any]) -> None:
    """Somebody leaves for good."""
    seat = _seat(scene, args)
    if scene.seat(seat).left:
        raise Refused("has-left", "args.seat", seat=seat)
    scene.state.put_seat(replace(scene.seat(seat), left=True))
    scene.rules.seat_left(scene, seat)


def _phase(scene: Scene, args: dict[str, Any]) -> None:
    """Have a phase begin now; what was still to come before it does not come."""
    phase = args.get("phase")
    if phase not in scene.rules.phase_steps:
        raise Refused("unknown-phase", "args.phase", phase=phase, known=tuple(scene.rules.phase_steps))
    scene.state.agenda = ()
    scene.state.windows = {}
    scene.state.orders = {}
    scene.rules.begin_phase(scene, str(phase))


def _abandon(scene: Scene, args: dict[str, Any]) -> None:
    """The game cannot go on: it ends here, and nobody has won."""
    scene.announce("abandoned")
    scene.rules.on_verdict(scene, None, ())
    scene.win(None)


def _chance(scene: Scene, args: dict[str, Any]) -> None:
    """Fix the next outcomes of draws by key, in order; a later entry for a key replaces the earlier."""
    for key, outcomes in args.items():
        queue: list[Plain] = []
        for outcome in freeze(outcomes):
            queue += outcome if isinstance(outcome, tuple) else (outcome,)  # an outcome with a draw of its own
        scene.state.put("chance", key, tuple(queue))


ACTS: Final[dict[str, Act]] = {
    "kill": _kill,
    "revive": _revive,
    "set": _set,
    "tell": _tell,
    "phase": _phase,
    "abandon": _abandon,
    "join": _join,
    "leave": _leave,
    "substitute": _rename,
    "chance": _chance,
    **tokens.ACTS,
    **asked.ACTS,
}


def _answer_for(game: Game, args: dict[str, Any]) -> None:
    """Decide for somebody whose decision is open."""
    by = str(args.get("by", ""))
    if by == MODERATOR:
        raise Refused("not-yours", "args.by")
    game.answer(Answer(str(args.get("decision", "")), by, freeze(args.get("choice"))), by_hand=True)
