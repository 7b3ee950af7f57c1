"""Information is lawful: by registration, false where it must be, anything where the holder is hollow."""

from __future__ import annotations

from typing import Any

from nightmoot.core import MODERATOR, TABLE, Game, Scene
from nightmoot.core.chance import keyed
from tests.core.playing import answer, asked, find, game, play, scene, sentences, told
from tests.core.toy import Toy


def sensed(of: Game, seat: str = "1") -> Any:
    return told(of, seat, "sense")[-1].info


def night(*roles: Any, **more: Any) -> Game:
    return game(*roles, course=[("night", {})], **more)


def lawful(*roles: Any, hollow: bool = False, false: bool = False) -> tuple[Any, ...]:
    s = scene(game(*roles))
    s.hollow = hollow
    me = s.state.holdings_of("1")[0]
    near = s.neighbours("1")
    return s.lawful_options(me, lambda read: sum(read(x, "camp") == "red" for x in near), (0, 1, 2), false=false)


def test_the_straight_answer_comes_first_then_those_of_every_lawful_registration() -> None:
    assert lawful("sense", "zap", "plain") == (1,)
    assert lawful("sense", "fox", "plain", "zap") == (1, 2)
    assert lawful("sense", "fox", "plain", "fox") == (0, 1, 2)


def test_false_information_is_no_lawful_answer_but_one_of_the_form() -> None:
    assert lawful("sense", "zap", "plain", false=True) == (0, 2)
    assert lawful("sense", "fox", "plain", "zap", false=True) == (0,)


def test_a_hollow_holder_may_be_told_anything_of_the_form() -> None:
    assert lawful("sense", "zap", "plain", hollow=True) == (0, 1, 2)
    assert lawful("sense", "zap", "plain", hollow=True, false=True) == (0, 2)


def test_registration_is_asked_anew_for_every_question() -> None:
    class Counting(Toy):
        asked = 0

        def registrations(self, scene: Scene, seat: str, facet: str, asker: Any) -> tuple[Any, ...]:
            Counting.asked += 1
            return super().registrations(scene, seat, facet, asker)

    s = scene(game("sense", "fox", "zap", rules=Counting()))
    me = s.state.holdings_of("1")[0]
    for _ in range(2):
        before = Counting.asked
        s.lawful_answers(me, lambda read: read("2", "camp"))
        assert Counting.asked == before + 1


def test_a_question_may_read_more_under_one_registration_than_under_another() -> None:
    s = scene(game("sense", "fox", "fox", "zap"))
    me = s.state.holdings_of("1")[0]
    answers = s.lawful_answers(me, lambda read: read("3", "camp") if read("2", "camp") == "red" else "none")
    assert answers == ("none", "blue", "red")


def test_in_automatic_play_the_sober_hear_the_straight_answer() -> None:
    done = play(night("sense", "fox", "plain", "zap"), sense=True)
    assert sensed(done) == 1
    assert sentences(done, about="instead of") == []


def test_in_automatic_play_the_hollow_hear_something_drawn_from_the_form() -> None:
    heard = set()
    for seed in map(str, range(20)):
        done = play(night("sense", "curse", "plain", "zap", seed=seed), curse="1", sense=True)
        heard.add(sensed(done))
    assert heard == {0, 1, 2}


def test_where_lies_are_the_rule_nothing_true_is_told() -> None:
    for seed in map(str, range(10)):
        done = play(night("sense", "zap", "plain", "plain", marks=[("lies", TABLE, None)], seed=seed), sense=True)
        assert sensed(done) in (0, 2)
        assert len(sentences(done, about="instead of 1")) == 1


def test_a_person_as_moderator_picks_among_what_is_lawful_and_nothing_else() -> None:
    ruling = night("sense", "fox", "plain", "zap", moderator="human")
    play_until_sense(ruling)
    assert find(ruling, MODERATOR, "sense").pick.to_wire()["options"] == (1, 2)
    answer(ruling, MODERATOR, "sense", 2)
    assert sensed(ruling) == 2
    assert sentences(ruling, about="instead") == ["sense told 1 甲 2 instead of 1, after 1 甲 used sense."]


