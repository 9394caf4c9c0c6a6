"""The steps of a plan as a graph: references that hold, no cycles, no step twice, not too many."""

from __future__ import annotations

import copy
from collections.abc import Mapping

import msgspec

from director.references import (
    Expression,
    JsonPath,
    find_references,
    in_order,
    join_pointer,
    parse_reference,
    redirected,
)
from director.validator.fixes import value_at
from director.validator.reference_types import check_expression
from director.validator.review import Draft, Review, StepRefused, brief
from director.validator.tools import CatalogueTool


def read_references(step: Draft) -> None:
    """Reads the references in a step's arguments. StepRefused where one is malformed."""
    for path, written in find_references(step.arguments):
        try:
            step.references[path] = parse_reference(written)
        except ValueError as error:
            raise StepRefused("invalid_reference", f"{join_pointer(('arguments', *path))}: {error}") from None


def check_references(review: Review, tools: Mapping[str, CatalogueTool]) -> None:
    """Rejects every step with a reference that cannot hold, every cycle, and all that depends on them."""
    for step in list(review.steps.values()):
        try:
            for path, expression in list(step.references.items()):
                fitting = check_expression(path, expression, step, review, tools)
                if fitting is not expression:
                    put(step, path, fitting, "coerce", review)
        except StepRefused as refusal:
            review.reject(step.id, step.name, refusal.code, refusal.message)
    reject_dependants(review)
    for step in cycles(review):
        review.reject(step.id, step.name, "cycle", "the step depends on its own output")
    check_order(review)
    reject_dependants(review)


def check_order(review: Review) -> None:
    """Rejects every step that refers to one after it: a plan runs in its order."""
    for step in list(review.steps.values()):
        named = [(path, one.step) for path, expression in step.references.items() for one in expression.references]
        for path, other in named:
            if review.order[other] > review.order[step.id]:
                where = join_pointer(("arguments", *path))
                message = f"{where}: step {brief(other)} comes later; put it first"
                review.reject(step.id, step.name, "later_reference", message)
                break


def cycles(review: Review) -> list[Draft]:
    """The steps on a cycle, or between two cycles: no order can run them."""
    needs = dependencies(review)
    ordered = in_order(needs)
    stuck = needs.keys() - set(ordered)
    if not stuck:
        return []
    needed_by: dict[str, set[str]] = {step: set() for step in stuck}
    for step in stuck:
        for other in needs[step] & stuck:
            needed_by[other].add(step)
    trimmed = in_order(needed_by)
    looping = stuck - set(trimmed)
    return [step for step in review.steps.values() if step.id in looping]


def dependencies(review: Review) -> dict[str, set[str]]:
    """For each step still standing, the steps whose output it needs."""
    return {
        step.id: {one.step for expression in step.references.values() for one in expression.references}
        for step in review.steps.values()
    }


def reject_dependants(review: Review) -> None:
    """Rejects every step that needs the output of a rejected one, however indirectly."""
    if not review.rejections:
        return
    dependants: dict[str, list[Draft]] = {}
    for step_id, needed in dependencies(review).items():
        for other in needed:
            dependants.setdefault(other, []).append(review.steps[step_id])
    gone = list(review.rejections)
    while gone:
        cause = gone.pop()
        for step in dependants.get(cause, ()):
            if step.id in review.steps:
                review.reject(
                    step.id,
                    step.name,
                    "depends_on_rejected",
                    f"needs step {brief(cause)}, which was rejected",
                )
                gone.append(step.id)


def merge_duplicates(review: Review, tools: Mapping[str, CatalogueTool]) -> None:
    """Keeps one of the steps that ask the same of the same tool; references to the others go to it."""
    kept: dict[bytes, str] = {}
    merged: dict[str, str] = {}
    for step_id, step in list(review.steps.items()):
        redirect(step, merged, review)
        server = tools[step_id].entry.get("server")
        request = msgspec.json.encode([step.name, server, step.arguments], order="deterministic")
        first = kept.setdefault(request, step_id)
        if first != step_id:
            merged[step_id] = first
            del review.steps[step_id]
            review.repair(step_id, "/id", step_id, first, "merge")


def redirect(step: Draft, merged: Mapping[str, str], review: Review) -> None:
    """Points a step's references at the steps that were kept."""
    for path, expression in list(step.references.items()):
        if any(one.step in merged for one in expression.references):
            put(step, path, redirected(expression, merged), "redirect", review)


def put(step: Draft, path: JsonPath, expression: Expression, rule: str, review: Review) -> None:
    """Replaces an expression of the arguments by another, and records it."""
    before, after = step.references[path].to_json(), expression.to_json()
    value_at(step.arguments, path[:-1])[path[-1]] = after
    step.references[path] = expression
    review.repair(step.id, join_pointer(("arguments", *path)), before, copy.deepcopy(after), rule)


def cap_steps(review: Review, max_steps: int) -> None:
    """Rejects the steps beyond the first `max_steps`, and all that depends on them."""
    for step in list(review.steps.values())[max(max_steps, 0) :]:
        review.reject(step.id, step.name, "too_many_steps", f"a plan has at most {max_steps} steps")
    reject_dependants(review)
