"""Rows that a query narrows, orders and puts together: what a wording of them has to name, and who is first."""

from __future__ import annotations

from typing import Any

import pytest

from director.grounding import check, render
from director.grounding.asked_rows import first_rows, is_all_rows, scope_of
from pitwall.claims import CLAIMS
from tests.rows import each_row
from toolgate.contract import Context, StepResult

CONTEXT = Context(
    "lap 20 of 51 completed.",
    {
        "driver": [
            {"car": "44", "code": "HAM", "name": "Lewis Hamilton", "team": "Mercedes"},
            {"car": "77", "code": "BOT", "name": "Valtteri Bottas", "team": "Mercedes"},
            {"car": "5", "code": "VET", "name": "Sebastian Vettel", "team": "Ferrari"},
        ]
    },
    claims=CLAIMS,
)
ON_SOFTS = {"field": "compound", "op": "is", "value": "SOFT"}
AVERAGES = {
    "from": "laps",
    "group_by": ["driver"],
    "aggregate": [{"op": "avg", "field": "time_s", "as": "average_s"}],
    "order_by": [{"field": "average_s"}],
}


def asked(arguments: dict[str, Any], rows: list[dict[str, Any]], total: int | None = None) -> StepResult:
    output = {
        "columns": [],
        "rows": rows,
        "rows_total": len(rows) if total is None else total,
        "undecided": 0,
        "as_of": {"lap": 20},
        "missing": [],
    }
    return StepResult("s1", "query_race", arguments, "ok", 1.0, output)


STOPS = asked(
    {
        "from": "stops",
        "group_by": ["driver"],
        "aggregate": [{"op": "count", "as": "n"}],
        "order_by": [{"field": "n", "down": True}],
        "limit": 3,
    },
    [{"driver": "Hamilton", "n": 2}, {"driver": "Bottas", "n": 2}, {"driver": "Vettel", "n": 1}],
    total=9,
)


@each_row(
    ("where", "scope"),
    [
        ([], ""),
        ([ON_SOFTS], "on SOFT"),
        ([{"field": "lap", "op": "at_least", "value": 13}], "laps 13-"),
        ([{"field": "lap", "op": "more", "value": 12}, {"field": "lap", "op": "at_most", "value": 15}], "laps 13-15"),
        ([{"field": "laps_ago", "op": "less", "value": 5}], "last 5"),
        ([{"field": "driver", "op": "is", "value": "HAM"}], ""),
        ([{"field": "accurate", "op": "is", "value": True}], ""),
        ([ON_SOFTS, {"field": "lap", "op": "at_least", "value": 13}], None),
        ([{"field": "track_status", "op": "is", "value": "green"}], None),
        ([{"field": "compound", "op": "is_not", "value": "SOFT"}], None),
    ],
)
def test_what_rows_are_narrowed_to(where: list[dict[str, Any]], scope: str | None) -> None:
    assert scope_of({"where": where}, {}) == scope


def test_who_is_first_is_told_by_the_order_and_by_what_lies_beyond() -> None:
    assert first_rows("n", STOPS) == (1, 2)
    of_one = asked({**STOPS.arguments, "limit": 2}, STOPS.envelope["rows"][:2], total=9)
    assert first_rows("n", of_one) == (0, 0), "more may have stopped as often"
    of_some = asked({**STOPS.arguments, "where": [{"field": "team", "value": "Mercedes"}]}, STOPS.envelope["rows"])
    assert first_rows("n", of_some) == (0, 0)


def test_rows_are_all_where_their_own_conditions_alone_narrow_them() -> None:
    declared = {"where": {"/rows/*/status": "safety_car"}}
    rows = [{"lap": 3, "to_lap": 5}]
    narrowed = {"field": "lap", "op": "at_least", "value": 30}
    status = {"field": "status", "value": "safety_car"}
    assert is_all_rows(declared, asked({"from": "statuses", "where": [status]}, rows))
    assert not is_all_rows(declared, asked({"from": "statuses", "where": [status, narrowed]}, rows))
    assert not is_all_rows(declared, asked({"from": "statuses", "where": [status], "limit": 1}, rows, total=2))


@each_row(
    ("answer", "holds"),
    [
        ("Hamilton and Bottas have stopped most often, twice each.", True),
        ("Two drivers have made two stops.", True),
        ("Vettel has made one stop.", True),
        ("Hamilton has stopped most often.", False),
        ("Two drivers have made at least one stop.", False),
        ("One driver has made one stop.", False),
        ("Vettel has stopped twice.", False),
    ],
)
def test_counts_of_a_limited_answer(answer: str, holds: bool) -> None:
    assert (check(answer, [STOPS], CONTEXT) == []) is holds


@each_row(
    ("answer", "holds"),
    [
        ("On softs, Hamilton has the best average, 1:36.500.", True),
        ("Hamilton averaged 1:36.500 on softs.", True),
        ("On the soft tyre Hamilton averaged half a second less than Bottas.", True),
        ("Hamilton has the best average, 1:36.500.", False),
        ("On hards, Hamilton has the best average.", False),
        ("On softs, Bottas has the best average.", False),
    ],
)
def test_what_is_averaged_of_some_laps_is_said_of_these(answer: str, holds: bool) -> None:
    rows = [{"driver": "Hamilton", "average_s": 96.5}, {"driver": "Bottas", "average_s": 97.0}]
    step = asked({**AVERAGES, "where": [ON_SOFTS]}, rows)
    assert (check(answer, [step], CONTEXT) == []) is holds


@pytest.mark.parametrize(("number", "text"), [(0, "Hamilton has made two stops."), (2, "Vettel has made 1 stop.")])
def test_a_clause_may_point_into_a_column(number: int, text: str) -> None:
    slots = {"subject": f"s1#/rows/{number}/driver", "value": f"s1#/rows/{number}/n"}
    clause = {"says": "stop_count", "slots": slots, "text": text}
    rendered = render({"language": "en", "clauses": [clause]}, [STOPS], CONTEXT)
    assert rendered.flaws == ()
    assert rendered.text.startswith(text.split(maxsplit=1)[0])


def test_what_is_of_some_rows_only_is_no_clause() -> None:
    rows = [{"driver": "Hamilton", "average_s": 96.5}, {"driver": "Bottas", "average_s": 97.0}]
    slots = {"subject": "s1#/rows/0/driver", "value": "s1#/rows/0/average_s"}
    clause = {"says": "average_lap", "slots": slots, "text": "{subject} averaged {value}"}
    assert not render({"clauses": [clause]}, [asked(AVERAGES, rows)], CONTEXT).flaws
    assert render({"clauses": [clause]}, [asked({**AVERAGES, "where": [ON_SOFTS]}, rows)], CONTEXT).flaws


def test_a_clause_of_another_driver_s_count_is_a_flaw() -> None:
    slots = {"subject": "s1#/rows/0/driver", "value": "s1#/rows/2/n"}
    rendered = render({"clauses": [{"says": "stop_count", "slots": slots, "text": ""}]}, [STOPS], CONTEXT)
    assert rendered.flaws
