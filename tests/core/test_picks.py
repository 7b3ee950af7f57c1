"""Picks: every listed choice is legal, nothing else is, drawing is uniform, errors say where."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightmoot.core import Plain, Refused
from nightmoot.core.chance import KeyedRng
from nightmoot.core.picks import (
    Each,
    Either,
    Form,
    Number,
    Pick,
    Several,
    Some,
    Text,
    Yes,
    between,
    exactly,
    narrowed,
    one,
    option,
)

SEATS = ("1", "2", "3", "4")
simple = st.one_of(
    st.builds(lambda n, optional: one(SEATS[:n], optional=optional), st.integers(0, 4), st.booleans()),
    st.builds(Yes, flag=st.booleans(), optional=st.booleans()),
    st.builds(lambda low, span: Number(least=low, most=low + span), st.integers(0, 3), st.integers(-1, 3)),
    st.builds(
        lambda n, low, span, ordered, distinct, optional: Some(
            items=SEATS[:n], least=low, most=low + span, ordered=ordered, distinct=distinct, optional=optional
        ),
        st.integers(0, 4),
        st.integers(0, 3),
        st.integers(0, 2),
        st.booleans(),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(lambda optional: option((1, True, "x", 0), optional=optional), st.booleans()),
    st.just(Text(most=5)),
)
picks = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds(
            lambda slots, cross, optional: Form(slots=slots, cross=cross, optional=optional),
            st.dictionaries(st.sampled_from("abc"), inner, min_size=1, max_size=2),
            st.sampled_from([(), ("distinct",), ("all or none",)]),
            st.booleans(),
        ),
        st.builds(
            lambda of, optional: Either(of=of, optional=optional),
            st.dictionaries(st.sampled_from("abc"), inner, min_size=1, max_size=2),
            st.booleans(),
        ),
        st.builds(lambda of, most: Several(of=of, least=1, most=most), inner, st.integers(1, 2)),
        st.builds(lambda value, most: Each(items=SEATS[:2], value=value, least=1, most=most), inner, st.integers(0, 2)),
    ),
    max_leaves=3,
)
#: Beyond this, choices are not listed.
MANY = 3000


@given(picks)
def test_every_listed_choice_is_legal_in_normal_form_and_listed_once(pick: Pick) -> None:
    if pick.count() > MANY:
        return
    choices = list(pick.choices())
    assert len(choices) == pick.count()
    for choice in choices:
        assert pick.check(choice) == choice
        assert pick.check(msgspec.json.decode(msgspec.json.encode(choice))) == choice
    assert len({repr(choice) for choice in choices}) == len(choices)
    assert pick.possible() == bool(choices)


@given(picks)
def test_a_choice_is_found_by_its_place_without_listing(pick: Pick) -> None:
    if pick.count() > MANY:
        return
    assert [pick.at(place) for place in range(pick.count())] == list(pick.choices())


@given(picks, st.integers(0, 2**32))
def test_what_is_drawn_is_legal(pick: Pick, seed: int) -> None:
    drawn = pick.draw(Random(seed))
    if drawn is None:
        assert pick.optional or not pick.possible()
    else:
        assert pick.check(drawn) == drawn
    assert pick.draw(KeyedRng("secret", str(seed))) == pick.draw(KeyedRng("secret", str(seed)))


@given(picks)
def test_a_pass_is_legal_exactly_where_it_is_optional(pick: Pick) -> None:
    if pick.optional:
        assert pick.check(None) is None
    else:
        with pytest.raises(Refused) as refused:
            pick.check(None)
        assert (refused.value.code, refused.value.path) == ("must-choose", "choice")


@given(picks)
def test_the_form_for_the_page_is_json_and_says_whether_one_may_pass(pick: Pick) -> None:
    wire = msgspec.json.decode(msgspec.json.encode(pick.to_wire()))
    assert wire["optional"] == pick.optional
    assert wire["kind"]


JUNK: list[Any] = [0, 7, "9", "", True, [], ["1", "1"], ["9"], {}, {"zz": 1}, {"a": "9"}, [[]], 1.5, "x" * 300]


@given(picks, st.sampled_from(JUNK))
def test_what_is_accepted_is_among_the_choices_and_all_else_is_refused_with_a_path(pick: Pick, junk: Any) -> None:
    path = "choice"
    found = None
    try:
        found = pick.check(junk)
    except Refused as refused:
        path = refused.path
    assert path.startswith("choice")
    assert found is None or pick.check(found) == found


TWO = Form(slots={"a": one(SEATS), "b": one(SEATS)}, cross=("distinct",))
BOTH = Form(slots={"a": one(SEATS, optional=True), "b": one(SEATS, optional=True)}, cross=("all or none",))
UNIFORM: list[Pick] = [
    one(SEATS, optional=True),
    exactly(2, SEATS),
    between(1, 3, SEATS, optional=True),
    between(0, 2, SEATS, ordered=True),
    Form(slots={"who": one(SEATS[:2]), "how": Yes()}, optional=True),
    Form(slots={"a": one(SEATS[:3]), "b": one(SEATS[:3])}, cross=("distinct",)),
    Either(of={"save": Yes(flag=True), "poison": one(SEATS)}, optional=True),
    Each(items=SEATS[:3], value=Yes()),
    Several(of=one(SEATS[:2]), least=1, most=2),
]


@pytest.mark.parametrize("pick", UNIFORM, ids=str)
def test_drawing_is_uniform_over_the_choices_and_the_pass(pick: Pick) -> None:
    total = pick.count() + pick.optional
    rng = Random(20)
    seen = Counter(repr(pick.draw(rng)) for _ in range(300 * total))
    assert len(seen) == total
    assert all(200 < count < 410 for count in seen.values()), seen


def refusal(pick: Pick, choice: Plain) -> tuple[str, str]:
    with pytest.raises(Refused) as found:
        pick.check(choice)
    return found.value.code, found.value.path


@pytest.mark.parametrize(
    ("pick", "choice", "code", "path"),
    [
        (one(SEATS), "9", "not-offered", "choice"),
        (one(SEATS), ["1", "2"], "wrong-count", "choice"),
        (one(SEATS), {"a": 1}, "not-a-list", "choice"),
        (exactly(2, SEATS), ["1"], "wrong-count", "choice"),
        (exactly(2, SEATS), ["1", "1"], "not-distinct", "choice"),
        (exactly(2, SEATS), ["1", "9"], "not-offered", "choice.1"),
        (option((1, 2)), True, "not-offered", "choice"),
        (Yes(), 1, "not-yes-or-no", "choice"),
        (Yes(flag=True), False, "not-yes-or-no", "choice"),
        (Number(least=1, most=6), 7, "not-in-range", "choice"),
        (Number(least=0, most=1), True, "not-in-range", "choice"),
        (Text(most=3), "long", "not-a-text", "choice"),
        (Text(), "  ", "not-a-text", "choice"),
        (Form(slots={"who": one(SEATS)}), "1", "not-a-map", "choice"),
        (Form(slots={"who": one(SEATS)}), {"why": 1}, "unknown-part", "choice.why"),
        (Form(slots={"who": one(SEATS)}), {}, "must-choose", "choice.who"),
        (Form(slots={"who": exactly(2, SEATS)}), {"who": ["1", "9"]}, "not-offered", "choice.who.1"),
        (TWO, {"a": "1", "b": "1"}, "not-distinct", "choice"),
        (BOTH, {"a": "1"}, "all-or-none", "choice"),
        (Either(of={"save": Yes(flag=True)}), {}, "not-one-of", "choice"),
        (Either(of={"save": Yes(flag=True)}), {"poison": "1"}, "not-offered", "choice.poison"),
        (Either(of={"poison": one(SEATS)}), {"poison": "9"}, "not-offered", "choice.poison"),
        (Each(items=SEATS, value=option(("x",))), {"9": "x"}, "not-offered", "choice.9"),
        (Each(items=SEATS, value=option(("x",))), {"1": "y"}, "not-offered", "choice.1"),
        (Each(items=SEATS, value=option(("x",)), most=1), {"1": "x", "2": "x"}, "wrong-count", "choice"),
        (Several(of=exactly(2, SEATS), most=2), [["1", "2"], ["1", "9"]], "not-offered", "choice.1.1"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_wrong_and_where(pick: Pick, choice: Any, code: str, path: str) -> None:
    assert refusal(pick, choice) == (code, path)


def test_the_same_items_in_another_order_are_one_choice_unless_order_matters() -> None:
    assert exactly(2, SEATS).check(["2", "1"]) == ("2", "1")
    assert exactly(2, SEATS).count() == 6
    assert exactly(2, SEATS, ordered=True).count() == 12


def test_a_huge_pick_is_counted_and_drawn_without_listing() -> None:
    flood = Each(items=tuple(map(str, range(12))), value=option(tuple(map(str, range(96)))))
    assert flood.count() == 97**12 - 1
    assert flood.check(flood.draw(Random(1)))
    assert flood.check(flood.draw(KeyedRng("secret", "flood")))


def test_the_main_part_of_a_form_may_stand_alone() -> None:
    form = Form(slots={"caught": Yes(), "sees": one(SEATS, optional=True)}, main="caught")
    assert form.check(True) == {"caught": True, "sees": None}


def test_a_bare_item_and_a_list_of_it_are_the_same_choice() -> None:
    assert one(SEATS).check(["2"]) == one(SEATS).check("2") == "2"
    assert between(1, 2, SEATS).check("2") == ("2",)


def test_a_pick_of_one_is_narrowed_by_a_test() -> None:
    assert narrowed(one(SEATS), lambda seat: seat != "2").seats() == ("1", "3", "4")


def test_the_moderator_may_be_among_the_candidates() -> None:
    assert one((*SEATS, "moderator")).check("moderator") == "moderator"


def test_an_option_may_itself_be_a_list_or_a_map() -> None:
    pair = {"players": ("1", "2"), "character": "x"}
    pick = option((pair, ("1", "2"), 0))
    assert pick.check({"players": ["1", "2"], "character": "x"}) == pair
    assert pick.check(["1", "2"]) == ("1", "2")
    for wrong in ({"players": ["2", "1"], "character": "x"}, ["2", "1"], False):
        with pytest.raises(Refused):
            pick.check(wrong)
