"""A night and a day of the forum game in a real browser, in both languages: a drawn board, aliases, windows with
orders, votes without numbers, the director's page with the log that explains itself, and the cast at the end."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from nightmoot.host.aliases import names
from tests.browser.bycalendar import Clockwork
from tests.browser.person import Person, words

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

RULES = Path(__file__).parents[2] / "src/nightmoot/rulesets/forum/texts"
#: Everybody but the wolf and the bear has something to hand in at night.
DECK = ["渊狼", "预言家", "通灵师", "乌鸦", "郎中", "狐狸", "熊"]
PACE = {"window": 20, "phase": 20, "discussion": 60, "vote": 20, "decision": 20, "call": 20}


@pytest.fixture
def clockwork(tmp_path: Path) -> Iterator[Clockwork]:
    running = Clockwork(tmp_path, "2026-03-02T12:00")
    yield running
    running.stop()


class Forum:
    """What the page says of the forum game, in one language, and a clock that goes on by itself."""

    def __init__(self, clockwork: Clockwork, lang: str) -> None:
        self.ui = words(lang)
        self.rules: dict[str, str] = json.loads((RULES / f"{lang}.json").read_text(encoding="utf-8"))
        self.clockwork = clockwork
        self.seconds = 0

    def role(self, name: str) -> str:
        return self.rules[f"role.{name}"]

    def passes(self, seconds: int = 10) -> None:
        self.seconds += seconds
        minutes, rest = divmod(self.seconds, 60)
        self.clockwork.to(f"2026-03-02T{12 + minutes // 60:02}:{minutes % 60:02}:{rest:02}")

    def until(self, person: Person, phase: str) -> None:
        """Time passes until the page is in this phase."""
        wanted = self.rules[f"phase.{phase}"]
        for _ in range(120):
            if wanted in person.page.locator("h1").inner_text():
                return
            self.passes()
            person.page.wait_for_timeout(50)
        raise AssertionError(f"no {phase}: {person.page.locator('h1').inner_text()}")


def hand_in(person: Person, seat: str | None = None) -> None:
    """Tap this seat, or one after another until it is enough, and confirm."""
    person.see(".ask")
    confirm = person.page.locator(".ask footer .primary")
    for chosen in [seat] if seat else person.legal():
        person.page.locator(f'[data-seat="{chosen}"]').click()
        if confirm.count() and confirm.is_enabled():
            break
    confirm.click()
    expect(person.page.locator(".ask")).to_have_count(0)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_board_is_drawn_on_the_page(arrive: Callable[..., Person], clockwork: Clockwork, lang: str) -> None:
    forum = Forum(clockwork, lang)
    ui = forum.ui
    owner = arrive("Ann", lang, at=clockwork.url)
    page = owner.page
    page.goto("/new")
    page.locator("input[autocomplete=nickname]").fill("Ann")
    page.locator("select").first.select_option("forum")
    more = page.get_by_role("button", name=f"{ui['ui.more']}: {ui['ui.create.players']}")
    for _ in range(2):
        more.click()
    generator = page.get_by_role("region", name=ui["ui.generator"])
    draw = generator.get_by_role("button", name=ui["ui.generator.draw"].replace("{n:number}", "10"))
    must, never = generator.locator("select").all()

    # what cannot be is said, in the words of the game
    must.select_option("巫妖匣")
    must.select_option("炽天使")
    draw.click()
    alert = generator.get_by_role("alert")
    expect(alert).to_contain_text(forum.role("巫妖匣"))
    expect(alert).to_contain_text(forum.role("炽天使"))
    for name in ("巫妖匣", "炽天使"):
        label = ui["ui.generator.drop"].replace("{text:text}", forum.role(name))
        generator.get_by_role("button", name=label).click()

    # what must be there is, what must not is not, and both sides have their strength
    must.select_option("女巫")
    never.select_option("熊")
    draw.click()
    expect(alert).to_have_count(0)
    tags = generator.locator("li .tag")
    expect(tags).to_have_count(10)
    drawn = tags.all_inner_texts()
    assert forum.role("女巫") in drawn
    assert forum.role("熊") not in drawn
    strength = re.compile(
        re.escape(ui["ui.generator.strength"]).replace(r"\{n:number\}", r"\d+").replace(r"\{strength:number\}", r"\d+")
    )
    expect(generator.locator("li .help").first).to_have_text(strength)

    page.get_by_label(ui["ui.aliases.on"], exact=True).check()
    page.get_by_role("button", name=ui["ui.create.go"], exact=True).click()
    owner.see(".table")
    page.get_by_role("button", name=ui["ui.rules"], exact=True).click()
    expect(page.get_by_role("dialog").locator(".deck .tag")).to_have_count(10)
    expect(page.get_by_role("dialog")).to_contain_text(ui["ui.aliases.on.help"])
    assert sorted(page.get_by_role("dialog").locator(".deck .tag").all_inner_texts()) == sorted(drawn)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_night_and_a_day(arrive: Callable[..., Person], clockwork: Clockwork, lang: str, tmp_path: Path) -> None:
    forum = Forum(clockwork, lang)
    ui = forum.ui
    director = arrive("Dora", lang, size=(1280, 900), at=clockwork.url)
    people = [arrive(name, lang, size=(360, 740), at=clockwork.url) for name in ("Kim", "Pat", "Lee")]
    code = director.open_room(
        PACE,
        ruleset="forum",
        players=len(DECK),
        roles=DECK,
        moderator="human",
        lang=lang,
        aliases=True,
        options={"sheriff": False},
    )
    for seat, person in enumerate(people, 1):
        person.sit_down(code, seat)
        person.ready()
    director.post(f"/api/rooms/{code}/do", {"c": "bots", "room": {"do": "bots", "on": True}})
    start = director.page.get_by_role("button", name=ui["ui.owner.start"], exact=True)
    expect(start).to_be_enabled()
    start.click()

    # aliases: seats were drawn, nobody's page has a nickname, the director has both
    grimoire = director.page.get_by_role("region", name=ui["ui.mod.grimoire"])
    expect(grimoire.locator("li")).to_have_count(len(DECK))
    for person in people:
        person.see("[data-seat]")
        assert not re.search("Kim|Pat|Lee|Dora", person.page.locator("main").inner_text())
        expect(grimoire).to_contain_text(ui["ui.aliases.player"].replace("{name:text}", person.name))
    shown = [name for name in names(lang) if name in grimoire.inner_text()]
    assert len(shown) == len(DECK)

    # the night: each window asks those who have something to hand in
    acted = 0
    for phase in ("深夜1", "深夜2"):
        forum.until(people[0], phase)
        for person in people:
            if person.page.locator(".ask").count():
                hand_in(person)
                acted += 1
    assert acted

    # the day: two vote, one changes it once; everybody reads each vote, and nowhere is a number of votes
    forum.until(people[0], "正午")
    gone = f'[data-seat][aria-label*="{ui["ui.seat.you"]}"][aria-label*="{ui["ui.seat.out"]}"]'
    for person in people:
        expect(person.page.locator(".ask").or_(person.page.locator(gone)).first).to_be_visible()
    first, second = [person for person in people if person.page.locator(".ask").count()][:2]  # one has gone at most
    reader = next(person for person in people if person not in (first, second))
    alive = first.legal()
    hand_in(first, alive[0])
    hand_in(second, alive[1])
    first.page.get_by_role("button", name=ui["ui.change"], exact=True).click()
    hand_in(first, alive[-1])
    reader.page.locator(".corner .side", has_text=ui["ui.public"]).click()
    record = reader.page.get_by_role("dialog")
    expect(
        record.locator("li", has_text=forum.rules["notice.投了票"].split("}")[1].split("{")[0].strip()).first
    ).to_be_visible()
    assert record.locator("table").count() == 0
    reader.page.keyboard.press("Escape")

    # the director reads why: each use of the night, in the game's words, with what it came to
    why = director.page.get_by_role("region", name=ui["ui.mod.why"])
    forum.until(people[0], "早夜1")
    expect(why.locator("li").nth(3)).to_be_visible()
    assert "{" not in why.inner_text()
    assert "group:" not in why.inner_text()
    assert not re.search(r"\b(fact|notice|skill|phase)\.", why.inner_text())
    director.page.screenshot(path=Path(os.environ.get("PICTURES", tmp_path)) / f"forum-{lang}.png")

    # the end joins the names
    director.post(f"/api/rooms/{code}/do", {"c": "stop", "room": {"do": "stop"}})
    for person in (director, *people):
        cast = person.see(".page main")
        for name in ("Kim", "Pat", "Lee"):
            expect(cast).to_contain_text(ui["ui.aliases.player"].replace("{name:text}", name))
