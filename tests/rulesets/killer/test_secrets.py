"""What a player gets depends on what he may know: two games that differ in secrets alone look alike to him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nightmoot.core import ALL, Game, Notice, Plain
from nightmoot.core.view import wire_notice
from tests.rulesets.killer.playing import act, chance, course, game, new_game, tick, until_day


class Watch:
    """Everything that some viewers get, at every rest."""

    def __init__(self, of: Game, *viewers: str) -> None:
        self.of, self.viewers = of, viewers
        self.got: list[Any] = []
        self.look()

    def look(self) -> None:
        """What each has been told so far, what is open to him, and what his view shows."""
        for viewer in self.viewers:
            told = [wire_notice(n, notice) for n, notice in enumerate(self.of.visible(viewer))]
            asked = [decision.to_wire() for decision in self.of.decisions(viewer)]
            self.got.append((viewer, told, asked, self.of.view(viewer).to_wire()))

    def act(self, seat: str, skill: str, choice: Plain) -> None:
        act(self.of, seat, skill, choice)
        self.look()

    def tick(self, times: int = 1) -> None:
        for _ in range(times):
            tick(self.of)
            self.look()


Story = Callable[[bool], Watch]


def interference(real: bool) -> Watch:
    """The police asks about 6 and hears “killers”: because 6 is one, or because an interferer drew the order."""
    jobs = ["interferer", "civilian"] if real else ["civilian", "plain_killer"]
    day = tick(game("police", "police", "plain_killer", jobs[0], "civilian", jobs[1], *["civilian"] * 4))
    if real:
        act(day, "2", "investigate", "4")
    tick(day, 2)
    watch = Watch(day, "1", "5", "public")
    if real:
        chance(day, interferer=["1"])
    watch.act("1", "investigate", "6")
    watch.tick(2)
    assert [n.info for n in day.visible("1") if n.key == "investigated"] == ["killers"]
    return watch


def a_seal_by_an_npc(real: bool) -> Watch:
    """The attacker of an NPC may go on ordering; whether his kill failed by the seal or by a doctor, he is not told."""
    night = game("plain_killer", "npc", "doctor", "plain_killer", *["civilian"] * 6)
    chance(night, npc=[True], event=[3 if real else 4])
    act(night, "1", "kill", "2")
    tick(night)
    watch = Watch(night, "1", "2", "4", "5", "public")
    if not real:
        act(night, "3", "protect", "7")
    watch.tick()
    watch.act("1", "kill", "7")
    watch.tick()
    watch.tick()
    watch.act("1", "kill", "8")
    return watch


def a_seal(real: bool) -> Watch:
    """A sealed doctor learns nothing, not even by the limit of the next day; nobody else does either."""
    night = game("sealer", "plain_killer", "doctor", "police", *["civilian"] * 6)
    until_day(night, 3)
    watch = Watch(night, "3", "4", "5", "public")
    watch.act("3", "protect", "5")
    act(night, "1", "seal", "3" if real else "5")
    watch.tick()
    watch.act("3", "protect", "6")
    watch.tick(2)
    return watch


def a_conversion(real: bool) -> Watch:
    """Whom the politician has converted nobody hears but the convert, nor what he sends from then on."""
    night = game("politician", "plain_killer", *["civilian"] * 8)
    until_day(night, 6)
    watch = Watch(night, "6", "7", "public")
    convert = "4" if real else "5"
    act(night, "1", "convert", convert)
    watch.tick()
    watch.tick()
    assert [n.to for n in act(night, convert, "kill", "6").notices] == []
    assert [n.to for n in act(night, "2", "kill", "7").notices] == [("1", "2")]
    watch.look()
    return watch


def awakening(real: bool) -> Watch:
    """Who of the killers awakens on a day, the others do not hear."""
    jobs = ("spy", "sealer") if real else ("sealer", "spy")
    night = game("plain_killer", *jobs, *["civilian"] * 7)
    watch = Watch(night, "1", "4", "public")
    watch.tick(5)
    return watch


def a_protection(real: bool) -> Watch:
    """A kill that a protection stopped looks to the protected like no kill at all."""
    day = tick(game("plain_killer", "doctor", *["civilian"] * 6))
    watch = Watch(day, "2", "3", "4", "public")
    watch.act("2", "protect", "3")
    watch.tick()
    if real:
        act(day, "1", "kill", "3")
    watch.tick()
    return watch


def an_immune_npc(real: bool) -> Watch:
    """That an NPC has evaded an attack is not told, nor an event that comes later."""
    night = game("plain_killer", "npc", *["civilian"] * 6)
    watch = Watch(night, "2", "3", "public")
    if real:
        chance(night, npc=[True], event=[4])
        act(night, "1", "kill", "2")
    watch.tick(2)
    return watch


def a_gift(real: bool) -> Watch:
    """To whom the GM gives what is between the two of them."""
    day = tick(game("plain_killer", "police", *["civilian"] * 6))
    watch = Watch(day, "1", "2", "5", "public")
    act(day, "moderator", "grant", {"player": "3" if real else "4", "skill": "investigate" if real else "change_job"})
    watch.look()
    watch.tick()
    return watch


def secret_votes(real: bool) -> Watch:
    """Where votes are secret, nobody sees one before the count, nor how many there are."""
    day = tick(game("plain_killer", *["civilian"] * 6, votes_public=False))
    watch = Watch(day, "1", "4", "public")
    if real:
        act(day, "2", "vote", "3")
        act(day, "3", "vote", "2")
    watch.look()
    watch.act("4", "vote", "5")
    return watch


def orders_by_day(real: bool) -> Watch:
    """Whether anybody has sent orders, and how many kills the killers have, nobody sees."""
    night = game("plain_killer", "plain_killer", "police", "doctor", *["civilian"] * 6)
    watch = Watch(night, "3", "5", "public")
    if real:
        act(night, "1", "kill", "9")
        act(night, "2", "kill", "5")
    else:
        act(night, "2", "kill", "9")
    watch.tick()
    if real:
        act(night, "4", "protect", "5")
    watch.tick()
    return watch


def the_silent_madman(real: bool) -> Watch:
    """A madman who protected himself by saying nothing looks like one who was never asked."""
    jobs = ["madman", "civilian"] if real else ["civilian", "madman"]
    day = tick(game("plain_killer", *jobs, *["civilian"] * 5))
    watch = Watch(day, "1", "4", "public")
    chance(day, madness=["protect", "protect"])
    watch.tick(2)
    return watch


def a_change_of_job(real: bool) -> Watch:
    """That a job has changed is public; whose, and to what, is his."""
    day = tick(game("plain_killer", *["civilian"] * 7))
    act(day, "moderator", "grant", {"player": "2", "skill": "change_job"})
    watch = Watch(day, "1", "3", "4", "public")
    chance(day, change_job=["doctor" if real else "police"])
    act(day, "2", "change_job", "5" if real else "6")
    watch.tick(2)
    return watch


def the_list_of_an_npc(real: bool) -> Watch:
    """Only the NPC gets the list; the others cannot tell this event from a seal of the attacker."""
    night = game("plain_killer", "npc", *["civilian"] * 6)
    watch = Watch(night, "1", "3", "public")
    chance(night, npc=[True], event=[2 if real else 3])
    act(night, "1", "kill", "2")
    watch.look()
    watch.tick(2)
    return watch


STORIES = (
    interference,
    a_seal_by_an_npc,
    a_seal,
    a_conversion,
    awakening,
    a_protection,
    an_immune_npc,
    a_gift,
    secret_votes,
    orders_by_day,
    the_silent_madman,
    a_change_of_job,
    the_list_of_an_npc,
)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_two_games_that_differ_in_secrets_alone_look_alike(story: Story) -> None:
    one, other = story(True), story(False)
    assert one.of.state.dump() != other.of.state.dump()
    assert one.got == other.got


# ---------------------------------------------------------------------- every notice of whole games

#: The facets of other seats that a notice to everybody may show, and those that one to somebody may.
PUBLIC = {
    "start": {"name", "in", "role", "camp"},
    "out": {"in"},
    "voted_out": {"in"},
    "flipped": {"in", "role", "camp", "revealed"},
    "attacker": {"role", "camp"},
    "revived": {"in", "revealed"},
    "voted": {"vote"},
    "votes": {"vote"},
    "over": {"role", "camp", "revealed"},
    "over_beside": {"role", "camp", "revealed"},
}
PRIVATE = {
    "killers": {"mate", "camp"},
    "converted_by": {"mate", "role"},
    "investigated": {"found"},
    "madness_camp": {"found"},
    "board": {"orders"},
}


def subjects(notice: Notice) -> list[tuple[str, str]]:
    """The facets of seats other than the receiver's own that a notice shows."""
    own = notice.to[0] if notice.to != ALL and len(notice.to) == 1 else None
    return [(seat, facet) for seat, facet, _ in notice.shows if seat.isdecimal() and seat != own]


