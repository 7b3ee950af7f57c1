"""A game with a human moderator, in English."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

UNHURRIED = {"call": 600, "decision": 600, "vote": 600, "discussion": 600, "phase": 600, "window": 600}


def test_a_person_moderates(arrive: Callable[..., Person]) -> None:
    """The grimoire, deciding for somebody, moving time, an override, an undo, and stopping the game."""
    mona = arrive("Mona", "en", size=(1280, 800))
    ada, ben = arrive("Ada", "en"), arrive("Ben", "en")
    code = mona.open_room(UNHURRIED, moderator="human", lang="en", options={"sheriff_election": "before_night1"})
    expect(mona.page.locator(".mine")).to_contain_text("You are the moderator")
    ada.sit_down(code, 1)
    ben.sit_down(code, 2)
    ada.ready()
    ben.ready()
    mona.page.get_by_role("button", name="Bots in 6 free seats").click()
    mona.page.get_by_role("button", name="Start", exact=True).click()

    grimoire = mona.page.get_by_role("region", name="Roles")
    expect(grimoire.get_by_role("listitem")).to_have_count(8)
    expect(grimoire).to_contain_text("Werewolf")
    card = ada.hold_card()
    ada_row = grimoire.get_by_role("listitem").filter(has_text="Ada")
    assert ada_row.locator("strong").inner_text() == card[1]

    pending = mona.page.get_by_role("region", name="Open")
    ada_asked = pending.get_by_role("listitem").filter(has_text=re.compile(r"^\s*1 Ada"))
    ada_asked.get_by_role("button", name="Decide for").click()
    ada_asked.get_by_role("group").get_by_role("button").first.click()
    ada_asked.get_by_role("button", name="Confirm").click()
    expect(ada_asked).to_contain_text("✓")
    expect(ada.page.locator(".done")).to_contain_text("received")
    ben.choose()

    heading = mona.page.locator(".head h1")
    steps = mona.page.get_by_role("region", name="Undo").get_by_role("listitem")
    while heading.inner_text() != "Night 1":
        before = steps.count()
        mona.page.get_by_role("button", name="Next").click()
        expect(steps).not_to_have_count(before)  # by the tap, or by the answer that came before it
    expect(mona.page.get_by_role("region", name="Why")).to_contain_text("became sheriff")

    act = mona.page.locator("form.stack")
    act.get_by_role("button", name="Out", exact=True).click()
    act.locator("select").first.select_option("2")
    act.get_by_role("button", name="Continue").click()
    expect(act.get_by_role("alert")).to_contain_text("Ben")
    act.get_by_role("button", name="Confirm").click()
    out = grimoire.get_by_role("listitem").filter(has_text="Ben")
    expect(out).to_contain_text("out")
    expect(ben.page.locator('[data-seat="2"]')).to_contain_text("✕")

    undo = steps.filter(has_text="override · Out")
    undo.get_by_role("button", name="Back to before").click()
    expect(undo.get_by_role("alert")).to_contain_text("shown")
    undo.get_by_role("alert").get_by_role("button", name="Undo").click()
    expect(out).not_to_contain_text("✕")
    expect(ben.page.locator('[data-seat="2"]')).not_to_contain_text("✕")

    mona.page.get_by_role("button", name="Menu").click()
    mona.page.get_by_role("button", name="End this game").click()
    mona.page.get_by_role("button", name="End this game").click()
    for person in (mona, ada, ben):
        expect(person.page.locator(".result h1")).to_have_text("The game was ended")
