"""A storyteller alone with people who have no device: what he sends goes by the wire, what he sees by his page."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser.person import Person
from tests.host.evening import choose

#: As many as there are seats, of the usual lengths.
NAMES = {
    "zh": (
        "王小明 李雷 韩梅梅 司马相如 赵敏 钱多多 孙悟 周芷若 吴刚 郑和 "
        "冯程程 陈真 褚遂良 卫青 蒋干 沈万三 杨过 朱八 秦可卿 尤三姐"
    ).split(),
    "en": (
        "Ann Margaret Bo Charlie Dora Edward Flo Gilbert Hal Ivy Jonathan Kim Leo Mia Nat Oscar Pia Quentin Ros Sam"
    ).split(),
}


class Alone:
    """The first night is falling; beyond fifteen seats there are Travellers."""

    def __init__(
        self, arrive: Callable[..., Person], lang: str, seats: int, size: tuple[int, int], script: str = "tb"
    ) -> None:
        self._count = count(1)
        self.teller = arrive("Tess", lang, size=size)
        self.page: Page = self.teller.page
        players = min(seats, 15)
        room = {
            "ruleset": "clocktower",
            "players": players,
            "nickname": "Tess",
            "moderator": "human",
            "lang": lang,
            "pace": {"led": 1},
            "options": {"script": script},
        }
        self.code = str(self.teller.post("/api/rooms", room)["code"])
        for seat in range(1, players + 1):
            self.send({"room": {"do": "bots", "seat": seat, "policy": "hand", "name": NAMES[lang][seat - 1]}})
        self.send({"room": {"do": "start"}})
        while asked := next((one for one in self.told("pending") if not one["open"]["offer"]), None):
            choice = asked["suggestion"] or choose(asked["open"]["pick"], Random(1))
            self.send({"mod": {"do": "answer", "d": asked["d"], "seat": asked["owners"][0], "choice": choice}})
        travellers = ("thief", "bureaucrat", "gunslinger", "beggar", "scapegoat")
        for seat, role in zip(range(players + 1, seats + 1), travellers, strict=False):
            self.send({"room": {"do": "admit", "name": NAMES[lang][seat - 1], "role": role, "camp": "good"}})
        self.page.goto(f"/r/{self.code}")

    def send(self, command: dict[str, Any]) -> None:
        self.teller.post(f"/api/rooms/{self.code}/do", {"c": f"grim-{next(self._count)}", **command})

    def by_hand(self, act: str, **args: Any) -> None:
        self.send({"mod": {"do": "override", "act": act, "args": args}})

    def told(self, kind: str) -> Any:
        state = self.page.request.get(f"/api/rooms/{self.code}/state").json()
        return next((message[kind] for message in reversed(state) if kind in message), [])
