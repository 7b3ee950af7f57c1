"""First roles, as the pattern for the others."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.picks import Some, option
from nightmoot.core.records import Harm, Holding, Mark, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum import votes
from nightmoot.rulesets.forum.data import ROLES, VILLAGE
from nightmoot.rulesets.forum.hurt import DEADLY, PIERCE, hurt, outs
from nightmoot.rulesets.forum.identity import surface
from nightmoot.rulesets.forum.kit import anyone, never_again, not_last_night, one, part, settled, skill, with_choice
from nightmoot.rulesets.forum.moments import FOREVER, next_noon, night_end
from nightmoot.rulesets.forum.statuses import give
from nightmoot.rulesets.forum.telling import report

book = Book()


@skill(book, "预言", "深夜1", pick=one(anyone), targeted=True)
def prophecy(scene: Scene, me: Holding, use: Use) -> None:
    """Is the surface camp the villagers'? (L198, R63)"""
    report(
        scene, use, [VILLAGE if surface(scene, final, "camp") == VILLAGE else "非村民阵营" for _, final in settled(use)]
    )


@skill(book, "通灵", "深夜1", pick=one(anyone), targeted=True)
def medium(scene: Scene, me: Holding, use: Use) -> None:
    """The surface identity (L204)."""
    report(scene, use, [surface(scene, final, "role") for _, final in settled(use)])


@skill(book, "冰冻", "午夜", pick=one(not_last_night(anyone)), targeted=True)
def freeze(scene: Scene, me: Holding, use: Use) -> None:
    """冰冻 until the next 正午 starts (L469, R244)."""
    for _, final in settled(use):
        give(scene, final, "冰冻", until=next_noon(scene))


@skill(book, "法式守护", "午夜", pick=one(not_last_night(anyone)), targeted=True)
def guard(scene: Scene, me: Holding, use: Use) -> None:
    """守护:∞ until the night ends (L306)."""
    for _, final in settled(use):
        give(scene, final, "守护", until=night_end(scene))


@skill(
    book,
    "最后一枪",
    "黄昏1",
    "晨曦1",
    pick=one(anyone),
    targeted=True,
    works_out=True,
    when=lambda s, me: not s.is_in(me.owner),
)
def last_shot(scene: Scene, me: Holding, use: Use) -> None:
    """致死伤害, at the next window after going out (L225, R43)."""
    for _, final in settled(use):
        hurt(scene, final, DEADLY)


@skill(book, "毒药", "凌晨1", pick=one(anyone), targeted=True, uses=1)
def poison(scene: Scene, me: Holding, use: Use) -> None:
    """穿透; whom it kills is silenced (L462, R245)."""
    for _, final in settled(use):
        hurt(scene, final, PIERCE, riders={"沉默": True})


@skill(
    book,
    "诡辩",
    "深夜1",
    targeted=True,
    pick=with_choice(
        player=lambda s, me: Some(items=anyone(s, me)), role=lambda s, me: option(tuple(ROLES), of="role")
    ),
)
def sophistry(scene: Scene, me: Holding, use: Use) -> None:
    """A right guess: 迷魂 for good, and a vote more when the target goes out (L682, R182). The user is told nothing."""
    for _, final in settled(use):
        if scene.seat(final).role == part(use, "role"):
            give(scene, final, "迷魂", until=FOREVER)
            scene.note("guessed", (*(scene.noted(me, "guessed") or ()), final))


@outs.trigger
def guessed_out(scene: Scene, seat: str, harm: Harm) -> None:
    """Each guessed character that goes out is one vote more for good, once."""
    for holding in scene.state.holders("诡辩"):
        if seat in (scene.noted(holding, "guessed") or ()):
            key = f"诡辩 {holding.owner}"
            scene.remember(key, tuple(dict.fromkeys((*scene.recall(key, ()), seat))))


@votes.WEIGHTS.append
def scholar(scene: Scene, voter: str, target: str) -> float:
    """The votes more of the scholar (L682)."""
    return len(scene.recall(f"诡辩 {voter}", ()))


@skill(book, "深渊", "午夜", pick=one(never_again(anyone)), targeted=True)
def abyss(scene: Scene, me: Holding, use: Use) -> None:
    """不死 tonight (L603)."""
    for _, final in settled(use):
        give(scene, final, "不死", until=night_end(scene))


@book.stage("反射", mark="镜面")
def reflect(scene: Scene, mark: Mark, use: Use, ball: str) -> str | None:
    """反射: at night the ball goes on to somebody without 反射 (L876, R58-R60)."""
    return None
