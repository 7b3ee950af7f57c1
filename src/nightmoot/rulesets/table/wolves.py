"""The wolves' step, in which the little girl may peek (狼人/小女孩)."""

from __future__ import annotations

from typing import Any

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Pick, Yes, between, one
from nightmoot.core.questions import Question, plurality
from nightmoot.core.records import MODERATOR, Harm, Holding, Mark, Use, group_owner
from nightmoot.core.scene import Scene
from nightmoot.rulesets.table.deaths import kill_later, partners

book = Book()
PACK = group_owner("wolves")


def prey(scene: Scene) -> tuple[str, ...]:
    """Whom the wolves may name: living non-wolves (T-22)."""
    if scene.options["wolves_may_target_wolf"]:
        return scene.living()
    return scene.living(not_role="werewolf")


@book.ability("kill", pick=lambda s, me: one(s.living()))
def kill(scene: Scene, me: Holding, use: Use) -> None:
    """The pack's victim; whether he dies is known at dawn (吞食一个村民)."""
    kill_later(scene, use.target, "wolves", source="wolves")


@book.ability("seize", pick=lambda s, me: Yes())
def seize(scene: Scene, me: Holding, use: Use) -> None:
    """The caught girl becomes the only victim of the night; the earlier choice lapses (T-25, T-26)."""
    [girl] = use.targets
    for harm in scene.state.harms:
        if harm.kind == "wolves":
            scene.unqueue(harm, why="seize", by=me.id)
    kill_later(scene, girl, "wolves", source="wolves")


@book.ability("peek", pick=lambda s, me: Yes(optional=True, flag=True), wakes="nights")
def peek(scene: Scene, me: Holding, use: Use) -> None:
    """She sees a wolf, and may be seen (T-24). The choice is a map where the moderator has said what comes of it."""
    said = use.choice if isinstance(use.choice, dict) else _drawn(scene, scene.options["girl_peek_model"])
    seen = said["sees"]
    info = seen[0] if len(seen) == 1 else seen
    shows = tuple((seat, "role", "werewolf") for seat in seen)
    scene.feedback(use.feedback, "seen_wolves", info, skill="peek", seats=seen, n=len(seen), shows=shows)
    if said["caught"]:
        scene.push("caught", girl=me.owner)  # asked when both are done


def _drawn(scene: Scene, model: dict[str, Any]) -> dict[str, Any]:
    """Whom she sees and whether she is noticed; what is certain is not drawn (T-116)."""
    pack = scene.members("wolves", living=True)
    every = model["sees"] == "all_living_wolves" or len(pack) == 1
    seen = pack if every else (scene.draw("peek", pack),)
    chance = model["caught_probability"]
    return {"sees": seen, "caught": chance == 1 or (chance != 0 and scene.happens("peek", chance))}


def _moderators_word(scene: Scene, girl: Holding) -> Question:
    """Whom she sees and whether she is noticed, as the moderator says (T-115)."""
    pack = scene.members("wolves", living=True)
    slots: dict[str, Pick] = {"sees": between(1, len(pack), pack, optional=True), "caught": Yes()}
    drawn = _drawn(scene, scene.rules.options["girl_peek_model"].default)
    return scene.question(
        (MODERATOR,),
        Form(slots=slots, main="caught"),
        key="caught",
        skill="peek",
        kind="ruling",
        default=drawn,
        params={"seat": girl.owner},
    )


@book.step("call werewolf")
def call_wolves(scene: Scene) -> None:
    """The wolves learn who they are (night 1), choose a victim, and the girl may peek meanwhile."""
    if scene.night == 1:
        recognise(scene)
    asked = _kill_question(scene)
    girl = next(iter(scene.able("peek")), None) if scene.members("wolves", living=True) else None
    questions = [asked] if asked else []
    if girl is not None:
        questions.append(scene.question((girl.owner,), scene.pick_of(girl), key="peek"))
        peeks = scene.so_far(*questions)[-1]
        if peeks and peeks[girl.owner]:
            questions += _peeks(scene, girl)
    if not questions:
        return
    found = scene.gather(*questions)
    if asked:
        _choose(scene, found[0])
    if girl is None:
        bite(scene)
    else:
        scene.push("bite")  # she may have been caught


