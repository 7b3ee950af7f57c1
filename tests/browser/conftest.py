"""A real server on a free port with a database of its own, and a real browser in front of it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.person import Person

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-lcd-text",
    "--disable-partial-raster",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds that the server may take to start, and a page to show what it should


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


class Served:
    """A server with a port and a database of its own, that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Serve; returns when it answers."""
        command = [sys.executable, "-m", "tests.browser.serve", str(self.port), str(self.folder / "games.sqlite")]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        limit = time.monotonic() + PATIENCE
        while not answers(f"{self.url}/api/rulesets"):
            if self.process.poll() is not None or time.monotonic() > limit:
                self.process.kill()
                pytest.fail("the server did not start:\n" + (self.folder / "log").read_text())

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        """As when the machine loses power."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server that all tests share."""
    running = Served(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def server(served: Served) -> str:
    """Its address."""
    return served.url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as Debian has it."""
    expect.set_options(timeout=PATIENCE * 1000)
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def arrive(server: str, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Somebody with a phone of his own; at the end no page may have complained."""
    people: list[Person] = []

    def come(name: str, lang: str = "zh", size: tuple[int, int] = (390, 844), at: str = server) -> Person:
        context = browser.new_context(
            base_url=at,
            viewport={"width": size[0], "height": size[1]},
            locale="zh-CN" if lang == "zh" else "en-GB",
            timezone_id="Asia/Shanghai",
            reduced_motion="reduce",
            color_scheme="dark",
        )
        context.set_default_timeout(PATIENCE * 1000)
        person = Person(name, context.new_page())
        people.append(person)
        return person

    yield come
    complaints = [line for person in people for line in person.complaints]
    for person in people:
        person.page.context.close()
    assert complaints == []
