"""A toy ruleset: one invented ability for each part of the engine.

Every ability comes with a role of its name. A game runs the steps that its set-up lists, by default two nights with a
day between them. How to play it is in ``playing.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from nightmoot.core import (
    TABLE,
    Plain,
    Ruleset,
    Scene,
    State,
)
from nightmoot.core.ability import Bearing
from nightmoot.core.book import Book, Out, Proposal
from nightmoot.core.picks import Pick, Yes, exactly, one
from nightmoot.core.questions import plurality
from nightmoot.core.records import Harm, Holding, Mark, Use, group_owner
from nightmoot.core.standing import Standing
from nightmoot.core.text import Texts, read_catalogue
from tests.core.toy_words import WORDS

replace = msgspec.structs.replace
book = Book()


def anyone(s: Scene, me: Holding) -> Pick:
    """Any living seat, or nobody."""
    return one(s.living(), optional=True)


# ---------------------------------------------------------------------- harm

book.ability("zap", pick=anyone, wakes="nights")(lambda s, me, use: s.queue(use.target, "zap", source=me.owner))


@book.ability("strike", pick=anyone, wakes="nights")
def strike(s: Scene, me: Holding, use: Use) -> None:
    """Out at once."""
    s.kill(use.target, "strike", source=me.owner)


@book.ability("ward", pick=anyone, wakes="nights", alone=True)
def ward(s: Scene, me: Holding, use: Use) -> None:
    """Nothing takes that player out tonight."""
    s.mark(use.target, "warded", until="dawn")


@book.harm("cancel", mark="warded")
def warded(s: Scene, mark: Mark, harm: Harm) -> bool:
    """A ward stops everything but doom."""
    return harm.kind != "doom"


@book.ability("lure", pick=anyone, wakes="nights")
def lure(s: Scene, me: Holding, use: Use) -> None:
    """Harm aimed at me goes there."""
    s.mark(me.owner, "lured", until="dawn", data=use.target)


@book.harm("redirect", mark="lured")
def lured(s: Scene, mark: Mark, harm: Harm) -> str:
    """It goes where the mark says."""
    return str(mark.data)


@book.ability("shield", pick=anyone, wakes="nights")
def shield(s: Scene, me: Holding, use: Use) -> None:
    """I go in that player's place, once."""
    s.mark(use.target, "shielded", data=me.owner)


@book.harm("instead", mark="shielded")
def takes_the_blow(s: Scene, mark: Mark, harm: Harm) -> bool:
    """The mark is spent, and its maker goes."""
    s.unmark(mark)
    s.kill(str(mark.data), "sacrifice", source=str(mark.data))
    return True


@book.ability("bribe", pick=anyone, wakes="nights")
def bribe(s: Scene, me: Holding, use: Use) -> None:
    """When that player would go, he may name another."""
    s.mark(use.target, "bribed")


@book.harm("instead", mark="bribed")
def names_another(s: Scene, mark: Mark, harm: Harm) -> bool:
    """Asked on the spot."""
    other = s.ask(harm.target, one(s.living(but=(harm.target,)), optional=True), key="bribe")
    if other is None:
        return False
    s.kill(other, "bribe", source=harm.target)
    return True


book.passive("tough")
book.mark_kind("tough")


@book.harm("cant", mark="tough")
def tough(s: Scene, mark: Mark, harm: Harm) -> bool:
    """Cannot go."""
    return True


@book.ability("last", pick=anyone, works_out=True)
def last(s: Scene, me: Holding, use: Use) -> None:
    """The shot of the departing."""
    s.kill(use.target, "last", source=me.owner)


@book.on_out("last")
def asks_for_the_last(s: Scene, me: Holding, out: Out) -> None:
    """What follows from a departure is a step of its own."""
    if out.seat == me.owner:
        s.push("wake", holding=me.id)


@book.on_out("bond")
def goes_with_him(s: Scene, me: Holding, out: Out) -> None:
    """Bound seats go together."""
    if out.seat == s.noted(me, "with") and s.is_in(me.owner):
        s.kill(me.owner, "grief", source=out.seat)


