"""Whatever people do in a lobby, in any order: these hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nightmoot.host import lobby, wire
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import name_key
from nightmoot.host.room import Body, Member, Room, Rules, public_room

PLAYERS = 8
seats = st.integers(1, PLAYERS + 1)
people = st.integers(1, 6)

commands = st.one_of(
    st.builds(wire.Ready, on=st.booleans()),
    st.builds(wire.TakeSeat, seat=seats),
    st.builds(wire.Swap, a=seats, b=seats),
    st.just(wire.Shuffle()),
    st.builds(wire.Lock, on=st.booleans()),
    st.builds(wire.Kick, person=people),
    st.builds(wire.Bots, on=st.booleans(), seat=st.none() | seats),
    st.just(wire.Watch()),
    st.just(wire.Leave()),
    st.builds(wire.PassOwner, to=people),
    st.just(wire.Moderate()),
    st.builds(wire.Handover, to=st.just("auto") | people),
    st.builds(wire.Settings, players=st.none() | st.integers(1, PLAYERS)),
)


class Newcomer:
    """Somebody joins, at a seat or at the first free one."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat

    def __repr__(self) -> str:
        return f"Newcomer({self.seat})"


steps = st.lists(st.tuples(people, commands) | st.builds(Newcomer, st.none() | seats), max_size=40)


def step(room: Room, given_step: object) -> Room:
    """Do it, or leave everything as it is where it is refused."""
    try:
        if isinstance(given_step, Newcomer):
            member = Member(id=room.next_id(), name=f"玩家{room.next_id()}")
            return lobby.seat_person(room, member, given_step.seat)
        assert isinstance(given_step, tuple)
        who, do = given_step
        return lobby.CHANGES[type(do)](room, room.person(who), do)
    except Refusal:
        return room


def check(room: Room) -> None:
    """The laws."""
    present = room.present()
    taken = [m.seat for m in present if m.seat is not None]
    assert len(set(taken)) == len(taken), "one person a seat"
    assert all(1 <= seat <= room.rules.players for seat in taken)
    assert not set(taken) & set(room.body.bots), "no bot where somebody sits"
    assert all(1 <= seat <= room.rules.players for seat in room.body.bots)
    assert not any(m.moderator and m.seat is not None for m in present), "a moderator has no seat"
    assert not any(m.moderator for m in present) or room.rules.moderator == "human"
    assert not present or room.body.owner in {m.id for m in present}, "somebody owns the room"
    assert len({name_key(m.name) for m in present}) == len(present)
    shown = public_room(room, None, frozenset())
    assert len(shown.seats) == room.rules.players


@given(st.sampled_from(["auto", "human"]), steps)
def test_the_laws_of_the_lobby_hold(moderator: str, script: list[object]) -> None:
    human = moderator == "human"
    owner = Member(id=1, name="房主", seat=None if human else 1, moderator=human)
    rules = Rules("table", PLAYERS, moderator="human" if human else "auto")
    room = Room("ABCDE", "lobby", Body(rules, owner=1), {1: owner})
    for each in script:
        room = step(room, each)
        check(room)
