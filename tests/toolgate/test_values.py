"""Values compare, hash and print as the dataclasses of the same fields do."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, make_dataclass, replace
from typing import Any

import pytest

from director.answer import Answer
from director.planners import base
from director.settings import Settings
from tests.rows import each_row
from toolgate import contract, plan_values
from toolgate.contract import Call, CallState, PolicyDecision, Step
from toolgate.values import Value

MADE: tuple[type[Any], ...] = (
    *(each for module in (contract, plan_values, base) for each in vars(module).values() if isinstance(each, type)),
    Answer,
    Settings,
)
VALUES: list[Any] = sorted({each for each in MADE if is_dataclass(each)}, key=lambda each: each.__name__)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Point(Value):
    x: int
    y: Any = 0
    note: str = field(default="", compare=False)
    key: str = field(default="", repr=False)


Plain = make_dataclass(
    "Point",
    [
        ("x", int),
        ("y", Any, field(default=0)),
        ("note", str, field(default="", compare=False)),
        ("key", str, field(default="", repr=False)),
    ],
    frozen=True,
)
GIVEN: list[dict[str, Any]] = [
    {"x": 1},
    {"x": 1, "y": 2.0},
    {"x": 1, "y": 2},
    {"x": 1, "note": "same"},
    {"x": 1, "key": "another"},
    {"x": 1, "y": "text's"},
]


def test_values_compare_hash_and_print_as_dataclasses_do() -> None:
    for one in GIVEN:
        assert repr(Point(**one)) == repr(Plain(**one))
        for other in GIVEN:
            assert (Point(**one) == Point(**other)) == (Plain(**one) == Plain(**other)), (one, other)
            if Point(**one) == Point(**other):
                assert hash(Point(**one)) == hash(Point(**other))
    assert len({Point(**each) for each in GIVEN[:5]}) == len({Plain(**each) for each in GIVEN[:5]}) == 3
    with pytest.raises(TypeError):
        hash(Point(1, []))


def test_a_value_equals_none_of_another_class() -> None:
    assert Point(1) != Plain(1)
    assert Point(1) != (1, 0)
    assert Step("s1", "get_gap") != PolicyDecision(True, "s1")


def test_who_calls_a_tool_is_printed_without_the_gates_own_state() -> None:
    call = Call("get_gap", {"laps": 3}, case=CallState())
    assert call == replace(call, case=None)
    assert "case" not in repr(call)


@each_row("value", VALUES)
def test_the_values_that_cross_the_rooms_are_frozen_and_compare_by_their_fields(value: Any) -> None:
    assert issubclass(value, Value)
    assert value.__eq__ is Value.__eq__
    with pytest.raises(FrozenInstanceError):
        setattr(object.__new__(value), fields(value)[0].name, "changed")


def test_there_are_such_values() -> None:
    assert {"ToolSpec", "Call", "Outcome", "Plan", "Settings", "Answer"} <= {value.__name__ for value in VALUES}
