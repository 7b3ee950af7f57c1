"""The bag chosen by hand on the form: what the table says of it, and who sits at the table then."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from nightmoot.core.text import ruleset_catalogue
from tests.browser.person import Person, words

BAG = ("imp", "baron", "poisoner", "chef", "empath", "monk", "thief", "slayer")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_bag_of_ones_own_is_counted_against_the_table_and_dealt_as_it_is(
    arrive: Callable[..., Person], lang: str
) -> None:
    text, game = words(lang), ruleset_catalogue("clocktower", lang)
    teller = arrive("说书人" if lang == "zh" else "Tess", lang, size=(360, 640))
    page = teller.page
    page.goto("/new")
    form = page.locator("form")
    form.get_by_label(text["ui.nickname"]).fill(teller.name)
    form.locator("label:has(.label) select").first.select_option("clocktower")
    form.get_by_text(text["ui.bag"], exact=True).click()
    for role in BAG[:4]:
        form.get_by_role("button", name=game[f"role.{role}"], exact=True).click()
    minions = form.get_by_role("group", name=game["team.minion"])
    expect(minions).to_contain_text(text["ui.bag.of"].format(n=2, text="1"))
    expect(form).to_contain_text(text["ui.bag.rest"].format(n=4))
    for role in BAG[4:]:
        form.get_by_role("button", name=game[f"role.{role}"], exact=True).click()
    expect(form).to_contain_text(text["ui.bag.deviates"])
    page.screenshot(path=f"tests/browser/shots/bag-{lang}.png", full_page=True)
    form.get_by_role("button", name=f"✓ {game['role.imp']}", exact=True).click()
    form.get_by_role("button", name=game["role.butler"], exact=True).click()
    expect(form).to_contain_text(text["ui.bag.lacks"].format(text=game["team.demon"]))
    form.get_by_role("button", name=f"✓ {game['role.butler']}", exact=True).click()
    form.get_by_role("button", name=game["role.imp"], exact=True).click()
    form.get_by_text(text["ui.moderator.human"], exact=True).click()
    page.get_by_role("button", name=text["ui.create.go"], exact=True).click()
    teller.see(".mine")
    bots = re.escape(text["ui.owner.bots"]).replace(re.escape("{n:number}"), "8")
    page.get_by_role("button", name=re.compile(f"^{bots}$")).click()
    page.get_by_role("button", name=text["ui.owner.start"], exact=True).click()
    seats = page.locator(".circle .seat .role")
    expect(seats).to_have_count(8)
    assert sorted(seats.all_inner_texts()) == sorted(game[f"role.{role}"] for role in BAG)


def test_looking_at_the_settings_of_a_room_with_a_script_of_its_own_keeps_the_bag(
    arrive: Callable[..., Person],
) -> None:
    text, game = words("zh"), ruleset_catalogue("clocktower", "zh")
    teller = arrive("说书人", "zh", size=(360, 640))
    page = teller.page
    own = {"id": "lamplighter", "name": "掌灯人", "team": "townsfolk", "ability": "每晚选择一盏灯。"}
    room = {"ruleset": "clocktower", "players": 8, "nickname": teller.name, "moderator": "human", "lang": "zh"}
    options = {"script": [*BAG, "drunk", "butler", own]}
    code = teller.post("/api/rooms", {**room, "roles": list(BAG), "options": options})["code"]
    page.goto(f"/r/{code}")
    teller.see(".mine")
    page.get_by_role("button", name=text["ui.rules"], exact=True).click()
    page.locator("dialog[open]").get_by_role("button", name=text["ui.settings"], exact=True).click()
    form = page.locator("dialog[open]")
    form.locator("details:has(.roles) > summary").first.click()
    expect(form.get_by_role("button", name="掌灯人", exact=True)).to_be_visible()
    for role in BAG:
        expect(form.get_by_role("button", name=f"✓ {game[f'role.{role}']}", exact=True)).to_be_visible()
    form.get_by_role("button", name=text["ui.save"], exact=True).click()
    expect(form).to_have_count(0)
    kept = page.request.get(f"/api/rooms/{code}").json()
    assert sorted(kept["roles"]) == sorted(BAG)
