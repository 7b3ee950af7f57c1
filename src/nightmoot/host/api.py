"""The REST routes."""

from __future__ import annotations

import random

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from nightmoot.host import after, boards, conduct, people, setup, store, texts, wire
from nightmoot.host.actor import RoomActor
from nightmoot.host.endpoints import answer, client_of, code_of, get, host_of, post
from nightmoot.host.faults import Refusal
from nightmoot.host.host import Host
from nightmoot.host.ids import digest, new_code, new_token
from nightmoot.host.pace import practice_pace
from nightmoot.host.reading import number
from nightmoot.host.room import Body, Member, Room, Rules, public_room
from nightmoot.host.store import Claim
from nightmoot.host.wire import Claim as ClaimBody
from nightmoot.host.wire import Compose, Create, Created, Join, Linked, LinkFor, Practice, ScriptUp

COOKIE_AGE = 180 * 24 * 3600


def cookie_name(code: str, beside: int = 0) -> str:
    """One cookie for each place that a device holds: the first, and those of the people beside."""
    return f"nm_{code}_{beside}" if beside else f"nm_{code}"


def token_of(request: Request, code: str) -> str | None:
    return request.cookies.get(cookie_name(code))


def with_cookie(request: Request, response: Response, code: str, token: str, beside: int = 0) -> Response:
    """The seat's secret: no script reads it, no other site sends it."""
    response.set_cookie(
        cookie_name(code, beside),
        token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https" or host_of(request).config.secure_cookies,
    )
    return response


def placed(request: Request, code: str, member: Member, token: str, *, beside: bool = False) -> Response:
    seat = None if member.seat is None else str(member.seat)
    made = answer(Created(code=code, seat=seat, person=member.id))
    return with_cookie(request, made, code, token, member.id if beside else 0)


def allow_join(request: Request) -> None:
    if not host_of(request).joins.allow(client_of(request)):
        raise Refusal("too_many")


# ---------------------------------------------------------------------------------------------- making rooms


async def make_room(host: Host, rules: Rules, creator: Member, *, practice: bool = False) -> tuple[Room, str]:
    """A new room with its creator, stored; and the creator's device token."""
    token, at = new_token(), host.clock.now()
    setup.check(host.registry, rules, at)
    async with host.db.write() as tx:
        code = new_code()
        while await store.room_exists(tx, code):
            code = new_code()
        bot = setup.usual_policy(host.registry, rules)
        body = Body(rules=rules, owner=creator.id, practice=practice, bot=bot)
        room = Room(code=code, phase="lobby", body=body, members={creator.id: creator})
        await store.insert_room(tx, room, at)
        await store.add_claim(tx, digest(token), Claim(code, creator.id, "device"), at)
    return room, token


async def script(request: Request, body: ScriptUp) -> Response:
    """What can be played of a file, and what is wrong with it."""
    allow_join(request)
    registry = host_of(request).registry
    read = registry[body.ruleset].read_script(body.text.encode()) if body.ruleset in registry else None
    if read is None:
        raise Refusal("not_found", "$.ruleset")
    return answer(read)


async def room_script(request: Request) -> Response:
    """The script of a room, as a file for other tools: everything that came in comes out."""
    code = code_of(request)

    async def look(actor: RoomActor) -> bytes | None:
        rules, options = actor.ruleset, actor.room.rules.options
        return None if rules is None else rules.write_script(options)

    written = await host_of(request).ask(code, look)
    if written is None:
        raise Refusal("not_found")
    headers = {"content-disposition": f'attachment; filename="nightmoot-{code}-script.json"'}
    return Response(written, headers=headers, media_type="application/json")


async def create(request: Request, body: Create) -> Response:
    allow_join(request)
    rules = Rules(
        ruleset=body.ruleset,
        players=body.players,
        roles=None if body.roles is None else tuple(body.roles),
        board=body.board,
        options=body.options,
        moderator=body.moderator,
        sitting=body.sitting,
        pace=body.pace,
        calendar=body.calendar,
        aliases=body.aliases,
    )
    human = body.moderator == "human"
    creator = Member(
        id=1, name=people.checked_name(body.nickname), lang=body.lang, seat=None if human else 1, moderator=human
    )
    room, token = await make_room(host_of(request), rules, creator)
    return placed(request, room.code, creator, token)


