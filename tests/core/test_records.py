"""Records and states are plain data: refused when they are not, equal after saving, untouched by their clones."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightmoot.core import decisions, pending, questions, records, saving
from nightmoot.core.facts import CHUNK, FactLog
from nightmoot.core.plain import Record, freeze, refreeze
from nightmoot.core.records import Fact, Mark, Notice, Phase
from nightmoot.core.state import State, equal
from tests.core.playing import answer, game, play

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("hint", ["set[str]", "list[int]", "object", "dict[int, str]", "'State'", "tuple[bytes, ...]"])
def test_a_field_that_is_not_plain_data_is_refused_when_the_class_is_made(hint: str) -> None:
    with pytest.raises(TypeError, match="is not plain data"):
        type("Bad", (Record,), {"__annotations__": {"field": hint}, "__module__": "nightmoot.core.state"})


@pytest.mark.parametrize("hint", ["int", "str | None", "tuple[str, ...]", "dict[str, int]", "Mark", "Any"])
def test_plain_fields_are_accepted(hint: str) -> None:
    namespace = {"__annotations__": {"field": hint}, "__module__": "nightmoot.core.state"}
    assert type("Good", (Record,), namespace).__struct_fields__ == ("field",)


@pytest.mark.parametrize("value", [{1, 2}, object(), b"bytes", {1: "one"}, [{"deep": {3}}], 1j])
def test_a_value_that_is_not_plain_data_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="not plain data"):
        freeze(value)


@given(plain)
def test_frozen_data_is_the_same_after_json(value: Any) -> None:
    frozen = freeze(value)
    assert refreeze(msgspec.json.decode(msgspec.json.encode(frozen))) == frozen
    assert freeze(frozen) == frozen


def every_record() -> list[type[Record]]:
    found = []
    for module in (records, questions, pending, decisions, saving):
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Record) and kind.__module__ == module.__name__ and kind is not decisions.Grimoire:
                found.append(kind)
    return found


def sample(hint: Any) -> Any:
    """A value for a field of that type, with data in it wherever there is room for some."""
    if isinstance(hint, msgspec.inspect.AnyType):
        return ("a", 1, ("deep", {"key": (True, None)}))
    if isinstance(hint, msgspec.inspect.UnionType):
        return sample(next(part for part in hint.types if not isinstance(part, msgspec.inspect.NoneType)))
    if isinstance(hint, msgspec.inspect.VarTupleType):
        return (sample(hint.item_type), sample(hint.item_type))
    if isinstance(hint, msgspec.inspect.TupleType):
        return tuple(sample(item) for item in hint.item_types)
    if isinstance(hint, msgspec.inspect.DictType):
        return {"one": sample(hint.value_type)}
    if isinstance(hint, msgspec.inspect.StructType):
        return made(hint.cls)
    for kind, value in ((bool, True), (int, 7), (float, 0.5), (str, "text")):
        if type(hint).__name__ == f"{kind.__name__.capitalize()}Type":
            return value
    raise AssertionError(hint)


def made(kind: type) -> Any:
    given = {field.name: sample(field.type) for field in msgspec.inspect.type_info(kind).fields}
    if kind is questions.Question:
        given["picks"] = {}
    if kind is Notice:
        given["to"] = ("1", "2")
    return kind(**given)


@pytest.mark.parametrize("kind", every_record(), ids=lambda kind: kind.__name__)
def test_every_record_is_the_same_after_saving_and_loading(kind: type[Record]) -> None:
    record = made(kind)
    loaded = refreeze(msgspec.json.decode(msgspec.json.encode(record), type=kind))
    assert loaded == record
    assert refreeze(msgspec.convert(msgspec.to_builtins(record), kind)) == record


def test_a_notice_without_an_audience_cannot_be_made() -> None:
    with pytest.raises(TypeError):
        Notice("key", params={})  # type: ignore[call-arg]


def test_a_notice_to_a_bare_seat_is_refused_lest_12_be_read_by_1_and_2() -> None:
    with pytest.raises(TypeError, match="a notice goes to"):
        Notice("key", "12", {})


def test_a_clone_can_be_written_without_touching_the_original() -> None:
    state = game("zap", "ward", "plain").state
    before = state.dump()
    clone = state.clone()
    clone.put_mark(Mark("m99", "warded", "1"))
    clone.put_seat(msgspec.structs.replace(clone.seats["2"], out=True))
    clone.drop_holding("1:zap")
    clone.put("memory", "key", 1)
    clone.count("mark")
    clone.count_here("draw")
    clone.facts.add(Fact(len(clone.facts), "out", "2", "zap", None, None, None, clone.phase))
    clone.groups = {}
    assert state.dump() == before
    assert not equal(clone, state)
    assert clone.living == ("1", "3")


def test_a_state_in_the_middle_of_a_night_is_the_same_after_dump_and_load() -> None:
    halfway = game("zap", "ward", "wolf", "plain", marks=[("heavy", "1", {"n": (1, 2)})])
    answer(halfway, "3", "maul", "4")
    for state in (halfway.state, halfway.seen):
        assert State.load(state.dump()).dump() == state.dump()
        assert State.load(msgspec.json.decode(msgspec.json.encode(state.dump()))).dump() == state.dump()


def test_the_indexes_of_a_state_follow_its_records() -> None:
    state = game("zap", "zap", "plain").state.clone()
    assert [holding.owner for holding in state.holders("zap")] == ["1", "2"]
    state.drop_holding("1:zap")
    assert [holding.owner for holding in state.holders("zap")] == ["2"]
    assert state.holdings_of("1") == ()
    mark = Mark("m99", "warded", "1")
    state.put_mark(mark)
    assert list(state.all_marks()) == [mark]
    state.drop_marks([mark])
    assert "warded" not in state.marks


@given(st.integers(0, 3 * CHUNK + 2))
def test_the_log_of_facts_reads_alike_in_either_direction_and_by_id(count: int) -> None:
    log = FactLog()
    ids = [log.add(Fact(len(log), "out", str(n), "", None, None, None, Phase())) for n in range(count)]
    assert ids == list(range(count)) == [fact.id for fact in log]
    assert [fact.id for fact in log.latest()] == ids[::-1]
    assert all(log[n].seat == str(n) for n in ids)
    assert len(log) == count


@given(st.integers(0, 2 * CHUNK + 1), st.integers(1, CHUNK + 1))
def test_a_cloned_log_goes_its_own_way_and_shares_the_sealed_chunks(count: int, more: int) -> None:
    log = FactLog()
    for _ in range(count):
        log.add(Fact(len(log), "out", None, "", None, None, None, Phase()))
    clone = log.clone()
    for _ in range(more):
        clone.add(Fact(len(clone), "in", None, "", None, None, None, Phase()))
    assert [len(log), len(clone)] == [count, count + more]
    assert all(fact.kind == "out" for fact in log)
    assert all(mine is theirs for mine, theirs in zip(log.sealed, clone.sealed, strict=False))


@given(st.integers(1, 2 * CHUNK + 1), st.data())
def test_a_fact_that_has_not_come_to_be_is_taken_back(count: int, data: st.DataObject) -> None:
    log = FactLog()
    for _ in range(count):
        log.add(Fact(len(log), "out", None, "", None, None, None, Phase()))
    clone = log.clone()
    place = data.draw(st.integers(0, count - 1))
    clone.drop(place)
    assert [fact.kind for fact in log] == ["out"] * count
    assert len(clone) == len(list(clone)) == count - (place == count - 1)
    assert [fact.id for fact in clone if fact.kind == "let be"] == ([] if place == count - 1 else [place])
    assert clone.add(Fact(len(clone), "in", None, "", None, None, None, Phase())) == len(clone) - 1
    assert [clone[n].id for n in range(len(clone))] == list(range(len(clone)))


def test_facts_name_their_cause_by_an_earlier_id() -> None:
    over = play(game("zap", "ward", "wolf", "plain"), maul="4", zap="4", ward="4", vote="1")
    facts: list[Fact] = list(over.facts)
    assert facts
    assert all(fact.cause is None or fact.cause < fact.id for fact in facts)
