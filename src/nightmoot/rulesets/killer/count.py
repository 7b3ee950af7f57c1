"""20:00: the vote is counted, snipes take effect, and night falls."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.records import Order
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.attacks import Attacks
from nightmoot.rulesets.killer.events import tell_actors
from nightmoot.rulesets.killer.items import cancel, due_to, items_of
from nightmoot.rulesets.killer.news import News, announce_out, tell_news
from nightmoot.rulesets.killer.orders import ORDERS
from nightmoot.rulesets.killer.seats import awake, is_npc, locked, npc_sealed, passive, players, regroup, turn_up
from nightmoot.rulesets.killer.votes import VOTES, counted

book = Book()


@book.step("count")
def count(scene: Scene) -> None:
    """Curse, then void camps, then blessings, then the random vote (K-92); then the snipes; then victory."""
    votes = counted(scene)
    scene.state.drop("orders", VOTES)
    scene.remember("acted", tuple(order.by for order in votes))
    scene.remember("tally", {})
    gone: tuple[str, ...] = ()
    if scene.recall("cursed_day") == scene.day:
        scene.fact("cursed", cause=scene.recall("curse"))
        scene.announce("void", "votes")
        scene.announce("voted_out", None, seat=None)
    else:
        gone = _verdict(scene, votes)
    scene.remember("gone_at_count", {"seats": gone, "before": scene.state.counters.get("arrival", 0)})
    scene.remember("roll_2000", scene.living())
    _void_orders_of(scene, gone)
    if scene.options["alpha_order_takes_effect"] == "next_switch":
        _snipes(scene)
    regroup(scene)
    scene.check_wins()
    scene.push("night")


def _verdict(scene: Scene, votes: list[Order]) -> tuple[str, ...]:
    """Who goes out by the count; returns everybody who went out in it."""
    table = {order.by: order.choice for order in votes}
    tally: dict[str, float] = {}
    for seat, choice in table.items():
        scene.fact("vote", seat=seat, what=choice)
        tally[choice] = tally.get(choice, 0) + scene.vote_weight(seat)
    scene.remember("tally", tally)
    stale = tuple((seat, "vote", None) for seat in players(scene))
    shows = (("table", "votes", table), ("table", "tally", tally), *stale)
    scene.announce("votes", table, votes=table, tally=tally, shows=shows)
    scene.fact("count", data={"tally": tally, "votes": table})
    top, cause = _top(scene, tally)
    with due_to(scene, cause):
        if len(top) == 1:
            return _voted(scene, top[0], [order.by for order in votes if order.choice == top[0]])
        if top:
            _tie(scene, top)
        scene.announce("voted_out", None, seat=None)
        return ()


def _top(scene: Scene, tally: dict[str, float]) -> tuple[tuple[str, ...], int]:
    """Who has most votes, and the fact of it; after an NPC's event it is one of those with any, by lot (K-78)."""
    named = tuple(seat for seat in scene.circle if seat in tally)
    if named and scene.recall("random_vote") == scene.day:
        drawn = scene.draw("event", named)
        scene.announce("random_vote")
        return (drawn,), scene.fact("lot", seat=drawn)
    most = max(tally.values(), default=0)
    top = tuple(seat for seat in named if tally[seat] == most)
    return top, scene.fact("most_votes", data={"seats": top, "votes": most})


def _tie(scene: Scene, top: tuple[str, ...]) -> None:
    """Nobody goes; the tied lose their active skills on the next day (K-10)."""
    scene.announce("tie", top, seats=top)
    for seat in top:
        if not is_npc(scene, seat):
            scene.mark(seat, "locked", data=scene.day + 1, until=f"day {scene.day + 2}")


def _voted(scene: Scene, seat: str, voters: list[str]) -> tuple[str, ...]:
    """One name has most votes: γ turns it on his first voter, a bomb takes the last one along (K-17, K-19)."""
    news = News()
    attacks = Attacks(scene, scene.day, news)
    gamma = passive(scene, seat, "gamma", scene.day)
    if gamma is not None and voters:
        scene.unmark(gamma)
        data = {"stage": "instead", "mark": "gamma"}
        fact = scene.fact("substituted", seat=seat, what="vote", data=data)
        scene.announce("voted_out", None, seat=None)
        attacks.put_out(voters[0], "rebound", source=seat, cause=fact)
    else:
        bomb = passive(scene, seat, "bomb", scene.day)
        curser = passive(scene, seat, "curser", scene.day) is not None and awake(scene, seat)
        out = attacks.put_out(seat, "vote", source=None, cause=scene.cause)
        scene.announce("voted_out", seat, seat=seat, shows=((seat, "in", False),))
        if curser:
            scene.remember("cursed_day", scene.day + 1)
            scene.remember("curse", out)
        last = next((by for by in reversed(voters) if scene.is_in(by)), None)
        if bomb is not None and last is not None:
            scene.unmark(bomb)
            attacks.put_out(last, "blast", source=seat, cause=out)
    for victim in news.out:
        with due_to(scene, next(scene.past("out", seat=victim)).id):
            turn_up(scene, victim)
    return tuple(news.out)


def _void_orders_of(scene: Scene, gone: tuple[str, ...]) -> None:
    """The vote comes first: what they sent and every snipe at them is void, and not spent (K-08, K-09)."""
    kept = []
    for order in scene.state.orders.get(ORDERS, ()):
        skill = scene.state.holdings[order.holding].ability if order.holding in scene.state.holdings else ""
        if order.by not in gone and not (skill == "snipe" and order.choice in gone):
            kept.append(order)
            continue
        for item in items_of(scene, (order,)):
            scene.remember("acted", (*scene.recall("acted", ()), order.by))
            cancel(scene, item, "voted_out", voted=order.by if order.by in gone else item.named)
    scene.state.put("orders", ORDERS, tuple(kept))


def _snipes(scene: Scene) -> None:
    """A snipe takes effect at the switch of day and night (狙击手指令效果在日夜间交替时生效)."""
    orders = scene.state.orders.get(ORDERS, ())
    holders = [holding.id for holding in scene.state.holders("snipe")]
    mine = tuple(order for order in orders if order.holding in holders and order.choice is not None)
    if not mine:
        return
    scene.state.put("orders", ORDERS, tuple(order for order in orders if order not in mine))
    news = News()
    attacks = Attacks(scene, scene.day, news)
    for item in items_of(scene, mine):
        scene.remember("acted", (*scene.recall("acted", ()), item.by))
        if not scene.is_in(item.by):
            cancel(scene, item, "gone", out=True)
        elif npc_sealed(scene, item.by, scene.day):
            cancel(scene, item, "sealed", mark="sealed")
        elif locked(scene, item.by, scene.day):
            cancel(scene, item, "locked", mark="locked")
        else:
            attacks.snipe(item)
            scene.book(scene.state.holdings[item.holding], (item.named,))
            scene.remember("used", (*scene.recall("used", ()), item.by))
    if news.out:
        announce_out(scene, tuple(seat for seat in scene.circle if seat in news.out))
    tell_news(scene, news)
    tell_actors(scene)
