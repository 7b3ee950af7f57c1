"""Sleeping phones and bad networks, with a real browser, a real server and a real line between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.badline import bad_line
from tests.browser.conftest import Served
from tests.browser.person import Person

FIRST = {"sheriff_election": "before_night1"}  # so that everybody is asked at once
OPEN = {"call": 0.2, "decision": 0, "vote": 0, "discussion": 60, "phase": 0.2, "window": 0.2}


def begin(person: Person, other: Person, pace: Mapping[str, float] = OPEN) -> str:
    """A game against bots in which both are asked; what one has answered stands on the page until the other answers."""
    code = person.open_room(pace, lang="en", options=FIRST)
    other.sit_down(code, 2)
    other.ready()
    person.page.get_by_role("button", name=re.compile("^Bots in")).click()
    person.page.get_by_role("button", name="Start", exact=True).click()
    for one in (person, other):
        one.see(".ask")
    return code


def test_offline_in_the_middle_of_a_prompt_and_back(arrive: Callable[..., Person]) -> None:
    """What was half chosen is still there, and the vote counts once the line is back."""
    ann = arrive("Ann", "en", size=(360, 640))
    begin(ann, arrive("Bo", "en"))
    chosen = ann.page.locator("[data-seat][aria-disabled=false]").first
    chosen.click()
    ann.see(".confirm")
    ann.page.context.set_offline(True)
    ann.page.evaluate("dispatchEvent(new Event('online'))")  # the old socket is not trusted
    expect(ann.page.locator("header .link .tag")).to_be_visible()
    ann.page.context.set_offline(False)
    expect(ann.page.locator("header .link .tag")).to_have_count(0)
    ann.see(".confirm")
    ann.page.locator(".ask footer .primary").click()
    expect(ann.page.locator(".done .state").first).to_contain_text("received")


SENT_TWICE = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    send.call(this, text);
    if (text.includes('"choice"')) send.call(this, text);
  };
}"""


def test_an_answer_that_is_sent_twice_counts_once(arrive: Callable[..., Person]) -> None:
    """A retry under the same id is acknowledged, and refused to nobody's face."""
    ann = arrive("Ann", "en")
    begin(ann, arrive("Bo", "en"))
    ann.page.evaluate(SENT_TWICE)
    ann.choose()
    expect(ann.page.locator(".done .state").first).to_contain_text("received")
    expect(ann.page.get_by_role("alert")).to_have_count(0)


def test_two_devices_on_one_seat(arrive: Callable[..., Person]) -> None:
    """Both show the same; what one answers the other shows as answered."""
    ann, tablet = arrive("Ann", "en"), arrive("Ann’s tablet", "en", size=(1280, 800))
    code = begin(ann, arrive("Bo", "en"))
    token = ann.post(f"/api/rooms/{code}/link", {})["token"]
    tablet.page.goto(f"/r/{code}#claim={token}")
    tablet.see(".ask")
    ann.choose()
    expect(ann.page.locator(".done .state").first).to_contain_text("received")
    expect(tablet.page.locator(".ask")).to_have_count(0)
    assert tablet.hold_card() == ann.hold_card()


def test_300_ms_and_lost_connections(arrive: Callable[..., Person], served: Served) -> None:
    """A whole game over a line that is late and dies every few messages."""
    with bad_line(served.port) as line:
        ann = arrive("Ann", "en", at=f"http://127.0.0.1:{line.port}")
        pace = {"call": 0.5, "decision": 20, "vote": 20, "discussion": 0.3, "phase": 0.1, "window": 0.3}
        bo = arrive("Bo", "en")
        begin(ann, bo, pace)
        line.worn = True
        ann.choose()
        expect(ann.page.locator(".done .state").first).to_contain_text("received")
        for one in (ann, bo):
            one.play_on()
        expect(ann.page.locator(".result h1")).to_be_visible(timeout=180_000)
        line.worn = False
        ann.page.reload()
        expect(ann.page.locator(".body li")).to_have_count(8)
        assert line.cuts > 0


def test_the_server_is_killed_and_started_again(arrive: Callable[..., Person], tmp_path: Path) -> None:
    """In the middle of a prompt: the page waits, comes back by itself, and the answer is taken."""
    own = Served(tmp_path)
    ann, bo = arrive("Ann", "en", at=own.url), arrive("Bo", "en", at=own.url)
    try:
        begin(ann, bo)
        own.kill()
        expect(ann.page.locator("header .link .tag")).to_be_visible()
        ann.choose()
        expect(ann.page.locator(".done .state").first).to_contain_text("sending")
        own.start()
        expect(ann.page.locator(".done .state").first).to_contain_text("received")
        expect(ann.page.locator("header .link .tag")).to_have_count(0)
    finally:
        for person in (ann, bo):
            person.page.goto("about:blank")
        own.stop()
