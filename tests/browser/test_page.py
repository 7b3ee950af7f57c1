"""Languages, accessibility, secrets of the screen, and lines that break."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.person import Person, words

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

SLOW = {"call": 30, "decision": 0, "vote": 0, "discussion": 60, "phase": 0.2, "window": 0.2}


def faults(page: Page) -> list[str]:
    """What axe finds, one line for each."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html']} — {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing(arrive: Callable[..., Person], scheme: str) -> None:
    """On the first page, in the form, at the door, in the lobby, in a game, in its sheets."""
    ann, bo = arrive("Ann", "en"), arrive("Bo", "zh", size=(360, 640))
    for person in (ann, bo):
        person.page.emulate_media(color_scheme="light" if scheme == "light" else "dark", reduced_motion="reduce")
    ann.page.goto("/")
    ann.see("main section button:not([disabled])")
    assert faults(ann.page) == []
    ann.page.goto("/new")
    ann.see(".choice")
    ann.page.locator("summary").click()
    assert faults(ann.page) == []
    code = ann.open_room(SLOW, lang="en", moderator="human")
    assert faults(ann.page) == []
    bo.page.goto(f"/r/{code}")
    bo.see("#nickname")
    assert faults(bo.page) == []
    bo.sit_down(code, 2)
    bo.ready()
    ann.page.get_by_role("button", name="Bots in 7 free seats").click()
    ann.page.get_by_role("button", name="Start", exact=True).click()
    bo.see(".hold")
    assert faults(bo.page) == []
    ann.see(".columns, nav")
    for name in ("Roles", "Open", "Why", "Act", "Talk"):
        ann.page.get_by_role("button", name=re.compile(f"^{name}")).click()
        assert faults(ann.page) == []
    for name in ("公开", "私密", "菜单"):
        bo.page.get_by_role("button", name=name, exact=True).click()
        bo.see("dialog[open]")
        assert faults(bo.page) == []
        bo.page.keyboard.press("Escape")
        expect(bo.page.locator("dialog[open]")).to_have_count(0)
    bo.page.keyboard.down("h")
    bo.see(".card-face")
    assert faults(bo.page) == []
    bo.page.keyboard.up("h")
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="End this game").click()
    ann.page.get_by_role("button", name="End this game").click()
    bo.see(".result")
    bo.see(".body li")
    assert faults(bo.page) == []
    bo.page.get_by_role("button", name="复盘").click()
    bo.see("input[type=range]")
    assert faults(bo.page) == []


def test_the_language_changes_at_once_and_is_remembered(arrive: Callable[..., Person]) -> None:
    """Every word, in the middle of a game, without asking the server."""
    ann = arrive("Ann", "zh")
    code = ann.open_room(SLOW, lang="zh")
    zh, en = words("zh"), words("en")
    ann.page.get_by_role("button", name=re.compile("^空位补机器人")).click()
    ann.page.get_by_role("button", name=zh["ui.owner.start"], exact=True).click()
    expect(ann.see(".hold")).to_have_text(zh["ui.card.hold"])
    ann.page.get_by_role("button", name="EN").click()
    expect(ann.page.locator(".hold")).to_have_text(en["ui.card.hold"])
    expect(ann.page.locator("h1").first).to_have_text("Night 1")
    assert not re.search("[\u4e00-\u9fff]", ann.page.locator(".corner, .panel, .middle").first.inner_text())
    ann.page.reload()
    expect(ann.see(".hold")).to_have_text(en["ui.card.hold"])
    assert ann.page.evaluate("document.documentElement.lang") == "en"
    assert ann.page.url.endswith(code)


def deal(person: Person, wanted: str) -> None:
    """A new game in which this person (seat 1) is what is wanted, as the server deals it."""
    for _ in range(60):
        person.open_room({**SLOW, "call": 4}, lang="zh")
        person.page.get_by_role("button", name=re.compile("^空位补机器人")).click()
        person.page.get_by_role("button", name="开始", exact=True).click()
        if wanted in person.hold_card()[1]:
            return
    pytest.fail(f"never dealt {wanted}")


COMPARE = """async ([a, b]) => {
  const pixels = await Promise.all([a, b].map(async (data) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  }));
  if (pixels[0].length !== pixels[1].length) return 255;
  return pixels[0].reduce((most, value, k) => Math.max(most, Math.abs(value - pixels[1][k])), 0);
}"""


def still(person: Person, name: str) -> bytes:
    """The screen, without the code of the room, which is another in each game. Kept in ``shots`` for the eye."""
    person.page.mouse.move(0, 0)
    person.page.evaluate("document.querySelector('header .code').textContent = 'XXXXX'")
    return person.page.screenshot(path=Path(__file__).parent / "shots" / f"{name}.png")


def edges(person: Person) -> list[bytes]:
    """All that is neither the circle nor the prompt."""
    boxes = [person.page.locator(one).bounding_box() for one in (".bar", ".corner")]
    return [person.page.screenshot(clip=box) for box in boxes if box is not None]


def places(person: Person) -> list[object]:
    """Where the circle and the prompt are, and how large."""
    return [person.page.locator(one).first.bounding_box() for one in (".table", ".panel")]


