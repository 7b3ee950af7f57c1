"""Every role, skill, status, damage, place of the out list, win and ruling of the forum game has a scenario.

Reads the rule data, the rulings and the scenario files as plain YAML; it does not import the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

ROOT = Path(__file__).parents[2]
LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
RULES: dict[str, Any] = yaml.load(
    (ROOT / "src/nightmoot/rulesets/forum/rules.yaml").read_text(encoding="utf-8"), Loader=LOADER
)
RULINGS = (ROOT / "docs/rulings/forum.md").read_text(encoding="utf-8")
FOLDER = Path(__file__).parent / "forum"

#: Rulings that no scenario can show, each with the reason.
NO_SCENARIO: Final = {
    12: "no role gives 漏洞, so it never meets 秩序",
    116: "no role gives 流血 or 漏洞; their places stay empty",
    164: "the thief's cards and their partners belong to the dealing; a scenario fixes the deal",
    210: "the number of seers belongs to the dealing; a scenario may seat any mix",
    211: "strengths belong to the dealing; a scenario may seat any mix",
    212: "when the elder wolf must be dealt belongs to the dealing; a scenario may seat any mix",
    215: "hours of the day; see tests/host/slow/test_doors.py",
    253: "a stalemate is declared by the director, who then decides; the program never does",
    268: "hours of the day; see tests/host/slow/test_doors.py",
    269: "hours of the day; see tests/host/slow/test_doors.py",
    270: "hours of the day; see tests/host/slow/test_doors.py",
    271: "hours of the day; see tests/host/slow/test_doors.py",
    272: "a scenario takes no vote back; see tests/rulesets/forum/test_votes_told.py",
    267: "thirty days are no scenario; see tests/rulesets/forum/test_stalemate.py",
    265: "which boards exist in small games belongs to the dealing",
    117: "conduct cards are no part of the game that a scenario plays",
    220: "which earlier messages of a group a new member can read is no expectation of a scenario",
}
#: Statuses that no scenario can show, each with the reason.
NO_STATUS: Final[dict[str, str]] = {
    "缴械": "given only as a part of 冰冻 and 恐惧, which go by their own names",
    "超度": "given only as a part of 业炎 and 净化, which go by their own names",
    "流血": "no role gives it",
    "漏洞": "no role gives it",
    "吹笛": "another name for the permanent 寡言 of the piper (R11)",
    "诽谤 mark": "not a status: the votes received (see tally)",
    "归元 lock": "not a status: what can no longer be gained (see no_status)",
}
#: Skills whose use is no choice: a scenario shows what they do under these words.
PASSIVE: Final = {
    "天意": ("天意",),
    "隐身衣": ("隐身衣",),
    "传承": ("传承",),
    "神使": ("神使", "上帝使徒"),
    "女巫的爱护": ("女巫的爱护", "爱护"),
    "宿命": ("宿命",),
    "长寿之命": ("长寿之命",),
    "神恩": ("神恩",),
    "齐心": ("齐心",),
    "激励": ("激励",),
    "不归": ("不归",),
    "富有": ("富有",),
    "反射": ("反射",),
    "遗计": ("遗计",),
    "神血": ("神血",),
    "免疫": ("免疫",),
    "寻仇": ("寻仇",),
    "雪恨": ("雪恨",),
    "时波混乱": ("时波混乱",),
    "花语": ("花语",),
    "咆哮": ("咆哮", "熊"),
    "主宰黑夜": ("主宰黑夜",),
    "灵通": ("灵通",),
    "异端": ("异端",),
    "魔女秘法": ("魔女秘法",),
    "主人格": ("主人格",),
    "竞岗": ("竞选", "警长"),
    "装模作样": ("装模作样",),
}
#: The rulings that a director should confirm (confidence l, of the whole or of a part), each with its option.
CONFIRM: Final = {
    14: "hush",
    94: "arson_lasts",
    163: "meet_seers",
    203: "hidden_wolf_knife",
    225: "pretence_lasts",
    256: "carded_return",
}
#: Every loss line of section 【胜负判定】, and words of the title that shows it.
LOSSES: Final = {
    "W1": "没有存活的狼人阵营",
    "W2": "狼人阵营存活的全部永久寡言",
    "W3": "群内和接刀全部出局，且狼人出局达到0.3",
    "W4": "狼人阵营出局达到全场的0.35",
    "V1": "没有存活的村民阵营",
    "V2": "村民阵营存活的全部永久寡言",
    "V3": "村民阵营出局达到全场的0.5",
    "T0": "三方的角色全部出局",
}
KINDS: Final = ("指杀", "穿透", "致死伤害", "投票出局", "红牌罚下")
WORDS: Final = ("until", "expect", "refused", "undo", "chance", "clock", "say", "storyteller")


def documents() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in sorted(FOLDER.glob("*.yaml")):
        found += yaml.load_all(path.read_text(encoding="utf-8"), Loader=LOADER)
    return found


DOCUMENTS = documents()
TITLES = [document["title"] for document in DOCUMENTS]


def entries(kind: str) -> Iterator[Any]:
    """The play entries of this kind."""
    for document in DOCUMENTS:
        for entry in document["play"]:
            if kind in entry:
                yield entry[kind]


def expected(key: str) -> Iterator[Any]:
    for block in entries("expect"):
        if key in block:
            yield block[key]


def acts(document: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Skill and choice of every decision that the document really takes, those of the seat map too."""
    for seat in document["seats"]:
        for given in seat.values():
            if isinstance(given, dict):
                yield from ((skill, choice) for skill, choice in given.items() if skill != "role")
    for entry in document["play"]:
        for who, what in entry.items():
            if who not in WORDS or who == "storyteller":
                yield from what.items()


