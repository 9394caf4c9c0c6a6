"""query_race against plain Python over the same rows, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.query import OPERATORS, BadQuery, answer, read_question
from pitwall.relations import RELATIONS, Field, Relation, Row, table
from pitwall.sources import open_source
from pitwall.state import RaceView, StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

Recorded = Callable[[str], StateCache]
BAKU = "2018_azerbaijan_race"
SIM = StateCache().load(open_source("sim:seed=5,cars=8,laps=10,rain=1")).view()


def ask(view: RaceView, **asked: Any) -> list[dict[str, Any]]:
    return answer(view, read_question({"from": asked.pop("of"), **asked}, lambda name, path: name)).rows


def fold(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def holds(value: Any, op: str, wanted: Any) -> bool | None:
    """Plain three-valued logic."""
    if op in ("told", "untold"):
        return (value is not None) == (op == "told")
    if value is None:
        return None
    if op in ("in", "not_in"):
        return bool((fold(value) in [fold(each) for each in wanted]) == (op == "in"))
    left, right = fold(value), fold(wanted)
    return bool({
        "is": left == right, "is_not": left != right, "contains": op == "contains" and right in left,
        "less": op == "less" and left < right, "at_most": op == "at_most" and left <= right,
        "more": op == "more" and left > right, "at_least": op == "at_least" and left >= right,
    }[op])  # fmt: skip


@st.composite
def conditions(draw: st.DrawFn) -> tuple[Relation, Field, str, Any]:
    relation = draw(st.sampled_from([each for each in RELATIONS if table(SIM, each.name).rows]))
    field = draw(st.sampled_from([f for f in relation.fields if f.name not in ("driver", "code", "car")]))
    ops = [
        op
        for op in OPERATORS[:-1]
        if field.type in ("integer", "number") or op not in ("less", "at_most", "more", "at_least")
    ]
    op = draw(st.sampled_from([op for op in ops if op != "contains" or field.type == "text"]))
    told = [row[field.name] for row in table(SIM, relation.name).rows if row[field.name] is not None]
    kinds: dict[str, Any] = {"text": "x", "flag": True, "integer": 1, "number": 1.5}
    value = draw(st.sampled_from(told or [kinds[field.type]]))
    return relation, field, op, [value] if op in ("in", "not_in") else value


def shown(relation: Relation, row: Row) -> dict[str, Any]:
    """A row without what only a qualifying has: that is listed where it is asked for."""
    return {field.name: row[field.name] for field in relation.fields if not field.seldom}


@given(conditions())
def test_a_condition_is_what_plain_python_makes_of_it(condition: tuple[Relation, Field, str, Any]) -> None:
    relation, field, op, value = condition
    asked = {"field": field.name, "op": op, **({} if op in ("told", "untold") else {"value": value})}
    question = read_question({"from": relation.name, "where": [asked]}, lambda name, path: name)
    found = answer(SIM, question)
    judged = [holds(row[field.name], op, value) for row in table(SIM, relation.name).rows]
    assert found.matching == sum(each is True for each in judged)
    assert found.undecided == sum(each is None for each in judged)
    expected = [shown(relation, row) for row, each in zip(table(SIM, relation.name).rows, judged, strict=True) if each]
    assert [row.keys() for row in found.rows] == [row.keys() for row in expected[:200]]
    for row, wanted in zip(found.rows, expected, strict=False):
        assert row == pytest.approx(wanted, abs=1e-5) or row == wanted


def test_who_pitted_under_the_safety_car(recorded: Recorded) -> None:
    view = recorded(BAKU).view()
    periods = [(511, 1256), (5030, 6243)]
    rows = ask(view, of="stops", where=[{"field": "track_status", "value": "safety_car"}])
    every = ask(view, of="stops")
    inside = [row for row in every if any(a <= row["session_time_s"] < b for a, b in periods)]
    assert rows == inside
    assert len(rows) > 15


def test_who_pitted_under_the_last_safety_car_or_the_first(recorded: Recorded) -> None:
    """Baku 2018 had two: whoever asks about this one does not mean the stops of lap 1."""
    latest = [{"field": "track_status", "op": "latest", "value": "safety_car"}]
    first = [{"field": "track_status", "value": "safety_car"}, {"field": "status_number", "value": 1}]
    for at, which in (("lap:10", 1), ("lap:39", 1), ("lap:44", 2), (None, 2)):
        view = recorded(BAKU).view(at)
        every = [row for row in ask(view, of="stops") if row["track_status"] == "safety_car"]
        begun = [row["session_time_s"] for row in ask(view, of="statuses") if row["status"] == "safety_car"]
        assert len(begun) == which
        under = [row for row in every if row["session_time_s"] >= begun[-1]]
        assert ask(view, of="stops", where=latest) == under
        assert ask(view, of="stops", where=first) == [row for row in every if which == 1 or row not in under]
    assert len(under) > 10
    assert not ask(recorded(BAKU).view(), of="stops", where=[{"field": "track_status", "op": "latest", "value": "red"}])


def test_the_last_of_something_is_of_track_statuses() -> None:
    for relation, field in (("laps", "compound"), ("stints", "stint")):
        with pytest.raises(BadQuery, match="latest goes with track_status"):
            read_question(
                {"from": relation, "where": [{"field": field, "op": "latest", "value": "HARD"}]},
                lambda name, path: name,
            )


@pytest.mark.parametrize("name", [relation.name for relation in RELATIONS])
def test_a_list_is_the_rows_of_the_relation(name: str) -> None:
    """All fields or some of them; numbers to six digits, and no number is whole, whatever the feed's own was."""
    rows = [dict(row) for row in table(SIM, name).rows][:200]
    relation = next(each for each in RELATIONS if each.name == name)
    found = ask(SIM, of=name)
    assert found == [shown(relation, row) for row in rows]
    numbers = [field.name for field in relation.fields if field.type == "number"]
    assert all(type(row[number]) in (float, type(None)) for row in found for number in numbers)
    some = [field.name for field in reversed(relation.fields)][:3]
    assert [list(row.items()) for row in ask(SIM, of=name, select=some)] == [
        [(field, row[field]) for field in some] for row in rows
    ]


