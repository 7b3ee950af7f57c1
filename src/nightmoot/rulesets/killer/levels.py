"""The levels of a settlement from the swap on, each acting in order of arrival (所有技能优先度)."""

from __future__ import annotations

from nightmoot.rulesets.killer.before import GOES_OUT
from nightmoot.rulesets.killer.items import Item, cancel, due_to, miss, turn
from nightmoot.rulesets.killer.jobs import CHANGEABLE, CONVERTED, KILLERS
from nightmoot.rulesets.killer.seats import awake, awaken, locked, npc_sealed
from nightmoot.rulesets.killer.work import Work, is_immune


def swap(work: Work) -> None:
    """Exchanges the targets of the orders at levels 4 to 9, one exchange after another (K-47, K-49)."""
    scene = work.scene
    for item in work.at(3):
        item.acted = True
        if not all(scene.is_in(seat) for seat in item.pair):
            miss(scene, item, "missed")
            continue
        other = dict(zip(item.pair, reversed(item.pair), strict=True))
        for order in work.items:
            if order.waits and 4 <= order.level <= 9 and order.target in other:
                turn(scene, order, other[order.target], stage="swap", by=item.holding)


def protect(work: Work) -> None:
    """Protections lie on their targets (K-56)."""
    for item in work.at(4):
        if work.lands(item):
            work.attacks.shield(item)


def allowance(work: Work) -> int:
    """Kill orders that count: awake, unblocked bloodthirsters of the camp living at 20:00, plus one (K-42, K-16)."""
    scene, count = work.scene, 1
    for seat in work.were_in:
        if not scene.marks("bloodthirster", on=seat) or scene.camp(seat) != KILLERS or not awake(scene, seat):
            continue
        blocked = npc_sealed(scene, seat, work.day) or seat in work.sealed
        lock = scene.options["lock_covers_kill_order"] and locked(scene, seat, work.day)
        count += not blocked and not lock
    return count


def kill(work: Work) -> None:
    """Kill orders one by one in order of arrival; the first ones up to the allowance count (K-45, K-105, K-106)."""
    left = allowance(work)
    for item in work.at(5):
        if item.skill == "kill":
            left -= 1
            if left < 0:
                cancel(work.scene, item, "allowance")
                continue
        if item.result == GOES_OUT and not is_immune(work.scene, item):
            item.acted = True
            work.attacks.put_out(item.by, "self_out", source=item.by, cause=item.fact)
        else:
            work.attacks.strike(item)


def convert(work: Work) -> None:
    """The politician brings one player into the killers' camp (K-50 … K-54)."""
    scene = work.scene
    for item in work.at(6):
        seat = item.target
        item.kept = not scene.options["politician_failure_consumes"]
        if not work.lands(item):
            continue
        if scene.camp(seat) == KILLERS:
            miss(scene, item, "not_possible")
            continue
        item.kept = False
        role = scene.seat(seat).role
        with due_to(scene, item.fact):
            scene.turn(seat, KILLERS)
            if CONVERTED.get(role, role) != role:
                scene.become(seat, CONVERTED[role], camp=KILLERS)
            awaken(scene, seat)
        if scene.holding_of(seat, "kill") is None:
            scene.endow(seat, "kill", by=KILLERS)
        scene.tell_role(seat)
        politician = ((item.by, "mate", True), (item.by, "role", scene.seat(item.by).role))
        scene.tell(seat, "converted_by", item.by, skill="convert", seat=item.by, shows=politician)
        work.news.converted = True


def investigate(work: Work) -> None:
    """Police and the like learn a camp, the spy whether somebody acted (K-39, K-55)."""
    scene = work.scene
    for item in work.at(7):
        found = work.lands(item)
        camp = scene.camp(item.target) if found else None
        named = item.named
        with due_to(scene, item.fact):
            if item.skill == "madness":
                item.camp = camp
            elif found and item.skill == "query":
                used = item.target in actors(work)
                scene.tell(item.by, "queried", used, skill="query", seat=named, yes=used)
            elif found:
                shows = ((named, "found", camp),)
                scene.tell(item.by, "investigated", camp, skill=item.skill, seat=named, camp=camp, shows=shows)


def actors(work: Work) -> tuple[str, ...]:
    """Who used an active skill on this day: an order that was not void, a snipe by day among them (K-39, K-119)."""
    scene = work.scene
    sent = {item.by for item in work.items if item.void is None and not item.silent}
    return tuple(seat for seat in scene.circle if seat in sent or seat in scene.recall("used", ()))


def change_jobs(work: Work) -> None:
    """A change of job for good; effective after the settlement (K-64 … K-66)."""
    scene = work.scene
    for item in work.at(8):
        seat = item.target
        if work.lands(item):
            if npc_sealed(scene, seat, work.day):
                miss(scene, item, "not_possible")
            else:
                now = next((job for name, job, _ in reversed(work.jobs) if name == seat), scene.seat(seat).role)
                key = "madness" if item.skill == "madness" else "change_job"
                new = scene.draw(key, tuple(job for job in CHANGEABLE if job != now))
                work.jobs.append((seat, new, item.fact))


def bless(work: Work) -> None:
    """A blessed player acts stronger on the next day; aimed at a killer the blesser blows himself up (K-63)."""
    scene = work.scene
    for item in work.at(9):
        seat = item.target
        if not work.lands(item):
            continue
        if scene.camp(seat) == KILLERS:
            work.attacks.put_out(item.by, "bless", source=item.by, cause=item.fact)
            continue
        with due_to(scene, item.fact):
            scene.mark(seat, "blessed", data=work.day + 1, until=f"day {work.day + 2}")
        scene.tell(seat, "blessed")


def new_jobs(work: Work) -> None:
    """The changed players are told, the others only that somebody changed."""
    scene = work.scene
    for seat, job, fact in work.jobs:
        if scene.is_in(seat):
            with due_to(scene, fact):
                scene.become(seat, job, camp=scene.camp(seat))
                awaken(scene, seat)
            scene.tell_role(seat)
            work.news.jobs_changed += 1


def book_uses(work: Work) -> None:
    """What counts as used: every order but one that was cancelled before its level (K-50, K-126)."""
    scene = work.scene
    booked: list[str] = []
    for item in work.items:
        holding = scene.state.holdings.get(item.holding)
        if holding is None or item.silent or item.holding in booked:
            continue
        booked.append(item.holding)
        named = [seat for other in work.items if other.holding == item.holding for seat in _named(other)]
        kept = item.kept or item.void in ("sealed", "locked")
        scene.book(holding, tuple(dict.fromkeys(named)), spend=not kept)


def _named(item: Item) -> tuple[str, ...]:
    return item.pair or (item.named,)
