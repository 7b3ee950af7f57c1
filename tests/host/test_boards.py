"""Boards on request: wishes kept, strengths said, the same again by the same seed, a clear word where there is none."""

from __future__ import annotations

from tests.host.evening import sit_down
from tests.host.site import Site

WANTED = {"ruleset": "forum", "players": 14}


async def test_a_board_with_wishes_and_its_strengths(site: Site) -> None:
    person = site.person("甲")
    asked = {**WANTED, "must": ["女巫", "狼兄"], "never": ["熊"]}
    board = await person.post("/api/compose", asked)
    roles = [role for side in board["sides"] for role in side["roles"]]
    assert len(roles) == len(set(roles)) == 14
    assert {"女巫", "狼兄", "狼弟"} <= set(roles)  # the brothers come together
    assert "熊" not in roles
    village, wolves = (next(s for s in board["sides"] if s["side"] == camp) for camp in ("村民阵营", "狼人阵营"))
    assert 1.0 * wolves["strength"] <= village["strength"] <= 1.3 * wolves["strength"]
    assert await person.post("/api/compose", {**asked, "seed": board["seed"]}) == board


async def test_a_drawn_board_is_what_the_room_deals(site: Site) -> None:
    board = await site.person("甲").post("/api/compose", {**WANTED, "players": 10})
    roles = [role for side in board["sides"] for role in side["roles"]]
    table = await sit_down(site, 10, players=10, ruleset="forum", roles=roles, options={"sheriff": False})
    await table.start()
    assert sorted(site.roles(table.code).values()) == sorted(roles)


async def test_where_no_board_exists_it_is_said_why(site: Site) -> None:
    person = site.person("甲")
    apart = await person.post("/api/compose", {**WANTED, "must": ["巫妖匣", "炽天使"]}, 422)
    assert (apart["error"], apart["message_key"]) == ("cannot-meet", "error.cannot-meet")
    many = {**WANTED, "players": 10, "must": ["狼兄", "双子光", "寂夜导师", "蚀日侍女"]}
    assert (await person.post("/api/compose", many, 422))["error"] in ("no-board", "too-many-of-side")
    both = {**WANTED, "must": ["女巫"], "never": ["女巫"]}
    assert (await person.post("/api/compose", both, 422))["error"] == "wanted-and-barred"
    assert (await person.post("/api/compose", {**WANTED, "players": 3}, 422))["error"] == "player-count"
    assert (await person.post("/api/compose", {**WANTED, "must": ["法官"]}, 404))["path"] == "$.must"
    assert (await person.post("/api/compose", {**WANTED, "ruleset": "table"}, 422))["error"] == "composes-nothing"


async def test_who_draws_boards_is_listed(site: Site) -> None:
    listed = await site.person().get("/api/rulesets")
    assert {rules["id"]: rules["composes"] for rules in listed}["forum"] is True
    assert {rules["id"]: rules["composes"] for rules in listed}["table"] is False
