"""The interaction grid: every redirect × every protection × every suppression × every kind of damage, as scenarios.

What is expected comes from the tables below, which quote rulings by number; nothing is asked of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

#: Who sits where. 戊 is whom the damage is meant for; 己 is the innocent partner of a swap; 辛 is the mirror.
SEATS: Final = {
    "甲": "狼学者",
    "乙": "噬时狼妃",
    "丙": "女巫",
    "丁": "灾星",
    "戊": "郎中",
    "己": "乌鸦",
    "庚": "魔术师",
    "辛": "镜",
    "壬": "{role: 守卫, 模式选择: 日式守卫}",
    "癸": "摄梦人",
    "子": "流光伯爵",
    "丑": "隐者",
    "寅": "企鹅",
    "卯": "噩梦之影",
    "辰": "纵火犯",
    "巳": "天师",
    "午": "灵能",
    "未": "潜行者",
    "申": "凝滞者",
}
VICTIM, PARTNER, MIRROR = "戊", "己", "辛"


class Damage(NamedTuple):
    """One kind of damage: who speaks for it, the skill, who uses it, and the phase in which it is used."""

    kind: str
    speaker: str
    skill: str
    user: str
    phase: str


DAMAGES: Final = (
    Damage("指杀", "狼群", "杀人", "甲", "深夜2"),
    Damage("穿透", "丙", "毒药", "丙", "凌晨1"),
    Damage("致死伤害", "丁", "血光之灾", "丁", "深夜2"),
)
REDIRECTS: Final = ("无", "逆流", "交换", "反射", "逆流交换")
PROTECTIONS: Final = ("无", "守护", "坚韧", "不死", "隐身")
SUPPRESSIONS: Final = ("无", "冰冻", "恐惧", "业炎", "凝滞")

#: R74: which damage each status stops; 隐身 stops the effects of [指定] skills altogether (R124).
STOPS: Final = {
    "无": (),
    "守护": ("指杀",),
    "坚韧": ("指杀", "穿透"),
    "不死": ("指杀", "穿透", "致死伤害"),
    "隐身": ("指杀", "穿透", "致死伤害"),
}
#: R109 and its neighbours: what keeps the user from using the skill at all. 业炎 takes a character's own skills; the
#: pack's 杀人 is the pack's. 凝滞 does not stop, it puts off by one day (R118).
KEEPS_FROM_USING: Final = {
    "无": (),
    "冰冻": ("指杀", "穿透", "致死伤害"),
    "恐惧": ("指杀", "穿透", "致死伤害"),
    "业炎": ("穿透", "致死伤害"),
    "凝滞": (),
}
#: Under these the user gets no 冰冻, 恐惧 or 业炎 either: 流光庇护's 不死 comes with 秩序 (R112), 隐身 as R124.
SHIELDS_FROM_STATUSES: Final = ("不死", "隐身")


class Case(NamedTuple):
    """One cell of the grid."""

    damage: Damage
    redirect: str
    protection: str
    suppression: str

    @property
    def name(self) -> str:
        """The cell in words."""
        return " ".join((self.damage.kind, self.redirect, self.protection, self.suppression))

    @property
    def ends_on(self) -> str:
        """Where the damage ends if nobody is protected by 隐身 (R51-R55).

        逆流 turns a character's own skill back on its user (the pack's 杀人 is nobody's own), then 交换 swaps, then
        反射 passes on to the one drawn.
        """
        user, pack = self.damage.user, self.damage.skill == "杀人"
        return {
            "无": VICTIM,
            "逆流": VICTIM if pack else user,
            "交换": PARTNER,
            "反射": PARTNER,
            "逆流交换": VICTIM if pack else PARTNER,
        }[self.redirect]

    @property
    def swapped(self) -> tuple[str, str] | None:
        """Whom the magician names."""
        return {"交换": (VICTIM, PARTNER), "逆流交换": (self.damage.user, PARTNER)}.get(self.redirect)

    @property
    def holds(self) -> tuple[str, str] | None:
        """The swap as it holds: it does not settle on one who is 隐身 by then (R124)."""
        hidden = self.protection == "隐身" and self.swapped is not None and self.ends_on in self.swapped
        return None if hidden else self.swapped

    def aimed(self, seat: str) -> str:
        """Whom to name so that it ends on this seat: the other of a swap that holds."""
        if self.holds is None or seat not in self.holds:
            return seat
        return self.holds[1] if seat == self.holds[0] else self.holds[0]

    @property
    def settles_on(self) -> str:
        """Where the damage ends in truth (R51-R55)."""
        back = self.redirect in ("逆流", "逆流交换") and self.damage.skill != "杀人"
        named = MIRROR if self.redirect == "反射" else VICTIM
        found = self.aimed(self.damage.user if back else named)
        return PARTNER if found == MIRROR else found

    @property
    def protected_by(self) -> str:
        """The protection that its target has: given to the seat of ``ends_on``.

        Not under 逆流 where the victim bears its mark: protecting skills turn back from him as well.
        """
        reaches = self.settles_on == self.ends_on
        turned = self.redirect in ("逆流", "逆流交换") and self.ends_on == VICTIM
        return self.protection if reaches and not turned else "无"

    @property
    def used(self) -> bool:
        """Can the user use the skill?"""
        shielded = self.ends_on == self.damage.user and self.protection in SHIELDS_FROM_STATUSES
        return shielded or self.damage.kind not in KEEPS_FROM_USING[self.suppression]

    @property
    def settled(self) -> bool:
        """Do the rulings settle this cell? What delays itself by naming the bearer of 凝滞 is left to the director."""
        if self.suppression != "凝滞":
            return True
        if self.protection == "隐身" and self.ends_on == self.damage.user:
            return False
        return not (self.redirect == "逆流交换" and self.damage.skill != "杀人")

    @property
    def dies_tonight(self) -> tuple[str, ...]:
        """Who is out in the morning (R27): nobody where the skill is not used, is stopped, or is put off."""
        if not self.used or self.suppression == "凝滞" or self.damage.kind in STOPS[self.protected_by]:
            return ()
        return (self.settles_on,)

    @property
    def dies_a_day_later(self) -> tuple[str, ...]:
        """Under 凝滞 (R118-R120): only what lasts until then protects: 隐身, or what was put off along with it."""
        put_off = self.protected_by == "隐身" or self.ends_on == self.settles_on == self.damage.user
        lasting = self.protected_by if put_off else "无"
        return () if self.damage.kind in STOPS[lasting] else (self.settles_on,)


def cases() -> Iterator[Case]:
    """Every cell that the rulings settle."""
    found = (Case(*cell) for cell in product(DAMAGES, REDIRECTS, PROTECTIONS, SUPPRESSIONS))
    return (case for case in found if case.settled)


def document(case: Case) -> str:
    """The cell as a scenario."""
    seats = ", ".join(f"{{{name}: {role}}}" for name, role in SEATS.items())
    lines = [f'title: "{case.name}"', "ruleset: forum", "options: {sheriff: false}", f"seats: [{seats}]", "play:"]
    return "\n".join((*lines, *(f"  - {line}" for line in play(case)))) + "\n"


def play(case: Case) -> Iterator[str]:
    """What is done, in the order of the night."""
    user, target = case.damage.user, case.ends_on
    if case.suppression == "凝滞":
        yield f"申: {{时间凝滞: {user}}}"
        yield "chance: {杀人: [甲]}"
    if case.redirect in ("逆流", "逆流交换"):
        yield f"乙: {{时间逆流: {VICTIM}}}"
    if case.protection == "隐身":
        yield f"丑: {{脱下隐身衣: {target}}}"
    if case.protection == "不死":
        yield f"子: {{流光庇护: {target}}}"
    if case.suppression == "恐惧":
        yield f"卯: {{恐惧: {user}}}"
    if case.swapped is not None:
        yield f"庚: {{交换: [{', '.join(case.swapped)}]}}"
    if case.suppression == "业炎":
        yield f"辰: {{纵火: {case.aimed(user)}}}"
    if case.suppression == "冰冻":
        yield f"寅: {{冰冻: {case.aimed(user)}}}"
    if case.protection == "守护":
        yield f"壬: {{日式守护: {case.aimed(target)}}}"
    yield f"癸: {{摄梦: {case.aimed(target) if case.protection == '坚韧' else '巳'}}}"
    if case.redirect == "反射":
        yield f"chance: {{反射: [{PARTNER}]}}"
    act = f"{case.damage.speaker}: {{{case.damage.skill}: {MIRROR if case.redirect == '反射' else VICTIM}}}"
    if case.used:
        yield act
    else:
        yield f"until: {case.damage.phase}"
        yield f"refused: {{{act}}}"
    yield "until: 正午"
    yield f"expect: {{died: [{', '.join(case.dies_tonight)}]}}"
    if case.suppression == "凝滞":
        yield "癸: {摄梦: 午}"
        yield "until: 正午"
        yield f"expect: {{day: 3, died: [{', '.join(case.dies_a_day_later)}]}}"
