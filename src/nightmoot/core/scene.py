"""The Scene: what a body is handed; its only reader and writer. Here: harms, departures and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from nightmoot.core.book import HarmHook, Out
from nightmoot.core.errors import DepthExceeded, Verdictum
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import Harm, Holding, Mark, Verdict
from nightmoot.core.scene_base import Run
from nightmoot.core.scene_using import Using
from nightmoot.core.standing import Standing

replace = msgspec.structs.replace

#: How many harms may follow from one another before the chain is called endless.
DEPTH_CAP = 32


class Scene(Using):
    """Everything a body can do. Harms pass the stages that the ruleset declares, in its order (DESIGN 6)."""

    __slots__ = ()

    def queue(
        self,
        target: str,
        kind: str,
        *,
        source: str | None = None,
        by: Holding | None = None,
        slot: str = "",
        riders: Plain = None,
        after: Harm | None = None,
    ) -> Harm | None:
        """Propose a departure; it waits among the state's harms until it is settled or dropped."""
        if self.hollow:
            return None
        holder = by or self.acting
        depth = after.depth + 1 if after else 0
        if depth > DEPTH_CAP:
            raise DepthExceeded(f"{kind} on {target}: more than {DEPTH_CAP} harms follow from one another")
        fact = self.fact("harm", seat=target, what=kind, by=holder.id if holder else None, data={"source": source})
        harm = Harm(
            f"h{self.state.count('harm')}",
            target,
            kind,
            source,
            holder.id if holder else None,
            slot,
            freeze(riders),
            depth=depth,
            cause=fact,
        )
        self.state.harms = (*self.state.harms, harm)
        return harm

    def amend(self, harm: Harm, **changes: Any) -> Harm:
        """Change a queued harm (its riders, its slot); returns it as it stands then."""
        changed = replace(harm, **changes)
        self.state.harms = tuple(changed if item.id == harm.id else item for item in self.state.harms)
        return changed

    def unqueue(self, harm: Harm, *, why: str, by: str | None = None) -> None:
        """Drop a queued harm; the log says why."""
        if self.hollow:
            return
        self.state.harms = tuple(item for item in self.state.harms if item.id != harm.id)
        self.fact(
            "cancelled",
            seat=harm.target,
            what=harm.kind,
            by=by,
            data={"stage": "dropped", "mark": why},
            cause=harm.cause,
        )

    def kill(self, target: str, kind: str = "kill", *, source: str | None = None, by: Holding | None = None) -> bool:
        """Propose a departure and settle it at once; says whether the target is out by it."""
        harm = self.queue(target, kind, source=source, by=by)
        return harm is not None and self.settle(harm) == target

    def judge(self, harm: Harm, *, stages: tuple[str, ...] | None = None) -> Harm | None:
        """Take a queued harm through stages of the pipeline; the harm as it stands then, or None for nothing."""
        names = self.rules.harm_stages if stages is None else stages
        outer = self.cause
        self.cause = harm.cause if harm.cause is not None else outer
        try:
            for stage in names:
                found = self._stage(stage, harm)
                if found is None:
                    self.forget(harm)
                    return None
                harm = found
            self.state.harms = tuple(harm if item.id == harm.id else item for item in self.state.harms)
            return harm
        finally:
            self.cause = outer

    def _stage(self, stage: str, harm: Harm) -> Harm | None:
        hooks = self.rules.harm_hooks.get(stage)
        if not hooks:
            return harm
        acted: list[tuple[Mark, str]] = []
        for mark, hook in self.rules.harm_order(self, stage, self._bearing(hooks, harm)):
            if mark.id in harm.met:
                continue
            harm = replace(harm, met=(*harm.met, mark.id))
            answer = hook(self, mark, harm)
            if not answer:
                continue
            if isinstance(answer, str):
                self.fact(
                    "redirected",
                    seat=answer,
                    what=harm.kind,
                    by=mark.by,
                    data={"stage": stage, "from": harm.target, "mark": mark.kind},
                )
                return self._stage(stage, replace(harm, target=answer))
            acted.append((mark, mark.kind))
            if not (stage == "instead" and self.rules.instead == "all"):
                break
        if not acted:
            return harm
        for mark, kind in acted:
            self.fact("cancelled", seat=harm.target, what=harm.kind, by=mark.by, data={"stage": stage, "mark": kind})
        return None

    def _bearing(self, hooks: list[tuple[str, HarmHook]], harm: Harm) -> list[tuple[Mark, HarmHook]]:
        found: list[tuple[Mark, HarmHook]] = []
        for kind, hook in hooks:
            found += [(mark, hook) for mark in self.marks(kind, on=harm.target)]
        return found

    def forget(self, harm: Harm) -> None:
        """A queued harm has come to its end, one way or the other."""
        self.state.harms = tuple(item for item in self.state.harms if item.id != harm.id)

    def settle(self, harm: Harm) -> str | None:
        """Judge a harm to the end and carry it out; the seat that is out by it, or None."""
        found = self.judge(harm)
        if found is None:
            return None
        gone = self.out_together(found)
        return gone[0] if gone else None

    def out_together(self, *harms: Harm) -> tuple[str, ...]:
        """Carry out judged harms: all their targets are out at one instant, then the on-out hooks run in order."""
        gone: list[tuple[str, Harm]] = []
        hooks = [
            (holding, hook)
            for ability, hook in self.rules.out_hooks
            for holding in self.state.holders(ability)
            if self.standing(holding) is Standing.ACTIVE
        ]
        for harm in harms:
            self.forget(harm)
            if self.is_in(harm.target) and all(seat != harm.target for seat, _ in gone):
                gone.append((harm.target, harm))
        outs = []
        for seat, harm in gone:
            self.state.put_seat(replace(self.state.seats[seat], out=True))
            data = {"source": harm.source, **({"riders": harm.riders} if harm.riders else {})}
            fact = self.fact("out", seat=seat, what=harm.kind, by=harm.by, data=data, cause=harm.cause)
            outs.append(Out(seat, harm, fact))
        self.changed()
        outer = self.cause
        for out in outs:
            self.cause = out.fact
            for holding, hook in hooks:
                hook(self, holding, out)
        self.cause = outer
        return tuple(seat for seat, _ in gone)

    def preview(self, *harms: Harm) -> tuple[str, ...]:
        """Who would be out if these harms were settled now; changes nothing and tells nobody."""
        return self.dry_run(lambda dry: [dry.settle(harm) for harm in harms])

    def dry_run(self, act: Callable[[Scene], object]) -> tuple[str, ...]:
        """Who would be out after doing something on a copy; changes nothing and tells nobody."""
        run = Run(dict(self.run.answers), self.run.asker, automatic=self.run.automatic)
        dry = Scene(self.state.clone(), self.rules, self.step, run)
        with suppress(Verdictum):
            act(dry)
        return tuple(seat for seat in self.state.living if not dry.is_in(seat))

    def win(self, side: str | None, winners: tuple[str, ...] = ()) -> None:
        """The game ends here; the rest of the body is not run."""
        self.state.over = Verdict(side, winners)
        self.state.agenda = ()
        self.state.windows = {}
        self.fact("verdict", what=side or "", data=winners)
        raise Verdictum

    def check_wins(self) -> None:
        """A check point of the ruleset: the first win condition that holds ends the game."""
        for test in self.rules.win_tests:
            found = test(self)
            if found is not None:
                self.rules.on_verdict(self, *found)
                self.win(found[0] or None, found[1])
