"""Open decisions and offers, as their owners see them."""

from __future__ import annotations

from typing import Any

from nightmoot.core.picks import Pick, Yes
from nightmoot.core.plain import Plain, Record
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import MODERATOR, Holding, Window


class OpenDecision:
    """A decision or an offer that is open for one owner."""

    __slots__ = ("_stands", "answered", "held", "kind", "mine", "name", "offer", "owner", "pick", "question", "skill")

    def __init__(
        self,
        owner: str,
        *,
        question: Question | None = None,
        held: Held | None = None,
        name: str = "",
        skill: str = "",
        pick: Pick | None = None,
        offer: bool = False,
        mine: Plain = None,
        answered: bool = False,
        final: bool = False,
    ) -> None:
        """A decision of the question, or an offer of the pick."""
        self._stands = final
        self.owner = owner
        self.question = question
        self.held = held
        self.offer = offer
        self.pick: Pick
        self.mine: Plain = held.answers.get(owner) if held is not None else mine
        #: Has the owner given an answer that stands?
        self.answered = owner in held.answers if held is not None else answered
        if question is None:
            self.name, self.skill, self.kind = name, skill, "offer"
            self.pick = pick if pick is not None else Yes()
            return
        self.name, self.skill, self.kind = question.name, question.skill, question.kind
        found = question.picks.get(owner)  # the moderator looks at somebody else's decision
        self.pick = found if found is not None else next(iter(question.picks.values()))

    @property
    def key(self) -> str:
        """The text key of the prompt."""
        return self.question.key if self.question else self.skill

    @property
    def params(self) -> dict[str, Any]:
        """What the prompt shows."""
        return self.question.params if self.question else {}

    @property
    def final(self) -> bool:
        """Can the answer not be changed any more?"""
        if self._stands:
            return True
        return self.held is not None and self.question is not None and self.question.final_for(self.owner, self.held)

    def to_wire(self) -> dict[str, Any]:
        """What the owner's page gets."""
        if self.question:
            wire = self.question.to_wire(
                self.owner if self.owner in self.question.picks else self.question.owners[0],
                self.mine,
                has_mine=self.answered,
            )
            if self.question.shown != "nobody" and self.held:
                wire["others"] = self.held.answers
            if self.owner == MODERATOR and self.question.owners != (MODERATOR,):
                wire["owners"] = self.question.owners
                wire["answered"] = self.held.answers if self.held else {}
            return wire
        wire = {
            "key": self.key,
            "skill": self.skill,
            "params": {},
            "pick": self.pick.to_wire(),
            "optional": True,
            "revise": "never" if self._stands else "free",
            "kind": "offer",
            "offer": True,
        }
        if self.answered:
            wire["mine"] = self.mine
        return wire


class Wait(Record, frozen=True):
    """Something that time can end: a gate or an open decision. ``kind`` decides how long it lasts."""

    name: str
    kind: str
    of: str = ""


class Grimoire(Record, frozen=True):
    """Everything, for the moderator's page alone.

    ``tokens`` are the kinds of marks that may be laid by hand, ``cast`` the roles that may be given, ``sheet`` the
    entries of :meth:`Ruleset.calls`.
    """

    seats: dict[str, Any]
    marks: tuple[dict[str, Any], ...]
    groups: dict[str, Any]
    phase: dict[str, Any]
    table: dict[str, Any]
    harms: tuple[dict[str, Any], ...]
    orders: tuple[dict[str, Any], ...]
    circle: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    sheet: tuple[dict[str, Any], ...] = ()

    def to_wire(self) -> dict[str, Any]:
        """As plain data."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


def offer_name(window: Window, holding: Holding, actor: str) -> str:
    """The name of an offer: its window, its holding, and who would take it."""
    return f"offer/{window.name}/{holding.id}/{actor}"