def test_aggregates(recorded: Recorded) -> None:
    view = recorded(BAKU).view("lap:30")
    laps = [row for row in table(view, "laps").rows if row["code"] == "VET"]
    where = [{"field": "car", "value": "5"}]
    (row,) = ask(
        view,
        of="laps",
        where=where,
        aggregate=[
            {"op": op, "field": "time_s"} for op in ("min", "max", "avg", "first", "last", "delta", "count")
        ] + [{"op": "every", "field": "accurate"}, {"op": "any", "field": "accurate"}],
    )  # fmt: skip
    times = [float(str(lap["time_s"])) for lap in laps if lap["time_s"] is not None]
    assert row["min_time_s"] == min(times)
    assert row["max_time_s"] == max(times)
    assert row["avg_time_s"] == pytest.approx(sum(times) / len(times), abs=1e-5)
    assert (row["first_time_s"], row["last_time_s"]) == (times[0], times[-1])
    assert row["delta_time_s"] == pytest.approx(times[-1] - times[0], abs=1e-5)
    assert row["count_time_s"] == len(times)
    assert (row["every_accurate"], row["any_accurate"]) == (False, True)


def test_the_last_laps_of_each(recorded: Recorded) -> None:
    view = recorded(BAKU).view("lap:30")
    rows = ask(view, of="laps", per={"by": "car", "last": 2}, select=["car", "lap"])
    by_car: dict[str, list[int]] = {}
    for lap in table(view, "laps").rows:
        by_car.setdefault(str(lap["car"]), []).append(int(str(lap["lap"])))
    found: dict[str, list[int]] = {}
    for row in rows:
        found.setdefault(row["car"], []).append(row["lap"])
    assert found == {car: laps[-2:] for car, laps in by_car.items()}


