"""The time of day in rulesets that live by the clock: minutes since the midnight before the game began."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

DAY: Final = 24 * 60
_AFTER: Final = re.compile(r"\+(?:(\d+)h)?(?:(\d+)m)?")
_AT: Final = re.compile(r"(\d{1,2}):(\d{2})")


def at(text: str) -> int | None:
    """The minute of the day that ``HH:MM`` means, or None."""
    found = _AT.fullmatch(text)
    minute = int(found[1]) * 60 + int(found[2]) if found else DAY
    return minute if minute < DAY and found and int(found[2]) < 60 else None


def after(text: str) -> int | None:
    """The minutes that ``+26h``, ``+90m`` or ``+1h30m`` mean, or None."""
    found = _AFTER.fullmatch(text)
    return int(found[1] or 0) * 60 + int(found[2] or 0) if found and (found[1] or found[2]) else None


def next_at(now: int, minute: int) -> int:
    """The next moment after now at which it is that minute of the day."""
    return now + ((minute - now - 1) % DAY) + 1


class Clock:
    """What time it is; a phase that the calendar names begins at its time of day."""

    def __init__(self, begins: Mapping[str, int], now: int = 0) -> None:
        """``begins`` says at which minute of the day a phase begins; nothing where the game has no calendar."""
        self.begins = begins
        self.now = now

    def copy(self) -> Clock:
        """A clock that goes on by itself."""
        return Clock(self.begins, self.now)

    def entered(self, phase: str) -> None:
        """A phase begins now."""
        if phase in self.begins and self.now % DAY != self.begins[phase]:  # a run to the very moment has set it
            self.now = next_at(self.now, self.begins[phase])

    def next_deadline(self, phase: str) -> int:
        """When the phase now open ends: at the next time at which another one begins."""
        others = [minute for name, minute in self.begins.items() if name != phase]
        return min((next_at(self.now, minute) for minute in others), default=self.now + DAY)
