"""Which tools stand in a prompt: all of a few, of hundreds those that fit the question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from director.defaults import CATALOGUE_TOOLS
from director.planners.base import Turn
from director.retrieval import search_of
from toolgate.contract import JsonObject


def shortlist(
    question: str, catalogue: Sequence[JsonObject], memory: Sequence[Turn] = (), most: int = CATALOGUE_TOOLS
) -> Sequence[JsonObject]:
    """At most `most` entries, in the order of the catalogue; all of them where they are no more.

    A follow-up is searched for with the question before it, and the tools of that question's plan stay.
    """
    if len(catalogue) <= most:
        return catalogue
    before = memory[-1] if memory else None
    used = set() if before is None else {(step.server, step.name) for step in before.plan.steps}
    kept = [n for n, entry in enumerate(catalogue) if (entry.get("server"), entry["name"]) in used][:most]
    texts = (question,) if before is None else (question, f"{before.question}. {question}")
    search = search_of(catalogue)
    ranks = [search.ranked(text, most) for text in texts]
    for number in (number for places in zip_longest(*ranks) for number in places if number is not None):
        if len(kept) < most and number not in kept:
            kept.append(number)
    return [catalogue[number] for number in sorted(kept)]
