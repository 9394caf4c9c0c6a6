"""How an answer came about, for a person to follow."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from director.answer import Answer
from director.cli.terminal_text import clean
from director.sanitise import complaint
from toolgate.contract import StepResult

_LABEL, _TEXT_MAX = 9, 400
_DIM, _BOLD, _OFF = "\x1b[2m", "\x1b[1m", "\x1b[0m"
_LOUD = ("answer", "silent", "failed")


def explain(answer: Answer, *, colour: bool = False) -> str:
    """Question, plan, repairs, calls, evidence and answer, a line each, labels in one column."""
    return "\n".join(_line(label, text, colour) for label, text in _lines(answer))


def _line(label: str, text: str, colour: bool) -> str:
    shown = clean(text if len(text) <= _TEXT_MAX else f"{text[: _TEXT_MAX - 1]}…")
    if not colour:
        return f"{label:<{_LABEL}} {shown}".rstrip()
    said = f"{_BOLD}{shown}{_OFF}" if label in _LOUD else shown
    return f"{_DIM}{label:<{_LABEL}}{_OFF} {said}"


def _lines(answer: Answer) -> Iterator[tuple[str, str]]:
    yield "question", answer.question
    yield "planner", f"{answer.planner} (plan from the cache)" if answer.plan_cached else answer.planner
    if answer.fault:
        yield "fault", answer.fault
    for fault in answer.tried:
        yield "tried", f"{fault.step} {fault.tool}: {fault.code}{f' at {fault.path}' if fault.path else ''}"
    for step in answer.plan.steps:
        yield "replan" if answer.replanned else "plan", f"{step.id} {step.name} {_json(step.arguments)}"
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
            yield "missing", str(missing)
    if isinstance(as_of := answer.as_of, dict) and {"lap", "session_time"} <= as_of.keys():
        yield "as of", f"lap {as_of['lap']}, session time {as_of['session_time']}"
    yield "took", ", ".join(f"{stage} {ms:.1f} ms" for stage, ms in answer.timings_ms.items())
    if answer.usage.input_tokens or answer.usage.output_tokens:
        yield "cost", _cost(answer)
    yield from _written(answer)
    yield ("answer", answer.text) if answer.text else (answer.status, answer.reason)


def _written(answer: Answer) -> Iterator[tuple[str, str]]:
    """Who worded the answer, what was refused, and the fields that its numbers stand on."""
    if answer.composed.refused or answer.composed.fallback or answer.usage.output_tokens:
        yield "worded by", answer.composed.answerer
    for flaws in answer.composed.refused:
        yield "refused", "; ".join(flaws)
    if answer.composed.fallback:
        yield "fallback", answer.composed.fallback
    evidence = answer.evidence
    width = max((len(each.text) for each in evidence), default=0)
    for each in evidence:
        yield "evidence", f"{each.text:<{width}}  {each.step}#{each.path} = {each.value}"


def _cost(answer: Answer) -> str:
    usage = answer.usage
    cached = f" ({usage.cached_tokens} cached)" if usage.cached_tokens else ""
    price = "price not known" if usage.cost_usd is None else f"{usage.cost_usd:.6f} USD"
    return f"{usage.input_tokens} tokens in{cached}, {usage.output_tokens} out, {price}"


def _said(result: StepResult) -> str:
    return complaint(result) or str(result.envelope.get("summary", ""))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
