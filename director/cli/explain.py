"""How an answer came about, for a person to follow."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from director.pipeline import Answer
from toolgate.contract import JsonObject, StepResult


def explain(answer: Answer) -> str:
    """Question, plan, repairs, calls, evidence and answer, a line each."""
    return "\n".join(f"{label:<9} {text}".rstrip() for label, text in _lines(answer))


def _lines(answer: Answer) -> Iterator[tuple[str, str]]:
    yield "question", answer.question
    yield "planner", answer.planner
    for step in answer.plan.steps:
        yield "plan", f"{step.id} {step.name} {_json(step.arguments)}"
    if answer.plan.rationale:
        yield "because", answer.plan.rationale
    for repair in answer.repaired:
        yield (
            "repaired",
            f"{repair.step} {repair.path}: {_json(repair.before)} -> {_json(repair.after)} ({repair.rule})",
        )
    for rejection in answer.rejected:
        yield "rejected", f"{rejection.step} {rejection.name}: {rejection.message}"
    for result in answer.steps:
        yield "call", f"{result.id} {result.status} in {result.duration_ms:.1f} ms: {_said(result)}"
        for missing in result.envelope.get("missing", []):
            yield "missing", missing
    if answer.as_of:
        yield "as of", f"lap {answer.as_of['lap']}, session time {answer.as_of['session_time']}"
    yield "took", ", ".join(f"{stage} {ms:.1f} ms" for stage, ms in answer.timings_ms.items())
    yield ("answer", answer.answer) if answer.answer else (answer.status, answer.reason)


def _said(result: StepResult) -> str:
    error: JsonObject | None = result.envelope.get("error")
    return f"{error['type']}: {error['message']}" if error else str(result.envelope.get("summary", ""))


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
