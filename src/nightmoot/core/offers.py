"""Offers: what open windows leave open beside the agenda. Taken at once, or handed in for a settlement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nightmoot.core.decisions import OpenDecision, offer_name
from nightmoot.core.errors import Refused
from nightmoot.core.inputs import Answer, Withdraw
from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, TABLE, Holding, Order, Step, Window
from nightmoot.core.standing import Standing

if TYPE_CHECKING:
    from nightmoot.core.running import Running
    from nightmoot.core.scene import Scene
    from nightmoot.core.state import State

replace = msgspec.structs.replace
GROUP = "group:"


class Offer(NamedTuple):
    """One holding offered in one window, to those who may take it; not ``usable``: what was handed in only stands."""

    window: Window
    holding: Holding
    actors: tuple[str, ...]
    usable: bool

    def stands(self, order: Order | None) -> bool:
        """Can this order neither be replaced nor withdrawn?"""
        return order is not None and (not self.usable or (self.window.final and order.choice is not None))


def all_offers(game: Running, scene: Scene, only: str | None = None) -> Iterator[Offer]:
    """Every open offer, by window, ability and holder; with ``only``, those that somebody may take under this name.

    What is not committed yet cannot be taken; the orders of those who are gone are shown to nobody.
    """
    for window in scene.state.windows.values():
        if window.shut:
            continue
        for ability in game.rules.offered_in(window.name):
            for holding in scene.state.holders(ability):
                if holding.id not in game.state.holdings:
                    continue
                able = actors_of(scene, holding)
                if only is not None and all(offer_name(window, holding, actor) != only for actor in able):
                    continue
                usable = scene.usable(holding)
                if not usable and scene.standing(holding) is Standing.GONE:
                    continue
                actors = tuple(
                    actor
                    for actor in able
                    if (order := standing_order(scene.state, window.name, holding.id, actor)) is None
                    or window.mode != "now"  # there an order stands only for a pass
                    if usable or order is not None
                )
                if actors:
                    yield Offer(window, holding, actors, usable)


def actors_of(scene: Scene, holding: Holding) -> tuple[str, ...]:
    """Who may take an offer of this holding: its operator, a group's members, the moderator, or everybody who is in."""
    if holding.owner == MODERATOR:
        return (MODERATOR,)
    if holding.owner == TABLE:
        return scene.rules.takers(scene, holding)
    if holding.owner.startswith(GROUP):
        return scene.rules.group_of(scene.state, holding.owner.removeprefix(GROUP))
    return (scene.operator(holding.owner, holding.ability),)


def acting_group(scene: Scene, offer: Offer) -> str | None:
    """The group that may take the offer as a group: one of its own members must be among those who may."""
    if not offer.holding.owner.startswith(GROUP):
        return None
    name = offer.holding.owner.removeprefix(GROUP)
    return name if set(scene.state.groups.get(name, ())) & set(offer.actors) else None


def everybodys(game: Running) -> list[OpenDecision]:
    """The offers that are open, one for each who may take it, in seat order."""
    if not game.seen.windows:
        return []
    ring = {seat: place for place, seat in enumerate(game.seen.circle)}
    return sorted(_open(game, None), key=lambda decision: ring.get(decision.owner, len(ring)))


def of_viewer(game: Running, viewer: str) -> list[OpenDecision]:
    """The offers open for one viewer (for the moderator: everybody's)."""
    if not game.seen.windows:
        return []
    return _open(game, None if viewer == MODERATOR else viewer)


def again(game: Running, decision: OpenDecision) -> OpenDecision | None:
    """An offer as it stands now, after others have been taken; None where it is gone."""
    return next((d for d in _open(game, decision.owner, decision.name) if d.name == decision.name), None)


def _open(game: Running, viewer: str | None, only: str | None = None) -> list[OpenDecision]:
    scene = game.scene()
    found = []
    for offer in all_offers(game, scene, only):
        pick = None
        for actor in offer.actors:
            if viewer not in (None, actor):
                continue
            pick = pick or scene.pick_of(offer.holding)
            order = standing_order(game.seen, offer.window.name, offer.holding.id, actor)
            if pick.possible() or order is not None:
                found.append(
                    OpenDecision(
                        actor,
                        name=offer_name(offer.window, offer.holding, actor),
                        skill=offer.holding.ability,
                        pick=replace(pick, optional=True),
                        offer=True,
                        mine=order.choice if order else None,
                        answered=order is not None,
                        final=offer.stands(order),
                    )
                )
    return found


