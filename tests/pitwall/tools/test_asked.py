"""Examples written densely."""

from __future__ import annotations

from pitwall.state import StateCache
from pitwall.tools import build_tools
from pitwall.tools.asked import asked

CLAIMED_TWICE = 38
"""Questions that two tools answered when this was first counted. There must be fewer, never more."""


def test_slashes_and_line_ends_part_questions() -> None:
    written = """
    who leads / who is in front
    where is {driver}
    """
    questions = [question for question, arguments in asked({"top_n": 1}, written) if arguments == {"top_n": 1}]
    assert questions == ["who leads", "who is in front", "where is {driver}"]


def test_no_text_is_no_example() -> None:
    assert asked({}, " / \n / ") == ()


def test_a_question_belongs_to_one_tool() -> None:
    claimed: dict[str, list[str]] = {}
    for spec in build_tools(StateCache()):
        for question in dict.fromkeys(question for question, _ in spec.examples):
            claimed.setdefault(question, []).append(spec.name)
    twice = [f"{question!r}: {' and '.join(tools)}" for question, tools in claimed.items() if len(tools) > 1]
    assert len(twice) <= CLAIMED_TWICE, "claimed by two tools: " + "; ".join(twice)
    assert len(twice) >= CLAIMED_TWICE, f"fewer than before: CLAIMED_TWICE is now {len(twice)}"
