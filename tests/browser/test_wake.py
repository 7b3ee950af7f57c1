"""The moderator's card of each wake: what is said, shown, taken back, and said at dawn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

PHONE = (360, 640)
UNHURRIED = {"call": 600, "decision": 600, "vote": 600, "discussion": 600, "phase": 600, "window": 600}

SWIPE = """element => {
  const touch = { isPrimary: true, pointerType: 'touch', bubbles: true, clientY: 300 };
  element.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: 60 }));
  element.dispatchEvent(new PointerEvent('pointerup', { ...touch, clientX: 260 }));
}"""


def go_on(page: Page) -> None:
    """Next, and wait until the page has another call, or none."""
    button = page.get_by_role("button", name="下一步").last
    before = button.evaluate(
        "(button) => { const t = document.querySelector('.one').innerText; button.click(); return t; }"
    )
    expect(page.locator(".one")).not_to_have_text(before, use_inner_text=True)


def test_one_card_a_wake(arrive: Callable[..., Person]) -> None:
    """Each call has its number; what the seer is told is held out on black; a swipe takes back; dawn is read before."""
    host = arrive("法官", size=PHONE)
    host.open_room(UNHURRIED, lang="zh", moderator="human", roles=["witch", "guard"])
    host.page.get_by_role("button", name=re.compile("^空位补机器人")).click()
    host.page.get_by_role("button", name="开始", exact=True).click()
    page = host.page
    expect(page.locator(".said")).to_contain_text("守卫请睁眼")
    expect(page.locator(".place")).to_contain_text("1/4")
    while "预言家请睁眼" not in page.locator(".said").inner_text():
        go_on(page)
    expect(page.locator(".place")).to_contain_text("2/4")
    told = host.see(".told").first
    words = told.locator(".words").inner_text()
    told.get_by_role("button", name="给他看").click()
    shown = host.see("dialog[open]")
    expect(shown).to_contain_text(words)
    box = shown.bounding_box()
    assert box == {"x": 0, "y": 0, "width": PHONE[0], "height": PHONE[1]}
    page.screenshot(path="tests/browser/shots/shown.png")
    shown.get_by_role("button").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.screenshot(path="tests/browser/shots/wake.png")

    page.locator(".one").evaluate(SWIPE)
    undo = page.get_by_role("alert")
    expect(undo).to_contain_text(re.compile("已经看到|没有人看到|撤回"))
    page.screenshot(path="tests/browser/shots/swiped.png")
    undo.get_by_role("button", name="撤回").click()
    page.get_by_role("button", name=re.compile("^待定")).first.click()
    expect(page.locator(".place")).to_be_visible()

    while page.locator(".place").count():
        go_on(page)
    expect(page.locator(".next")).to_contain_text(re.compile("天亮|出局|平安夜|死"))
    page.screenshot(path="tests/browser/shots/dawn.png")
