"""Statements about a game as data, of which the program knows whether they are true."""

from __future__ import annotations

from typing import Any

from nightmoot.core.picks import Several, Text
from nightmoot.core.plain import Plain
from nightmoot.core.records import MODERATOR, Holding
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.kit import EVIL, in_play, of_team, script

Said = dict[str, Any]


def statements(s: Scene) -> tuple[tuple[Said, bool], ...]:
    """What the program can say, and whether it is so."""
    ring, held, demons = s.circle, in_play(s), of_team(s, "demon")
    found: list[tuple[Said, bool]] = []
    for place, seat in enumerate(ring):
        for other in ring[place + 1 :]:
            found.append(({"says": "same_side", "seats": (seat, other)}, s.camp(seat) == s.camp(other)))
        three = (seat, ring[(place + 1) % len(ring)], ring[(place + 2) % len(ring)])
        if len(set(three)) == 3:
            found.append(({"says": "demon_among", "seats": three}, any(demon in three for demon in demons)))
    found += [({"says": "in_play", "role": role}, role in held) for role in script(s)]
    dead = [seat for seat in ring if not s.is_in(seat)]
    evil = sum(s.camp(seat) == EVIL for seat in dead)
    found += [({"says": "dead_evil", "n": n}, n == evil) for n in range(len(dead) + 1)]
    return tuple(found)


def _drawn(s: Scene, true: bool, nth: int) -> Said:
    """One statement that is so, or one that is not; kinds are drawn first, so that many of one kind weigh no more."""
    fitting = [said for said, so in statements(s) if so is true]
    kinds = tuple(dict.fromkeys(said["says"] for said in fitting))
    kind = s.draw(f"statement/{nth}/kind", kinds)
    drawn: Said = s.draw(f"statement/{nth}", tuple([said for said in fitting if said["says"] == kind]))
    return drawn


def two_statements(s: Scene, me: Holding, false: bool) -> None:
    """Tell two statements, one of them true; both false under falsity, anything where the ability does not work."""
    truths = (True, False)
    if false:
        truths = (False, False)
    elif s.hollow:
        truths = (s.happens("statement/true/1", 0.5), s.happens("statement/true/2", 0.5))
    elif s.happens("statement/order", 0.5):
        truths = (False, True)
    suggest = tuple([_drawn(s, true, nth) for nth, true in enumerate(truths)])
    found: Plain = s.ask(
        MODERATOR,
        Several(of=Text(most=300), least=2, most=2),
        key="information",
        skill=me.ability,
        kind="ruling",
        default=suggest,
        why="decision.savant.why",
        params={"skill": me.ability, "seat": me.owner, "told": suggest},
    )
    told = suggest if found is None else found
    if s.hollow or false:
        s.fact("misinformed", seat=me.owner, what=me.ability, data={"told": told, "straight": None})
    s.feedback(me.owner, me.ability, told, skill=me.ability, told=told)