def skills() -> dict[str, dict[str, Any]]:
    """Every skill printed on a role, of the pack and of the sheriff, by name."""
    printed = {skill["id"]: skill for role in RULES["roles"] for skill in role["skills"]}
    others = (*RULES["pack"]["skills"], *RULES["sheriff"]["skills"])
    return {**printed, **{name: {"id": name} for name in others}}


def names(role: dict[str, Any]) -> tuple[str, ...]:
    return (role["id"], *role.get("aliases", ()), role["en"])


def camp(role: dict[str, Any]) -> str:
    """The camp that a card has by itself."""
    own: str = role["id"]
    return {"村民": "村民阵营", "狼人": "狼人阵营", "不定": "不定阵营"}.get(role["camp"], own)


def confidence() -> dict[int, str]:
    return {int(n): c for n, c in re.findall(r"^(\d+)\. \*\*\[[A-Z] ([hml])\]", RULINGS, re.MULTILINE)}


def rulings_shown() -> set[int]:
    return {int(number) for title in TITLES for number in re.findall(r"R(\d+)", title)}


def test_titles_differ() -> None:
    assert sorted({title for title in TITLES if TITLES.count(title) > 1}) == []


def test_every_role_is_seated() -> None:
    seated: set[str] = set()
    for document in DOCUMENTS:
        for seat in document["seats"]:
            seated |= {given["role"] if isinstance(given, dict) else given for given in seat.values()}
    assert [role["id"] for role in RULES["roles"] if not seated.intersection(names(role))] == []


def test_every_skill_is_used() -> None:
    used = {skill for document in DOCUMENTS for skill, _ in acts(document)}
    shown = {name for name, words in PASSIVE.items() if any(word in title for word in words for title in TITLES)}
    assert [name for name in skills() if name not in used | shown] == []


def test_every_skill_of_every_role_is_used_at_its_role() -> None:
    """Skills of one name on several roles: each role has its own document."""
    missing = []
    for role in RULES["roles"]:
        mine = [
            document
            for document in DOCUMENTS
            if any(
                (given["role"] if isinstance(given, dict) else given) in names(role)
                for seat in document["seats"]
                for given in seat.values()
            )
        ]
        for skill in role["skills"]:
            words = PASSIVE.get(skill["id"], (skill["id"],))
            if not any(
                skill["id"] in {used for used, _ in acts(document)} or any(word in document["title"] for word in words)
                for document in mine
            ):
                missing.append(f"{role['id']} {skill['id']}")
    assert missing == []


def test_every_skill_is_also_closed() -> None:
    """Each skill that somebody chooses is also shown where it is closed, refused, passed or void."""
    closed: set[str] = set()
    for document in DOCUMENTS:
        closed |= {skill for skill, choice in acts(document) if choice in (None, False)}
    for tried in entries("refused"):
        for what in tried.values():
            if isinstance(what, dict):
                closed |= set(what)
    for key in ("cannot", "choices"):
        for block in expected(key):
            for given in block.values():
                closed |= set(given)
    # chosen at the opening, or only asked after something else
    free = {"偷换", "双重人格", "附身", "鬼情", "同命", "潜藏", "冥婚", "殉职", "证婚人", "装模作样"}
    wanted = [name for name, skill in skills().items() if name not in PASSIVE and not skill.get("mandatory")]
    assert [name for name in wanted if name not in closed | free] == []


def test_every_status_is_shown() -> None:
    shown = {str(status).split(":")[0] for block in expected("status") for given in block.values() for status in given}
    known = [status["id"] for status in RULES["statuses"]]
    assert sorted(set(NO_STATUS) - set(known)) == []
    assert [name for name in known if name not in shown and name not in NO_STATUS] == []


def test_every_status_ends_or_is_kept_off() -> None:
    gone = {
        str(status).split(":")[0] for block in expected("no_status") for given in block.values() for status in given
    }
    known = [status["id"] for status in RULES["statuses"]]
    for_good = {"虚情情侣"}
    assert [name for name in known if name not in gone | for_good and name not in NO_STATUS] == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_damage_has_a_document(kind: str) -> None:
    blocked = {name for status in RULES["statuses"] for name in status.get("blocks", ())}
    assert blocked <= set(KINDS)
    assert [title for title in TITLES if kind in title] != []


