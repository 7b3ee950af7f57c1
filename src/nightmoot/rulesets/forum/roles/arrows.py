"""Who binds lovers, and what a couple makes of its camps and knives: 丘比特, 维纳斯 (lines 975-1011)."""

from __future__ import annotations

from nightmoot.core.book import Book
from nightmoot.core.records import Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.forum.camps import turn
from nightmoot.rulesets.forum.data import BLACK, PHASES, TWINS, UNCERTAIN, VILLAGE, WOLVES
from nightmoot.rulesets.forum.identity import MACHINE, identity, mask
from nightmoot.rulesets.forum.kit import anyone, exactly, skill
from nightmoot.rulesets.forum.knife import INSIDE, TAKER, tag, untag
from nightmoot.rulesets.forum.lovers import FALSE, LOVELESS, TRUE, bind
from nightmoot.rulesets.forum.moments import FOREVER, lend
from nightmoot.rulesets.forum.statuses import FORCED

book = Book()

#: Who is never a lover or a witness (L985; R18).
BARRED = ("上帝使徒", "双子光", "双子暗")


def unlovable(scene: Scene, seat: str) -> bool:
    """Is a link to this seat void?"""
    return identity(scene, seat) in BARRED or bool(
        scene.marks("隐身", on=seat) or scene.marks(TRUE, on=seat) or scene.marks("证婚人", on=seat)
    )


# ---------------------------------------------------------------------- 丘比特


@skill(
    book,
    "丘比特之箭",
    *PHASES,
    windows=PHASES[1:],
    pick=exactly(2, anyone),
    targeted=True,
    once=True,
    tags=(FORCED,),
    when=lambda s, me: s.state.phase.name == "开局" or me.by == MACHINE,
)
def arrow(scene: Scene, me: Holding, use: Use) -> None:
    """Two lovers; Cupid goes with them (L979-L994). The machine may shoot at any time, false love only (L812)."""
    if me.by:
        pair = tuple(dict.fromkeys(use.targets))
        if len(pair) == 2:
            bind(scene, pair[0], pair[1], FALSE)
        return
    a, b = use.chosen  # a target on which it does not settle cannot be loved (R198)
    if unlovable(scene, a) or unlovable(scene, b) or not bind(scene, a, b, TRUE):
        turn(scene, me.owner, VILLAGE)
        return
    scene.remember("couples", (*scene.recall("couples", ()), {"pair": (a, b), "cupid": me.owner}))
    judge_couple(scene, (a, b), me.owner)


@book.step("judge couple")
def judge_couple_step(scene: Scene, pair: tuple[str, ...], cupid: str) -> None:
    """A lover's camp has changed: the same order again (L993)."""
    judge_couple(scene, pair, cupid)


def judge_couple(scene: Scene, pair: tuple[str, ...], cupid: str) -> None:
    """The nature of a couple, and what it makes of camps and knives (items a-g of 丘比特之箭; R195-R199)."""
    a, b = pair
    camps = [VILLAGE if seat == cupid else own_camp(scene, seat) for seat in pair]
    wolves = [seat for seat, camp in zip(pair, camps, strict=True) if camp == WOLVES]
    thirds = [camp for camp in camps if camp not in (VILLAGE, WOLVES, UNCERTAIN, BLACK)]
    everybody = tuple(seat for seat in (a, b, cupid) if seat)
    both_alike = camps in ([WOLVES, WOLVES], [VILLAGE, VILLAGE])
    kept = scene.recall("tags kept", ())  # 维纳斯's B with a wolf A (L1009)
    if not both_alike:
        for seat in wolves:
            if seat not in kept:
                untag(scene, seat)
    if UNCERTAIN not in camps and any(seat in scene.recall("loved", {}) for seat in pair):
        for holding in (h for seat in pair for h in scene.state.holdings_of(seat) if h.by == "情侣"):
            scene.state.drop_holding(holding.id)
    if both_alike:
        _set_free(scene, everybody)
    if UNCERTAIN in camps:
        _all_turn(scene, everybody, BLACK)
        for seat in pair:
            if not any(h.by == "情侣" for h in scene.state.holdings_of(seat)):
                lend(scene, seat, "杀人", until=FOREVER, by="情侣")
    elif thirds:
        _all_turn(scene, everybody, thirds[0])
        if len(set(thirds)) == 2:
            table = scene.recall("joined conditions", {})
            scene.remember("joined conditions", {**table, thirds[0]: (thirds[1],)})
    elif len(wolves) == 1:
        _all_turn(scene, everybody, BLACK)
        if wolves[0] not in kept:
            tag(scene, wolves[0], TAKER, place="情侣")
    elif cupid and cupid not in pair:
        turn(scene, cupid, camps[0])
        if camps[0] == WOLVES:
            tag(scene, cupid, TAKER, place="丘比特")
    elif cupid:
        turn(scene, cupid, camps[0])
    if not both_alike:
        for seat in everybody:
            mask(scene, seat, until=FOREVER, camp=BLACK)


