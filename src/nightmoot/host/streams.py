"""What each viewer has been told, under the viewer's own numbers.

A stream is the list of the notices that its viewer may see, numbered 1, 2, 3 …, and the decisions that wait for the
viewer, numbered in the order in which they were asked of it. No number depends on what the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from nightmoot.core import Game, Notice, OpenDecision, visible
from nightmoot.host.encoder import encode, is_public, message, notice_out, numbered, open_out, owns
from nightmoot.host.room import MODERATOR
from nightmoot.host.wire import Down, OpenOut

DeadlineOf = Callable[[OpenDecision], "int | None"]


class Prompt(msgspec.Struct):
    """A decision that waits for a viewer, as last sent; a moderator also has numbers for what others are asked."""

    d: int
    name: str
    open: OpenOut
    own: bool
    decision: OpenDecision


class Batch(msgspec.Struct):
    """What one step of a game leaves: rows to store, then messages to send."""

    notices: list[tuple[int, Notice]] = []
    gone_from: int | None = None
    opened: list[tuple[str, int, str]] = []
    closed: list[tuple[str, int]] = []
    retracted: list[tuple[str, int, int]] = []
    messages: dict[str, list[bytes]] = {}

    def say(self, viewer: str, *sent: bytes) -> None:
        self.messages.setdefault(viewer, []).extend(sent)

    def told(self, line: bytes) -> None:
        """A neutral line for the seats and the public who have to forget something."""
        for viewer, _, _ in self.retracted:
            if viewer != MODERATOR:
                self.say(viewer, line)


class Stream:
    """One viewer's."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.told: list[int] = []  # places in the history
        self.prompts: dict[str, Prompt] = {}  # by the decision's name
        self.last_d = 0
        self.retractions: list[int] = []

    @property
    def n(self) -> int:
        return len(self.told)

    @property
    def epoch(self) -> int:
        return len(self.retractions)

    def find(self, d: int) -> Prompt | None:
        """The open decision with this number."""
        return next((p for p in self.prompts.values() if p.d == d), None)


