"""A storyteller with a town: two players with phones, the others without."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any

from playwright.sync_api import Locator, Page, expect

from nightmoot.core.text import ruleset_catalogue
from nightmoot.rulesets.clocktower.data import script_of
from tests.browser.person import Person, words

LED = {"led": 1, "hand": 0.4, "defence": 30}
GUESTS = {"zh": "客人{}", "en": "Guest {}"}
#: Trouble Brewing where everybody votes as he likes: nobody is executed for nominating, nobody waits for his master.
CALM = [character for character in script_of("tb", ()) if character not in ("virgin", "butler")]
#: What the page of the storyteller says now, read in one go.
LOOKS = """['.head h1, .result h1', 'section.night']
  .map((where) => document.querySelector(where)?.innerText ?? '').join()"""

#: The next step, where the page still says what was read: on, or what is asked, filled in as far as it must be.
STEP = f"""async ([before, next, confirm]) => {{
  const night = () => document.querySelector('section.night');
  const named = (text) =>
    [...(night()?.querySelectorAll('button') ?? [])].find((one) => !one.disabled && one.innerText.startsWith(text));
  if ({LOOKS} !== before) return;
  if (named(next)) return named(next).click();
  for (const choice of night()?.querySelectorAll('.body [role=group] button[aria-pressed=false]') ?? []) {{
    if (named(confirm)) break;
    choice.click();
    await new Promise(requestAnimationFrame);
  }}
  named(confirm)?.click();
}}"""


#: Something else is said than what was read, or all is over: that may come after the last look, and nothing follows it.
WENT_ON = f"(before) => {LOOKS} !== before || document.querySelector('.result') !== null"

#: A part of the page is turned to in one go: the game may end, and the parts be gone, between a look and a tap.
TAB = """(name) => [...document.querySelectorAll('nav button')]
  .find((one) => one.innerText.startsWith(name))?.click()"""


def looks(page: Page) -> str:
    """What the page of the storyteller says now."""
    return str(page.evaluate(f"() => {LOOKS}"))


def go_on(page: Page, text: dict[str, str], before: str) -> None:
    """The next step, where the page still says what was read ``before``; returns when it says something else.

    The end comes a moment after what brought it about: where it was read already, there is no step.
    """
    page.evaluate(STEP, [before, text["ui.mod.next"], text["ui.confirm"]])
    page.wait_for_function(WENT_ON, arg=before)


class Town:
    """The storyteller's page and two players' in one language; seats 3 and up have no device."""

    def __init__(self, arrive: Callable[..., Person], lang: str, size: tuple[int, int], players: int = 7) -> None:
        self.lang = lang
        self._count = count(1)
        self.text = words(lang)
        self.game = ruleset_catalogue("clocktower", lang)
        self.teller = arrive("说书人" if lang == "zh" else "Tess", lang, size=size)
        self.ann = arrive("安安" if lang == "zh" else "Ann", lang, size=(360, 640))
        self.bo = arrive("阿波" if lang == "zh" else "Bo", lang)
        options = {"script": CALM}
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
            self.page.wait_for_selector("nav, .result")
            self.page.evaluate(TAB, self.word(key))

    def seat(self, seat: int) -> Locator:
        return self.page.locator(f'.circle [data-seat="{seat}"]')

    # ------------------------------------------------------------------ going on

    def heading(self) -> str:
        return self.page.locator(".head h1, .result h1").first.inner_text()

    def step(self) -> None:
        """The one thing to do next: show or go on; what is asked gets the suggestion, or the first that is legal."""
        self.tab("ui.grim.next")
        go_on(self.page, self.text, looks(self.page))

    @property
    def over(self) -> bool:
        return self.page.locator(".result").count() > 0

    def until(self, *phases: str) -> None:
        """Go on until one of these phases, or the end."""
        names = [self.said(f"phase.{phase}") for phase in phases]
        while not any(name in self.heading() for name in names) and not self.over:
            self.step()

    def said(self, key: str) -> str:
        """A word of the game."""
        return str(self.game[key])

    # ------------------------------------------------------------------ the circle

    def circle(self) -> None:
        self.tab("ui.grim")
        self.see_circle()

    def see_circle(self) -> None:
        self.teller.see(".circle")

    def seats(self, *, living: bool = True) -> list[str]:
        """The seats of the circle, or only those who live."""
        self.circle()
        found = self.page.locator(".circle .seat:not(.out)" if living else ".circle .seat").all()
        return [str(seat.get_attribute("data-seat")) for seat in found]

    def holder(self, role: str) -> str:
        """A living seat of this role."""
        self.circle()
        name = self.said(f"role.{role}")
        found = self.page.locator(".circle .seat:not(.out)").filter(has_text=name).first
        return str(found.get_attribute("data-seat"))

    def nominate(self, nominator: str, nominee: str) -> None:
        """The storyteller enters a nomination for somebody without a phone."""
        self.circle()
        self.page.locator(f'.circle [data-seat="{nominator}"]').click()
        card = self.page.locator("dialog[open]")
        card.get_by_role("button", name=self.said("skill.nominate"), exact=True).click()
        card.get_by_role("group").get_by_role("button", name=re.compile(rf"^{nominee}\D")).first.click()
        card.locator("button.primary", has_text=self.word("ui.confirm")).click()
        expect(card).to_have_count(0)

    def raise_hands(self, *seats: str) -> None:
        """Tap those who raise a hand, once the vote that was called is there."""
        self.tab("ui.grim.next")
        self.teller.see("section.day .tally")
        self.circle()
        for seat in seats:
            self.page.locator(f'.circle [data-seat="{seat}"]').click()
            expect(self.page.locator(f'.circle [data-seat="{seat}"]')).to_have_class(re.compile(r"\bup\b"))

    def sweep(self) -> None:
        """Send the hand off, and wait until it has been round."""
        self.tab("ui.grim.next")
        self.page.get_by_role("button", name=self.word("ui.grim.sweep")).click()
        expect(self.page.locator("section.day .tally")).to_have_count(0)

    def act(self, person: Person, skill: str) -> None:
        """A player opens an entry of the menu that everybody has."""
        away = person.page.get_by_role("button", name=self.word("ui.put_away"))
        if away.count():
            away.click()
        menu = person.page.get_by_role("group", name=self.word("ui.acts"))
        menu.get_by_role("button", name=self.said(f"skill.{skill}"), exact=True).click()

    def take_back(self) -> None:
        """What the list of steps begins with is taken back."""
        sheet = self.page.locator("dialog[open]")
        sheet.get_by_role("alert").get_by_role("button", name=self.word("ui.mod.undo.do"), exact=True).click()
        self.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
