"""The steps of a plan as a graph: references that hold, no cycles, no step twice, not too many."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from director.references import (
    JsonPath,
    Reference,
    find_references,
    in_order,
    join_pointer,
    parse_reference,
)
from director.validator.fixes import value_at
from director.validator.review import Draft, Refused, Review, brief, did_you_mean
from director.validator.schemas import Schema
from director.validator.tools import Tool


def read_references(step: Draft) -> None:
    """Read the references in a step's arguments. Refused when one is malformed."""
    for path, written in find_references(step.arguments):
        try:
            step.references[path] = parse_reference(written)
        except ValueError as error:
            raise Refused("invalid_reference", f"{join_pointer(('arguments', *path))}: {error}") from None


def check_reference(
    path: JsonPath, reference: Reference, step: Draft, review: Review, tools: Mapping[str, Tool]
) -> None:
    """Refused when a reference names no step, a place no output has, or a value of the wrong type."""
    where = join_pointer(("arguments", *path))
    if reference.step in review.repeated_ids:
        raise Refused("ambiguous_reference", f"{where}: several steps are called {brief(reference.step)}")
    if reference.step not in review.order:
        hint = did_you_mean(reference.step, list(review.order))
        raise Refused("unknown_reference", f"{where}: no step is called {brief(reference.step)}{hint}")
    if reference.step in review.rejections:
        return
    output = tools[reference.step].output
    if output is None:
        return
    given = types_at_pointer(output, reference, where)
    wanted = tools[step.id].input.places.types_at(path)
    if not given & wanted:
        kinds = " or ".join(sorted(wanted))
        raise Refused(
            "reference_type",
            f"{where}: {brief(reference.pointer)} is {' or '.join(sorted(given))}, not {kinds}",
        )


def types_at_pointer(output: Schema, reference: Reference, where: str) -> frozenset[str]:
    """The types that a reference can bring. Refused, naming the first part at fault, when it can bring nothing."""
    tokens = tuple(reference.tokens)
    if types := output.places.types_at(tokens):
        return types
    length = next(length for length in range(len(tokens) + 1) if not output.places.types_at(tokens[:length]))
    hint = did_you_mean(tokens[length - 1], output.places.names_at(tokens[: length - 1])) if length else ""
    missing = brief(join_pointer(tokens[:length]))
    raise Refused("reference_path", f"{where}: the output of {brief(reference.step)} has no {missing}{hint}")


def check_references(review: Review, tools: Mapping[str, Tool]) -> None:
    """Reject every step with a reference that cannot hold, every cycle, and all that depends on them."""
    for step in list(review.steps.values()):
        try:
            for path, reference in step.references.items():
                check_reference(path, reference, step, review, tools)
        except Refused as refusal:
            review.reject(step.id, step.name, refusal.code, refusal.message)
    reject_dependants(review)
    for step in cycles(review):
        review.reject(step.id, step.name, "cycle", "the step waits for its own output")
    check_order(review)
    reject_dependants(review)


def check_order(review: Review) -> None:
    """Reject every step that refers to one after it: a plan runs in its order."""
    for step in list(review.steps.values()):
        for path, reference in step.references.items():
            if review.order[reference.step] > review.order[step.id]:
                where = join_pointer(("arguments", *path))
                message = f"{where}: step {brief(reference.step)} comes later; put it first"
                review.reject(step.id, step.name, "later_reference", message)
                break


def cycles(review: Review) -> list[Draft]:
    """The steps that wait for themselves: no order can serve what they need, nor those that need them."""
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
    return {step.id: {ref.step for ref in step.references.values()} for step in review.steps.values()}


def reject_dependants(review: Review) -> None:
    """Reject every step that needs the output of a rejected one, however indirectly."""
    if not review.rejections:
        return
    dependants: dict[str, list[Draft]] = {}
    for step in review.steps.values():
        for reference in step.references.values():
            dependants.setdefault(reference.step, []).append(step)
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


def merge_duplicates(review: Review, tools: Mapping[str, Tool]) -> None:
    """Keep one of the steps that ask the same of the same tool; references to the others go to it."""
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
    """Point a step's references at the steps that were kept."""
    for path, reference in step.references.items():
        if reference.step in merged:
            target = Reference(merged[reference.step], reference.pointer)
            value_at(step.arguments, path[:-1])[path[-1]] = target.to_json()
            step.references[path] = target
            where = join_pointer(("arguments", *path))
            review.repair(step.id, where, reference.to_json(), target.to_json(), "redirect")


def cap_steps(review: Review, max_steps: int) -> None:
    """Reject the steps beyond the first `max_steps`, and all that depends on them."""
    for step in list(review.steps.values())[max(max_steps, 0) :]:
        review.reject(step.id, step.name, "too_many_steps", f"a plan has at most {max_steps} steps")
    reject_dependants(review)
