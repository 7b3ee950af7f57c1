"""How single things are told: words, receivers, and who may still speak."""

from __future__ import annotations

import pytest

from nightmoot.core import ALL, Game, Notice, Post, Refused
from nightmoot.core.text import texts
from tests.rulesets.killer.playing import act, chance, game, tick, until_day


def last(of: Game, key: str) -> Notice:
    return next(notice for notice in reversed(of.notices) if notice.key == key)


def words(of: Game, key: str, lang: str = "en") -> str:
    names = {seat: record.name for seat, record in of.seen.seats.items()}
    return texts("killer", lang).render(f"notice.{key}", last(of, key).params, names)


def test_a_count_that_puts_nobody_out_says_so() -> None:
    day = tick(game("plain_killer", *["civilian"] * 4), 2)
    assert words(day, "voted_out") == "Voted out: nobody."
    assert words(day, "voted_out", "zh") == "票死：无人。"


def test_a_card_shows_job_and_camp_or_the_camp_alone() -> None:
    day = tick(game("spy", "plain_killer", *["civilian"] * 5, "police"))
    act(day, "3", "vote", "8")
    assert words(tick(day), "flipped") == "8 辛 is turned up: Police, Civilians."
    tick(day)
    act(day, "3", "vote", "2")
    assert words(tick(day), "flipped") == "2 乙 is turned up: Plain killer, Killers."


def test_the_card_of_a_killer_who_sleeps_shows_his_camp() -> None:
    day = tick(game("sealer", "plain_killer", *["civilian"] * 5))
    act(day, "3", "vote", "1")
    assert words(tick(day), "flipped") == "1 甲 is turned up: Killers."
    assert words(day, "flipped", "zh") == "1号甲翻牌：杀手方。"


def test_the_killers_see_one_anothers_orders_and_the_gm_is_named() -> None:
    night = game("plain_killer", "sealer", *["civilian"] * 5)
    act(night, "1", "kill", ["moderator", "3"])
    assert last(night, "board").to == ("1", "2")
    assert words(night, "board") == "1 甲 sends: Kill, the GM, 3 丙"
    assert words(night, "board", "zh") == "1号甲的指令：杀人，GM、3号丙"
    assert night.view("2").seats["1"]["orders"] == {"kill": ("moderator", "3")}
    assert "orders" not in night.view("3").seats["1"]


def test_whoever_is_blessed_is_told_and_nobody_else() -> None:
    day = tick(game("plain_killer", "madman", *["civilian"] * 4))
    chance(day, madness=["protect", "protect"])
    act(day, "moderator", "grant", {"player": "3", "skill": "bless"})
    act(day, "3", "bless", "4")
    tick(day, 2)
    assert last(day, "blessed").to == ("4",)
    assert words(day, "blessed") == "You are blessed: today your vote counts two and you may send one more order."


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (1, "Your order drew “investigate”: 1 甲 belongs to: Killers."),
        (2, "Your order drew “protect”, for 1 甲."),
        (3, "Your order drew “seal”, for 1 甲."),
        (4, "Your order drew “change the job”, for 1 甲."),
        (5, "Your order drew “put out”, for 1 甲."),
        (6, "Your order drew “put yourself out”."),
    ],
)
def test_each_result_of_the_madman_has_words_of_its_own(result: int, said: str) -> None:
    day = tick(game("plain_killer", "plain_killer", "madman", *["civilian"] * 6))
    chance(day, madness=[result])
    act(day, "3", "madness", "1")
    tick(day, 2)
    [told] = [notice for notice in day.visible("3") if notice.skill == "madness"]
    names = {seat: record.name for seat, record in day.seen.seats.items()}
    assert texts("killer", "en").render(f"notice.{told.key}", told.params, names) == said
    assert told.to == ("3",)


def test_the_drowned_speak_once_within_a_day_and_never_again() -> None:
    day = game("plain_killer", *["civilian"] * 5, drowning_enabled=True)
    chance(day, event=[5])
    for _ in range(2):
        tick(day)
        for seat, choice in {"1": "3", "3": "1", "4": "3", "5": "1", "6": "4"}.items():
            act(day, seat, "vote", choice)
        tick(day)
    tick(day)
    assert last(day, "drowned").info == ("2",)
    tick(day)
    day.submit(Post("2", "table", "farewell"))
    assert last(day, "post").to == ALL
    with pytest.raises(Refused, match="too-many-posts"):
        day.submit(Post("2", "table", "and one more thing"))
    tick(day)
    with pytest.raises(Refused, match="may-not-speak"):
        day.submit(Post("2", "table", "hello?"))


def test_the_killers_speak_among_themselves_as_long_as_they_live() -> None:
    night = game("plain_killer", "politician", "plain_killer", *["civilian"] * 7)
    night.submit(Post("1", "killers", "4 tonight"))
    assert last(night, "post").to == ("1", "2", "3")
    until_day(night, 6)
    act(night, "2", "convert", "5")
    tick(night)
    act(night, "6", "vote", "1")
    tick(night)
    night.submit(Post("2", "killers", "he is ours"))
    assert last(night, "post").to == ("2", "3")
    for seat in ("1", "5", "6"):
        with pytest.raises(Refused, match="may-not-speak"):
            night.submit(Post(seat, "killers", "let me in"))


def test_a_vote_that_is_final_is_shown_and_stays() -> None:
    day = tick(game("plain_killer", *["civilian"] * 4, vote_change="final"))
    act(day, "2", "vote", "3")
    [decision] = [d for d in day.decisions("2") if d.skill == "vote"]
    assert (decision.final, decision.mine) == (True, "3")
    with pytest.raises(Refused, match="answered"):
        act(day, "2", "vote", "4")
    act(day, "3", "vote", None)
    act(day, "3", "vote", "2")
    assert [notice.info for notice in day.notices if notice.key == "voted"] == [{"2": "3"}, {"3": None}, {"3": "2"}]
