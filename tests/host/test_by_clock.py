"""A game that lives by the clock, in a live room: its phases last minutes; answers bear the time of their arrival."""

from __future__ import annotations

from pathlib import Path

from nightmoot.host.clock import FakeClock
from tests.host.evening import sit_down
from tests.host.site import running_site

MINUTES = 300.0


async def test_a_phase_of_a_live_killer_game_lasts_minutes_and_the_game_goes_on_to_its_end(db: Path) -> None:
    async with running_site(db, clock=FakeClock(1_000_000)) as site:
        infos = {info["id"]: info for info in await site.person().get("/api/rulesets")}
        assert infos["killer"]["pace"]["phase"] == MINUTES
        assert infos["table"]["pace"]["phase"] < MINUTES
        assert infos["killer"]["calendar"] == {"08:00": "08:00", "20:00": "20:00"}
        assert {"kill", "vote", "snipe"} <= set(infos["killer"]["orders"])
        table = await sit_down(site, 1, bots=True, ruleset="killer", players=25, pace={})
        await table.start()
        await site.settle()
        line = table.lines[0]
        assert line.room["pace"]["phase"] == MINUTES
        assert line.clock["at"] == 1_000_000 + MINUTES * 1000
        await site.pass_time(MINUTES - 1)
        assert line.view is not None
        assert (line.view["table"]["phase"], line.view["table"]["day"]) == ("20:00", 0)
        await site.pass_time(1)
        assert (line.view["table"]["phase"], line.view["table"]["day"]) == ("08:00", 1)
        for _ in range(130):
            if line.room["phase"] == "over":
                break
            await site.pass_time(MINUTES)
        assert line.room["phase"] == "over"


async def test_an_order_bears_the_time_at_which_it_came(db: Path) -> None:
    async with running_site(db, clock=FakeClock(1_000_000)) as site:
        table = await sit_down(site, 25, ruleset="killer", players=25, pace={})
        await table.start()
        await site.pass_time(7)
        line, kill = next((line, o) for line in table.lines for o in line.open.values() if o["skill"] == "kill")
        await line.send(d=kill["d"], choice=[kill["pick"]["candidates"][0]])
        [order] = site.game(table.code).state.orders["orders"]
        assert order.at == 1_007_000
