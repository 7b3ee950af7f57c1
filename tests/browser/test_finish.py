"""What the evening is measured by: joining, a night with one hand, and a whole evening of three games."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.person import Person

PHONE = (360, 640)
REACH = 400  # a thumb reaches so far up from the lower edge of the phone
THUMB = 44  # and needs a target of this size
QUICK = {"call": 0.4, "decision": 20, "vote": 20, "speech": 20, "discussion": 0.3, "phase": 0.2, "window": 0.3}
UNHURRIED = {"call": 600, "decision": 600, "vote": 600, "discussion": 600, "phase": 600, "window": 600}

COUNT_TAPS = "window.taps = 0; addEventListener('pointerdown', () => { window.taps += 1; }, true);"


def test_a_newcomer_is_seated_in_four_taps_and_twenty_seconds(arrive: Callable[..., Person]) -> None:
    """From the link of the QR on a small phone that has never seen the page."""
    host, guest = arrive("房主"), arrive("小王", size=PHONE)
    host.open_room(QUICK, lang="zh")
    host.page.get_by_role("button", name="邀请", exact=True).click()
    link = host.see("dialog .field").first.input_value()
    guest.page.add_init_script(COUNT_TAPS)
    began = time.monotonic()
    guest.page.goto(link)
    guest.see("#nickname").click()
    guest.page.keyboard.type("小王")
    guest.page.locator('[data-seat="5"]').click()
    expect(guest.page.locator(".mine")).to_contain_text("你是 5号")
    assert time.monotonic() - began < 20
    assert guest.page.evaluate("window.taps") <= 4
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def reached(page: Page, selector: str) -> None:
    """Every one of these is large enough for a thumb and lies within its reach."""
    found = page.locator(selector).all()
    assert found
    for one in found:
        box = one.bounding_box()
        assert box is not None
        assert box["height"] >= THUMB
        assert box["width"] >= THUMB
        assert box["y"] + box["height"] <= PHONE[1]
        assert box["y"] >= PHONE[1] - REACH, (selector, box)


def test_a_host_runs_a_night_with_one_hand(arrive: Callable[..., Person]) -> None:
    """Eight players, one of them at a phone: every call is said, answered and left with controls under the thumb."""
    host, guest = arrive("法官", size=PHONE), arrive("小王")
    code = host.open_room(UNHURRIED, lang="zh", moderator="human", roles=["witch", "guard", "hunter"])
    guest.sit_down(code, 1)
    guest.ready()
    host.page.get_by_role("button", name=re.compile("^空位补机器人")).click()
    host.page.get_by_role("button", name="开始", exact=True).click()
    host.see(".said")
    host.keep(".said")
    heading = host.page.locator(".head h1")
    steps = 0
    while heading.inner_text() == "第1夜":
        reached(host.page, ".thumb button")
        reached(host.page, "nav button")
        before = host.page.locator(".thumb button").last
        seen = host.page.locator(".one").inner_text()
        before.click()
        host.page.wait_for_function(
            "([words, head]) => document.querySelector('.one')?.innerText !== words"
            " || document.querySelector('.head h1')?.innerText !== head",
            arg=[seen, "第1夜"],
        )
        steps += 1
        assert steps < 40
    asked = ("守卫请睁眼", "预言家请睁眼", "狼人请睁眼", "女巫请睁眼")
    said = host.kept()
    assert [one for one in asked if not any(one in words for words in said)] == []
    host.page.screenshot(path="tests/browser/shots/one-hand.png")


def seat_and_start(owner: Person, *people: Person) -> None:
    """All tick, bots take what is free, the game begins."""
    for person in people:
        person.ready()
        expect(person.page.get_by_role("button", name="✓ 已准备")).to_be_visible()
    bots = owner.page.get_by_role("button", name=re.compile("^空位补机器人"))
    if bots.count():
        bots.click()
    owner.page.get_by_role("button", name="开始", exact=True).click()
    for person in people:
        person.see(".play")
        person.play_on()


def ends(*people: Person) -> None:
    for person in people:
        expect(person.page.locator(".result h1")).to_contain_text(re.compile("胜|无人"), timeout=180_000)


def test_an_evening_of_three_games(arrive: Callable[..., Person]) -> None:
    """One drops out and comes back, one never does, one watches, and moderation is handed over in the night."""
    mona, hugo, ann = arrive("莫娜", size=PHONE), arrive("雨果"), arrive("安安", size=PHONE)
    dan, eve, sam = arrive("阿丹"), arrive("小夏"), arrive("阿山", size=(1280, 800))
    code = mona.open_room({**QUICK, "call": 1.5}, lang="zh", moderator="human")
    for seat, person in enumerate((ann, dan, eve), 1):
        person.sit_down(code, seat)
    for person in (hugo, sam):
        person.page.goto(f"/r/{code}")
        person.see("#nickname").fill(person.name)
        person.page.get_by_role("button", name="旁观").click()
        person.see(".mine")

    seat_and_start(mona, ann, dan, eve)
    mona.see(".said")
    mona.page.get_by_role("button", name="菜单").click()
    mona.page.locator("summary", has_text="移交主持").click()
    mona.page.get_by_role("button", name="雨果").click()
    hugo.page.get_by_role("button", name="菜单").click()
    hugo.page.get_by_role("button", name="我来当法官").click()
    hugo.see(".said, .result")
    mona.page.get_by_role("button", name="我不再主持").click()
    expect(mona.page.locator(".said")).to_have_count(0)
    assert sam.page.locator(".hold").count() == 0

    dan.page.context.set_offline(True)
    dan.page.evaluate("dispatchEvent(new Event('online'))")
    eve.page.context.set_offline(True)
    eve.page.goto("about:blank")
    mona.page.keyboard.press("Escape")
    mona.page.get_by_role("button", name="菜单").click()
    mona.page.locator("summary", has_text="机器人代打").click()
    mona.page.locator("details[open] button", has_text="小夏").click()
    mona.page.keyboard.press("Escape")
    expect(dan.page.locator("header .link .tag")).to_be_visible()
    dan.page.context.set_offline(False)
    expect(dan.page.locator("header .link .tag")).to_have_count(0)

    ends(mona, hugo, ann, dan, sam)
    expect(ann.page.locator(".result + .help")).to_contain_text("逐个翻牌")
    hugo.page.get_by_role("button", name=re.compile("^翻牌: 2号")).click()
    expect(ann.page.locator("li", has_text="2号").locator("strong")).not_to_be_empty()
    expect(ann.page.locator("ul strong")).to_have_count(1)
    hugo.page.get_by_role("button", name="全部翻开").click()
    expect(sam.page.locator(".body li")).to_have_count(8)
    sam.page.get_by_role("button", name="结果图").click()
    picture = sam.see("dialog img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1080
    with sam.page.expect_download() as saved:
        sam.page.locator("dialog a[download]").click()
    assert saved.value.suggested_filename == f"nightmoot-{code}.png"
    saved.value.save_as("tests/browser/shots/picture.png")
    sam.page.keyboard.press("Escape")

    for _ in range(2):
        mona.page.get_by_role("button", name="再来一局").click()
        expect(mona.page.locator("[data-seat]")).to_have_count(8)
        if mona.page.locator('[data-seat="3"]', has_text="小夏").count():
            mona.page.locator('[data-seat="3"]').click()
            mona.page.get_by_role("button", name=re.compile("小夏")).last.click()
        seat_and_start(mona, ann, dan)
        ends(mona, ann, dan, sam)
        hugo.page.get_by_role("button", name="全部翻开").click()
        expect(ann.page.locator(".body li")).to_have_count(8)
