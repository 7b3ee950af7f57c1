"""The night: every listed role is called in order, whether or not its holder lives (T-73)."""

from __future__ import annotations

from typing import Any, Final

from nightmoot.core.book import Book
from nightmoot.core.picks import exactly, one, option
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.table.data import DATA
from nightmoot.rulesets.table.day import dawn
from nightmoot.rulesets.table.deaths import partners

book = Book()

#: (who is called, first night only), in the order of the night (【游戏进程】).
CALLS: Final = tuple((step["call"], step["nights"] == "first") for step in DATA["night_order"]["steps"])


def listed(scene: Scene) -> tuple[str, ...]:
    """Who is in the published list (or held since by the moderator's hand); lovers are called with a cupid."""
    found = {*scene.recall("deck", ()), "werewolf"}
    if "cupid" in found:
        found.add("lovers")
    found.update(scene.state.ranks)
    return tuple([call for call, _ in CALLS if call in found])


def tonight(scene: Scene) -> list[str]:
    """Whom this night calls, in order."""
    known = listed(scene)
    return [call for call, first_only in CALLS if call in known and (scene.night == 1 or not first_only)]


def sheet(scene: Scene) -> tuple[dict[str, Any], ...]:
    """The calls of the present night for the moderator: who is up at each, which are done, and which is now."""
    if scene.state.phase.name != "night":
        return ()
    left = [step.args["of"] for step in scene.state.agenda if step.kind == "gate" and step.args["kind"] == "call"]
    entries = []
    for call in tonight(scene):
        now = call == next(iter(left), None)
        entries.append({"skill": call, "seats": _up(scene, call), "done": call not in left, "now": now})
    return tuple(entries)


def _up(scene: Scene, call: str) -> tuple[str, ...]:
    """Who opens his eyes: the pack, the couple, or who holds the card; the thief also after he has changed his."""
    groups = {"werewolf": "wolves", "lovers": "lovers"}
    if call in groups:
        return scene.members(groups[call], living=True)
    if call == "thief":
        return tuple([seat for seat in scene.living() if scene.seat(seat).base == call])
    return scene.living(role=call)


@book.step("night")
def night(scene: Scene) -> None:
    """Night falls (法官宣布天黑)."""
    scene.enter("night", night=scene.night + 1)
    calls = tonight(scene)
    for place, call in enumerate(calls, 1):
        scene.push("call " + call)
        scene.gate("call", call, place=(place, len(calls)))
    scene.gate("phase")
    scene.push("morning")


@book.step("next night")
def next_night(scene: Scene) -> None:
    """All repeats (重复以上过程)."""
    scene.lapse("night")
    night(scene)


@book.step("morning")
def morning(scene: Scene) -> None:
    """What comes first in the day: an election before the dawn, where the option says so, or the dawn."""
    if (
        scene.night == 1
        and scene.options["sheriff_enabled"]
        and scene.options["sheriff_election"] == "day1_before_dawn"
    ):
        scene.push("election", then="dawn")
    else:
        dawn(scene)


# ---------------------------------------------------------------------- the thief


def _swap_pick(scene: Scene, me: Holding) -> Any:
    cards = tuple(dict.fromkeys(scene.recall("undealt", ())))
    forced = cards == ("werewolf",)
    return option(cards, of="role", optional=not forced)


@book.ability("swap", pick=_swap_pick, wakes="first night", limit=1)
def swap(scene: Scene, me: Holding, use: Use) -> None:
    """The thief takes one of the two face-down cards (T-06, T-07)."""
    role = use.choice
    cards = list(scene.recall("undealt"))
    cards[cards.index(role)] = "thief"
    scene.remember("undealt", tuple(cards))
    scene.become(me.owner, role)
    if role == "werewolf":
        scene.join("wolves", me.owner)
    scene.tell(
        me.owner,
        "you_are",
        {"role": role, "camp": scene.camp(me.owner)},
        role=role,
        camp=scene.camp(me.owner),
        shows=((me.owner, "role", role), (me.owner, "camp", scene.camp(me.owner))),
    )


@book.step("call thief")
def call_thief(scene: Scene) -> None:
    """The thief sees the undealt cards and may swap; with two wolves he must."""
    cards = scene.recall("undealt", ())
    for holding in scene.state.holders("swap"):
        if not cards or not scene.usable(holding):
            continue
        scene.tell(holding.owner, "undealt", cards, skill="swap", roles=cards)
        pick = scene.pick_of(holding)
        choice = scene.ask(holding.owner, pick, key="swap", drawn=not pick.optional, params={"roles": cards})
        if choice is None:
            scene.fact("passed", seat=holding.owner, what="swap")
        else:
            scene.use(holding, choice)


# ---------------------------------------------------------------------- cupid and the lovers


