"""The picture of the README, from a running game: ``python -m tests.browser.pictures docs/images``.

A phone in Chinese at night beside a big screen in English at the vote; both belong to the same game.
"""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import FLAGS, PATIENCE, ROOT, answers, free_port
from tests.browser.person import Person

PACE = {"call": 15, "decision": 60, "vote": 60, "discussion": 8, "phase": 3, "window": 3}
SPECIALS = ["witch", "hunter", "guard", "idiot"]
PHONE, SCREEN = (390, 844), (1280, 844)
GAP = 24


def come(browser: Browser, url: str, name: str, lang: str, size: tuple[int, int]) -> Person:
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        locale="zh-CN" if lang == "zh" else "en-GB",
        reduced_motion="reduce",
        color_scheme="dark",
    )
    context.set_default_timeout(3 * PATIENCE * 1000)
    return Person(name, context.new_page())


def deal_until_it_suits(ann: Person, bo: Person) -> None:
    """A game in which Bo has something to do at night, and Ann a vote."""
    while True:
        ann.page.get_by_role("button", name="Start", exact=True).click()
        if bo.hold_card()[1] in ("预言家", "守卫") and ann.hold_card()[1] == "Villager":
            return
        ann.page.get_by_role("button", name="Menu").click()
        for _ in range(2):  # once more to confirm
            ann.page.get_by_role("button", name="End this game").click()
        ann.page.get_by_role("button", name=re.compile("again", re.I)).click()
        bo.see(".mine")
        bo.ready()


def shots(browser: Browser, url: str) -> tuple[bytes, bytes] | None:
    """The phone and the screen; nothing where the first night has taken one of the two."""
    ann, bo = come(browser, url, "Ann", "en", SCREEN), come(browser, url, "小王", "zh", PHONE)
    code = ann.open_room(PACE, lang="en", roles=SPECIALS, options={"sheriff_enabled": False})
    bo.sit_down(code, 3)
    bo.ready()
    ann.page.get_by_role("button", name=re.compile("^Bots in")).click()
    deal_until_it_suits(ann, bo)
    bo.see(".ask")
    bo.page.locator('[data-seat="4"]').click()
    bo.see(".confirm")
    phone = bo.page.screenshot()
    bo.page.locator(".ask footer .primary").click()
    expect(ann.page.get_by_role("heading", name="Day 1: Vote")).to_be_visible()
    for person in (ann, bo):
        if person.page.locator('[data-seat="1"][aria-label*="out"], [data-seat="3"][aria-label*="出局"]').count():
            return None
    ann.page.get_by_role("textbox").fill("Seat 6 is very quiet today.")
    ann.page.get_by_role("button", name="Send").click()
    bo.page.wait_for_selector(".ask")
    bo.choose()
    ann.choose()
    ann.page.wait_for_selector("main svg line")
    time.sleep(1)
    return phone, ann.page.screenshot()


def beside(browser: Browser, phone: bytes, screen: bytes) -> bytes:
    """Both in one picture."""
    height = SCREEN[1] + 2 * GAP
    page = browser.new_page(viewport={"width": SCREEN[0] + PHONE[0] + 3 * GAP, "height": height})
    images = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(image).decode()}" style="border-radius:16px">'
        for image in (screen, phone)
    )
    style = f"margin:0;padding:{GAP}px;display:flex;gap:{GAP}px;background:#3a3f5c"
    page.set_content(f'<body style="{style}">{images}</body>')
    return page.screenshot()


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serve", str(port), f"{data}/games.sqlite"], cwd=ROOT
        )
        try:
            while not answers(f"{url}/api/rulesets"):
                time.sleep(0.2)
            expect.set_options(timeout=3 * PATIENCE * 1000)
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            found = None
            while found is None:
                found = shots(browser, url)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "game.png").write_bytes(beside(browser, *found))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
