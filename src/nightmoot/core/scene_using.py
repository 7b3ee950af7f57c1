"""The use pipeline: before use → route → act → feedback, in the order the ruleset declares (DESIGN 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from nightmoot.core.plain import Plain, freeze
from nightmoot.core.questions import Question
from nightmoot.core.records import MODERATOR, TABLE, Holding, Mark, Use
from nightmoot.core.scene_asking import Asking
from nightmoot.core.scene_telling import Telling
from nightmoot.core.scene_writing import Writing
from nightmoot.core.standing import Sight, Standing

replace = msgspec.structs.replace


def targets_of(choice: Plain, seats: dict[str, Any]) -> tuple[str, ...]:
    """The seats that a choice names, in order."""
    if isinstance(choice, str):
        return (choice,) if choice in seats else ()
    if isinstance(choice, tuple):
        return tuple(item for item in choice if isinstance(item, str) and item in seats)
    if isinstance(choice, dict):
        return tuple(seat for value in choice.values() for seat in targets_of(value, seats))
    return ()


class Using(Asking, Telling, Writing):
    """Waking a holder and taking a use through its route."""

    __slots__ = ()

    def operator(self, seat: str, ability: str) -> str:
        """Who decides for the seat: itself, or whoever has taken it over."""
        return self.rules.operator(self.whole, seat, ability)

    def usable(self, holding: Holding) -> bool:
        """May the holding be used now, as far as its owner can know?"""
        ability = self.rules.abilities[holding.ability]
        if holding.left == 0:
            return False
        if self.standing(holding, Sight.KNOWN) > Standing.HOLLOW:
            return False
        return ability.usable is None or ability.usable(self.whole, holding)

    def due(self, holding: Holding) -> bool:
        """Does the present night wake this holding? A first night that comes late is the first one after the gain."""
        ability = self.rules.abilities[holding.ability]
        if ability.due(self.night):
            return True
        return ability.wakes == "first night" and holding.since > 0 and not holding.woken

    def stands_alone(self, holding: str) -> bool:
        """Does its prompt depend on nothing that happens earlier in the night?"""
        held = self.state.holdings.get(holding)
        return held is not None and self.rules.abilities[held.ability].alone

    def pick_of(self, holding: Holding) -> Any:
        """What the holder may choose now."""
        ability = self.rules.abilities[holding.ability]
        if ability.pick is None:
            raise TypeError(f"{ability.id} has no pick")
        return ability.pick(self.whole, holding)

    def prompt(self, holding: Holding, *, owner: str | None = None) -> Question | None:
        """The question that waking the holder puts to it or its operator; None where there is nothing to choose."""
        ability = self.rules.abilities[holding.ability]
        pick = self.pick_of(holding)
        if not pick.possible():
            return None
        who = owner or self.operator(holding.owner, ability.id)
        params = ability.params(self.whole, holding) if ability.params else {}
        drawn = ability.drawn and not pick.optional  # where passing is allowed, silence passes
        return self.question((who,), pick, key=ability.id, params=params, default=ability.silent, drawn=drawn)

    def wake(self, holding: Holding, *, owner: str | None = None) -> Use | None:
        """Ask the holder (or its operator) and take the use through; a pass or silence uses nothing.

        Where there is nothing to be asked the ability is used as it is, and a choice that was prepared is used unasked.
        """
        if self.rules.abilities[holding.ability].pick is None:
            return self.use(holding, None, feedback=self.rules.receivers(self.whole, holding, holding.owner))
        prepared = self.rules.prepared(self.whole, holding) if owner is None else None
        if prepared is not None:
            receivers = self.rules.receivers(self.whole, holding, holding.owner)
            return self.use(holding, prepared, actor=holding.owner, feedback=receivers)
        question = self.prompt(holding, owner=owner)
        if question is None:
            return None
        [who] = question.owners
        choice = self.gather(question)[0][who]
        if choice is None:
            self.fact("passed", seat=holding.owner, what=holding.ability)
            return None
        receivers = who if owner else self.rules.receivers(self.whole, holding, who)
        return self.use(holding, choice, actor=holding.owner, feedback=receivers)

    def use(
        self,
        holding: Holding,
        choice: Plain,
        *,
        actor: str | None = None,
        feedback: str | tuple[str, ...] | None = None,
        targets: tuple[str, ...] | None = None,
        chosen_by: tuple[str, ...] = (),
        pierces: tuple[str, ...] = (),
    ) -> Use | None:
        """Take one use through the pipeline; returns it as it stood when it acted, or None if it came to nothing.

        A hollow effect forces nobody's use. ``pierces`` is added to what the ability itself pierces.
        """
        if self.hollow:
            return None
        ability = self.rules.abilities[holding.ability]
        who = actor or holding.owner
        choice = freeze(choice)
        named = targets_of(choice, self.state.seats) if targets is None else targets
        data: dict[str, Any] = {"chosen": named, "choice": choice}
        if chosen_by:
            data["chosen by"] = chosen_by
        fact = self.fact("use", seat=who, what=ability.id, by=holding.id, data=data)
        outer = self.acting, self.cause
        self.acting, self.cause = holding, fact
        try:
            pierces = (*ability.pierces, *pierces) if pierces else ability.pierces
            standing = self.standing(holding, pierces=pierces)
            if standing > Standing.HOLLOW:
                self._void(who, ability.id, standing.name.lower(), fact, reason=holding, pierces=pierces)
                if self.rules.spends_void(self.whole, holding):
                    self.book(holding, named, spend="limit" not in pierces)
                return None
            use = Use(who, ability.id, holding.id, choice, named, named, feedback or who, False, fact, pierces, fact)
            found = self._before(use) if self.rules.use_hooks else use
            self.book(holding, named, spend="limit" not in pierces)
            if found is None:
                return None
            if found.targets:
                found = self._veto(self._route(found) if self.rules.use_stages else self._landed(found, found.targets))
                if not found.targets:
                    self._void(who, ability.id, "lost", fact)
                    self.rules.lost(self.whole, found)
                    return None
            if found.targets != named:
                data = {"targets": found.targets, "use": fact}
                self.fact("final", seat=who, what=ability.id, by=holding.id, data=data)
            begun = self._begun(found)
            if begun is None:
                return None
            moment = self.rules.delays(self.whole, begun)
            if not moment:
                return self.take_effect(holding, begun)
            self.fact("put_off", seat=who, what=ability.id, data=moment if isinstance(moment, str) else None)
            if isinstance(moment, str):
                self.defer(moment, "act", use=msgspec.to_builtins(replace(begun, hollow=False)))
            return begun
        finally:
            self.acting, self.cause = outer

    def act(self, use: Use) -> Use | None:
        """A use that was put off until a named moment takes effect, as far as its holding works now."""
        outer, self.cause = self.cause, use.cause
        try:
            begun = self._begun(use)
            return self.take_effect(self.state.holdings[use.holding], begun) if begun is not None else None
        finally:
            self.cause = outer

    def routed(self, use: Use) -> Use:
        """A use after its route and its vetoes."""
        return self._veto(self._route(use))

    def settle_use(self, holding: Holding, use: Use) -> None:
        """Let a use that was put off take effect now: its targets and its route are those of its own time."""
        outer = self.cause
        self.cause = self.fact(
            "delayed", seat=use.actor, what=use.ability, data={"chosen": use.chosen}, cause=use.cause
        )
        try:
            self.take_effect(holding, use)
        finally:
            self.cause = outer

    def _begun(self, use: Use) -> Use | None:
        """What has begun goes on though it could not begin now: hollow where its holding is, void where it is gone."""
        holding = self.state.holdings.get(use.holding)
        standing = self.standing(holding, Sight.BEGUN, use.pierces) if holding is not None else Standing.GONE
        if holding is None or standing is Standing.GONE:
            self._void(use.actor, use.ability, "gone", use.fact, reason=holding, pierces=use.pierces)
            return None
        if standing is not Standing.HOLLOW:
            return use
        mark = self.standings.reason(holding, Sight.BEGUN, use.pierces)
        data: dict[str, Any] = {"use": use.fact, "chosen": use.chosen, "believed": mark is None}
        data["mark"] = mark.kind if mark else None
        self.fact("hollow", seat=use.actor, what=use.ability, by=mark.by if mark else None, data=data)
        return replace(use, hollow=True)

    def take_effect(self, holding: Holding, use: Use) -> Use:
        """Run the ability on the targets that the use has now, whatever would stop it; hands back the use."""
        outer = self.acting, self.hollow, self.pierces
        self.acting, self.hollow, self.pierces = holding, use.hollow, use.pierces
        try:
            self.rules.abilities[use.ability].body(self.whole, self.state.holdings.get(holding.id, holding), use)
            return use
        finally:
            self.acting, self.hollow, self.pierces = outer

    def void(self, holding: Holding, choice: Plain, why: str = "") -> None:
        """What was handed in comes to nothing before it begins; the log says why, or names what suppresses it."""
        standing = self.standing(holding)
        suppressed = not why and standing > Standing.HOLLOW
        mark = self.standings.reason(holding) if suppressed else None
        data = {
            "why": standing.name.lower() if suppressed else why or "not-usable",
            "use": None,
            "chosen": targets_of(choice, self.state.seats),
            "out": standing is Standing.GONE and mark is None,
            "mark": mark.kind if mark else None,
        }
        self.fact("void", seat=holding.owner, what=holding.ability, by=mark.by if mark else None, data=data)

    def _void(
        self,
        seat: str,
        ability: str,
        why: str,
        use: int | None,
        *,
        reason: Holding | None = None,
        pierces: tuple[str, ...] = (),
    ) -> None:
        """A use comes to nothing; the log says why, and what suppressed it."""
        mark = self.standings.reason(reason, pierces=pierces) if reason is not None else None
        chosen = self.state.facts[use].data["chosen"] if use is not None else ()
        data = {"why": why, "use": use, "chosen": chosen, "out": why == "gone" and mark is None}
        data["mark"] = mark.kind if mark else None
        self.fact("void", seat=seat, what=ability, by=mark.by if mark else None, data=data)

    def _before(self, use: Use) -> Use | None:
        for kind, hook in self.rules.use_hooks:
            if kind not in self.state.marks or kind in use.pierces:
                continue
            for mark in self.marks(kind):
                if mark.on not in (use.actor, TABLE):
                    continue
                before = use
                found: Use | None = self.hooked(mark, hook, use)
                if found is None:
                    gone = {"why": "dropped", "use": use.fact, "chosen": use.chosen, "mark": kind}
                    self.fact("void", seat=use.actor, what=use.ability, by=mark.by, data=gone)
                    return None
                use = found
                if use.targets != before.targets:
                    data = {"mark": kind, "from": before.targets, "to": use.targets}
                    self.cause = self.fact("diverted", seat=use.actor, what=use.ability, by=mark.by, data=data)
                    use = replace(use, cause=self.cause)
                if use.feedback != before.feedback:
                    self.fact(
                        "rerouted" if use.feedback else "silenced",
                        seat=use.actor,
                        what=use.ability,
                        by=mark.by,
                        data={"mark": kind, "to": _several(use.feedback)},
                    )
        return use

    def _route(self, use: Use) -> Use:
        """Walk each target through the ruleset's stages.

        Each stage moves a ball once at most, by a mark that lies on the table, on the ball's present holder, or on the
        actor. A hook that returns "" loses the ball.
        """
        balls: list[str | None] = list(use.targets)
        for stage in self.rules.use_stages:
            done = [stage in use.pierces] * len(balls)
            for kind, hook in self.rules.stages.get(stage, ()):
                if kind not in self.state.marks or kind in use.pierces:
                    continue
                for mark in self.marks(kind):
                    for place, ball in enumerate(balls):
                        if done[place] or ball is None or mark.on not in (TABLE, ball, use.actor):
                            continue
                        now = replace(use, targets=tuple(item for item in balls if item is not None))
                        moved: Any = self.hooked(mark, hook, now, ball)
                        if moved is None or moved == ball:
                            continue
                        done[place] = True
                        balls[place] = moved or None
                        data = {"stage": stage, "mark": kind, "from": ball, "actor": use.actor}
                        turned = moved or ball, use.ability
                        self.cause = self.fact("redirected" if moved else "vetoed", *turned, by=mark.by, data=data)
        return self._landed(use, balls)

    def _landed(self, use: Use, balls: Sequence[str | None]) -> Use:
        """The use with its final targets, each beside the one that was chosen."""
        chosen = use.chosen if len(use.chosen) == len(balls) else use.targets
        targets = use.targets if balls is use.targets else tuple([ball for ball in balls if ball is not None])
        return replace(use, targets=targets, balls=tuple(zip(chosen, balls, strict=True)), cause=self.cause)

    def _veto(self, use: Use) -> Use:
        """Final targets on which the use does not settle fall away."""
        vetoes = self.rules.vetoes
        lost = {
            place: found
            for place, (_, ball) in enumerate(use.balls)
            if ball and (found := vetoes(self.whole, use, ball))
        }
        if not lost:
            return use
        balls = [ball for _, ball in use.balls]
        for place, found in lost.items():
            mark = found if isinstance(found, Mark) else None
            data = {"actor": use.actor, **({} if mark is None else {"mark": mark.kind})}
            by = None if mark is None else mark.by
            self.cause = self.fact("vetoed", seat=balls[place], what=use.ability, by=by, data=data)
            balls[place] = None
        return self._landed(use, balls)

    def book(self, holding: Holding, named: tuple[str, ...], *, spend: bool = True) -> None:
        """The engine's bookkeeping: uses left (unless the use was kept), past picks, when it last acted."""
        now = self.state.holdings.get(holding.id)
        if now is None:
            return
        left = now.left if now.left is None or not spend else max(0, now.left - 1)
        picks = (*now.picks, (self.night, named))
        self.state.put_holding(replace(now, left=left, picks=picks, acted=self.state.phase.stamp))
        self.changed()

    def last_targets(self, holding: Holding, night: int) -> tuple[str, ...]:
        """Whom the holding named in that night."""
        return tuple(seat for when, seats in holding.picks if when == night for seat in seats)

    def moderated(self) -> bool:
        """Is the moderator a person, to be asked where the rules leave a choice?"""
        return not self.run.automatic

    @property
    def moderator(self) -> str:
        """The moderator's id as an owner."""
        return MODERATOR


def _several(seats: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return () if seats is None else (seats,) if isinstance(seats, str) else seats
