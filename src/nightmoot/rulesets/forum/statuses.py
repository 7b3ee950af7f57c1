"""Statuses: what they stop, what they block, who may get them. Lines 86-107; R73-R76, R109-R127."""

from __future__ import annotations

from typing import Any, Final

from nightmoot.core.ability import Bearing
from nightmoot.core.book import Book, Proposal
from nightmoot.core.plain import Plain
from nightmoot.core.records import Harm, Holding, Mark
from nightmoot.core.scene import Scene
from nightmoot.core.standing import Standing
from nightmoot.rulesets.forum.data import DATA
from nightmoot.rulesets.forum.moments import when

book = Book()
FORCED: Final = "强制"
_SILENT = Bearing(Standing.BARRED, spares=frozenset({FORCED, "不失"}))
#: Tag of what always-on skills do to their own holder: 秩序 holds it off while it lasts (R112).
HELD_OFF: Final = "自带负面"
_ORDERLY = Bearing(Standing.HOLLOW, only=frozenset({HELD_OFF}))
_FORGOTTEN = Bearing(Standing.GONE, only=frozenset({FORCED}))

NEGATIVE: Final = frozenset(status["id"] for status in DATA["statuses"] if status["negative"])
COMPOSITE: Final[dict[str, tuple[str, ...]]] = {
    s["id"]: tuple(s["composite"]) for s in DATA["statuses"] if "composite" in s
}
#: Which damage each blocking status stops.
BLOCKS: Final[dict[str, tuple[str, ...]]] = {s["id"]: tuple(s["blocks"]) for s in DATA["statuses"] if "blocks" in s}
LOVE: Final = ("真爱情侣", "虚情情侣", "无爱情侣")
#: What 归元 takes away and keeps out: the listed statuses, but no bond of love; marks of skills are none (R113).
REMOVABLE: Final = frozenset(s["id"] for s in DATA["statuses"] if s["negative"] is not None) - frozenset(LOVE)

for _kind in DATA["statuses"]:
    _name = _kind["id"]
    _parts = (_name, *COMPOSITE.get(_name, ()))
    _bears = (*((_SILENT,) if "沉默" in _parts else ()), *((_FORGOTTEN,) if "遗忘" in _parts else ()))
    _bears = (*_bears, *((_ORDERLY,) if "秩序" in _parts else ()))
    book.mark_kind(_name, *_bears, negative=bool(_kind["negative"]))


def carries(kind: str, part: str) -> bool:
    """Is the status the part itself, or a composite that contains it?"""
    return kind == part or part in COMPOSITE.get(kind, ())


def containing(part: str) -> tuple[str, ...]:
    """The composites that contain a status."""
    return tuple(name for name, parts in COMPOSITE.items() if part in parts)


def bears(scene: Scene, seat: str, part: str, *, permanent: bool = False) -> bool:
    """Does the seat bear a live status that is or contains the part (for good, if asked)?"""
    for kind in (part, *(name for name, parts in COMPOSITE.items() if part in parts)):
        if any(not permanent or mark.until is None for mark in scene.marks(kind, on=seat)):
            return True
    return False


def give(
    scene: Scene,
    seat: str,
    status: str,
    *,
    until: str | None,
    by: Holding | None = None,
    count: int | None = None,
    against: Plain = None,
    told: bool | None = None,
    source: str | None = None,
) -> Mark | None:
    """Give a status until a moment (None: for good).

    ``count`` is the number of hits a 守护 takes (None: any number), ``against`` a seat or camp against which alone it
    works. The bearer is told of negative statuses when notices are due, unless ``told`` says otherwise.
    """
    from nightmoot.rulesets.forum.telling import inform

    data: dict[str, Any] = {}
    if count is not None:
        data["count"] = count
    if against is not None:
        data["against"] = against
    if source is not None:
        data["source"] = source
    mark = scene.mark(seat, status, until=until, data=data or None, by=by)
    if mark is None:
        return None
    if status == "秩序":
        cleanse(scene, seat)
    speak = status in NEGATIVE and status != "流血" if told is None else told
    if speak and (status != "遗忘" or _has_forced(scene, seat)) and (status != "超度" or armed(scene, seat)):
        inform(scene, seat, "得到状态", status, skill="状态", mark=status)
    return mark


