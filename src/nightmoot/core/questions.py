"""Decisions: questions that hold the game, and what is known of each while it is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nightmoot.core.picks import Pick
from nightmoot.core.plain import Plain, Record

#: What a silent owner's answer reads as where the body wants to know silence from a pass.
SILENT = "(silent)"


class Question(Record, frozen=True):
    """A decision as its body asks it.

    key      text key of the prompt (``decision.<key>``)
    skill    the act it is an answer to, as scenarios and pages name it
    owners   who may answer; ``picks`` has one pick for each
    name     what it is, alike in every run of the game
    kind     what ends it in time: ``decision``, ``vote`` or ``ruling`` (the moderator's)
    default  what a silent owner's answer is; with ``drawn`` a draw among the legal choices instead
    revise   ``never`` or ``free``: may an answer be replaced before the close
    shown    who sees answers as they come: ``nobody``, ``owners`` or ``all``
    group    the group that the owners answer for, if any
    public   is it publicly known who is asked
    check    name of the ruleset's constraint over all answers, judged at acceptance and again at the close
    """

    key: str
    skill: str
    owners: tuple[str, ...]
    picks: dict[str, Pick]
    name: str = ""
    kind: str = "decision"
    params: dict[str, Any] = {}
    default: Plain = None
    drawn: bool = False
    revise: str = "never"
    shown: str = "nobody"
    group: str | None = None
    public: bool = False
    check: str | None = None

    @property
    def close_name(self) -> str:
        """The name of the wait that closes it."""
        return "close of " + self.name

    def final_for(self, owner: str, answers: Mapping[str, Plain]) -> bool:
        """Has this owner answered for good?"""
        return owner in answers and self.revise == "never"

    def to_wire(self, owner: str, mine: Plain, *, has_mine: bool) -> dict[str, Any]:
        """What the owner's page gets; nothing about the other owners but where that is public."""
        wire: dict[str, Any] = {
            "key": self.key,
            "skill": self.skill,
            "params": self.params,
            "pick": self.picks[owner].to_wire(),
            "optional": self.picks[owner].optional,
            "revise": self.revise,
            "kind": self.kind,
        }
        if has_mine:
            wire["mine"] = mine
        if self.public:
            wire["owners"] = self.owners
        return wire


class Held(Record, frozen=True):
    """The answers so far to one decision: choices by owner, order of arrival, and whether it has been closed."""

    answers: dict[str, Any] = {}
    arrived: tuple[str, ...] = ()
    closed: bool = False


def plurality(answers: Mapping[str, Plain]) -> tuple[Plain, ...]:
    """The choices named most often (several when they tie), in order of first arrival; passes do not count."""
    counts: dict[Plain, int] = {}
    for choice in answers.values():
        if choice is not None:
            counts[choice] = counts.get(choice, 0) + 1
    if not counts:
        return ()
    top = max(counts.values())
    return tuple(choice for choice, count in counts.items() if count == top)


def unanimity(answers: Mapping[str, Plain], owners: tuple[str, ...]) -> Plain:
    """The one choice that every owner has made, or None."""
    given = tuple(dict.fromkeys(answers.get(owner) for owner in owners))
    return given[0] if len(given) == 1 else None
