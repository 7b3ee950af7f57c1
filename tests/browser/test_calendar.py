"""A room by the calendar is made by the form; reminders are asked for on the page and come by mail and push."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Page, expect

from tests.browser.bycalendar import Clockwork, seat_of, seated
from tests.browser.conftest import PATIENCE
from tests.browser.person import Person, words
from tests.host.slow.pushhost import Browser, Pushhost, certificate, pem, pushhost
from tests.host.slow.smtp import Mailhost, mailhost

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

#: Stands in for the browser vendor's own service, which hands out the addresses to push to.
VENDOR = """(subscription) => {
  let now = null;
  const made = { endpoint: subscription.endpoint, toJSON: () => subscription, options: {} };
  PushManager.prototype.subscribe = async (options) => {
    window.subscribedUnder = options.applicationServerKey;
    return (now = made);
  };
  PushManager.prototype.getSubscription = async () => now;
}"""


class Outside:
    """A mail server and a push service, served by a thread of their own."""

    def __init__(self, folder: Path) -> None:
        self.certificates = certificate(folder)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.mails: Mailhost
        self.push: Pushhost
        self.mails, self.push = self.run(self._open())

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    async def _open(self) -> tuple[Mailhost, Pushhost]:
        self.stack = AsyncExitStack()
        mails = await self.stack.enter_async_context(mailhost())
        return mails, await self.stack.enter_async_context(pushhost(self.certificates))

    async def _both(self) -> None:
        await asyncio.gather(self.mails.came.wait(), self.push.came.wait())

    def wait(self) -> None:
        """Until a mail and a push message have come."""
        self.run(self._both())

    def close(self) -> None:
        self.run(self.stack.aclose())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Outside]:
    running = Outside(tmp_path)
    yield running
    running.close()


@pytest.fixture
def clockwork(tmp_path: Path, outside: Outside) -> Iterator[Clockwork]:
    """A host that is configured to remind by both ways."""
    key = tmp_path / "vapid.pem"
    key.write_bytes(pem(ec.generate_private_key(ec.SECP256R1())))
    settings = {
        "NIGHTMOOT_URL": "https://moot.example",
        "NIGHTMOOT_MAIL": f"smtp://127.0.0.1:{outside.mails.port}",
        "NIGHTMOOT_MAIL_FROM": "moot@moot.example",
        "NIGHTMOOT_PUSH_KEY": str(key),
        "NIGHTMOOT_PUSH_CONTACT": "mailto:moot@moot.example",
        "NIGHTMOOT_PUSH_PRIVATE": "1",
        "SSL_CERT_FILE": str(outside.certificates[0]),
    }
    running = Clockwork(tmp_path, "2026-03-02T12:00", **settings)
    yield running
    running.stop()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_reminders_are_asked_for_on_the_page_and_come(
    arrive: Callable[..., Person], clockwork: Clockwork, outside: Outside, lang: str
) -> None:
    ui = words(lang)
    gm, kim = (arrive(name, lang, size=(360, 640), at=clockwork.url) for name in ("Gia", "Kim"))
    browser = Browser(outside.push.endpoint)
    kim.page.add_init_script(f"({VENDOR})({json.dumps(browser.subscription())})")
    kim.page.context.grant_permissions(["notifications"], origin=clockwork.url)
    code = seated(gm, {seat_of("spy"): kim}, lang)
    kim.page.get_by_role("button", name=ui["ui.menu"]).click()
    kim.page.locator("summary", has_text=ui["ui.slow.contact"]).click()
    menu = kim.page.get_by_role("dialog")
    menu.locator("input[type=email]").fill("kim@example.org")
    menu.get_by_role("button", name=ui["ui.slow.contact.mail.save"]).click()
    expect(menu.get_by_role("button", name=ui["ui.slow.contact.mail.stop"])).to_be_visible()
    menu.get_by_role("button", name=ui["ui.slow.contact.push.start"]).click()
    expect(menu.get_by_text(ui["ui.slow.contact.push.here"])).to_be_visible()
    assert kim.page.evaluate("window.subscribedUnder")

    row = gm.page.get_by_role("list", name=ui["ui.slow.desk"], exact=True).locator("> li").nth(int(seat_of("spy")) - 1)
    row.locator(".line").click()
    row.get_by_role("button", name=ui["ui.slow.desk.nudge"]).click()
    outside.wait()
    assert outside.mails.mails[0][0] == "kim@example.org"
    said = browser.read(outside.push.sent[0][1])
    assert said["title"] == ui["ui.slow.mail.subject"].replace("{code:text}", code)
    assert shown_by_the_worker(kim.page, clockwork.url, said) == [[said["title"], {"room": code}]]

    menu.get_by_role("button", name=ui["ui.slow.contact.push.stop"]).click()
    expect(menu.get_by_role("button", name=ui["ui.slow.contact.push.start"])).to_be_visible()
    expect(menu.get_by_text(ui["ui.slow.contact.push.here"])).to_have_count(0)


def shown_by_the_worker(page: Page, origin: str, said: dict[str, Any]) -> Any:
    """What the service worker shows when this message reaches it."""
    session = page.context.new_cdp_session(page)
    registered: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    limit = time.monotonic() + PATIENCE
    shown: Any = []
    while not shown and time.monotonic() < limit:  # a message to a worker that is just being replaced is lost
        for one in registered[-1:]:
            data = {"origin": f"{origin}/", "registrationId": one, "data": json.dumps(said)}
            session.send("ServiceWorker.deliverPushMessage", data)
        shown = page.evaluate(
            "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
            ".then((all) => all.map((one) => [one.title, one.data]))"
        )
    return shown


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_room_by_the_calendar_is_made_by_the_form(arrive: Callable[..., Person], lang: str) -> None:
    ui = words(lang)
    ann = arrive("Ann", lang, size=(360, 640))
    ann.page.goto("/new")
    ann.see("form .field").first.fill("Ann")
    ann.page.locator("select").first.select_option("killer")
    form = ann.page.locator("form")
    expect(form.get_by_label(ui["ui.slow.on"])).to_be_checked()
    expect(form).to_contain_text(ui["ui.slow.hours.own"].replace("{text:text}", "08:00 · 20:00"))
    form.locator(".days .button").nth(2).click()
    form.locator("summary", has_text=ui["ui.slow.more"]).click()
    form.get_by_label(ui["ui.slow.long"]).check()
    form.get_by_role("button", name=ui["ui.slow.breaks.add"]).click()
    form.get_by_label(ui["ui.slow.breaks.last"]).fill("2030-01-07")
    form.get_by_label(ui["ui.slow.breaks.first"]).fill("2030-01-02")
    form.get_by_label(ui["ui.slow.warn"]).fill("2, 12")
    form.get_by_role("button", name=ui["ui.create.go"]).click()
    ann.see(".mine")
    code = ann.page.url.rpartition("/")[2]
    calendar = ann.page.request.get(f"/api/rooms/{code}").json()["calendar"]
    assert calendar["zone"] == "Asia/Shanghai"
    assert calendar["rest"] == [3]
    assert calendar["longer"] == {"08:00": [7], "20:00": [6]}
    assert calendar["breaks"] == [{"first": "2030-01-02", "last": "2030-01-07"}]
    assert calendar["warn"] == [12, 2]

    ann.page.goto("/new")
    ann.see("form .field").first.fill("Ann")
    form.get_by_label(ui["ui.slow.on"]).check()
    hours = form.get_by_label(ui["ui.slow.hours.any"])
    hours.fill("25:00")
    hours.blur()
    expect(hours).to_have_value("")
    hours.fill("21:00，7:30")
    form.get_by_role("button", name=ui["ui.create.go"]).click()
    ann.see(".mine")
    code = ann.page.url.rpartition("/")[2]
    assert ann.page.request.get(f"/api/rooms/{code}").json()["calendar"]["hours"] == {"*": ["07:30", "21:00"]}

    ann.page.goto("/")
    mine = ann.page.get_by_role("region", name=ui["ui.slow.mine"])
    expect(mine.get_by_role("link")).to_have_count(2)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_forum_room_by_the_calendar_is_made_by_the_form(arrive: Callable[..., Person], lang: str) -> None:
    ui = words(lang)
    ann = arrive("Ann", lang, size=(360, 640))
    ann.page.goto("/new")
    ann.see("form .field").first.fill("Ann")
    ann.page.locator("select").first.select_option("forum")
    form = ann.page.locator("form")
    form.get_by_label(ui["ui.slow.on"]).check()
    windows = ui["ui.slow.doors.windows"]
    expect(form).to_contain_text(
        windows.replace("{text:text}", "10 · 20 · 30 · 40 · 60 · 70 · 80 · 90 · 100 · 110 · 120")
    )
    expect(form.get_by_label(ui["ui.slow.doors.open"])).to_have_value("09:00")
    form.get_by_label(ui["ui.slow.doors.close"]).fill("22:30")
    form.locator("input[type=number][max='14']").last.fill("3")
    form.get_by_label(ui["ui.slow.doors.weekend"]).uncheck()
    form.get_by_label(ui["ui.slow.doors.stretch"]).fill("6")
    form.get_by_label(ui["ui.slow.doors.stretch"]).blur()
    expect(form).to_contain_text(
        windows.replace("{text:text}", "60 · 120 · 180 · 240 · 360 · 420 · 480 · 540 · 600 · 660 · 720")
    )
    form.get_by_role("button", name=ui["ui.create.go"]).click()
    ann.see(".mine")
    code = ann.page.url.rpartition("/")[2]
    calendar = ann.page.request.get(f"/api/rooms/{code}").json()["calendar"]
    assert calendar["hours"] == {"竞选": ["22:30"], "正午": ["22:30"]}
    assert calendar["days"] == {"正午": 3}
    assert (calendar["weekend"], calendar["stretch"]) == (0, 6)
    ann.page.get_by_role("button", name=ui["ui.rules"], exact=True).click()
    doors = ui["ui.slow.words.doors"].replace("{open:text}", "09:00").replace("{close:text}", "22:30")
    expect(ann.page.get_by_role("dialog")).to_contain_text(doors)
