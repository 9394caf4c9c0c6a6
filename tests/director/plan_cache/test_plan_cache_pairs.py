"""Pairs of questions that were written before the cache was tuned: none may be given the other's plan wrongly."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from toolgate.contract import Context, JsonObject


@pytest.fixture(scope="module")
def pairs(bench: Any) -> Any:
    return bench.read_pairs()


def test_there_are_enough_pairs_of_each_kind(pairs: Any) -> None:
    found = Counter((pair.kind, pair.half) for pair in pairs)
    assert sum(found.values()) >= 300
    assert len(found) == 6
    assert min(found.values()) >= 50
    assert len({(pair.first, pair.second) for pair in pairs}) == len(pairs)


@pytest.mark.parametrize("half", ["tuning", "held out"])
async def test_no_plan_is_reused_wrongly(
    half: str, bench: Any, pairs: Any, catalogue: list[JsonObject], context: Context
) -> None:
    became: dict[str, list[str]] = {"right": [], "wrong": [], "rightly": [], "needlessly": []}
    for pair in pairs:
        if pair.half == half:
            outcome = await bench.outcome(pair, catalogue, context)
            became[outcome].append(f"{pair.first} | {pair.second}")
            if outcome == "needlessly":
                # Only other words may cost a second planning, never another name or number in the same words.
                assert pair.kind == "same", pair
    assert became["wrong"] == []
    assert len(became["right"]) >= 45


async def test_no_question_finds_a_wrong_plan_among_all(
    bench: Any, pairs: Any, catalogue: list[JsonObject], context: Context
) -> None:
    questions, reused, wrong = await bench.crossed(pairs, bench.read_plans(), catalogue, context)
    assert questions > 400
    assert reused > 200
    assert wrong == []
