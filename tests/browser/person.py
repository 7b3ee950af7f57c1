"""A person at a page: what he does, said as he would say it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

TEXTS = Path(__file__).parents[2] / "src/nightmoot/host/texts"

#: Plays on by itself: whenever the page asks, taps the first thing that may be tapped, then confirms.
ROBOT = """() => {
  if (window.robot) return;
  let due = false;
  const act = () => {
    due = false;
    const tap = (selector) => {
      const found = document.querySelector(selector);
      if (found) found.click();
      return Boolean(found);
    };
    if (!document.querySelector('.ask')) return;
    void (
      tap('.ask footer .primary') ||
      tap('[data-seat][aria-disabled=false]') ||
      tap('.ask .options button') ||
      tap('.ask footer button')
    );
  };
  const watch = () => {
    if (!due) {
      due = true;
      requestAnimationFrame(act);
    }
  };
  window.robot = new MutationObserver(watch);
  window.robot.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  watch();
}"""

#: Keeps every text that a place of the page has shown.
KEEP = """(selector) => {
  window.kept = [];
  const keep = () => {
    const text = document.querySelector(selector)?.innerText;
    if (text && text !== window.kept.at(-1)) window.kept.push(text);
  };
  new MutationObserver(keep).observe(document.body, { subtree: true, childList: true, characterData: true });
  keep();
}"""


def words(lang: str) -> dict[str, str]:
    """The page's own words."""
    found: dict[str, str] = json.loads((TEXTS / f"{lang}.json").read_text(encoding="utf-8"))
    return found


class Person:
    """One page in a context of its own."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page
        self.complaints: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def _console(self, message: ConsoleMessage) -> None:
        expected = re.search(r"status of 4\d\d|ERR_INTERNET_DISCONNECTED|WebSocket", message.text)
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(f"{self.name}: {message.text}")

    def _error(self, error: Error) -> None:
        self.complaints.append(f"{self.name}: {error}")

    def see(self, selector: str) -> Locator:
        """Wait for it, then have it."""
        found = self.page.locator(selector)
        expect(found.first).to_be_visible()
        return found

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """A request with this person's cookies, as the page sends them."""
        response = self.page.request.post(path, data=json.dumps(body), headers={"content-type": "application/json"})
        assert response.ok, response.text()
        found: dict[str, Any] = response.json()
        return found

    def start_with_bots(self, code: str) -> None:
        """The owner fills the free seats with bots, and begins."""
        for command in ({"do": "bots", "on": True}, {"do": "start"}):
            self.post(f"/api/rooms/{code}/do", {"c": str(command["do"]), "room": command})

    def keep(self, selector: str) -> None:
        """From now on every text that this place shows is kept, however shortly it stands."""
        self.page.evaluate(KEEP, selector)

    def kept(self) -> list[str]:
        """What was kept, in its order."""
        found: list[str] = self.page.evaluate("window.kept")
        return found

    def open_room(self, pace: Mapping[str, float], **more: Any) -> str:
        """Open a room with a pace of its own; the form has no field for it. Returns the code."""
        body = {"ruleset": "table", "players": 8, "nickname": self.name, "pace": dict(pace), "options": {}, **more}
        code = str(self.post("/api/rooms", body)["code"])
        self.page.goto(f"/r/{code}")
        self.see(".table")
        return code

    def sit_down(self, code: str, seat: int) -> None:
        """Follow the link, write a nickname, tap a seat."""
        self.page.goto(f"/r/{code}")
        self.see("#nickname").fill(self.name)
        self.page.locator(f'[data-seat="{seat}"]').click()
        self.see(".mine")

    def hold_card(self) -> list[str]:
        """Hold the button, read the lines of the card (seat, role, camp, …), let go."""
        box = self.see(".hold").bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        lines = self.see(".card-face").inner_text().split("\n")
        self.page.mouse.up()
        expect(self.page.locator(".card-face")).to_have_count(0)
        return [line.strip() for line in lines if line.strip()]

    def choose(self, seat: str | None = None) -> str:
        """Tap a seat that may be tapped (or this one), then confirm; returns which."""
        self.see(".ask")
        target = self.page.locator(f'[data-seat="{seat}"]' if seat else "[data-seat][aria-disabled=false]").first
        chosen = target.get_attribute("data-seat")
        target.click()
        self.see(".confirm")
        self.page.locator(".ask footer .primary").click()
        return str(chosen)

    def legal(self) -> Sequence[str]:
        """The seats that may be tapped now."""
        seats = self.page.locator("[data-seat][aria-disabled=false]").all()
        return [str(seat.get_attribute("data-seat")) for seat in seats]

    def play_on(self) -> None:
        """From here on the page is tapped by a robot."""
        self.page.evaluate(ROBOT)

    def ready(self) -> None:
        self.page.locator(".foot > .button", has_text=re.compile("准备|Ready")).click()
