"""One tap from wake to wake: what was told on phones is read and left with the same tap."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person, words

TOWN = ["imp", "baron", "saint", "recluse", "chef", "empath", "librarian"]
#: On the script and on the sheet of the first night, but in nobody's hand.
ABSENT = ["poisoner", "washerwoman", "investigator", "butler", "spy"]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_first_night_on_phones_takes_one_tap_a_wake(arrive: Callable[..., Person], lang: str) -> None:
    text = words(lang)
    teller = arrive("说书人" if lang == "zh" else "Tess", lang, size=(360, 640))
    page = teller.page
    room = {"ruleset": "clocktower", "players": 7, "roles": TOWN, "nickname": teller.name, "moderator": "human"}
    options = {"script": [*TOWN, *ABSENT, "mayor", "monk", "slayer", "soldier", "virgin"]}
    code = teller.post("/api/rooms", {**room, "lang": lang, "pace": {"led": 1}, "options": options})["code"]
    teller.start_with_bots(code)
    page.goto(f"/r/{code}")
    page.locator("nav").get_by_role("button", name=re.compile("^" + text["ui.grim.next"])).click()
    night, confirm = page.locator("section.night"), page.get_by_role("button", name=text["ui.confirm"], exact=True)
    # both introductions, the Librarian, the Chef and the Empath; five more places are nobody's
    for place in (1, 2, 5, 7, 8):
        expect(night).to_contain_text(f"{place} / 10")
        expect(night.locator(".words").or_(confirm)).to_be_visible()
        if confirm.count():  # what is shown is ruled first, with the suggestion
            confirm.click()
        expect(night.locator(".words")).to_be_visible()
        night.get_by_role("button", name=re.compile(text["ui.mod.next"])).click()
    expect(night).not_to_contain_text("/ 10")
