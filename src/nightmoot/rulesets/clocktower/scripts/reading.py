"""Reading a script: from bytes that anybody may have written to entries that can be relied on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from nightmoot.core.plain import Plain, Record, freeze
from nightmoot.rulesets.clocktower.data import CHARACTERS, OWN
from nightmoot.rulesets.clocktower.scripts import fields
from nightmoot.rulesets.clocktower.scripts.faults import ERROR, WARNING, Fault

#: The entry that is no character.
META: Final = "_meta"
#: A file is so long at most (bytes), and has so many entries; the publisher's app takes the second number.
LONGEST: Final = 1_000_000
MOST: Final = 500
USUAL: Final = 201
FEWEST: Final = 5
#: So many faults are listed; whoever has more begins with these.
MOST_FAULTS: Final = 200
_SEPARATORS: Final = re.compile(r"[\s_'’‘.\-–]+")
#: An id in the program is so long at most.
LONGEST_ID: Final = 48


class Meta(Record, frozen=True):
    """What the script says of itself."""

    name: str = ""
    author: str = ""
    rules: tuple[str, ...] = ()
    first_night: tuple[str, ...] | None = None
    other_night: tuple[str, ...] | None = None


class Entry(Record, frozen=True):
    """One character of the script, with everything that the file says of it.

    ``id``       of the character where it is known here, else as it was written
    ``known``    whether this ruleset has it among its characters
    ``own``      what the file says of it (empty: its bare id), field by field, as written
    """

    id: str
    known: bool
    own: dict[str, Plain] = {}

    @property
    def role(self) -> str:
        """Its id in the program: a character of one's own says its team, so that it is never taken for a known one."""
        return self.id if self.known else f"{self.team}{OWN}{plain(self.id)}"

    @property
    def team(self) -> str:
        """Its team; ``jinx`` for a rule between two characters; empty where nobody says."""
        if self.known:
            return CHARACTERS[self.id].team
        return _team(self.own.get("team", ""))

    def says(self, field: str, default: Plain = "") -> Plain:
        """A field of the file's own, in the place where the format has it."""
        return self.own.get(field, default)


class Script(Record, frozen=True):
    """A script: its entries in the order of the file, and ``_meta`` as written (None: it has none)."""

    entries: tuple[Entry, ...]
    own_meta: dict[str, Plain] | None = None

    @property
    def meta(self) -> Meta:
        """What ``_meta`` says, in the form in which it can be used."""
        own = self.own_meta or {}
        orders = {name: own.get(name) for name in ("firstNight", "otherNight")}
        written = {plain(entry.id): entry.id for entry in self.entries}
        found = {
            name: None if order is None else tuple([written.get(plain(one), resolve(one)) for one in order])
            for name, order in orders.items()
        }
        name, author, rules = (own.get(field) for field in ("name", "author", "bootlegger"))
        return Meta(name or "", author or "", rules or (), found["firstNight"], found["otherNight"])

    @property
    def roles(self) -> tuple[str, ...]:
        """The known characters, as the option ``script`` takes them."""
        return tuple(entry.id for entry in self.entries if entry.known)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The characters that only a person can run."""
        return tuple(entry.id for entry in self.entries if not entry.known and entry.team != "jinx")


class Reading(Record, frozen=True):
    """What came of reading: the script (None: it has errors) and all faults, in the order of the file."""

    script: Script | None
    faults: tuple[Fault, ...]

    @property
    def errors(self) -> tuple[Fault, ...]:
        """The faults with which it cannot be played."""
        return tuple(fault for fault in self.faults if fault.grade == ERROR)

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """The faults with which it can."""
        return tuple(fault for fault in self.faults if fault.grade == WARNING)


def resolve(written: str) -> str:
    """A character's id however tools write it (``Fortune_Teller``, ``lil-monsta``); unknown ones are left alone."""
    found = _SEPARATORS.sub("", written).lower()
    return found if found in CHARACTERS or found in fields.STEPS else written


def plain(written: str) -> str:
    """Letters and digits of an id alone, however tools write it."""
    return "".join([char for char in written.lower() if unicodedata.category(char)[0] in "LNM"])[:LONGEST_ID]


