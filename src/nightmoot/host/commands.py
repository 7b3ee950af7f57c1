"""What comes up a socket: one command, checked, carried out, acknowledged once it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from nightmoot.core import Answer, Override, Post, Tick, Undo, Withdraw
from nightmoot.core.inputs import AnyInput
from nightmoot.host import conduct, hand, oversight, store, wire
from nightmoot.host.connection import Connection
from nightmoot.host.encoder import message
from nightmoot.host.faults import Refusal, from_validation
from nightmoot.host.room import MODERATOR, PUBLIC, Member, viewer_of
from nightmoot.host.wire import Down, ErrorOut, PostOut, Up

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from nightmoot.host.actor import Done, RoomActor

KINDS = ("d", "withdraw", "post", "room", "mod", "plan", "letter", "talk")


def error_message(refusal: Refusal, c: str | None) -> bytes:
    """A refusal as a message."""
    return message(Down(error=ErrorOut(refusal.code, refusal.message_key, refusal.path, c, refusal.params)))


def check_form(up: Up) -> str:
    """Exactly one command, with its client id."""
    given = [kind for kind in KINDS if getattr(up, kind) is not UNSET]
    if (
        up.c is UNSET
        or len(given) != 1
        or (up.choice is not UNSET) != (given == ["d"])
        or up.ping is not UNSET
        or up.pong is not UNSET
    ):
        raise Refusal("invalid", "$")
    return given[0]


async def handle(actor: RoomActor, connection: Connection, up: Up, at: int) -> None:
    """Carry out one command; runs in the room's mailbox."""
    c = str(up.c)
    try:
        who = actor.member(connection)
        if who is None:
            raise Refusal("forbidden")
        if (who.id, c) not in actor.done:
            await actor.run_due(at)
            await _dispatch(actor, connection, who, up, at, (who.id, c))
    except Refusal as refusal:
        connection.send(error_message(refusal, c))
    except Exception:
        connection.send(error_message(Refusal("failed"), c))
        raise
    else:
        connection.send(message(Down(ack=c)))


async def _dispatch(actor: RoomActor, connection: Connection, who: Member, up: Up, at: int, done: Done) -> None:
    who = actor.room.person(who.id)
    if not isinstance(up.room, type(UNSET)):
        await do_room(actor, who, up.room, done)
    elif not isinstance(up.mod, type(UNSET)):
        await _moderate(actor, connection, who, up.mod, at, done)
    elif not isinstance(up.post, type(UNSET)):
        await _post(actor, who, up.post, at, done)
    elif not isinstance(up.withdraw, type(UNSET)):
        await _decide(actor, who, up.withdraw, None, at, done, trip=connection.trips.usual, withdraw=True)
    elif not isinstance(up.plan, type(UNSET)):
        await actor.slow.plan(viewer_of(actor.room, who), up.plan, done)
    elif not isinstance(up.letter, type(UNSET)):
        await actor.slow.write(who, up.letter, done)
    elif not isinstance(up.talk, type(UNSET)):
        await actor.talks.say(who, up.talk, at, done)
    elif not isinstance(up.d, type(UNSET)):
        await _decide(actor, who, up.d, up.choice, at, done, trip=connection.trips.usual)


async def do_room(actor: RoomActor, who: Member, do: wire.Do, done: Done | None) -> None:
    """A room command."""
    conducted = conduct.CONDUCT.get(type(do))
    if conducted is not None:
        await conducted(actor, who, do, done)
    else:
        await conduct.change_room(actor, who, do, done)


async def _decide(
    actor: RoomActor, who: Member, d: int, choice: Any, at: int, done: Done, *, trip: int, withdraw: bool = False
) -> None:
    """Answer an own open decision, or take the answer back. Whatever is not open is refused in the same words."""
    viewer = viewer_of(actor.room, who)
    play = actor.play if actor.room.phase == "playing" else None
    prompt = None if play is None or viewer == PUBLIC else play.streams[viewer].find(d)
    if play is None or prompt is None or not prompt.own or hand.too_late(play, prompt.name, viewer, at, trip):
        raise Refusal("not_open")
    given: AnyInput = Withdraw(prompt.name, viewer) if withdraw else Answer(prompt.name, viewer, choice, at)
    await actor.take(given, at, done=done)


async def _post(actor: RoomActor, who: Member, post: wire.PostUp, at: int, done: Done) -> None:
    """In a game the engine knows who hears whom; outside, and among spectators, the room does."""
    if not actor.host.posts.allow(f"{actor.code}/{who.id}"):
        raise Refusal("too_many")
    if not post.text.strip():
        raise Refusal("invalid", "$.post.text")
    viewer = viewer_of(actor.room, who)
    if actor.room.phase == "playing" and viewer != PUBLIC:
        await actor.take(Post(viewer, post.channel, post.text), at, done=done)
        return
    channel = {"lobby": "lobby", "over": "over", "playing": "spectators"}[actor.room.phase]
    said = PostOut(channel=channel, by=who.name, text=post.text, at=at)

    async def write(tx: AsyncConnection) -> None:
        await store.add_post(tx, actor.code, said)

    await actor.commit(done=done, extra=write)
    actor.posts = [*actor.posts, said][-store.SHOWN_POSTS :]
    for connection in actor.connections:
        if actor.hears(connection, channel):
            connection.send(message(Down(post=said)))


def _newcomer(args: dict[str, Any]) -> wire.Admit:
    """Who joins by an override needs a seat in the room too, like anybody who is admitted."""
    try:
        return msgspec.convert({**args, "do": "admit"}, wire.Admit, strict=False)
    except msgspec.ValidationError as error:
        raise from_validation(error) from None


async def _moderate(actor: RoomActor, connection: Connection, who: Member, do: wire.Mod, at: int, done: Done) -> None:
    """A moderator's command; nobody with a seat is one."""
    if not who.moderator or who.seat is not None:
        raise Refusal("forbidden")
    play = actor.playing()
    match do:
        case wire.ModAnswer(d=d, seat=seat, choice=choice):
            prompt = play.streams[MODERATOR].find(d)
            if prompt is None:
                raise Refusal("not_open")
            if seat == MODERATOR:
                await actor.take(Answer(prompt.name, MODERATOR, choice, at), at, done=done)
                return
            args = {"decision": prompt.name, "by": seat, "choice": choice}
            await actor.take(Override("answer", args), at, done=done)
        case wire.ModOverride(act="join", args=args, reason=reason):
            await conduct.admit(actor, who, _newcomer(args), done, reason)
        case wire.ModOverride(act=act, args=args, reason=reason):
            await actor.take(Override(act, args, reason), at, done=done)
        case wire.ModUndo(to=to, dry=True):
            await actor.commit(done=done)
            connection.send(oversight.what_is_exposed(play, to))
        case wire.ModUndo(to=to, line=line):
            await actor.take(Undo(to), at, done=done, line=line or "")
        case wire.ModTick(name=name):
            found = name or oversight.next_wait(play)
            if found is None:
                raise Refusal("nothing-due", "$.mod.name", family="refused")
            await actor.take(Tick(found), at, done=done)
        case _:
            raise Refusal("invalid", "$.mod")
