"""The steps that every ruleset has: uses taken up out of turn, windows that close, orders that settle, wakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from nightmoot.core.book import Book
from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding, Order, Use

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene

CORE = Book()
replace = msgspec.structs.replace


@CORE.step("use")
def use(scene: Scene, holding: str, choice: Plain = None, by: str = "", nth: int = 0) -> None:
    """A use taken up from an offer or an order; whoever operates a seat uses in its name."""
    held = scene.state.holdings.get(holding)
    if held is None:
        return
    if held.owner in scene.state.seats:
        scene.use(held, choice, feedback=scene.rules.receivers(scene, held, by or held.owner))
    else:
        scene.use(held, choice, actor=by or held.owner)


@CORE.step("act")
def act(scene: Scene, use: dict[str, Any]) -> None:
    """A use that was put off takes effect: what it named and where it went stands as it stood."""
    scene.act(msgspec.convert(use, Use))


@CORE.step("tell")
def tell(
    scene: Scene, to: Plain, key: str, info: Plain, skill: str | None, shows: Plain, params: dict[str, Plain]
) -> None:
    """A notice that was put off is told."""
    scene.tell(to, key, info, skill=skill, shows=shows, **params)


@CORE.step("announce")
def announce(scene: Scene, key: str, info: Plain, shows: Plain, params: dict[str, Plain]) -> None:
    """An announcement that was put off is made."""
    scene.announce(key, info, shows=shows, **params)


# ---------------------------------------------------------------------- windows


@CORE.step("close window")
def close_window(scene: Scene, window: str) -> None:
    """A window closes; what was handed in is settled, and what was to be told at its end is told."""
    found = scene.state.windows.get(window)
    scene.close_window(window)
    if found is None:
        return
    if found.mode == "now":
        scene.state.drop("orders", window)
    elif found.mode == "order":
        scene.push("settle", window=window)
    else:
        scene.push("settle one by one", window=window, known=_on_offer(scene, window))
    scene.push("due", moment=found.until)


@CORE.step("due")
def due(scene: Scene, moment: str) -> None:
    """A named moment has come: what was put off until then happens."""
    scene.fall_due(moment)


def _in_order(scene: Scene, window: str) -> list[Order]:
    """The orders of a window by place on the sheet, then seat, then holding."""
    ring = {seat: place for place, seat in enumerate(scene.circle)}

    def place(order: Order) -> tuple[int, int, str]:
        ability = scene.state.holdings[order.holding].ability
        return scene.rules.place(ability), ring.get(order.by, len(ring)), order.holding

    orders = scene.state.orders.get(window, ())
    return sorted((o for o in orders if o.choice is not None and o.holding in scene.state.holdings), key=place)


@CORE.step("settle")
def settle(scene: Scene, window: str) -> None:
    """The orders of a window are used one after another."""
    orders = _in_order(scene, window)
    scene.state.drop("orders", window)
    for order in orders:
        scene.push("use", holding=order.holding, choice=order.choice, by=order.by)


def _on_offer(scene: Scene, window: str) -> tuple[str, ...]:
    """The holdings that can be used in a window as things stand."""
    holders = [h for ability in scene.rules.offered_in(window) for h in scene.state.holders(ability)]
    return tuple(holding.id for holding in holders if scene.usable(holding))


@CORE.step("settle one by one")
def settle_one_by_one(scene: Scene, window: str, known: tuple[str, ...]) -> None:
    """The first order of a window is used; whoever can use something of this window because of it comes next."""
    opened = [scene.state.holdings[name] for name in _on_offer(scene, window) if name not in known]
    if opened:
        opened.sort(key=lambda holding: scene.rules.place(holding.ability))
        scene.push("wake", holding=opened[0].id)
        scene.push("settle one by one", window=window, known=(*known, opened[0].id))
        return
    orders = _in_order(scene, window)
    if not orders:
        scene.state.drop("orders", window)
        return
    first, *rest = orders
    scene.state.put("orders", window, tuple(rest))
    scene.push("use", holding=first.holding, choice=first.choice, by=first.by)
    scene.push("settle one by one", window=window, known=known)


# ---------------------------------------------------------------------- wakes


def _called(woken: tuple[str, ...]) -> tuple[str, ...]:
    """The places of the sheet that have been called: what stands in ``woken`` is a holding, or a place nobody held."""
    return tuple([name.rsplit(":", 1)[-1].split("#")[0] for name in woken])


def _gained_tonight(scene: Scene, holding: Holding) -> bool:
    return holding.since == scene.night > 0


def _still_comes(scene: Scene, holding: Holding, place: int, reached: int, beside: tuple[str, ...]) -> bool:
    """Is a holding's place to come, or shared by the last one called, or is it woken although its place is past?

    ``beside`` are those gained tonight that were there when that place was reached.
    """
    shares = place == reached and (holding.id in beside or not _gained_tonight(scene, holding))
    return place > reached or shares or scene.rules.wakes_late(scene, holding)


@CORE.step("wakes")
def wakes(
    scene: Scene,
    sheet: Plain = None,
    woken: tuple[str, ...] = (),
    together: bool = False,
    beside: tuple[str, ...] = (),
) -> None:
    """A night of sequential wakes: the next due holding not yet woken, by its place on the sheet.

    Where no sheet is given, the ruleset's for this night is read anew before every wake.

    A published place (an ability on the sheet) is called also where nobody holds it: the call has its gate.
    A holding gained tonight behind the cursor is woken next. With ``together``, holdings whose prompts depend on
    nothing earlier are asked side by side as far as they follow one another, and used in the order of the sheet.
    """
    ring = {seat: place for place, seat in enumerate(scene.circle)}
    called: list[tuple[int, int, str]] = []
    calls = not scene.run.in_place or bool(scene.state.windows)  # else there is no gate, and nobody to notice the call
    order: tuple[str, ...] = scene.rules.night_sheet(scene) if sheet is None else sheet
    past = _called(woken)
    reached = max((order.index(name) for name in past if name in order), default=-1)
    for place, name in enumerate(order):
        if not calls and name not in scene.state.copies:
            continue
        ability = scene.rules.abilities[name]
        if not ability.wakes:
            continue
        due = [
            h
            for h in scene.state.holders(name)
            if h.id not in woken and _still_comes(scene, h, place, reached, beside) and scene.due(h) and scene.usable(h)
        ]
        called += [(place, ring.get(holding.owner, len(ring)), holding.id) for holding in due]
        if not due and calls and ability.due(scene.night) and name not in past:
            called.append((place, -1, name))
        if called and not together:
            break  # nobody comes before those of this place
    if not called:
        return
    called.sort()
    batch = [called[0][2]]
    if together and called[0][1] >= 0 and scene.stands_alone(batch[0]):
        for _, seat, name in called[1:]:
            if seat < 0 or not scene.stands_alone(name):
                break
            batch.append(name)
    if len(batch) > 1:
        scene.push("wake together", holdings=tuple(batch))
    elif called[0][1] >= 0:
        scene.push("wake", holding=batch[0])
    for name in batch:
        scene.gate("call", name, empty=called[0][1] < 0)
    more: dict[str, Any] = {"together": True} if together else {}
    if sheet is not None:
        more["sheet"] = sheet
    waits = [name for _, seat, name in called if seat >= 0 and name not in batch]
    later = tuple([name for name in waits if _gained_tonight(scene, scene.state.holdings[name])])
    if later:
        more["beside"] = later
    scene.push("wakes", woken=(*woken, *batch), **more)


@CORE.step("wake")
def wake(scene: Scene, holding: str) -> None:
    """One holder is woken."""
    held = scene.state.holdings.get(holding)
    if held is not None and scene.usable(held):
        scene.wake(_counted(scene, held))


@CORE.step("wake together")
def wake_together(scene: Scene, holdings: tuple[str, ...]) -> None:
    """Several holders are asked side by side; what they choose is used in the order of the sheet."""
    awake = [scene.state.holdings[name] for name in holdings]
    questions = [(held, question) for held in awake if (question := scene.prompt(held)) is not None]
    answers = scene.gather(*(question for _, question in questions))
    for (held, question), found in zip(questions, answers, strict=True):
        choice = found[question.owners[0]]
        if choice is None:
            scene.fact("passed", seat=held.owner, what=held.ability)
        else:
            scene.push("use", holding=held.id, choice=choice, by=question.owners[0])
    for held in awake:
        _counted(scene, held)


def _counted(scene: Scene, held: Holding) -> Holding:
    """The holding, counted as woken once more."""
    now = replace(held, woken=held.woken + 1)
    scene.state.put_holding(now)
    return now
