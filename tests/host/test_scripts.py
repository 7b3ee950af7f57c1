"""A script of somebody's own, read before a room is opened with it."""

from __future__ import annotations

import json

from tests.host.site import Site


async def test_a_file_is_read_into_what_can_be_played(site: Site) -> None:
    person = site.person("说书人")
    text = json.dumps([{"id": "_meta", "name": "Small"}, "chef", "imp", "poisoner", "Fortune_Teller", "butler"])
    found = await person.post("/api/scripts", {"ruleset": "clocktower", "text": text})
    assert found["name"] == "Small"
    assert found["roles"] == ["chef", "imp", "poisoner", "fortuneteller", "butler"]
    assert [fault["grade"] for fault in found["faults"]].count("error") == 0


async def test_what_is_wrong_names_the_entry(site: Site) -> None:
    person = site.person("说书人")
    text = json.dumps(["chef", {"name": "no id"}, "unheard_of_one"])
    found = await person.post("/api/scripts", {"ruleset": "clocktower", "text": text})
    assert any(fault["place"].startswith("[1]") for fault in found["faults"])


async def test_a_ruleset_that_reads_no_files_says_so(site: Site) -> None:
    person = site.person("说书人")
    for ruleset in ("table", "unheard of"):
        refused = await person.post("/api/scripts", {"ruleset": ruleset, "text": "[]"}, status=404)
        assert refused["path"] == "$.ruleset"
