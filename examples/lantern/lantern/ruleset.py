"""The ruleset: what there is, how it is dealt, how a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lantern import course, odd, simple
from nightmoot.core import BadGame, Plain, Ruleset, Scene, SeatSpec, State, chance
from nightmoot.core.ability import OptionSpec
from nightmoot.core.records import Holding, group_owner

#: What scenarios, the command line and search may call things, beside their ids.
NAMES = {
    "role": {
        "keeper": ("守灯人",),
        "shade": ("影子",),
        "watcher": ("望者",),
        "warden": ("护者",),
        "ringer": ("敲钟人",),
        "widow": ("遗孀",),
        "jailer": ("狱卒",),
        "brewer": ("酿酒人",),
        "mirror": ("镜匠",),
        "thief": ("偷听者",),
        "squire": ("侍从",),
        "sower": ("播种人",),
        "oracle": ("占卜人",),
        "mask": ("面具人",),
        "dreamer": ("梦游人",),
        "smith": ("铁匠",),
    },
    "camp": {"keepers": ("守灯方",), "shades": ("影子方",)},
    "side": {"keepers": ("守灯方",), "shades": ("影子方",)},
    "group": {"shades": ("影子们",)},
    "phase": {"night": ("夜晚",), "dawn": ("天亮",), "day": ("白天",), "vote": ("投票",)},
    "mark": {"shielded": ("护着",), "jailed": ("关押",), "drunk": ("喝醉",), "iron": ("铁打",)},
}


class Lantern(Ruleset):
    """The lantern game, for 5 to 12."""

    id = "lantern"
    players = (5, 12)
    camps = ("keepers", "shades")
    groups = ("shades",)
    phases = ("night", "dawn", "day", "vote")
    night_phases = frozenset({"night"})
    phase_steps = {"night": "night", "day": "day", "vote": "vote"}
    use_stages = ("mirror",)
    harm_stages = ("cant", "cancel", "instead")
    sheet = ("jail", "brew", "listen", "polish", "watch", "shield", "divine", "sow", "forge")

    def __init__(self) -> None:
        """Collect the books, the options and the names."""
        super().__init__()
        self.include(course.book, simple.book, odd.book)
        self.options = {
            "told": OptionSpec("told", "role", ("role", "camp")),
            "parity": OptionSpec("parity", True, (True, False)),
            "bells": OptionSpec("bells", 1, check=lambda value: value in (0, 1, 2), examples=(0, 1, 2)),
        }
        for kind, table in NAMES.items():
            self.names.add_all(kind, table)
        for skill in (*self.abilities, "vote", "oath", "sleepwalk"):
            self.names.add("skill", skill)
        self.boards = tuple({"id": "plain", "players": n, "roles": deck_for(n)} for n in range(5, 13))

    def deal(
        self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
    ) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
        """A card for everybody who has none yet, from the deck asked for or the usual one."""
        if all(spec.role for spec in specs):
            return specs, setup
        deck = tuple(setup.get("deck", ())) or deck_for(len(specs))
        if len(deck) != len(specs):
            raise BadGame("deck-size", "roles", given=len(deck), wanted=len(specs))
        cards = chance.shuffled(secret, "deal", deck)
        return [SeatSpec(spec.name, card, spec.setup) for spec, card in zip(specs, cards, strict=True)], setup

    def open(self, scene: Scene, setup: Mapping[str, Plain], choices: Mapping[str, Mapping[str, Plain]]) -> None:
        """Everybody gets what his role brings and is told it; then night falls."""
        for seat in scene.circle:
            role = scene.seat(seat).role
            scene.deal_holdings(seat, role)
            if self.roles[role].camp == "shades":
                scene.join("shades", seat)
            if "believes" in choices[seat]:
                scene.believe(seat, choices[seat]["believes"])
        scene.deal_group_holding(group_owner("shades"), "snuff")
        course.greet(scene)
        scene.push("night")

    def registrations(self, scene: Scene, seat: str, facet: str, asker: Holding) -> tuple[Plain, ...]:
        """The mask may count as one of the shades; everybody else counts as what he is."""
        actual = scene.read(seat, facet)
        return (actual, "shades") if facet == "camp" and scene.seat(seat).role == "mask" else (actual,)

    def may_post(self, state: State, by: str, channel: str) -> bool:
        """The living talk by day, the shades among themselves by night."""
        if state.seats[by].out:
            return False
        night = state.phase.name in self.night_phases
        return channel == "shades" and by in state.groups["shades"] if night else channel == "table"

    def on_verdict(self, scene: Scene, side: str | None, winners: tuple[str, ...]) -> None:
        """Everybody is told how it ended, and every card."""
        shows = tuple((seat, "role", scene.seat(seat).role) for seat in scene.circle)
        end = (("table", "winner", side or "nobody"), ("table", "winners", winners))
        scene.announce("over", side or None, side=side or "nobody", seats=winners, shows=(*end, *shows))


def deck_for(players: int) -> tuple[str, ...]:
    """The usual cards: a third of shades, a watcher, a warden, a ringer, keepers."""
    shades = max(1, players // 4)
    cards = ("shade",) * shades + ("watcher", "warden", "ringer")
    return cards + ("keeper",) * (players - len(cards))


RULESET = Lantern()
