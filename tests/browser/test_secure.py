"""On the local network: with a certificate of one's own, and over plain HTTP with what that withholds."""

from __future__ import annotations

import re
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from nightmoot.host.lan import lan_address
from tests.browser.conftest import PATIENCE, ROOT, Served, free_port
from tests.browser.front import https_front
from tests.browser.person import Person, words
from tests.host.slow.pushhost import certificate

pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong

ADDRESS = lan_address()
needs_network = pytest.mark.skipif(ADDRESS is None, reason="no network to be local")


@contextmanager
def lan(folder: Path, *more: str, scheme: str) -> Iterator[tuple[str, str]]:
    """`nightmoot serve --lan`: the address to join by, and all that was printed."""
    port = free_port()
    log = folder / "log"
    command = [str(Path(sys.executable).with_name("nightmoot")), "serve", "--lan", "--port", str(port)]
    with log.open("w") as out:
        running = subprocess.Popen(
            [*command, "--db", str(folder / "db.sqlite"), *more], cwd=ROOT, stdout=out, stderr=subprocess.STDOUT
        )
    url = f"{scheme}://{ADDRESS}:{port}"
    trusting = ssl._create_unverified_context()
    limit = time.monotonic() + PATIENCE
    try:
        while True:
            try:
                with urllib.request.urlopen(f"{url}/api/rulesets", timeout=2, context=trusting):
                    break
            except (urllib.error.URLError, OSError):
                assert running.poll() is None, log.read_text()
                assert time.monotonic() < limit, log.read_text()
        yield url, log.read_text()
    finally:
        running.terminate()
        running.wait(timeout=PATIENCE)


def visit(browser: Browser, url: str) -> Page:
    context = browser.new_context(
        base_url=url, ignore_https_errors=True, locale="zh-CN", viewport={"width": 360, "height": 640}
    )
    context.set_default_timeout(PATIENCE * 1000)
    return context.new_page()


@needs_network
def test_with_a_certificate_of_ones_own(browser: Browser, tmp_path: Path) -> None:
    """The printed address leads in; cookies are secure, the socket is, and nothing is said to be missing."""
    cert, key = certificate(tmp_path)
    with lan(tmp_path, "--certificate", str(cert), "--key", str(key), scheme="https") as (url, printed):
        assert url in printed
        assert "127.0.0.1" not in printed.split("started", maxsplit=1)[0]
        page = visit(browser, url)
        person = Person("房主", page)
        code = person.open_room({}, lang="zh")
        assert page.evaluate("isSecureContext")
        assert page.get_by_role("note").count() == 0
        cookie = next(one for one in page.context.cookies() if one["name"] == f"nm_{code}")
        assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Strict")
        page.get_by_role("button", name="邀请", exact=True).click()
        assert person.see("dialog .field").first.input_value() == f"{url}/r/{code}"
        guest = Person("小王", visit(browser, url))
        guest.sit_down(code, 5)
        expect(page.locator('[data-seat="5"]')).to_contain_text("小王")
        page.context.close()
        guest.page.context.close()


@needs_network
def test_over_plain_http_the_page_says_what_is_missing(browser: Browser, tmp_path: Path) -> None:
    """Everything else works: the room, the socket, the seat; the hint is put away for good."""
    with lan(tmp_path, scheme="http") as (url, printed):
        assert url in printed
        page = visit(browser, url)
        person = Person("房主", page)
        person.open_room({}, lang="zh")
        assert not page.evaluate("isSecureContext")
        hint = page.get_by_role("note")
        expect(hint).to_contain_text(words("zh")["ui.insecure"][:6])
        hint.get_by_role("button").click()
        page.reload()
        person.see(".mine")
        assert page.get_by_role("note").count() == 0
        page.context.close()


def test_behind_a_proxy_that_speaks_https(browser: Browser, served: Served, tmp_path: Path) -> None:
    """Forwarded headers make cookies secure; the socket comes back through the proxy, encrypted, and a game runs."""
    with https_front(served.port, *certificate(tmp_path)) as url:
        page = visit(browser, url)
        sockets: list[str] = []
        page.on("websocket", lambda socket: sockets.append(socket.url))
        person = Person("房主", page)
        code = person.open_room({}, lang="zh")
        assert page.evaluate("isSecureContext")
        cookie = next(one for one in page.context.cookies() if one["name"] == f"nm_{code}")
        assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Strict")
        page.get_by_role("button", name="邀请", exact=True).click()
        assert person.see("dialog .field").first.input_value() == f"{url}/r/{code}"
        page.keyboard.press("Escape")
        page.get_by_role("button", name=re.compile("^空位补机器人")).click()
        page.get_by_role("button", name="开始", exact=True).click()
        person.see(".hold")
        assert sockets
        assert all(one.startswith("wss://") for one in sockets)
        page.context.close()


def test_the_page_opens_again_without_a_server(browser: Browser, server: str) -> None:
    """The service worker keeps the page itself; what it needs from the server it says it is waiting for."""
    context = browser.new_context(base_url=server, locale="en-GB")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="Join a room")).to_be_visible()
    context.close()
