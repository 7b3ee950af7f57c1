"""Decisions: questions that hold the game, and what is known of each while it is open."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from nightmoot.core.picks import Pick
from nightmoot.core.plain import Plain, Record

replace = msgspec.structs.replace
EMPTY: Final[Mapping[str, Any]] = MappingProxyType({})

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
    why      of a ruling: the text key of what speaks for its default, if not that of its key, ``decision.<key>.why``
    revise   ``never``, ``once`` or ``free``: may an answer be replaced or withdrawn before the close
    shown    who sees answers as they come: ``nobody``, ``owners`` or ``all``
    group    the group that the owners answer for, if any
    public   is it publicly known who is asked
    check    name of the ruleset's constraint over all answers, judged at acceptance and again at the close
    closes   ``answered``: as soon as every owner has answered; ``due``: when its time comes, not before;
             ``hand``: owner by owner, each when the hand reaches him, in the order of the owners
    """

    key: str
    skill: str
    owners: tuple[str, ...]
    picks: dict[str, Pick]
    name: str = ""
    kind: str = "decision"
    params: dict[str, Any] = {}
    default: Plain = None
    why: str = ""
    drawn: bool = False
    revise: str = "never"
    shown: str = "nobody"
    group: str | None = None
    public: bool = False
    check: str | None = None
    closes: str = "answered"

    @property
    def close_name(self) -> str:
        """The name of the wait that closes it."""
        return "close of " + self.name

    def hand_name(self, owner: str) -> str:
        """The name of the wait that ends this owner's time, where a hand passes."""
        return f"hand at {owner} of {self.name}"

    def next_by_hand(self, held: Held) -> str | None:
        """Whom the passing hand reaches next."""
        if self.closes != "hand":
            return None
        return next((owner for owner in self.owners if owner not in held.locked), None)

    def final_for(self, owner: str, held: Held) -> bool:
        """Has this owner answered for good?"""
        if owner in held.locked:
            return True
        if owner not in held.answers:
            return False
        return self.revise == "never" or (self.revise == "once" and owner in held.revised)

    def complete(self, held: Held) -> bool:
        """Is there nothing left to wait for?"""
        if self.closes == "hand":
            return len(held.locked) == len(self.owners)
        return self.closes == "answered" and len(held.answers) == len(self.owners)

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
    """The answers so far to one decision: choices by owner, order of arrival, and whether it has been closed.

    ``times`` are the stamps of arrival, where inputs bear them. ``revised`` are those who have replaced an answer,
    ``locked`` those whose answer stands whatever comes, ``by_hand`` those for whom the moderator has answered.
    """

    answers: dict[str, Any] = {}
    arrived: tuple[str, ...] = ()
    closed: bool = False
    times: dict[str, int] = {}
    revised: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()

    def having(self, owner: str, choice: Plain, *, at: int | None = None, by_hand: bool = False) -> Held:
        """With this owner's answer, as the latest to arrive."""
        rest = self.without(owner)
        return replace(
            rest,
            answers={**rest.answers, owner: choice},
            arrived=(*rest.arrived, owner),
            times=rest.times if at is None else {**rest.times, owner: at},
            by_hand=(*rest.by_hand, owner) if by_hand else rest.by_hand,
        )

    def without(self, *owners: str) -> Held:
        """Without the answers of these owners; one withdrawn counts as revised."""
        gone = tuple(owner for owner in owners if owner in self.answers)
        if not gone:
            return self
        return replace(
            self,
            answers={owner: choice for owner, choice in self.answers.items() if owner not in gone},
            arrived=tuple(owner for owner in self.arrived if owner not in gone),
            times={owner: at for owner, at in self.times.items() if owner not in gone},
            revised=tuple(dict.fromkeys((*self.revised, *gone))),
            by_hand=tuple(owner for owner in self.by_hand if owner not in gone),
        )


class Answers(dict[str, Plain]):
    """The choices of a closed decision by owner, in order of arrival; with it come the stamps of arrival."""

    __slots__ = ("times",)

    def __init__(self, choices: Mapping[str, Plain] = EMPTY, times: Mapping[str, int] = EMPTY) -> None:
        """The choices, and the times of those that bear one."""
        super().__init__(choices)
        self.times = times


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
    given = [answers.get(owner) for owner in owners]
    return given[0] if given and all(choice == given[0] for choice in given) else None


def sender(answers: Mapping[str, Plain]) -> str | None:
    """Whose choice counts where a group has one sender: the last to arrive among those who made one, or None."""
    senders = [owner for owner, choice in answers.items() if choice is not None]
    return senders[-1] if senders else None
