"""Expectations: what must hold now. Each key of an ``expect`` entry is a function that yields what does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from nightmoot.core import ALL, Fact, Game, Notice, Plain, Scene
from nightmoot.core.picks import Form, Pick, Some
from nightmoot.scenarios.course import Course
from nightmoot.scenarios.faults import Fault
from nightmoot.scenarios.inform import RESULTS, same
from nightmoot.scenarios.openings import Opening, openings, waiting
from nightmoot.scenarios.reading import Piece
from nightmoot.scenarios.words import Actor, Words

#: The winner of a game that is over and that nobody has won.
NOBODY: Final = "nobody"
#: The key of the notice with which every phase begins.
PHASE: Final = "phase"


class Cursors:
    """How far earlier expectations have looked: counts of facts and notices.

    ``start`` is where the first phase begins: what was told in setting up (the roles dealt) is not looked at.
    """

    __slots__ = ("announced", "died", "start", "told")

    def __init__(
        self, start: int = 0, died: int = 0, announced: int = 0, told: Mapping[tuple[str, str], int] | None = None
    ) -> None:
        """At the start nothing has been looked at."""
        self.start, self.died, self.announced = start, died, max(announced, start)
        self.told = dict(told or {})

    def copy(self) -> Cursors:
        """The cursors as they are now."""
        return Cursors(self.start, self.died, self.announced, self.told)


def at_the_start(game: Game) -> Cursors:
    """The cursors of a game that has just been set up."""
    return Cursors(next((number for number, notice in enumerate(game.notices) if notice.key == PHASE), 0))


class Differs(NamedTuple):
    """Something does not hold."""

    expected: str
    was: str

    def __str__(self) -> str:
        return f"expected {self.expected}; was {self.was}"


class Ahead(NamedTuple):
    """What comes to be open on one copy, and who acts for each group there."""

    openings: list[Opening]
    acting: dict[str, tuple[str, ...]]


class Look:
    """One look at a game, for one ``expect`` entry."""

    def __init__(self, course: Course, cursors: Cursors) -> None:
        """Look at a game where it rests."""
        self.course = course
        self.game = course.game
        self.words: Words = course.words
        self.scene: Scene = self.game.scene()
        self.before = cursors.copy()
        self.after = cursors.copy()
        self._copies = course.copies()
        self._seen: list[Ahead] = []

    def aheads(self) -> Iterator[Ahead]:
        """What is open now or comes to be open before the phase ends, on copies that pass everything."""
        yield from self._seen
        for copy in self._copies:
            ahead = Ahead([], {})
            for _ in copy.rests():
                ahead.openings.extend(openings(copy.game))
                for group in self.game.rules.groups:
                    ahead.acting.setdefault(group, copy.game.rules.group_of(copy.game.seen, group))
            self.words.sit(self.game.seen.seats)
            self._seen.append(ahead)
            yield ahead

    def found(self, actor: Actor, skill: str) -> Iterator[list[Pick]]:
        """On each copy the picks of the skill open for the actor: of the first opening (all its owners')."""
        for ahead in self.aheads():
            asked = [opening for opening in ahead.openings if opening.part(skill) is not None]
            mine = [opening for opening in asked if opening.open_for(actor)]
            if actor.group and not mine:
                members = ahead.acting.get(actor.id, ())
                mine = [opening for opening in asked if any(opening.open_for(Actor(seat)) for seat in members)]
            parts = [opening.part(skill) for opening in mine if opening.name == mine[0].name]
            yield [part[0] for part in parts if part is not None and part[0].possible()]

    def notices(self, start: int) -> Sequence[Notice]:
        """The notices from a cursor on."""
        return self.game.notices[start:]


Check = Callable[[Look, Piece], Iterator[Differs]]


# ---------------------------------------------------------------------- who is in


def _life(*, out: bool) -> Check:
    def check(look: Look, piece: Piece) -> Iterator[Differs]:
        for name in piece.several():
            record = look.scene.seat(look.words.seat(name))
            if (record.out or record.left) != out:
                yield Differs(f"{name} {'dead' if out else 'alive'}", "alive" if out else "dead")

    return check


def _appears(look: Look, piece: Piece) -> Iterator[Differs]:
    for name, says in piece.map("appears").items():
        seat = look.words.seat_of_key(name, piece.line_of(name))
        case = "alive" if look.scene.read(seat, "in", as_="town") else "dead"
        if says.word("alive or dead") != case:
            yield Differs(f"{name} to appear {says}", case)


def outs(facts: Sequence[Fact]) -> Iterator[tuple[int, str]]:
    """Who went out, in order, each with the number of the fact: by the rules, or by a correction."""
    gone: set[str] = set()
    for fact in facts:
        seat = fact.seat
        if seat is None:
            continue
        set_to = fact.data.get("alive") if fact.kind == "override" and isinstance(fact.data, dict) else None
        if fact.kind == "out" or (fact.what == "set" and set_to is False):
            if seat not in gone:
                yield fact.id, seat
            gone.add(seat)
        elif fact.kind == "revived" or (fact.what == "set" and set_to is True):
            gone.discard(seat)


def _died(*, in_order: bool) -> Check:
    def check(look: Look, piece: Piece) -> Iterator[Differs]:
        facts = look.game.facts
        case = [seat for number, seat in outs(facts) if number >= look.before.died]
        look.after.died = len(facts)
        said = list(look.words.people(piece))
        once = list(dict.fromkeys(case))
        if said not in (case, once) if in_order else sorted(said) not in (sorted(case), sorted(once)):
            yield Differs(f"{'died_in_order' if in_order else 'died'}: {piece}", look.words.show(case))

    return check


# ---------------------------------------------------------------------- the end


def _winner(look: Look, piece: Piece) -> Iterator[Differs]:
    verdict = look.game.over
    won = () if verdict is None else verdict.sides or (NOBODY,)
    case = "null" if verdict is None else ", ".join(side if side == NOBODY else look.words.call(side) for side in won)
    if piece.null:
        holds = verdict is None
    else:
        sides = _sides(look.words, piece)
        holds = any(side in sides for side in won)
    if not holds:
        yield Differs(f"winner: {piece}", case)


def _sides(words: Words, piece: Piece) -> list[str]:
    """What a winner's name can mean: a side, a camp, or a role that wins alone."""
    side = piece.word("a side")
    meant = [found for kind in ("side", "camp", "role") if (found := words.find(kind, side))]
    if side == NOBODY and NOBODY not in meant:
        meant.append(NOBODY)
    if not meant:
        raise Fault(f"there is no side called {side}", piece.line)
    return meant


def _winners(look: Look, piece: Piece) -> Iterator[Differs]:
    case = look.game.over.winners if look.game.over is not None else ()
    if set(look.words.people(piece)) != set(case):
        yield Differs(f"winners: {piece}", look.words.show(case) + (" (not over)" if look.game.over is None else ""))


# ---------------------------------------------------------------------- where the game stands


def _phase(look: Look, piece: Piece) -> Iterator[Differs]:
    if look.words.name("phase", piece) != look.course.phase.name:
        yield Differs(f"phase: {piece}", look.course.where())


def _number(which: str) -> Check:
    def check(look: Look, piece: Piece) -> Iterator[Differs]:
        case = getattr(look.course.phase, which)
        if piece.whole(f"a {which}") != case:
            yield Differs(f"{which}: {piece}", str(case))

    return check


# ---------------------------------------------------------------------- what players are


def _facet(facet: str) -> Check:
    def check(look: Look, piece: Piece) -> Iterator[Differs]:
        for name, says in piece.map(facet).items():
            seat = look.words.seat_of_key(name, piece.line_of(name))
            case = look.scene.read(seat, facet)
            if look.words.name(facet, says) != case:
                yield Differs(f"{facet} of {name}: {says}", look.words.show(case))

    return check


def _seems(look: Look, piece: Piece) -> Iterator[Differs]:
    for name, says in piece.map("seems").items():
        seat = look.words.seat_of_key(name, piece.line_of(name))
        for facet, item in says.map("how somebody seems").items():
            if facet not in ("role", "camp", "armed"):
                raise Fault(f"nobody seems {facet}: there are role, camp and armed", says.line_of(facet))
            case = look.game.rules.seems(look.scene, seat, facet)
            said = item.plain() if facet == "armed" else look.words.name(facet, item)
            if said != case:
                yield Differs(f"{name} to seem {facet}: {item}", look.words.show(case))


def _status(*, there: bool) -> Check:
    def check(look: Look, piece: Piece) -> Iterator[Differs]:
        for name, says in piece.map("status").items():
            seat = look.words.seat_of_key(name, piece.line_of(name))
            case = look.game.rules.statuses(look.scene, seat)
            for item in says.several():
                if (_mark(look.words, item) in case) != there:
                    yield Differs(f"{'status' if there else 'no status'} {item} on {name}", look.words.show(case))

    return check


def _mark(words: Words, item: Piece) -> str:
    """The id of a status; a count may follow it."""
    text = item.word("a status")
    base, colon, count = text.partition(":")
    found = words.find("mark", text)
    if found is None:
        found = words.name("mark", Piece(item.line, text=base, value=base)) + colon + count
    return found


def _uses(look: Look, piece: Piece) -> Iterator[Differs]:
    for name, says in piece.map("uses").items():
        actor = look.words.actor(name, piece.line_of(name))
        owner = f"group:{actor.id}" if actor.group else actor.id
        for skill, item in says.map("uses").items():
            ability = look.words.skill(skill, says.line_of(skill))
            left = [h.left for h in look.scene.state.holdings_of(owner) if h.ability == ability]
            case = None if None in left else sum(count or 0 for count in left)
            if item.whole("the uses left") != case:
                yield Differs(f"uses of {skill} of {name}: {item}", "no limit" if case is None else str(case))


def _group(look: Look, piece: Piece) -> Iterator[Differs]:
    for name, says in piece.map("group").items():
        group = look.words.find("group", name)
        if group is None:
            raise Fault(f"there is no group called {name}", piece.line_of(name))
        case = look.scene.state.groups.get(group, ())
        if set(look.words.people(says)) != set(case):
            yield Differs(f"group {name}: {says}", look.words.show(case))


def _sheriff(look: Look, piece: Piece) -> Iterator[Differs]:
    case = look.scene.recall("sheriff")
    if (None if piece.null else look.words.seat(piece)) != case:
        yield Differs(f"sheriff: {piece}", look.words.show(case))


# ---------------------------------------------------------------------- what players know


def _told(look: Look, piece: Piece) -> Iterator[Differs]:
    for name, says in piece.map("told").items():
        seat = look.words.seat_of_key(name, piece.line_of(name))
        for skill, item in says.map("what is told").items():
            key = look.words.told(skill, says.line_of(skill))
            look.after.told[seat, key] = len(look.game.notices)
            newest = _newest(look.notices(look.before.start), seat, key)
            several = {RESULTS: newest}
            if not newest:
                yield Differs(f"{skill} to have told {name} {item}", "nothing told")
            elif not same(look.words, item, newest[-1]) and not same(look.words, item, several):
                yield Differs(f"{skill} to have told {name} {item}", look.words.show(newest[-1]))


def _newest(notices: Sequence[Notice], seat: str, key: str) -> tuple[Plain, ...]:
    """The newest that the skill told this seat: its results of one phase, in their order."""
    found: list[Plain] = []
    for notice in reversed(notices):
        if found and notice.key == PHASE:
            break
        if _tells(notice, seat, key):
            found.append(notice.info)
    return tuple(reversed(found))


def _not_told(look: Look, piece: Piece) -> Iterator[Differs]:
    for name, says in piece.map("not_told").items():
        seat = look.words.seat_of_key(name, piece.line_of(name))
        for item in says.several():
            key = look.words.told(item.word("a skill"), item.line)
            look.after.told[seat, key] = len(look.game.notices)
            for notice in look.notices(look.before.told.get((seat, key), look.before.start)):
                if _tells(notice, seat, key):
                    yield Differs(f"{item} to have told {name} nothing", look.words.show(notice.info))
                    break


def _tells(notice: Notice, seat: str, key: str) -> bool:
    """Did it tell this seat (and not everybody) something under the skill or key?"""
    return notice.to != ALL and seat in notice.to and key in (notice.skill, notice.key)


def _knows(look: Look, piece: Piece) -> Iterator[Differs]:
    facets = look.game.rules.exposed_facets()
    for name, says in piece.map("knows").items():
        seat = look.words.seat_of_key(name, piece.line_of(name))
        seen = look.game.view(seat).seats
        case = [other for other, shown in seen.items() if other != seat and facets & {k for k, v in shown.items() if v}]
        missing = [other for other in look.words.people(says) if other not in case]
        if missing:
            yield Differs(f"{name} to know {says}", look.words.show(case))


# ---------------------------------------------------------------------- what everybody was told


def _announced(*, made: bool) -> Check:
    def check(look: Look, piece: Piece) -> Iterator[Differs]:
        notices = [n for n in look.notices(look.before.announced) if n.to == ALL]
        if made:
            look.after.announced = len(look.game.notices)
        for item in piece.several():
            said: Mapping[str, Piece | None] = item.entries or {item.word("an announcement"): None}
            for key, data in said.items():
                meant = key if not made and key in CHECKS else look.words.announcement(key, item.line, strict=made)
                under = [n for n in notices if n.key == meant]
                if any(data is None or same(look.words, data, n.info) for n in under) != made:
                    others = look.words.show([n.info for n in under]) if under else "nothing under that key"
                    yield Differs(f"{'announced' if made else 'not announced'} {item}", others)

    return check


# ---------------------------------------------------------------------- what is open


def _open(*, there: bool) -> Check:
    def check(look: Look, piece: Piece) -> Iterator[Differs]:
        for name, says in piece.map("can").items():
            actor = look.words.actor(name, piece.line_of(name))
            for item in says.several():
                skill = look.words.skill(item.word("a skill"), item.line)
                if all(bool(picks) != there for picks in look.found(actor, skill)):
                    yield Differs(f"{name} {'can' if there else 'cannot'} {item}", "closed" if there else "open")

    return check


def _choices(look: Look, piece: Piece) -> Iterator[Differs]:
    for name, says in piece.map("choices").items():
        actor = look.words.actor(name, piece.line_of(name))
        for key, wanted in says.map("choices").items():
            skill = look.words.skill(key, says.line_of(key))
            single = all(item.items is None for item in wanted.list("choices"))
            case: tuple[Plain, ...] | None = None
            for picks in look.found(actor, skill):
                if picks:
                    case = _offered(picks, single=single)
                    if same(look.words, wanted, case):
                        break
            else:
                was = "not open" if case is None else look.words.show(case)
                yield Differs(f"choices of {name} for {key}: {wanted}", was)


def _offered(picks: Sequence[Pick], *, single: bool) -> tuple[Plain, ...]:
    """What may be chosen, of all picks together; of a pick of several either the items or their combinations."""
    found: list[Plain] = []
    for pick in picks:
        if isinstance(pick, Form) and pick.main is not None and single:
            pick = pick.slots[pick.main]  # its value alone is a whole choice
        if isinstance(pick, Some) and single:
            offered = list(pick.items)
        else:
            offered = list(pick.choices())
            if isinstance(pick, Some) and pick.distinct:
                offered = list({frozenset(c) if isinstance(c, tuple) else c: c for c in offered}.values())
        found += [item for item in offered if item not in found]
    return tuple(found)


def _pending(look: Look, piece: Piece) -> Iterator[Differs]:
    case = waiting(look.game)
    if set(look.words.people(piece)) != set(case):
        yield Differs(f"pending: {piece}", look.words.show(case))


def _tally(look: Look, piece: Piece) -> Iterator[Differs]:
    counted = look.scene.recall("tally") or {}
    for name, item in piece.map("tally").items():
        person = look.words.person(name)
        seat = look.words.seat_of_key(name, piece.line_of(name)) if person is None else person
        case = counted.get(seat, 0)
        if not same(look.words, item, case):
            yield Differs(f"tally of {name}: {item}", look.words.show(case))


CHECKS: Final[Mapping[str, Check]] = {
    "alive": _life(out=False),
    "dead": _life(out=True),
    "appears": _appears,
    "died": _died(in_order=False),
    "died_in_order": _died(in_order=True),
    "winner": _winner,
    "winners": _winners,
    "phase": _phase,
    "day": _number("day"),
    "night": _number("night"),
    "role": _facet("role"),
    "camp": _facet("camp"),
    "seems": _seems,
    "status": _status(there=True),
    "no_status": _status(there=False),
    "told": _told,
    "not_told": _not_told,
    "announced": _announced(made=True),
    "not_announced": _announced(made=False),
    "can": _open(there=True),
    "cannot": _open(there=False),
    "choices": _choices,
    "uses": _uses,
    "tally": _tally,
    "group": _group,
    "sheriff": _sheriff,
    "knows": _knows,
    "pending": _pending,
}


def expect(course: Course, piece: Piece, cursors: Cursors) -> Cursors:
    """All of it must hold now; returns the cursors moved. Raises a fault that names everything that does not hold."""
    look = Look(course, cursors)
    found: list[str] = []
    line = piece.line
    for key, says in piece.map("what is expected").items():
        for differs in CHECKS[key](look, says):
            line = line if found else piece.line_of(key)
            found.append(str(differs))
    if found:
        raise Fault("; and ".join(found), line)
    return look.after