def unanswered(game: Running, window: Window) -> bool:
    """Is there an offer of this window that nobody has answered yet?"""
    scene = game.scene()
    return any(
        offer.window.name == window.name
        and any(standing_order(scene.state, window.name, offer.holding.id, actor) is None for actor in offer.actors)
        and scene.pick_of(offer.holding).possible()
        for offer in all_offers(game, scene)
    )


def standing_order(state: State, window: str, holding: str, actor: str) -> Order | None:
    """The order that stands for this holding, if any."""
    return next((o for o in state.orders.get(window, ()) if _same_order(state, o, holding, actor)), None)


def _same_order(state: State, order: Order, holding: str, actor: str) -> bool:
    """Is it the order of this holding? One of the table's own holdings takes an order from each of its actors."""
    return order.holding == holding and (order.by == actor or state.holdings[holding].owner != TABLE)


def _find(game: Running, name: str, by: str) -> tuple[Scene, Offer, str]:
    """The offer of that name, and who takes it: ``by`` may also be the holding's group, or the moderator."""
    scene = game.scene()
    for offer in all_offers(game, scene, name):
        for actor in offer.actors:
            if offer_name(offer.window, offer.holding, actor) == name:
                group = acting_group(scene, offer) or actor
                if by not in (actor, MODERATOR, group):
                    break
                return scene, offer, actor
    raise Refused("not-open", "decision")


def take(game: Running, given: Answer) -> None:
    """Take an offer: its use runs now, or it is handed in and replaces what stood. None declines."""
    game.rewrite(taken(game, given))


def taken(game: Running, given: Answer) -> State:
    """The state in which an offer has been taken: with its use in front of the agenda, or its order stored."""
    scene, offer, actor = _find(game, given.decision, given.by)
    window, holding = offer.window, offer.holding
    if not offer.usable:
        raise Refused("not-open", "decision")
    if given.choice is None and scene.rules.compulsory(scene, holding):
        raise Refused("must-choose", "choice")
    if offer.stands(standing_order(game.state, window.name, holding.id, actor)):
        raise Refused("answered", "decision")
    choice = None if given.choice is None else scene.pick_of(holding).check(given.choice)
    state = game.state.clone()
    if window.mode == "now" and choice is not None:
        args = {"holding": holding.id, "choice": choice, "by": actor}
        nth = state.count_here("use:" + holding.id)
        if nth:
            args["nth"] = nth
        state.agenda = (Step("use", scene.state.phase.stamp, args, None), *state.agenda)
    elif choice is not None or not window.standing:
        old = standing_order(state, window.name, holding.id, actor)
        times = old.times + 1 if old is not None else 1
        order = Order(holding.id, actor, choice, state.count("arrival"), window.name, times, given.at)
        state.put("orders", window.name, (*_others(state, window, holding, actor), order))
        if window.mode != "now":
            _show(game, scene, holding, actor, choice)
    return state


def _others(state: State, window: Window, holding: Holding, actor: str) -> tuple[Order, ...]:
    orders = state.orders.get(window.name, ())
    return tuple(order for order in orders if not _same_order(state, order, holding.id, actor))


def _show(game: Running, scene: Scene, holding: Holding, actor: str, choice: Plain) -> None:
    """Tell those who see orders as they come (None: withdrawn or declined)."""
    notice = scene.rules.order_notice(scene, holding, actor, choice)
    if notice is not None:
        game.notices.append(notice)


def withdraw(game: Running, given: Withdraw) -> None:
    """Take an order back."""
    scene, offer, actor = _find(game, given.decision, given.by)
    order = standing_order(game.seen, offer.window.name, offer.holding.id, actor)
    if order is None or offer.stands(order):
        raise Refused("nothing-to-withdraw", "decision")
    state = game.state.clone()
    state.put("orders", offer.window.name, _others(state, offer.window, offer.holding, actor))
    _show(game, scene, offer.holding, actor, None)
    game.rewrite(state)
