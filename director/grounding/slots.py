"""What a slot of a clause stands for: a pointer into a step's result, or an operation over pointers, worked out here.

A pointer is `s1#/rows/0/gap_s`. An operation is `diff(a, b)`, `sum(a, b)`, `count(a)`, `min(a)` or `max(a)` over
pointers, where `*` stands for every index of a list; as an object it is `{"op": "diff", "of": [a, b]}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from director.grounding.pointers import MISSING, column
from toolgate.contract import StepResult
from toolgate.errors import LocalError

_POINTER = re.compile(r"[^#\s(),]+#(?:/[^\s(),]*)?")
_OPERATION = re.compile(r"(diff|sum|count|min|max)\s*\((.*)\)", re.DOTALL)
OPERATIONS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "diff": lambda values: values[0] - values[1],
    "sum": sum,
    "min": min,
    "max": max,
}
_OF_WHOLE_ROWS = ("count", "min", "max")


class BadSlot(LocalError):
    """A slot that stands for nothing. The message says why, in a few words for the model."""


class FilledSlot(Struct, frozen=True):
    """What a slot stands for, the step it is of, and the pointers it came from."""

    value: Any
    step: str
    pointers: tuple[str, ...]
    operation: str = ""


def read_slot(written: Any, steps: Mapping[str, StepResult]) -> FilledSlot:
    """The slot as the model wrote it. BadSlot where a step, a field or an operation is not there."""
    operation, pointers = _parts(written)
    found = [_cells(pointer, steps) for pointer in pointers]
    step = pointers[0].partition("#")[0]
    if not operation:
        if len(found[0]) != 1 or "*" in pointers[0]:
            raise BadSlot("one of its pointers is not a single field")
        return FilledSlot(found[0][0], step, tuple(pointers))
    if operation in _OF_WHOLE_ROWS and any(_is_limited(steps[one.partition("#")[0]]) for one in pointers):
        raise BadSlot(f"{operation} needs all rows, and the call gave a part of them")
    if operation == "count":
        cells = [len(cell) if isinstance(cell, list) and "*" not in pointer else 1
                 for pointer, column_ in zip(pointers, found, strict=True) for cell in column_]  # fmt: skip
        return FilledSlot(sum(cells), step, tuple(pointers), operation)
    numbers = [each for cells in found for each in cells if _is_number(each)]
    if len(numbers) != sum(map(len, found)) or not numbers or (operation == "diff" and len(numbers) != 2):
        raise BadSlot(f"{operation} of values that aren't numbers of the data")
    return FilledSlot(round(OPERATIONS[operation](numbers), 3), step, tuple(pointers), operation)


def _parts(written: Any) -> tuple[str, list[str]]:
    """The operation, if any, and the pointers."""
    if isinstance(written, dict):
        if "op" in written:
            of = written.get("of")
            texts = [_parts(one)[1][0] for one in of] if isinstance(of, list) and of else []
            if written["op"] not in (*OPERATIONS, "count") or not texts:
                raise BadSlot("no such operation")
            return str(written["op"]), texts
        written = next((written[key] for key in ("$ref", "at", "pointer") if key in written), None)
    if not isinstance(written, str):
        raise BadSlot("a slot is a pointer, s1#/field, or an operation over pointers")
    text = written.strip()
    if operation := _OPERATION.fullmatch(text):
        pointers = [part.strip() for part in operation[2].split(",")]
        if not all(_POINTER.fullmatch(part) for part in pointers):
            raise BadSlot("an operation takes pointers, s1#/field")
        return operation[1], pointers
    if not _POINTER.fullmatch(text):
        raise BadSlot("a slot is a pointer, s1#/field, or an operation over pointers")
    return "", [text]


def _cells(pointer: str, steps: Mapping[str, StepResult]) -> list[Any]:
    name, _, path = pointer.partition("#")
    step = steps.get(name)
    if step is None or step.status != "ok":
        raise BadSlot("one of its pointers names a step that gave no result")
    found = [value for value in column(step.envelope, path) if value is not MISSING and value is not None]
    if not found:
        raise BadSlot("one of its pointers leads to nothing")
    return found


def _is_limited(step: StepResult) -> bool:
    """Whether a result may not hold every row."""
    return "truncated" in step.envelope or any(
        isinstance(value, int) and not isinstance(value, bool) and name not in ("at_lap", "lap")
        for name, value in step.arguments.items()
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
