"""Offers: what open windows leave open beside the agenda. Taken at once, or handed in for a settlement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nightmoot.core.decisions import OpenDecision, offer_name, offer_stem
from nightmoot.core.errors import Refused
from nightmoot.core.inputs import Answer, Withdraw
from nightmoot.core.picks import Pick
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


def all_offers(game: Running, scene: Scene) -> Iterator[Offer]:
    """Every open offer, by window, ability and holder."""
    for window, holding in _on_offer(game, scene):
        offer = _offer(scene, window, holding, actors_of(scene, holding))
        if offer is not None:
            yield offer


def _named(game: Running, scene: Scene, name: str) -> tuple[Offer, str] | None:
    """The open offer of that name, and who would take it; the others are not looked at."""
    for window in scene.state.windows.values():
        if window.shut or not name.startswith(offer_stem(window)):
            continue
        held, _, actor = name.removeprefix(offer_stem(window)).rpartition("/")
        holding = scene.state.holdings.get(held)
        if holding is None or held not in game.state.holdings:
            continue
        if holding.ability in game.rules.offered_in(window.name):
            offer = _offer(scene, window, holding, actors_of(scene, holding))
            if offer is not None and actor in offer.actors:
                return offer, actor
    return None


def _on_offer(game: Running, scene: Scene) -> Iterator[tuple[Window, Holding]]:
    """The holdings on offer, by window, ability and holder. What is not committed yet cannot be taken."""
    copies, committed = scene.state.copies, game.state.holdings
    for window in scene.state.windows.values():
        if window.shut:
            continue
        for ability in game.rules.offered_in(window.name):
            if ability not in copies:
                continue
            for holding in scene.state.holders(ability):
                if holding.id in committed:
                    yield window, holding


def _offer(scene: Scene, window: Window, holding: Holding, able: tuple[str, ...]) -> Offer | None:
    """The offer of a holding to those who are able; the orders of those who are gone are shown to nobody."""
    usable = scene.usable(holding)
    if window.name not in scene.state.orders:
        return Offer(window, holding, able, True) if usable and able else None
    if not usable and scene.standing(holding) is Standing.GONE:
        return None
    actors = tuple(
        actor
        for actor in able
        if (order := standing_order(scene.state, window.name, holding.id, actor)) is None
        or window.mode != "now"  # there an order stands only for a pass
        if usable or order is not None
    )
    return Offer(window, holding, actors, usable) if actors else None


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


class Turn(NamedTuple):
    """An offer put to one of those who may take it, as the scene has it."""

    scene: Scene
    offer: Offer
    decision: OpenDecision


class Asked:
    """Who has been put what at one rest: the takers by offer."""

    __slots__ = ("rest", "takers")

    def __init__(self, rest: str = "") -> None:
        """Nobody has been asked yet at this rest."""
        self.rest = rest
        self.takers: dict[str, set[str]] = {}

    def add(self, turn: Turn) -> None:
        """This one has been put to its taker."""
        offer, decision = turn.offer, turn.decision
        self.takers.setdefault(offer_name(offer.window, offer.holding, ""), set()).add(decision.owner)


def in_turn(game: Running, asked: Asked) -> Iterator[Turn]:
    """The open offers of now, one for each who may take it, in seat order, but for those who have been asked.

    Each is worked out when it is come to: whoever takes one of the first needs none of the rest.
    """
    if not game.seen.windows:
        return
    scene = game.scene()
    listed: list[tuple[Window, Holding, tuple[str, ...], str]] = []
    by_taker: dict[str, list[int]] = {}
    for window, holding in _on_offer(game, scene):
        actors, stem = actors_of(scene, holding), offer_name(window, holding, "")
        had = asked.takers.get(stem, ())
        for actor in actors:
            if actor not in had:
                by_taker.setdefault(actor, []).append(len(listed))
        listed.append((window, holding, actors, stem))
    known: dict[int, tuple[Offer, Pick] | None] = {}
    for actor, places in _by_seat(scene.circle, by_taker):
        for nth in places:
            window, holding, actors, stem = listed[nth]
            if nth not in known:
                offer = _offer(scene, window, holding, actors)
                known[nth] = None if offer is None else (offer, _pick(scene, offer))
            found = known[nth]
            if found is not None and actor in found[0].actors:
                turn = _turn(scene, *found, actor, stem + actor)
                if turn is not None:
                    yield turn


def _by_seat(circle: tuple[str, ...], by_taker: dict[str, list[int]]) -> Iterator[tuple[str, Iterable[int]]]:
    """Who may take something, with the places to look at: seat by seat, then place by place those of no seat."""
    for seat in circle:
        if seat in by_taker:
            yield seat, by_taker[seat]
    others = [(nth, actor) for actor, places in by_taker.items() if actor not in circle for nth in places]
    for nth, actor in sorted(others):
        yield actor, (nth,)


def of_viewer(game: Running, viewer: str) -> list[OpenDecision]:
    """The offers open for one viewer (for the moderator: everybody's)."""
    if not game.seen.windows:
        return []
    return _open(game, None if viewer == MODERATOR else viewer)


def again(game: Running, turn: Turn) -> Turn | None:
    """An offer as it stands now, after others have been taken; None where it is gone."""
    scene, name = game.scene(), turn.decision.name
    found = _named(game, scene, name)
    return _turn(scene, found[0], _pick(scene, found[0]), found[1], name) if found is not None else None


def _turn(scene: Scene, offer: Offer, pick: Pick, actor: str, name: str) -> Turn | None:
    decision = _decision(scene, offer, pick, actor, name)
    return None if decision is None else Turn(scene, offer, decision)


def _open(game: Running, viewer: str | None) -> list[OpenDecision]:
    scene = game.scene()
    found = []
    for offer in all_offers(game, scene):
        actors = offer.actors if viewer is None else (viewer,) if viewer in offer.actors else ()
        if actors:
            pick = _pick(scene, offer)
            found += [
                _decision(scene, offer, pick, actor, offer_name(offer.window, offer.holding, actor)) for actor in actors
            ]
    return [decision for decision in found if decision is not None]


def _pick(scene: Scene, offer: Offer) -> Pick:
    """What may be chosen there: nobody has to take an offer."""
    pick: Pick = scene.pick_of(offer.holding)
    return replace(pick, optional=True)


def _decision(scene: Scene, offer: Offer, pick: Pick, actor: str, name: str) -> OpenDecision | None:
    """The offer as it is open for one of its actors; None where there is nothing to choose or to see."""
    order = standing_order(scene.state, offer.window.name, offer.holding.id, actor)
    if order is None and not pick.possible():
        return None
    return OpenDecision(
        actor,
        name=name,
        skill=offer.holding.ability,
        pick=pick,
        offer=True,
        mine=order.choice if order else None,
        answered=order is not None,
        final=offer.stands(order),
    )


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
    for order in state.orders.get(window, ()):
        if _same_order(state, order, holding, actor):
            return order
    return None


def _same_order(state: State, order: Order, holding: str, actor: str) -> bool:
    """Is it the order of this holding? One of the table's own holdings takes an order from each of its actors."""
    return order.holding == holding and (order.by == actor or state.holdings[holding].owner != TABLE)


def _find(game: Running, name: str, by: str) -> tuple[Scene, Offer, str]:
    """The offer of that name, and who takes it: ``by`` may also be the holding's group, or the moderator."""
    scene = game.scene()
    found = _named(game, scene, name)
    if found is not None:
        offer, actor = found
        if by in (actor, MODERATOR) or by == acting_group(scene, offer):
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
    return _after(game, scene, offer, actor, choice, given.at)


def taken_in_turn(game: Running, turn: Turn, choice: Plain) -> State:
    """The same for an offer that is just being put to whoever takes it, by a choice that is no pass."""
    if not turn.offer.usable:
        raise Refused("not-open", "decision")
    decision = turn.decision
    return _after(game, turn.scene, turn.offer, decision.owner, decision.pick.check(choice), None)


def _after(game: Running, scene: Scene, offer: Offer, actor: str, choice: Plain, at: int | None) -> State:
    window, holding = offer.window, offer.holding
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
        order = Order(holding.id, actor, choice, state.count("arrival"), window.name, times, at)
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
    left = game.rules.withdrawn(order)
    others = _others(state, offer.window, offer.holding, actor)
    state.put("orders", offer.window.name, others if left is None else (*others, left))
    _show(game, scene, offer.holding, actor, None)
    game.rewrite(state)
