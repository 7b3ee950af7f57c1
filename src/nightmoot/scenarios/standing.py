"""Standing instructions of the moderator: what he rules when the game asks him, and what somebody is told next.

The rules leave a choice to the moderator as a ruling: a decision of kind ``ruling`` that he alone owns. A standing
instruction answers the ruling it is meant for; any other takes what the program would rule. A decision of his that is
no ruling waits for an entry of the document, like anybody's. Where the ruleset has an override ``register``, a
registration is also put into the game, which then asks within it. By the ruling's key:
``information`` (who is told is its parameter ``seat``) is answered by ``tell``, ``register`` and ``token`` (of its
``seat``) and ``bluffs`` by the instruction of that name, everything else by ``pick`` under its skill or key. A ruling
that settles but a ``part`` of what its ``seat`` is told is also answered by that part of ``tell``. One with
players that are ``alike`` to the ruleset falls on whom of them the document names least.
"""

from __future__ import annotations

from itertools import islice
from typing import Final, NamedTuple

from nightmoot.core import MODERATOR, Game, Notice, Override, Plain, Refused
from nightmoot.core.picks import Some
from nightmoot.core.questions import Question
from nightmoot.scenarios.choices import choice
from nightmoot.scenarios.faults import Fault, Unlawful
from nightmoot.scenarios.inform import same
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.words import Words

#: The standing instructions, and whether each is for somebody (or something) by name.
KINDS: Final = {"register": True, "tell": True, "pick": True, "token": True, "bluffs": False}
#: Those that are used once and then gone.
ONCE: Final = frozenset({"tell", "pick", "bluffs"})
RULING: Final = "ruling"
#: So many lawful choices are named where another was given.
SHOWN: Final = 8


class Order(NamedTuple):
    """One instruction: its kind, for whom or what, what it says."""

    kind: str
    of: str
    says: Piece


class Standing:
    """The instructions in force. What has been used stays noted with the input at which it was, so undo is free."""

    def __init__(self, words: Words) -> None:
        """None yet."""
        self.words = words
        self._orders: dict[tuple[str, str], Order] = {}
        self._used: dict[tuple[str, str], int] = {}

    def copy(self) -> Standing:
        """The same instructions, to be used up apart."""
        new = Standing(self.words)
        new._orders, new._used = dict(self._orders), dict(self._used)
        return new

    def give(self, kind: str, piece: Piece) -> list[Override]:
        """Instructions from here on, merged over earlier ones; returns what the game itself has to be told."""
        if not KINDS[kind]:
            self._put(Order(kind, "", piece))
            return []
        given = [self._order(kind, key, says, piece.line_of(key)) for key, says in piece.map(kind).items()]
        for order in given:
            self._put(order)
        if kind not in self.words.rules.override_acts:
            return []
        return [Override(kind, {"seat": order.of, "as": self.words.plain(order.says, "role")}) for order in given]

    def _order(self, kind: str, key: str, says: Piece, line: int) -> Order:
        if kind == "pick":
            return Order(kind, self.words.find("skill", key) or self.words.find("role", key) or key, says)
        of = self.words.seat_of_key(key, line)
        if kind == "register":
            said = says.map("how somebody registers")
            if set(said) != {"as"}:
                raise Fault("how somebody registers is {as: …}", says.line)
            says = said["as"]
        return Order(kind, of, says)

    def _put(self, order: Order) -> None:
        place = order.kind, order.of
        self._orders[place] = order
        self._used.pop(place, None)
        if order.kind == "register" and order.says.null:
            del self._orders[place]

    def undone(self, to: int) -> None:
        """What was used after that input has not been used."""
        self._used = {place: seq for place, seq in self._used.items() if seq <= to}

    def used(self, kind: str, of: str) -> bool:
        """Has the instruction been used?"""
        return (kind, of) in self._used

    def _waiting(self, kind: str, of: str) -> Order | None:
        return None if self.used(kind, of) else self._orders.get((kind, of))

    # ------------------------------------------------------------------ rulings

    def rule(self, game: Game, question: Question) -> tuple[Plain] | None:
        """What the moderator rules by instruction, or None where none is meant for this ruling."""
        order = self._meant_for(question)
        if order is None:
            return None
        pick = question.picks[MODERATOR]
        found: Plain
        try:
            if order.kind == "tell" and isinstance(pick, Some):
                found = next((item for item in pick.items if same(self.words, order.says, item)), order.says.text)
            else:
                found = choice(self.words, order.says, pick)
            pick.check(found)
        except Refused as refused:
            raise Unlawful(self._why_not(order, question, refused), order.says.line) from refused
        self._use(order, game)
        return (found,)

    def _use(self, order: Order, game: Game) -> None:
        if order.kind in ONCE:
            self._used[order.kind, order.of] = len(game.inputs) + 1

    def _meant_for(self, question: Question) -> Order | None:
        seat = question.params.get("seat", "")
        if question.key == "information":
            return self._waiting("tell", seat)
        if question.key in ("register", "token"):
            return self._waiting(question.key, seat)
        part = question.params.get("part", "")
        if question.key == "bluffs" and not part:
            return self._waiting("bluffs", "")
        picked = self._waiting("pick", question.skill) or self._waiting("pick", question.key)
        return picked or self._part(seat, part)

    def _part(self, seat: str, part: str) -> Order | None:
        """What ``tell`` says of the part that a ruling settles of what is told then; it is not used up yet."""
        order = self._waiting("tell", seat)
        says = (order.says.entries or {}).get(part) if order is not None else None
        return Order("part", seat, says) if says is not None else None

    def _why_not(self, order: Order, question: Question, refused: Refused) -> str:
        lawful = tuple(islice(question.picks[MODERATOR].choices(), SHOWN + 1))
        more = " and others" if len(lawful) > SHOWN else ""
        shown = self.words.show(lawful[:SHOWN])
        return f"{self._named(order)} is not allowed here ({refused.code}); allowed are {shown}{more}"

    def _named(self, order: Order) -> str:
        of = f" for {self.words.call(order.of)}" if order.of else ""
        return f"{order.kind}{of} (line {order.says.line}): {order.says}"

    # ------------------------------------------------------------------ what is told unasked

    def watch(self, game: Game, notices: tuple[Notice, ...]) -> None:
        """Where only one thing could be told, it was told unasked: an instruction must have said the same."""
        for (kind, seat), order in list(self._orders.items()):
            if kind != "tell" or self.used(kind, seat):
                continue
            for notice in notices:
                if notice.to != (seat,) or not self._of_ability(game, seat, notice):
                    continue
                if not same(self.words, order.says, notice.info):
                    told = self.words.show(notice.info)
                    raise Unlawful(f"{self._named(order)} is not allowed here; it is {told}", order.says.line)
                self._use(order, game)
                break

    def _of_ability(self, game: Game, seat: str, notice: Notice) -> bool:
        return notice.skill is not None and any(
            holding.ability == notice.skill for holding in game.seen.holdings_of(seat)
        )
