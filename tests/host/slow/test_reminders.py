"""Reminders by mail: off unless configured, once, after a kill too, and they name nothing of the game."""

from __future__ import annotations

import asyncio
import email
import email.policy
import signal
import sqlite3
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any, cast

import pytest

from nightmoot.host.clock import FakeClock
from nightmoot.host.slow.courier import Notify
from tests.host.client import Person
from tests.host.site import Site, running_site
from tests.host.slow.byclock import rulesets
from tests.host.slow.smtp import Mailhost, mailhost
from tests.host.slow.test_slow_room import moment, to, village
from tests.host.test_kill import environment, free_port

NOON = "2026-03-02T12:00"
WARNED = "2026-03-03T05:00"


def notify(mails: Mailhost) -> Notify:
    return Notify(url="https://moot.example", mail=f"smtp://127.0.0.1:{mails.port}", sender="moot@moot.example")


async def contact(person: Person, code: str, mail: str | None, status: int = 200) -> Any:
    return await person.post(f"/api/rooms/{code}/contact", {"mail": mail}, status)


def read(text: str) -> EmailMessage:
    return cast(EmailMessage, email.message_from_string(text.removesuffix("\r\n.\r\n"), policy=email.policy.default))


async def arrived(site: Site) -> None:
    await site.settle()
    await site.host.courier.quiet()


async def test_a_warning_goes_out_by_mail_and_names_the_room_and_the_time_only(db: Path) -> None:
    clock = FakeClock(moment(NOON))
    async with mailhost() as mails, running_site(db, clock=clock, rulesets=rulesets(), notify=notify(mails)) as site:
        table = await village(site)
        await contact(table.people[1], table.code, "wolf@example.org")
        await contact(table.people[2], table.code, "folk@example.org")
        await contact(table.people[3], table.code, "gone@example.org")
        await contact(table.people[3], table.code, None)
        bite = next(o for o in table.line_of("1").open.values() if o["skill"] == "bite")
        await table.line_of("1").send(d=bite["d"], choice="2")
        await to(site, WARNED)
        await arrived(site)
        await to(site, "2026-03-03T06:00")
        await arrived(site)
        [(receiver, text)] = mails.mails
        assert receiver == "folk@example.org"
        mail = read(text)
        said = str(mail["Subject"]) + mail.get_content()
        assert "2026-03-03 08:00 (Asia/Shanghai)" in said
        assert f"https://moot.example/r/{table.code}" in said
        for word in ("wolf", "folk", "bite", "look", "vote", "20:00", "狼"):
            assert word not in said


async def test_without_settings_nothing_is_sent_and_no_address_is_taken(db: Path) -> None:
    async with running_site(db, clock=FakeClock(moment(NOON)), rulesets=rulesets()) as site:
        table = await village(site)
        assert (await contact(table.people[1], table.code, "a@example.org", 422))["error"] == "no_courier"
        said = await table.people[1].get(f"/api/rooms/{table.code}/contact")
        assert said == {"mail_on": False, "push_key": None, "mail": None, "push": None}


async def test_mail_that_is_refused_is_tried_again(db: Path) -> None:
    clock = FakeClock(moment(NOON))
    async with mailhost() as mails, running_site(db, clock=clock, rulesets=rulesets(), notify=notify(mails)) as site:
        table = await village(site)
        await contact(table.people[2], table.code, "folk@example.org")
        mails.refusing = True
        await to(site, WARNED)
        await arrived(site)
        mails.refusing = False
        await to(site, "2026-03-03T05:11")
        await arrived(site)
        assert [receiver for receiver, _ in mails.mails] == ["folk@example.org"]


async def test_mail_that_a_kill_has_left_behind_is_sent_at_the_start(db: Path) -> None:
    clock = FakeClock(moment(NOON))
    async with mailhost() as mails:
        mails.refusing = True
        async with running_site(db, clock=clock, rulesets=rulesets(), notify=notify(mails)) as site:
            table = await village(site)
            await contact(table.people[2], table.code, "folk@example.org")
            await table.owner.room_do("nudge")
            await arrived(site)
        with sqlite3.connect(db) as connection:
            assert connection.execute("UPDATE outgoing SET tries = 0").rowcount == 1
        connection.close()
        mails.refusing = False
        async with running_site(db, clock=clock, rulesets=rulesets(), notify=notify(mails)) as site:
            await arrived(site)
            assert len(mails.mails) == 1
            await to(site, WARNED)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"NIGHTMOOT_MAIL": "smtp://a"}, "NIGHTMOOT_URL"),
        ({"NIGHTMOOT_MAIL": "mail.example", "NIGHTMOOT_URL": "https://x"}, "NIGHTMOOT_MAIL"),
        ({"NIGHTMOOT_MAIL": "smtp://a", "NIGHTMOOT_URL": "https://x"}, "NIGHTMOOT_MAIL_FROM"),
        ({"NIGHTMOOT_PUSH_KEY": "k.pem", "NIGHTMOOT_URL": "https://x"}, "NIGHTMOOT_PUSH_CONTACT"),
    ],
)
def test_half_a_configuration_is_an_error_that_names_the_variable(given: dict[str, str], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Notify.from_environment(given)
    assert Notify.from_environment({}) is None


async def test_a_kill_between_commit_and_send_loses_neither_the_answer_nor_its_acknowledgement(tmp_path: Path) -> None:
    """The process dies as soon as the order is committed; the same command sent again is acknowledged and done once."""
    port, db = free_port(), tmp_path / "games.sqlite"

    async def start(dies: int) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(Path(__file__).with_name("served.py")),
            *(str(db), str(port), str(moment(NOON)), "kill", str(dies)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**environment(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3])},
        )
        assert process.stdout is not None
        while (line := await process.stdout.readline()) != b"ready\n":
            assert line, "the server has ended"
        return process

    process = await start(0)
    persons = [Person(f"127.0.0.1:{port}", f"玩家{n}") for n in range(4)]
    code = await persons[0].create(ruleset="byclock", players=4, calendar={"zone": "UTC"})
    path = f"/api/rooms/{code}"
    for person in persons[1:]:
        await person.join(code)
        await person.post(f"{path}/do", {"c": f"ready {person.name}", "room": {"do": "ready"}})
    await persons[0].post(f"{path}/do", {"c": "start", "room": {"do": "start"}})
    process.kill()
    await process.wait()
    process = await start(3)  # the first two commits are the start's own
    state = await persons[0].get(f"{path}/state")
    bite = next(m["open"] for m in state if "open" in m and m["open"]["skill"] == "bite")
    command = {"c": "one", "d": bite["d"], "choice": "2"}
    with pytest.raises(Exception, match=r"(?i)disconnect|reset|closed|connect|eof"):
        await persons[0].http.post(f"{path}/do", json=command)
    assert await process.wait() == -signal.SIGKILL
    process = await start(0)
    assert await persons[0].post(f"{path}/do", command) == {"ack": "one"}
    state = await persons[0].get(f"{path}/state")
    assert next(m["open"] for m in state if "open" in m and m["open"]["skill"] == "bite")["mine"] == "2"
    process.kill()
    await process.wait()
    with sqlite3.connect(db) as connection:
        assert connection.execute("SELECT count(*) FROM input").fetchone() == (1,)
    connection.close()
    for person in persons:
        await person.close()
