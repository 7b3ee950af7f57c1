"""A players' report of somebody who breaks a madness, and the secret vote on it (the option ``madness_reports``).

Whether somebody is mad enough is judged by what he says, which the program cannot do (B58, B59). Where the room wants
it, all other players judge. Neither hands nor numbers are told, so that a report that comes to nothing proves nothing:
the votes may have been too few, or there is no madness to punish.
"""

from __future__ import annotations

from nightmoot.core.picks import Some, Yes, one
from nightmoot.core.records import TABLE, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.executions import execute
from nightmoot.rulesets.clocktower.kit import at, seen_alive, works

book = Book()


def _not_reported(s: Scene, me: Holding) -> Some:
    """Those seen alive whom nobody has reported today."""
    reported = today.today(s.state)["reported"]
    return one(tuple([seat for seat in seen_alive(s) if seat not in reported]))


def _open(s: Scene, me: Holding) -> bool:
    now = today.today(s.state)
    return me.owner == TABLE and not now["over"] and not now["voting"]


@book.ability("report", window=("day", "nominations"), pick=_not_reported, usable=_open)
def report(s: Scene, me: Holding, use: Use) -> None:
    """Somebody says in public that a player breaks a madness."""
    now = today.today(s.state)
    reporters, reported = (*now["reporters"], use.actor), (*now["reported"], use.target)
    today.note(s, reporters=reporters, reported=reported, voting=True)
    s.announce("reported", {use.actor: use.target}, seat=use.actor, about=use.target)
    s.push("report", seat=use.target)


@book.offered_to("report")
def reporters(s: Scene) -> tuple[str, ...]:
    """Everybody once a day, dead or alive."""
    already = today.today(s.state)["reporters"]
    return tuple([seat for seat in s.circle if seat not in already])


@book.step("report")
def heard(s: Scene, seat: str) -> None:
    """More than half of all others, dead or alive, must say so; what follows is the text of what makes him mad."""
    others = tuple([other for other in s.circle if other != seat])
    said = s.ask_all(
        others, Yes(optional=True), key="breaks_madness", kind="vote", revise="free", public=True, params={"seat": seat}
    )
    yes = tuple([other for other in others if said.get(other)])
    s.cause = s.fact("report", seat=seat, data={"votes": len(yes), "seats": yes, "players": len(others)})
    s.announce("report_closed", seat, seat=seat)
    today.note(s, voting=False)
    mad = any(so and works(s, me) for me, so in at(s, "punishes", seat))
    majority = len(yes) * 2 > len(others)
    params = {"seat": seat, "votes": len(yes)}
    # a person is asked every time: the time that it takes tells nothing
    if s.rule(Yes(), key="punish", skill="report", suggest=majority and mad, params=params):
        execute(s, seat)


def begin(s: Scene) -> None:
    """The act lies open to all, where the room wants it."""
    if s.options["madness_reports"]:
        s.deal_group_holding(TABLE, "report")