def own_camp(scene: Scene, seat: str) -> str:
    """The camp without what love has made of it, as long as nothing else has changed it (R195)."""
    found = scene.recall("loved", {}).get(seat)
    camp = scene.camp(seat)
    return str(found["own"]) if found and found["given"] == camp else camp


def _set_free(scene: Scene, seats: tuple[str, ...]) -> None:
    """The couple is now alike: camps and surfaces are again what they were."""
    loved = scene.recall("loved", {})
    for seat in seats:
        if seat in loved:
            scene.unmark(*(m for m in scene.marks("mask", on=seat) if m.data == {"camp": BLACK}), why="judged again")
            if scene.camp(seat) != own_camp(scene, seat):
                turn(scene, seat, own_camp(scene, seat))
    scene.remember("loved", {seat: entry for seat, entry in loved.items() if seat not in seats})


def _all_turn(scene: Scene, seats: tuple[str, ...], camp: str) -> None:
    own = {seat: {"own": own_camp(scene, seat), "given": camp} for seat in seats}
    scene.remember("loved", {**scene.recall("loved", {}), **own})
    for seat in seats:
        if scene.camp(seat) != camp and scene.camp(seat) != TWINS:
            turn(scene, seat, camp)


# ---------------------------------------------------------------------- 维纳斯


@skill(book, "红杏出墙", "开局", pick=exactly(3, anyone), targeted=True, forced=True)
def venus(scene: Scene, me: Holding, use: Use) -> None:
    """A and B in loveless, B and C in true love; Venus goes with B and C (L1000-L1011, R257)."""
    a, b, c = use.chosen
    if unlovable(scene, b):
        turn(scene, me.owner, VILLAGE)
        return
    bad_a, bad_c = unlovable(scene, a), unlovable(scene, c)
    if bad_a and bad_c:
        turn(scene, me.owner, VILLAGE)
        return
    if bad_a or bad_c:
        other = c if bad_a else a
        if bind(scene, b, other, TRUE):
            scene.remember("couples", (*scene.recall("couples", ()), {"pair": (b, other), "cupid": me.owner}))
            judge_couple(scene, (b, other), me.owner)
        return
    before = {
        seat: (scene.camp(seat), bool(scene.marks(INSIDE, on=seat) or scene.marks(TAKER, on=seat)))
        for seat in (a, b, c)
    }
    wolf = {seat: before[seat][0] == WOLVES for seat in (a, b, c)}
    bind(scene, a, b, LOVELESS)
    bind(scene, b, c, TRUE)
    if wolf[a] and not wolf[b]:  # A takes the knife before C
        untag(scene, a)
        tag(scene, a, TAKER, place="情侣")
    if wolf[a] and wolf[b]:
        scene.remember("tags kept", (b,))
    scene.remember("couples", (*scene.recall("couples", ()), {"pair": (b, c), "cupid": me.owner}))
    judge_couple(scene, (b, c), me.owner)
    _venus_knives(scene, me.owner, (a, b, c), before)


def _venus_knives(
    scene: Scene, venus_seat: str, three: tuple[str, str, str], before: dict[str, tuple[str, bool]]
) -> None:
    a, b, c = three
    wolf = {seat: before[seat][0] == WOLVES for seat in three}
    if wolf[b] and wolf[c]:
        tag(scene, venus_seat, TAKER, place="维纳斯")
    if not wolf[b] and wolf[c]:
        tag(scene, c, TAKER, place="情侣")
    if wolf[b] and not wolf[a] and not wolf[c]:
        tag(scene, b, TAKER, place="情侣")
    if wolf[a] and wolf[b] and before[c][0] == VILLAGE and not before[b][1]:
        tag(scene, b, TAKER, place="情侣")
