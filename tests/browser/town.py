"""A storyteller with a town: two players with phones, the others without."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.person import Person, words

LED = {"led": 1, "hand": 0.4, "defence": 30}
GUESTS = {"zh": "客人{}", "en": "Guest {}"}


class Town:
    """The storyteller's page and two players' in one language; seats 3 and up have no device."""

    def __init__(self, arrive: Callable[..., Person], lang: str, size: tuple[int, int], players: int = 7) -> None:
        self.lang = lang
        self._count = count(1)
        self.text = words(lang)
        self.teller = arrive("说书人" if lang == "zh" else "Tess", lang, size=size)
        self.ann = arrive("安安" if lang == "zh" else "Ann", lang, size=(360, 640))
        self.bo = arrive("阿波" if lang == "zh" else "Bo", lang)
        options = {"script": "tb"}
        self.code = str(
            self.teller.post(
                "/api/rooms",
                {
                    "ruleset": "clocktower",
                    "players": players,
                    "nickname": self.teller.name,
                    "moderator": "human",
                    "lang": lang,
                    "pace": LED,
                    "options": options,
                },
            )["code"]
        )
        self.teller.page.goto(f"/r/{self.code}")
        self.teller.see(".mine")
        self.page.locator('[data-seat="3"]').click()
        self.page.get_by_label(self.word("ui.owner.guest")).fill(self.guest(3))
        self.page.get_by_role("button", name=self.word("ui.owner.guest.sit"), exact=True).click()
        expect(self.page.locator('[data-seat="3"]')).to_contain_text(self.guest(3))
        for seat in range(4, players + 1):
            self.do({"do": "bots", "seat": seat, "policy": "hand", "name": self.guest(seat)})
        self.ann.sit_down(self.code, 1)
        self.bo.sit_down(self.code, 2)
        self.ann.ready()
        self.bo.ready()
        self.teller.page.get_by_role("button", name=self.word("ui.owner.start"), exact=True).click()
        self.teller.see(".circle, nav")

    def guest(self, seat: int) -> str:
        """The name of somebody without a phone."""
        return GUESTS[self.lang].format(seat)

    def do(self, command: dict[str, Any]) -> None:
        """What the page has no quick way for, as the page would send it."""
        self.teller.post(f"/api/rooms/{self.code}/do", {"c": f"town-{next(self._count)}", "room": command})

    def word(self, key: str) -> str:
        return str(self.text[key])

    @property
    def page(self) -> Page:
        return self.teller.page

    @property
    def wide(self) -> bool:
        return (self.page.viewport_size or {})["width"] >= 1000

    def tab(self, key: str) -> None:
        """To a part of the page, where it does not show all at once."""
        if not self.wide:
            self.page.locator("nav").get_by_role("button", name=re.compile("^" + re.escape(self.word(key)))).click()

    def seat(self, seat: int) -> Locator:
        return self.page.locator(f'.circle [data-seat="{seat}"]')

    def night(self) -> Locator:
        return self.page.locator("section.night")