@book.ability("bond", pick=anyone, wakes="first night")
def bond(s: Scene, me: Holding, use: Use) -> None:
    """I go when that player goes."""
    s.note("with", use.target)


# ---------------------------------------------------------------------- suppression

book.mark_kind("cursed", verdict=Standing.HOLLOW, upheld=True)
book.mark_kind("hushed", verdict=Standing.BARRED, spares=("forced",))
book.mark_kind("blanked", verdict=Standing.GONE, only=("forced",))
book.mark_kind("sealed", verdict=Standing.BARRED, hidden=True)
book.mark_kind("frozen", Bearing(Standing.BARRED, spares=frozenset({"forced"})), Bearing(Standing.HOLLOW))


@book.ability("curse", pick=anyone, wakes="nights")
def curse(s: Scene, me: Holding, use: Use) -> None:
    """What that player does comes to nothing as long as I stand."""
    s.mark(use.target, "cursed")


book.ability("hush", pick=anyone, wakes="nights")(lambda s, me, use: s.mark(use.target, "hushed", until="dusk"))
book.ability("blank", pick=anyone, wakes="nights")(lambda s, me, use: s.mark(use.target, "blanked"))
book.ability("seal", pick=anyone, wakes="nights")(lambda s, me, use: s.mark(use.target, "sealed", until="dusk"))


@book.ability("cry", pick=lambda s, me: Yes(), tags=("forced",), limit=2, wakes="nights")
def cry(s: Scene, me: Holding, use: Use) -> None:
    """Says something that anybody might say, and remembers it."""
    s.note("cried", True)
    s.announce("cry", me.owner, claim=True, seat=me.owner)
    s.mark(TABLE, "cried")


# ---------------------------------------------------------------------- uses on their way

book.ability("peep", pick=anyone, wakes="nights", alone=True)(
    lambda s, me, use: s.feedback(
        use.feedback,
        "peep",
        [s.camp(seat) for seat in use.targets],
        skill="peep",
        seats=use.targets,
        shows=tuple((seat, "camp", s.camp(seat)) for seat in use.targets),
    )
)


@book.ability("rob", pick=anyone, wakes="nights", limit=1)
def rob(s: Scene, me: Holding, use: Use) -> None:
    """What that player uses tonight is mine to aim, and mine to hear of."""
    s.mark(use.target, "robbed", until="dawn", data=me.owner)


@book.before_use("robbed")
def robbed(s: Scene, mark: Mark, use: Use) -> Use | None:
    """The robbed player hears of it, the robber aims anew or drops it."""
    s.tell(use.actor, "robbed", use.ability, skill="rob", ability=use.ability)
    target = s.ask(str(mark.data), one(s.living(), optional=True), key="rob", params={"ability": use.ability})
    if target is None:
        return None
    return replace(use, targets=(target,), feedback=str(mark.data))


@book.ability("muffle", pick=anyone, wakes="nights")
def muffle(s: Scene, me: Holding, use: Use) -> None:
    """What that player finds out, nobody hears."""
    s.mark(use.target, "muffled", until="dawn")


@book.before_use("muffled")
def muffled(s: Scene, mark: Mark, use: Use) -> Use:
    """Feedback goes to nobody."""
    return replace(use, feedback=None)


@book.ability("swap", pick=lambda s, me: exactly(2, s.living()), wakes="nights")
def swap(s: Scene, me: Holding, use: Use) -> None:
    """What is aimed at the one goes to the other."""
    if len(set(use.targets)) == 2:
        s.mark(TABLE, "swapped", until="dawn", data=use.targets)


@book.stage("swap", mark="swapped")
def swapped(s: Scene, mark: Mark, use: Use, ball: str) -> str:
    """There and back again."""
    left, right = mark.data
    return str({left: right, right: left}.get(ball, ball))


@book.ability("deflect", pick=anyone, wakes="nights")
def deflect(s: Scene, me: Holding, use: Use) -> None:
    """What is aimed at me goes there."""
    s.mark(me.owner, "deflecting", until="dawn", data=use.target)


@book.stage("deflect", mark="deflecting")
def deflecting(s: Scene, mark: Mark, use: Use, ball: str) -> str:
    """It goes where the mark says."""
    return str(mark.data)


