"""Examples written densely."""

from __future__ import annotations

from collections import Counter

import pytest

from pitwall.state import KINDS, StateCache
from pitwall.tools import build_tools
from pitwall.tools.asked import asked
from toolgate.contract import ToolSpec


def test_slashes_and_line_ends_part_questions() -> None:
    written = """
    who leads / who is in front
    where is {driver}
    """
    questions = [question for question, arguments in asked({"top_n": 1}, written) if arguments == {"top_n": 1}]
    assert questions == ["who leads", "who is in front", "where is {driver}"]


def test_no_text_is_no_example() -> None:
    assert asked({}, " / \n / ") == ()


def test_alternatives_are_questions_of_their_own_and_may_go_on_over_lines() -> None:
    written = """
    how (far|close) is {driver} / who leads
    is {driver} (ahead of|
        behind) (him|them) now
    """
    assert [question for question, _ in asked({}, written)] == [
        "how far is {driver}",
        "how close is {driver}",
        "who leads",
        "is {driver} ahead of him now",
        "is {driver} ahead of them now",
        "is {driver} behind him now",
        "is {driver} behind them now",
    ]


@pytest.mark.parametrize("spec", build_tools(StateCache()), ids=lambda spec: spec.name)
def test_a_tool_is_asked_a_question_once_and_every_bracket_is_closed(spec: ToolSpec) -> None:
    questions = [question for question, _ in spec.examples]
    assert [question for question, count in Counter(questions).items() if count > 1] == []
    assert [question for question in questions if set(question) & set("()|/")] == []
    assert [question for question in questions if question != " ".join(question.split())] == []


@pytest.mark.parametrize("spec", build_tools(StateCache()), ids=lambda spec: spec.name)
def test_no_question_of_a_tool_is_claimed_by_another_one(spec: ToolSpec) -> None:
    questions = {question for question, _ in spec.examples}
    claimed = {other.name: both for other in met_by(spec) if (both := questions & {each for each, _ in other.examples})}
    assert claimed == {}


def met_by(spec: ToolSpec) -> list[ToolSpec]:
    """The other tools that mean anything where this one does: some are for different kinds of sessions."""

    def kinds(tool: ToolSpec) -> set[str]:
        return set(tool.input_schema.get("x-session-kinds", KINDS))

    return [other for other in build_tools(StateCache()) if other.name != spec.name and kinds(other) & kinds(spec)]
