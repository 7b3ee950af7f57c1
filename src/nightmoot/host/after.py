"""After the end: what is stored of a finished game, its replay and its record as Markdown. Open to all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from nightmoot.core.text import texts
from nightmoot.host import game_store
from nightmoot.host.faults import Refusal
from nightmoot.host.oversight import explained
from nightmoot.host.room import Member, Room, cast, words_of
from nightmoot.host.wire import Explained, ReplayOut, ReplayStep

if TYPE_CHECKING:
    from nightmoot.core import Registry
    from nightmoot.host.actor import Extra
    from nightmoot.host.database import Database
    from nightmoot.host.play import Play


def result_of(play: Play, room: Room) -> dict[str, Any]:
    """What is shown for ever of a game that has ended."""
    game = play.game
    seats: dict[str, Any] = game.grimoire().to_wire()["seats"]
    verdict = game.over
    return {
        "names": {seat: facets["name"] for seat, facets in seats.items()},
        "roles": {seat: facets["role"] for seat, facets in seats.items()},
        "winner": None if verdict is None else {"side": verdict.side, "winners": list(verdict.winners)},
        "explain": explained(game),
        "cast": {str(seat): name for seat, name in cast(room).items()},
    }


def ended(room: Room) -> Room:
    """The room after a verdict. Where a person moderates, the cards are shown one by one, or all at once, by him."""
    paced = () if room.moderators() else None
    return room.with_phase("over").with_body(paused=False, shown=paced)


def reveal(room: Room, who: Member, seat: int | None) -> Room:
    """One more card on the table, or all that are left; then replay, log and talk are open."""
    if room.phase != "over" or room.body.shown is None:
        raise Refusal("wrong_phase")
    if not (who.moderator or room.is_owner(who)):
        raise Refusal("forbidden")
    shown = room.body.shown if seat is None or seat in room.body.shown else (*room.body.shown, seat)
    return room.with_body(shown=None if seat is None or len(shown) == room.rules.players else shown)


def closing(play: Play, room: Room, at: int, status: str = "over") -> Extra:
    """The write that closes the books of a game."""

    async def write(tx: AsyncConnection) -> None:
        await game_store.end_game(tx, play.id, status, at, result_of(play, room))

    return write


async def replay(db: Database, registry: Registry, code: str, no: int) -> ReplayOut:
    """Every notice of a finished game with its audience, from what was stored."""
    async with db.read() as tx:
        ended = await game_store.load_ended(tx, code, no)
        if ended is None:
            raise Refusal("not_over")
        rows = await game_store.load_notices(tx, ended.id)
    result = ended.result
    steps = [
        ReplayStep(k=k, at=at, to=to, key=body["key"], params=body["params"], shows=body.get("shows", []))
        for k, at, to, body in rows
    ]
    return ReplayOut(
        code=code,
        game=ended.no,
        ruleset=ended.ruleset,
        seed=ended.seed,
        options=ended.options,
        names=result["names"],
        cast=result.get("cast", {}),
        roles=result["roles"],
        winner=result["winner"],
        steps=steps,
        explain=msgspec.convert(result["explain"], Explained),
        words=words_of(next((rules for rules in registry if rules.id == ended.ruleset), None), ended.options),
    )


HEADINGS = {
    "zh": ("对局记录", "身份", "公开记录", "全部经过", "号"),
    "en": ("Record of the game", "Roles", "Public record", "What happened and why", ""),
}


def markdown(shown: ReplayOut, lang: str) -> str:
    """The record of a finished game to paste into a chat or forum."""
    title, roles, public, why, number = HEADINGS[lang]
    names = shown.names
    words = texts(shown.ruleset, lang).with_words(shown.words)
    lines = [f"# {title} {shown.code}-{shown.game}", "", f"## {roles}", ""]
    for seat, role in shown.roles.items():
        played = f" ({plain(shown.cast[seat])})" if seat in shown.cast else ""
        lines.append(f"- {seat}{number} {plain(names[seat])}{played}: {words.render(f'role.{role}')}")
    lines += ["", f"## {public}", ""]
    for step in shown.steps:
        if step.to == "all" and step.key != "post":
            key = f"phase.{step.params['phase']}" if step.key == "phase" else f"notice.{step.key}"
            lines.append(f"- {plain(words.render(key, step.params, names))}")
    lines += ["", f"## {why}", ""]
    lines += [f"{n}. {plain(line)}" for n, line in enumerate(getattr(shown.explain, lang), 1)]
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """Names and sentences that can't become markup."""
    return "".join("\\" + char if char in "\\`*_[]<>#|" else char for char in " ".join(text.split()))
