"""What only a moderator gets: the grimoire, everybody's open decisions, the explained log, the list for undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from nightmoot.core import Game, Wait
from nightmoot.core.inputs import AnyInput
from nightmoot.host.connection import Connection
from nightmoot.host.encoder import message
from nightmoot.host.play import Play
from nightmoot.host.room import MODERATOR
from nightmoot.host.wire import Down, ExplainOut, ExposedOut, PendingOut, StepOut, ToldOut, WaitOut

if TYPE_CHECKING:
    from nightmoot.host.actor import RoomActor

LANGS = ("zh", "en")
SHOWN_STEPS = 60
SHOWN_TOLD = 60
UNSAID = frozenset({"post", "choice_shown", "choice_withdrawn", "choice_locked"})  # nothing to show to anybody


def tell(actor: RoomActor) -> None:
    """Bring every moderator's page up to date."""
    connections = [connection for connection in actor.connections if connection.viewer == MODERATOR]
    if not connections or actor.play is None:
        return
    whole = _whole(actor.play)
    lines = explained(actor.play.game)
    for connection in connections:
        connection.send(message(_with_log(whole, connection, lines)))


def tell_one(actor: RoomActor, connection: Connection) -> None:
    """The moderator's page from its beginning."""
    if actor.play is not None:
        connection.explained = {"zh": ["?"]}  # so that something is said even where nothing has happened
        connection.send(message(_with_log(_whole(actor.play), connection, explained(actor.play.game))))


def _whole(play: Play) -> Down:
    """What is sent whole each time, in one frame: a page never shows the call of one moment and words of another."""
    return Down(
        grimoire=play.game.grimoire().to_wire(),
        pending=pending(play),
        waits=waits(play),
        steps=steps(play),
        told=told(play),
        fault=play.game.fault or "",
    )


def pending(play: Play) -> list[PendingOut]:
    """Everybody's open decisions and offers, under the moderator's own numbers."""
    found = []
    for prompt in sorted(play.streams[MODERATOR].prompts.values(), key=lambda prompt: prompt.d):
        decision = prompt.decision
        question = decision.question
        owners = [decision.owner] if question is None else list(question.owners)
        held = decision.held.answers if decision.held is not None else {}
        answers = {decision.owner: decision.mine} if question is None and decision.mine is not None else dict(held)
        wait = None if question is None else question.close_name
        suggestion, why = None, ""
        if question is not None and question.kind == "ruling":
            suggestion, why = question.default, question.why or f"decision.{question.key}.why"
        found.append(PendingOut(prompt.d, owners, answers, prompt.open, wait, suggestion, why))
    return found


def told(play: Play) -> list[ToldOut]:
    """What only some were told since the phase began: what a moderator has to show where nobody has a device.

    What was told before the first phase belongs to that one.
    """
    found: list[ToldOut] = []
    phases = [n for n, notice in enumerate(play.game.notices) if notice.key == "phase"]
    since = phases[-1] if len(phases) > 1 else -1
    call = max(play.called_from, phases[-1] if phases else 0)
    for n in range(len(play.game.notices) - 1, since, -1):
        notice = play.game.notices[n]
        if not isinstance(notice.to, str) and notice.key not in UNSAID:
            found.append(ToldOut(n, list(notice.to), notice.key, notice.params, notice.skill, n >= call))
        if len(found) == SHOWN_TOLD:
            break
    return found[::-1]


def waits(play: Play) -> list[WaitOut]:
    """What time can end now, and when it does; what ends first stands first."""
    known = play.deadlines
    listed: list[Wait] = [] if play.game.over else play.game.waits()
    found = [WaitOut(w.name, w.kind, w.of or None, known[w.name].due if w.name in known else None) for w in listed]
    return sorted(found, key=lambda w: (w.at is None, w.at or 0, "" if w.at is None else w.name))


def steps(play: Play) -> list[StepOut]:
    """The latest inputs, newest last."""
    inputs = play.game.inputs
    first = max(0, len(inputs) - SHOWN_STEPS)
    return [_step(seq, given, play.times.get(seq, 0)) for seq, given in enumerate(inputs[first:], first + 1)]


def _step(seq: int, given: AnyInput, at: int) -> StepOut:
    what: dict[str, Any] = msgspec.to_builtins(given)
    return StepOut(seq=seq, kind=what.pop("input"), by=what.pop("by", None), at=at, what=what)


def explained(game: Game) -> dict[str, list[str]]:
    """The explained log in every language."""
    return {lang: list(game.explain(lang)) for lang in LANGS}


def _with_log(whole: Down, connection: Connection, lines: dict[str, list[str]]) -> Down:
    """The frame with what this page lacks of the explained log."""
    held = connection.explained
    start = min((_shared(held.get(lang, []), lines[lang]) for lang in LANGS), default=0)
    connection.explained = lines
    if all(len(lines[lang]) == start == len(held.get(lang, [])) for lang in LANGS):
        return whole
    return replace(whole, explain=ExplainOut(start=start, zh=lines["zh"][start:], en=lines["en"][start:]))


def _shared(a: list[str], b: list[str]) -> int:
    count = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        count += 1
    return count


def what_is_exposed(play: Play, to: int) -> bytes:
    """Who has been shown what an undo would take back."""
    shown = [{"key": s.notice.key, "params": s.notice.params, "to": s.to} for s in play.game.exposed(to)]
    return message(Down(exposed=ExposedOut(to=to, shown=shown)))


def next_wait(play: Play) -> str | None:
    """What would end first."""
    return next((wait.name for wait in waits(play)), None)