def alike(page: Page, *pairs: tuple[bytes, bytes]) -> bool:
    """Do the pictures agree in every pixel, but for the last digit that the rasteriser rounds?"""
    encoded = [[base64.b64encode(one).decode() for one in pair] for pair in pairs]
    return max(page.evaluate(COMPARE, pair) for pair in encoded) <= 2


def test_at_night_a_wolfs_page_is_a_villagers_page(arrive: Callable[..., Person]) -> None:
    """Not one pixel differs outside the held card and the prompt, before, during and after the wolf's turn."""
    villager, wolf = arrive("安安", "zh", size=(360, 640)), arrive("安安", "zh", size=(360, 640))
    deal(villager, "村民")
    expect(villager.page.locator(".idle")).to_be_visible()
    quiet, rim = still(villager, "villager"), edges(villager)
    deal(wolf, "狼人")
    expect(wolf.page.locator(".idle")).to_be_visible()
    assert alike(wolf.page, (still(wolf, "wolf-before"), quiet))
    wolf.see(".ask")
    still(wolf, "wolf-asked")
    assert places(wolf) == places(villager)
    assert alike(wolf.page, *zip(edges(wolf), rim, strict=True))
    wolf.choose()
    expect(wolf.page.locator(".done .state")).to_contain_text("已收到")
    wolf.page.get_by_role("button", name="收起").click()
    expect(wolf.page.locator(".idle")).to_be_visible()
    expect(wolf.page.locator("h1").first).to_have_text("第1夜")
    assert alike(wolf.page, (still(wolf, "wolf-after"), quiet))


def test_an_answer_given_offline_arrives_once_the_line_is_back(arrive: Callable[..., Person]) -> None:
    """The page says that it is reconnecting, sends the answer again under its id, and shows the tick."""
    ann = arrive("Ann", "en")
    ann.open_room({**SLOW, "call": 0.2}, lang="en", options={"sheriff_election": "before_night1"})
    ann.page.get_by_role("button", name=re.compile("^Bots in")).click()
    ann.page.get_by_role("button", name="Start", exact=True).click()
    ann.see(".ask")
    ann.page.context.set_offline(True)
    ann.choose()
    expect(ann.page.locator(".done .state")).to_contain_text("sending")
    ann.page.context.set_offline(False)
    expect(ann.page.locator(".done .state").first).to_contain_text("received")
    expect(ann.page.locator("header .link .tag")).to_have_count(0)


def test_a_personal_link_moves_the_seat_to_another_device(arrive: Callable[..., Person]) -> None:
    """It is good once, and the address bar forgets the secret at once."""
    ann, phone, thief = arrive("Ann", "en"), arrive("Ann’s phone", "en"), arrive("Eve", "en")
    code = ann.open_room(SLOW, lang="en")
    ann.page.get_by_role("button", name="Invite").click()
    ann.page.get_by_role("button", name="Make a link").click()
    link = ann.see("section .field").input_value()
    phone.page.goto(link)
    expect(phone.page.locator(".mine")).to_contain_text("You are No. 1")
    assert phone.page.url.endswith(f"/r/{code}")
    thief.page.goto(link)
    expect(thief.page.get_by_role("alert").last).to_contain_text("no longer good")


def test_by_keyboard_alone(arrive: Callable[..., Person]) -> None:
    """Arrow keys walk the circle, Enter chooses and confirms, Escape takes back."""
    ann = arrive("Ann", "en", size=(1280, 800))
    ann.open_room(SLOW, lang="en", options={"sheriff_election": "before_night1"})
    ann.page.get_by_role("button", name=re.compile("^Bots in")).click()
    ann.page.get_by_role("button", name="Start", exact=True).click()
    ann.see(".ask")
    keys = ann.page.keyboard
    ann.page.get_by_role("button", name="Menu").focus()
    keys.press("Tab")
    expect(ann.page.locator('[data-seat="1"]')).to_be_focused()
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(ann.page.locator(".confirm")).to_contain_text("2 ")
    keys.press("Escape")
    expect(ann.page.locator(".confirm")).to_have_count(0)
    ann.page.locator('[data-seat="2"]').focus()
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    keys.press("Enter")
    expect(ann.page.locator(".confirm")).to_contain_text("8 ")
    expect(ann.page.get_by_role("button", name="Confirm")).to_be_focused()
    keys.press("Enter")
    expect(ann.page.locator(".done .state").first).to_contain_text("received")


def test_who_leaves_is_back_on_the_first_page(arrive: Callable[..., Person]) -> None:
    """And the seat is free again."""
    ann, bo = arrive("Ann", "en"), arrive("Bo", "en")
    code = ann.open_room(SLOW, lang="en")
    bo.sit_down(code, 2)
    expect(ann.page.locator('[data-seat="2"]')).to_contain_text("Bo")
    bo.page.get_by_role("button", name="Menu").click()
    bo.page.get_by_role("button", name="Leave the room").click()
    expect(bo.page.get_by_role("heading", name="Join a room")).to_be_visible()
    expect(ann.page.locator('[data-seat="2"]')).to_contain_text("free")