@book.stage("cloak", mark="cloaked")
def cloaked(s: Scene, mark: Mark, use: Use, ball: str) -> str:
    """What lands here is lost."""
    return ""


@book.ability("pierce", pick=anyone, wakes="nights", pierces=("cloaked", "hushed", "warded", "limit"), limit=1)
def pierce(s: Scene, me: Holding, use: Use) -> None:
    """Goes through cloak, hush and ward, and costs nothing."""
    s.kill(use.target, "pierce", source=me.owner)


book.ability("lend", pick=anyone, wakes="nights")(lambda s, me, use: s.grant(use.target, "zap", left=1, until="dusk"))


@book.ability("ape", pick=anyone, wakes="first night")
def ape(s: Scene, me: Holding, use: Use) -> None:
    """Gains what that player can do."""
    for name in s.rules.roles[s.seat(use.target).role].abilities:
        s.grant(me.owner, name)


@book.ability("puppet", pick=anyone, wakes="nights")
def puppet(s: Scene, me: Holding, use: Use) -> None:
    """I decide for that player tonight."""
    s.mark(use.target, "puppet", until="dawn", data=me.owner)


@book.ability("late", pick=anyone, wakes="nights")
def late(s: Scene, me: Holding, use: Use) -> None:
    """Takes effect when the named moment comes."""
    s.kill(use.target, "late", source=me.owner)


@book.ability("draw", pick=lambda s, me: Yes(optional=True), wakes="nights")
def draw(s: Scene, me: Holding, use: Use) -> None:
    """Takes somebody out by lot."""
    others = s.living(but=(me.owner,))
    if others:
        s.kill(s.draw("draw", others), "draw", source=me.owner)


# ---------------------------------------------------------------------- writes that are proposals

for _kind in ("mark", "unmark", "become", "turn", "revive", "grant", "lose", "learn", "tell", "weight"):

    @book.prevents(_kind, mark=f"no {_kind}")
    def _kept(s: Scene, mark: Mark, proposal: Proposal) -> bool:
        """On whom it lies, that write does not happen."""
        return mark.on == proposal.on


@book.weighs("heavy")
def heavy(s: Scene, mark: Mark, seat: str, weight: float) -> float:
    """Counts twice."""
    return weight * 2


# ---------------------------------------------------------------------- information


@book.ability("sense", pick=lambda s, me: Yes(optional=True), wakes="nights")
def sense(s: Scene, me: Holding, use: Use) -> None:
    """How many of my neighbours are red."""
    near = s.neighbours(me.owner)
    s.learn(
        me,
        "sense",
        lambda read: sum(read(seat, "camp") == "red" for seat in near),
        (0, 1, 2),
        to=use.feedback,
        false=s.has(TABLE, "lies"),
    )


# ---------------------------------------------------------------------- windows

book.ability("fling", window="noon", pick=lambda s, me: one(s.living()))(
    lambda s, me, use: s.kill(use.target, "fling", source=me.owner)
)
book.ability("plan", window="dusk", pick=lambda s, me: one(s.living()))(
    lambda s, me, use: s.kill(use.target, "plan", source=me.owner)
)
book.ability("scheme", window="dusk", pick=lambda s, me: one(s.living()))(
    lambda s, me, use: s.mark(use.target, "schemed")
)
book.ability(
    "revenge",
    window=("dusk", "dawn"),
    works_out=True,
    limit=1,
    pick=lambda s, me: one(s.living()),
    usable=lambda s, me: not s.is_in(me.owner),
)(lambda s, me, use: s.kill(use.target, "revenge", source=me.owner))
book.ability("shout", window="noon", pick=lambda s, me: Yes())(
    lambda s, me, use: s.announce("shout", use.actor, seat=use.actor)
)


@book.step("windows")
def windows(s: Scene, name: str, mode: str = "now", closes: str = "due", until: str = "") -> None:
    """A window opens and, behind it, closes."""
    s.open_window(name, mode, closes=closes, until=until)


