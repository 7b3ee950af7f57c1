"""The person who moderates: what he sees, what he may do, and that nobody with a seat can."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from nightmoot.core import Scene
from nightmoot.host.clock import FakeClock
from tests.host.client import Line, Refused
from tests.host.evening import Table, sit_down
from tests.host.site import Site, running_site


async def moderated(site: Site, people: int = 3, **create: Any) -> Table:
    """A room whose first line is the moderator's; bots fill the seats up."""
    judge = site.person("法官")
    code = await judge.create(moderator="human", **create)
    lines = [await judge.line()]
    persons = [judge]
    for n in range(people):
        person = site.person(f"玩家{n + 1}")
        await person.join(code)
        line = await person.line()
        await line.room_do("ready")
        persons.append(person)
        lines.append(line)
    await lines[0].room_do("bots")
    table = Table(site, code, persons, lines)
    await table.start()
    await site.settle()
    return table


def players(table: Table) -> list[Line]:
    return table.lines[1:]


async def test_the_moderator_sees_everything(site: Site) -> None:
    table = await moderated(site)
    judge = table.owner
    assert judge.hello["viewer"] == "moderator"
    roles = {seat: facets["role"] for seat, facets in judge.last["grimoire"]["seats"].items()}
    assert roles == site.roles(table.code)
    assert judge.last["explain"]["start"] == 0
    assert judge.last["waits"]
    assert judge.n == len(site.game(table.code).notices)


async def test_the_explained_log_grows_in_both_languages(site: Site) -> None:
    table = await moderated(site)
    await table.owner.mod("override", act="kill", args={"seat": "8"}, reason="断线")
    await site.settle()
    explain = table.owner.last["explain"]
    assert explain["zh"]
    assert len(explain["zh"]) == len(explain["en"])
    assert "断线" in explain["zh"][-1] or "断线" in "".join(explain["zh"])


async def test_nobody_else_is_sent_any_of_it(site: Site) -> None:
    table = await moderated(site)
    await site.pass_time(100)
    for line in players(table):
        assert not set(line.last) & {"grimoire", "explain", "pending", "waits", "steps", "exposed"}
        with pytest.raises(Refused, match="forbidden"):
            await line.mod("tick")
        with pytest.raises(Refused, match="forbidden"):
            await line.mod("undo", to=0)


async def test_a_moderator_holds_no_seat(site: Site) -> None:
    table = await moderated(site)
    with pytest.raises(Refused, match="wrong_phase"):
        await table.owner.room_do("seat", seat=1)
    automatic = await sit_down(site, 8)
    with pytest.raises(Refused, match="forbidden"):
        await automatic.owner.room_do("moderate")
    await automatic.start()
    with pytest.raises(Refused, match="forbidden"):
        await automatic.owner.mod("tick")


def last_step(table: Table) -> int:
    """The number of the last input."""
    steps = table.owner.last["steps"]
    return int(steps[-1]["seq"]) if steps else 0


async def next_pending(site: Site, table: Table) -> dict[str, Any]:
    """Somebody's open decision, as the moderator sees it."""
    for _ in range(50):
        await site.settle()
        for pending in table.owner.last["pending"]:
            if pending["open"]["kind"] == "decision":
                return dict(pending)
        await table.owner.mod("tick")
    raise AssertionError("nobody is asked anything")


async def test_deciding_for_somebody(site: Site) -> None:
    table = await moderated(site, 8)
    pending = await next_pending(site, table)
    seat = pending["owners"][0]
    line = table.line_of(seat)
    assert any(not open_["answered"] for open_ in line.open.values())
    choice = pending["open"]["pick"]["candidates"][0]
    await table.owner.mod("answer", d=pending["d"], seat=seat, choice=choice)
    await site.settle()
    assert not any(open_["key"] == pending["open"]["key"] and not open_["answered"] for open_ in line.open.values())