def play_until_sense(of: Game) -> None:
    while MODERATOR not in next(iter(of.open.values())).owners:
        question = next(iter(of.open.values()))
        answer(of, question.owners[0], question.skill, True if question.skill == "sense" else None)


def test_a_person_is_asked_in_every_case_so_that_his_delay_says_nothing() -> None:
    waits = []
    for roles in (("sense", "zap", "plain"), ("sense", "fox", "plain", "zap")):
        ruling = night(*roles, moderator="human")
        play_until_sense(ruling)
        waits.append([(wait.kind, wait.of) for wait in ruling.waits()])
        assert asked(ruling, "1") == []
    assert waits[0] == waits[1] == [("ruling", "sense")]


def test_a_ruling_of_an_effect_is_not_asked_when_it_is_hollow() -> None:
    from nightmoot.core.picks import Yes

    rules = Toy()

    @rules.ability("favour", wakes="nights", pick=rules.abilities["zap"].pick)
    def favour(s: Scene, me: Any, use: Any) -> None:
        s.rule(Yes(), key="favour", suggest=True)

    rules.role("favour", "blue", "favour")
    rules.sheet = ("curse", "favour")
    for curse, expected in (("1", []), (None, ["favour"])):
        ruling = night("favour", "curse", "plain", rules=rules, moderator="human")
        answer(ruling, "2", "curse", curse)
        answer(ruling, "1", "favour", "3")
        assert asked(ruling, MODERATOR) == expected


def test_information_goes_where_the_route_left_the_feedback() -> None:
    done = game("muffle", "sense", "zap", "plain", course=[("night", {})])
    play(done, muffle="2", sense=True)
    assert told(done, "2", "sense") == []
    assert sentences(done, about="was not told") == [
        "2 乙 was not told what sense found out (1), after 2 乙 used sense."
    ]


def test_what_a_mask_shows_is_seen_by_those_for_whom_it_is_meant() -> None:
    s = scene(game("zap", "plain"))
    s.mark("1", "mask", data={"camp": "blue", "for": ["surface"]})
    assert [s.read("1", "camp", as_=how) for how in ("base", "actual", "surface", "town", "registered")] == [
        "red",
        "red",
        "blue",
        "red",
        "red",
    ]
    s.mark("1", "mask", data={"camp": "green"})
    assert [s.read("1", "camp", as_=how) for how in ("surface", "town")] == ["green", "green"]
    s.become("1", "plain")
    assert [s.read("1", "role", as_=how) for how in ("base", "actual")] == ["zap", "plain"]
    assert s.read("2", "in") is True


def test_a_camp_that_follows_another_is_read_through_the_pointer() -> None:
    s = scene(game("plain", "plain", "zap", "plain"))
    s.mark("1", "follow", data="2")
    s.mark("2", "follow", data="3")
    assert [s.camp(seat) for seat in s.circle] == ["red", "red", "red", "blue"]
    assert s.living(camp="red") == ("1", "2", "3")
    s.turn("3", "blue")
    assert s.camp("1") == "blue"


def test_a_ring_of_followers_follows_nobody() -> None:
    s = scene(game("zap", "plain", "plain"))
    s.mark("1", "follow", data="2")
    s.mark("2", "follow", data="1")
    assert [s.camp(seat) for seat in ("1", "2")] == ["red", "blue"]


def test_draws_about_information_shift_nothing_else() -> None:
    assert keyed("secret", "a") == keyed("secret", "a") != keyed("secret", "b")
    drawn = []
    for lie in (True, False):
        marks = [("lies", TABLE, None)] if lie else []
        done = play(night("sense", "zap", "draw", "plain", "plain", marks=marks), sense=True, draw=True)
        drawn.append([fact.data for fact in done.facts if fact.kind == "draw" and fact.what == "draw"])
    assert drawn[0] == drawn[1] != []
