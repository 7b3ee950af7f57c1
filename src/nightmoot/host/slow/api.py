"""The REST routes of slow play. Everything that a socket can do is there as single requests, too."""

from __future__ import annotations

import msgspec
from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from nightmoot.host import people
from nightmoot.host.actor import RoomActor
from nightmoot.host.api import cookie_name, token_of
from nightmoot.host.commands import check_form, handle
from nightmoot.host.connection import Connection
from nightmoot.host.endpoints import answer, client_of, code_of, get, host_of, post
from nightmoot.host.faults import Refusal
from nightmoot.host.ids import digest, normal_code
from nightmoot.host.reading import number
from nightmoot.host.slow import absence, book, desk, export
from nightmoot.host.texts import LANGS
from nightmoot.host.wire import Contact, ContactOut, DeskOut, Linked, MineOut, SubstituteFor, Up

MOST_ROOMS = 50
PREFIX = cookie_name("")


async def mine(request: Request) -> Response:
    """My games: every room of this browser, what waits for me first."""
    found: list[MineOut] = []
    host = host_of(request)
    codes = [normal_code(name.removeprefix(PREFIX)) for name in request.cookies if name.startswith(PREFIX)]
    for code in [code for code in codes if code is not None][:MOST_ROOMS]:
        token = token_of(request, code)

        async def look(actor: RoomActor, token: str | None = token) -> MineOut | None:
            who = await people.whose(actor, token)
            return None if who is None else desk.mine(actor, who)

        try:
            line = await host.ask(code, look)
        except Refusal:
            continue  # the room is gone
        if line is not None:
            found.append(line)
    found.sort(key=lambda m: (m.phase == "over", not m.holds, not m.waits, m.at or 1 << 60, m.code))
    return answer(found)


async def _messages(request: Request, up: Up | None) -> list[msgspec.Raw]:
    """What a socket would be sent: everything at its beginning, or what comes of one command."""
    code, host = code_of(request), host_of(request)
    token = token_of(request, code)
    connection = Connection(None if token is None else digest(token))
    at = host.clock.now()

    async def serve(actor: RoomActor) -> None:
        who = await people.whose(actor, token)
        connection.member = None if who is None else who.id
        actor.identify(connection)
        if up is None:
            await actor.run_due(at)
            actor.identify(connection)
            actor.greet(connection)
        else:
            await handle(actor, connection, up, at)

    await host.ask(code, serve)
    found = []
    while (sent := connection.next_now()) is not None:
        found.append(msgspec.Raw(sent))
    return found


async def state(request: Request) -> Response:
    """Everything that a new socket is told."""
    return answer(await _messages(request, None))


async def do(request: Request, up: Up) -> Response:
    """One command; a retry under the same ``c`` does nothing."""
    if not host_of(request).commands.allow(f"http {client_of(request)}"):
        raise Refusal("too_many")
    check_form(up)
    for sent in await _messages(request, up):
        said = msgspec.json.decode(sent)
        if "error" in said:
            error = said["error"]
            family = str(error["message_key"]).rpartition(".")[0]
            raise Refusal(error["code"], error.get("path", ""), error.get("params"), family)
    return answer({"ack": up.c})


async def show_desk(request: Request) -> Response:
    code, token = code_of(request), token_of(request, code_of(request))

    async def look(actor: RoomActor) -> DeskOut:
        return desk.desk(actor, await people.whose(actor, token))

    return answer(await host_of(request).ask(code, look))


async def substitute(request: Request, body: SubstituteFor) -> Response:
    code, token = code_of(request), token_of(request, code_of(request))
    fresh = await host_of(request).ask(code, lambda actor: absence.substitute(actor, token, body))
    return answer(Linked(token=fresh))


async def contact(request: Request, body: Contact) -> Response:
    """Where I am reminded from now on; refused where this host sends nothing."""
    code, token, host = code_of(request), token_of(request, code_of(request)), host_of(request)
    notify = host.courier.notify
    if (body.mail and not (notify and notify.mail)) or (body.push and not (notify and notify.push_key)):
        raise Refusal("no_courier", "$.mail" if body.mail else "$.push")

    async def keep(actor: RoomActor) -> None:
        who = await people.whose(actor, token)
        if who is None:
            raise Refusal("forbidden")
        async with host.db.write() as tx:
            if body.mail is not UNSET:
                await book.put_contact(tx, code, who.id, "mail", body.mail)
            if body.push is not UNSET:
                await book.put_contact(tx, code, who.id, "push", msgspec.to_builtins(body.push))

    await host.ask(code, keep)
    return answer({})


async def show_contact(request: Request) -> Response:
    """By which ways this host can remind somebody, and where I am reminded of this room."""
    code, token, host = code_of(request), token_of(request, code_of(request)), host_of(request)
    notify = host.courier.notify

    async def look(actor: RoomActor) -> ContactOut:
        who = await people.whose(actor, token)
        if who is None:
            raise Refusal("forbidden")
        async with host.db.read() as tx:
            found = await book.contacts(tx, code, who.id)
        return ContactOut(
            mail_on=bool(notify and notify.mail),
            push_key=host.courier.push_public_key(),
            mail=found.get("mail"),
            push=found["push"]["endpoint"] if "push" in found else None,
        )

    return answer(await host.ask(code, look))


def _lang(request: Request) -> str:
    lang = request.query_params.get("lang", "zh")
    if lang not in LANGS:
        raise Refusal("invalid", "lang")
    return lang


async def deadlines_ics(request: Request) -> Response:
    code, lang = code_of(request), _lang(request)

    async def make(actor: RoomActor) -> bytes:
        return export.calendar_file(actor, lang)

    body = await host_of(request).ask(code, make)
    headers = {"content-disposition": f'attachment; filename="nightmoot-{code}.ics"'}
    return Response(body, headers=headers, media_type="text/calendar; charset=utf-8")


async def day_md(request: Request) -> Response:
    code, lang = code_of(request), _lang(request)
    asked = request.query_params.get("day")
    day = None if asked is None else number(asked)
    if asked is not None and day is None:
        raise Refusal("invalid", "day")

    async def make(actor: RoomActor) -> str:
        return export.day_record(actor, day, lang)

    text = await host_of(request).ask(code, make)
    return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")


ROUTES: list[Route] = [
    get("/api/mine", mine),
    get("/api/rooms/{code}/state", state),
    post("/api/rooms/{code}/do", Up, do),
    get("/api/rooms/{code}/desk", show_desk),
    post("/api/rooms/{code}/substitute", SubstituteFor, substitute),
    get("/api/rooms/{code}/contact", show_contact),
    post("/api/rooms/{code}/contact", Contact, contact),
    get("/api/rooms/{code}/deadlines.ics", deadlines_ics),
    get("/api/rooms/{code}/day.md", day_md),
]