@book.ability("link", pick=lambda s, me: exactly(2, s.living()), wakes="first night", limit=1, drawn=True)
def link(scene: Scene, me: Holding, use: Use) -> None:
    """Two players fall in love (爱神指定任意两个人相爱). T-08."""
    a, b = use.targets
    scene.mark(a, "lover", data=b)
    scene.mark(b, "lover", data=a)
    scene.join("lovers", a, b)
    settle_couple(scene)


def settle_couple(scene: Scene) -> None:
    """A villager and a wolf in love have a camp of their own, which nobody is told (T-12, T-13, T-113)."""
    lovers = scene.members("lovers")
    if not lovers:
        return
    wolves = [seat for seat in lovers if scene.seat(seat).role == "werewolf"]
    for seat in lovers:
        camp = "couple" if len(wolves) == 1 else scene.rules.roles[scene.seat(seat).role].camp
        if scene.camp(seat) != camp:
            scene.turn(seat, camp)


@book.step("call cupid")
def call_cupid(scene: Scene) -> None:
    """Cupid names the lovers; if he names nobody a pair is drawn."""
    for holding in scene.able("link"):
        scene.wake(holding)


@book.step("call lovers")
def call_lovers(scene: Scene) -> None:
    """The two learn who the other is, not what he is (T-09)."""
    members = scene.members("lovers")
    for seat in members:
        other = next(name for name in members if name != seat)
        scene.tell(
            seat,
            "lover",
            other,
            seat=other,
            skill="link",
            shows=((other, "lover", True), (seat, "lover", True), ("group:lovers", "members", members)),
        )


# ---------------------------------------------------------------------- guard and seer


def _guardable(scene: Scene, me: Holding) -> tuple[str, ...]:
    return scene.living(but=scene.last_targets(me, scene.night - 1))


@book.ability("protect", pick=lambda s, me: one(_guardable(s, me), optional=True), wakes="nights")
def protect(scene: Scene, me: Holding, use: Use) -> None:
    """The wolves cannot kill that player this night (该人不会被狼人杀害). T-17, T-18."""
    scene.mark(use.target, "protected", until="dawn")


@book.harm("guard", mark="protected")
def guarded(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """Only the wolves' kill is stopped (T-18)."""
    return harm.kind == "wolves"


@book.step("call guard")
def call_guard(scene: Scene) -> None:
    """The guard is woken."""
    for holding in scene.able("protect"):
        scene.wake(holding)


@book.ability("check", pick=lambda s, me: one(s.living(but=(me.owner,))), wakes="nights")
def check(scene: Scene, me: Holding, use: Use) -> None:
    """She is told what the player really is (法官告知其身份). T-20."""
    seat = use.target
    if scene.options["seer_result"] == "role":
        role = scene.read(seat, "role")
        scene.feedback(
            use.feedback, "checked", role, skill="check", seat=seat, role=role, shows=((seat, "role", role),)
        )
    else:
        camp = scene.rules.roles[scene.read(seat, "role")].camp  # of the card: love does not show (T-110)
        scene.feedback(
            use.feedback, "checked_camp", camp, skill="check", seat=seat, camp=camp, shows=((seat, "camp", camp),)
        )


@book.step("call seer")
def call_seer(scene: Scene) -> None:
    """The seer is woken."""
    for holding in scene.able("check"):
        scene.wake(holding)


# ---------------------------------------------------------------------- the piper


def _charmable(scene: Scene, me: Holding) -> tuple[str, ...]:
    return tuple(seat for seat in scene.living(but=(me.owner,)) if not scene.has(seat, "charmed"))


def _charm_pick(scene: Scene, me: Holding) -> Any:
    fresh = _charmable(scene, me)
    return exactly(min(2, len(fresh)) or 1, fresh)


@book.ability("charm", pick=_charm_pick, wakes="nights")
def charm(scene: Scene, me: Holding, use: Use) -> None:
    """Two players are charmed for good; all the charmed then see one another. T-61."""
    for seat in use.targets:
        scene.mark(seat, "charmed")


@book.step("call piper")
def call_piper(scene: Scene) -> None:
    """The piper is woken, then the charmed."""
    for holding in scene.able("charm"):
        scene.wake(holding)
        charmed = tuple(seat for seat in scene.living() if scene.has(seat, "charmed"))
        if charmed:
            scene.tell(
                charmed,
                "charmed",
                charmed,
                skill="charm",
                seats=charmed,
                shows=tuple((seat, "charmed", True) for seat in charmed),
            )


@book.constraint("not my lover")
def not_my_lover(scene: Scene, answers: dict[str, Any], owner: str, choice: Any) -> bool:
    """Lovers never point at one another (T-11)."""
    return choice not in partners(scene, owner)
