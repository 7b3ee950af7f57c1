"""The use pipeline: before use → route → act → feedback, in the order the ruleset declares (DESIGN 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import MODERATOR, TABLE, Holding, Use
from nightmoot.core.scene_asking import Asking
from nightmoot.core.scene_telling import Telling
from nightmoot.core.scene_writing import Writing
from nightmoot.core.standing import Standing

if TYPE_CHECKING:
    from nightmoot.core.ability import Ability

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
        standing = self.standing(holding)
        if standing > Standing.HOLLOW:
            return False
        return ability.usable is None or ability.usable(self.whole, holding)

    def pick_of(self, holding: Holding) -> Any:
        """What the holder may choose now."""
        ability = self.rules.abilities[holding.ability]
        if ability.pick is None:
            raise TypeError(f"{ability.id} has no pick")
        return ability.pick(self.whole, holding)

    def wake(self, holding: Holding, *, owner: str | None = None) -> None:
        """Ask the holder (or its operator) and take the use through; a pass or silence uses nothing."""
        ability = self.rules.abilities[holding.ability]
        pick = self.pick_of(holding)
        if not pick.possible():
            return
        who = owner or self.operator(holding.owner, ability.id)
        params = ability.params(self.whole, holding) if ability.params else {}
        choice = self.ask(who, pick, key=ability.id, params=params, default=ability.silent, drawn=ability.drawn)
        if choice is None:
            self.fact("passed", seat=holding.owner, what=ability.id)
            return
        self.use(holding, choice, actor=holding.owner, feedback=who)

    def use(
        self,
        holding: Holding,
        choice: Plain,
        *,
        actor: str | None = None,
        feedback: str | None = None,
        targets: tuple[str, ...] | None = None,
        chosen_by: tuple[str, ...] = (),
    ) -> Use | None:
        """Take one use through the pipeline; returns it as it stood when it acted, or None if it came to nothing."""
        ability = self.rules.abilities[holding.ability]
        who = actor or holding.owner
        choice = freeze(choice)
        named = targets_of(choice, self.state.seats) if targets is None else targets
        data: dict[str, Any] = {"chosen": named, "choice": choice}
        if chosen_by:
            data["chosen by"] = chosen_by
        fact = self.fact("use", seat=who, what=ability.id, by=holding.id, data=data)
        outer = self.acting, self.hollow, self.cause
        self.acting, self.cause = holding, fact
        try:
            use = Use(who, ability.id, holding.id, choice, named, named, feedback or who, cause=fact)
            found = self._before(use)
            self.book(holding, named)
            if found is None:
                return None
            found = self._veto(self._route(found))
            standing = self.standing(holding)
            if standing > Standing.HOLLOW:
                self.fact("void", seat=who, what=ability.id, data=standing.name.lower())
                return None
            self.hollow = standing is Standing.HOLLOW
            if self.hollow:
                self.fact("hollow", seat=who, what=ability.id)
                found = replace(found, hollow=True)
            if not self.rules.delays(self.whole, found):
                self._act(ability, holding, found)
            return found
        finally:
            self.acting, self.hollow, self.cause = outer

    def settle_use(self, holding: Holding, use: Use) -> None:
        """Let a use that was put off take effect now: its targets and its route are those of its own time."""
        outer = self.acting, self.hollow, self.cause
        self.acting, self.hollow = holding, use.hollow
        self.cause = self.fact("delayed", seat=use.actor, what=use.ability, data={"chosen": use.chosen})
        try:
            self._act(self.rules.abilities[use.ability], holding, use)
        finally:
            self.acting, self.hollow, self.cause = outer

    def _act(self, ability: Ability, holding: Holding, use: Use) -> None:
        ability.body(self.whole, self.state.holdings.get(holding.id, holding), use)

    def _before(self, use: Use) -> Use | None:
        for kind, hook in self.rules.use_hooks:
            for mark in self.marks(kind):
                if mark.on not in (use.actor, TABLE):
                    continue
                before = use
                found = hook(self.whole, mark, use)
                if found is None:
                    self.fact("void", seat=use.actor, what=use.ability, by=mark.by, data=kind)
                    return None
                use = found
                if use.targets != before.targets:
                    self.fact(
                        "diverted",
                        seat=use.actor,
                        what=use.ability,
                        by=mark.by,
                        data={"mark": kind, "from": before.targets, "to": use.targets},
                    )
                if use.feedback != before.feedback:
                    self.fact(
                        "rerouted",
                        seat=use.actor,
                        what=use.ability,
                        by=mark.by,
                        data={"mark": kind, "to": use.feedback},
                    )
        return use

    def _route(self, use: Use) -> Use:
        """Walk each target through the ruleset's stages, each stage once, on the ball's present holder."""
        if not use.targets:
            return use
        balls = list(use.targets)
        for stage in self.rules.use_stages:
            hooks = [(mark, hook) for kind, hook in self.rules.stages.get(stage, ()) for mark in self.marks(kind)]
            for place, ball in enumerate(balls):
                for mark, hook in hooks:
                    moved = hook(self.whole, mark, replace(use, targets=tuple(balls)), ball)
                    if moved is not None and moved != ball:
                        data = {"stage": stage, "from": ball, "actor": use.actor}
                        self.fact("redirected", seat=moved, what=use.ability, by=mark.by, data=data)
                        balls[place] = moved
                        break
        return replace(use, targets=tuple(balls))

    def _veto(self, use: Use) -> Use:
        """Final targets on which the use does not settle fall away."""
        balls: list[tuple[str, str | None]] = []
        for chosen, target in zip(use.chosen, use.targets, strict=False):
            settles = not self.rules.vetoes(self.whole, use, target)
            balls.append((chosen, target if settles else None))
            if not settles:
                self.fact("vetoed", seat=target, what=use.ability, data={"actor": use.actor})
        return replace(use, balls=tuple(balls), targets=tuple(target for _, target in balls if target is not None))

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
