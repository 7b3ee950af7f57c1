"""A whole table game of eight: several phones, bots on the other seats, one reload, the end and the replay."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

QUICK = {"call": 1, "decision": 20, "vote": 20, "discussion": 0.5, "phase": 0.2, "window": 0.5}


def test_three_people_and_five_bots_play_to_the_end(arrive: Callable[..., Person]) -> None:
    """Join, ready, roles, nights, votes, a reload in the middle, the end with all roles, the replay step by step."""
    ann, bo, cai = arrive("安安"), arrive("阿波", size=(360, 640)), arrive("小蔡", size=(1280, 800))
    code = ann.open_room(QUICK, lang="zh")
    bo.sit_down(code, 3)
    cai.sit_down(code, 7)
    expect(bo.page.locator(".mine")).to_contain_text("你是 3号")
    bo.ready()
    cai.ready()
    ann.page.get_by_role("button", name="空位补机器人（5）").click()
    ann.page.get_by_role("button", name="开始", exact=True).click()

    people = (ann, bo, cai)
    for person in people:
        assert re.search("狼人|村民|预言家|女巫|猎人|守卫", person.hold_card()[1])

    bo.play_on()
    cai.play_on()
    first_to_vote = ann.page.get_by_role("heading", name=re.compile("竞选警长|放逐投票"))
    ann.play_on()
    expect(first_to_vote).to_be_visible()

    before = bo.page.locator("[data-seat]").count()
    bo.page.reload()
    bo.see(".play, .result")
    assert bo.page.locator("[data-seat]").count() == before
    bo.play_on()

    for person in people:
        expect(person.page.locator(".result h1")).to_be_visible(timeout=180_000)
        expect(person.page.locator(".result h1")).to_contain_text(re.compile("胜|无人"))
    expect(bo.page.locator(".body li")).to_have_count(8)

    cai.page.get_by_role("button", name="复盘").click()
    slider = cai.see("input[type=range]")
    steps = int(slider.get_attribute("max") or 0)
    assert steps > 10
    slider.focus()
    cai.page.keyboard.press("End")
    expect(slider).to_have_value(str(steps))
    cai.page.keyboard.press("Home")
    cai.page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")

    cai.page.get_by_role("button", name="详解").click()
    assert cai.see(".why li").count() > 5

    ann.page.get_by_role("button", name="再来一局").click()
    for person in people:
        expect(person.page.locator(".foot").first).to_contain_text(re.compile("你是|You are"))
