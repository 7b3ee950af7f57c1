"""The ruleset ``forum``: 版杀, 96 roles, a night of more than a hundred slots (seed 002, rulings R-n)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from nightmoot.core import chance
from nightmoot.core.errors import BadGame
from nightmoot.core.plain import Plain, freeze
from nightmoot.core.records import Harm, Holding, Mark, Notice, Order, SeatSpec, Use, group_owner
from nightmoot.core.ruleset import Composed, Ruleset, Share
from nightmoot.core.scene import Scene
from nightmoot.core.state import State
from nightmoot.rulesets.forum import data, flow, hurt, kit, knife, moments, office, statuses, votes, wins
from nightmoot.rulesets.forum.camps import camp_in
from nightmoot.rulesets.forum.data import ROLES
from nightmoot.rulesets.forum.roles import BOOKS

#: All substitutions that are there act, in this order (R78).
SUBSTITUTES: Final = ("蛊惑", "记忆同步", "见习")
#: Where several of them meet one use: feedback is taken away first, and the thief acts last (R130).
TURNED: Final = ("堕落", "被偷盗")


class ForumRuleset(Ruleset):
    """版杀."""

    id = "forum"
    listed = 2
    players = (6, 60)
    composes = True
    camps = (data.VILLAGE, data.WOLVES, data.UNCERTAIN, data.BLACK, *data.third_camps())
    groups = (knife.PACK, "情侣")
    phases = data.PHASES
    night_phases = frozenset(data.NIGHT)
    use_stages = ("时间逆流", "交换", "人偶操控", "防反", "反射", "磁吸")
    harm_stages = ("cant", "cancel", "instead")
    instead = "all"
    rhythm = data.rhythm()
    pace = MappingProxyType({"discussion closing": 0})  # a live room has no last hour

    def __init__(self) -> None:
        """Collect the books; every printed skill must be declared."""
        super().__init__()
        self.include(statuses.book, hurt.book, knife.book, votes.book, office.book, flow.book, wins.book, *BOOKS)
        self.use_hooks.sort(key=lambda hook: TURNED.index(hook[0]) if hook[0] in TURNED else -1)
        for name in ROLES:
            printed = [s["id"] for s in ROLES[name]["skills"] if not s.get("granted_by")]
            self.role(name, data.camp_of_role(name), *(skill for skill in printed if skill in self.abilities))
        self.options = data.options()
        self.names = data.names()
        for ability in self.abilities:
            if self.names.find("skill", ability) is None:
                self.names.add("skill", ability)

    # ------------------------------------------------------------------ setting up

    def deal(
        self, specs: Sequence[SeatSpec], options: Mapping[str, Plain], setup: Mapping[str, Plain], secret: str
    ) -> tuple[Sequence[SeatSpec], Mapping[str, Plain]]:
        """Fixed roles stay; the others come from the deck that is given or composed (section 【人数配备】)."""
        if all(spec.role is not None for spec in specs):
            return specs, setup
        deck = tuple(setup.get("deck", ()))
        if not deck:
            from nightmoot.rulesets.forum.composing import compose

            wanted = tuple(spec.role for spec in specs if spec.role)
            deck = compose(
                len(specs), secret, must=(*setup.get("must", ()), *wanted), never=tuple(setup.get("never", ()))
            ).roles
        rest = list(deck)
        for spec in specs:
            if spec.role is not None:
                if spec.role not in rest:
                    raise BadGame("not-in-deck", "seats", role=spec.role)
                rest.remove(spec.role)
        cards = list(chance.shuffled(secret, "deal", tuple(rest)))
        if len(cards) != sum(spec.role is None for spec in specs):
            raise BadGame("deck-size", "roles", given=len(deck), wanted=len(specs))
        return [
            spec if spec.role is not None else SeatSpec(spec.name, cards.pop(0), spec.setup) for spec in specs
        ], setup

    def compose(
        self,
        players: int,
        secret: str,
        must: Sequence[str] = (),
        never: Sequence[str] = (),
        options: Mapping[str, Plain] | None = None,
    ) -> Composed:
        """A board by shares, pairs and strengths (section 【人数配备】)."""
        from nightmoot.rulesets.forum.boards import side
        from nightmoot.rulesets.forum.composing import compose

        least, most = self.players
        if not least <= players <= most:
            raise BadGame("player-count", "players", least=least, most=most, given=players)
        board = compose(players, secret, must=must, never=never)
        camps = {"村民": data.VILLAGE, "狼人": data.WOLVES}
        shares = [
            Share(camps.get(name, ""), tuple(role for role in board.roles if side(role) == name), strength)
            for name, strength in board.strengths.items()
        ]
        return Composed(tuple(shares), board.widened)

    def open(self, scene: Scene, setup: Mapping[str, Plain], choices: Mapping[str, Mapping[str, Plain]]) -> None:
        """Cards, tags, groups; then the opening skills."""
        seats = scene.state.seats
        scene.state.groups = {knife.PACK: (), "情侣": ()}
        scene.remember("opening table", tuple(seats[seat].role for seat in scene.circle))
        scene.remember("opening camps", {seat: data.camp_of_role(seats[seat].role) for seat in scene.circle})
        scene.remember("setup", {seat: dict(given) for seat, given in choices.items() if given})
        for seat in scene.circle:
            scene.deal_holdings(seat, seats[seat].role)
            scene.grant(seat, "vote", by="table")
        scene.deal_group_holding(knife.OWNER, "杀人")
        if "窥天" in self.abilities:
            scene.deal_group_holding(group_owner(knife.PACK), "窥天")
        self._greet(scene)
        for holding in tuple(scene.state.holdings.values()):
            moments.held(scene, holding)
        for seat in scene.circle:
            if seats[seat].role == "蛊惑师":
                scene.mark(seat, "首夜", until="夜晚结束/1")
            for entry in ROLES[seats[seat].role].get("tags", ()):
                if entry["when"] == "always":
                    knife.tag(scene, seat, entry["tag"])
        scene.push("opening", choices=freeze(dict(choices)))

    def _greet(self, scene: Scene) -> None:
        shows: list[tuple[str, str, Plain]] = [("table", "circle", scene.circle), ("table", "sheriff", None)]
        for seat in scene.circle:
            shows += [(seat, "name", scene.seat(seat).name), (seat, "in", True)]
        scene.announce("start", None, n=len(scene.circle), shows=tuple(shows))
        for seat in scene.circle:
            role, camp = scene.seat(seat).role, scene.camp(seat)
            scene.tell(
                seat,
                "you_are",
                {"role": role, "camp": camp},
                role=role,
                camp=camp,
                shows=((seat, "role", role), (seat, "camp", camp)),
            )

    # ------------------------------------------------------------------ questions of the core

    def camp_of(self, state: State, seat: str) -> str:
        """Camps are pointers, followed when read."""
        return camp_in(state, seat)

    def facet(self, scene: Scene, seat: str, facet: str) -> Plain:
        """``armed``: does the seat carry a knife (R2)?"""
        return knife.carries_knife(scene, seat) if facet == "armed" else None

    def outlasts(self, state: State, holding: Holding) -> bool:
        """What 鬼情 has brought works though its holder is out (L1062)."""
        return any(mark.on == holding.id for mark in state.marks.get("身死犹用", ()))

    def upheld(self, mark: Mark) -> bool:
        """Statuses from <强制> skills live as long as the skill stands (L68); all others hold by themselves."""
        if mark.by is None or ":" not in mark.by:
            return False
        ability = self.abilities.get(mark.by.rsplit(":", 1)[1].split("#")[0])
        return ability is not None and statuses.FORCED in ability.tags and mark.kind not in ("被操控", "借用", "mask")

    def operator(self, scene: Scene, seat: str, ability: str) -> str:
        """夺舍 and 日光窃取 take the right to operate over; the later of two has it (R129)."""
        marks = scene.marks("被操控", on=seat)
        return str(marks[-1].data) if marks and scene.state.phase.name in data.NIGHT else seat

    def compulsory(self, scene: Scene, holding: Holding) -> bool:
        """杀人 under 未明之雾 must be used (L498)."""
        return holding.ability == "杀人" and bool(scene.recall("fog"))

    def vetoes(self, scene: Scene, use: Use, target: str) -> Mark | None:
        """隐身: effects of [指定] skills do not settle on their last target; also the only-against kind (R124)."""
        if kit.TARGETED not in self.abilities[use.ability].tags or target not in scene.state.seats:
            return None
        source = scene.recall("biter") if use.actor == knife.PACK or use.holding.startswith(knife.OWNER) else use.actor
        marks = scene.marks("隐身", on=target)
        return next((mark for mark in marks if (mark.data or {}).get("against") in (None, source)), None)

    def lost(self, scene: Scene, use: Use) -> None:
        """A [翻牌] skill shows the card though nothing comes of it (R107)."""
        if "翻牌" in self.abilities[use.ability].tags:
            hurt.flip(scene, use.actor)
        anyway = kit.LOST.get(use.ability)
        if anyway is not None:
            anyway(scene, scene.state.holdings[use.holding], use)

    def delays(self, scene: Scene, use: Use) -> bool:
        """凝滞 on the user or on a final target puts the settlement off by one day (R118-R122)."""
        if scene.state.phase.name in ("开局",) or use.ability == "vote" or "自动" in self.abilities[use.ability].tags:
            return False
        source = scene.recall("biter") if use.actor == knife.OWNER else use.actor
        tags = self.abilities[use.ability].tags
        reached = use.targets if kit.TARGETED in tags and kit.CLEARING not in tags else ()
        seats = [seat for seat in (source, *reached) if seat in scene.state.seats]
        if not any(scene.marks("凝滞", on=seat) for seat in seats):
            return False
        raw = {key: value for key, value in msgspec.structs.asdict(use).items() if key != "cause"}
        if use.actor == knife.OWNER:
            raw["source"] = source
        if "翻牌" in tags:  # the card is shown today all the same (R118)
            hurt.flip(scene, use.actor)
        raw["gone"] = tuple(seat for seat in use.targets if not scene.is_in(seat))
        day = scene.day + 1
        entry = freeze({"day": day, "phase": scene.state.phase.name, "use": raw})
        scene.state.put("memory", "delayed", (*scene.recall("delayed", ()), entry))
        return True

    def harm_order(
        self, scene: Scene, stage: str, found: list[tuple[Mark, Any]]
    ) -> list[tuple[Mark, Callable[[Scene, Mark, Harm], Any]]]:
        """Of several blocks the one with the shortest time is used (R73)."""
        if stage == "instead":
            return sorted(
                found, key=lambda entry: SUBSTITUTES.index(entry[0].kind) if entry[0].kind in SUBSTITUTES else 9
            )
        if stage != "cancel":
            return found
        return sorted(found, key=lambda entry: statuses.block_order(entry[0]))

    def on_verdict(self, scene: Scene, side: str | None, winners: tuple[str, ...]) -> None:
        """The end: who has won, and every card (演员表)."""
        shows: list[tuple[str, str, Plain]] = [("table", "winner", side or "nobody"), ("table", "winners", winners)]
        for seat in scene.circle:
            shows += [(seat, "role", scene.seat(seat).role), (seat, "camp", scene.camp(seat)), (seat, "revealed", True)]
        scene.announce("over", side or None, side=side or "nobody", seats=winners, shows=tuple(shows))

    def depart(self, scene: Scene, seat: str) -> None:
        """The director puts somebody out: a red card, with what follows from an out."""
        harm = scene.queue(seat, hurt.RED_CARD, source=None)
        if harm is not None:
            hurt.resolve(scene, harm)

    def statuses(self, scene: Scene, seat: str) -> tuple[str, ...]:
        """The statuses effective on a seat; a counted 守护 also by its count."""
        found = []
        for mark in scene.state.all_marks():
            if mark.on != seat or not scene.standings.lives(mark):
                continue
            found.append(mark.kind)
            if mark.kind == "守护":
                count = (mark.data or {}).get("count")
                found.append(f"守护:{'∞' if count is None else count}")
        return tuple(dict.fromkeys(found))

    def exposed_facets(self) -> frozenset[str]:
        """Seeing a card, a camp, a fellow of the pack or a lover is seeing who somebody is."""
        return frozenset({"role", "camp", "mate", "lover"})

    def group_of(self, state: State, group: str) -> tuple[str, ...]:
        """Who acts for a group now."""
        members = (seat for seat in state.groups.get(group, ()) if not state.seats[seat].out)
        if state.phase.name not in data.NIGHT:
            return tuple(members)
        driven = {mark.on: str(mark.data) for mark in state.marks.get("被操控", ())}
        return tuple(dict.fromkeys(driven.get(seat, seat) for seat in members))

    def order_notice(self, scene: Scene, holding: Holding, actor: str, choice: Plain) -> Notice | None:
        """Votes are public as they are posted, never a number (L156)."""
        if holding.ability != "vote":
            return None
        return Notice(
            "投了票", "all", {"seat": actor, "choice": choice}, ((actor, "vote", choice),), None, {actor: choice}
        )

    def withdrawn(self, order: Order) -> Order | None:
        """A vote taken back is an abstention, and the one change (R272)."""
        vote = order.window == votes.WINDOW
        return msgspec.structs.replace(order, choice=None, times=order.times + 1) if vote else None

    def post_limits(self, state: State, by: str, channel: str) -> tuple[int | None, int | None]:
        """寡言: five posts a day at the table, of five characters each (L93)."""
        hushed = any(m.on == by for kind in ("寡言", *statuses.containing("寡言")) for m in state.marks.get(kind, ()))
        return (5, 5) if hushed and channel == "table" else (None, None)

    def may_post(self, state: State, by: str, channel: str) -> bool:
        """The living speak by day; groups at any time."""
        alive = not state.seats[by].out
        if state.over is not None:
            return channel == "table"
        if channel == "table":
            if by == state.memory.get("speaks until the badge is handed on"):
                return True
            if alive and any(mark.on == by for mark in state.marks.get("自由", ())):
                return True  # 自由: at any time (L105)
            speaks = alive or by in state.memory.get("talking dead", ())
            return speaks and state.phase.name in ("正午", "竞选")
        return alive and by in state.groups.get(channel, ())


RULESET = ForumRuleset()
