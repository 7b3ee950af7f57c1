"""Around one table: turns to speak, one device for several, the table's screen, spectators, the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_page import faults

TURNS = {"speeches": "turns", "sheriff_enabled": False, "first_night_kill": False}
PACE = {"call": 0.3, "decision": 0, "vote": 60, "speech": 60, "phase": 0.2, "window": 0.3}
AT_ONCE = {"sheriff_election": "before_night1"}


def begin(owner: Person, bots: str = "^空位补机器人", start: str = "开始") -> None:
    owner.page.get_by_role("button", name=re.compile(bots)).click()
    owner.page.get_by_role("button", name=start, exact=True).click()


def test_a_turn_to_speak_is_seen_by_all_and_passed_in_one_tap(arrive: Callable[..., Person]) -> None:
    """The speaker's name and clock in the middle, 过 under his thumb, half a minute more from the owner."""
    ann, sam = arrive("安安", size=(360, 640)), arrive("阿山", size=(1280, 800))
    code = ann.open_room({**PACE, "decision": 5}, lang="zh", options=TURNS)
    begin(ann)
    ann.page.wait_for_function("() => document.querySelector('.floor')")
    expect(ann.page.locator(".floor")).to_contain_text("发言中")
    sam.page.goto(f"/r/{code}/board")
    expect(sam.page.locator(".floor")).to_have_text(ann.page.locator(".floor").inner_text())
    expect(ann.page.locator(".ask footer .primary")).to_have_text("过")
    before = ann.page.locator(".clock").inner_text()
    ann.page.get_by_role("button", name="加 30 秒").click()
    expect(ann.page.locator(".clock")).to_have_text(re.compile("^1:"))
    assert before.startswith(("0:", "1:00"))
    ann.page.screenshot(path="tests/browser/shots/speech.png")
    sam.page.screenshot(path="tests/browser/shots/board.png")
    assert faults(ann.page) == []
    assert faults(sam.page) == []
    ann.page.locator(".ask footer .primary").click()
    expect(ann.page.locator(".ask footer .primary", has_text="过")).to_have_count(0)


def test_one_device_for_two_with_a_curtain_between_them(arrive: Callable[..., Person]) -> None:
    """Nothing of either is on the screen while it changes hands."""
    ann = arrive("Ann", "en", size=(360, 640))
    ann.open_room({**PACE, "decision": 600, "vote": 600}, lang="en", options=AT_ONCE)
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_label("Add a seat for somebody without a phone").fill("Bo")
    ann.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.locator('[data-seat="2"]')).to_contain_text("Bo")
    ann.page.keyboard.press("Escape")
    begin(ann, "^Bots in", "Start")
    ann.see(".ask")
    mine = ann.hold_card()
    assert mine[0].startswith("1")
    ann.page.get_by_role("button", name="Hand to somebody else").click()
    expect(ann.page.locator("dialog[open] .tag")).to_contain_text("awaited")
    others = ann.page.locator("dialog[open]").get_by_role("button", name=re.compile("^2 Bo"))
    others.click()
    expect(ann.page.locator("h1")).to_have_text(re.compile("Hand it to 2 Bo"))
    expect(ann.page.locator(".play, .card-face, .hold")).to_have_count(0)
    ann.page.screenshot(path="tests/browser/shots/curtain.png")
    assert faults(ann.page) == []
    ann.page.get_by_role("button", name=re.compile("^I am 2 Bo")).click()
    ann.see(".ask")
    assert ann.hold_card()[0].startswith("2")
    ann.choose()
    expect(ann.page.locator(".done .state").first).to_contain_text("received")
    ann.page.reload()
    ann.see(".ask")
    assert ann.hold_card() == mine
    ann.page.get_by_role("button", name="Hand to somebody else").click()
    expect(others).to_be_visible()


