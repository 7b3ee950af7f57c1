"""A killer game by the calendar in a real browser, in both languages: orders, plans, votes, the news of 8:00, the count
of 20:00, the killers' board, the private thread, and the moderator's desk."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.bycalendar import PLAYERS, Clockwork, seat_of, seated
from tests.browser.person import Person, words

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

RULES = Path(__file__).parents[2] / "src/nightmoot/rulesets/killer/texts"


@pytest.fixture
def clockwork(tmp_path: Path) -> Iterator[Clockwork]:
    running = Clockwork(tmp_path, "2026-03-02T12:00")
    yield running
    running.stop()


class Words:
    """What the page says, in one language."""

    def __init__(self, lang: str) -> None:
        self.ui = words(lang)
        self.rules: dict[str, str] = json.loads((RULES / f"{lang}.json").read_text(encoding="utf-8"))

    def beginning(self, key: str) -> str:
        """The words of a notice before its first slot."""
        text = self.rules[f"notice.{key}"]
        return (text if isinstance(text, str) else text["other"]).partition("{")[0].strip()

    def skill(self, name: str) -> str:
        return self.rules[f"skill.{name}"]


def order(person: Person, say: Words, skill: str) -> Locator:
    """The line of a skill among what stands."""
    return person.page.locator(".orders li").filter(has=person.page.locator("strong", has_text=say.skill(skill)))


def hand_in(person: Person, say: Words, skill: str, *seats: str, again: bool = False) -> None:
    """Open an order (or change it), tap the seats, confirm; back to the list."""
    label = say.ui["ui.slow.orders.change.of" if again else "ui.slow.orders.give.of"]
    name = label.replace("{text:text}", say.skill(skill))
    order(person, say, skill).get_by_role("button", name=name).click()
    for seat in seats:
        person.page.locator(f'[data-seat="{seat}"]').click()
    person.page.locator(".ask footer .primary").click()
    expect(order(person, say, skill)).to_contain_text("✓")


def sheet(page: Page, button: str, tab: str | None = None) -> Locator:
    """Open a sheet, perhaps at one of its tabs."""
    page.locator(".corner .side", has_text=button).click()
    shown = page.get_by_role("dialog")
    if tab:
        shown.get_by_role("button", name=tab).click()
    return shown


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_days_of_a_killer_game(arrive: Callable[..., Person], clockwork: Clockwork, lang: str) -> None:
    say = Words(lang)
    ui = say.ui
    spy, police = seat_of("spy"), seat_of("police")
    gm = arrive("Gia", lang, size=(360, 640), at=clockwork.url)
    kim, pat = (arrive(name, lang, size=(360, 640), at=clockwork.url) for name in ("Kim", "Pat"))
    seated(gm, {spy: kim, police: pat}, lang)

    # "my games": what waits for me, until when; the menu: what can be taken along
    kim.page.goto("/")
    mine = kim.page.get_by_role("region", name=ui["ui.slow.mine"]).get_by_role("link")
    expect(mine).to_contain_text(ui["ui.slow.waits"])
    expect(mine).to_contain_text("08:00")
    mine.click()
    kim.page.get_by_role("button", name=ui["ui.menu"]).click()
    for key, part in (("ui.slow.ics", "BEGIN:VEVENT"), ("ui.slow.record", "# ")):
        taken = kim.page.get_by_role("link", name=ui[key]).get_attribute("href")
        assert part in kim.page.request.get(str(taken)).text()
    kim.page.keyboard.press("Escape")

    # night 0: killers only; an order is handed in, replaced, withdrawn and handed in again
    expect(pat.page.locator(".orders")).to_contain_text(ui["ui.slow.orders.none"])
    hand_in(kim, say, "kill", "1")
    hand_in(kim, say, "kill", "3", "3", again=True)
    kim.page.get_by_role(
        "button", name=ui["ui.slow.orders.withdraw.of"].replace("{text:text}", say.skill("kill"))
    ).click()
    expect(order(kim, say, "kill")).to_contain_text(ui["ui.slow.orders.nothing"])
    hand_in(kim, say, "kill", "1")
    kim.page.reload()
    expect(order(kim, say, "kill")).to_contain_text("1")

    # the killers' board and chat; nobody else has them
    talk = sheet(kim.page, ui["ui.private"], ui["ui.private.talk"])
    board = talk.get_by_role("region", name=ui["ui.slow.board"])
    expect(board.get_by_role("listitem").filter(has_text="Kim")).to_contain_text(say.skill("kill"))
    assert board.get_by_role("listitem").count() > 1
    talk.locator("form .field").fill("3?")
    talk.locator("form .button").click()
    expect(talk.locator("ol li")).to_contain_text("3?")
    kim.page.keyboard.press("Escape")
    expect(sheet(pat.page, ui["ui.private"], ui["ui.private.talk"])).to_contain_text(ui["ui.private.no_group"])
    pat.page.keyboard.press("Escape")

    # plans: a vote without a second choice, an order with one
    pat.page.locator(".orders header .button").click()
    plans = pat.page.get_by_role("dialog")
    plans.locator("select").first.select_option("08:00")
    plans.locator("select").last.select_option("vote")
    plans.locator("fieldset .button").nth(2).click()
    expect(plans.get_by_role("button", name=ui["ui.slow.plans.more"])).to_have_count(0)
    plans.get_by_role("button", name=ui["ui.slow.plans.keep"]).click()
    expect(plans.locator("ul > li")).to_have_count(1)
    plans.locator("select").last.select_option("investigate")
    plans.locator("fieldset .button").nth(5).click()
    plans.get_by_role("button", name=ui["ui.slow.plans.more"]).click()
    plans.locator("fieldset").last.locator(".button").nth(6).click()
    plans.get_by_role("button", name=ui["ui.slow.plans.keep"]).click()
    expect(plans.locator("ul > li")).to_have_count(2)
    pat.page.keyboard.press("Escape")

    # 8:00: the news; what was planned is sent, and its owner told
    clockwork.to("2026-03-03T08:00")
    expect(pat.page.locator("h1")).to_contain_text("8")
    expect(pat.page.locator(".orders .said").first).to_contain_text(say.beginning("out"))
    expect(order(pat, say, "vote")).to_contain_text("3")
    expect(pat.page.locator(".orders .news")).to_contain_text(ui["ui.slow.letter.plan_sent"].partition("{")[0].strip())
    expect(order(pat, say, "investigate")).to_be_visible()
    expect(order(kim, say, "kill")).to_have_count(0)

    # the vote of the day, changed once, in everybody's record
    hand_in(kim, say, "vote", "5")
    hand_in(kim, say, "vote", "7", again=True)
    public = sheet(pat.page, ui["ui.public"])
    expect(public.get_by_role("listitem").filter(has_text="Kim").last).to_contain_text("7")
    pat.page.keyboard.press("Escape")

    # the moderator gives a plain civilian the skill of the day
    gm.page.locator("nav").get_by_role("button", name=ui["ui.mod.pending"]).click()
    gift = gm.page.locator("li.ruling").filter(has_text=say.skill("grant"))
    gift.get_by_role("button", name=ui["ui.mod.decide"], exact=True).click()
    gift.get_by_role("group", name=say.rules["slot.player"]).get_by_role("button").first.click()
    gift.get_by_role("group", name=say.rules["slot.skill"]).get_by_role("button", name=say.skill("bless")).click()
    gift.get_by_role("button", name=ui["ui.confirm"]).click()
    expect(gift).to_have_count(0)
    gm.page.locator("nav").get_by_role("button", name=ui["ui.slow.desk"]).click()

    # the moderator's desk: who has acted, a thread, acting for somebody, what the count would say
    desk = gm.page.get_by_role("list", name=ui["ui.slow.desk"], exact=True)
    row = desk.locator("> li").nth(int(spy) - 1)
    expect(row).to_contain_text(ui["ui.slow.desk.acted"].replace("{n:number}", "1").replace("{all:number}", "1"))
    expect(gm.page.locator("summary", has_text=ui["ui.slow.desk.would"])).not_to_contain_text("(0)")
    row.locator(".line").click()
    row.locator("textarea").fill("?!")
    row.get_by_role("button", name=ui["ui.send"]).click()
    expect(kim.page.locator(".unread")).to_contain_text("1")
    thread = sheet(kim.page, ui["ui.private"], say.rules["who.moderator"])
    expect(thread.get_by_role("listitem")).to_contain_text("?!")
    thread.locator("textarea").fill("!?")
    thread.get_by_role("button", name=ui["ui.send"]).click()
    expect(row.locator("ol")).to_contain_text("!?")
    kim.page.keyboard.press("Escape")
    row.get_by_role("button", name=ui["ui.slow.desk.act"]).click()
    row.get_by_role("button", name=ui["ui.slow.orders.give"]).click()
    row.get_by_role("group", name=say.skill("vote")).get_by_role("button").nth(1).click()
    row.get_by_role("button", name=ui["ui.confirm"]).click()
    expect(order(kim, say, "vote")).to_contain_text("2")

    # 20:00: the count; then the killers' hours again
    clockwork.to("2026-03-03T20:00")
    expect(pat.page.locator(".orders .said").filter(has_text=say.beginning("votes"))).to_be_visible()
    expect(order(kim, say, "kill")).to_contain_text(ui["ui.slow.orders.nothing"])
    expect(order(pat, say, "vote")).to_have_count(0)

    # whoever is late is warned before the deadline, seen on the desk, and nudged
    clockwork.to("2026-03-04T05:00")
    expect(kim.page.locator(".orders .news")).to_contain_text("08:00")
    expect(row).to_contain_text(ui["ui.slow.desk.late"])
    row.get_by_role("button", name=ui["ui.slow.desk.nudge"]).click()
    expect(kim.page.locator(".orders .news")).to_contain_text(ui["ui.slow.letter.nudge"])

    # somebody else takes over: the old device is out, the link works once
    row.get_by_role("button", name=ui["ui.slow.desk.substitute"]).click()
    row.locator("form .field").fill("Sam")
    row.get_by_role("button", name=ui["ui.slow.desk.substitute.do"]).click()
    link = row.locator("input[readonly]").input_value()
    expect(kim.page.locator("h1")).to_have_text(ui["ui.gone.title"])
    sam = arrive("Sam", lang, size=(360, 640), at=clockwork.url)
    sam.page.goto(link)
    hand_in(sam, say, "kill", "5")
    assert "#" not in sam.page.url
    expect(sheet(sam.page, ui["ui.private"], say.rules["who.moderator"])).to_contain_text("!?")
    sam.page.keyboard.press("Escape")

    # removal from the game
    expect(row).to_contain_text("Sam")
    row.get_by_role("button", name=ui["ui.slow.desk.remove"], exact=True).click()
    row.get_by_role("button", name=ui["ui.slow.desk.remove.do"]).click()
    expect(row).to_contain_text(ui["ui.slow.desk.out"])

    # the bots play it out; the page shows who has won
    clockwork.to("2026-05-20T12:00")
    for person in (gm, pat, sam):
        expect(person.page.locator(".result h1")).to_be_visible()


def test_a_live_game_lists_what_may_be_handed_in_too(arrive: Callable[..., Person], clockwork: Clockwork) -> None:
    say = Words("en")
    ann = arrive("Ann", "en", size=(360, 640), at=clockwork.url)
    code = ann.open_room({}, ruleset="killer", players=PLAYERS, lang="en")
    ann.start_with_bots(code)
    expect(ann.page.locator("h1")).to_have_text(say.rules["phase.20:00"])
    clockwork.to("2026-03-02T12:05")
    expect(ann.page.locator("h1")).to_contain_text("1")
    hand_in(ann, say, "vote", "3")
    hand_in(ann, say, "vote", "4", again=True)
    expect(ann.page.get_by_role("timer")).to_have_text(re.compile(r"^\d:\d\d$"))


def test_one_person_against_bots_need_not_wait_for_the_clock(arrive: Callable[..., Person]) -> None:
    say = Words("en")
    ann = arrive("Ann", "en", size=(360, 640))
    body = {"ruleset": "killer", "players": PLAYERS, "nickname": "Ann", "lang": "en"}
    ann.page.goto(f"/r/{ann.post('/api/practice', body)['code']}")
    expect(ann.page.locator("h1")).to_have_text(say.rules["phase.20:00"])
    ann.page.get_by_role("button", name=say.ui["ui.hurry"]).click()
    expect(ann.page.locator("h1")).to_contain_text("Day 1")
