"""Web push: encrypted for one browser, signed by this host, and silent about the game."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import structs
from py_vapid import Vapid02

from nightmoot.host.clock import FakeClock
from nightmoot.host.slow.courier import Notify
from tests.host.site import running_site
from tests.host.slow.byclock import rulesets
from tests.host.slow.pushhost import Browser, Pushhost, certificate, pem, pushhost
from tests.host.slow.test_reminders import NOON, WARNED, arrived
from tests.host.slow.test_slow_room import moment, to, village

OWN = "mailto:moot@moot.example"


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pushhost]:
    """A push service with a certificate that this process trusts."""
    certificates = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates[0]))
    async with pushhost(certificates) as running:
        yield running


@pytest.fixture
def notify(tmp_path: Path) -> Notify:
    key = tmp_path / "vapid.pem"
    key.write_bytes(pem(ec.generate_private_key(ec.SECP256R1())))
    return Notify(url="https://moot.example", push_key=str(key), push_contact=OWN, push_private=True)


async def test_a_warning_reaches_the_browser_that_has_subscribed_and_names_the_room_and_the_time_only(
    db: Path, service: Pushhost, notify: Notify
) -> None:
    async with running_site(db, clock=FakeClock(moment(NOON)), rulesets=rulesets(), notify=notify) as site:
        table = await village(site)
        person = table.people[2]
        path = f"/api/rooms/{table.code}/contact"
        offered = await person.get(path)
        browser = Browser(service.endpoint)
        await person.post(path, {"push": browser.subscription()})
        assert (await person.get(path))["push"] == service.endpoint
        assert (await table.people[1].get(path))["push"] is None
        await to(site, WARNED)
        await arrived(site)
        [(headers, body)] = service.sent
        assert b"waiting" not in body
        said = browser.read(body)
        assert said["room"] == table.code
        assert said["title"] == f"房间 {table.code} 在等你"
        until = "截止 2026-03-03 08:00 (Asia/Shanghai)"
        assert said["body"] == f"房间 {table.code} 里有事等你处理，{until}。\nhttps://moot.example/r/{table.code}\n"
        assert_signed(headers, offered["push_key"])


def assert_signed(headers: dict[str, str], key: str) -> None:
    """The authorization is signed by the key that the browser was given, for this push service, in the host's name."""
    kind, _, rest = headers["authorization"].partition(" ")
    parts: dict[str, str] = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (kind, parts["k"]) == ("vapid", key)
    assert Vapid02.verify(headers["authorization"])
    assert base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))[0] == 4


async def test_a_subscription_that_the_push_service_no_longer_knows_is_forgotten(
    db: Path, service: Pushhost, notify: Notify
) -> None:
    async with running_site(db, clock=FakeClock(moment(NOON)), rulesets=rulesets(), notify=notify) as site:
        table = await village(site)
        person = table.people[2]
        path = f"/api/rooms/{table.code}/contact"
        await person.post(path, {"push": Browser(service.endpoint).subscription()})
        service.status = 410
        await table.owner.room_do("nudge")
        await arrived(site)
        assert len(service.sent) == 1
        assert (await person.get(path))["push"] is None
        await to(site, WARNED)
        await arrived(site)
        assert len(service.sent) == 1


async def test_a_push_service_inside_a_private_network_is_not_called_unless_the_host_allows_it(
    db: Path, service: Pushhost, notify: Notify
) -> None:
    closed = structs.replace(notify, push_private=False)
    async with running_site(db, clock=FakeClock(moment(NOON)), rulesets=rulesets(), notify=closed) as site:
        table = await village(site)
        person = table.people[2]
        await person.post(f"/api/rooms/{table.code}/contact", {"push": Browser(service.endpoint).subscription()})
        await table.owner.room_do("nudge")
        await arrived(site)
        assert service.sent == []


async def test_push_is_taken_away_and_mail_stays_as_it_is(db: Path, service: Pushhost, notify: Notify) -> None:
    async with running_site(db, clock=FakeClock(moment(NOON)), rulesets=rulesets(), notify=notify) as site:
        table = await village(site)
        person = table.people[2]
        path = f"/api/rooms/{table.code}/contact"
        assert (await person.post(path, {"mail": "a@example.org"}, 422))["error"] == "no_courier"
        await person.post(path, {"push": Browser(service.endpoint).subscription()})
        await person.post(path, {})
        assert (await person.get(path))["push"] == service.endpoint
        await person.post(path, {"push": None})
        await table.owner.room_do("nudge")
        await arrived(site)
        assert service.sent == []


async def test_one_seat_alone_is_nudged_by_the_moderator_only(db: Path, service: Pushhost, notify: Notify) -> None:
    async with running_site(db, clock=FakeClock(moment(NOON)), rulesets=rulesets(), notify=notify) as site:
        table = await village(site)
        await table.owner.room_do("nudge", seat=2)
        await site.settle()
        assert table.line_of("2").last["letter"]["kind"] == "nudge"
        assert "letter" not in table.line_of("3").last
        with pytest.raises(Exception, match="forbidden"):
            await table.line_of("3").room_do("nudge", seat=2)
