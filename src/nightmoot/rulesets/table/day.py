"""Dawn, election, discussion, vote and dusk."""

from __future__ import annotations

from typing import Any

from nightmoot.core.book import Book
from nightmoot.core.errors import Refused
from nightmoot.core.picks import Pick, Yes, between, one
from nightmoot.core.plain import Plain
from nightmoot.core.questions import SILENT, plurality
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.table.deaths import partners, show_card
from nightmoot.rulesets.table.speech import in_turns

book = Book()


@book.step("dawn")
def dawn(scene: Scene) -> None:
    """The dead of the night are named with their roles (法官宣布哪个人死，宣布死者身份)."""
    pending = []
    for harm in scene.state.harms:
        judged = scene.judge(harm) if harm.kind == "wolves" else harm
        if judged is not None:
            pending.append(judged.id)
    scene.lapse("dawn")
    scene.enter("dawn", day=scene.day + 1)
    scene.push("deaths", where="dawn", harms=tuple(pending))
    scene.push("aftermath")
    scene.gate("phase")
    scene.push("after dawn")


@book.step("after dawn")
def after_dawn(scene: Scene) -> None:
    """On the first day the sheriff is elected (T-42)."""
    if scene.day == 1 and scene.options["sheriff_enabled"] and scene.options["sheriff_election"] == "day1_after_dawn":
        scene.push("election", then="day")
    else:
        day(scene)


# ---------------------------------------------------------------------- the sheriff


@book.step("election")
def election(scene: Scene, then: str) -> None:
    """All the living elect the sheriff (村长是被全体游戏者投票选出). T-42."""
    scene.enter("election")
    scene.push("ballot for sheriff", candidates=scene.living(), again=True)
    scene.gate("phase")
    scene.push(then)


@book.step("ballot for sheriff")
def ballot_for_sheriff(scene: Scene, candidates: tuple[str, ...], again: bool) -> None:
    """Plurality, one revote among the tied, then the lot."""
    ballots = one(candidates, optional=True)
    answers = scene.ask_all(scene.living(), ballots, key="elect", kind="vote", public=True, **changing(scene))
    if scene.options["votes_public"]:
        scene.announce("election", dict(answers), votes=dict(answers))
    top = plurality(answers)
    if not top:
        make_sheriff(scene, scene.draw("elect", candidates))  # T-107
        return
    tied = tuple(seat for seat in scene.circle if seat in top)
    if len(tied) == 1:
        make_sheriff(scene, tied[0])
    elif again:
        scene.push("ballot for sheriff", candidates=tied, again=False)
    else:
        make_sheriff(scene, scene.draw("elect", tied))


def make_sheriff(scene: Scene, seat: str) -> None:
    """The office is his; nobody can refuse it (T-43)."""
    old = scene.recall("sheriff")
    scene.remember("sheriff", seat)
    shows = (("table", "sheriff", seat), (seat, "sheriff", True))
    scene.fact("office", seat=seat, what="sheriff")
    scene.announce(
        "sheriff", seat, seat=seat, shows=shows if old in (None, seat) else (*shows, (old, "sheriff", False))
    )


@book.step("succession")
def succession(scene: Scene, sheriff: str) -> None:
    """A sheriff who dies (or can vote no more) names the next; silence: it is drawn (T-46, T-53)."""
    heirs = scene.living(but=(sheriff,))
    if not heirs:
        scene.remember("sheriff", None)
        return
    heir = scene.ask(sheriff, one(heirs), key="hand_over", drawn=True, public=True)
    make_sheriff(scene, heir)


# ---------------------------------------------------------------------- the vote


@book.step("day")
def day(scene: Scene) -> None:
    """The discussion (讨论阶段). T-67."""
    scene.enter("day")
    if in_turns(scene):
        scene.push("direction")
        scene.gate("phase")
    else:
        scene.gate("discussion")
    scene.push("vote")


def electorate(scene: Scene) -> tuple[str, ...]:
    """Who may vote today: the living, without a revealed idiot, within the scapegoat's list (T-49, T-51)."""
    voters = scene.without("revealed", scene.living())
    named = scene.recall("voters")
    if named is not None and named["day"] == scene.day:
        voters = tuple(seat for seat in voters if seat in named["seats"])
    return voters


def ballot(scene: Scene) -> tuple[str, ...]:
    """Who may be voted for: the living; a revealed idiot only where the option says so (T-52)."""
    if scene.options["idiot_second_verdict"] != "not_votable":
        return scene.living()
    return scene.without("revealed", scene.living())