class Streams:
    """The streams of all viewers of one game."""

    def __init__(self, viewers: Iterable[str], ruleset: str) -> None:
        self.ruleset = ruleset
        self.history: list[Notice] = []
        self.by_viewer = {viewer: Stream(viewer) for viewer in viewers}
        self._encoded: dict[int, msgspec.Raw] = {}

    def __getitem__(self, viewer: str) -> Stream:
        return self.by_viewer[viewer]

    # ------------------------------------------------------------------------------------------ forward

    def advance(self, game: Game, deadline_of: DeadlineOf, *, undone: bool = False) -> Batch:
        """Take in what the game says now, and return what is new."""
        batch = Batch()
        kept = len(self.history)
        if undone:
            kept = _common(self.history, game.notices)
            if kept < len(self.history):
                batch.gone_from = kept
        old = self.history
        fresh = list(game.notices[kept:])
        self.history = old[:kept] + fresh
        batch.notices = [(kept + offset, notice) for offset, notice in enumerate(fresh)]
        if batch.gone_from is not None:
            self._encoded = {k: raw for k, raw in self._encoded.items() if k < kept}
        for seat in game.state.seats:
            if seat not in self.by_viewer:  # somebody has joined, and knows so far what everybody knows
                self.by_viewer[seat] = late = Stream(seat)
                late.told = [k for k in range(kept) if visible(self.history[k], seat)]
        for stream in self.by_viewer.values():
            self._tell(stream, old, kept, batch)
            self._ask(stream, game, deadline_of, batch)
        return batch

    def _tell(self, stream: Stream, old: Sequence[Notice], kept: int, batch: Batch) -> None:
        """New notices, after a retraction where something that this viewer had been told is gone."""
        viewer = stream.viewer
        fresh = [k for k, notice in batch.notices if visible(notice, viewer)]
        before = stream.told
        if batch.gone_from is None:
            stream.told = before + fresh
            sent_from = len(before)
        else:
            base = [k for k in before if k < kept]
            stream.told = base + fresh
            sent_from = _common([old[k] for k in before], [self.history[k] for k in stream.told])
            if sent_from < len(before):
                stream.retractions.append(sent_from)
                batch.retracted.append((viewer, stream.epoch, sent_from))
                batch.say(viewer, message(Down(retract=sent_from)))
        for n in range(sent_from + 1, stream.n + 1):
            batch.say(viewer, self.notice(stream, n))

    def _ask(self, stream: Stream, game: Game, deadline_of: DeadlineOf, batch: Batch) -> None:
        """Decisions that are closed, new, or look different to their owner."""
        viewer = stream.viewer
        asked = {decision.name: decision for decision in game.decisions(viewer)}
        for name, prompt in list(stream.prompts.items()):
            if name not in asked:
                del stream.prompts[name]
                batch.closed.append((viewer, prompt.d))
                if prompt.own:
                    batch.say(viewer, message(Down(closed=prompt.d)))
        for name, decision in asked.items():
            known = stream.prompts.get(name)
            if known is None:
                stream.last_d += 1
                d = stream.last_d
                batch.opened.append((viewer, d, name))
            else:
                d = known.d
            shown = open_out(decision, d, deadline_of(decision))
            own = owns(decision, viewer)
            stream.prompts[name] = Prompt(d, name, shown, own, decision)
            if own and (known is None or known.open != shown):
                batch.say(viewer, message(Down(open=shown)))

    # ------------------------------------------------------------------------------------------ again

    def restore(
        self,
        game: Game,
        deadline_of: DeadlineOf,
        prompts: Iterable[tuple[str, int, str, bool]],
        retractions: Iterable[tuple[str, int]],
    ) -> None:
        """Take up the numbers that were stored (by viewer and number, in order)."""
        self.history = list(game.notices)
        for viewer, n in retractions:
            if viewer in self.by_viewer:  # not where an undo has taken back that somebody joined
                self.by_viewer[viewer].retractions.append(n)
        named: dict[str, dict[str, int]] = {}
        for viewer, d, name, is_open in prompts:
            if viewer not in self.by_viewer:
                continue
            stream = self.by_viewer[viewer]
            stream.last_d = max(stream.last_d, d)
            if is_open:
                named.setdefault(viewer, {})[name] = d
        for viewer, stream in self.by_viewer.items():
            stream.told = [k for k, notice in enumerate(self.history) if visible(notice, viewer)]
            asked = {decision.name: decision for decision in game.decisions(viewer)}
            for name, d in named.get(viewer, {}).items():
                if name in asked:
                    shown = open_out(asked[name], d, deadline_of(asked[name]))
                    stream.prompts[name] = Prompt(d, name, shown, owns(asked[name], viewer), asked[name])

    def resend(self, viewer: str, since: int, epoch: int) -> list[bytes] | None:
        """What a client that holds ``since`` notices in ``epoch`` has missed; none where that can't be."""
        stream = self.by_viewer[viewer]
        if not 0 <= epoch <= stream.epoch or since < 0:
            return None
        held = min([since, *stream.retractions[epoch:]])
        if held > stream.n:
            return None
        sent = [message(Down(retract=held))] if epoch < stream.epoch else []
        return sent + [self.notice(stream, n) for n in range(held + 1, stream.n + 1)]

    def open_messages(self, viewer: str) -> list[bytes]:
        """Every decision that waits for this viewer, in the order of its numbers."""
        prompts = sorted(self.by_viewer[viewer].prompts.values(), key=lambda prompt: prompt.d)
        return [message(Down(open=prompt.open)) for prompt in prompts if prompt.own]

    def own(self, viewer: str, skill: str) -> str | None:
        """The name of an open decision or offer of the viewer's own, by its skill or key, that can be answered."""
        for prompt in self.by_viewer[viewer].prompts.values():
            if prompt.own and not prompt.open.final and skill in (prompt.open.skill, prompt.open.key):
                return prompt.name
        return None

    def log(self, viewer: str) -> list[dict[str, Any]]:
        """The viewer's notices as lines of a log."""
        told = enumerate(self.by_viewer[viewer].told, 1)
        lines = ((n, self.history[k]) for n, k in told)
        return [
            {"n": n, "key": line.key, "params": line.params, "ruleset": self.ruleset, "public": is_public(line)}
            for n, line in lines
        ]

    def refresh(self, game: Game, deadline_of: DeadlineOf) -> Batch:
        """Decisions whose deadline has changed, and nothing else."""
        batch = Batch()
        for stream in self.by_viewer.values():
            self._ask(stream, game, deadline_of, batch)
        return batch

    def notice(self, stream: Stream, n: int) -> bytes:
        """The viewer's n-th notice as a message."""
        k = stream.told[n - 1]
        raw = self._encoded.get(k)
        if raw is None:
            raw = self._encoded[k] = msgspec.Raw(encode(notice_out(self.history[k], self.ruleset)))
        return numbered(n, raw)


def _common(a: Sequence[Notice], b: Sequence[Notice]) -> int:
    """How many notices two lists share at their start."""
    count = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        count += 1
    return count


def audience(notice: Notice) -> str | list[str]:
    """Who a notice is for, as stored."""
    return notice.to if isinstance(notice.to, str) else list(notice.to)
