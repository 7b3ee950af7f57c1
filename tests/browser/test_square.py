"""Tokens on the circle, the closed grimoire, and what players keep and say among themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.test_page import faults
from tests.browser.town import Town

pytestmark = pytest.mark.timeout(400)  # a busy machine is slow, not wrong

TABLET = (820, 1180)

TURN = """(state) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def centre(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(town: Town, what: Locator, to: Locator) -> None:
    start, end = centre(what), centre(to)
    town.page.mouse.move(*start)
    town.page.mouse.down()
    town.page.mouse.move(start[0] + 12, start[1] - 12)
    town.page.mouse.move(*end, steps=4)
    town.page.mouse.up()


def test_tokens_are_dragged_tapped_keyed_and_taken_back_and_the_book_is_closed(arrive: Callable[..., Person]) -> None:
    town = Town(arrive, "en", TABLET, players=7)
    page = town.page
    town.circle()
    poisoned = town.said("mark.poisoned")
    laid = page.locator(".circle .marks").get_by_role("button", name=poisoned, exact=True)
    fresh = page.locator(".tray").get_by_role("button", name=poisoned, exact=True)
    before = laid.count()
    # by mouse: laid on a seat
    drag(town, fresh, town.seat(3))
    expect(laid).to_have_count(before + 1)
    expect(town.seat(3)).to_have_attribute("aria-label", re.compile(poisoned))
    # by keys: picked up and put down elsewhere
    mine = page.locator(".circle .marks").get_by_role("button", name=poisoned, exact=True).last
    mine.focus()
    page.keyboard.press("Enter")
    town.seat(5).focus()
    page.keyboard.press("Enter")
    expect(town.seat(5)).to_have_attribute("aria-label", re.compile(poisoned))
    expect(town.seat(3)).not_to_have_attribute("aria-label", re.compile(poisoned))
    page.screenshot(path="tests/browser/shots/grimoire-tablet.png")
    assert faults(page) == []
    # by taps: a note in one's own words, into the bin and gone
    page.get_by_label(town.word("ui.grim.note")).fill("quiet one")
    page.locator(".tray").get_by_role("button", name="quiet one").click()
    town.seat(4).click()
    note = page.locator(".circle .marks").get_by_role("button", name="quiet one")
    expect(note).to_have_count(1)
    note.click()
    page.get_by_role("button", name=town.word("ui.grim.bin")).click()
    expect(note).to_have_count(0)
    # each of these is a step that can be taken back, and is explained
    town.tab("ui.mod.why")
    expect(page.get_by_role("list", name=town.word("ui.mod.why"))).to_contain_text("moved a token")
    town.tab("ui.mod.act")
    page.get_by_role("button", name="↶ " + town.word("ui.mod.undo")).click()
    step = page.locator("dialog[open]").get_by_role("listitem").first
    step.get_by_role("button", name=town.word("ui.mod.undo.here")).click()
    town.take_back()
    town.circle()
    expect(note).to_have_count(1)
    # one key closes the book, nothing of it is left to see
    page.keyboard.press("g")
    expect(page.get_by_role("dialog", name=town.word("ui.grim.hidden"))).to_be_visible()
    page.screenshot(path="tests/browser/shots/grimoire-closed.png")
    page.keyboard.press("g")
    expect(page.get_by_role("dialog", name=town.word("ui.grim.hidden"))).to_have_count(0)
    # and out of sight the page itself is blank, so that no list of open pages shows the tokens
    cover = page.get_by_role("dialog", name=town.word("ui.grim.hidden"))
    page.evaluate(TURN, "hidden")
    expect(cover).to_be_visible()
    page.evaluate(TURN, "visible")
    expect(cover).to_have_count(0)
    # a card on black
    town.tab("ui.mod.act")
    page.get_by_role("button", name=town.word("ui.grim.card")).click()
    page.get_by_label(town.word("ui.grim.card.sentence")).select_option("not_in_play")
    page.locator("dialog[open]").get_by_role("button", name=town.said("role.chef"), exact=True).click()
    page.get_by_role("button", name=town.word("ui.grim.show"), exact=True).click()
    card = page.get_by_role("dialog", name=town.word("ui.grim.card")).last
    expect(card).to_contain_text(town.said("card.not_in_play"))
    expect(card).to_contain_text(town.said("role.chef"))
    page.screenshot(path="tests/browser/shots/card.png")


def test_notes_stay_on_the_phone_and_whispers_reach_those_they_are_for(arrive: Callable[..., Person]) -> None:
    sent: list[str] = []
    town = Town(arrive, "zh", (1280, 800), players=7)
    ann, bo = town.ann, town.bo
    ann.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    ann.page.on("request", lambda request: sent.append(request.url + str(request.post_data)))
    ann.page.reload()
    ann.see(".hold")
    town.until("day")
    ann.page.get_by_role("button", name=town.word("ui.private"), exact=True).click()
    ann.page.get_by_role("button", name=town.word("ui.notes"), exact=True).click()
    ann.page.get_by_label(re.compile("关于3号")).fill("藏着的一句话")
    ann.page.get_by_label(re.compile("我猜3号")).select_option("imp")
    ann.page.screenshot(path="tests/browser/shots/notes.png")
    assert faults(ann.page) == []
    ann.page.get_by_role("button", name=town.word("ui.whisper"), exact=True).click()
    ann.page.get_by_role("group", name=town.word("ui.whisper.with")).get_by_role("button", name="2号阿波").click()
    ann.page.get_by_label(town.word("ui.whisper.text")).fill("只说给你听")
    ann.page.get_by_role("button", name=town.word("ui.send"), exact=True).click()
    expect(ann.page.get_by_role("list", name=town.word("ui.whisper"))).to_contain_text("只说给你听")
    assert faults(ann.page) == []
    bo.page.get_by_role("button", name=town.word("ui.private"), exact=True).click()
    bo.page.get_by_role("button", name=town.word("ui.whisper"), exact=True).click()
    expect(bo.page.get_by_role("list", name=town.word("ui.whisper"))).to_contain_text("只说给你听")
    talks = town.page.get_by_role("list", name=town.word("ui.whisper"))
    expect(talks).to_contain_text("2号阿波")
    expect(talks).not_to_contain_text("只说给你听")
    assert any("只说给你听" in frame or json.dumps("只说给你听")[1:-1] in frame for frame in sent)
    assert not any("藏着" in frame or json.dumps("藏着")[1:-1] in frame for frame in sent)
    ann.page.reload()
    ann.see(".hold")
    ann.page.get_by_role("button", name=town.word("ui.private"), exact=True).click()
    ann.page.get_by_role("button", name=town.word("ui.notes"), exact=True).click()
    expect(ann.page.get_by_label(re.compile("关于3号"))).to_have_value("藏着的一句话")
