"""验人系 and those who learn: 预言家, 通灵师, 狐狸, 花仙子, 灵能, 郎中, 熊, 预言学徒, 上帝使徒.

圣裁者 (lines 196-440).
"""

from __future__ import annotations

from typing import Any

from nightmoot.core.book import Book
from nightmoot.core.picks import Form, Pick, Yes, option
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.camps import members
from nightmoot.rulesets.forum.data import ROLES, SEERS, VILLAGE, WOLVES, camp_of_role
from nightmoot.rulesets.forum.flow import at_end, at_start
from nightmoot.rulesets.forum.hurt import LYNCH, PIERCE, RED_CARD, flip, hurt, outs
from nightmoot.rulesets.forum.identity import (
    MACHINE,
    gain_identity,
    holders_of,
    in_play,
    looks_villager,
    mask,
    surface,
    uses_tonight,
)
from nightmoot.rulesets.forum.kit import (
    announced_out,
    anyone,
    handed_in,
    one,
    part,
    passive,
    settled,
    skill,
    stood,
)
from nightmoot.rulesets.forum.knife import pack
from nightmoot.rulesets.forum.moments import FOREVER, always_on, lend, next_noon, night_end
from nightmoot.rulesets.forum.statuses import LOVE, NEGATIVE, give
from nightmoot.rulesets.forum.telling import because, following, inform, keep, publish, report, worked

book = Book()


def villager_word(scene: Scene, seat: str) -> str:
    """What a check of the camp says."""
    return VILLAGE if looks_villager(scene, seat) else "非村民阵营"


@skill(book, "预言", "深夜1", pick=one(anyone), targeted=True)
def prophecy(scene: Scene, me: Holding, use: Use) -> None:
    """Is the surface camp the villagers'? One line a resolution (L198, R63)."""
    finals = [final for _, final in settled(use)]
    for final in finals:
        if not looks_villager(scene, final):
            scene.remember(f"疑 {me.owner}", (*scene.recall(f"疑 {me.owner}", ()), final))
    report(scene, use, [villager_word(scene, final) for final in finals])


passive(book, "天意", once=True)


@outs.trigger
def providence(scene: Scene, seat: str, harm: Harm) -> None:
    """A suspect is voted out and the seer's counted vote was on it: one 预言 more next night (L200, R181)."""
    if harm.kind != LYNCH or (harm.riders or {}).get("skill") != "vote":
        return
    for holding in scene.able("天意"):
        voted = scene.recall("counted votes", {}).get(holding.owner, ())
        if holding.left and seat in voted and seat in scene.recall(f"疑 {holding.owner}", ()):
            scene.give_uses(holding, -1)
            lend(scene, holding.owner, "预言", until=night_end(scene), left=1, by="天意")
            inform(scene, holding.owner, "通知", "天意", skill="天意")


@skill(book, "通灵", "深夜1", pick=one(anyone), targeted=True)
def medium(scene: Scene, me: Holding, use: Use) -> None:
    """The surface identity (L204)."""
    report(scene, use, [surface(scene, final, "role") for _, final in settled(use)])


@skill(book, "狡黠", "深夜1", pick=one(anyone))
def cunning(scene: Scene, me: Holding, use: Use) -> None:
    """All three of a character and its neighbours alike: which, and the skill is lost; else 气息杂乱 (L209, R242)."""
    seat = use.target
    three = dict.fromkeys((seat, *scene.neighbours(seat)))
    kinds = {looks_villager(scene, name) for name in three}
    if len(kinds) > 1:
        report(scene, use, ["气息杂乱"])
        return
    report(scene, use, [VILLAGE if kinds == {True} else "非村民阵营"])
    scene.lose(me)


# ---------------------------------------------------------------------- 花仙子

passive(book, "花语")


def petals(scene: Scene, seat: str) -> int:
    """How many layers of 花瓣 the seat holds."""
    return len(scene.marks("花瓣", on=seat))


@at_start("深夜1")
def flowers_bloom(scene: Scene) -> None:
    """Every holder of 花语 gains a layer; whoever bears petals may pass them on until the night ends (L213-L216)."""
    for holding in scene.able("花语"):
        with because(scene, worked(scene, holding.owner, "花语")):
            give(scene, holding.owner, "花瓣", until=FOREVER)
    for seat in scene.living():
        if petals(scene, seat):
            lend(scene, seat, "传花", until=night_end(scene), left=petals(scene, seat), by="花瓣")


