"""What leaves a slow game for other programs: a calendar of the coming deadlines, the public record of a day."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import icalendar

from nightmoot.core.text import Texts, read_catalogue
from nightmoot.host.after import plain
from nightmoot.host.faults import Refusal
from nightmoot.host.room import PUBLIC

if TYPE_CHECKING:
    from nightmoot.host.actor import RoomActor
    from nightmoot.host.play import Play

FORESEEN = 14  # days
ALARM = dt.timedelta(hours=-2)
MS = dt.timedelta(milliseconds=1)
POST = "post"


def calendar_file(actor: RoomActor, lang: str) -> bytes:
    """The next deadline that everybody may know, and those that the calendar foresees after it (as tentative)."""
    play = actor.playing()
    if play.timetable is None:
        raise Refusal("not_slow")
    words = play.game.rules.texts(lang)
    ui = read_catalogue("nightmoot.host", lang)
    shown = icalendar.Calendar()
    shown.add("prodid", "-//Nightmoot//EN")
    shown.add("version", "2.0")
    shown.add("method", "PUBLISH")
    shown.add("name", f"Nightmoot {actor.code}")
    shown.add("x-wr-calname", f"Nightmoot {actor.code}")
    first = play.public_wait()
    if first is not None and first.due is not None:
        stamp = dt.datetime.fromtimestamp(actor.now / 1000, dt.UTC)
        before = actor.now
        for n, coming in enumerate(play.timetable.coming(play.game.state.phase.name, first.due, FORESEEN)):
            event = icalendar.Event()
            event.add("uid", f"{actor.code}-{actor.room.body.game}-{coming.at}@nightmoot")
            event.add("dtstamp", stamp)
            event.add("dtstart", dt.datetime.fromtimestamp(coming.at / 1000, dt.UTC))
            event.add("duration", dt.timedelta(0))
            phase = words.render(f"phase.{coming.phase}") if play.timetable.named else ""
            what = "ui.slow.ics.closing" if coming.closing else "ui.slow.ics.deadline"
            event.add("summary", " ".join(x for x in (str(ui[what]), phase, actor.code) if x))
            event.add("status", "TENTATIVE" if n else "CONFIRMED")
            event.add("transp", "TRANSPARENT")
            if coming.at - before > -ALARM // MS:  # a short window gives no time for a warning
                alarm = icalendar.Alarm()
                alarm.add("action", "DISPLAY")
                alarm.add("description", str(ui[what]))
                alarm.add("trigger", ALARM)
                event.add_component(alarm)
            before = coming.at
            shown.add_component(event)
    return bytes(shown.to_ical())


def days(play: Play) -> list[int]:
    """The days that the public record has, in order."""
    found: list[int] = []
    for day, _ in _by_day(play):
        if day not in found:
            found.append(day)
    return found


def _by_day(play: Play) -> list[tuple[int, dict[str, Any]]]:
    """Every public notice with its day: the phase notices say when one begins."""
    day, found = 0, []
    for line in play.streams.log(PUBLIC):
        if line["key"] == "phase":
            day = int(line["params"].get("day", day))
        found.append((day, line))
    return found


def day_record(actor: RoomActor, day: int | None, lang: str) -> str:
    """The whole public record of a day (the last one, unless another is named) as Markdown."""
    play = actor.play
    if play is None:
        raise Refusal("no_game")
    known = days(play)
    wanted = (known[-1] if known else 0) if day is None else day
    if wanted not in known:
        raise Refusal("not_found", "day")
    words: Texts = play.game.rules.texts(lang)
    ui = read_catalogue("nightmoot.host", lang)
    names = {seat: facets["name"] for seat, facets in play.game.grimoire().to_wire()["seats"].items()}
    title = str(ui["ui.slow.day"]).replace("{n:number}", str(wanted))
    lines = [f"# {actor.code} · {title}", ""]
    for number, line in _by_day(play):
        if number != wanted:
            continue
        if line["key"] == "phase":
            begun = words.render(f"phase.{line['params']['phase']}")
            lines += ["", f"## {plain(begun)}", ""]
            continue
        said = words.render(f"notice.{line['key']}", line["params"], names)
        if line["key"] == POST:
            who = plain(f"{line['params'].get('seat', '')} {names.get(str(line['params'].get('seat')), '')}")
            body = [plain(part) for part in str(line["params"].get("text", "")).splitlines()]
            lines += ["", f"**{who.strip()}**", "", *[f"> {part}" for part in body], ""]
        else:
            lines.append(f"- {plain(said)}")
    text = "\n".join(lines)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.rstrip() + "\n"
