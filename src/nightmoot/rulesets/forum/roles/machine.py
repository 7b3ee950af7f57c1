"""机械狼: what it learns, and in which version (lines 769-815; R153-R157, R238, R266)."""

from __future__ import annotations

from typing import Final

import msgspec

from nightmoot.core.book import Book
from nightmoot.core.picks import Number, Pick, Some
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.data import WOLVES
from nightmoot.rulesets.forum.flow import at_end
from nightmoot.rulesets.forum.identity import ECHOES, MACHINE, VARIANTS, card, gain_identity, identity, mask, surface
from nightmoot.rulesets.forum.kit import anyone, one, others, settled, skill, tonight
from nightmoot.rulesets.forum.knife import INSIDE, TAKER, pack
from nightmoot.rulesets.forum.moments import FOREVER, always_on, dusk_end, lend
from nightmoot.rulesets.forum.statuses import give
from nightmoot.rulesets.forum.telling import inform, publish

replace = msgspec.structs.replace
book = Book()

#: What the machine learns of an identity where that is not what is printed on it (L778-L815).
VARIANTS.update(
    {
        "熊": ("咆哮", "训熊"),
        "吹笛": ("修改迷惑", "混乱"),
        "锁链师": ("修改链接", "暴走"),
        "鬼魂新娘": ("丘比特之箭",),
        "维纳斯": ("丘比特之箭",),
        "变脸者": (),
        "白眼狼": (),
        "千面人": (),
        "双重人格": (),
        "祭品": (),
    }
)
#: Whose gains the machine follows, by the skill through which they come.
FOLLOWED: Final = {"变脸": "变脸者", "遗泽": "白眼狼", "谋面": "千面人", "主人格": "双重人格", "献祭唤醒": "祭品"}


@skill(book, "学习", "开局", "黄昏2", pick=one(others), targeted=True, once=True)
def study(scene: Scene, me: Holding, use: Use) -> None:
    """Learns who the final target is, gains its skills in the machine's version, looks like it (L773, R153-R155)."""
    for _, final in settled(use):
        worn = card(scene, final)
        actual = identity(scene, final)
        if actual == "变脸者" and not any(h.by == "变脸" for h in scene.state.holdings_of(final)):
            worn = None
        shown = worn if worn is not None and actual == "盗贼" else actual  # 不会通知复制了盗贼 (L815)
        info = {"surface": surface(scene, final, "role"), "actual": shown}
        inform(scene, me.owner, "通知", info, skill="学习", role=shown)
        scene.remember(f"学习 {me.owner}", final)
        scene.remember(f"学习身份 {me.owner}", actual)
        until = dusk_end(scene) if actual == "变脸者" else FOREVER
        gain_identity(scene, me.owner, worn or actual, until=until, variant=True)
        if scene.marks(INSIDE, on=final):
            lend(scene, me.owner, "杀人", until=FOREVER, by=MACHINE)
        if actual == "蚀日侍女" and scene.camp(me.owner) == WOLVES:
            name_fellows(scene, me.owner, pack(scene), "知晓群内狼")
        camp, armed = surface(scene, final, "camp"), surface(scene, final, "armed")
        mask(scene, me.owner, until=FOREVER, role=str(surface(scene, final, "role")), camp=str(camp), armed=bool(armed))


@always_on("杀人")
def knows_instead(scene: Scene, holding: Holding) -> None:
    """杀人 for good is not usable by the machine: it learns who bears 群内 and 接刀 (L772, R153)."""
    if unusable(scene, holding):
        tagged = {mark.on for kind in (INSIDE, TAKER) for mark in scene.marks(kind) if scene.camp(mark.on) == WOLVES}
        seats = tuple(seat for seat in scene.circle if seat in tagged and seat != holding.owner)
        name_fellows(scene, holding.owner, seats, "知晓标签")


