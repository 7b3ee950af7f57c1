"""Players see each vote and never a number, running or final (L156): not even one that weights would change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from nightmoot.core import Answer, Game, Refused, SeatSpec, Tick, Withdraw, registry
from nightmoot.rulesets.forum import votes
from tests.fuzz.forum import fired
from tests.fuzz.forum_laws import told

RULES = registry.load()["forum"]
ROLES = ("狼学者", "天师", "郎中", "灵能", "通灵师", "渊狼", "狐狸")
TOP = "3"


def day(game: Game) -> Iterator[Game]:
    """Everybody votes for one, but for one who votes for another and one who abstains; yields after each vote."""
    while game.seen.phase.name != "正午":
        game.submit(Tick(game.waits()[0].name))
    wanted = {seat: "1" if seat == TOP else TOP for seat in game.seen.circle[:-1]}
    for seat, target in wanted.items():
        offer = next(d for d in game.decisions(seat) if d.to_wire().get("skill") == "vote")
        game.submit(Answer(offer.name, seat, target))
        yield game
    while game.over is None and game.seen.phase.name != "早夜1":
        game.submit(Tick(game.waits()[0].name))
    yield game


def played() -> list[Game]:
    specs = [SeatSpec(str(n), role) for n, role in enumerate(ROLES, 1)]
    game = Game.new(RULES, specs, {"sheriff": False}, "votes", strict=True)
    return [rest.fork() for rest in day(game)]


def seen_by(game: Game, viewer: str) -> Any:
    view = game.view(viewer).to_wire()
    return view, [d.to_wire() for d in game.decisions(viewer)], [w.kind for w in game.waits()]


def test_weights_change_nothing_that_anybody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = played()
    monkeypatch.setattr(votes, "WEIGHTS", [lambda scene, voter, target: 5 if target == TOP else 0.5])
    monkeypatch.setattr(votes, "RECEIVED", [lambda scene, target: 2 if target == TOP else 0])
    weighted = played()
    tallies = [[f.data["tally"] for f in games[-1].facts if f.kind == "count"] for games in (plain, weighted)]
    assert tallies[0] != tallies[1]  # the weights are really there
    for one, other in zip(plain, weighted, strict=True):
        for viewer in (*one.seen.circle, "public"):
            assert seen_by(one, viewer) == seen_by(other, viewer)


def test_each_vote_is_told_as_it_is_cast_and_the_top_name_only() -> None:
    *running, last = played()
    for cast, game in enumerate(running, 1):
        said = [n for n in game.notices if n.key == "投了票"]
        assert len(said) == cast
        assert all(n.to == "all" and set(n.params) == {"seat", "choice"} for n in said)
        assert {facet for n in said for _, facet, _ in n.shows} == {"vote"}
    out = next(n for n in last.notices if n.key == "voted_out")
    assert TOP in dict(out.params).values()
    assert list(told(last)) == []
    assert fired(last)["vote"] or any(f.kind == "count" for f in last.facts)


def test_every_thread_of_a_day_reaches_the_page_as_a_list_of_seats() -> None:
    wire = votes.Threads(items=("1", "2"), count_=2).to_wire()
    assert [slot["kind"] for slot in wire["slots"].values()] == ["seats", "seats"]
    assert all(tuple(slot["candidates"]) == ("1", "2") and slot["optional"] for slot in wire["slots"].values())


def test_the_log_names_the_pack_and_the_vote_in_words() -> None:
    specs = [SeatSpec(str(n), role) for n, role in enumerate(ROLES, 1)]
    game = Game.new(RULES, specs, {"sheriff": False}, "log", strict=True)
    while game.seen.phase.name != "深夜2":
        game.submit(Tick(game.waits()[0].name))
    bite = next(d for d in game.decisions("6") if d.to_wire().get("skill") == "杀人")
    game.submit(Answer(bite.name, "6", "7"))
    for rest in day(game):
        game = rest
    for lang, killed, lynched in (
        ("zh", "狼群对7号7使用了杀人", "3号3被投票出局"),
        ("en", "the pack used", "was voted out"),
    ):
        log = game.explain(lang)
        assert any(killed in line for line in log), log
        assert any(lynched in line for line in log), log
        assert not any("group:" in line for line in log)


def test_a_vote_taken_back_is_an_abstention_and_the_one_change() -> None:
    game = played()[0]
    (order,) = game.seen.orders["投票"]
    offer = next(d for d in game.decisions(order.by) if d.to_wire().get("skill") == "vote")
    game.submit(Withdraw(offer.name, order.by))
    assert [(o.by, o.choice) for o in game.seen.orders["投票"]] == [(order.by, None)]
    for again in (Answer(offer.name, order.by, "2"), Withdraw(offer.name, order.by)):
        with pytest.raises(Refused):
            game.submit(again)
    assert game.seen.orders["投票"][0].choice is None
