"""The steps that every ruleset has: uses taken up out of turn, windows that close, orders that settle, wakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightmoot.core.book import Book
from nightmoot.core.plain import Plain

if TYPE_CHECKING:
    from nightmoot.core.scene import Scene

CORE = Book()


@CORE.step("use")
def use(scene: Scene, holding: str, choice: Plain = None, by: str = "") -> None:
    """A use taken up from an offer."""
    held = scene.state.holdings.get(holding)
    if held is not None:
        scene.use(held, choice, actor=by or held.owner)


@CORE.step("close window")
def close_window(scene: Scene, window: str) -> None:
    """A window closes; what was handed in is settled in the order of the sheet."""
    found = scene.state.windows.get(window)
    scene.close_window(window)
    if found is not None and found.mode == "order":
        scene.push("settle", window=window)


@CORE.step("settle")
def settle(scene: Scene, window: str) -> None:
    """The orders of a window are used one after another: by place on the sheet, then seat, then holding."""
    orders = [order for order in scene.state.orders.get(window, ()) if order.choice is not None]
    scene.state.drop("orders", window)
    ring = {seat: place for place, seat in enumerate(scene.circle)}

    def place(order: Any) -> tuple[int, int, str]:
        ability = scene.state.holdings[order.holding].ability
        return scene.rules.place(ability), ring.get(order.by, len(ring)), order.holding

    for order in sorted((o for o in orders if o.holding in scene.state.holdings), key=place):
        scene.push("use", holding=order.holding, choice=order.choice, by=order.by)


@CORE.step("wakes")
def wakes(scene: Scene, sheet: tuple[str, ...] = (), woken: tuple[str, ...] = ()) -> None:
    """A night of sequential wakes: the next due holding not yet woken, by its place on the sheet.

    A published place (an ability on the sheet) is called also where nobody holds it: the call has its gate.
    A holding gained tonight behind the cursor is woken next.
    """
    ring = {seat: place for place, seat in enumerate(scene.circle)}
    due = []
    for place, ability in enumerate(sheet):
        declared = scene.rules.abilities[ability]
        if not declared.due(scene.night):
            continue
        holders = [h for h in scene.state.holders(ability) if h.id not in woken and scene.usable(h)]
        due += [(place, ring.get(h.owner, len(ring)), h.id) for h in holders]
        if (
            not holders
            and ability not in woken
            and not any(
                scene.state.holdings.get(w) is not None and scene.state.holdings[w].ability == ability for w in woken
            )
        ):
            due.append((place, -1, ability))
    if not due:
        return
    _, ring_place, name = min(due)
    if ring_place >= 0:
        scene.push("wake", holding=name)
    scene.gate("call", name)
    scene.push("wakes", sheet=sheet, woken=(*woken, name))


@CORE.step("wake")
def wake(scene: Scene, holding: str) -> None:
    """One holder is woken."""
    held = scene.state.holdings.get(holding)
    if held is not None and scene.usable(held):
        scene.wake(held)
