"""From the engine to the wire. Notices and a viewer's own decisions go through here and nothing else does.

The game's state has no encoder. The moderator's records are made in ``oversight`` for the moderator's viewer only.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from nightmoot.core import ALL, Notice, OpenDecision
from nightmoot.host.wire import Down, NoticeOut, OpenOut

_encoder = msgspec.json.Encoder()
encode = _encoder.encode


def message(down: Down) -> bytes:
    """One message."""
    return encode(down)


def notice_out(notice: Notice, ruleset: str) -> NoticeOut:
    """A notice as those who may know it get it: without its audience."""
    if type(notice) is not Notice:
        raise TypeError("only notices leave the engine")
    return NoticeOut(
        key=notice.key, params=notice.params, shows=list(notice.shows), ruleset=ruleset, public=is_public(notice)
    )


def is_public(notice: Notice) -> bool:
    """Is everybody told this?"""
    return notice.to == ALL


def numbered(n: int, encoded: msgspec.Raw) -> bytes:
    """A notice with one viewer's number."""
    return encode(Down(n=n, notice=cast(NoticeOut, encoded)))


def open_out(decision: OpenDecision, d: int, deadline: int | None) -> OpenOut:
    """A decision as its owner gets it, under the owner's number."""
    if type(decision) is not OpenDecision:
        raise TypeError("only open decisions are asked")
    wire: dict[str, Any] = decision.to_wire()
    return OpenOut(
        d=d,
        key=wire["key"],
        skill=wire.get("skill"),
        kind=decision.kind,
        params=wire.get("params", {}),
        pick=wire["pick"],
        optional=wire.get("optional", False),
        offer=wire.get("offer", False),
        revise=wire.get("revise", "never"),
        mine=wire.get("mine"),
        answered=decision.answered,
        final=decision.final,
        others=wire.get("others"),
        owners=wire.get("owners"),
        deadline=deadline,
    )


def owns(decision: OpenDecision, viewer: str) -> bool:
    """Is this decision or offer the viewer's own? (The moderator is shown everybody's.)"""
    return viewer == decision.owner if decision.question is None else viewer in decision.question.owners
