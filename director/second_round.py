"""What a second round of planning is told of the first: what went wrong, in our own words, and values without texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from director.planners.base import StepFault
from director.sanitise import clean_text, error_of
from director.suspicion import is_suspect
from toolgate.contract import JsonObject, StepResult, Verdict

ROWS_MOST = 60
"""Rows of a list that are shown, the first and the last ones."""
_CAR = re.compile(r"\d{1,3}[A-Za-z]?")
_TIME = re.compile(r"\d{1,2}:\d{2}:\d{2}(?:\.\d{1,3})?")
_NOT_TOLD = ("schema_version", "generated_at", "summary", "missing")


def faults_of(verdict: Verdict, steps: Sequence[StepResult]) -> list[StepFault]:
    """Why each step failed. Of a tool's error only its type, and the path where it names one of our arguments."""
    rejected = [
        StepFault(each.step, each.name, each.code, message=_own_words(each.message)) for each in verdict.rejected
    ]
    failed = []
    for step in (each for each in steps if each.status != "ok"):
        error = error_of(step)
        details = error.get("details")
        path = str(details.get("path", "") if isinstance(details, dict) else "").strip("/").split("/")[0]
        code = "skipped" if step.status == "skipped" else str(error.get("type", "tool_failed"))
        failed.append(StepFault(step.id, step.name, code, f"/{path}" if path in step.arguments else ""))
    return [*rejected, *failed]


def _own_words(message: str) -> str:
    """What the validator says; nothing where a name in it speaks to its reader."""
    return "" if is_suspect(message.replace("did you mean", "")) else clean_text(message)


def went_well(steps: Sequence[StepResult]) -> int:
    """How many steps gave a result."""
    return sum(step.status == "ok" for step in steps)


def typed_values(results: Sequence[StepResult], catalogue: Sequence[JsonObject]) -> list[JsonObject]:
    """The results without their texts: numbers, moments, car numbers.

    A text that the tool's own schema lists stays: nobody else can have written it.
    """
    listed = {entry["name"]: frozenset(_options(entry.get("output_schema"))) for entry in catalogue}
    return [
        {
            "step": result.id,
            "tool": result.name,
            "output": _typed(result.envelope, listed.get(result.name, frozenset())),
        }
        for result in results
        if result.status == "ok"
    ]


def _typed(output: JsonObject, listed: frozenset[str]) -> Any:
    return _kept({key: value for key, value in output.items() if key not in _NOT_TOLD}, "", listed)


def _kept(value: Any, key: str, listed: frozenset[str]) -> Any:
    """The value without what is text; None for a text, and for an object that holds nothing else."""
    if isinstance(value, dict):
        inner = {name: kept for name, item in value.items() if (kept := _kept(item, name, listed)) is not None}
        return inner or None
    if isinstance(value, list):
        rows = value if len(value) <= ROWS_MOST else [*value[: ROWS_MOST // 2], *value[-ROWS_MOST // 2 :]]
        return [_kept(item, key, listed) for item in rows]
    if isinstance(value, str):
        is_own = value in listed or _TIME.fullmatch(value) or (key == "car" and _CAR.fullmatch(value))
        return value if is_own else None
    return value


def _options(schema: Any) -> Iterator[str]:
    """The texts that a schema lists as options, at any depth."""
    if isinstance(schema, Mapping):
        yield from (option for option in schema.get("enum", ()) if isinstance(option, str))
        for value in schema.values():
            yield from _options(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _options(value)