def read(data: bytes | str) -> Reading:
    """Read a script in the tools' JSON. Whatever the bytes are, it returns, with a script, faults or both."""
    raw = data.encode(errors="surrogatepass") if isinstance(data, str) else data
    if len(raw) > LONGEST:
        return _no(Fault(ERROR, "too_large", params={"most": LONGEST, "length": len(raw)}))
    try:
        found = msgspec.json.decode(raw.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _no(Fault(ERROR, "not_json", params={"why": str(error)}))
    except RecursionError:
        return _no(Fault(ERROR, "too_deep"))
    if not isinstance(found, list):
        return _no(Fault(ERROR, "no_script"))
    if len(found) > MOST:
        return _no(Fault(ERROR, "too_many_entries", params={"most": MOST, "length": len(found)}))
    faults: list[Fault] = []
    script = _entries(found, faults)
    if len(faults) > MOST_FAULTS:
        faults = sorted(faults, key=lambda fault: fault.grade != ERROR)[:MOST_FAULTS]
    return Reading(None if any(fault.grade == ERROR for fault in faults) else script, tuple(faults))


def _no(fault: Fault) -> Reading:
    return Reading(None, (fault,))


def _entries(found: list[Any], faults: list[Fault]) -> Script:
    entries: list[Entry] = []
    places: dict[str, int] = {}
    meta: tuple[int, dict[str, Any]] | None = None
    for index, raw in enumerate(found):
        if isinstance(raw, dict) and raw.get("id") == META:
            if meta is not None:
                faults.append(Fault(ERROR, "second_meta", index, META, params={"first": meta[0]}))
                continue
            meta = (index, raw)
            faults += _checked(index, META, raw, fields.META)
            if not raw.get("name"):
                faults.append(Fault(WARNING, "missing", index, META, "name"))
            continue
        entry = _entry(index, raw, faults)
        if entry is None:
            continue
        if plain(entry.id) in places:
            written = raw if isinstance(raw, str) else raw["id"]
            faults.append(Fault(ERROR, "twice", index, _cut(written), params={"first": places[plain(entry.id)]}))
            continue
        places[plain(entry.id)] = index
        entries.append(entry)
    faults += _whole(entries, len(found))
    if meta is not None:
        faults += _orders(meta[0], meta[1], {plain(entry.id) for entry in entries})
    faults.sort(key=lambda fault: -1 if fault.index is None else fault.index)
    sound = meta is not None and not any(fault.grade == ERROR for fault in faults)
    return Script(tuple(entries), freeze(meta[1]) if meta is not None and sound else None)


def _entry(index: int, raw: Any, faults: list[Fault]) -> Entry | None:
    if isinstance(raw, str):
        raw = {"id": raw}
    if not isinstance(raw, dict):
        faults.append(Fault(ERROR, "not_entry", index))
        return None
    written = raw.get("id")
    if not isinstance(written, str) or not written.strip():
        faults.append(Fault(ERROR, "no_id", index))
        return None
    checked = list(_checked(index, _cut(written), raw, fields.CHARACTER))
    faults += checked
    ident = resolve(written)
    if not plain(ident) and fields.hidden(written) is None:
        faults.append(Fault(ERROR, "bad_id", index, _cut(written)))
        return None
    if ident in fields.STEPS:
        faults.append(Fault(ERROR, "reserved", index, _cut(written)))
        return None
    known = ident in CHARACTERS
    bare = raw.keys() == {"id"}
    if any(fault.grade == ERROR for fault in checked):
        return Entry(ident, known)
    if not known and bare:
        faults.append(Fault(WARNING, "unknown", index, _cut(written)))
    elif not known:
        lacking = [name for name in fields.NEEDED if fields.blank(raw.get(name) or "")]
        faults += [Fault(ERROR, "missing", index, _cut(written), name) for name in lacking]
    faults += _team_faults(index, ident, known, raw)
    return Entry(ident, known, {} if bare and known else freeze(raw))


def _team_faults(index: int, ident: str, known: bool, raw: Mapping[str, Any]) -> Iterator[Fault]:
    said = raw.get("team")
    if not said:
        return
    team = _team(said)
    if team not in (*fields.TEAMS, "jinx"):
        yield Fault(ERROR, "no_team", index, _cut(str(raw["id"])), "team", {"value": said, "known": fields.TEAMS})
    elif known and team != CHARACTERS[ident].team:
        details = {"value": said, "team": CHARACTERS[ident].team}
        yield Fault(ERROR, "other_team", index, _cut(str(raw["id"])), "team", details)


def _checked(index: int, ident: str, raw: Mapping[str, Any], known: Mapping[str, fields.Check]) -> Iterator[Fault]:
    for name, value in raw.items():
        if value is None and name != "id":  # tools write null for what is left out
            continue
        for grade, code, path, params in known.get(name, fields.foreign)(_cut(name), value):
            yield Fault(grade, code, index, ident, path, params)


def _whole(entries: list[Entry], length: int) -> Iterator[Fault]:
    characters = [entry for entry in entries if entry.team != "jinx"]
    if not characters:
        yield Fault(ERROR, "empty")
    elif len(characters) < FEWEST:
        yield Fault(WARNING, "few", params={"least": FEWEST, "length": len(characters)})
    if length > USUAL:
        yield Fault(WARNING, "many_entries", params={"most": USUAL, "length": length})
    teams = {entry.team for entry in characters}
    if characters and not teams & {"demon", ""}:
        yield Fault(WARNING, "no_demon")


def _orders(index: int, raw: Mapping[str, Any], present: set[str]) -> Iterator[Fault]:
    for name in ("firstNight", "otherNight"):
        order = raw.get(name)
        if not isinstance(order, list):
            continue
        seen: set[str] = set()
        for number, written in enumerate(order):
            if not isinstance(written, str):
                continue  # said already
            ident = plain(resolve(written))
            path = f"{name}[{number}]"
            if ident in seen:
                yield Fault(ERROR, "order_twice", index, META, path, {"value": _cut(written)})
            elif ident not in present and ident not in fields.STEPS:
                yield Fault(WARNING, "order_stranger", index, META, path, {"value": _cut(written)})
            seen.add(ident)


def _team(said: Plain) -> str:
    plain = said.strip().lower() if isinstance(said, str) else ""
    return fields.TEAM_ALIASES.get(plain, plain)


def _cut(written: str) -> str:
    """An id as it is shown in messages: not endless, and nothing hidden in it."""
    shown = "".join([char if fields.hidden(char) is None else "\ufffd" for char in written[:60]])
    return shown if len(written) <= 60 else f"{shown}…"
