from __future__ import annotations
from collections.abc import Callable
import pytest
from tests.browser.person import Person
from tests.browser.town import Town
pytestmark = pytest.mark.timeout(400)

def test_look(arrive: Callable[..., Person]) -> None:
    town = Town(arrive, "zh", (360, 640))
    p = town.page
    p.wait_for_timeout(1500)
    p.screenshot(path="/tmp/grim1.png")
    town.tab("ui.grim.next")
    p.wait_for_timeout(500)
    p.screenshot(path="/tmp/grim2.png")
    for n in range(30):
        b = town.night()
        t = b.inner_text()
        print("----", n, town.page.locator("h1").inner_text(), "|", t[:400].replace("\n"," / "))
        nxt = b.get_by_role("button", name=town.word("ui.mod.next"))
        if nxt.is_disabled():
            b.locator("[role=group] button").first.click()
            c = b.get_by_role("button", name=town.word("ui.confirm"))
            if c.count(): c.click()
        else:
            nxt.click()
        p.wait_for_timeout(300)
    p.screenshot(path="/tmp/grim3.png")
    town.ann.page.screenshot(path="/tmp/ann1.png")
    town.bo.page.screenshot(path="/tmp/bo1.png")
