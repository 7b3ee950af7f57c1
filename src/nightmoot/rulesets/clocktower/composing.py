"""Set-ups drawn on request: a bag for so many players, what its tokens hide, and what the Demon could be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nightmoot.core import chance
from nightmoot.core.errors import BadGame
from nightmoot.core.plain import Plain
from nightmoot.core.records import SeatSpec
from nightmoot.core.ruleset import Composed, Share
from nightmoot.rulesets.clocktower import own, setup
from nightmoot.rulesets.clocktower.book import Book
from nightmoot.rulesets.clocktower.data import AUTO, DATA, TEAMS, script_of, team_of
from nightmoot.rulesets.clocktower.night import BLUFFS, INTRODUCED


def compose(
    book: Book,
    players: int,
    secret: str,
    must: Sequence[str],
    never: Sequence[str],
    options: Mapping[str, Plain],
    unplayed: frozenset[str],
) -> Composed:
    """Draw a set-up (B1-B8) from the script of the options, as a game with that seed would.

    Raises :class:`BadGame` where the script is somebody's own, or what is wanted can't be had.
    """
    named = options["script"]
    if not own.plain_ids(named):
        raise BadGame("composes-nothing", "options.script", ruleset="clocktower")
    named = "tb" if named == AUTO else named
    least, most = DATA["least"].get(named, setup.LEAST) if isinstance(named, str) else setup.LEAST, 20
    if not least <= players <= most:
        raise BadGame("player-count", "players", least=least, most=most, given=players)
    script = tuple([role for role in script_of(named, ()) if role not in never])
    dealt, _ = setup.deal(
        book, [SeatSpec("")] * players, {**options, "script": script}, {"deck": tuple(must)}, secret, unplayed
    )
    roles = [(str(spec.role), spec.setup.get("believes")) for spec in dealt]
    drawn = {role for role, _ in roles}
    listed = [role for role in script_of(named, tuple(sorted(drawn))) if role in drawn]
    shares = [
        Share(team, tuple(role for role in listed if team_of(role) == team), kind="team")
        for team in (*TEAMS, "traveller")
    ]
    notes = tuple(_notes(roles, script, secret, unplayed))
    return Composed(tuple(share for share in shares if share.roles), notes=notes)


def _notes(
    roles: list[tuple[str, Any]], script: tuple[str, ...], secret: str, unplayed: frozenset[str]
) -> list[tuple[str, dict[str, Any]]]:
    """What the numbers were changed to, who believes to be somebody else, and three characters that nobody has."""
    found: list[tuple[str, dict[str, Any]]] = []
    seated = [role for role, _ in roles if team_of(role) in TEAMS]
    table = setup.counts(len(seated))
    now = {team: sum(team_of(role) == team for role in seated) for team in TEAMS}
    if now != table:
        found.append(("deck.changed", {**now, **{f"{team}_table": table[team] for team in TEAMS}}))
    found += [("deck.believes", {"role": role, "as": believed}) for role, believed in roles if believed is not None]
    taken = {*seated, *(believed for _, believed in roles)}
    free = tuple(r for r in script if team_of(r) in ("townsfolk", "outsider") and r not in taken and r not in unplayed)
    if len(seated) >= INTRODUCED and free:
        found.append(("deck.bluffs", {"roles": tuple(chance.shuffled(secret, "deck/bluffs", free))[:BLUFFS]}))
    return found
