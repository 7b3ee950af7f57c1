"""Accessibility of every page and sheet, in both languages and both colour schemes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.person import Person, words

pytestmark = pytest.mark.timeout(400)  # a busy machine is slow, not wrong

SLOW = {"call": 600, "decision": 600, "vote": 600, "discussion": 600, "phase": 600, "window": 600}
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


class Walk:
    """Goes through pages by the words of a language and collects what axe finds."""

    def __init__(self, person: Person, lang: str) -> None:
        self.page: Page = person.page
        self.words = words(lang)
        self.found: list[str] = []

    def look(self, where: str) -> None:
        """What axe finds here, one line for each, in both colour schemes."""
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for one in Axe().run(self.page).response["violations"]:
                self.found += [f"{where} ({scheme}): {one['id']} {node['html']}" for node in one["nodes"]]

    def press(self, key: str, start: bool = False) -> None:
        """The button with these words; with ``start`` one that begins with them."""
        text = re.sub(r"\{.*", "", self.words[key]).rstrip("（(")
        name = re.compile(f"^[^\\w(]*{re.escape(text)}") if start else self.words[key]
        self.page.get_by_role("button", name=name, exact=None if start else True).first.click()

    def sheet(self, key: str) -> None:
        """Open a sheet, look, and close it."""
        self.press(key)
        expect(self.page.locator("dialog[open]")).to_be_visible()
        self.look(f"sheet {key}")
        self.close()

    def close(self) -> None:
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def unfold(self, where: str) -> None:
        """Everything that can be unfolded is."""
        self.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        self.look(where)


def put_out_the_wolves(walk: Walk) -> None:
    """By the moderator's hand, so that the village wins."""
    page = walk.page
    walk.press("ui.mod.grimoire")
    wolf = re.compile("狼人|Werewolf")
    expect(page.locator(".one li").first).to_be_visible()
    wolves = [row.locator(".number").inner_text() for row in page.locator(".one li", has_text=wolf).all()]
    walk.press("ui.mod.act")
    for seat in wolves:
        page.locator("form.stack select").first.select_option(seat)
        walk.press("ui.act.do")
        walk.press("ui.confirm")
        expect(page.locator("form.stack [role=alert]")).to_have_count(0)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_axe_finds_nothing_before_a_game(arrive: Callable[..., Person], lang: str) -> None:
    """The first page with games of one's own, practice, the form with deck and calendar, door, lobby and its sheets."""
    host, guest = arrive("Mona", lang, size=(360, 640)), arrive("Bo", lang, size=(360, 640))
    walk = Walk(host, lang)
    host.page.goto("/new")
    host.see(".choice")
    walk.page.get_by_text(walk.words["ui.create.own"], exact=True).first.click()
    for box in host.page.locator("input[type=checkbox]").all()[:2]:
        box.check()
    walk.unfold("form")
    code = host.open_room(SLOW, lang=lang, moderator="human")
    walk.look("lobby of the host")
    for key in ("ui.invite", "ui.rules", "ui.talk", "ui.menu"):
        walk.sheet(key)
    host.page.locator('[data-seat="3"]').click()
    walk.look("sheet of a seat")
    walk.close()
    walk.press("ui.rules")
    walk.press("ui.settings")
    walk.unfold("settings")
    walk.close()
    at_door = Walk(guest, lang)
    guest.page.goto(f"/r/{code}")
    guest.see("#nickname")
    at_door.look("door")
    guest.sit_down(code, 2)
    at_door.look("lobby of a guest")
    host.page.goto("/")
    host.see("main section button:not([disabled])")
    walk.unfold("first page with my games")
    assert walk.found + at_door.found == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_axe_finds_nothing_in_a_game(arrive: Callable[..., Person], lang: str) -> None:
    """The moderator's pages small and wide, what is held out, handing on, a player's sheets, the reveal, the end."""
    host, guest, late = arrive("Mona", lang, size=(360, 640)), arrive("Bo", lang, size=(360, 640)), arrive("Late", lang)
    options = {"sheriff_election": "before_night1", "vote_change": "until_close"}
    code = host.open_room(SLOW, lang=lang, moderator="human", options=options)
    guest.sit_down(code, 2)
    guest.ready()
    walk, play, watch = Walk(host, lang), Walk(guest, lang), Walk(late, lang)
    walk.press("ui.owner.bots", start=True)
    walk.press("ui.owner.start")
    guest.see(".ask")
    play.look("asked")
    guest.choose()
    expect(guest.page.locator(".done")).to_be_visible()
    play.look("answered, to be changed")
    for key in ("ui.public", "ui.private", "ui.menu"):
        play.sheet(key)
    guest.page.keyboard.down("h")
    guest.see(".card-face")
    play.look("card")
    guest.page.keyboard.up("h")

    late.page.goto(f"/r/{code}")
    late.see("section input").fill("Late")
    watch.look("passer-by in a game")
    watch.press("ui.queue")
    expect(late.page.get_by_role("status").filter(has_text=watch.words["ui.queue.on"])).to_be_visible()
    watch.look("queue")
    late.page.goto(f"/r/{code}/board")
    late.see("h1")
    watch.look("table's screen")

    host.see(".one")
    for _ in range(30):
        if host.page.locator(".told").count():
            break
        before = host.page.locator(".one").inner_text()
        walk.press("ui.mod.next", start=True)
        expect(host.page.locator(".one")).not_to_have_text(before, use_inner_text=True)
    walk.press("ui.mod.show")
    walk.look("held out")
    host.page.locator("dialog[open] button").click()
    for key in ("ui.slow.desk", "ui.mod.grimoire", "ui.mod.pending", "ui.mod.why", "ui.mod.act", "ui.talk"):
        walk.press(key, start=True)
        walk.look(f"moderator {key}")
    walk.press("ui.mod.undo")
    host.see("[role=alert]")
    walk.look("undo")
    host.page.set_viewport_size({"width": 1280, "height": 800})
    host.see(".columns")
    walk.unfold("moderator, wide")
    host.page.set_viewport_size({"width": 360, "height": 640})
    walk.press("ui.menu")
    walk.unfold("menu with handing on")
    walk.press("ui.stop")
    walk.look("really stop?")
    walk.page.locator("dialog[open]").get_by_role("button", name=walk.words["ui.no"], exact=True).click()
    walk.close()
    put_out_the_wolves(walk)
    host.see(".result")
    walk.look("paced reveal")
    walk.press("ui.reveal.all")
    expect(host.page.locator(".body li").first).to_be_visible()
    walk.look("end")
    for key in ("ui.end.replay", "ui.end.why", "ui.record", "ui.talk"):
        walk.press(key)
        walk.look(f"end {key}")
    walk.press("ui.end.picture")
    host.see("dialog img")
    walk.look("picture")
    assert walk.found + play.found + watch.found == []
