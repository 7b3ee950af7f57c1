"""A storyteller at the grimoire: a whole game with a traveller, an exile and an undo, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_page import faults
from tests.browser.town import Town

pytestmark = pytest.mark.timeout(600)  # a busy machine is slow, not wrong

PHONE, DESK = (360, 640), (1280, 800)


@pytest.mark.parametrize(("lang", "size"), [("zh", PHONE), ("en", DESK)])
def test_a_whole_game_with_a_traveller_an_exile_and_an_undo(
    arrive: Callable[..., Person], lang: str, size: tuple[int, int]
) -> None:
    """From the first wake to the end, by thumb; two players have phones, the others do not."""
    town = Town(arrive, lang, size)
    page, ann, bo = town.page, town.ann, town.bo
    for person in (ann, bo):
        person.hold_card()
    town.circle()
    assert len(town.seats()) == 7
    page.screenshot(path=f"tests/browser/shots/grimoire-{lang}.png")
    assert faults(page) == []
    town.step()
    page.screenshot(path=f"tests/browser/shots/night-{lang}.png")
    assert faults(page) == []
    town.until("nominations")

    # a nomination from a phone, a hand, and a count that is voided
    town.act(ann, "nominate")
    ann.choose("3")
    hand = ann.see(".vote .hand")
    hand.click()
    expect(hand).to_have_attribute("aria-pressed", "true")
    town.circle()
    expect(town.seat(1)).to_contain_text("✋")
    ann.page.screenshot(path=f"tests/browser/shots/hand-{lang}.png")
    assert faults(ann.page) == []
    town.tab("ui.grim.next")
    page.screenshot(path=f"tests/browser/shots/day-{lang}.png")
    assert faults(page) == []
    page.get_by_role("button", name=town.word("ui.grim.void")).click()
    town.take_back()
    expect(ann.page.locator(".vote")).to_have_count(0)

    # a traveller joins, and is exiled with the voices of half of all
    town.tab("ui.mod.act")
    page.get_by_role("button", name=town.word("ui.grim.admit")).click()
    form = page.locator("dialog[open]")
    form.get_by_label(town.word("ui.nickname")).fill("Tia")
    form.get_by_label(town.word("ui.act.role")).select_option("beggar")
    form.get_by_label(town.word("ui.act.camp")).select_option("good")
    form.get_by_role("button", name=town.word("ui.grim.admit")).click()
    expect(ann.page.locator('[data-seat="8"]')).to_contain_text(town.said("role.beggar"))
    town.act(bo, "exile")
    bo.choose("8")
    bo.see(".vote .hand").click()
    ann.see(".vote .hand").click()
    town.raise_hands("3", "4")
    town.sweep()
    expect(bo.page.locator('[data-seat="8"]')).to_contain_text("✕")

    # the Demon is nominated day after day, until there is none
    day = 0
    while not town.over:
        day += 1
        assert day < 6
        demon, living = town.holder("imp"), town.seats()
        town.nominate(next(seat for seat in living if seat != "8"), demon)
        town.raise_hands(*living)
        town.sweep()
        town.until("dusk")
        if not town.over:
            town.until("nominations")
    for person in (town.teller, ann, bo):
        expect(person.page.locator(".result h1")).to_contain_text(town.said("camp.good"))
