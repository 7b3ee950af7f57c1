"""The votes: cast by button in 竞选 and 正午, with one change, counted in 黄昏1 (lines 149-155; R169-R182).

What others do to votes is registered here: weights of a voter, votes received, whom a vote counts for, who votes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from nightmoot.core.book import Book
from nightmoot.core.errors import Refused
from nightmoot.core.picks import Pick, Some
from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding, Order, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.hurt import LYNCH, hurt
from nightmoot.rulesets.forum.kit import PARTS
from nightmoot.rulesets.forum.telling import publish

book = Book()
WINDOW: Final = "投票"
#: Remembered in the last stretch before the doors close.
CLOSING: Final = "doors are closing"

#: (scene, voter, target) → votes more of this voter today.
WEIGHTS: list[Callable[[Scene, str, str], float]] = []
#: (scene, target) → votes more received in every thread today.
RECEIVED: list[Callable[[Scene, str], float]] = []
#: (scene, voter, target) → whom the vote counts for (None: nobody).
OVERRIDES: list[Callable[[Scene, str, Plain, int], Plain]] = []
#: (scene, top) → is the lynch of this seat void?
PARDONS: list[Callable[[Scene, str], bool]] = []
#: (scene, voters so far) → who may vote today.
ELECTORATES: list[Callable[[Scene, tuple[str, ...]], tuple[str, ...]]] = []


def threads(scene: Scene) -> int:
    """How many voting threads today has (定序王子)."""
    return 1 + int(scene.recall("extra threads", {}).get(str(scene.day), 0))


def electorate(scene: Scene) -> tuple[str, ...]:
    """Who may vote today: the living, unless something else holds (死灵复仇, 夺魂)."""
    found = scene.living()
    for change in ELECTORATES:
        found = change(scene, found)
    return found


def may_vote(scene: Scene, me: Holding) -> bool:
    """A vote may be changed once, and not in the last hour (L1313)."""
    if me.owner not in electorate(scene):
        return False
    standing = next((o for o in scene.state.orders.get(WINDOW, ()) if o.by == me.owner or o.holding == me.id), None)
    may_change = standing is None or (standing.times < 2 and not scene.recall(CLOSING))
    return may_change or (standing is not None and _freed(scene, standing))


def _freed(scene: Scene, order: Order) -> bool:
    """The voted one has gone out meanwhile: one change more (R180)."""
    named = order.choice if isinstance(order.choice, tuple) else (order.choice,)
    return order.times < 3 and any(seat in scene.state.seats and not scene.is_in(seat) for seat in named if seat)


def vote_pick(scene: Scene, me: Holding) -> Pick:
    """Anybody who has not been announced out; a list where there are several threads."""
    gone = scene.recall("announced out", ())
    seats = tuple(seat for seat in scene.circle if seat not in gone)
    count = threads(scene) if scene.state.phase.name == "正午" else 1
    return Threads(items=seats, count_=count) if count > 1 else Some(items=seats)


class Threads(Pick, frozen=True):
    """A vote for each thread of the day, in order; None abstains in that one, and so does what is left out."""

    items: tuple[str, ...] = ()
    count_: int = 2

    def _check(self, choice: Plain, path: str) -> Plain:
        if isinstance(choice, Mapping) and set(choice) <= set(PARTS[: self.count_]):  # as a page hands it in
            choice = tuple(choice.get(name) for name in PARTS[: self.count_])
        given = choice if isinstance(choice, list | tuple) else (choice,)
        if not 1 <= len(given) <= self.count_:
            raise Refused("wrong-count", path, least=1, most=self.count_, given=len(given))
        for place, item in enumerate(given):
            if item is not None and item not in self.items:
                raise Refused("not-offered", f"{path}.{place}", choice=item)
        return tuple(given)

    def count(self) -> int:
        """How many choices there are."""
        options = len(self.items) + 1
        return int(options**self.count_)

    def at(self, place: int) -> Plain:
        """The choice at this place."""
        options = (None, *self.items)
        return tuple(options[place // len(options) ** left % len(options)] for left in range(self.count_))

    def choices(self) -> Iterator[Plain]:
        """Every choice."""
        return (self.at(place) for place in range(self.count()))

    def to_wire(self) -> dict[str, Any]:
        """The form in which a page or a bot gets it: one list for each thread."""
        one = Some(items=self.items, optional=True).to_wire()
        slots = dict.fromkeys(PARTS[: self.count_], one)
        return {"kind": "form", "slots": slots, "cross": (), "optional": self.optional}


@book.ability("vote", pick=vote_pick, usable=may_vote, window=WINDOW, works_out=True, tags=("不失",))
def vote(scene: Scene, me: Holding, use: Use) -> None:
    """Counted in 黄昏1."""


def cast(scene: Scene) -> list[Order]:
    """The votes that were cast, in order of arrival; the window's orders are taken out."""
    orders = scene.state.orders.get(WINDOW, ())
    scene.state.drop("orders", WINDOW)
    return sorted(orders, key=lambda order: order.arrival)


def targets_of(order: Order) -> tuple[Plain, ...]:
    """The order's choice in each thread."""
    return order.choice if isinstance(order.choice, tuple) else (order.choice,)