@pytest.mark.parametrize("kind", KINDS[:4])
def test_every_protection_is_tried_against_every_kind(kind: str) -> None:
    protections = [status["id"] for status in RULES["statuses"] if status.get("blocks")]
    told = [title for title in TITLES if kind in title]
    assert [name for name in protections if not any(name in title for title in told)] == []


def test_every_place_of_the_out_list_is_shown_in_order() -> None:
    """A document with this damage that says in which order the dead went out."""
    missing = []
    for place in RULES["death_order"]:
        wanted = [name.split(" ")[0] for name in place["skill"].split(" / ")]
        for name in wanted:
            if not any(
                (name in {skill for skill, _ in acts(document)} or name in document["title"])
                and any("died_in_order" in entry.get("expect", {}) for entry in document["play"])
                for document in DOCUMENTS
            ):
                missing.append(f"{place['written']}: {name}")
    assert missing == []


def test_every_chain_is_shown_in_order() -> None:
    words = {"情侣殉情": ("殉情", "情侣")}
    missing = [
        chain
        for chain in RULES["chain_order"]
        if not any(
            any(word in document["title"] for word in words.get(chain, (chain,)))
            and any("died_in_order" in entry.get("expect", {}) for entry in document["play"])
            for document in DOCUMENTS
        )
    ]
    assert missing == []


def test_every_camp_wins() -> None:
    alias = {name: role["id"] for role in RULES["roles"] for name in names(role)}
    won = {alias.get(side, side) for side in expected("winner") if side is not None}
    camps = [*RULES["camps"], *(camp(role) for role in RULES["roles"] if role["camp"] == "三方")]
    together = {"双子暗": "双子光"}  # one camp of two
    assert [name for name in dict.fromkeys(camps) if together.get(name, name) not in won] == []


def test_every_camp_of_the_priority_is_also_just_missed() -> None:
    """The same camp is looked at where it has not won (yet)."""
    missed = {
        (given["role"] if isinstance(given, dict) else given)
        for document in DOCUMENTS
        for seat in document["seats"]
        for given in seat.values()
        if any("winner" in entry.get("expect", {}) and not entry["expect"]["winner"] for entry in document["play"])
    }
    alias = {name: role["id"] for role in RULES["roles"] for name in names(role)}
    assert [name for name in RULES["win_priority"] if name not in {alias.get(role, role) for role in missed}] == []


@pytest.mark.parametrize("line", LOSSES)
def test_every_loss_line_has_a_document(line: str) -> None:
    assert [title for title in TITLES if LOSSES[line] in title] != []


def test_every_phase_is_reached() -> None:
    reached = {*expected("phase"), *entries("until")}
    assert [phase for phase in RULES["phases"] if phase not in reached and phase != "开局"] == []


def test_every_expectation_key_is_used() -> None:
    used = {key for block in entries("expect") for key in block}
    wanted = (
        "alive dead died died_in_order winner winners phase day night role camp seems status no_status told not_told "
        "announced not_announced can cannot choices uses tally group sheriff knows pending"
    )
    assert sorted(set(wanted.split()) - used) == []


def test_every_ruling_has_a_scenario() -> None:
    known = confidence()
    assert sorted(known) == list(range(1, len(known) + 1))
    shown = rulings_shown()
    assert sorted(shown - set(known)) == []
    assert [n for n, how in known.items() if how in "hm" and n not in shown and n not in NO_SCENARIO] == []


def test_what_no_scenario_shows_is_not_shown() -> None:
    assert sorted(rulings_shown() & set(NO_SCENARIO)) == []
    assert [n for n in NO_SCENARIO if confidence().get(n) not in ("h", "m")] == []


def low() -> set[int]:
    """The rulings with confidence l: in their heading, or said at the end of a part."""
    found = {n for n, how in confidence().items() if how == "l"}
    number = 0
    for line in RULINGS.splitlines():
        if heading := re.match(r"(\d+)\. \*\*\[", line):
            number = int(heading[1])
        if number and re.search(r"\bconfidence l\b", line, re.IGNORECASE):
            found.add(number)
    return found


def test_every_ruling_that_a_director_should_confirm_is_an_option() -> None:
    """Each is shown as ruled, without the option, and under the other reading."""
    assert low() == set(CONFIRM)
    for number, option in CONFIRM.items():
        shown = [d for d in DOCUMENTS if re.search(rf"R{number}\b", d["title"])]
        other = [d for d in shown if option in d.get("options", {})]
        assert other, f"R{number}: no scenario plays with {option}"
        assert len(shown) > len(other), f"R{number}: no scenario plays as ruled"


def test_the_ruling_is_the_default_of_its_option() -> None:
    """No scenario that plays the other reading names the default."""
    code = (ROOT / "src/nightmoot/rulesets/forum/data.py").read_text(encoding="utf-8")
    for number, option in CONFIRM.items():
        declared = re.search(rf'OptionSpec\("{option}", ("?)(\w+)\1', code)
        assert declared, f"R{number}: {option} is not declared"
        played = {str(d["options"][option]) for d in DOCUMENTS if option in d.get("options", {})}
        assert played, option
        assert declared[2] not in played, f"R{number}: the other reading of {option} is not played"
