"""The answer, from the tools' own summaries. Nothing is added, so nothing can be made up."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from director.answerers.moments import moment_of
from director.sanitise import clean_text, error_of
from director.suspicion import is_suspect
from toolgate.contract import SUMMARY_MAX_CHARS, StepResult

QUOTE_MAX_CHARS = 120
"""How much of a text that looks like an instruction is shown."""
NOT_ALL, CUT = " Not all is told.", " …"
"""After an answer for which not every result had room; the short one where the long one has none either."""
_QUOTED = re.compile(r'\b\w+: ".*"$')
_SENTENCE_END = re.compile(r"(?<!\b[A-Z])(?<!\b(?i:no|vs|st|mr|dr))(?<!\b(?i:approx))[.!?]+[\"'”’)]*(?=\s)")
"""Not the point of an initial, of `No. 1` or of `1.5`."""
_FACT = ", "
_FACT_END = re.compile(r"(?<=[,;])\s(?![^()]*\))")
"""Not inside parentheses."""


def template_answer(results: Sequence[StepResult], max_chars: int, finding: Collection[str] = ()) -> str:
    """The summaries of the steps that succeeded, as many whole sentences as fit; empty where none did.

    Where not all have room the answer says so. What another moment was like is told with that moment. A summary with
    text that looks like an instruction is quoted, with the tool that had it. Steps in `finding` only found what others
    needed: of them so much is told as there is room for, and they alone only if there was nothing to ask of what they
    found.
    """
    asked = [result for result in results if result.id not in finding]
    if finding and asked:
        if all(result.status != "ok" for result in asked):
            results = [result for result in results if result.id in finding and _tells_nothing(asked)]
        elif len(" ".join(_summaries(results, max_chars))) > max_chars:
            return _with_found(results, asked, max_chars, finding)
    told = _summaries(results, max_chars)
    if len({result.name for result in results}) == 1 and (shared := _shared(told, max_chars)):
        return shared
    if len(told) > 1 and len(" ".join(told)) > max_chars:
        told = _not_again(told)
        if len(" ".join(told)) > max_chars and (shortened := _shortened(told, max_chars)):
            return shortened
    for many in range(len(told), 0, -1):
        for ending in ("",) if many == len(told) else (NOT_ALL, CUT):
            if len(text := " ".join(told[:many]) + ending) <= max_chars:
                return text
    return cut(next(iter(told), ""), max_chars)


def _with_found(
    results: Sequence[StepResult], asked: Sequence[StepResult], max_chars: int, finding: Collection[str]
) -> str:
    """What was asked, after the beginning of what found whom it is about."""
    answer = template_answer(asked, max_chars)
    found = _summaries([result for result in results if result.id in finding], max_chars)
    beginning = _shortened(found, max_chars - len(answer) - 1)
    if beginning:
        return f"{beginning} {answer}"
    return _shortened(_summaries(results, max_chars), max_chars) or answer


def _summary(result: StepResult, max_chars: int) -> str:
    text = str(result.envelope.get("summary", ""))
    if not is_suspect(text):
        return clean_text(text, max_chars)
    quoted = clean_text(text, QUOTE_MAX_CHARS).replace('"', "'")
    return f'{result.name}: "{quoted}"'


def _tells_nothing(asked: Sequence[StepResult]) -> bool:
    """Whether steps were skipped because the value that they refer to does not exist."""
    types = {str(error_of(result).get("type", "")) for result in asked}
    return types <= {"", "validation_error"}


def _summaries(results: Sequence[StepResult], max_chars: int) -> list[str]:
    """The summaries of the steps, without repetitions."""
    summaries = [
        (moment_of(result), _summary(result, max(max_chars, 2 * SUMMARY_MAX_CHARS)))
        for result in results
        if result.status == "ok"
    ]
    return list(dict.fromkeys(f"{moment}{summary}" for moment, summary in summaries if summary))


def _is_quoted(summary: str) -> bool:
    """Whether it is a text of others in quotes, which is told whole or not at all."""
    return _QUOTED.search(summary) is not None


def _shared(told: Sequence[str], max_chars: int) -> str:
    """As many facts of each summary as fit, of all the same number; empty where not even one of each does."""
    facts = [[summary] if _is_quoted(summary) else summary.split(", ") for summary in told]
    for most in range(max(map(len, facts), default=0), 0, -1):
        parts = [", ".join(some[:most]) + ("…" if len(some) > most else "") for some in facts]
        if len(" ".join(parts)) <= max_chars:
            return " ".join(parts)
    return ""


def _not_again(told: Sequence[str]) -> list[str]:
    """Each summary without its first fact where the one before begins with it too."""
    facts = [[summary] if _is_quoted(summary) else _FACT_END.split(summary, maxsplit=1) for summary in told]
    again = (len(some) > 1 and some[0] == before[0] for before, some in pairwise(facts))
    return [
        f"{some[1][:1].upper()}{some[1][1:]}" if is_again else summary
        for some, summary, is_again in zip(facts, told, (False, *again), strict=True)
    ]


def _shortened(told: Sequence[str], max_chars: int) -> str:
    """A beginning of each summary, the longest cut first; empty where not even one fact of each fits."""
    facts = [[summary] if _is_quoted(summary) else _FACT_END.split(summary) for summary in told]
    most = [len(some) for some in facts]
    while True:
        parts = [
            " ".join(some) if len(some) == many else " ".join(some[:many]).rstrip(",;") + "…"
            for some, many in zip(facts, most, strict=True)
        ]
        if len(text := " ".join(parts)) <= max_chars:
            return text
        longest = max((at for at, many in enumerate(most) if many > 1), key=lambda at: len(parts[at]), default=None)
        if longest is None:
            return ""
        most[longest] -= 1


def cut(text: str, max_chars: int) -> str:
    """The text cut to a length, at the end of a sentence where there is one, else of a word."""
    if len(text) <= max_chars:
        return text
    ends = [match.end() for match in _SENTENCE_END.finditer(text[: max_chars + 1])]
    return text[: ends[-1]] if ends else text[: max_chars - 1].rsplit(" ", 1)[0] + "…"
