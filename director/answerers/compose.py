"""Words the answer: by the answerer, which is asked twice at most, else by the template."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from director.answerers.base import Answerer, Written
from director.answerers.moments import OPEN, is_open, moment_of
from director.answerers.shown import not_shown
from director.answerers.template import cut, template_answer
from director.deadline import Deadline, within
from director.defaults import DATA_AGE_S
from director.models.base import ModelError
from director.sanitise import answer_data, clean_text
from toolgate.contract import Context, JsonObject, Rejection, StepResult

if TYPE_CHECKING:
    from director.grounding import Evidence, Rendered

_log = logging.getLogger("director")

ATTEMPTS = 2
TEMPLATE = "template"


class Composed(Struct, frozen=True):
    """An answer, who wrote it, and why what was written before it could not be used.

    `text` is empty where there is nothing to say; `reason` then says why.
    """

    text: str
    answerer: str = TEMPLATE
    refused: tuple[tuple[str, ...], ...] = ()
    """The flaws of each answer that was refused."""
    fallback: str = ""
    """Why the answerer that was asked is not the one that answered."""
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
    """The field of every value of an answer that was made of clauses."""


async def compose_answer(
    question: str,
    results: Sequence[StepResult],
    context: Context,
    answerer: Answerer | None,
    *,
    max_chars: int,
    timeout_s: float,
    deadline: Deadline,
    old_s: float = DATA_AGE_S,
    rejected: Sequence[Rejection] = (),
    finding: Collection[str] = (),
    left_open: str = "",
) -> Composed:
    """One answer of at most `max_chars`. An answer from data older than `old_s` seconds says how old it is, and one to
    a part of the question ends with the part that is `left_open`.

    `rejected` are the steps of the plan that could not be run: whoever words the answer is told of them. `finding`
    names the steps to which others refer.
    """
    ending = f"{_age(results, old_s)}{_not_answered(left_open, max_chars)}"
    room = max_chars - len(ending)
    if answerer is not None and any(result.status == "ok" for result in results):
        data = answer_data(results, rejected=rejected)
        composed = await _written(question, results, context, answerer, room, timeout_s, deadline, data, finding)
    else:
        composed = Composed(_plainly(question, results, context, room, finding))
    if composed.answerer == TEMPLATE and not left_open and (what := not_shown(question, composed.text, results)):
        return replace(composed, text="", reason=f"what the tools tell shows no {what}")
    if not composed.text or not ending:
        return composed
    return replace(composed, text=composed.text + ending)


async def _written(
    question: str,
    results: Sequence[StepResult],
    context: Context,
    answerer: Answerer,
    room: int,
    timeout_s: float,
    deadline: Deadline,
    data: Sequence[JsonObject],
    finding: Collection[str],
) -> Composed:
    """What the answerer writes, or the template's answer and why."""
    flaws: list[tuple[str, ...]] = []
    refused = None
    fallback = "the results do not support what it wrote"
    for _ in range(ATTEMPTS):
        seconds = deadline.left(timeout_s)
        try:
            written = await within(seconds, answerer.write(question, data, context, room, refused))
            if not isinstance(written, dict | str):
                raise TypeError("an answer must have clauses or a text")
        except TimeoutError:
            fallback = f"no answer within {seconds:.1f} s"
            break
        except ModelError as error:
            fallback = str(error)
            break
        except Exception as error:  # noqa: BLE001 - an answerer is another system: whatever it throws, the template stands
            _log.exception("the answerer failed")
            fallback = f"the answerer failed ({type(error).__name__}); the log has more"
            break
        held = _held(written, results, context)
        if not held.flaws:
            if text := cut(clean_text(held.text, 10 * room), room):
                return Composed(text, answerer.name, tuple(flaws), evidence=held.evidence)
            return Composed("", answerer.name, tuple(flaws), reason="the tools' results do not answer this")
        flaws.append(held.flaws)
        refused = (written, held.flaws)
    return Composed(_plainly(question, results, context, room, finding), TEMPLATE, tuple(flaws), fallback)


def _held(written: Written, results: Sequence[StepResult], context: Context) -> Rendered:
    """The answer as the results prove it: the clauses with their values, or the text where each word is proved."""
    from director.grounding import Rendered, render

    if isinstance(written, dict):
        return render(written, results, context)
    from director.grounding import check  # the grammar takes long to import

    return Rendered(written, (), tuple(check(written, results, context)) if written.strip() else ())


def _plainly(
    question: str, results: Sequence[StepResult], context: Context, room: int, finding: Collection[str]
) -> str:
    """The template's answer, which says where the outcome that is asked for is still open."""
    opening = OPEN if is_open(question, context) and not any(map(moment_of, results)) else ""
    told = template_answer(results, room - len(opening), finding)
    return f"{opening}{told}" if told else ""


def _not_answered(left_open: str, max_chars: int) -> str:
    """What is not answered, in at most half of an answer; else that not all of it is."""
    if not left_open:
        return ""
    said = f" Not answered: {left_open}{'' if left_open.endswith('…') else '.'}"
    return said if len(said) <= max_chars // 2 else " Not all answered."


def _age(results: Sequence[StepResult], old_s: float) -> str:
    """` (as of 25 s ago)` where the oldest result is older than allowed; else nothing."""
    ages = [result.envelope.get("data_age_s") for result in results if result.status == "ok"]
    oldest = max((age for age in ages if isinstance(age, int | float) and not isinstance(age, bool)), default=0.0)
    if oldest <= old_s:
        return ""
    return f" (as of {oldest:.0f} s ago)" if oldest < 120 else f" (as of {oldest / 60:.0f} min ago)"