def unusable(scene: Scene, holding: Holding) -> bool:
    """Is it the machine's 杀人 for good, other than by 接刀?"""
    seat = scene.state.seats.get(holding.owner)
    if seat is None or seat.role != MACHINE or holding.by == TAKER or holding.left is not None:
        return False
    return not scene.marks("借用", on=holding.id)


def name_fellows(scene: Scene, seat: str, fellows: tuple[str, ...], word: str) -> None:
    """A list of fellow wolves."""
    shows = tuple((name, "mate", True) for name in fellows)
    inform(scene, seat, "通知", fellows, skill=word, seats=fellows, shows=shows)


def follow_gain(scene: Scene, seat: str, by: str, gained: str, until: str | None) -> None:
    """The one that was learned gains a skill or an identity: so does the machine, in its version (L797-L815)."""
    if by not in FOLLOWED:
        return
    for name in scene.living():
        if scene.recall(f"学习 {name}") != seat or scene.recall(f"学习身份 {name}") != FOLLOWED[by]:
            continue
        if by == "遗泽":
            found = lend(scene, name, gained, until=until, by=MACHINE)
            skills: tuple[str, ...] = (gained,) if found else ()
        else:
            fresh = by != "变脸" or scene.state.phase.name == "开局"
            copies = gain_identity(scene, name, gained, until=until, refresh=fresh, variant=True)
            skills = tuple(scene.state.holdings[copy].ability for copy in copies)
        inform(scene, name, "通知", skills, skill="学习", skills=skills)


ECHOES.append(follow_gain)

# ---------------------------------------------------------------------- skills of its own


@skill(book, "训熊", "黄昏2", pick=lambda s, me: Number(least=0, most=9))
def tame(scene: Scene, me: Holding, use: Use) -> None:
    """How many roars are announced tomorrow (L782, R266)."""
    scene.remember("训熊", {"day": scene.day, "count": use.choice})


@at_end("黄昏2")
def tamed(scene: Scene) -> None:
    """The number replaces every roar of this dusk."""
    plan = scene.recall("训熊")
    if plan and plan["day"] == scene.day:
        rest = tuple(entry for entry in scene.recall("public", ()) if entry["key"] != "熊咆哮")
        scene.state.put("memory", "public", rest)
        for _ in range(plan["count"]):
            publish(scene, "熊咆哮", at="正午")
        scene.remember("训熊", None)


@skill(book, "修改迷惑", "深夜1", pick=one(anyone), targeted=True)
def toggle_hush(scene: Scene, me: Holding, use: Use) -> None:
    """寡言 comes or goes (L804, R115); what came by it is [吹笛] too (R11)."""
    for _, final in settled(use):
        toggle(scene, final, "寡言", source="迷惑")


def link_pick(scene: Scene, me: Holding) -> Pick:
    """One; with 暴走 up to three."""
    rampage = any(fact.seat == me.owner for fact in tonight(scene, "暴走"))
    return Some(items=anyone(scene, me), least=1, most=3 if rampage else 1)


@skill(book, "修改链接", "深夜1", pick=link_pick, targeted=True)
def toggle_link(scene: Scene, me: Holding, use: Use) -> None:
    """链接 comes or goes (L809, R238)."""
    for _, final in settled(use):
        toggle(scene, final, "链接")


def toggle(scene: Scene, seat: str, status: str, *, source: str | None = None) -> None:
    """Take all instances away, or give one for good; what comes and goes in a night is not told (L804, L809)."""
    present = scene.marks(status, on=seat)
    if not present:
        if give(scene, seat, status, until=FOREVER, source=source) is not None and status == "链接":
            inform(scene, seat, "得到状态", status, skill="状态", mark=status)
        return
    scene.unmark(*present, why="toggled")
    kept = scene.recall("waiting", ())
    said = {"to": seat, "key": "得到状态", "info": status}
    scene.remember("waiting", tuple(e for e in kept if any(e[key] != value for key, value in said.items())))