def _has_forced(scene: Scene, seat: str) -> bool:
    return any(FORCED in scene.rules.abilities[h.ability].tags for h in scene.state.holdings_of(seat))


def armed(scene: Scene, seat: str) -> bool:
    """Does the seat carry a knife (带刀, R2)?"""
    from nightmoot.rulesets.forum.knife import carries_knife

    return carries_knife(scene, seat)


def cleanse(scene: Scene, seat: str, *, everything: bool = False) -> tuple[str, ...]:
    """Take away the negative statuses (or all that can be removed); returns their names."""
    kinds = REMOVABLE if everything else NEGATIVE
    gone = [mark for mark in scene.state.all_marks() if mark.on == seat and mark.kind in kinds]
    if not everything:  # those of the bearer's own standing skills are only held off (R112)
        gone = [mark for mark in gone if not _own_forced(scene, mark)]
    scene.unmark(*gone, why="cleansed")
    return tuple(mark.kind for mark in gone)


def _own_forced(scene: Scene, mark: Mark) -> bool:
    holding = scene.state.holdings.get(mark.by or "")
    return holding is not None and holding.owner == mark.on and FORCED in scene.rules.abilities[holding.ability].tags


@book.prevents("mark", mark="秩序")
def ordered(scene: Scene, mark: Mark, proposal: Proposal) -> bool:
    """秩序 prevents negative statuses; of 秩序 and 漏洞 the later is void."""
    return proposal.on == mark.on and (proposal.what in NEGATIVE or proposal.what == "漏洞")


@book.prevents("mark", mark="漏洞")
def leaking(scene: Scene, mark: Mark, proposal: Proposal) -> bool:
    """漏洞 prevents statuses that are not negative."""
    known = any(status["id"] == proposal.what for status in DATA["statuses"])
    return proposal.on == mark.on and known and proposal.what not in NEGATIVE and proposal.what not in LOVE


@book.prevents("mark", mark="首夜")
def first_night(scene: Scene, mark: Mark, proposal: Proposal) -> bool:
    """蛊惑师 gets no negative status in the first night (R123)."""
    return proposal.on == mark.on and proposal.what in NEGATIVE


@book.prevents("mark", mark="归元锁")
def sealed_for_good(scene: Scene, mark: Mark, proposal: Proposal) -> bool:
    """After 归元 no status can be gained; lovers are bonds that nothing removes (R113)."""
    return proposal.on == mark.on and proposal.what in REMOVABLE


# ---------------------------------------------------------------------- blocks


def works_against(scene: Scene, mark: Mark, harm: Harm) -> bool:
    """Does an only-against status work against the source of this damage (R75)?"""
    against = (mark.data or {}).get("against")
    if against is None:
        return True
    if harm.source is None or harm.source not in scene.state.seats:
        return False
    return bool(against == harm.source or scene.camp(harm.source) == against)


def _block(kind: str) -> None:
    @book.harm("cancel", mark=kind)
    def blocked(scene: Scene, mark: Mark, harm: Harm) -> bool:
        """Does the status cancel this damage? A counted 守护 loses one."""
        if harm.kind not in BLOCKS[kind] or not works_against(scene, mark, harm):
            return False
        left = (mark.data or {}).get("count")
        if left is not None:
            scene.unmark(mark, why="spent")
            if left > 1:
                scene.mark(mark.on, kind, until=mark.until, data={**mark.data, "count": left - 1})
        return True


for _kind in BLOCKS:
    _block(_kind)


def block_order(mark: Mark) -> tuple[tuple[int, int], int, int]:
    """The shortest time first; of equal ones the one that is not used up (R73)."""
    return when(mark.until), 1 if (mark.data or {}).get("count") is not None else 0, mark.at
