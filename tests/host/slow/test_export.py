"""The calendar file and the public record of a day."""

from __future__ import annotations

from pathlib import Path

import icalendar
import pytest

from nightmoot.core import Scene
from nightmoot.host.clock import FakeClock
from tests.host.evening import sit_down
from tests.host.site import running_site
from tests.host.slow.byclock import MORNING, ByClock, rulesets
from tests.host.slow.test_slow_room import local, moment, phase, to, village

NOON = "2026-03-02T12:00"


async def test_the_calendar_file_holds_the_next_deadline_and_those_foreseen(db: Path) -> None:
    async with running_site(db, clock=FakeClock(moment(NOON)), rulesets=rulesets()) as site:
        table = await village(site, rest=[7])
        response = await site.person().http.get(f"/api/rooms/{table.code}/deadlines.ics?lang=en")
        assert response.headers["content-type"] == "text/calendar; charset=utf-8"
        events = icalendar.Calendar.from_ical(response.content).walk("VEVENT")
        times = [local(int(e.decoded("dtstart").timestamp() * 1000)) for e in events]
        assert times[:3] == ["03-03 08:00", "03-03 20:00", "03-04 08:00"]
        assert not [t for t in times if t.startswith("03-08")]
        assert [str(e["status"]) for e in events][:2] == ["CONFIRMED", "TENTATIVE"]
        assert len({str(e["uid"]) for e in events}) == len(events)
        assert all(table.code in str(e["summary"]) for e in events)


async def test_a_live_room_has_no_calendar_file(db: Path) -> None:
    async with running_site(db) as site:
        table = await sit_down(site, 1, bots=True)
        await table.start()
        assert (await table.people[0].get(f"/api/rooms/{table.code}/deadlines.ics", 422))["error"] == "not_slow"


@pytest.mark.parametrize(("lang", "said"), [("zh", "第1天"), ("en", "Day 1")])
async def test_the_record_of_a_day_is_what_everybody_was_told(db: Path, lang: str, said: str) -> None:
    clock = FakeClock(moment(NOON))
    async with running_site(db, clock=clock) as site:
        calendar = {"zone": "Asia/Shanghai", "hours": {"*": ["08:00", "20:00"]}}
        table = await sit_down(
            site,
            8,
            roles=["witch"],
            options={"sheriff_enabled": False},
            calendar=calendar,
        )
        await table.start()
        for _ in range(20):
            await site.pass_time(12 * 3600)
            if site.game(table.code).state.phase.day == 1:
                break
        await table.line_of("1").say("大家好 *不是* 狼")
        await site.settle()
        path = f"/api/rooms/{table.code}/day.md"
        text = (await site.person().http.get(f"{path}?day=1&lang={lang}")).text
        assert text.startswith(f"# {table.code} · {said}\n")
        assert "> 大家好 \\*不是\\* 狼" in text
        assert "notice." not in text
        assert (await table.people[0].get(f"{path}?day=77", 404))["path"] == "day"
        assert (await table.people[0].get(f"{path}?day=x", 422))["error"] == "invalid"


class Faulty(ByClock):
    """The version before the upgrade: the morning fails."""

    def __init__(self) -> None:
        super().__init__()

        def fails(scene: Scene) -> None:
            scene.enter(MORNING, day=scene.day + 1)
            raise RuntimeError("an error of the rules")

        self.steps = {**self.steps, "morning": fails}


async def test_a_game_parked_in_a_step_goes_on_after_an_upgrade(db: Path) -> None:
    clock = FakeClock(moment(NOON))
    old, new = rulesets(), rulesets()
    old.add(Faulty())
    async with running_site(db, clock=clock, rulesets=old) as site:
        table = await village(site)
        bite = next(o for o in table.line_of("1").open.values() if o["skill"] == "bite")
        await table.line_of("1").send(d=bite["d"], choice="2")
        await to(site, "2026-03-03T09:00")
        assert table.owner.room["parked"]
        code = table.code
        cookies = [dict(person.http.cookies) for person in table.people[:2]]
    async with running_site(db, clock=clock, rulesets=new) as site:
        gm, wolf = site.person(device="second"), site.person(device="second")
        gm.http.cookies.update(cookies[0])
        wolf.http.cookies.update(cookies[1])
        line = await gm.line(code)
        if line.room["parked"]:
            await line.mod("override", act="retry")
        await site.settle()
        seen = await wolf.line(code)
        assert phase(seen) == MORNING
        assert [n["params"]["who"] for n in seen.notices.values() if n["key"] == "ordered"] == ["2"]
        await to(site, "2026-03-03T20:00")
        assert phase(seen) == "20:00"