async def test_ticking_ends_a_wait_before_its_time(site: Site) -> None:
    table = await moderated(site)
    name = table.owner.last["waits"][0]["name"]
    await table.owner.mod("tick", name=name)
    await site.settle()
    assert name not in [wait["name"] for wait in table.owner.last["waits"]]
    with pytest.raises(Refused, match="nothing-due"):
        await table.owner.mod("tick", name=name)


async def test_what_ends_first_stands_first(site: Site) -> None:
    """The page names it when it goes on, so that two quick taps for one wait end no second."""
    table = await moderated(site)
    for _ in range(12):
        waits = table.owner.last["waits"]
        dues = [wait["at"] for wait in waits if wait["at"] is not None]
        assert [wait["at"] for wait in waits[: len(dues)]] == sorted(dues)
        first = waits[0]["name"]
        await table.owner.mod("tick", name=first)
        await site.settle()
        assert first not in [wait["name"] for wait in table.owner.last["waits"]]


async def test_an_override_is_told_and_explained(site: Site) -> None:
    table = await moderated(site)
    await table.owner.mod("override", act="kill", args={"seat": "8"}, reason="断线")
    await site.settle()
    for line in players(table):
        assert line.view is not None
        assert line.view["seats"]["8"]["in"] is False
    with pytest.raises(Refused) as refused:
        await table.owner.mod("override", act="kill", args={"seat": "99"})
    assert refused.value.code == "unknown-seat"
    with pytest.raises(Refused):
        await table.owner.mod("override", act="dance")


async def test_undo_takes_back_what_was_shown_and_says_who_saw_it(site: Site) -> None:
    table = await moderated(site)
    judge = table.owner
    seq = last_step(table)
    watching = players(table)[0]
    n, view = watching.n, dict(watching.view or {})
    assert view["seats"]["8"]["in"] is True
    await judge.mod("override", act="kill", args={"seat": "8"})
    await site.settle()
    assert watching.n > n
    await judge.mod("undo", to=seq, dry=True)
    assert judge.last["exposed"]["to"] == seq
    assert judge.last["exposed"]["shown"]
    assert watching.epoch == 0
    await judge.mod("undo", to=seq)
    await site.settle()
    assert watching.n == n
    assert watching.epoch == 1
    fresh = await table.people[1].line()
    assert fresh.hello["view"]["seats"]["8"]["in"] is True
    assert fresh.hello["epoch"] == 1
    assert sorted(fresh.notices) == sorted(watching.notices)


async def test_who_was_away_during_an_undo_is_told_what_to_forget(site: Site) -> None:
    table = await moderated(site)
    judge = table.owner
    seq = last_step(table)
    await judge.mod("override", act="kill", args={"seat": "8"})
    await site.settle()
    away = players(table)[0]
    held = away.n
    await away.close()
    await judge.mod("undo", to=seq)
    back = await table.people[1].line(since=held, epoch=0, game=1)
    await back.sync()
    assert back.hello["resumed"] is True
    assert "retract" in back.frames[1]
    assert back.hello["n"] < held


async def test_an_undo_after_a_restart(db: Path) -> None:
    clock = FakeClock()
    async with running_site(db, clock=clock) as site:
        table = await moderated(site)
        await table.owner.mod("tick")
        await site.settle()
        await table.owner.mod("override", act="kill", args={"seat": "8"})
        cookies = [dict(person.http.cookies) for person in table.people[:2]]
        code, told = table.code, len(site.game(table.code).notices)
    async with running_site(db, clock=clock) as site:
        judge, player = site.person(device="second"), site.person(device="second")
        judge.http.cookies.update(cookies[0])
        player.http.cookies.update(cookies[1])
        lines = [await judge.line(code), await player.line(code)]
        assert len(site.game(code).notices) == told
        assert lines[1].view is not None
        assert lines[1].view["seats"]["8"]["in"] is False
        await lines[0].until(lambda: "steps" in lines[0].last)
        killed = next(step for step in lines[0].last["steps"] if step["kind"] == "override")
        await lines[0].mod("undo", to=killed["seq"] - 1)
        await site.settle()
        fresh = await player.line(code)
        assert fresh.view is not None
        assert fresh.view["seats"]["8"]["in"] is True
        assert sorted(fresh.notices) == sorted(lines[1].notices)
        assert lines[1].epoch == 1