def test_groups_are_counted_held_and_ordered(recorded: Recorded) -> None:
    view = recorded(BAKU).view()
    rows = ask(
        view,
        of="stops",
        group_by=["code"],
        having=[{"field": "count", "op": "at_least", "value": 3}],
        order_by=[{"field": "count", "down": True}, {"field": "code"}],
    )
    counts: dict[str, int] = {}
    for stop in table(view, "stops").rows:
        counts[str(stop["code"])] = counts.get(str(stop["code"]), 0) + 1
    expected = sorted(((code, n) for code, n in counts.items() if n >= 3), key=lambda item: (-item[1], item[0]))
    assert [(row["code"], row["count"]) for row in rows] == expected


@each_row(
    ("asked", "path", "candidate"),
    [
        ({"from": "lap"}, "/from", "laps"),
        ({"from": "laps", "where": [{"field": "tyme_s", "value": 1}]}, "/where/0/field", "time_s"),
        ({"from": "laps", "where": [{"field": "lap", "op": "gt", "value": 1}]}, "/where/0/op", "more"),
        ({"from": "laps", "where": [{"field": "lap", "value": "x"}]}, "/where/0/value", ""),
        ({"from": "laps", "where": [{"field": "lap", "op": "in", "value": 3}]}, "/where/0/value", ""),
        ({"from": "laps", "where": [{"field": "lap"}]}, "/where/0", ""),
        ({"from": "laps", "aggregate": [{"op": "avg", "field": "compound"}]}, "/aggregate/0/op", "count"),
        ({"from": "laps", "aggregate": [{"op": "mean", "field": "lap"}]}, "/aggregate/0/op", "avg"),
        ({"from": "laps", "order_by": [{"field": "tim"}]}, "/order_by/0", "time_s"),
        ({"from": "laps", "having": [{"field": "lap", "value": 3}]}, "/having/0", ""),
        ({"from": "laps", "per": {"by": "car"}}, "/per", ""),
        ({"from": "laps", "aggregate": [{"op": "count", "as": "a\x00b"}]}, "/aggregate/0/as", ""),
        ({"from": "laps", "select": ["lap"], "aggregate": [{"op": "count"}]}, "/select", ""),
    ],
)
def test_what_cannot_be_asked_is_named_with_candidates(asked: JsonObject, path: str, candidate: str) -> None:
    with pytest.raises(BadQuery) as error:
        read_question(asked, lambda name, path: name)
    assert error.value.path == path
    assert candidate in error.value.candidates or not candidate


@given(st.text(max_size=40).filter(str.isprintable))
def test_no_text_gets_into_the_statement(text: str) -> None:
    question = read_question(
        {
            "from": "laps",
            "where": [{"field": "compound", "value": text}],
            "aggregate": [{"op": "count", "as": text or "n"}],
        },
        lambda name, path: name,
    )
    (row,) = answer(SIM, question).rows
    assert list(row.values()) == [sum(lap["compound"] == text for lap in table(SIM, "laps").rows)]


def test_without_leaves_out_whole_cars() -> None:
    everyone = {row["car"] for row in ask(SIM, of="stints")}
    compounds = {row["compound"] for row in ask(SIM, of="stints")}
    for compound in compounds:
        wanted = [{"field": "compound", "value": compound}]
        used = {row["car"] for row in ask(SIM, of="stints", where=wanted)}
        rest = ask(SIM, of="stints", without=wanted, group_by=["car"])
        assert used
        assert {row["car"] for row in rest} == everyone - used


def test_whoever_may_have_such_a_row_is_undecided() -> None:
    relation, field = next(
        (each, field)
        for each in RELATIONS
        for field in each.fields
        if each.field("car") and field.type in ("integer", "number")
        and any(row[field.name] is None for row in table(SIM, each.name).rows)
    )  # fmt: skip
    rows = table(SIM, relation.name).rows
    asked = {"from": relation.name, "without": [{"field": field.name, "op": "more", "value": 1_000_000}]}
    found = answer(SIM, read_question(asked, lambda name, path: name))
    unknown = {row["car"] for row in rows if row[field.name] is None}
    assert {row["car"] for row in found.rows} == {row["car"] for row in rows} - unknown
    assert found.undecided == sum(row["car"] in unknown for row in rows)


def test_without_is_of_relations_of_cars() -> None:
    with pytest.raises(BadQuery, match="not about cars"):
        read_question({"from": "statuses", "without": [{"field": "status", "value": "red"}]}, lambda name, path: name)
