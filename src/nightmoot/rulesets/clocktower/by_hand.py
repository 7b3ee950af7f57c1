"""Characters that the program does not run: a person as the storyteller wakes them and does by hand what they do."""

from __future__ import annotations

from typing import Final

from nightmoot.core.picks import Text
from nightmoot.core.records import MODERATOR, Holding, Use
from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.kit import steadily

#: The longest note for the log.
LONGEST: Final = 200


def declare(book: Book, role: str, first_night: float, other_night: float) -> None:
    """Give a character the one ability that has its name: its places on the night sheets, and nothing else.

    It is called when its holder is dead, drunk or poisoned too: only the storyteller can say what that means for it.
    """
    wakes = "nights" if first_night and other_night else "first night" if first_night else "other nights"
    if first_night or other_night:
        book.ability(role, wakes=wakes, works_out=True)(wake)
    else:
        book.passive(role)


def wake(s: Scene, me: Holding, use: Use) -> None:
    """The night waits for the storyteller, who does what the character does and may note it for the log."""
    params = {"seat": me.owner, "role": me.ability}
    with steadily(s):
        note = s.ask(
            MODERATOR,
            Text(most=LONGEST, optional=True),
            key="by_hand",
            skill=me.ability,
            kind="ruling",
            params=params,
        )
        s.fact("by_hand" if note is None else "by_hand_noted", seat=me.owner, what=me.ability, data={"text": note})