async def test_an_undo_of_what_nobody_saw_retracts_nothing(site: Site) -> None:
    table = await moderated(site, 8)
    pending = await next_pending(site, table)
    seq = last_step(table)
    seat = pending["owners"][0]
    line = table.line_of(seat)
    open_ = next(o for o in line.open.values() if not o["answered"])
    await line.send(d=open_["d"], choice=open_["pick"]["candidates"][0])
    frames = {each: len(each.frames) for each in players(table)}
    before = {each: each.epoch for each in players(table)}
    await table.owner.mod("undo", to=seq)
    await site.settle()
    strangers = [each for each in players(table) if each.hello["viewer"] not in pending["owners"]]
    assert strangers
    for each in strangers:
        assert each.epoch == before[each]
        assert len(each.frames) == frames[each]
    assert any(not o["answered"] for o in line.open.values())


async def test_moderation_is_handed_over_to_a_spectator_and_to_the_program(site: Site) -> None:
    table = await moderated(site)
    second = site.person("副法官")
    await second.join(table.code, watch=True)
    line = await second.line()
    with pytest.raises(Refused, match="forbidden"):
        await line.room_do("moderate")
    await table.owner.room_do("handover", to=line.room["me"]["id"])
    await line.room_do("moderate")
    await line.until(lambda: line.hello["viewer"] == "moderator")
    await line.until(lambda: "grimoire" in line.last)
    with pytest.raises(Refused, match="forbidden"):
        await table.owner.room_do("handover", to=players(table)[0].room["me"]["id"])
    await line.room_do("handover", to="auto")
    await line.until(lambda: line.hello["viewer"] == "public")
    table.lines = players(table)
    await table.play_out(Random(9))


async def test_a_substitute_gets_the_seat_and_the_old_devices_die(site: Site) -> None:
    table = await moderated(site)
    newcomer = site.person("替补")
    await newcomer.join(table.code, watch=True)
    line = await newcomer.line()
    old = players(table)[0]
    seat = old.hello["viewer"]
    role = site.roles(table.code)[seat]
    await table.owner.room_do("substitute", seat=int(seat), person=line.room["me"]["id"])
    assert await old.until_closed() == 4401
    await line.until(lambda: line.hello["viewer"] == seat)
    assert line.hello["view"]["seats"][seat]["role"] == role
    assert line.hello["view"]["seats"][seat]["name"] == "替补"
    assert (await table.people[1].line()).hello["viewer"] == "public"


