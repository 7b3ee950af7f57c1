"""The phone that sleeps and wakes, and what a page asks of other hosts: nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.person import Person

OPEN = {"call": 0.2, "decision": 0, "vote": 0, "discussion": 60, "phase": 0.2, "window": 0.2}
FIRST = {"sheriff_election": "before_night1"}  # so that everybody is asked at once

#: A lock of the screen that counts, and a screen that the test turns on and off.
SCREEN = """() => {
  window.locks = 0;
  const request = async () => {
    window.locks += 1;
    return Object.assign(new EventTarget(), { release: async () => {} });
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  window.turn = (state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
}"""


def test_the_screen_is_kept_on_and_taken_again_on_return(arrive: Callable[..., Person]) -> None:
    """While it was off the card is gone; on return the socket is a new one and the prompt still there."""
    ann, bo = arrive("Ann", "en", size=(360, 640)), arrive("Bo", "en")
    page = ann.page
    page.add_init_script(f"({SCREEN})()")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    code = ann.open_room(OPEN, lang="en", options=FIRST)
    bo.sit_down(code, 2)
    bo.ready()
    page.get_by_role("button", name=re.compile("^Bots in")).click()
    page.get_by_role("button", name="Start", exact=True).click()
    ann.see(".ask")
    locks, opened = page.evaluate("window.locks"), len(sockets)
    assert locks >= 1
    page.locator(".toggle").click()
    ann.see(".card-face")
    page.evaluate("window.turn('hidden')")
    expect(page.locator(".card-face")).to_have_count(0)
    page.evaluate("window.turn('visible')")
    page.wait_for_function("(locks) => window.locks > locks", arg=locks)
    expect(page.locator("header .link .tag")).to_have_count(0)
    ann.choose()
    expect(page.locator(".done .state").first).to_contain_text("received")
    assert len(sockets) > opened


def test_nothing_is_loaded_from_another_host(arrive: Callable[..., Person], server: str) -> None:
    """From the first page to the end of a game."""
    ann = arrive("Ann", "en")
    asked: set[str] = set()
    ann.page.on("request", lambda request: asked.add(request.url))
    ann.page.goto("/")
    ann.page.goto("/new")
    ann.see(".choice")
    pace = {"call": 0.1, "decision": 20, "vote": 20, "discussion": 0.2, "phase": 0.1, "window": 0.2}
    ann.open_room(pace, lang="en")
    ann.page.get_by_role("button", name="Invite", exact=True).click()
    ann.see("dialog[open]")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name=re.compile("^Bots in")).click()
    ann.page.get_by_role("button", name="Start", exact=True).click()
    ann.play_on()
    expect(ann.page.locator(".result h1")).to_be_visible(timeout=180_000)
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert hosts == {urlsplit(server).netloc}
