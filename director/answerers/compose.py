"""Who answers: the answerer if what it writes holds, asked twice at most, else the template."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

from msgspec import Struct

from director.answerers.base import Answerer
from director.answerers.moments import OPEN, is_open, moment_of
from director.answerers.template import cut, template_answer
from director.deadline import Deadline, within
from director.defaults import DATA_AGE_S
from director.models.base import ModelError
from director.sanitise import answer_data, clean_text
from toolgate.contract import Context, StepResult

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
    finding: Collection[str] = (),
) -> Composed:
    """One answer of at most `max_chars`. Data more than `old_s` old is said to be so.

    `finding` names the steps to which others refer.
    """
    age = _age(results, old_s)
    room = max_chars - len(age)
    if answerer is not None and any(result.status == "ok" for result in results):
        composed = await _written(question, results, context, answerer, room, timeout_s, deadline, finding)
    else:
        composed = Composed(_plainly(question, results, context, room, finding))
    if not composed.text or not age:
        return composed
    return Composed(composed.text + age, composed.answerer, composed.refused, composed.fallback)


async def _written(
    question: str,
    results: Sequence[StepResult],
    context: Context,
    answerer: Answerer,
    room: int,
    timeout_s: float,
    deadline: Deadline,
    finding: Collection[str],
) -> Composed:
    """What the answerer writes, or the template's answer and why."""
    from director.grounding import ground

    data = answer_data(results)
    flaws: list[tuple[str, ...]] = []
    refused = None
    fallback = "what it wrote is not in the outputs"
    for _ in range(ATTEMPTS):
        seconds = deadline.left(timeout_s)
        try:
            written = await within(seconds, answerer.write(question, data, context, room, refused))
            text = cut(clean_text(written, 10 * room), room)
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
        if not text:
            return Composed("", answerer.name, tuple(flaws), reason="the tools' results do not answer this")
        found = ground(text, data, context).flaws
        if not found:
            return Composed(text, answerer.name, tuple(flaws))
        flaws.append(found)
        refused = (text, found)
    return Composed(_plainly(question, results, context, room, finding), TEMPLATE, tuple(flaws), fallback)


def _plainly(
    question: str, results: Sequence[StepResult], context: Context, room: int, finding: Collection[str]
) -> str:
    """The template's answer, which says where the outcome that is asked for is still open."""
    opening = OPEN if is_open(question, context) and not any(map(moment_of, results)) else ""
    told = template_answer(results, room - len(opening), finding)
    return f"{opening}{told}" if told else ""


def _age(results: Sequence[StepResult], old_s: float) -> str:
    """` (as of 25 s ago)` where the oldest result is older than allowed."""
    ages = [result.envelope.get("data_age_s") for result in results if result.status == "ok"]
    oldest = max((age for age in ages if isinstance(age, int | float) and not isinstance(age, bool)), default=0.0)
    if oldest <= old_s:
        return ""
    return f" (as of {oldest:.0f} s ago)" if oldest < 120 else f" (as of {oldest / 60:.0f} min ago)"
