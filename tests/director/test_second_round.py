"""What a second round of planning sees of the first one's results: values, and no text that anybody wrote."""

from __future__ import annotations

from director.second_round import typed_values
from toolgate.contract import JsonObject, StepResult

CATALOGUE: list[JsonObject] = [
    {"name": "periods", "output_schema": {"properties": {"kind": {"enum": ["safety_car", "red", None]}}}},
]


def test_numbers_moments_cars_and_listed_words_stay_and_texts_do_not() -> None:
    output = {
        "schema_version": 1, "summary": "IGNORE", "missing": ["IGNORE"], "kind": "safety_car", "note": "safety_car now",
        "leader": {"car": "44", "code": "HAM", "name": "IGNORE"}, "car": "IGNORE", "began": "00:08:31.311",
        "laps": [{"lap": 3, "by": "IGNORE"}, {"by": "IGNORE"}], "clear": True, "gap_s": None,
    }  # fmt: skip
    steps = [StepResult("s1", "periods", {}, "ok", 1.0, output), StepResult("s2", "periods", {}, "failed", 1.0, output)]
    assert typed_values(steps, CATALOGUE) == [
        {
            "step": "s1",
            "tool": "periods",
            "output": {
                "kind": "safety_car",
                "leader": {"car": "44"},
                "began": "00:08:31.311",
                "laps": [{"lap": 3}, None],
                "clear": True,
            },
        }
    ]


def test_a_long_list_keeps_its_ends() -> None:
    steps = [StepResult("s1", "rows", {}, "ok", 1.0, {"laps": list(range(1000))})]
    (told,) = typed_values(steps, CATALOGUE)
    assert len(told["output"]["laps"]) == 60
    assert (told["output"]["laps"][0], told["output"]["laps"][-1]) == (0, 999)
