"""Who comes while a game runs, and who is late with an answer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from nightmoot.core.text import ruleset_catalogue
from tests.browser.person import Person, words

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

SLOW = {"call": 0.3, "decision": 0, "vote": 0, "discussion": 60, "phase": 0.2, "window": 0.2}


def test_a_latecomer_waits_for_the_next_game(arrive: Callable[..., Person]) -> None:
    """One tap after the name; the next lobby has the seat, and nobody is nudged who owes nothing."""
    host, guest, late = arrive("房主"), arrive("小王"), arrive("迟到", size=(360, 640))
    code = host.open_room(SLOW, lang="zh", options={"sheriff_election": "before_night1"})
    guest.sit_down(code, 2)
    guest.ready()
    host.page.get_by_role("button", name=re.compile("^空位补机器人")).click()
    host.page.get_by_role("button", name="开始", exact=True).click()
    guest.see(".ask")

    late.page.goto(f"/r/{code}")
    late.see("section input").fill("迟到")
    late.page.get_by_role("button", name="排队，下一局上场").click()
    expect(late.page.get_by_role("status").filter(has_text="已排队")).to_be_visible()
    late.page.screenshot(path="tests/browser/shots/queue.png")

    expect(guest.page.locator(".ask")).not_to_contain_text("请尽快")
    host.page.get_by_role("button", name="菜单").click()
    host.page.get_by_role("button", name="催一下").click()
    expect(guest.page.locator(".ask")).to_contain_text("请尽快")
    stranger = arrive("生客", size=(360, 640))
    stranger.page.goto(f"/r/{code}")
    stranger.see("section input")
    host.page.get_by_role("button", name="锁房间").click()
    expect(stranger.page.locator("section input")).to_have_count(0)
    expect(stranger.page.get_by_text("已锁")).to_be_visible()
    host.page.get_by_role("button", name="解锁").click()
    expect(stranger.page.locator("section input")).to_be_visible()
    guest.choose()
    expect(guest.page.locator(".done")).to_be_visible()
    expect(guest.page.locator("section.panel")).not_to_contain_text("请尽快")
    host.page.get_by_role("button", name="结束本局").click()
    host.page.get_by_role("button", name="结束本局").click()
    host.see(".result")
    host.page.get_by_role("button", name="再来一局").click()
    expect(late.page.locator(".mine")).to_contain_text("你是 3号")
    late.ready()
    expect(host.page.locator('[data-seat="3"]')).to_contain_text("迟到")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_latecomer_asks_to_come_in_as_a_traveller(arrive: Callable[..., Person], lang: str) -> None:
    """His own choice beside the queue; the storyteller sees it, and has him already chosen where people are let in."""
    text, game = words(lang), ruleset_catalogue("clocktower", lang)
    teller, late = (arrive(name, lang, size=(360, 640)) for name in ("Tess", "Lena"))
    room = {"ruleset": "clocktower", "players": 7, "nickname": teller.name, "moderator": "human", "lang": lang}
    code = teller.post("/api/rooms", {**room, "pace": {"led": 1}})["code"]
    teller.start_with_bots(code)
    teller.page.goto(f"/r/{code}")
    teller.see(".circle")

    late.page.goto(f"/r/{code}")
    late.see("section input").fill(late.name)
    late.page.screenshot(path=f"tests/browser/shots/latecomer-{lang}.png")
    late.page.get_by_role("button", name=str(game["ruleset.clocktower.asks"]), exact=True).click()
    expect(late.page.get_by_role("status").filter(has_text=str(text["ui.queue.asked"]))).to_be_visible()

    teller.see(".knock")
    teller.page.screenshot(path=f"tests/browser/shots/knock-{lang}.png")
    teller.page.locator(".knock").click()
    card = teller.page.locator("dialog[open]")
    card.get_by_label(str(text["ui.act.role"])).select_option(label=str(game["role.beggar"]))
    card.get_by_role("button", name=str(text["ui.grim.admit"]), exact=True).click()
    expect(teller.page.locator(".knock")).to_have_count(0)
    expect(teller.page.locator('.circle [data-seat="8"]')).to_contain_text(str(game["role.beggar"]))
    expect(late.page.locator('[data-seat="8"]')).to_contain_text(late.name)
