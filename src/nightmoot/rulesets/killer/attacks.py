"""Attacks: kill orders, snipes and the madman's fifth result, against players, NPCs and the GM."""

from __future__ import annotations

from typing import NamedTuple

from nightmoot.core.picks import one
from nightmoot.core.records import MODERATOR
from nightmoot.core.scene import Scene
from nightmoot.rulesets.killer.data import DATA
from nightmoot.rulesets.killer.events import npc_event
from nightmoot.rulesets.killer.items import Item, due_to, miss, turn
from nightmoot.rulesets.killer.news import News
from nightmoot.rulesets.killer.seats import is_npc, living_specials, passive, players


class Shield(NamedTuple):
    """A protection that lies on somebody: by which holding, and whether it is used up by one kill."""

    holding: str
    once: bool


class Attacks:
    """The attacks of one settlement: the protections left, and the special jobs that lived at its start (K-67)."""

    def __init__(self, scene: Scene, day: int, news: News) -> None:
        """A settlement of the orders of this day."""
        self.scene, self.day, self.news = scene, day, news
        self.specials = living_specials(scene)
        self.shields: dict[str, list[Shield]] = {}

    def shield(self, item: Item) -> None:
        """A protection absorbs one kill order, or all of them by option (K-43)."""
        once = self.scene.options["protection_absorbs"] == "one_kill_order"
        self.shields.setdefault(item.target, []).append(Shield(item.holding, once))
        self.scene.fact("protected", seat=item.target, what=item.skill, by=item.holding, cause=item.fact)

    def put_out(self, seat: str, kind: str, *, source: str | None, cause: int | None) -> int | None:
        """Take a seat out, without triggers; the fact of it, or None where it was out already."""
        with due_to(self.scene, cause):
            if not self.scene.is_in(seat) or not self.scene.kill(seat, kind, source=source):
                return None
        self.news.out[seat] = kind
        return next(self.scene.past("out", seat=seat)).id

    # ------------------------------------------------------------------ whom it may hit

    def snipe(self, item: Item) -> None:
        """α's shot: no protection, no swap, no β; a bomb answers (K-24)."""
        item.acted = True
        if item.target == MODERATOR:
            self.at_gm(item)
        elif not self.scene.is_in(item.target):
            miss(self.scene, item, "missed")
        elif is_npc(self.scene, item.target):
            self.at_npc(item)
        else:
            self.hit(item, "snipe")

    def strike(self, item: Item) -> None:
        """A kill order or the madman's fifth result: GM, NPC, protection, β, bomb, ordinary player (K-22)."""
        item.acted = True
        if item.target == MODERATOR:
            self.at_gm(item)
        elif not self.scene.is_in(item.target):
            miss(self.scene, item, "missed")
        elif not is_npc(self.scene, item.target):
            self._at_player(item, item.skill)
        elif item.skill == "kill":
            self.at_npc(item)
        else:
            miss(self.scene, item, "immune")

    def _at_player(self, item: Item, kind: str) -> None:
        target = item.target
        shields = self.shields.get(target)
        if shields:
            shield = shields.pop(0) if shields[0].once else shields[0]
            data = {"stage": "cancel", "source": item.by}
            self.scene.fact("cancelled", seat=target, what=kind, by=shield.holding, data=data, cause=item.fact)
            return
        mark = passive(self.scene, target, "beta", self.day)
        others = tuple(seat for seat in players(self.scene) if seat != target)
        if mark is None or not others:
            self.hit(item, kind)
            return
        self.scene.unmark(mark)
        turn(self.scene, item, self._thrown_onto(target, others), stage="beta", mark="beta")
        self._at_player(item, "reflected" if kind == "kill" else kind)

    def _thrown_onto(self, beta: str, others: tuple[str, ...]) -> str:
        """Onto whom β throws the order: it keeps its sender (K-21)."""
        if self.scene.options["beta_target"] == "chosen_by_beta":
            return str(self.scene.ask(beta, one(others), key="reflect", drawn=True))
        return str(self.scene.draw("beta", others))

    def hit(self, item: Item, kind: str) -> None:
        """The target is out; a bomb takes the sender along, face up (K-60)."""
        bomb = passive(self.scene, item.target, "bomb", self.day)
        out = self.put_out(item.target, kind, source=item.by, cause=item.fact)
        if item.skill == "kill" and self.scene.recall("first_killed") is None:
            self.scene.remember("first_killed", item.target)
        if bomb is not None:
            self.scene.unmark(bomb)
            self.put_out(item.by, "blast", source=item.target, cause=out)

    # ------------------------------------------------------------------ NPCs and the GM

    def at_npc(self, item: Item) -> None:
        """An NPC evades half of the attacks; every attack sets off an event (K-71, K-72)."""
        if self.scene.happens("npc", DATA["npc"]["evasion"]):
            data = {"stage": "evaded", "mark": "evasion", "source": item.by}
            fact = self.scene.fact("cancelled", seat=item.target, what=item.skill, data=data, cause=item.fact)
        else:
            fact = self.put_out(item.target, item.skill, source=item.by, cause=item.fact) or item.fact
        with due_to(self.scene, fact):
            npc_event(self.scene, self.day, self.news, npc=item.target, attacker=item.by)

    def at_gm(self, item: Item) -> None:
        """What happens depends on the civilians' special jobs at the start of the settlement (K-67 … K-70)."""
        scene = self.scene
        if scene.recall("gm_out"):
            miss(scene, item, "missed")
            return
        data = {"specials": self.specials}
        attack = scene.fact("gm_attacked", seat=item.by, what=item.skill, data=data, cause=item.fact)
        with due_to(scene, attack):
            if "doctor" in self.specials:
                scene.fact("gm_saved")
            else:
                scene.remember("gm_out", True)
                scene.fact("gm_out")
                self.news.gm_out = True
            if "police" in self.specials:
                scene.remember("attackers", (*scene.recall("attackers", ()), item.by))
                scene.fact("gm_names", seat=item.by)
            if "madman" in self.specials:
                camp, day = scene.camp(item.by), self.day + 1
                scene.remember("void_camps", (*scene.recall("void_camps", ()), (camp, day)))
                scene.fact("camp_void", what=camp, data={"on": day})
        if "bomb" in self.specials:
            self.put_out(item.by, "gm", source=MODERATOR, cause=attack)
