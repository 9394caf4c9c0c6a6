"""What is not laid beside a question in full could not have come first."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from director.planners.offline import knowledge as knowledge_module
from director.planners.offline import match as match_module
from director.planners.offline.hearing import Hearing
from director.planners.offline.index import CatalogueIndex, Template
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.likely import MAX_TEMPLATES, MOST_OF_TOOL, likely
from director.planners.offline.match import Match, best_matches
from director.planners.offline.question_items import Item
from director.planners.offline.question_without_phrases import Asked, hear
from toolgate.contract import Context, JsonObject

QUESTIONS = [
    line.partition(" | ")[0] for line in (Path(__file__).parent / "race_questions.txt").read_text("utf-8").splitlines()
][::20]


@pytest.fixture(scope="module")
def knowledge(learnt: Path, race_catalogue: list[JsonObject], context: Context) -> Knowledge:
    known = Knowledge(learnt)
    known.refresh(race_catalogue, context)
    return known


def hearings(knowledge: Knowledge) -> Iterator[tuple[Hearing, frozenset[int]]]:
    for question in QUESTIONS:
        for asked, tools in hear(knowledge.reader.read(question), knowledge.queries):
            yield Hearing(asked, knowledge.queries), tools


def test_an_example_that_is_passed_over_has_no_score(knowledge: Knowledge) -> None:
    index, passed_over = knowledge.queries, 0
    for hearing, tools in hearings(knowledge):
        for template in likely(hearing.asked, index, tools):
            if hearing.has_no_use(template):
                passed_over += 1
                assert match_module._by_example(hearing, index, template, nearly=True).score == 0
    assert passed_over > 100


def test_a_description_that_is_passed_over_scores_no_more_than_was_thought(knowledge: Knowledge) -> None:
    index, scores = knowledge.queries, []
    for hearing, tools in hearings(knowledge):
        for number in tools:
            most = match_module._described_at_most(hearing, index.tools[number])
            match = match_module._by_description(hearing, index, number)
            assert match.rank <= (most, 0.0) or math.isclose(match.score, most)
            scores.append(match.score)
    assert max(scores) > 0


def test_the_best_match_is_the_best_of_all(knowledge: Knowledge) -> None:
    """Of tools that match alike, the first is taken."""
    index = knowledge.queries
    for question in QUESTIONS:
        items = knowledge.reader.read(question)
        found: list[tuple[tuple[float, float], int]] = []
        for asked, tools in hear(items, index):
            hearing = Hearing(asked, index)
            of_examples = [
                (template.tool, match_module._by_example(hearing, index, template, nearly=True))
                for template in likely(asked, index, tools)
            ]
            described = [(number, match_module._by_description(hearing, index, number)) for number in tools]
            found += [(match.rank, -number) for number, match in (*of_examples, *described)]
        rank, number = max(found)
        (best,) = best_matches(items, index)
        assert (best.rank, best.tool) == (rank, index.tools[-number]), question


def test_what_is_an_example_word_for_word_is_laid_beside_no_other(
    knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_for: list[Asked] = []

    def counting(asked: Asked, index: CatalogueIndex, tools: frozenset[int]) -> list[Template]:
        looked_for.append(asked)
        return likely(asked, index, tools)

    monkeypatch.setattr(match_module, "likely", counting)
    (best,) = best_matches(knowledge.reader.read("who leads"), knowledge.queries)
    assert (best.tool.name, best.score, looked_for) == ("get_standings", 1.0, [])
    best_matches(knowledge.reader.read("who leads purple"), knowledge.queries)
    assert looked_for
    # its words alone are those of an example that it does not say in full
    (best,) = best_matches(knowledge.reader.read("gap between p3 and p4"), knowledge.queries)
    assert best.score == 1.0


def test_those_that_share_most_are_laid_beside_a_question(knowledge: Knowledge) -> None:
    index = knowledge.queries
    for hearing, tools in hearings(knowledge):
        found = likely(hearing.asked, index, tools)
        numbers = [template.tool for template in found]
        assert len(found) <= MAX_TEMPLATES
        assert max(map(numbers.count, numbers), default=0) <= MOST_OF_TOOL
        assert tools.issuperset(numbers)


def test_what_is_read_alike_is_matched_once_for_a_question(
    learnt: Path, race_catalogue: list[JsonObject], context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    matched: list[int] = []

    def counting(items: list[Item], index: CatalogueIndex) -> list[Match]:
        matched.append(len(items))
        return best_matches(items, index)

    monkeypatch.setattr(knowledge_module, "best_matches", counting)
    known = Knowledge(learnt)
    for _ in range(2):  # nothing is kept from one question to the next
        known.refresh(race_catalogue, context)
        assert known.match("who leads") is known.match("who leads?")
        assert known.match("who leads").items != known.match("who is last").items
    assert len(matched) == 4


def test_no_tool_at_all_matches_nothing() -> None:
    assert best_matches([Item("who", "who")], CatalogueIndex.of([])) == []