@skill(book, "传花", "深夜1", pick=one(anyone), targeted=True, nightly=None, when=lambda s, me: petals(s, me.owner) > 0)
def pass_petal(scene: Scene, me: Holding, use: Use) -> None:
    """One layer moves from the user to the final target (R126)."""
    for _, final in settled(use):
        layers = scene.marks("花瓣", on=me.owner)
        if layers:
            scene.unmark(layers[-1], why="moved")
            give(scene, final, "花瓣", until=FOREVER)
            passing = next((h for h in scene.state.holdings_of(final) if h.ability == "传花"), None)
            if passing is not None:  # whoever had none before this step gets the skill tomorrow
                scene.give_uses(passing, 1)


@at_end("深夜1")
def flowers_speak(scene: Scene) -> None:
    """The number of layers on characters that do not look like villagers (L214)."""
    count = sum(petals(scene, seat) for seat in scene.living() if not looks_villager(scene, seat))
    for holding in scene.able("花语"):
        scene.acting = holding
        report(scene, Use(holding.owner, "花语", holding.id, feedback=holding.owner), [count])
        scene.acting = None


# ---------------------------------------------------------------------- 灵能, 郎中, 熊


@skill(book, "感知", "深夜1", pick=one(announced_out), targeted=True)
def sense(scene: Scene, me: Holding, use: Use) -> None:
    """The surface camp of somebody out (L231)."""
    report(scene, use, [surface(scene, final, "camp") for _, final in settled(use)])


@skill(book, "问诊", "深夜1", pick=one(anyone), targeted=True)
def diagnose(scene: Scene, me: Holding, use: Use) -> None:
    """Every status held or gained tonight, told after the night (L236)."""
    for _, final in settled(use):
        entry = {"holding": me.id, "actor": use.actor, "feedback": use.feedback, "seat": final}
        scene.state.put("memory", "问诊", (*scene.recall("问诊", ()), entry))


@at_end("凌晨2")
def diagnoses(scene: Scene) -> None:
    """The physician's answers, as the night ends."""
    known = NEGATIVE | {
        "隐身",
        "守护",
        "坚韧",
        "霸道",
        "不死",
        "自由",
        "独裁",
        "秩序",
        "花瓣",
        "凝滞",
        "链接",
        *LOVE,
    }
    by_use: dict[str, tuple[dict[str, Any], list[Plain]]] = {}
    for entry in scene.recall("问诊", ()):
        seat = entry["seat"]
        gained = [
            f.what for f in scene.state.facts if f.kind == "mark" and f.seat == seat and f.phase.night == scene.night
        ]
        names = [name for name in dict.fromkeys((*scene.rules.statuses(scene, seat), *gained)) if name in known]
        by_use.setdefault(entry["holding"], (entry, []))[1].append(tuple(names))
    scene.state.drop("memory", "问诊")
    for holding, (entry, found) in by_use.items():
        with following(scene, "问诊", entry["actor"]):
            report(scene, Use(entry["actor"], "问诊", holding, feedback=entry["feedback"]), found)


@skill(book, "咆哮", "黄昏2", forced=True, auto=True)
def roar(scene: Scene, me: Holding, use: Use) -> None:
    """A neighbour looks like a wolf: a roar is announced next day (L262, R243)."""
    if any(surface(scene, seat, "camp") == WOLVES for seat in scene.neighbours(me.owner)) and scene.is_in(me.owner):
        publish(scene, "熊咆哮", at="正午")


# ---------------------------------------------------------------------- 预言学徒

passive(book, "传承", once=True)


@outs.trigger
def inheritance(scene: Scene, seat: str, harm: Harm) -> None:
    """The first 验人系 identity that goes out is inherited: skills anew, and its surface (L298, R231)."""
    role = scene.seat(seat).role
    if role not in SEERS:
        return
    for holding in scene.able("传承"):
        if holding.left and scene.is_in(holding.owner):
            scene.give_uses(holding, -1)
            gain_identity(scene, holding.owner, role, until=FOREVER, by="传承")
            mask(scene, holding.owner, until=FOREVER, role=role)
            inform(scene, holding.owner, "通知", role, skill="传承", role=role)


# ---------------------------------------------------------------------- 上帝使徒, 圣裁者


def inquiry_pick(scene: Scene, me: Holding) -> Pick:
    """An identity, and whether the answer is to be announced; the machine may also send it to the pack (L788)."""
    slots: dict[str, Pick] = {"role": option(tuple(ROLES), of="role"), "public": Yes(optional=True)}
    if me.by == MACHINE:
        slots["pack"] = Yes(optional=True)
    return Form(slots=slots, main="role")


