"""天师 通天: a free question to a person, or a form that the program answers truthfully (L256, R147)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from nightmoot.core.book import Book
from nightmoot.core.picks import Either, Form, Pick, Some, Text, option
from nightmoot.core.plain import Plain
from nightmoot.core.records import Fact, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.data import DATA, NIGHT, PRINTED, ROLES
from nightmoot.rulesets.forum.flow import at_end
from nightmoot.rulesets.forum.kit import anyone, skill
from nightmoot.rulesets.forum.telling import following, report

book = Book()
UNCLEAR: Final = "无法回答"
#: Ways in which a use came to nothing before it was one.
NOT_BEGUN: Final = frozenset({"barred", "gone", "not-offered", "dropped"})
Answer = Callable[[Scene, str, dict[str, Any]], bool]


def question_pick(scene: Scene, me: Holding) -> Pick:
    """What can be asked: anything in twenty characters, or one of the forms."""
    if scene.options["heaven_asks"] == "director" and scene.moderated():
        return Text(most=20)
    player = Some(items=anyone(scene, me))
    used = tuple(name for name in PRINTED_USES if name in scene.rules.abilities)
    return Either(
        of={
            "camp": Form(slots={"player": player, "camp": option(scene.rules.camps, of="camp")}),
            "role": Form(slots={"player": player, "role": option(tuple(ROLES), of="role")}),
            "status": Form(slots={"player": player, "status": option(STATUSES, of="mark")}),
            "used": Form(
                slots={
                    "player": player,
                    "skill": option(used, of="skill"),
                    "on": Some(items=scene.circle, optional=True),
                    "when": option(("今夜", "全局"), of="choice"),
                }
            ),
        }
    )


#: Every skill that has a moment, as printed; the knife is a group's and has no single user.
PRINTED_USES: Final = tuple(dict.fromkeys(name for names in PRINTED.values() for name in names if name != "杀人"))
STATUSES: Final = tuple(status["id"] for status in DATA["statuses"])


@skill(book, "通天", "深夜1", pick=question_pick, once=True)
def ask_heaven(scene: Scene, me: Holding, use: Use) -> None:
    """The answer comes after 深夜."""
    entry = {"holding": me.id, "actor": use.actor, "feedback": use.feedback, "question": use.choice}
    scene.state.put("memory", "通天", (*scene.recall("通天", ()), entry))


@at_end("深夜2")
def heaven_answers(scene: Scene) -> None:
    """A person's answer is waited for; the night goes on after it."""
    for entry in scene.recall("通天", ()):
        with following(scene, "通天", entry["actor"]):
            scene.push("heaven", entry=entry)
    scene.state.drop("memory", "通天")


@book.step("heaven")
def heaven(scene: Scene, entry: dict[str, Any]) -> None:
    """是, 否 or 无法回答: from the game's own facts where the form was asked, else the director's ruling."""
    question = entry["question"]
    if isinstance(question, dict):
        [(about, asked)] = question.items()
        answer: Plain = TRUTHS[about](scene, asked["player"], asked)
    else:
        params = {"seat": entry["actor"], "question": question}
        answer = scene.rule(option((True, False, UNCLEAR)), key="通天", suggest=UNCLEAR, params=params)
    report(scene, Use(entry["actor"], "通天", entry["holding"], feedback=entry["feedback"]), [answer])


def _camp(scene: Scene, seat: str, asked: dict[str, Any]) -> bool:
    return bool(scene.camp(seat) == asked["camp"])


def _role(scene: Scene, seat: str, asked: dict[str, Any]) -> bool:
    return bool(scene.seat(seat).role == asked["role"])


def _status(scene: Scene, seat: str, asked: dict[str, Any]) -> bool:
    return asked["status"] in scene.rules.statuses(scene, seat)


def _used(scene: Scene, seat: str, asked: dict[str, Any]) -> bool:
    void = {f.data["use"] for f in scene.state.facts if f.kind == "void" and f.data["why"] in NOT_BEGUN}
    return any(
        fact.kind == "use" and fact.id not in void and fact.seat == seat and _meant(scene, fact, asked)
        for fact in scene.state.facts
    )


def _meant(scene: Scene, fact: Fact, asked: dict[str, Any]) -> bool:
    """Is this use one that was asked about? Whom it was used on is whom it named."""
    if fact.what != asked["skill"] or (asked.get("on") is not None and asked["on"] not in fact.data["chosen"]):
        return False
    return asked["when"] == "全局" or (fact.phase.night == scene.night and fact.phase.name in NIGHT)


TRUTHS: Final[dict[str, Answer]] = {"camp": _camp, "role": _role, "status": _status, "used": _used}
