"""Those who choose when they learn of their own death: in public, at once by day, in the morning after a night."""

from __future__ import annotations

from nightmoot.core.book import Out
from nightmoot.core.picks import Some, one
from nightmoot.core.records import Holding
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.kit import is_night, seen_alive

book = Book()
LEARNS = "learns of the death"


def a_living_player(s: Scene, me: Holding) -> Some:
    """One of those who are seen alive; there is no declining."""
    return one(seen_alive(s))


@book.step("choice of the dead")
def choice_of_the_dead(s: Scene, holding: str) -> None:
    """The dead player chooses."""
    held = s.state.holdings.get(holding)
    if held is not None:
        s.wake(held)


def dies(s: Scene, me: Holding, out: Out) -> None:
    """Its holder is dead: by day he chooses now, else in the morning. A stopped one chooses as well."""
    if out.seat != me.owner:
        return
    if is_night(s):
        s.note(LEARNS, s.day + 1)
    else:
        s.push("choice of the dead", holding=me.id)


def learns(s: Scene, me: Holding) -> None:
    """In the morning whoever has died in the night chooses."""
    if s.noted(me, LEARNS) == s.day and not s.is_in(me.owner):
        s.push("choice of the dead", holding=me.id)


def chooses_after_death(of: Book, ability: str) -> None:
    """Tie the choice of an ability to its holder's death."""
    of.on_out(ability)(dies)
    of.at("day", ability)(learns)
