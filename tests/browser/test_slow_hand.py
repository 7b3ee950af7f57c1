"""A vote by hands over slow lines: what is up on one's own screen before the pointer passes counts, as UX has it.

All clocks and all lines are in one time that the test moves on; phones may have a wrong clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.person import Person, words
from tests.browser.steered import Line, Steered, steered
from tests.browser.town import CALM
from tests.host.evening import choose as lawful

pytestmark = pytest.mark.timeout(600)  # a busy machine is slow, not wrong

TEXT = words("en")
PHONE = (360, 640)
SWEEP_STEP = 1000
LEAD = 3000  # ms from the storyteller's tap to the first seat
MOST = 300  # ms that a slow line is granted
PATIENCE = 60  # times that a page is looked at until something has arrived
FRAME = 40  # ms by which the screen has been drawn anew


@pytest.fixture
def town(tmp_path: Path, arrive: Callable[..., Person]) -> Iterator[Town]:
    with steered(tmp_path / "games.sqlite") as running:
        found = Town(running, arrive)
        yield found
        for one in (found.quick, found.slow, found.slowest):
            one.person.page.goto("about:blank")


class Voter:
    """Somebody with a phone on a line."""

    def __init__(self, running: Steered, person: Person, seat: int, *, one_way: int, wrong_by: int) -> None:
        self.person, self.seat = person, seat
        self.line = Line(running, person.page, one_way=one_way, wrong_by=wrong_by)

    @property
    def hand(self) -> Locator:
        return self.person.page.locator(".vote .hand")

    @property
    def moment(self) -> Locator:
        """The clock beside the tally, and what counted when it is over."""
        return self.person.page.locator(".vote .moment")

    @property
    def ballot(self) -> int:
        """The number under which the vote is open for this phone."""
        opened = [frame["open"] for frame in self.line.read if "open" in frame]
        return int(next(one["d"] for one in reversed(opened) if one["kind"] == "vote"))


class Town:
    """Three phones (seats 1-3) and two people without (4, 5), in the nominations of the first day."""

    def __init__(self, running: Steered, arrive: Callable[..., Person]) -> None:
        self.running = running
        self._count = count(1)
        self.teller = arrive("Tess", "en", at=running.url)
        room = {
            "ruleset": "clocktower",
            "players": 5,
            "nickname": "Tess",
            "moderator": "human",
            "lang": "en",
            "pace": {"led": 1, "hand": SWEEP_STEP / 1000},
            "options": {"script": CALM},
        }
        self.code = str(self.teller.post("/api/rooms", room)["code"])
        lines = ((0, 0), (150, 90_000), (400, -61_000))
        self.quick, self.slow, self.slowest = (
            Voter(running, arrive(name, "en", size=PHONE, at=running.url), seat, one_way=one_way, wrong_by=wrong_by)
            for seat, (name, (one_way, wrong_by)) in enumerate(zip(("Ann", "Bo", "Cy"), lines, strict=True), 1)
        )
        for voter in (self.quick, self.slow, self.slowest):
            body = {"nickname": voter.person.name, "seat": voter.seat}
            voter.person.post(f"/api/rooms/{self.code}/join", body)
            voter.person.post(f"/api/rooms/{self.code}/do", {"c": "ready", "room": {"do": "ready"}})
        for seat in (4, 5):
            self.room({"do": "bots", "seat": seat, "policy": "hand", "name": f"Guest {seat}"})
        self.room({"do": "start"})
        self.to_the_nominations()
        for voter in (self.quick, self.slow, self.slowest):
            voter.person.page.goto(f"/r/{self.code}")
        self.wait(2500)
        for voter in (self.quick, self.slow, self.slowest):
            voter.person.hold_card()

    # ------------------------------------------------------------------ time

    def wait(self, ms: int) -> None:
        self.running.until(self.running.now + ms)

    def until(self, at: int) -> None:
        self.running.until(at)

    # ------------------------------------------------------------------ the storyteller

    def send(self, command: dict[str, Any]) -> None:
        self.teller.post(f"/api/rooms/{self.code}/do", {"c": f"town-{next(self._count)}", **command})

    def room(self, command: dict[str, Any]) -> None:
        self.send({"room": command})

    def told(self, kind: str) -> Any:
        state = self.teller.page.request.get(f"/api/rooms/{self.code}/state").json()
        return next((message[kind] for message in reversed(state) if kind in message), None)

    def answer(self, asked: dict[str, Any], seat: str, choice: Any) -> None:
        self.send({"mod": {"do": "answer", "d": asked["d"], "seat": seat, "choice": choice}})

    def to_the_nominations(self) -> None:
        while self.told("grimoire")["phase"]["name"] != "nominations":
            asked = next((one for one in self.told("pending") if not one["open"]["offer"]), None)
            if asked is None:
                self.send({"mod": {"do": "tick"}})
            else:
                choice = asked["suggestion"] or lawful(asked["open"]["pick"], Random(0))
                self.answer(asked, asked["owners"][0], choice)

    def nominate(self, nominator: str, nominee: str) -> None:
        """Whoever has no phone nominates; the vote is on every screen."""
        offers = [one for one in self.told("pending") if one["open"]["skill"] == "nominate"]
        asked = next(one for one in offers if nominator in one["owners"])
        self.answer(asked, nominator, nominee)
        for voter in (self.quick, self.slow, self.slowest):
            self.arrived(voter)

    def arrived(self, voter: Voter) -> None:
        """Time passes until the vote is on this screen: what a page sends and gets takes its line's time each way."""
        for _ in range(PATIENCE):
            self.wait(500)
            with suppress(AssertionError):
                expect(voter.hand).to_be_enabled(timeout=1000)
                return
        expect(voter.hand).to_be_enabled()

    def sweep(self) -> dict[int, int]:
        """The hand sets off; when it passes whom."""
        self.room({"do": "sweep"})
        self.running.settle()
        hand = self.told("hand")
        assert hand["first"] == self.running.now + LEAD
        return {int(seat): hand["first"] + place * SWEEP_STEP for place, seat in enumerate(hand["order"])}

    def counted(self) -> dict[str, bool]:
        """What the record says of the last vote."""
        found: dict[str, bool] = {}
        state = self.teller.page.request.get(f"/api/rooms/{self.code}/state").json()
        hello = next(message["hello"] for message in state if "hello" in message)
        for entry in hello["view"]["log"]:
            if entry["key"] == "choice_locked":
                found[entry["params"]["seat"]] = entry["params"]["choice"] is True
        return found

    # ------------------------------------------------------------------ the voters

    def raise_at(self, voter: Voter, at: int) -> None:
        """A tap on the button at that moment of the voter's own screen."""
        self.until(at)
        before = len(voter.line.sent)
        voter.hand.click()
        voter.line.until_sent(before + 1)

    def force_at(self, voter: Voter, at: int) -> None:
        """The page's button is dead; a frame that says the same is sent all the same."""
        self.until(at)
        expect(voter.hand).to_be_disabled()
        voter.line.say(c="forced", d=voter.ballot, choice=True)