@skill(book, "询问", "早夜1", pick=inquiry_pick)
def inquire(scene: Scene, me: Holding, use: Use) -> None:
    """Is the identity in the opening table, base cards included? (L378)"""
    role = part(use, "role")
    present = in_play(scene, role)
    report(scene, use, [present])
    if part(use, "public"):
        publish(scene, "询问", {role: present}, at="正午")
    if part(use, "pack"):
        inform(scene, pack(scene), "通知", {role: present}, skill="询问")
    if present:
        scene.remember("asked", (*scene.recall("asked", ()), role))


passive(book, "神使")


@always_on("神使")
def envoy_order(scene: Scene, holding: Holding) -> None:
    """秩序 as long as the skill is held (L380)."""
    give(scene, holding.owner, "秩序", until=FOREVER, by=holding)


@outs.trigger
def envoy_falls(scene: Scene, seat: str, harm: Harm) -> None:
    """Out: the card is flipped; voted out or killed by a villagers' skill, all villagers mourn (L380, R223)."""
    if harm.kind == RED_CARD or not stood(scene, seat, "神使"):
        return
    flip(scene, seat)
    inform(scene, seat, "通知", "遗言", skill="神使")
    scene.remember("words beyond the number", (*scene.recall("words beyond the number", ()), seat))
    machine = any(h.ability == "神使" and h.by == MACHINE for h in scene.state.holdings_of(seat))
    camp = WOLVES if machine else VILLAGE
    killed = harm.source in scene.state.seats and harm.source != seat and scene.camp(harm.source or "") == camp
    if killed or (harm.kind == LYNCH and not machine):
        publish(scene, "默哀", {seat: scene.seat(seat).role})
        day = scene.day if scene.state.phase.name not in _NIGHT else scene.day + 1
        scene.remember("mourning", {"day": day, "camp": camp, "cause": scene.cause})


_NIGHT = ("早夜1", "早夜2", "午夜", "深夜1", "深夜2", "凌晨1", "凌晨2")


@at_start("早夜1")
def mourning(scene: Scene) -> None:
    """净化 for every villager (wolf, where it was the machine) for this night only."""
    grief = scene.recall("mourning")
    if grief and grief["day"] == scene.day:
        scene.state.drop("memory", "mourning")
        for seat in members(scene, grief["camp"], living=True):
            with because(scene, grief["cause"]):
                give(scene, seat, "净化", until=next_noon(scene))


@skill(book, "异端", "深夜2", forced=True, auto=True)
def heresy(scene: Scene, me: Holding, use: Use) -> None:
    """A wolf asked about by 询问 is named; next night 裁决 may strike it (L436, R145)."""
    if not _no_glory(scene, me):
        return
    named = [
        seat
        for role in scene.recall("asked", ())
        for seat in holders_of(scene, role, living=False)
        if camp_of_role(role) == scene.camp(seat) == (VILLAGE if me.by == MACHINE else WOLVES)
    ]
    for seat in dict.fromkeys(named):
        report(scene, use, [seat])
        scene.note("named", (*(scene.noted(me, "named") or ()), (scene.night, seat)))


@at_end("凌晨2")
def inquiries_over(scene: Scene) -> None:
    """Questions count for their own night."""
    scene.remember("asked", ())


def condemned(scene: Scene, me: Holding) -> tuple[str, ...]:
    """Whom 异端 named the night before."""
    named: list[str] = []
    for holding in scene.state.holdings_of(me.owner):
        if holding.ability == "异端":
            named += [seat for night, seat in (scene.noted(holding, "named") or ()) if night == scene.night - 1]
    return tuple(seat for seat in anyone(scene, me) if seat in named)


def _no_glory(scene: Scene, me: Holding) -> bool:
    used = any(h.ability == "辉耀" and uses_tonight(scene, h) for h in scene.state.holdings_of(me.owner))
    return not used and not handed_in(scene, me.owner, "辉耀")


@skill(book, "裁决", "深夜2", pick=one(condemned), targeted=True, uses=2, nightly=1, when=_no_glory)
def judgement(scene: Scene, me: Holding, use: Use) -> None:
    """穿透 with 沉默 (L437)."""
    for _, final in settled(use):
        hurt(scene, final, PIERCE, riders={"沉默": True})


@skill(book, "辉耀", "深夜2", pick=one(anyone), targeted=True, once=True)
def glory(scene: Scene, me: Holding, use: Use) -> None:
    """穿透 with 沉默; 异端 and 裁决 rest this night (L438)."""
    for _, final in settled(use):
        hurt(scene, final, PIERCE, riders={"沉默": True})


__all__ = ["book", "keep", "petals"]
