"""Offers: what open windows leave open beside the agenda. Taken at once, or handed in for a settlement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nightmoot.core.decisions import OpenDecision, offer_name
from nightmoot.core.errors import Refused
from nightmoot.core.inputs import Answer, Withdraw
from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, TABLE, Holding, Order, Window

if TYPE_CHECKING:
    from nightmoot.core.game import Game
    from nightmoot.core.scene import Scene
    from nightmoot.core.state import State


def all_offers(game: Game, scene: Scene) -> Iterator[tuple[Window, Holding, tuple[str, ...]]]:
    """Every offer: the window, the holding, and who may take it."""
    for window in scene.state.windows.values():
        for ability in game.rules.abilities.values():
            if window.name not in ability.windows:
                continue
            for holding in scene.state.holders(ability.id):
                actors = actors_of(scene, holding)
                if (
                    actors
                    and scene.usable(holding)
                    and not (window.mode == "now" and not window.standing and done(scene.state, window, holding))
                ):
                    yield window, holding, actors


def actors_of(scene: Scene, holding: Holding) -> tuple[str, ...]:
    """Who may take an offer of this holding: its operator, a group's members, the moderator, or everybody who is in."""
    if holding.owner == MODERATOR:
        return (MODERATOR,)
    if holding.owner == TABLE:
        return scene.living()
    if holding.owner.startswith("group:"):
        return scene.rules.group_of(scene.state, holding.owner[6:])
    return (scene.operator(holding.owner, holding.ability),)


def done(state: State, window: Window, holding: Holding) -> bool:
    """Has the holder declined in this window?"""
    return any(order.holding == holding.id for order in state.orders.get(window.name, ()))


def of_viewer(game: Game, viewer: str) -> list[OpenDecision]:
    """The offers open for one viewer (for the moderator: everybody's)."""
    if not game.seen.windows:
        return []
    scene = game.scene()
    found = []
    for window, holding, actors in all_offers(game, scene):
        for actor in actors:
            if viewer in (actor, MODERATOR):
                pick = scene.pick_of(holding)
                order = standing_order(game.seen, window.name, holding.id, actor)
                if pick.possible() or order is not None:
                    found.append(
                        OpenDecision(
                            actor,
                            name=offer_name(window, holding, actor),
                            skill=holding.ability,
                            pick=pick,
                            offer=True,
                            mine=order.choice if order else None,
                        )
                    )
    return found


def standing_order(state: State, window: str, holding: str, actor: str) -> Order | None:
    """The order that stands for this holding, if any."""
    return next((o for o in state.orders.get(window, ()) if o.holding == holding and o.by == actor), None)


def _find(game: Game, name: str, by: str) -> tuple[Scene, Window, Holding, str]:
    scene = game.scene()
    for window, holding, actors in all_offers(game, scene):
        for actor in actors:
            if offer_name(window, holding, actor) == name and by in (actor, MODERATOR):
                return scene, window, holding, actor
    raise Refused("not-open", "decision")


def take(game: Game, given: Answer) -> None:
    """Take an offer: its use runs now, or it is handed in and replaces what stood. None declines."""
    scene, window, holding, actor = _find(game, given.decision, given.by)
    choice = None if given.choice is None else scene.pick_of(holding).check(given.choice)
    state = game.state.clone()
    if window.mode == "now" and choice is not None:
        step = scene.new_step("use", {"holding": holding.id, "choice": choice, "by": actor})
        state.agenda = (step, *state.agenda)
    else:
        _hand_in(state, window, holding, actor, choice)
        _show(game, scene, holding, actor, choice)
    game.rewrite(state)


def _hand_in(state: State, window: Window, holding: Holding, actor: str, choice: Plain) -> None:
    """An order replaces what stood and takes the new place in the order of arrival."""
    standing = state.orders.get(window.name, ())
    old = next((o for o in standing if o.holding == holding.id and o.by == actor), None)
    rest = tuple(o for o in standing if o is not old)
    times = old.times + 1 if old else 1
    order = Order(holding.id, actor, choice, state.count("arrival"), window.name, times)
    state.put("orders", window.name, (*rest, order))


def _show(game: Game, scene: Scene, holding: Holding, actor: str, choice: Plain) -> None:
    """Tell those who see orders as they come (None: withdrawn or declined)."""
    notice = scene.rules.order_notice(scene, holding, actor, choice)
    if notice is not None:
        game.notices.append(notice)


def answer_in_place(game: Game) -> None:
    """Simulation: every seat's policy takes or declines each of its offers once, in seat order."""
    if game.policies is None or not game.state.windows:
        return
    for seat in game.state.living:
        for decision in of_viewer(game, seat):
            choice = game.policies.take(game, decision)
            if choice is not None:
                try:
                    take(game, Answer(decision.name, seat, choice))
                except Refused:
                    continue


def withdraw(game: Game, given: Withdraw) -> None:
    """Take an order back."""
    scene, window, holding, actor = _find(game, given.decision, given.by)
    if standing_order(game.seen, window.name, holding.id, actor) is None:
        raise Refused("nothing-to-withdraw", "decision")
    state = game.state.clone()
    kept = (o for o in state.orders[window.name] if not (o.holding == holding.id and o.by == actor))
    state.put("orders", window.name, tuple(kept))
    _show(game, scene, holding, actor, None)
    game.rewrite(state)