async def practice(request: Request, body: Practice) -> Response:
    allow_join(request)
    host = host_of(request)
    rules = Rules(
        ruleset=body.ruleset,
        players=body.players,
        roles=None if body.roles is None else tuple(body.roles),
        board=body.board,
        options=body.options,
    )
    setup.check(host.registry, rules, host.clock.now())
    rules = msgspec.structs.replace(rules, pace=practice_pace(host.registry[body.ruleset]))
    setup.check_policy(host.registry, rules, body.policy)
    seat = random.SystemRandom().randint(1, body.players)
    creator = Member(id=1, name=people.checked_name(body.nickname), lang=body.lang, seat=seat, ready=True)
    room, token = await make_room(host, rules, creator, practice=True)

    async def begin(actor: RoomActor) -> None:
        policy = body.policy or actor.room.body.bot
        bots = {n: policy for n in range(1, body.players + 1) if n != seat}
        await actor.commit(room=actor.room.with_body(bots=bots))
        await conduct.start(actor, creator, wire.Start(), None)

    await host.ask(room.code, begin)
    return placed(request, room.code, creator, token)


# ---------------------------------------------------------------------------------------------- being there


async def show(request: Request) -> Response:
    code = code_of(request)

    async def look(actor: RoomActor) -> wire.RoomOut:
        me = await people.whose(actor, token_of(request, code))
        here = frozenset(c.member for c in actor.connections if c.member is not None)
        return public_room(actor.room, me, here, ruleset=actor.ruleset)

    return answer(await host_of(request).ask(code, look))


async def join(request: Request, body: Join) -> Response:
    allow_join(request)
    code = code_of(request)
    token = None if body.beside else token_of(request, code)
    member, fresh = await host_of(request).ask(code, lambda actor: people.join(actor, body, token))
    return placed(request, code, member, fresh, beside=body.beside)


async def claim(request: Request, body: ClaimBody) -> Response:
    allow_join(request)
    code = code_of(request)
    member, fresh = await host_of(request).ask(code, lambda actor: people.claim(actor, body.token))
    return placed(request, code, member, fresh)


async def link(request: Request, body: LinkFor) -> Response:
    code, token = code_of(request), token_of(request, code_of(request))
    fresh = await host_of(request).ask(code, lambda actor: people.link(actor, token, body.seat))
    return answer(Linked(token=fresh))


# ---------------------------------------------------------------------------------------------- reading


async def rulesets(request: Request) -> Response:
    return answer(setup.offered(host_of(request).registry))


async def compose(request: Request, body: Compose) -> Response:
    allow_join(request)
    return answer(await boards.drawn(host_of(request).registry, host_of(request).drawing, body))


async def all_texts(request: Request) -> Response:
    return answer(texts.catalogues(host_of(request).registry, request.path_params["lang"]))


async def _replay(request: Request) -> wire.ReplayOut:
    code, host = code_of(request), host_of(request)
    asked = request.query_params.get("game")
    wanted = None if asked is None else number(asked)
    if asked is not None and wanted is None:
        raise Refusal("invalid", "game")
    no = await host.ask(code, lambda actor: _shown_game(actor, wanted))
    return await after.replay(host.db, host.registry, code, no)


async def _shown_game(actor: RoomActor, wanted: int | None) -> int:
    """The game asked for, or the last one; not yet where it is played or its cards are still being shown."""
    room = actor.room
    no = room.body.game if wanted is None else wanted
    if no == room.body.game and (room.phase == "playing" or room.body.shown is not None):
        raise Refusal("not_over")
    return no


async def replay(request: Request) -> Response:
    return answer(await _replay(request))


async def export(request: Request) -> Response:
    lang = request.query_params.get("lang", "zh")
    if lang not in texts.LANGS:
        raise Refusal("invalid", "lang")
    shown = await _replay(request)
    text = after.markdown(shown, lang)
    name = f"nightmoot-{shown.code}-{shown.game}.md"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers, media_type="text/markdown; charset=utf-8")


ROUTES = [
    get("/api/rulesets", rulesets),
    get("/api/texts/{lang}", all_texts),
    post("/api/compose", Compose, compose),
    post("/api/scripts", ScriptUp, script),
    post("/api/rooms", Create, create),
    post("/api/practice", Practice, practice),
    get("/api/rooms/{code}", show),
    post("/api/rooms/{code}/join", Join, join),
    post("/api/rooms/{code}/claim", ClaimBody, claim),
    post("/api/rooms/{code}/link", LinkFor, link),
    get("/api/rooms/{code}/script.json", room_script),
    get("/api/rooms/{code}/replay", replay),
    get("/api/rooms/{code}/export.md", export),
]
