"""What is kept for a step that waits, and the notices that the game itself sends beside its bodies."""

from __future__ import annotations

from typing import Any

from nightmoot.core.inputs import Post
from nightmoot.core.plain import Plain, Record
from nightmoot.core.questions import Held, Question
from nightmoot.core.records import ALL, MODERATOR, Notice


class Pending(Record, frozen=True):
    """A step that waits: the answers so far, and the notices that its runs have sent."""

    answers: dict[str, Held] = {}
    sent: tuple[Notice, ...] = ()


def shown_answer(key: str, question: Question, owner: str, choice: Plain) -> Notice | None:
    """An answer as it comes, for those who see it (None: nobody else does)."""
    if question.shown == "nobody" or (question.shown == "owners" and len(question.owners) == 1):
        return None
    params: dict[str, Any] = {"seat": owner, "skill": question.skill, "choice": choice}
    return Notice(key, ALL if question.shown == "all" else question.owners, params)


def posted(given: Post, audience: str | tuple[str, ...]) -> Notice:
    """Something said."""
    return Notice("post", audience, {"by": given.by, "channel": given.channel, "text": given.text})


def no_longer_holds(notice: Notice) -> Notice:
    """The moderator learns that something was told which, run again, is not so any more."""
    to = (ALL,) if notice.to == ALL else tuple(notice.to)
    return Notice("no_longer_holds", (MODERATOR,), {"notice": notice.key, "params": notice.params, "seats": to})