def test_the_tables_screen_calls_the_night(arrive: Callable[..., Person]) -> None:
    """天黑请闭眼, then every listed role, the same words whoever holds it; the phones stay silent."""
    ann, board = arrive("安安", size=(360, 640)), arrive("电视", size=(1280, 800))
    code = ann.open_room(
        {**PACE, "call": 2, "decision": 20, "phase": 1}, lang="zh", sitting="voice", roles=["guard", "witch"]
    )
    board.page.goto(f"/r/{code}/board")
    board.page.evaluate(
        "window.said = []; new MutationObserver(() => { const now = document.querySelector('.call')?.textContent;"
        " if (now && said.at(-1) !== now) said.push(now); })"
        ".observe(document.body, { subtree: true, childList: true, characterData: true });"
    )
    begin(ann)
    board.page.wait_for_function("() => window.said.includes('女巫请睁眼。')")
    said = board.page.evaluate("window.said")
    wanted = ["守卫请睁眼。", "预言家请睁眼。", "狼人请睁眼。", "女巫请睁眼。"]
    assert [line for line in said if line in wanted] == wanted
    expect(ann.page.locator(".call")).to_have_count(0)
    expect(board.page.locator(".hold, .panel")).to_have_count(0)


def tab_to(person: Person, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if person.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_with_the_keyboard_only(arrive: Callable[..., Person]) -> None:
    """Join, tick ready, read the card, vote: without a finger or a mouse; nothing moves where motion is unwanted."""
    ann, bo = arrive("Ann", "en"), arrive("Bo", "en", size=(1280, 800))
    code = ann.open_room({**PACE, "decision": 600, "vote": 600}, lang="en", options=AT_ONCE)
    bo.page.goto(f"/r/{code}")
    bo.see("#nickname")
    tab_to(bo, "#nickname")
    bo.page.keyboard.type("Bo")
    tab_to(bo, "[data-seat]")
    bo.page.keyboard.press("ArrowRight")
    bo.page.keyboard.press("ArrowRight")
    bo.page.keyboard.press("Enter")
    expect(bo.page.locator(".mine")).to_contain_text("You are No. 3")
    tab_to(bo, ".foot > .button.primary")
    bo.page.keyboard.press("Enter")
    expect(bo.page.get_by_role("button", name="✓ Ready")).to_be_visible()
    begin(ann, "^Bots in", "Start")
    bo.see(".ask")
    tab_to(bo, ".hold")
    bo.page.keyboard.down("Enter")
    bo.see(".card-face")
    bo.page.keyboard.up("Enter")
    expect(bo.page.locator(".card-face")).to_have_count(0)
    tab_to(bo, "[data-seat]")
    bo.page.keyboard.press("Enter")
    chosen = bo.see("[data-seat][aria-pressed=true]")
    expect(chosen.locator(".mark")).to_have_text("1")  # not by colour alone
    assert bo.page.evaluate("document.getAnimations().length") == 0
    tab_to(bo, ".ask footer .primary")
    bo.page.keyboard.press("Enter")
    expect(bo.page.locator(".done .state").first).to_contain_text("received")


def test_an_undo_is_told_in_a_neutral_line(arrive: Callable[..., Person]) -> None:
    """The moderator chooses it; those who saw what is taken back read it."""
    mona, ann = arrive("Mona", "en", size=(1280, 800)), arrive("Ann", "en", size=(360, 640))
    pace = dict.fromkeys(("call", "decision", "vote", "discussion", "phase", "window"), 600)
    code = mona.open_room(pace, lang="en", moderator="human")
    ann.sit_down(code, 1)
    ann.ready()
    begin(mona, "^Bots in", "Start")
    form = mona.page.locator("form.stack")
    form.get_by_role("button", name="Out", exact=True).click()
    form.locator("select").first.select_option("2")
    form.get_by_role("button", name="Continue").click()
    form.get_by_role("button", name="Confirm").click()
    expect(ann.page.locator('[data-seat="2"]')).to_contain_text("✕")
    step = mona.page.get_by_role("region", name="Undo").get_by_role("listitem").filter(has_text="override · Out")
    step.get_by_role("button", name="Back to before").click()
    step.get_by_label("Tell those who saw it").select_option("rules")
    assert faults(mona.page) == []
    step.get_by_role("alert").get_by_role("button", name="Undo").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("A ruling was wrong")
    expect(ann.page.locator('[data-seat="2"]')).not_to_contain_text("✕")
