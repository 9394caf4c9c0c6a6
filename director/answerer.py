"""The answer, from the tools' own summaries. Nothing is added, so nothing can be made up."""

from __future__ import annotations

from collections.abc import Sequence

from toolgate.contract import StepResult


def template_answer(results: Sequence[StepResult], max_chars: int) -> str:
    """The summaries of the steps that succeeded, as many whole sentences as fit; empty where none did."""
    summaries = [str(result.envelope.get("summary", "")).strip() for result in results if result.status == "ok"]
    answer = ""
    for summary in dict.fromkeys(filter(None, summaries)):
        longer = f"{answer} {summary}".strip()
        if len(longer) > max_chars:
            break
        answer = longer
    return answer or _cut(next(filter(None, summaries), ""), max_chars)


def _cut(text: str, max_chars: int) -> str:
    """At the end of a sentence where there is one, else of a word."""
    if len(text) <= max_chars:
        return text
    short = text[:max_chars]
    sentence = short.rfind(". ")
    return short[: sentence + 1] if sentence > 0 else short[: max_chars - 1].rsplit(" ", 1)[0] + "…"