def test_what_is_up_before_the_pointer_passes_counts_on_every_line_that_is_not_too_slow(town: Town) -> None:
    """Half of the measured round trip is granted, 300 ms at most; on one's own screen the button dies as it passes."""
    # the quick one is late; the slow one is in time; the slowest comes after all that is granted
    town.nominate("5", "4")  # 5, 1, 2, 3, 4
    at = town.sweep()
    town.until(at[1] + FRAME)
    expect(town.quick.hand).to_be_disabled()
    town.raise_at(town.slow, at[2] - 20)
    town.until(at[2] + FRAME)
    expect(town.slow.hand).to_be_disabled()
    town.raise_at(town.slowest, at[3] - 20)
    town.until(at[4] - 10)
    assert town.counted() == {"5": False, "1": False, "2": True, "3": False}
    expect(town.quick.moment).to_have_text(TEXT["ui.hand.down"])
    expect(town.slow.moment).to_have_text(TEXT["ui.hand.counted"])
    town.until(at[4] + 2 * MOST)
    assert town.counted() == {"5": False, "1": False, "2": True, "3": False, "4": False}

    # the quick one is in time; the slow one is late by his own screen; the slowest allows for his line
    town.wait(1000)
    town.nominate("4", "5")  # 1, 2, 3, 4, 5
    at = town.sweep()
    town.raise_at(town.quick, at[1] - 20)
    town.force_at(town.slow, at[2] + FRAME)
    town.raise_at(town.slowest, at[3] - 120)
    town.until(at[5] + 2 * MOST)
    assert town.counted() == {"1": True, "2": False, "3": True, "4": False, "5": False}


def test_a_hand_whose_frame_is_lost_is_raised_again_in_time(town: Town) -> None:
    """A dead line is replaced by the page itself; what was not acknowledged is sent again, and counts."""
    town.nominate("5", "4")
    at = town.sweep()
    town.slow.line.dead = True
    town.raise_at(town.slow, at[2] - 4900)
    town.until(at[2] - 20)
    assert not town.slow.line.dead
    town.until(at[4] + 2 * MOST)
    assert town.counted()["2"] is True
