"""The explained log: whole sentences with the whole chain of causes, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from nightmoot.core import MODERATOR, TABLE, Game, Override, Scene
from nightmoot.core.records import Holding
from tests.core.playing import answer, game, play, scene, sentences
from tests.core.toy import Toy


def table(*roles: Any, **more: Any) -> Scene:
    return scene(game(*roles, **more))


def held(s: Scene, seat: str) -> Holding:
    return s.state.holdings_of(seat)[0]


def use(s: Scene, seat: str, target: Any) -> None:
    s.use(held(s, seat), target)


def killed() -> Scene:
    s = table("strike", "plain", "zap")
    use(s, "1", "2")
    return s


def killed_by_the_pack() -> Game:
    return play(game("wolf", "wolf", "plain", "plain", "plain"), maul="3")


def protected() -> Scene:
    s = table("strike", "ward", "plain", "zap")
    use(s, "2", "3")
    use(s, "1", "3")
    return s


def protected_by_nature() -> Scene:
    s = table("strike", "rock", "plain")
    use(s, "1", "2")
    return s


def redirected() -> Scene:
    s = table("strike", "lure", "plain", "zap")
    use(s, "2", "3")
    use(s, "1", "2")
    return s


def swapped() -> Scene:
    s = table("strike", "swap", "plain", "plain", "zap")
    use(s, "2", ("3", "4"))
    use(s, "1", "3")
    return s


def stolen() -> Game:
    night = game("rob", "strike", "plain", "plain", "zap")
    answer(night, "1", "rob", "2")
    answer(night, "2", "strike", "3")
    answer(night, "1", "rob", "4")
    return night


def hollow() -> Scene:
    s = table("strike", "curse", "plain", "zap")
    use(s, "2", "1")
    use(s, "1", "3")
    return s


def believed() -> Scene:
    s = table({"role": "plain", "believes": "strike"}, "plain", "zap")
    use(s, "1", "2")
    return s


def barred() -> Scene:
    s = table("strike", "hush", "plain", "zap")
    use(s, "2", "1")
    use(s, "1", "3")
    return s


def out_of_the_game() -> Scene:
    s = table("strike", "plain", "plain", "zap")
    s.kill("1", "doom")
    use(s, "1", "3")
    return s


def lost() -> Scene:
    s = table("strike", "plain", "zap")
    s.mark("2", "cloaked")
    use(s, "1", "2")
    return s


def substituted() -> Scene:
    s = table("strike", "shield", "plain", "zap")
    use(s, "2", "3")
    use(s, "1", "3")
    return s


def chained() -> Scene:
    s = table("strike", "bond", "bond", "plain", "zap")
    use(s, "2", "4")
    use(s, "3", "2")
    use(s, "1", "4")
    return s


def prevented() -> Scene:
    s = table("hush", "ward", "plain", "zap")
    s.mark("3", "no mark", by=held(s, "2"))
    use(s, "1", "3")
    return s


def withheld() -> Game:
    return play(game("muffle", "peep", "zap", "plain"), muffle="2", peep="3")


def rerouted() -> Game:
    night = game("rob", "peep", "plain", "plain")
    answer(night, "1", "rob", "2")
    answer(night, "2", "peep", "3")
    answer(night, "1", "rob", "1")
    return night


def misinformed() -> Game:
    return play(game("sense", "curse", "plain", "zap", seed="1"), curse="1", sense=True)


def ruled() -> Game:
    rules = Toy()

    @rules.step("judge")
    def judge(s: Scene) -> None:
        from nightmoot.core.picks import one

        s.kill(str(s.rule(one(s.living()), key="strike", suggest="2")), "strike")

    night = game("plain", "plain", "zap", course=[("judge", {})], rules=rules, moderator="human")
    answer(night, MODERATOR, "strike", "2")
    return night


def by_hand() -> Game:
    night = game("peep", "zap", "plain", "plain")
    night.submit(Override("kill", {"seat": "3"}, "cheating"))
    return night


def answered_for() -> Game:
    night = game("peep", "wolf", "plain", "plain")
    [question] = night.open.values()
    night.submit(Override("answer", {"decision": question.name, "by": "2", "choice": "3"}))
    return night


def shut_out() -> Game:
    ballot = game(
        "plain",
        "plain",
        "zap",
        course=[("vote", {"check": "with my master", "revise": "free"})],
        marks=[("servant", "1", "2")],
    )
    for seat, choice in (("2", "3"), ("1", "3"), ("2", None), ("3", "3")):
        answer(ballot, seat, "vote", choice)
    return ballot


def the_table_lies() -> Game:
    return play(game("sense", "zap", "plain", "plain", marks=[("lies", TABLE, None)], seed="3"), sense=True)


CASES: list[tuple[Any, str, str, str]] = [
    (
        killed,
        "is out|出局",
        "2 乙 is out by strike (1 甲), because 1 甲 used strike on 2 乙.",
        "2号乙因重击（1号甲）出局，因为1号甲对2号乙使用了重击。",
    ),
    (
        killed_by_the_pack,
        "is out|出局",
        "3 丙 is out by mauling (the pack), because the pack used mauling on 3 丙, as 1 甲, 2 乙 chose.",
        "3号丙因撕咬（狼群）出局，因为狼群对3号丙使用了撕咬（由1号甲、2号乙选定）。",
    ),
    (
        protected,
        "stays in|没有出局",
        "3 丙 stays in: strike (1 甲) was stopped by ward of 2 乙, after 1 甲 used strike on 3 丙.",
        "3号丙没有出局：重击（1号甲）被2号乙的护盾挡住，此前1号甲对3号丙使用了重击。",
    ),
    (
        protected_by_nature,
        "stays in|没有出局",
        "2 乙 stays in: strike (1 甲) was stopped by toughness, after 1 甲 used strike on 2 乙.",
        "2号乙没有出局：重击（1号甲）被坚韧挡住，此前1号甲对2号乙使用了重击。",
    ),
    (
        redirected,
        "is out|出局",
        "3 丙 is out by strike (1 甲), because strike aimed at 2 乙 went to 3 丙: lure of 2 乙, "
        "and that after 1 甲 used strike on 2 乙.",
        "3号丙因重击（1号甲）出局，因为指向2号乙的重击转到了3号丙：2号乙的引诱，再之前1号甲对2号乙使用了重击。",
    ),
    (
        swapped,
        "is out|出局",
        "4 丁 is out by strike (1 甲), because strike aimed at 3 丙 went to 4 丁: swap of 2 乙, "
        "and that after 1 甲 used strike on 3 丙.",
        "4号丁因重击（1号甲）出局，因为指向3号丙的重击转到了4号丁：2号乙的对调，再之前1号甲对3号丙使用了重击。",
    ),
    (
        stolen,
        "is out|出局",
        "4 丁 is out by strike (2 乙), because strike of 2 乙 went to 4 丁, not to 3 丙: robbery of 1 甲, "
        "and that after 2 乙 used strike on 3 丙.",
        "4号丁因重击（2号乙）出局，因为2号乙的重击没有到3号丙，而到了4号丁：1号甲的劫持，再之前2号乙对3号丙使用了重击。",
    ),
    (
        hollow,
        "no effect|没有效果",
        "strike of 1 甲 on 3 丙 had no effect: curse of 2 乙.",
        "1号甲对3号丙的重击没有效果：2号乙的诅咒。",
    ),
    (
        believed,
        "no effect|没有效果",
        "strike of 1 甲 on 2 乙 had no effect: 1 甲 only believes to have it.",
        "1号甲对2号乙的重击没有效果：1号甲只是以为自己有它。",
    ),
    (
        barred,
        "could not|不能",
        "strike of 1 甲 on 3 丙 could not be used: hush of 2 乙.",
        "1号甲对3号丙的重击不能使用：2号乙的噤声。",
    ),
    (
        out_of_the_game,
        "nothing|落空",
        "strike of 1 甲 on 3 丙 came to nothing: 1 甲 was out.",
        "1号甲对3号丙的重击落空：1号甲已出局。",
    ),
    (
        lost,
        "nobody|落空",
        "strike of 1 甲 on 2 乙 came to nothing: it reached nobody, "
        "after strike of 1 甲 did not settle on 2 乙: cloak.",
        "1号甲对2号乙的重击落空：没有落到任何人身上，此前1号甲的重击没有对2号乙生效：隐蔽。",
    ),
    (
        substituted,
        "is out|因",
        "2 乙 is out by sacrifice (2 乙), because shield of 2 乙 took the place of strike (1 甲) on 3 丙, "
        "and that after 1 甲 used strike on 3 丙.",
        "2号乙因替死（2号乙）出局，因为2号乙的替身代替了指向3号丙的重击（1号甲），再之前1号甲对3号丙使用了重击。",
    ),
    (
        substituted,
        "stays in|没有出局",
        "3 丙 stays in: shield of 2 乙 took the place of strike (1 甲), after 1 甲 used strike on 3 丙.",
        "3号丙没有出局：2号乙的替身代替了重击（1号甲），此前1号甲对3号丙使用了重击。",
    ),
    (
        chained,
        "3 丙 is out|3号丙因",
        "3 丙 is out by grief (2 乙), because 2 乙 is out by grief (4 丁), and that because "
        "4 丁 is out by strike (1 甲), and that because 1 甲 used strike on 4 丁.",
        "3号丙因殉情（2号乙）出局，因为2号乙因殉情（4号丁）出局，而这是因为4号丁因重击（1号甲）出局，而这是因为1号甲对4号丁使用了重击。",
    ),
    (
        prevented,
        "did not get|没有得到",
        "3 丙 did not get hushed: ward of 2 乙, after 1 甲 used hush on 3 丙.",
        "3号丙没有得到噤声：2号乙的护盾，此前1号甲对3号丙使用了噤声。",
    ),
    (
        withheld,
        "was not told|没有收到窥视",
        "2 乙 was not told what peep found out (red), after 2 乙 used peep on 3 丙.",
        "2号乙没有收到窥视的反馈（红方），此前2号乙对3号丙使用了窥视。",
    ),
    (
        withheld,
        "went to nobody|谁也没有",
        "what peep of 2 乙 found out went to nobody: muffle of 1 甲, after 2 乙 used peep on 3 丙.",
        "2号乙的窥视的反馈谁也没有收到：1号甲的捂耳，此前2号乙对3号丙使用了窥视。",
    ),
    (
        rerouted,
        "found out|反馈",
        "what peep of 2 乙 found out went to 1 甲: robbery of 1 甲, after peep of 2 乙 went to 1 甲, not to 3 丙: "
        "robbery of 1 甲, and that after 2 乙 used peep on 3 丙.",
        "2号乙的窥视的反馈给了1号甲：1号甲的劫持，此前2号乙的窥视没有到3号丙，而到了1号甲：1号甲的劫持，再之前2号乙对3号丙使用了窥视。",
    ),
    (
        misinformed,
        "instead of|而不是",
        "sense told 1 甲 0 instead of 2, after 1 甲 used sense.",
        "感应告诉1号甲的是0，而不是2，此前1号甲使用了感应。",
    ),
    (
        the_table_lies,
        "instead of|而不是",
        "sense told 1 甲 0 instead of 1, after 1 甲 used sense.",
        "感应告诉1号甲的是0，而不是1，此前1号甲使用了感应。",
    ),
    (ruled, "ruled|裁定", "the moderator ruled on strike: 2 乙.", "主持人裁定重击：2号乙。"),
    (
        by_hand,
        "is out|因裁定",
        "3 丙 is out by decision (the moderator), because the moderator took 3 丙 out by hand (cheating).",
        "3号丙因裁定（主持人）出局，因为主持人手动让3号丙出局（cheating）。",
    ),
    (
        answered_for,
        "answered|替",
        "the moderator answered mauling for 2 乙: 3 丙.",
        "主持人替2号乙回答了撕咬：3号丙。",
    ),
    (
        shut_out,
        "did not count|不算",
        "vote of 1 甲 did not count: 3 丙 was not allowed any more.",
        "1号甲的投票不算：3号丙已不被允许。",
    ),
]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("case", "about", "english", "chinese"), CASES, ids=lambda item: getattr(item, "__name__", ""))
def test_an_outcome_is_explained(case: Any, about: str, english: str, chinese: str, lang: str) -> None:
    word = about.split("|")[0 if lang == "en" else 1]
    assert sentences(case(), lang, word) == [english if lang == "en" else chinese]


def test_every_sentence_says_where_it_happened() -> None:
    night = play(game("strike", "plain", "zap", "plain"), strike="2", vote="4")
    assert night.explain("en")[0] == "Night 1: 2 乙 is out by strike (1 甲), because 1 甲 used strike on 2 乙."
    assert night.explain("zh")[0].startswith("第1夜·夜晚：")
    assert any(line.startswith("Day, day 1: 4 丁 is out by vote") for line in night.explain("en"))


def test_nothing_is_explained_that_is_no_outcome() -> None:
    quiet = play(game("zap", "plain", "plain", course=[("night", {})]))
    assert quiet.explain("en") == ["Night 1: 1 甲 did not use zap."]
