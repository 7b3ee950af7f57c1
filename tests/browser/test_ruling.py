"""The moderator's card while somebody is up: who that is until the call ends, and a ruling with its suggestion."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from nightmoot.core.text import ruleset_catalogue
from tests.browser.person import Person, words
from tests.browser.test_axe import Walk

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

PHONE = (360, 640)
LED = {"led": 1}
PLAYERS = 8


class Judge:
    """A moderator with a phone; nobody else at the table has one."""

    def __init__(self, host: Person, lang: str) -> None:
        self.host, self.page = host, host.page
        self.text, self.game = words(lang), ruleset_catalogue("table", lang)
        options = {"girl_peek_model": "host_decides"}
        roles = ["little_girl", "witch"]
        code = host.open_room(LED, lang=lang, moderator="human", roles=roles, options=options)
        for seat in range(1, PLAYERS + 1):
            sits = {"do": "bots", "seat": seat, "policy": "hand", "name": f"P{seat}"}
            host.post(f"/api/rooms/{code}/do", {"c": f"sit-{seat}", "room": sits})
        self.press("ui.owner.start")

    def press(self, key: str, inside: Locator | None = None) -> None:
        (inside or self.page).get_by_role("button", name=re.compile("^" + re.escape(self.text[key]))).first.click()

    def called(self, call: str) -> None:
        """Wait until this call is said."""
        expect(self.page.locator(".said")).to_contain_text(self.game[f"call.{call}"])

    def up(self) -> Locator:
        return self.page.locator(".who li")

    def asked(self, skill: str) -> Locator:
        """What is open for the holder of an ability."""
        return self.page.locator("li", has=self.page.get_by_role("button")).filter(has_text=self.game[f"skill.{skill}"])

    def decide(self, skill: str) -> None:
        """Enter what somebody at the table has shown: the first that is possible."""
        asked = self.asked(skill)
        self.press("ui.mod.decide_for", asked)
        asked.locator(".stack [aria-pressed=false]").first.click()
        self.press("ui.confirm", asked)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_who_is_up_and_what_is_ruled(arrive: Callable[..., Person], lang: str) -> None:
    judge = Judge(arrive("法官" if lang == "zh" else "Mona", lang, size=PHONE), lang)
    page, text, game = judge.page, judge.text, judge.game

    judge.called("seer")
    expect(judge.up()).to_have_count(1)
    seer = re.compile(rf"^\d.*P\d · {game['role.seer']}")
    expect(judge.up()).to_have_text(re.compile(seer.pattern + f" · {text['ui.mod.thinks']}$"))
    who = judge.up().locator("strong").inner_text()
    judge.decide("check")
    expect(judge.up()).to_have_text(f"{who} · {game['role.seer']}")  # she is up until the call ends
    expect(page.locator(".told")).to_have_count(1)
    page.screenshot(path=f"tests/browser/shots/up-{lang}.png")

    judge.press("ui.mod.next")
    judge.called("werewolf")
    wolves = judge.up().filter(has_text=game["role.werewolf"])
    expect(wolves).to_have_count(2)
    expect(judge.up().filter(has_text=game["role.little_girl"])).to_have_count(1)
    girl = judge.asked("peek")
    judge.press("ui.mod.decide_for", girl)
    girl.locator(".stack [aria-pressed=false]").first.click()
    judge.press("ui.confirm", girl)
    ruling = page.get_by_role("region", name=text["ui.mod.yours"])
    expect(ruling.locator(".suggested")).to_have_text(
        text["ui.mod.suggested.why"].replace("{text:text}", game["decision.caught.why"])
    )
    expect(ruling.locator("strong")).to_contain_text("P")
    expect(ruling).to_be_in_viewport(ratio=0.95)  # half a pixel aside
    walk = Walk(judge.host, lang)
    walk.look("a ruling")
    assert walk.found == []
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=f"tests/browser/shots/ruling-{lang}.png")
    judge.press("ui.change", ruling)
    expect(ruling.locator("[aria-pressed=true]")).to_have_count(2)  # a wolf, and whether she is noticed
    ruling.get_by_role("button", name=text["ui.no"], exact=True).click()
    ruling.get_by_role("button", name=text["ui.yes"], exact=True).click()
    page.screenshot(path=f"tests/browser/shots/ruling-changed-{lang}.png")
    judge.press("ui.confirm", ruling)
    expect(ruling).to_have_count(0)
    expect(page.locator(".told")).not_to_have_count(0)
    expect(wolves).to_have_count(2)