@book.step("vote")
def vote(scene: Scene) -> None:
    """The daily vote is opened."""
    scene.enter("vote")
    scene.push(
        "count", candidates=ballot(scene), voters=electorate(scene), rules=tuple(scene.options["tie_precedence"])
    )
    scene.gate("phase")
    scene.push("dusk")


def changing(scene: Scene) -> dict[str, str]:
    """How a vote is asked where it may be changed: then it stays open until its time is up (T-132)."""
    return {"revise": "free", "closes": "due"} if scene.options["vote_change"] == "until_close" else {}


def cast(scene: Scene, voters: tuple[str, ...], candidates: tuple[str, ...]) -> dict[str, Plain]:
    """One simultaneous vote (T-68); returns the choices that were made."""
    abstain = bool(scene.options["abstain"])
    self_vote = scene.options["self_vote"]
    in_love = bool(scene.marks("lover"))
    picks: dict[str, Pick] = {}
    for voter in voters:
        mine = candidates
        if not self_vote and voter in candidates:
            place = candidates.index(voter)
            mine = candidates[:place] + candidates[place + 1 :]
        if in_love:
            loved = partners(scene, voter)
            mine = tuple([seat for seat in mine if seat not in loved])
        if mine:
            picks[voter] = one(mine, optional=abstain)
    if not picks:
        return {}
    return scene.ask_all(
        tuple(picks), picks, key="vote", kind="vote", drawn=not abstain, public=True, **changing(scene)
    )


