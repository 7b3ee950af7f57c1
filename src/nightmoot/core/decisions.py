"""Open decisions and offers, as their owners see them."""

from __future__ import annotations

from typing import Any

from nightmoot.core.picks import Pick, Yes
from nightmoot.core.plain import Plain, Record
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import MODERATOR, Holding, Window


class OpenDecision:
    """A decision or an offer that is open for one owner."""

    __slots__ = ("_offered", "held", "offer", "owner", "pick", "question")

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
        self.owner, self.question, self.held, self.offer = owner, question, held, offer
        self.pick: Pick
        if question is None:
            self.pick = pick if pick is not None else Yes()
            self._offered = (name, skill, mine, answered, final)
        else:
            found = question.picks.get(owner)  # the moderator looks at somebody else's decision
            self.pick = found if found is not None else next(iter(question.picks.values()))

    @property
    def name(self) -> str:
        """What an answer calls it."""
        return self.question.name if self.question is not None else self._offered[0]

    @property
    def skill(self) -> str:
        """The act it is an answer to."""
        return self.question.skill if self.question is not None else self._offered[1]

    @property
    def kind(self) -> str:
        """What ends it in time; ``offer``: nothing but its window."""
        return self.question.kind if self.question is not None else "offer"

    @property
    def mine(self) -> Plain:
        """The owner's answer that stands, if there is one."""
        if self.question is None:
            return self._offered[2]
        return self.held.answers.get(self.owner) if self.held is not None else None

    @property
    def answered(self) -> bool:
        """Has the owner given an answer that stands?"""
        if self.question is None:
            return self._offered[3]
        return self.held is not None and self.owner in self.held.answers

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
        if self.question is None:
            return self._offered[4]
        return self.held is not None and self.question.final_for(self.owner, self.held)

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
            "revise": "never" if self.final else "free",
            "kind": "offer",
            "offer": True,
        }
        if self.answered:
            wire["mine"] = self.mine
        return wire


class Wait(Record, frozen=True):
    """Something that time can end: a gate or an open decision. ``kind`` decides how long it lasts.

    ``place`` of a gate in a row of such gates: the how manieth, of how many.
    """

    name: str
    kind: str
    of: str = ""
    place: tuple[int, int] | None = None


class Grimoire(Record, frozen=True):
    """Everything, for the moderator's page alone.

    ``tokens`` are the kinds of marks that may be laid by hand, ``reminders`` the tokens of each role, ``cast`` the
    roles that may be given, ``sheet`` the entries of :meth:`Ruleset.calls`, ``notes`` those of :meth:`Ruleset.notes`.
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
    reminders: dict[str, dict[str, str]] = {}
    cast: tuple[str, ...] = ()
    sheet: tuple[dict[str, Any], ...] = ()
    notes: tuple[dict[str, str], ...] = ()

    def to_wire(self) -> dict[str, Any]:
        """As plain data."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


def offer_stem(window: Window) -> str:
    """What the names of a window's offers begin with."""
    return f"offer/{window.name}/"


def window_of(name: str) -> str:
    """The window of an offer of that name; empty for a decision."""
    return name.split("/", 2)[1] if name.startswith("offer/") else ""


def offer_name(window: Window, holding: Holding, actor: str) -> str:
    """The name of an offer: its window, its holding, and who would take it."""
    return f"{offer_stem(window)}{holding.id}/{actor}"
