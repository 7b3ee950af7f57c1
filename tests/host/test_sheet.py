"""The night sheet at the grimoire: whom each place calls."""

from __future__ import annotations

from typing import Any

from tests.host.site import Site
from tests.host.test_moderator import moderated

TOWN = ["imp", "baron", "saint", "drunk", "chef", "empath", "monk"]
ROOM: dict[str, Any] = {"ruleset": "clocktower", "players": 7, "roles": TOWN, "options": {"script": "tb"}}


async def test_introductions_name_who_is_introduced_and_nobody_travels_who_is_not_here(site: Site) -> None:
    table = await moderated(site, 2, **ROOM)
    await site.settle()
    roles = site.roles(table.code)
    by_role = {role: seat for seat, role in roles.items()}
    sheet = {call["skill"]: call["seats"] for call in table.owner.last["grimoire"]["sheet"]}
    assert sheet["minions"] == [by_role["baron"]]
    assert sheet["demon"] == [by_role["imp"]]
    assert sheet["chef"] == [by_role["chef"]]
    assert sheet["poisoner"] == []
    assert not {"thief", "bureaucrat"} & set(sheet)
    await table.owner.mod("override", act="join", args={"name": "Tom", "role": "thief", "camp": "good"})
    await site.settle()
    later = {call["skill"]: call["seats"] for call in table.owner.last["grimoire"]["sheet"]}
    assert (later["thief"], "bureaucrat" in later) == (["8"], False)