@book.step("count")
def count(scene: Scene, candidates: tuple[str, ...], voters: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """Votes are counted, the sheriff's twice; the top name is condemned (T-68, T-69).

    ``rules`` is what may still settle a tie, in order (T-106).
    """
    votes = dict(cast(scene, voters, candidates))
    sheriff = scene.recall("sheriff")
    weight = scene.options["sheriff_weight"]
    tally: dict[str, float] = {}
    for voter, seat in votes.items():
        if seat is not None:
            scene.fact("vote", seat=voter, what=seat)
            tally[seat] = tally.get(seat, 0) + (weight if voter == sheriff else 1)
    scene.remember("tally", tally)
    if scene.options["votes_public"]:
        shows = (("table", "votes", votes), ("table", "tally", tally))
        scene.announce("votes", votes, votes=votes, tally=tally, shows=shows)
    if not tally:
        scene.announce("nobody_out")
        return
    most = max(tally.values())
    top = tuple([seat for seat in scene.circle if tally.get(seat) == most])
    scene.cause = scene.fact("count", what="vote", data={"tally": tally, "votes": votes})
    if len(top) == 1:
        condemn(scene, top[0], "vote")
        return
    scene.announce("tie", top, seats=top)
    scene.push("tie", tied=top, rules=rules, voters=voters)


@book.step("tie")
def tie(scene: Scene, tied: tuple[str, ...], rules: tuple[str, ...], voters: tuple[str, ...]) -> None:
    """A tie: the scapegoat dies, or the sheriff decides, or there is a run-off, in the order of the option (T-44)."""
    for place, rule in enumerate(rules, 1):
        if rule == "scapegoat" and (goats := scene.living(role="scapegoat")):
            condemn(scene, goats[0], "tie")
            return
        if rule == "sheriff" and (choice := _sheriffs_choice(scene, tied, voters)) != SILENT:
            if choice is None:
                scene.announce("annulled")
            else:
                condemn(scene, str(choice), "vote")
            return
        if rule == "runoff":
            _no_tie_break(scene, tied, voters, rules[place:])
            return
    scene.announce("nobody_out")


def _sheriffs_choice(scene: Scene, tied: tuple[str, ...], voters: tuple[str, ...]) -> Plain:
    """One of the tied, or None: nobody goes; he has no say when he may not vote (T-45, T-50)."""
    sheriff = scene.recall("sheriff")
    if sheriff is None or not scene.is_in(sheriff) or sheriff not in voters:
        return SILENT
    choices = tuple(seat for seat in tied if seat not in partners(scene, sheriff))
    return scene.ask(
        sheriff, one(choices, optional=True), key="break_tie", default=SILENT, public=True, params={"seats": tied}
    )


def _no_tie_break(scene: Scene, tied: tuple[str, ...], voters: tuple[str, ...], rest: tuple[str, ...]) -> None:
    """A tie that nobody settles: one run-off in which the tied do not vote, nobody, or the lot (T-69)."""
    how = scene.options["tie_without_sheriff_or_scapegoat"]
    if how == "random":
        condemn(scene, scene.draw("vote", tied), "vote")
    elif how == "nobody":
        scene.announce("nobody_out")
    else:
        others = tuple(seat for seat in voters if seat not in tied)
        if in_turns(scene):
            scene.push("speeches", seats=tied)
        scene.push("count", candidates=tied, voters=others, rules=rest)


def condemn(scene: Scene, seat: str, how: str) -> None:
    """The verdict falls on a seat; an idiot may turn his card (T-51)."""
    scene.push("condemned", seat=seat, how=how)


@book.ability("reveal", pick=lambda s, me: Yes(), limit=1)
def reveal(scene: Scene, me: Holding, use: Use) -> None:
    """The condemned idiot turns his card and lives, without a vote (可以翻牌亮出身份，就能免死)."""
    seat = me.owner
    scene.mark(seat, "revealed")
    scene.announce(
        "idiot", seat, seat=seat, shows=((seat, "role", "idiot"), (seat, "revealed", True), (seat, "voteless", True))
    )
    if scene.recall("sheriff") == seat:
        scene.push("succession", sheriff=seat)


@book.step("condemned")
def condemned(scene: Scene, seat: str, how: str) -> None:
    """Idiots first; then the verdict waits for the twilight."""
    holding = scene.holding_of(seat, "reveal")
    if scene.has(seat, "revealed"):
        if scene.options["idiot_second_verdict"] == "immune":
            scene.announce("nobody_out")
            return
    elif holding is not None and how == "vote":
        automatic = scene.options["idiot_reveal"] == "automatic"
        if automatic or scene.ask(seat, Yes(), key="reveal", default=True):
            scene.use(holding, True, targets=())
            return
    scene.queue(seat, how, source="village")
    scene.mark(seat, "condemned", until="night")


@book.step("dusk")
def dusk(scene: Scene) -> None:
    """The verdict is announced, the witch has her twilight, then the deaths fall (T-34)."""
    scene.enter("dusk")
    verdict = next((harm for harm in scene.state.harms if harm.kind in ("vote", "tie")), None)
    if verdict is not None:
        if verdict.kind == "vote":
            scene.announce(
                "voted_out", verdict.target, seat=verdict.target, shows=((verdict.target, "condemned", True),)
            )
        else:
            scene.announce("goat", None, seat=verdict.target, shows=((verdict.target, "condemned", True),))
        show_card(scene, verdict.target)
    if scene.options["witch_twilight"] and "witch" in scene.recall("deck", ()):
        scene.push("twilight")
    if verdict is not None and verdict.kind == "tie":
        scene.push("scapegoat")
    scene.gate("window", "twilight")
    scene.push("nightfall")


def _allowable(scene: Scene, me: Holding) -> Pick:
    others = scene.living(but=(me.owner,))
    return between(1, max(1, len(others)), others, optional=True)


@book.ability("allow", pick=_allowable, limit=1)
def allow(scene: Scene, me: Holding, use: Use) -> None:
    """Dying by a tie, the scapegoat says who may vote tomorrow (T-49)."""
    scene.remember("voters", {"day": scene.day + 1, "seats": use.targets})
    scene.announce("voters", use.targets, seats=use.targets, n=len(use.targets))


@book.step("scapegoat")
def scapegoat(scene: Scene) -> None:
    """Asked after the witch's window, if the death still stands."""
    verdict = next((harm for harm in scene.state.harms if harm.kind == "tie"), None)
    if verdict is None:
        return
    holding = scene.holding_of(verdict.target, "allow")
    if holding is not None:
        scene.wake(holding)


@book.step("nightfall")
def nightfall(scene: Scene) -> None:
    """The twilight ends: its deaths fall together, with all that follows."""
    for seat in (mark.on for mark in scene.marks("condemned")):
        if not any(harm.target == seat for harm in scene.state.harms):
            scene.announce("spared", seat, seat=seat, shows=((seat, "condemned", False),))
    if scene.state.harms:
        scene.push("deaths", where="dusk", harms=tuple(harm.id for harm in scene.state.harms))
    scene.push("aftermath")
    scene.gate("phase")
    scene.push("next night")


def execute(scene: Scene, args: dict[str, Any]) -> None:
    """The moderator carries out the day's execution by hand: the vote is cut short and dusk falls (T-119)."""
    seat = args.get("seat")
    if seat not in scene.state.seats or not scene.is_in(seat):
        raise Refused("is-out", "args.seat", seat=seat)
    if scene.state.phase.name not in ("day", "vote"):
        raise Refused("not-now", "act", phase=scene.state.phase.name)
    scene.state.agenda = ()
    scene.state.harms = ()
    condemn(scene, seat, "vote")
    scene.push("dusk")
