"""Reminder tokens: every character of the script has its own in the tray; laid, moved and taken away in every way."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from nightmoot.core.text import ruleset_catalogue
from nightmoot.rulesets.clocktower.data import CHARACTERS, mark_id
from tests.browser.alone import Alone
from tests.browser.person import Person, words

pytestmark = pytest.mark.timeout(600)  # a busy machine is slow, not wrong

PHONE, TABLET = (360, 640), (820, 1180)


def tray(page: Page) -> Locator:
    return page.locator(".tray")


def fresh(page: Page, lang: str, role: str, token: str) -> Locator:
    """The token of a character that waits in the tray."""
    game = ruleset_catalogue("clocktower", lang)
    return tray(page).get_by_role("button", name=f"{game[f'role.{role}']} {game[f'token.{token}']}", exact=True)


def laid(page: Page, seat: int, name: str) -> Locator:
    """A seat on which such a token lies, as it is read out."""
    return page.locator(f'.circle [data-seat="{seat}"][aria-label*="{name}"]')


def middle(of: Locator) -> tuple[float, float]:
    of.scroll_into_view_if_needed()
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, what: Locator, to: Locator) -> None:
    """With the mouse."""
    (x, y), (u, v) = middle(what), middle(to)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 12)
    page.mouse.move(u, v, steps=4)
    page.mouse.up()


def swipe(page: Page, what: Locator, to: Locator) -> None:
    """With a finger."""
    (x, y), (u, v) = middle(what), middle(to)
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    touch("touchStart", (x, y))
    for part in (0.1, 0.4, 0.7, 1):
        touch("touchMove", (x + (u - x) * part, y + (v - y) * part))
    touch("touchEnd")


@pytest.mark.parametrize(("script", "lang"), [("tb", "en"), ("bmr", "zh"), ("snv", "en")])
def test_every_character_of_the_script_offers_its_own_tokens(
    arrive: Callable[..., Person], script: str, lang: str
) -> None:
    """All of them by name in the reader's language; by the name of a character only that one's."""
    page = Alone(arrive, lang, 7, PHONE, script).page
    expect(tray(page)).to_be_visible()
    game = ruleset_catalogue("clocktower", lang)
    ours = [c for c in CHARACTERS.values() if c.edition == script]
    assert len(ours) > 25
    offered = tray(page).get_by_role("button").all_inner_texts()
    named = {" ".join(text.split()) for text in offered}
    wanted = {f"{game[f'role.{c.id}']} {game[f'token.{mark_id(name)}']}" for c in ours for name in c.reminders}
    assert wanted - named == set()
    with_tokens = next(c for c in ours if len(c.reminders) > 1)
    page.get_by_label(words(lang)["ui.grim.whose"]).select_option(with_tokens.id)
    expect(tray(page).locator(".token")).to_have_count(len(with_tokens.reminders) + 1)  # and its name


def test_tokens_by_mouse_by_finger_and_by_keys_last(arrive: Callable[..., Person]) -> None:
    """Laid, moved and taken away; there after a reload, on another device, and gone and back by undoing."""
    town = Alone(arrive, "en", 7, TABLET)
    page, text, game = town.page, words("en"), ruleset_catalogue("clocktower", "en")
    roles = {7: "imp", 1: "chef", 2: "empath", 3: "soldier", 4: "ravenkeeper", 5: "mayor", 6: "spy"}
    for n, role in roles.items():  # nobody whose tokens lay themselves
        town.by_hand("set", seat=str(n), role=role)
    spent, master, dead = (game[f"token.{one}"] for one in ("no_ability", "master", "dead"))
    expect(tray(page)).to_be_visible()
    seat = lambda n: page.locator(f'.circle [data-seat="{n}"]')  # noqa: E731 - as the tests of the page say it
    token = lambda name: page.locator(".circle .marks").get_by_role("button", name=name, exact=True)  # noqa: E731
    page.get_by_label(text["ui.grim.whose"]).select_option("virgin")
    drag(page, fresh(page, "en", "virgin", "no_ability"), seat(3))
    expect(laid(page, 3, spent)).to_have_count(1)
    page.get_by_label(text["ui.grim.whose"]).select_option("imp")
    swipe(page, fresh(page, "en", "imp", "dead"), seat(5))
    expect(laid(page, 5, dead)).to_have_count(1)
    page.get_by_label(text["ui.grim.whose"]).select_option("butler")
    fresh(page, "en", "butler", "master").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=master)).to_be_attached()
    seat(1).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(laid(page, 4, master)).to_have_count(1)
    # moved: with the mouse, with a finger, by keys
    drag(page, token(spent), seat(6))
    expect(laid(page, 6, spent)).to_have_count(1)
    expect(laid(page, 3, spent)).to_have_count(0)
    swipe(page, token(dead), seat(2))
    expect(laid(page, 2, dead)).to_have_count(1)
    token(master).focus()
    page.keyboard.press("Enter")
    seat(7).focus()
    page.keyboard.press("Enter")
    expect(laid(page, 7, master)).to_have_count(1)
    # and from the card of the seat, where a circle has no room to show them all
    seat(7).click()
    page.locator("dialog[open]").get_by_role("button", name=re.compile(f"^Move .*{master}")).click()
    seat(1).click()
    expect(laid(page, 1, master)).to_have_count(1)
    page.screenshot(path="tests/browser/shots/tokens-laid.png")
    # after a reload, and on another device of the same storyteller
    page.reload()
    second = arrive("Tess’s phone", "en", size=PHONE)
    link = town.teller.post(f"/api/rooms/{town.code}/link", {})["token"]
    second.page.goto(f"/r/{town.code}#claim={link}")
    for one in (page, second.page):
        for number, name in ((1, master), (2, dead), (6, spent)):
            expect(laid(one, number, name)).to_have_count(1)
    # taken away there is taken away here: with a key, with a finger into the bin
    second.page.locator(".circle .marks").get_by_role("button", name=master, exact=True).focus()
    second.page.keyboard.press("Delete")
    expect(laid(page, 1, master)).to_have_count(0)
    swipe(page, token(dead), page.get_by_role("button", name=text["ui.grim.bin"]))
    expect(laid(second.page, 2, dead)).to_have_count(0)
    # undone: it lies where it lay, for both
    page.locator("nav").get_by_role("button", name=text["ui.mod.act"]).click()
    page.get_by_role("button", name="↶ " + text["ui.mod.undo"]).click()
    step = page.locator("dialog[open]").get_by_role("listitem").first
    step.get_by_role("button", name=text["ui.mod.undo.here"]).click()
    page.locator("dialog[open]").get_by_role("alert").get_by_role(
        "button", name=text["ui.mod.undo.do"], exact=True
    ).click()
    expect(laid(second.page, 2, dead)).to_have_count(1)
    expect(laid(second.page, 1, master)).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("nav").get_by_role("button", name=text["ui.mod.why"]).click()
    explained = page.get_by_role("list", name=text["ui.mod.why"])
    expect(explained).to_contain_text(f"“{spent}” of {game['role.virgin']}")