@book.step("standing")
def standing(s: Scene, name: str) -> None:
    """A window that stays open."""
    s.open_window(name, "now", standing=True)


# ---------------------------------------------------------------------- votes


@book.constraint("with my master")
def with_my_master(s: Scene, answers: dict[str, Plain], owner: str, choice: Plain) -> bool:
    """A servant votes only as his master has voted."""
    return all(answers.get(mark.data) == choice for mark in s.marks("servant", on=owner))


@book.step("vote")
def vote(s: Scene, **how: Any) -> None:
    """One vote; the top name goes."""
    answers = s.ask_all(s.living(), one(s.living(), optional=True), key="vote", kind="vote", **how)
    for voter, seat in answers.items():
        s.fact("vote", seat=voter, what=str(seat))
    s.remember("voted", dict(answers))
    s.remember("times", dict(answers.times))
    top = plurality(answers)
    if len(top) == 1:
        s.kill(str(top[0]), "vote", source="village")


@book.step("pair")
def pair(s: Scene, left: str, right: str) -> None:
    """Two decisions side by side."""
    first, second = s.gather(s.question((left,), Yes(), key="left"), s.question((right,), Yes(), key="right"))
    s.remember("pair", (first[left], second[right]))


@book.step("fail")
def fail(s: Scene, ask: str | None = None) -> None:
    """A body with a fault."""
    s.mark(TABLE, "half done")
    s.announce("half")
    if ask is not None and s.ask(ask, Yes(), key="fail") is False:
        return
    if s.recall("mended") is None:
        raise ValueError("no such thing")


@book.step("say")
def say(s: Scene, text: str) -> None:
    """Everybody hears it."""
    s.announce("said", text, text=text)


# ---------------------------------------------------------------------- the course of the game


@book.step("night")
def night(s: Scene, together: bool = False) -> None:
    """The pack, then everybody by the sheet, then dawn."""
    s.enter("night", night=s.night + 1)
    s.push("pack")
    s.push("wakes", sheet=s.rules.sheet, together=together)
    s.gate("phase")
    s.push("dawn")


@book.ability("maul", pick=anyone)
def maul(s: Scene, me: Holding, use: Use) -> None:
    """The pack's choice."""
    s.queue(use.target, "maul", source="pack")


@book.step("pack")
def pack(s: Scene) -> None:
    """The pack agrees; it sees one another's picks."""
    members = s.members("pack", living=True)
    if not members:
        return
    picks: dict[str, Pick] = {seat: one(s.living(but=members), optional=True) for seat in members}
    answers = s.ask_all(members, picks, key="maul", group="pack", revise="free", shown="owners")
    top = plurality(answers)
    holding = s.holding_of(group_owner("pack"), "maul")
    if top and holding is not None:
        agreed = tuple(seat for seat, choice in answers.items() if choice == top[0])
        s.use(holding, top[0], actor="pack", chosen_by=agreed)


@book.step("dawn")
def dawn(s: Scene) -> None:
    """What was queued is settled; everybody hears who is out."""
    before = s.living()
    for harm in s.state.harms:
        if s.is_in(harm.target):
            s.settle(harm)
    s.lapse("dawn")
    s.enter("dawn", day=s.day + 1)
    gone = tuple(seat for seat in before if not s.is_in(seat))
    s.announce("gone", gone, seats=gone, shows=tuple((seat, "in", False) for seat in gone))
    s.fall_due("dawn")
    s.push("wins")


@book.step("wins")
def wins(s: Scene) -> None:
    """The check point."""
    s.check_wins()


@book.step("day")
def day(s: Scene) -> None:
    """Talk, then a vote, then dusk."""
    s.enter("day")
    s.gate("discussion")
    s.push("vote")
    s.push("wins")
    s.push("dusk")


@book.step("dusk")
def dusk(s: Scene) -> None:
    """What lasts until dusk ends."""
    s.lapse("dusk")


@book.wins
def extinct(s: Scene) -> tuple[str, tuple[str, ...]] | None:
    """A side wins when it is alone."""
    sides = {s.camp(seat) for seat in s.living()}
    if not sides:
        return "", ()
    [*left] = sorted(sides)
    return (left[0], tuple(seat for seat in s.circle if s.camp(seat) == left[0])) if len(left) == 1 else None


