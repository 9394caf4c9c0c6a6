"""A plan held to the catalogue: what can be repaired is repaired and recorded, the rest is rejected.

Rules of a `Repair` (`path` is a JSON Pointer into the step; a value taken out has `after` None):

    assign_id, repeated_id   a missing id, or one that another step already has; the first one keeps it
    parse_json               arguments given as a text of JSON, or as null
    drop_unknown, drop_null  an argument that the tool does not know; a null for an optional argument
    coerce, wrap             "12" or 12.0 to 12, "true" to true, 12 to "12"; one value to a list of one; a reference
                             to a number into a text of it
    clamp                    to a bound, a length, a number of items
    option                   an option of an enum: by spaces, by case, or by the words that it alone begins with
    name                     an entry of a vocabulary, given whole, to its first field
    merge, redirect          a step that repeats another; a reference to it

Where the entry's `tier` is STATEFUL or IRREVERSIBLE nothing is clamped and no option is taken by its beginning: the
step is rejected. A key that is written twice in one object (see `director.plan_text`) and a whole number beyond
64 bits are never passed on: they reject the step that they are in.

Codes of a `Rejection`:

    malformed_plan, malformed_step                   not of the shape of a plan, or not JSON
    unknown_tool, unknown_server, ambiguous_server   not in the catalogue, or on several servers
    invalid_schema                                   the catalogue's own mistake
    missing_argument, invalid_option, invalid_argument
    invalid_reference, unknown_reference, ambiguous_reference, reference_path, reference_type
    later_reference, cycle, depends_on_rejected, too_many_steps
"""

from __future__ import annotations

from typing import Any

from director.defaults import MAX_STEPS
from director.references import is_reference
from director.validator.linking import cap_steps, check_references, merge_duplicates, read_references
from director.validator.parse_plan import read_plan, read_steps
from director.validator.repair import repair_arguments
from director.validator.review import Draft, Review, StepRefused
from director.validator.tools import Allowlist, CatalogueTool, allowlist_of
from director.validator.vocabulary_names import Vocabularies
from toolgate.contract import JsonObject, Plan, Verdict

__all__ = ["Allowlist", "allowlist_of", "check_plan", "validate_plan"]


def validate_plan(
    plan: Any, catalogue: list[JsonObject], max_steps: int = MAX_STEPS, *, vocabularies: Vocabularies | None = None
) -> Verdict:
    """Checks a plan against the catalogue's `{name, input_schema[, output_schema, server, tier]}`.

    The arguments of every accepted step are valid under the tool's input schema, references set aside, and a
    plan that is valid already comes back as it is. No plan makes it raise, and nothing given is changed.
    """
    rationale = plan.get("rationale") if isinstance(plan, dict) else None
    review = read_plan(plan)
    check_steps(review, Allowlist(catalogue), max_steps, vocabularies or {})
    return review.verdict(rationale if isinstance(rationale, str) else "")


def check_plan(
    plan: Plan, allowlist: Allowlist, max_steps: int = 5, *, vocabularies: Vocabularies | None = None
) -> Verdict:
    """Checks a plan that is typed already, against tools that were read before (see `allowlist_of`)."""
    review = read_steps(plan.steps)
    check_steps(review, allowlist, max_steps, vocabularies or {})
    return review.verdict(plan.rationale)


def check_steps(review: Review, allowlist: Allowlist, max_steps: int, vocabularies: Vocabularies) -> None:
    """Repairs and rejects the steps of a review, each alone and then all together."""
    tools: dict[str, CatalogueTool] = {}
    for step in list(review.steps.values()):
        try:
            tools[step.id] = check_step(step, allowlist, review, vocabularies)
        except StepRefused as refusal:
            review.reject(step.id, step.name[:200], refusal.code, refusal.message)
    check_references(review, tools)
    merge_duplicates(review, tools)
    cap_steps(review, max_steps)


def check_step(step: Draft, allowlist: Allowlist, review: Review, vocabularies: Vocabularies) -> CatalogueTool:
    """Finds a step's tool and makes its arguments valid. StepRefused where either cannot be done."""
    tool = allowlist.find(step)
    if is_reference(step.arguments):
        raise StepRefused("invalid_reference", "a reference stands for one argument, not for all of them")
    repair_arguments(step, tool.input, review, vocabularies, is_lasting=tool.is_lasting)
    if step.has_references:
        read_references(step)
    return tool