async def test_a_fault_inside_the_rules_parks_the_game_for_the_moderator(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await moderated(site)
    monkeypatch.setitem(site.host.registry["table"].steps, "morning", broken)
    for _ in range(60):
        if table.owner.last["fault"]:
            break
        await site.pass_time(10)
    assert table.owner.last["fault"] == "RuntimeError: broken"
    await site.settle()
    assert all(line.room["parked"] for line in table.lines)
    assert all("broken" not in frame for line in players(table) for frame in line.frames)
    monkeypatch.undo()
    await table.owner.mod("override", act="retry")
    await site.settle()
    assert not any(line.room["parked"] for line in table.lines)
    await table.play_out(Random(11))


async def test_where_nobody_moderates_a_failed_step_is_left_out(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await sit_down(site, 2, bots=True)
    await table.start()
    monkeypatch.setitem(site.host.registry["table"].steps, "after dawn", broken)
    await site.pass_time(300)
    assert not table.owner.room["parked"]
    assert any("skip" in str(given) for given in site.game(table.code).inputs)


async def test_where_nobody_moderates_a_game_of_which_nothing_is_left_ends(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await sit_down(site, 2, bots=True)
    await table.start()
    for step in tuple(site.host.registry["table"].steps):
        monkeypatch.setitem(site.host.registry["table"].steps, step, broken)
    await site.pass_time(300)
    await site.settle()
    assert table.owner.room["phase"] == "over"
    assert any(notice.key == "abandoned" and notice.to == "all" for notice in site.game(table.code).notices)


def broken(scene: Scene) -> None:
    """A step with an error in it."""
    raise RuntimeError("broken")


async def test_a_whole_game_with_a_moderator(site: Site) -> None:
    table = await moderated(site, 4)
    await table.play_out(Random(10))
    assert table.owner.room["phase"] == "over"


async def to_a_ruling(site: Site) -> Table:
    """The girl peeks, and the moderator is to say whether she is caught."""
    options = {"girl_peek_model": "host_decides"}
    table = await moderated(site, 8, roles=["little_girl"], options=options, pace={"decision": 0})
    girl = table.with_role("little_girl")
    for _ in range(60):
        await site.settle()
        for d, open_ in list(girl.open.items()):
            if open_["key"] == "peek" and not open_["answered"]:
                await girl.send(d=d, choice=True)
        for line in players(table):
            for d, open_ in list(line.open.items()):
                if open_["key"] == "kill" and not open_["answered"]:
                    await line.send(d=d, choice=open_["pick"]["candidates"][0])
        await site.settle()
        if table.owner.open:
            return table
        await table.owner.mod("tick")
    raise AssertionError("nothing is ruled")


async def test_a_ruling_is_the_moderators_to_make(site: Site) -> None:
    table = await to_a_ruling(site)
    [(d, open_)] = table.owner.open.items()
    assert open_["kind"] == "ruling"
    assert open_["deadline"] is None
    [asked] = [one for one in table.owner.last["pending"] if one["open"]["kind"] == "ruling"]
    assert asked["suggestion"].keys() == {"sees", "caught"}
    assert asked["why"] == "decision.caught.why"
    assert table.owner.last["call"] == "werewolf"  # the wolves are up, whatever is asked meanwhile
    assert not any(o["kind"] == "ruling" for line in players(table) for o in line.open.values())
    await table.owner.send(d=d, choice=False)
    await site.settle()
    assert d not in table.owner.open


async def test_what_a_call_has_told_is_told_of_that_call(site: Site) -> None:
    """The wolves are told of one another as they are called, and that is over when their call is."""
    table = await moderated(site, 8, pace={"led": 1})
    for _ in range(30):
        now = [one["key"] for one in table.owner.last["told"] if one["call"]]
        match table.owner.last.get("call"):
            case "seer":
                assert "you_are" not in now
                assert "wolves" not in now
            case "werewolf":
                assert now == ["wolves", "wolves"]
                assert [one["key"] for one in table.owner.last["told"]].count("wolves") == 2
            case "witch":
                raise AssertionError("there is none")
            case _:
                return
        await table.owner.mod("tick")
        await site.settle()
    raise AssertionError("the night does not end")


async def test_a_ruling_is_made_by_the_program_where_nobody_moderates_any_more(site: Site) -> None:
    table = await to_a_ruling(site)
    await table.owner.room_do("handover", to="auto")
    await site.settle()
    play = site.host.actor(table.code).play
    assert play is not None
    assert not any(prompt.own for prompt in play.streams["moderator"].prompts.values())


async def test_the_moderator_answers_for_another_by_own_numbers_only(site: Site) -> None:
    table = await moderated(site, 8)
    with pytest.raises(Refused, match="not_open"):
        await table.owner.mod("answer", d=999, seat="1", choice="2")
    pending = await next_pending(site, table)
    with pytest.raises(Refused, match="not_open"):  # a player's decision is no decision of the moderator's
        await table.owner.send(d=pending["d"], choice=pending["open"]["pick"]["candidates"][0])
    stranger = next(seat for seat in "12345678" if seat not in pending["owners"])
    with pytest.raises(Refused, match="not_open"):
        await table.owner.mod("answer", d=pending["d"], seat=stranger, choice="1")
