"""Tables of 27 and 60 on the smallest screen: a list in seat order, the same taps, and votes that may be changed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

PHONE = (360, 640)
THUMB = 44
SLOW = {"call": 600, "decision": 600, "vote": 600, "discussion": 600, "phase": 0.2, "window": 600}


def opened(host: Person, players: int, pace: dict[str, float]) -> str:
    """A room of so many, as it is opened by the form's own options; the option for big tables is on."""
    options = {"outside_table": True, "sheriff_election": "before_night1", "vote_change": "until_close"}
    return host.open_room(pace, lang="zh", players=players, options=options)


def begin(host: Person) -> None:
    host.page.get_by_role("button", name=re.compile("^空位补机器人")).click()
    host.page.get_by_role("button", name="开始", exact=True).click()
    host.see(".ask")


def fits(page: Page, players: int) -> None:
    """Two columns in seat order, nothing beside the screen, every target large enough, and a hint of what is below."""
    seats = page.locator("[data-seat]")
    expect(seats).to_have_count(players)
    assert [one.get_attribute("data-seat") for one in seats.all()] == [str(n) for n in range(1, players + 1)]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    boxes = [box for box in (seats.nth(k).bounding_box() for k in range(3)) if box]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"]
    assert boxes[0]["x"] == boxes[2]["x"] < boxes[1]["x"]
    assert min(box["height"] for box in boxes) >= THUMB
    expect(page.locator(".below")).to_be_visible()


@pytest.mark.parametrize("players", [18, 27, 60])
def test_a_big_table_on_a_small_phone(arrive: Callable[..., Person], players: int) -> None:
    """The last seat is reached and chosen like the first."""
    host = arrive("房主", size=PHONE)
    opened(host, players, SLOW)
    fits(host.page, players)
    begin(host)
    fits(host.page, players)
    assert host.choose(str(players)) == str(players)
    expect(host.page.locator(".done")).to_contain_text(f"{players}号")
    expect(host.page.locator(".below")).to_have_count(0)
    host.page.screenshot(path=f"tests/browser/shots/big-{players}.png")


def test_a_vote_may_be_changed_until_its_time_is_up(arrive: Callable[..., Person]) -> None:
    """Choose, change, and when the clock is at zero all is shown at once, in the list as in the circle."""
    host = arrive("房主", size=PHONE)
    opened(host, 27, {**SLOW, "vote": 25})
    begin(host)
    host.choose("2")
    expect(host.page.locator(".done .state")).to_contain_text("已收到")
    assert host.page.locator(".vote").count() == 0
    host.page.get_by_role("button", name="改", exact=True).click()
    host.choose("3")
    mine = host.page.locator('[data-seat="1"] .vote')
    expect(mine).to_have_text("→ 3")
    assert host.page.locator(".vote").count() > 5
    host.page.screenshot(path="tests/browser/shots/list-votes.png")
