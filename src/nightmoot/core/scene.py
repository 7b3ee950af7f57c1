"""The Scene: what a body is handed; its only reader and writer. Here: harms, departures and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from nightmoot.core.book import HarmHook, Out
from nightmoot.core.errors import DepthExceeded, Verdictum
from nightmoot.core.picks import option
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import TABLE, Harm, Holding, Mark, Verdict
from nightmoot.core.scene_asking import SILENCE
from nightmoot.core.scene_base import Run
from nightmoot.core.scene_using import Using
from nightmoot.core.standing import Standing

replace = msgspec.structs.replace

#: How many harms may follow from one another before the chain is called endless.
DEPTH_CAP: Final = 32
#: The stage at which something else happens in place of a departure.
INSTEAD: Final = "instead"


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
        pierces: tuple[str, ...] = (),
    ) -> Harm | None:
        """Propose a departure; it waits among the state's harms until it is settled or dropped.

        It follows from the harm ``after``: where none is given, from the one whose hook is being run.
        """
        if self.hollow:
            return None
        holder = by or self.acting
        cause = None
        if after is not None and not self.is_in(after.target):
            cause = next((fact.id for fact in self.past("out", seat=after.target)), None)
        after = after or self.harming
        depth = after.depth + 1 if after else 0
        if depth > DEPTH_CAP:
            raise DepthExceeded(f"{kind} on {target}: more than {DEPTH_CAP} harms follow from one another")
        name = holder.id if holder else None
        fact = self.fact("harm", seat=target, what=kind, by=name, data={"source": source}, cause=cause)
        harm = Harm(
            f"h{self.state.count('harm')}",
            target,
            kind,
            source,
            name,
            slot,
            freeze(riders),
            depth=depth,
            cause=fact,
            pierces=(*self.pierces, *pierces),
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
        self.forget(harm)
        data = {"stage": "dropped", "mark": why, "source": harm.source}
        self.fact("cancelled", seat=harm.target, what=harm.kind, by=by, data=data, cause=harm.cause)

    def kill(
        self,
        target: str,
        kind: str = "kill",
        *,
        source: str | None = None,
        by: Holding | None = None,
        pierces: tuple[str, ...] = (),
    ) -> bool:
        """Propose a departure and settle it at once; says whether the target is out by it."""
        harm = self.queue(target, kind, source=source, by=by, pierces=pierces)
        return harm is not None and self.settle(harm) == target

    def judge(self, harm: Harm, *, stages: tuple[str, ...] | None = None) -> Harm | None:
        """Take a queued harm through stages of the pipeline; the harm as it stands then, or None for nothing."""
        names = self.rules.harm_stages if stages is None else stages
        outer = self.cause, self.harming
        self.cause = harm.cause if harm.cause is not None else self.cause
        try:
            for stage in names:
                if stage in harm.pierces:
                    continue
                found = self._stage(stage, harm)
                if found is None:
                    self.forget(harm)
                    return None
                harm = found
            self.state.harms = tuple(harm if item.id == harm.id else item for item in self.state.harms)
            return harm
        finally:
            self.cause, self.harming = outer

    def _stage(self, stage: str, harm: Harm) -> Harm | None:
        """One stage: every mark that bears on the target may act on the harm, each once in the harm's life.

        A hook answers False (it lets the harm be), True (the harm is cancelled) or a seat (the harm goes there).
        """
        hooks = self.rules.harm_hooks.get(stage)
        if not hooks:
            return harm
        every = stage == INSTEAD and self.rules.instead == "all"
        stopped = False
        for mark, hook in self._ordered(stage, hooks, harm):
            if mark.id in harm.met:
                continue
            self.harming = harm
            happened = harm.target, harm.kind
            data = {"stage": stage, "mark": mark.kind, "source": harm.source}
            answer: Any
            if stage == INSTEAD:  # what happens instead follows from this
                outer, self.cause = self.cause, self.fact("substituted", *happened, by=mark.by, data=data)
                answer = self.hooked(mark, hook, harm)
                if not answer:
                    self.state.facts.drop(self.cause)
                self.cause = outer
            else:
                answer = self.hooked(mark, hook, harm)
            if not answer:
                continue
            harm = replace(harm, met=(*harm.met, mark.id))
            if isinstance(answer, str):
                data["from"] = harm.target
                self.cause = self.fact("redirected", seat=answer, what=harm.kind, by=mark.by, data=data)
                return self._stage(stage, replace(harm, target=answer, cause=self.cause))
            stopped = True
            if stage != INSTEAD:
                self.fact("cancelled", *happened, by=mark.by, data=data)
            if not every:
                break
        return None if stopped else harm

    def _ordered(self, stage: str, hooks: list[tuple[str, HarmHook]], harm: Harm) -> list[tuple[Mark, HarmHook]]:
        """The live marks on the target or the table with their hooks, in the ruleset's order or by ruling."""
        bearing: list[tuple[Mark, HarmHook]] = []
        for kind, hook in hooks:
            if kind in self.state.marks and kind not in harm.pierces:
                bearing += [(mark, hook) for mark in self.marks(kind) if mark.on in (harm.target, TABLE)]
        if not bearing:
            return bearing
        found = self.rules.harm_order(self, stage, bearing)
        kinds = tuple(dict.fromkeys(mark.kind for mark, _ in found))
        if stage != INSTEAD or self.rules.instead != "ask" or len(kinds) < 2:
            return found
        params = {"seat": harm.target, "harm": harm.kind}
        first = self.rule(option(kinds, of="mark"), key=INSTEAD, suggest=kinds[0], params=params)
        return sorted(found, key=lambda pair: pair[0].kind != first)

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
        """Carry out judged harms: all their targets are out at one instant, then the on-out hooks run in order.

        The hooks are those of the holdings that worked just before; what a hollow one does comes to nothing.
        """
        hooks = [
            (holding, hook, standing is Standing.HOLLOW)
            for ability, hook in self.rules.out_hooks
            if ability in self.state.copies
            for holding in self.state.holders(ability)
            if (standing := self.standing(holding)) <= Standing.HOLLOW
        ]
        outs: list[Out] = []
        for harm in harms:
            self.forget(harm)
            if not self.is_in(harm.target):
                continue
            self.state.put_seat(replace(self.state.seats[harm.target], out=True))
            data = {"source": harm.source, **({"riders": harm.riders} if harm.riders else {})}
            fact = self.fact("out", seat=harm.target, what=harm.kind, by=harm.by, data=data, cause=harm.cause)
            outs.append(Out(harm.target, harm, fact))
        self.changed()
        outer = self.acting, self.hollow, self.cause, self.harming
        try:
            for out in outs:
                for holding, hook, hollow in hooks:
                    self.acting, self.hollow, self.cause, self.harming = holding, hollow, out.fact, out.harm
                    hook(self, holding, out)
        finally:
            self.acting, self.hollow, self.cause, self.harming = outer
        return tuple(out.seat for out in outs)

    def preview(self, *harms: Harm) -> tuple[str, ...]:
        """Who would be out if these harms were settled now; changes nothing, asks nobody and tells nobody."""
        return self.dry_run(lambda dry: [dry.settle(harm) for harm in harms])

    def dry_run(self, act: Callable[[Scene], object]) -> tuple[str, ...]:
        """Who would be out after doing something on a copy; changes nothing, asks nobody and tells nobody."""
        run = Run(dict(self.run.answers), _nobody, automatic=True, in_place=self.run.in_place)
        dry = Scene(self.state.clone(), self.rules, self.step, run)
        with suppress(Verdictum):
            act(dry)
        return tuple(seat for seat in self.state.living if not dry.is_in(seat))

    def vote_weight(self, seat: str, weight: float = 1) -> float:
        """What the seat's vote counts, as the live marks on it have it."""
        for kind, hook in self.rules.weighers:
            if kind not in self.state.marks:
                continue
            for mark in self.marks(kind, on=seat):
                changed: float = self.hooked(mark, hook, seat, weight)
                if changed != weight and self.allowed("weight", seat, kind, data=changed):
                    weight = changed
        return weight

    def win(self, side: str | None, winners: tuple[str, ...] = (), beside: tuple[str, ...] = ()) -> None:
        """The game ends here; the rest of the body is not run. ``beside`` are further sides that have won."""
        self.state.over = Verdict(side, winners, beside)
        self.state.agenda = ()
        self.state.windows = {}
        self.state.orders = {}
        self.state.due = {}
        self.fact("verdict", what=side or "", data=winners)
        for other in beside:
            self.fact("won_beside", what=other)
        raise Verdictum

    def check_wins(self) -> None:
        """A check point of the ruleset: the first win condition that holds ends the game."""
        for test in self.rules.win_tests:
            found = test(self)
            if found is not None:
                verdict = found if isinstance(found, Verdict) else Verdict(*found)
                self.rules.on_verdict(self, verdict.side, verdict.winners)
                self.win(verdict.side or None, verdict.winners, verdict.beside)


def _nobody(scene: Scene, question: Question) -> Held:
    """Answers nothing: in a dry run everything goes by its default."""
    return SILENCE
