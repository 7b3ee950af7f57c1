"""Who sits down and who leaves in the middle of the game (B62, B69)."""

from __future__ import annotations

from typing import Final

from nightmoot.core.scene import Scene
from nightmoot.rulesets.clocktower import today
from nightmoot.rulesets.clocktower.data import team_of
from nightmoot.rulesets.clocktower.kit import EVIL, LEFT, gained, kill, learn_script, of_team, you_are


def sit_down(s: Scene, seat: str) -> None:
    """A new player, nearly always a Traveller: the character is public, the alignment his own (B62)."""
    record = s.seat(seat)
    s.deal_holdings(seat, record.role)
    learn_script(s, record.role)
    s.push("check wins")
    public = (seat, "traveller", record.role) if team_of(record.role) == "traveller" else (seat, "in", True)
    shows = ((seat, "name", record.name), (seat, "in", True), ("table", "circle", s.circle), public)
    if team_of(record.role) == "traveller":
        s.announce("traveller", {seat: record.role}, seat=seat, role=record.role, shows=shows)
    else:
        s.announce("joined", {seat: record.name}, seat=seat, shows=shows)
    you_are(s, seat)
    if team_of(record.role) == "traveller":
        meet_the_demon(s, seat)
    gained(s, *s.state.holdings_of(seat))


def meet_the_demon(s: Scene, seat: str) -> None:
    """An evil Traveller is told who the Demon is (B62)."""
    demons = of_team(s, "demon")
    if s.camp(seat) == EVIL and demons:
        info = demons[0] if len(demons) == 1 else demons
        s.tell(seat, "demon_is", info, skill="demon", seats=demons, shows=tuple((d, "team", "demon") for d in demons))


#: Steps that vote on somebody, with the argument that says on whom.
VOTES: Final = {"vote": "nominee", "exile": "seat", "report": "seat"}


def _no_vote_on(s: Scene, seat: str) -> None:
    """Nobody votes on somebody who is gone, and he is not about to die."""
    kept = tuple([step for step in s.state.agenda if step.args.get(VOTES.get(step.kind, "")) != seat])
    if len(kept) < len(s.state.agenda):
        s.state.agenda = kept
        today.note(s, voting=False)
    if today.today(s.state)["about"] == seat:
        today.note(s, about=None)


def get_up(s: Scene, seat: str) -> None:
    """Leaving counts as dying for abilities that watch the player; then the place is gone (B69)."""
    if s.is_in(seat):
        kill(s, seat, kind=LEFT, pierces=s.rules.harm_stages)
    _no_vote_on(s, seat)
    s.state.circle = tuple([other for other in s.circle if other != seat])
    s.state.put_seat(s.seat(seat))
    s.changed()
    s.push("check wins")
    s.announce("left", seat, seat=seat, shows=(("table", "circle", s.circle), (seat, "in", False)))
