"""Sects & Violets, 梦殒春宵: the Townsfolk."""

from __future__ import annotations

from itertools import combinations

from nightmoot.core.book import Out
from nightmoot.core.picks import Form, Several, Text, Yes, exactly, one
from nightmoot.core.plain import Plain
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.core.scene_telling import Reader
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import team_of
from nightmoot.rulesets.clocktower.informing import counting_as, counts_as, falsified, inform, learn, shown_as
from nightmoot.rulesets.clocktower.kit import (
    EVIL,
    alive,
    appears_alive,
    by_demon,
    change,
    characters,
    grant,
    intoxicate,
    is_night,
    on_script,
    poison,
    steadily,
)
from nightmoot.rulesets.clocktower.malfunctions import abnormal
from nightmoot.rulesets.clocktower.past import role_then
from nightmoot.rulesets.clocktower.statements import two_statements

book = Book()
YES_OR_NO = (True, False)
GOOD_TEAMS = ("townsfolk", "outsider")
EVIL_TEAMS = ("minion", "demon")


@book.ability("clockmaker", wakes="first night")
def clockmaker(s: Scene, me: Holding, use: Use) -> None:
    """The smallest number of seats from a Demon to a Minion, either way round; none: zero (R98)."""
    ring = s.circle

    def steps(one_seat: str, other: str) -> int:
        away = abs(ring.index(one_seat) - ring.index(other))
        return min(away, len(ring) - away)

    def question(read: Reader) -> Plain:
        teams = {seat: read(seat, "team") for seat in ring}
        demons = [seat for seat in ring if teams[seat] == "demon"]
        return min((steps(d, m) for d in demons for m in ring if teams[m] == "minion"), default=0)

    learn(s, me, question, tuple(range(1, len(ring) // 2 + 1)))


def _no_traveller(s: Scene, me: Holding) -> tuple[str, ...]:
    return tuple([seat for seat in s.circle if seat != me.owner and team_of(s.seat(seat).role) != "traveller"])


@book.ability("dreamer", wakes="nights", pick=lambda s, me: one(_no_traveller(s, me)))
def dreamer(s: Scene, me: Holding, use: Use) -> None:
    """A good and an evil character, exactly one of which the chosen player has (R99)."""
    good, evil = on_script(s, *GOOD_TEAMS), on_script(s, *EVIL_TEAMS)
    lawful: list[tuple[str, str]] = []
    for role in shown_as(s, use.target, "role", me):
        lawful += [(other, str(role)) for other in good] if role in evil else [(str(role), other) for other in evil]
    form = tuple([(right, wrong) for right in good for wrong in evil])
    own = s.seat(use.target).role
    inform(s, me, tuple(dict.fromkeys(lawful)), form, truly=lambda told: own in told, to=use.feedback, seat=use.target)


@book.ability("snakecharmer", wakes="nights", pick=alive)
def snakecharmer(s: Scene, me: Holding, use: Use) -> None:
    """Naming the Demon swaps characters and sides at once; the old Demon is poisoned for good (R100, R101)."""
    if s.hollow or not counts_as(s, use.target, "team", "demon", me):
        return
    mine, theirs = s.seat(me.owner), s.seat(use.target)
    here, there = s.camp(me.owner), s.camp(use.target)
    if change(s, use.target, mine.role, camp=here):
        poison(s, use.target, me, lasting=True)
        change(s, me.owner, theirs.role, camp=there)


@book.ability("mathematician", wakes="nights")
def mathematician(s: Scene, me: Holding, use: Use) -> None:
    """How many players' abilities have gone wrong since dawn because of somebody else's (R102)."""
    wrong = len([seat for seat in abnormal(s) if seat != me.owner])
    inform(s, me, (wrong,), tuple(range(len(s.circle))))


def demon_voted(s: Scene, read: Reader) -> bool:
    """Did a Demon vote today, as it was at the vote? Hands raised for an exile are no votes (R103)."""
    then = [
        (seat, role_then(s, seat, fact.id))
        for fact in s.past("count", day=s.day)
        for seat in fact.data.get("hands", ())
    ]
    return any(_was(s, read, seat, role, "demon") for seat, role in then)


def minion_nominated(s: Scene, read: Reader) -> bool:
    """Did a Minion nominate today, as it was at the nomination (R103)?"""
    then = [
        (str(fact.data["nominator"]), role_then(s, str(fact.data["nominator"]), fact.id))
        for fact in s.past("nominated", day=s.day)
        if fact.data["nominator"] in s.state.seats
    ]
    return any(_was(s, read, seat, role, "minion") for seat, role in then)


def _was(s: Scene, read: Reader, seat: str, role: str, team: str) -> bool:
    """Was somebody of a team then: as he registers, where he still is what he was."""
    return bool(read(seat, "team") == team if s.seat(seat).role == role else team_of(role) == team)


@book.ability("flowergirl", wakes="other nights")
def flowergirl(s: Scene, me: Holding, use: Use) -> None:
    """Did any Demon vote today?"""
    learn(s, me, lambda read: demon_voted(s, read), YES_OR_NO)


@book.ability("towncrier", wakes="other nights")
def towncrier(s: Scene, me: Holding, use: Use) -> None:
    """Did any Minion nominate today?"""
    learn(s, me, lambda read: minion_nominated(s, read), YES_OR_NO)


@book.ability("oracle", wakes="other nights")
def oracle(s: Scene, me: Holding, use: Use) -> None:
    """How many of the dead are evil, tonight's included (R104)."""
    dead = tuple([seat for seat in s.circle if not appears_alive(s, seat)])
    most = len(dead) or int(falsified(s, me))  # what must be false is so although nobody is dead
    learn(s, me, lambda read: sum(read(seat, "camp") == EVIL for seat in dead), tuple(range(most + 1)))


@book.claim("savant", pick=lambda s, me: Yes(flag=True), daily=True)
def savant(s: Scene, me: Holding, use: Use) -> None:
    """A visit a day: two statements, one of them true (R105)."""
    two_statements(s, me, falsified(s, me))


def _two_others(s: Scene, me: Holding) -> tuple[str, ...]:
    return tuple([seat for seat in s.circle if seat != me.owner])


@book.ability("seamstress", wakes="nights", limit=1, pick=lambda s, me: exactly(2, _two_others(s, me), optional=True))
def seamstress(s: Scene, me: Holding, use: Use) -> None:
    """Once: are these two on one side?"""
    first, second = use.targets
    learn(
        s, me, lambda read: read(first, "camp") == read(second, "camp"), YES_OR_NO, to=use.feedback, seats=use.targets
    )


@book.ability("philosopher", wakes="nights", limit=1, pick=lambda s, me: characters(s, *GOOD_TEAMS, optional=True))
def philosopher(s: Scene, me: Holding, use: Use) -> None:
    """Once: the ability of a good character; whoever has that character is drunk meanwhile (R106)."""
    role = str(use.choice)
    if not s.hollow:
        s.note("character", role)
    for ability in s.rules.roles[role].abilities:
        grant(s, me.owner, ability, me)
    holders = tuple([seat for seat in counting_as(s, role, me) if seat != me.owner])
    if holders and not s.hollow:
        likely = next((seat for seat in holders if s.seat(seat).role == role), holders[0])
        drunk = s.rule(one(holders), key="drunk", skill="philosopher", suggest=likely)
        intoxicate(s, str(drunk), me)


@book.at("changed", "philosopher")
def drunk_on_arrival(s: Scene, me: Holding, seat: str, former: str) -> None:
    """Whoever comes to have the Philosopher's character later is drunk as well (R106)."""
    role = s.noted(me, "character")
    with steadily(s):
        if role is not None and s.seat(seat).role == role and not any(m.by == me.id for m in s.state.all_marks()):
            intoxicate(s, seat, me)


@book.claim("artist", pick=lambda s, me: Text(most=300), limit=1)
def artist(s: Scene, me: Holding, use: Use) -> None:
    """Once, in private: a question that is answered with yes, no, or "I do not know" (R107)."""
    answers: tuple[Plain, ...] = (None, True, False)
    unknown = answers[0]  # the program does not understand the question, whether the Artist works or not
    s.show(
        me,
        "artist",
        answers,
        unknown,
        straight=answers,
        why="decision.artist.why",
        to=use.feedback,
        skill="artist",
        text=use.choice,
    )


def _guesses(s: Scene, me: Holding) -> Several:
    return Several(of=Form(slots={"player": one(s.circle), "character": characters(s)}), least=1, most=5)


@book.claim("juggler", pick=_guesses, public="juggles", limit=1)
def juggler(s: Scene, me: Holding, use: Use) -> None:
    """On the first day, in public: up to five players and who they are (R108)."""
    if s.day != max(1, me.since):
        return
    guessed: tuple[dict[str, str], ...] = use.choice
    s.note("guesses", tuple((one_["player"], one_["character"], s.seat(one_["player"]).role) for one_ in guessed))
    s.note("day", s.day)


def _guessed_today(s: Scene, me: Holding) -> bool:
    own = s.holding_of(me.owner, "juggler")
    return own is not None and s.noted(own, "day") == s.day


@book.ability("juggler.told", wakes="other nights", usable=_guessed_today)
def juggled(s: Scene, me: Holding, use: Use) -> None:
    """That night he is told how many were right (B50, R108)."""
    own = s.holding_of(me.owner, "juggler")
    guesses = s.noted(own, "guesses") if own is not None else ()

    def question(read: Reader) -> Plain:
        return sum(
            read(seat, f"role#{place}") == role if s.seat(seat).role == then else then == role
            for place, (seat, role, then) in enumerate(guesses)
        )

    learn(s, me, question, tuple(range(6)), skill="juggler")


def _killed_tonight(s: Scene, me: Holding) -> bool:
    return not s.is_in(me.owner) and s.noted(me, "died") == s.night


@book.on_out("sage")
def sage_dies(s: Scene, me: Holding, out: Out) -> None:
    """Remembered whether the ability works or not: a stopped one is woken as well."""
    if out.seat == me.owner and by_demon(out.harm) and is_night(s):
        s.note("died", s.night)
        s.note("killer", out.harm.source)
        s.note("stopped", s.hollow)


@book.ability("sage", wakes="other nights", usable=_killed_tonight, works_out=True)
def sage(s: Scene, me: Holding, use: Use) -> None:
    """Killed by the Demon, he sees two players, one of them that Demon; the program alone does not show him himself."""
    s.hollow = s.hollow or bool(s.noted(me, "stopped"))
    killer = s.noted(me, "killer")
    pairs = tuple(combinations(s.circle, 2))
    likely = None if killer == me.owner else (lambda pair: me.owner not in pair)  # a Demon may kill himself
    inform(s, me, tuple([pair for pair in pairs if killer in pair]) or pairs, pairs, likely=likely)