def _peeks(scene: Scene, girl: Holding) -> list[Question]:
    """She sees at once, while the wolves still think; where the moderator decides, as soon as he has said what."""
    if scene.options["girl_peek_model"] != "host_decides":
        scene.use(girl, True)
        return []
    ruling = _moderators_word(scene, girl)
    [ruled] = scene.so_far(ruling)
    if ruled is not None:
        said = ruled[MODERATOR]
        sees = said["sees"] or ruling.default["sees"]  # what he leaves open is drawn
        said = {**said, "sees": (sees,) if isinstance(sees, str) else sees}
        scene.fact("ruling", what="peek", data=said)
        scene.use(girl, said, targets=())
    return [ruling]


def recognise(scene: Scene) -> None:
    """The wolves see one another (狼人相互认识). T-74."""
    pack = scene.members("wolves")
    for wolf in pack:
        others = tuple(seat for seat in pack if seat != wolf)
        scene.tell(
            wolf,
            "wolves",
            others,
            seats=others,
            n=len(others),
            shows=(
                *((seat, "role", "werewolf") for seat in others),
                *((seat, "mate", True) for seat in pack),
                ("group:wolves", "members", pack),
            ),
        )


def _kill_question(scene: Scene) -> Question | None:
    if scene.night == 1 and not scene.options["first_night_kill"]:
        return None
    optional = bool(scene.options["wolves_may_pass"])
    picks: dict[str, Pick] = {}
    found = prey(scene)
    for wolf in scene.members("wolves", living=True):
        mine = partners(scene, wolf)  # never his lover (T-11, T-16)
        targets = tuple([seat for seat in found if seat not in mine]) if mine else found
        if targets:
            picks[wolf] = one(targets, optional=optional)
    if not picks:
        return None
    return scene.question(tuple(picks), picks, key="kill", group="wolves", revise="free", shown="owners")


def _choose(scene: Scene, answers: dict[str, Any]) -> None:
    """Plurality of the picks, ties drawn; nobody names anybody: no kill (T-21)."""
    top = plurality(answers)
    holding = scene.holding_of(PACK, "kill")
    if not top or holding is None:
        scene.fact("no kill", what="kill")
        return
    victim = top[0]
    if len(top) > 1:
        victim = scene.draw("kill", tuple(seat for seat in scene.circle if seat in top))
    scene.use(
        holding, victim, actor="wolves", chosen_by=tuple(wolf for wolf, seat in answers.items() if seat == victim)
    )


@book.step("caught")
def caught(scene: Scene, girl: str) -> None:
    """The wolves noticed her and may take her instead (T-25)."""
    pack = scene.members("wolves", living=True)
    scene.tell(pack, "girl_caught", girl, skill="seize", seat=girl, shows=((girl, "role", "little_girl"),))
    if scene.night == 1 and not scene.options["first_night_kill"]:
        return  # nobody is killed in this night (T-128)
    judges = tuple(wolf for wolf in pack if girl not in partners(scene, wolf))
    if not judges:
        return
    answers = scene.ask_all(
        judges, Yes(), key="seize", default=False, group="wolves", revise="free", shown="owners", params={"seat": girl}
    )
    top = plurality(answers)
    holding = scene.holding_of(PACK, "seize")
    taken = top[0] if len(top) == 1 else scene.draw("seize", (True, False))
    if taken and holding is not None:
        scene.use(
            holding,
            True,
            actor="wolves",
            targets=(girl,),
            chosen_by=tuple(wolf for wolf, yes in answers.items() if yes),
        )


@book.step("bite")
def bite(scene: Scene) -> None:
    """Is there a victim? A guarded player is none, an elder loses his first life (T-55, T-56).

    Where guard and witch together kill, the witch is told a guarded player too, unless he has a second life (T-129).
    """
    for harm in scene.state.harms:
        if harm.kind == "wolves":
            told_first = scene.options["guard_and_save_same_target"] == "dies" and scene.has(harm.target, "protected")
            if not told_first or scene.has(harm.target, "two_lives"):
                scene.judge(harm)


@book.harm("lives", mark="two_lives")
def second_life(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """The first bite costs the elder a life and does not kill (狼人要杀2次才能杀死长老)."""
    if harm.kind != "wolves":
        return False
    lose_life(scene, harm.target)
    return True


def lose_life(scene: Scene, seat: str) -> None:
    """An elder has one life left from now on (T-37, T-57)."""
    for mark in scene.marks("two_lives", on=seat):
        scene.unmark(mark, why="bitten")
        scene.mark(seat, "bitten")
