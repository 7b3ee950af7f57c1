"""A game with characters of somebody's own: brought in through the page, run by hand by the storyteller, on phones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from nightmoot.core.text import ruleset_catalogue
from tests.browser.person import Person, words
from tests.browser.test_page import faults
from tests.browser.town import go_on, looks

pytestmark = pytest.mark.timeout(400)  # a busy machine is slow, not wrong

PHONE = (360, 640)
PLAYERS = 5
#: Long words, markup, braces and lines: whatever somebody writes stands as it is.
NAMES = {
    "zh": ("点灯人", "守桥人", "抄写员", "低语者", "幽影"),
    "en": ("Lamp <b>lighter</b>", "Keeper of the Very Long Northern Bridge", "Scribe {seat}", "Whisperer", "Gloom"),
}
TEAMS = ("townsfolk", "townsfolk", "townsfolk", "minion", "demon")
ABILITY = {
    "zh": "每个夜晚，选择两名玩家：{n}盏灯照亮他们。<i>没有灯</i>的人会怕黑。\n一局一次，可以吹灭所有的灯。",
    "en": "Each night, choose two players: {n} lamps light them. Who has <i>no lamp</i> is afraid.\nOnce per game.",
}
TODO = {"zh": "让{}选择两名玩家。", "en": "{} chooses two players."}
TOKEN = {"zh": "亮着", "en": "Lit up"}
QUESTION = {"zh": "照亮哪两位？", "en": "Whom do you light?"}
NOTE = {"zh": "照亮了两位", "en": "both are lit"}


def script(lang: str) -> list[Any]:
    meta = {"id": "_meta", "name": "灯" if lang == "zh" else "Lamps", "author": "Ann", "bootlegger": [QUESTION[lang]]}
    own = [
        {
            "id": f"own_{number}",
            "name": name,
            "team": team,
            "ability": ABILITY[lang],
            "firstNight": 30 + number,
            "firstNightReminder": TODO[lang].format(name),
            "otherNight": 30 - number,
            "otherNightReminder": TODO[lang].format(name),
            "reminders": [TOKEN[lang]],
            "flavor": "x",
            "x-kept": {"a": [1]},
        }
        for number, (name, team) in enumerate(zip(NAMES[lang], TEAMS, strict=True))
    ]
    return [meta, *own]


class Lamps:
    """A room opened by hand through the page with a script of one's own; two players have phones."""

    def __init__(self, arrive: Callable[..., Person], lang: str, folder: Path) -> None:
        self.lang, self.text, self._count = lang, words(lang), count(1)
        self.game = ruleset_catalogue("clocktower", lang)
        self.teller = arrive("说书人" if lang == "zh" else "Tess", lang, size=PHONE)
        self.page = self.teller.page
        self._open(folder)
        for seat in range(3, PLAYERS + 1):
            self._do({"do": "bots", "seat": seat, "policy": "hand", "name": f"P{seat}"})
        self.ann = arrive("安安" if lang == "zh" else "Ann", lang, size=PHONE)
        self.bo = arrive("阿波" if lang == "zh" else "Bo", lang, size=PHONE)
        for seat, person in ((1, self.ann), (2, self.bo)):
            person.sit_down(self.code, seat)
            person.ready()
        self.button("ui.owner.start").click()
        self.teller.see("nav")

    def _open(self, folder: Path) -> None:
        """The storyteller's form: the game, five players, a file (zh) or what is pasted (en), a person moderates."""
        page = self.page
        page.goto("/new")
        form = page.locator("form")
        form.get_by_label(self.text["ui.nickname"]).fill(self.teller.name)
        form.locator("label:has(.label) select").first.select_option("clocktower")
        less = page.get_by_role("button", name=f"{self.text['ui.less']}: {self.text['ui.create.players']}")
        for _ in range(8 - PLAYERS):
            less.click()
        page.get_by_text(self.text["ui.script.own"], exact=True).click()
        written = json.dumps(script(self.lang), ensure_ascii=False)
        if self.lang == "zh":
            file = folder / "lamps.json"
            file.write_text(written, encoding="utf-8")
            form.get_by_label(self.text["ui.script.file"]).set_input_files(file)
        else:
            form.get_by_label(self.text["ui.script.paste"]).fill(written)
            form.get_by_label(self.text["ui.script.paste"]).blur()
        expect(form).to_contain_text("own_0")
        page.screenshot(path=f"tests/browser/shots/own-script-import-{self.lang}.png")
        assert faults(page) == []
        self.button("ui.create.go").click()  # the program alone does not take it
        expect(form.get_by_role("alert")).to_contain_text("own_0")
        form.get_by_text(self.text["ui.moderator.human"], exact=True).click()
        self.button("ui.create.go").click()
        self.teller.see(".mine")
        self.code = page.url.rsplit("/", 1)[1]

    def _do(self, command: dict[str, Any]) -> None:
        body = {"c": f"lamps-{next(self._count)}", "room": command}
        self.teller.post(f"/api/rooms/{self.code}/do", body)

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=self.text[key], exact=True)

    def tab(self, key: str) -> None:
        self.page.locator("nav").get_by_role("button", name=re.compile("^" + re.escape(self.text[key]))).click()

    def night(self) -> Locator:
        return self.page.locator("section.night")

    def onward(self) -> None:
        """One tap: what is next."""
        go_on(self.page, self.text, looks(self.page))

    def until(self, name: str) -> None:
        """Tap on until the night sheet calls this character."""
        for _ in range(40):
            before = looks(self.page)
            heading = self.night().locator("h2")
            if heading.count() and name in heading.inner_text() and self.night().locator("textarea").count():
                return
            go_on(self.page, self.text, before)
        raise AssertionError(f"{name} is never called")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_game_with_characters_of_ones_own_is_run_by_hand(
    arrive: Callable[..., Person], lang: str, tmp_path: Path
) -> None:
    """From the file to the phone: names, abilities, the night sheet, a question, a token, a note, the log."""
    lamps = Lamps(arrive, lang, tmp_path)
    page, ann, text = lamps.page, lamps.ann, lamps.text

    # the card says who one is, in the script's own words
    card = ann.hold_card()
    name = next(one for one in NAMES[lang] if one in card)
    assert ABILITY[lang].split("\n")[0] in card
    ann.page.screenshot(path=f"tests/browser/shots/own-script-phone-{lang}.png")

    # the night waits at the character's place
    lamps.tab("ui.grim.next")
    lamps.until(name)
    night = lamps.night()
    expect(night).to_contain_text(TODO[lang].format(name))
    page.screenshot(path=f"tests/browser/shots/own-script-night-{lang}.png", full_page=True)
    assert faults(page) == []

    # the storyteller asks; only that player is asked, and only the storyteller hears the answer
    bo = lamps.bo.page.locator("main").inner_text()
    night.get_by_text(text["ui.grim.ask"], exact=True).click()
    night.get_by_label(text["ui.grim.ask.for"]).select_option("seats")
    night.get_by_label(text["ui.grim.ask.words"]).fill(QUESTION[lang])
    night.get_by_role("button", name=text["ui.grim.ask.send"], exact=True).click()
    expect(ann.see(".ask")).to_contain_text(QUESTION[lang])
    for seat in ("2", "3"):
        ann.page.locator(f'[data-seat="{seat}"]').click()
    ann.page.screenshot(path=f"tests/browser/shots/own-script-asked-{lang}.png")
    assert faults(ann.page) == []
    ann.page.locator(".ask footer .primary").click()
    expect(night.locator(".words")).to_contain_text("P3")
    assert lamps.bo.page.locator("main").inner_text() == bo
    lamps.onward()

    # a reminder token of the character's own is laid
    lamps.tab("ui.grim")
    page.locator(".tray").get_by_role("button", name=TOKEN[lang]).first.click()
    page.locator('.circle [data-seat="3"]').click()
    expect(page.locator('.circle [data-seat="3"]')).to_have_attribute("aria-label", re.compile(TOKEN[lang]))
    page.screenshot(path=f"tests/browser/shots/own-script-circle-{lang}.png")
    assert faults(page) == []

    # a note ends the call, and the log keeps it
    lamps.tab("ui.grim.next")
    night.locator("textarea").fill(NOTE[lang])
    night.get_by_role("button", name=text["ui.confirm"], exact=True).click()
    expect(night.get_by_text(NOTE[lang])).to_have_count(0)
    lamps.tab("ui.mod.why")
    expect(page.locator("main")).to_contain_text(NOTE[lang])
    expect(page.locator("main")).to_contain_text(name)

    # the sheet is everybody's, with the rules of the script and a way to take it along
    ann.page.get_by_role("button", name=text["ui.menu"], exact=True).click()
    sheet = ann.page.locator("dialog[open]")
    sheet.get_by_text(text["ui.script"], exact=True).click()
    for one in NAMES[lang]:
        expect(sheet).to_contain_text(one)
    expect(sheet).to_contain_text(QUESTION[lang])
    ann.page.screenshot(path=f"tests/browser/shots/own-script-sheet-{lang}.png")
    assert faults(ann.page) == []
    with ann.page.expect_download() as coming:
        sheet.get_by_role("link", name=text["ui.script.download"]).click()
    assert json.loads(Path(coming.value.path()).read_text(encoding="utf-8")) == script(lang)

    # the rest of the night goes by with one tap a wake
    lamps.tab("ui.grim.next")
    for _ in range(40):
        if lamps.game["phase.dawn"] in page.locator(".head h1").inner_text():
            break
        lamps.onward()
    expect(page.locator(".head h1")).to_contain_text(lamps.game["phase.dawn"])
