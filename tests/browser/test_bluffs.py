"""Bluff parity in pixels: whoever has an act of the day and whoever pretends to have it show the same screens."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from nightmoot.core.text import ruleset_catalogue
from tests.browser.person import Person, words
from tests.browser.test_page import alike
from tests.host.evening import choose

pytestmark = pytest.mark.timeout(600)  # a busy machine is slow, not wrong

PHONE = (360, 640)
SHOTS = Path(__file__).parent / "shots"
TEXT, GAME = words("zh"), ruleset_catalogue("clocktower", "zh")
ACTS = ("slayer", "gossip", "juggler", "savant", "artist")
#: The others at the table; whom everybody points at is no Demon.
REST = {7: "imp", 2: "mayor", 3: "soldier", 4: "virgin", 5: "chef", 6: "baron"}
#: What a storyteller says to whoever visits.
SAID: dict[str, Any] = {"savant": ["3号是邪恶的。", "4号是邪恶的。"], "artist": True}

#: Every look of the page from here on, in order, as its words.
WATCH = """() => {
  window.looks = [];
  const look = () => {
    const now = document.querySelector('main').innerText;
    if (window.looks.at(-1) !== now) window.looks.push(now);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  look();
}"""


class World:
    """A town by day in which seat 1 has one role after the other; seats 3 and up have no device."""

    def __init__(self, arrive: Callable[..., Person], roles: tuple[str, ...]) -> None:
        self.roles = roles
        self._count = count(1)
        self.teller = arrive("说书人", size=PHONE)
        self.claimant = arrive("安安", size=PHONE)
        self.other = arrive("阿波", size=PHONE)
        room = {
            "ruleset": "clocktower",
            "players": 7,
            "nickname": self.teller.name,
            "moderator": "human",
            "lang": "zh",
            "pace": {"led": 1},
            "options": {"script": [*ACTS, "saint", "recluse", *REST.values()]},
        }
        self.code = str(self.teller.post("/api/rooms", room)["code"])
        for seat, person in ((1, self.claimant), (2, self.other)):
            person.sit_down(self.code, seat)
            person.ready()
        for seat in range(3, 8):
            self.room({"do": "bots", "seat": seat, "policy": "hand", "name": f"客人{seat}"})
        self.room({"do": "start"})
        for seat, role in REST.items():
            self.set(seat, role)
        self.set(1, roles[0])
        self.to_the_day()
        for person in (self.claimant, self.other):
            person.hold_card()
            person.see(".acts")
            person.page.evaluate(WATCH)

    # ------------------------------------------------------------------ the storyteller, as his page would send it

    def send(self, command: dict[str, Any]) -> None:
        self.teller.post(f"/api/rooms/{self.code}/do", {"c": f"world-{next(self._count)}", **command})

    def room(self, command: dict[str, Any]) -> None:
        self.send({"room": command})

    def act(self, act: str, args: dict[str, Any]) -> None:
        self.send({"mod": {"do": "override", "act": act, "args": args}})

    def set(self, seat: int, role: str) -> None:
        self.act("set", {"seat": str(seat), "role": role})

    def told(self, kind: str) -> Any:
        """What the storyteller's page was told last of this kind."""
        state = self.teller.page.request.get(f"/api/rooms/{self.code}/state").json()
        return next(message[kind] for message in reversed(state) if kind in message)

    def to_the_day(self) -> None:
        """Through the first night, with whatever is lawful where somebody is asked."""
        while self.told("grimoire")["phase"]["name"] != "day":
            asked = next((one for one in self.told("pending") if not one["open"]["offer"]), None)
            if asked is None:
                self.send({"mod": {"do": "tick"}})
                continue
            said = asked["suggestion"] or choose(asked["open"]["pick"], Random(0))
            self.send({"mod": {"do": "answer", "d": asked["d"], "seat": asked["owners"][0], "choice": said}})

    def answer(self, act: str) -> None:
        """Say something to whoever has come; exactly one has."""
        pending = self.told("pending")
        (asked,) = [one for one in pending if one["open"]["kind"] == "ruling"]
        said = "你好。" if asked["open"]["key"] == "visit" else SAID[act]
        self.send({"mod": {"do": "answer", "d": asked["d"], "seat": "moderator", "choice": said}})

    # ------------------------------------------------------------------ the players

    @property
    def panel(self) -> Locator:
        return self.claimant.page.locator(".panel")

    def screens(self, name: str) -> tuple[bytes, bytes]:
        """Of who claims and of somebody else, but for the room's code; the mark of the mouse is nowhere."""
        found = []
        for who, person in (("claimant", self.claimant), ("other", self.other)):
            person.page.mouse.move(0, 0)
            person.page.evaluate("document.activeElement?.blur()")
            person.page.evaluate("document.querySelector('header .code').textContent = 'XXXXX'")
            found.append(person.page.screenshot(path=SHOTS / f"bluff-{name}-{who}-{self.roles[0]}.png"))
        return found[0], found[1]

    def choose(self, act: str) -> None:
        """What this act asks for, up to the button that confirms."""
        if act == "slayer":
            self.claimant.page.locator('[data-seat="3"]').click()
        elif act == "juggler":
            self.panel.get_by_role("button", name="3号客人3", exact=True).click()
            self.panel.get_by_role("button", name=GAME["role.imp"], exact=True).click()
        elif act == "savant":
            self.panel.locator(".options button").click()
        else:
            self.panel.locator("textarea").fill("3号是邪恶的吗？")

    def heard(self, n: int) -> None:
        """Whatever was sent before has reached both pages: a word at the table comes after it."""
        self.other.post(
            f"/api/rooms/{self.code}/do",
            {"c": f"heard-{n}", "post": {"channel": "table", "text": "嗯"}},
        )
        for person in (self.claimant, self.other):
            expect(person.page.locator(".corner .unread")).to_contain_text(str(n))

    def claim(self, act: str, nth: int) -> list[tuple[bytes, bytes]]:
        """Seat 1 does it; the screens on the way, of both."""
        found = [self.screens(f"{act}-menu")]
        menu = self.claimant.page.get_by_role("group", name=TEXT["ui.acts"])
        menu.get_by_role("button", name=GAME[f"skill.{act}"], exact=True).click()
        self.claimant.see(".ask")
        found.append(self.screens(f"{act}-asked"))
        self.choose(act)
        self.claimant.see(".ask footer .primary")
        found.append(self.screens(f"{act}-chosen"))
        self.claimant.page.locator(".ask footer .primary").click()
        expect(self.claimant.page.locator(".done .state")).to_contain_text(TEXT["ui.received"])
        found.append(self.screens(f"{act}-done"))
        if act in SAID:
            self.answer(act)
        self.heard(nth)
        found.append(self.screens(f"{act}-answered"))
        self.claimant.page.get_by_role("button", name=TEXT["ui.put_away"], exact=True).click()
        self.claimant.see(".acts")
        found.append(self.screens(f"{act}-after"))
        return found

    def private(self) -> str:
        """What only seat 1 was told."""
        page = self.claimant.page
        page.get_by_role("button", name=TEXT["ui.private"], exact=True).click()
        told = page.get_by_role("region", name=TEXT["ui.private.record"]).inner_text()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        return told

    def record(self) -> list[str]:
        """What everybody reads."""
        page = self.other.page
        page.get_by_role("button", name=TEXT["ui.public"]).click()
        lines = page.locator("dialog[open] .record li").all_inner_texts()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        return lines


def test_a_pretender_shows_the_screens_of_the_real_one(arrive: Callable[..., Person]) -> None:
    """The menu, every step of every act, and what a third person sees: no pixel differs, nothing flashes by."""
    pretending = ("saint", "recluse", "saint", "recluse", "saint")
    real, bluff = World(arrive, ACTS), World(arrive, pretending)
    for nth, act in enumerate(ACTS, 1):
        for world in (real, bluff):
            world.set(1, world.roles[nth - 1])
        screens = [world.claim(act, nth) for world in (real, bluff)]
        for k, (ones, others) in enumerate(zip(*screens, strict=True)):
            assert alike(real.teller.page, *zip(ones, others, strict=True)), (act, k)
    looks = [[one.page.evaluate("window.looks") for one in (world.claimant, world.other)] for world in (real, bluff)]
    assert looks[0] == looks[1]
    # both stand in everybody's record alike, and only who really has it was answered
    assert real.record() == bluff.record()
    assert "3号是邪恶的。" in real.private()
    assert "3号是邪恶的。" not in bluff.private()
    assert "你好。" in bluff.private()
