"""The host's small parts, one by one."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from nightmoot.host import deadlines as dl
from nightmoot.host import lan, log
from nightmoot.host.clock import Alarm, FakeClock
from nightmoot.host.connection import QUEUE, Connection
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import ALPHABET, clean_name, digest, name_key, new_code, new_token, normal_code
from nightmoot.host.limits import Limiter
from nightmoot.host.mailbox import Mailbox
from nightmoot.host.pace import DEFAULT, PRACTICE, length
from nightmoot.host.serve import database, greeting

# ---------------------------------------------------------------------------------------------- codes and names


def test_codes_can_be_read_aloud() -> None:
    assert not set("01OI") & set(ALPHABET)
    assert len({new_code() for _ in range(200)}) > 190
    assert normal_code(" abcde ") == "ABCDE"
    assert [normal_code(text) for text in ("", "ABCD", "ABCDEF", "ABCD0", "AB/DE", "ÄBCDE")] == [None] * 6


def test_tokens_cannot_be_guessed_and_only_their_digest_is_kept() -> None:
    assert len(new_token()) >= 32
    assert digest("a") != digest("b")
    assert "a-token" not in digest("a-token")


def test_names_are_one_clean_line() -> None:
    assert clean_name("  小\u202e王\n\t ") == "小王"
    assert clean_name("a" * 50) == "a" * 20
    assert clean_name("\u200b\u0000") == ""
    assert name_key("ＡＢ c") == name_key("abC")


# ---------------------------------------------------------------------------------------------- clocks


def test_an_alarm_wakes_each_at_its_time_and_only_the_latest_counts() -> None:
    clock = FakeClock(0)
    woken: list[tuple[int, str]] = []
    alarm = Alarm(clock, lambda key: woken.append((clock.now(), key)))
    alarm.set("a", 100)
    alarm.set("b", 50)
    alarm.set("c", 70)
    alarm.set("a", 60)
    alarm.set("c", None)
    clock.advance(200)
    assert woken == [(50, "b"), (60, "a")]
    alarm.set("a", 150)  # long due
    clock.advance(0)
    assert woken[-1] == (200, "a")
    alarm.set("b", 500)
    alarm.stop()
    clock.advance(1000)
    assert len(woken) == 3


def test_limits_let_a_burst_through_and_then_a_trickle() -> None:
    clock = FakeClock(0)
    limiter = Limiter(clock, burst=3, per_second=1, keys=2)
    assert [limiter.allow("a") for _ in range(4)] == [True, True, True, False]
    assert limiter.allow("b")
    clock.advance(1000)
    assert [limiter.allow("a") for _ in range(2)] == [True, False]
    assert limiter.allow("c")  # room is made


# ---------------------------------------------------------------------------------------------- deadlines


class Wait(NamedTuple):
    name: str
    kind: str
    of: str = ""


PACE = {"call": 20, "decision": 60, "vote": 30, "discussion": 0, "phase": 0, "window": 10}


def plan(
    old: dl.Deadlines, *waits: Wait, now: int = 0, paused: bool = False, within: str | None = None
) -> dl.Deadlines:
    return dl.plan(old, waits, PACE, now, paused=paused, within=within)


def test_a_wait_keeps_its_end_and_a_vanished_one_goes() -> None:
    first = plan({}, Wait("v", "vote"))
    second = plan(first, Wait("v", "vote"), Wait("w", "vote"), now=5_000)
    assert (second["v"].due, second["w"].due) == (30_000, 35_000)
    assert set(plan(second, Wait("w", "vote"), now=6_000)) == {"w"}


def test_nothing_is_no_limit_except_for_a_gate() -> None:
    planned = plan({}, Wait("d", "discussion"), Wait("p", "phase"), Wait("r", "ruling"))
    assert [planned[name].due for name in "dpr"] == [None, 0, None]
    assert length(PRACTICE, "decision") is None
    assert all(length(DEFAULT, kind) for kind in DEFAULT)


def test_a_call_ends_when_it_must_however_early_the_answer() -> None:
    asked = plan({}, Wait("seer", "decision"), now=1_000, within="call")
    assert asked["seer"].due == 21_000
    again = plan(asked, Wait("again", "decision"), now=9_000, within="call")
    assert again["again"].due == 21_000
    gate = plan(again, Wait("gate", "call"), now=15_000, within="call")
    assert gate["gate"].due == 21_000
    after = plan(dl.without_span(gate), Wait("gate2", "call"), now=21_000, within="call")
    assert after["gate2"].due == 41_000


def test_what_is_due_comes_in_order_and_the_span_is_never_told() -> None:
    planned = plan({}, Wait("b", "decision"), Wait("a", "decision"), now=0, within="call")
    assert [d.name for d in dl.due(planned, 20_000)] == ["a", "b"]
    assert dl.due(planned, 19_999) == []
    assert dl.earliest(planned) == 20_000


def test_a_pause_keeps_what_was_left() -> None:
    planned = plan({}, Wait("v", "vote"), Wait("d", "discussion"))
    stopped = dl.stopped(planned, 10_000)
    assert dl.earliest(stopped) is None
    arisen = plan(stopped, *(Wait(n, d.kind) for n, d in stopped.items()), Wait("w", "vote"), now=50_000, paused=True)
    assert arisen["w"].left == 30_000
    going = dl.resumed(dl.extended(arisen, 5_000), 100_000)
    assert (going["v"].due, going["w"].due, going["d"].due) == (125_000, 135_000, None)


# ---------------------------------------------------------------------------------------------- mailboxes


async def test_a_mailbox_does_one_job_after_another_and_loads_anew_after_one_that_broke() -> None:
    done: list[str] = []

    async def reload() -> None:
        done.append("load")

    async def job(name: str) -> str:
        done.append(f"{name}…")
        await asyncio.sleep(0)
        done.append(f"…{name}")
        return name

    async def breaks() -> None:
        raise RuntimeError("broken")

    async def refuses() -> None:
        raise Refusal("forbidden")

    box = Mailbox("test", reload, lambda: False)
    results = await asyncio.gather(box.ask(lambda: job("a")), box.ask(lambda: job("b")))
    assert results == ["a", "b"]
    assert done == ["load", "a…", "…a", "b…", "…b"]
    with pytest.raises(Refusal):
        await box.ask(refuses)
    with pytest.raises(RuntimeError):
        await box.ask(breaks)
    await box.ask(lambda: job("c"))
    assert done[5:] == ["load", "c…", "…c"]
    await box.stop()
    with pytest.raises(asyncio.CancelledError):
        await box.ask(lambda: job("d"))


async def test_a_connection_that_does_not_keep_up_is_closed_and_takes_no_more() -> None:
    connection = Connection(None)
    for _ in range(QUEUE):
        connection.send(b"{}")
    assert connection.close_code is None
    connection.send(b"{}")
    assert connection.close_code == 4408
    assert connection.dropped.is_set()
    connection.close(1000)
    connection.send(b"{}")
    assert connection.close_code == 4408
    assert await connection.next() is None


# ---------------------------------------------------------------------------------------------- serving


def test_the_address_for_others_is_never_a_loopback_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "_route", lambda: ["127.0.0.1"])
    monkeypatch.setattr(lan, "_names", lambda: ["127.0.1.1", "169.254.3.4", "nonsense", "192.168.1.7"])
    assert lan.lan_address() == "192.168.1.7"
    shown = greeting("0.0.0.0", 8000, lan=True, secure=False)
    assert "http://192.168.1.7:8000" in shown
    assert "▄" in shown or "█" in shown
    monkeypatch.setattr(lan, "_names", lambda: ["127.0.1.1"])
    assert lan.lan_address() is None
    assert "nobody else can join" in greeting("0.0.0.0", 8000, lan=True, secure=False)
    assert greeting("127.0.0.1", 8000, lan=False, secure=True) == "Nightmoot is at https://127.0.0.1:8000"


def test_the_real_network_is_asked_without_sending_anything() -> None:
    found = lan.lan_address()
    assert found is None or not found.startswith("127.")


def test_where_the_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NIGHTMOOT_DB", raising=False)
    assert database(None) == "data/nightmoot.sqlite"
    monkeypatch.setenv("NIGHTMOOT_DB", "/tmp/elsewhere.sqlite")
    assert database(None) == "/tmp/elsewhere.sqlite"
    assert database("given.sqlite") == "given.sqlite"


def test_a_secret_that_somebody_logs_is_not_written() -> None:
    assert log.redact(None, "", {"event": "x", "token": "t", "room": "ABCDE"}) == {
        "event": "x",
        "token": "…",
        "room": "ABCDE",
    }