@pytest.mark.parametrize("seed", [f"closed/{number}" for number in range(20)])
def test_no_notice_shows_more_of_others_than_its_kind_may(seed: str) -> None:
    over = new_game(seed, {"votes_public": seed.endswith(("1", "5", "8"))}, moderator="human")
    killers = over.state.groups["killers"]
    for _ in course(over, seed):
        pass
    for notice in over.notices:
        facets = {facet for _, facet in subjects(notice)}
        allowed = (PUBLIC if notice.to == ALL else PRIVATE).get(notice.key, set())
        assert facets <= allowed, notice
        if notice.key == "start":
            assert {seat for seat, facet in subjects(notice) if facet in ("role", "camp")} == {
                seat for seat, record in over.state.seats.items() if record.base == "npc"
            }
        if notice.key in ("killers", "board"):
            assert set(notice.to) <= set(killers)
        elif notice.to not in (ALL, ("moderator",)):
            assert len(notice.to) == 1, notice


@pytest.mark.parametrize("seed", [f"names/{number}" for number in range(10)])
def test_names_are_read_in_seat_order(seed: str) -> None:
    over = new_game(seed, moderator="human")
    for _ in course(over, seed):
        pass
    place = {seat: number for number, seat in enumerate(over.state.circle)}
    for notice in over.notices:
        if notice.key in ("out", "drowned", "tie", "actors"):
            places = [place[seat] for seat in notice.params["seats"]]
            assert places == sorted(places)