RED = frozenset({"zap", "strike", "curse", "rob", "puppet", "wolf", "hush"})
for _name in (*book.abilities,):
    if _name != "maul":
        book.role(_name, "red" if _name in RED else "blue", _name)
book.role("plain", "blue")
book.role("wolf", "red")
book.role("fox", "blue")
book.role("rock", "blue", marks=("tough",))

SHEET = (
    "bond ape hush blank seal curse puppet rob muffle swap deflect lend lure ward shield bribe strike zap pierce late "
    "draw peep sense cry"
).split()
COURSE: tuple[tuple[str, dict[str, Any]], ...] = (("night", {}), ("day", {}), ("night", {}))


class Toy(Ruleset):
    """The toy; ``instead`` and other attributes may be given anew."""

    id = "toy"
    players = (1, 10)
    camps = ("red", "blue")
    groups = ("pack",)
    phases = ("night", "dawn", "day")
    night_phases = frozenset({"night"})
    phase_steps = {"night": "night", "day": "day"}
    use_stages = ("swap", "deflect", "cloak")
    sheet = tuple(SHEET)

    def __init__(self, **changes: Any) -> None:
        """Collect the book."""
        super().__init__()
        self.include(book)
        self.putting_off: Mapping[str, str] = {}
        for name, value in changes.items():
            setattr(self, name, value)

    def open(self, scene: Scene, setup: Mapping[str, Plain], choices: Mapping[str, Mapping[str, Plain]]) -> None:
        """Deal, greet, and put the steps of the set-up on the agenda."""
        scene.state.groups = {"pack": ()}
        for seat in scene.circle:
            record = scene.seat(seat)
            if "camp" in choices[seat]:
                scene.state.put_seat(replace(record, camp=choices[seat]["camp"]))
            scene.deal_holdings(seat, record.role)
            if record.role == "wolf":
                scene.join("pack", seat)
            if "believes" in choices[seat]:
                scene.believe(seat, choices[seat]["believes"])
        scene.deal_group_holding(group_owner("pack"), "maul")
        scene.deal_group_holding(TABLE, "shout")
        names = tuple((seat, "name", scene.seat(seat).name) for seat in scene.circle)
        present = tuple((seat, "in", True) for seat in scene.circle)
        scene.announce("start", shows=(("table", "circle", scene.circle), *names, *present))
        for seat in scene.circle:
            scene.tell_role(seat)
        for kind, on, data in setup.get("marks", ()):
            scene.mark(on, kind, data=data)
        for kind, args in setup.get("course", COURSE):
            scene.later(kind, **args)

    def operator(self, scene: Scene, seat: str, ability: str) -> str:
        """The latest puppeteer decides."""
        return next((str(mark.data) for mark in reversed(scene.marks("puppet", on=seat))), seat)

    def receivers(self, scene: Scene, holding: Holding, by: str) -> str | tuple[str, ...]:
        """Puppet and puppeteer both hear of it."""
        return by if by == holding.owner else (holding.owner, by)

    def registrations(self, scene: Scene, seat: str, facet: str, asker: Holding) -> tuple[Plain, ...]:
        """A fox may count as red."""
        straight = scene.read(seat, facet)
        return (straight, "red") if facet == "camp" and scene.seat(seat).role == "fox" else (straight,)

    def delays(self, scene: Scene, use: Use) -> str | bool:
        """As the test has it."""
        return self.putting_off.get(use.ability, False)

    def on_verdict(self, scene: Scene, side: str | None, winners: tuple[str, ...]) -> None:
        """Everybody hears it."""
        scene.announce("over", side, side=side or "nobody", seats=winners)

    def may_post(self, state: State, by: str, channel: str) -> bool:
        """The living speak; the pack among itself."""
        return not state.seats[by].out and (channel == "table" or by in state.groups.get(channel, ()))

    def texts(self, lang: str) -> Texts:
        """The core's words and the toy's."""
        return Texts(lang, {**read_catalogue("nightmoot.core", lang), **WORDS[lang]})