def counted_now(scene: Scene) -> dict[str, tuple[Plain, ...]]:
    """Whom each vote of today counts for, thread by thread, after everything that turns votes (R172)."""
    found: dict[str, tuple[Plain, ...]] = {}
    for voter, named in scene.recall("posted votes", {}).items():
        counted: list[Plain] = []
        for thread in range(max(1, threads(scene))):
            target = named[thread] if thread < len(named) else None
            for change in OVERRIDES:
                target = change(scene, voter, target, thread)
            counted.append(target)
        found[voter] = tuple(counted)
    return found


def weight(scene: Scene, voter: str, target: str) -> float:
    """1, and what adds to it; 迷魂 makes it 0 last (R171)."""
    if scene.marks("迷魂", on=voter):
        return 0
    return 1 + sum(add(scene, voter, target) for add in WEIGHTS)


def keep_votes(scene: Scene, orders: list[Order]) -> None:
    """What was posted, and what counts, for skills that look at votes."""
    posted = {order.by: targets_of(order) for order in orders}
    scene.remember("posted votes", dict(posted))
    scene.remember("posted by day", {**scene.recall("posted by day", {}), str(scene.day): posted})


def count_day(scene: Scene) -> None:
    """Settle every thread of the day: the top name takes 投票出局; a tie or nobody is 平安日 (R169, R174)."""
    orders = cast(scene)
    keep_votes(scene, orders)
    peaceful = True
    counted: dict[str, tuple[Plain, ...]] = {}
    for thread in range(threads(scene)):
        tally, votes, idle = _count(scene, orders, thread)
        for voter, seat in votes.items():
            counted[voter] = (*counted.get(voter, ()), seat)
        scene.remember("tally", tally)
        scene.remember("counted votes", counted)
        scene.cause = scene.fact("count", what="vote", data={"tally": tally, "votes": votes})
        peaceful = not _settle(scene, tally, idle) and peaceful
    if peaceful:
        publish(scene, "平安日", at="早夜1")


def _count(scene: Scene, orders: list[Order], thread: int) -> tuple[dict[str, float], dict[str, Any], float]:
    tally: dict[str, float] = {}
    idle = 0.0
    votes: dict[str, Any] = {}
    late = scene.recall("late votes", {}).get(str(scene.day), ()) if thread == 0 else ()
    for entry in late:  # 凝滞: votes of yesterday, with yesterday's weight (R121)
        if scene.is_in(entry["target"]):
            tally[entry["target"]] = tally.get(entry["target"], 0) + entry["weight"]
    posted = {order.by: targets_of(order) for order in orders}
    for by in (*posted, *(seat for seat in electorate(scene) if seat not in posted)):
        named = posted.get(by, ())
        target = named[thread] if thread < len(named) else None
        for change in OVERRIDES:
            target = change(scene, by, target, thread)
        if target is None:
            if by in posted:
                votes[by] = None
                idle += weight(scene, by, "")
            continue
        votes[by] = target
        scene.fact("vote", seat=by, what=target)
        value = weight(scene, by, target)
        if scene.marks("凝滞", on=by) or scene.marks("凝滞", on=target):
            _delay(scene, target, value)
            continue
        tally[target] = tally.get(target, 0) + value
    for seat in scene.circle:
        more = sum(add(scene, seat) for add in RECEIVED)
        if more:
            tally[seat] = tally.get(seat, 0) + more
    return tally, votes, idle


def _delay(scene: Scene, target: str, value: float) -> None:
    table = scene.recall("late votes", {})
    day = str(scene.day + 1)
    scene.remember("late votes", {**table, day: (*table.get(day, ()), {"target": target, "weight": value})})


def _settle(scene: Scene, tally: dict[str, float], idle: float) -> bool:
    """The top of one thread goes out, if it is above 弃权 too (R169); says whether somebody did."""
    most = max(tally.values(), default=0)
    top = tuple(seat for seat in scene.circle if tally.get(seat) == most) if most > 0 and most >= idle else ()
    if len(top) != 1 or not scene.is_in(top[0]) or any(pardon(scene, top[0]) for pardon in PARDONS):
        return False
    hurt(scene, top[0], LYNCH, skill="vote", source=None)
    if scene.is_in(top[0]):
        return False
    publish(scene, "voted_out", top[0], at="黄昏1结束", shows=((top[0], "in", False),))
    return True


def count_election(scene: Scene) -> str | None:
    """Whoever reached the highest number first (R175); by votes alone, without lynch bonuses (R262)."""
    orders = cast(scene)
    keep_votes(scene, orders)
    running: dict[str, int] = {}
    reached: dict[tuple[str, int], int] = {}
    for order in orders:
        target = targets_of(order)[0]
        if target is None or scene.marks("迷魂", on=order.by):
            continue
        running[target] = running.get(target, 0) + 1
        reached[(target, running[target])] = order.arrival
    scene.remember("tally", dict(running))
    posted = {order.by: targets_of(order)[0] for order in orders}
    scene.cause = scene.fact("count", what="竞岗", data={"tally": dict(running), "votes": posted})
    if not running:
        return None
    most = max(running.values())
    return min((seat for seat in running if running[seat] == most), key=lambda seat: reached[(seat, most)])
