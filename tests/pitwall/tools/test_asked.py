"""Examples written densely."""

from __future__ import annotations

from itertools import combinations

from pitwall.state import KINDS, StateCache
from pitwall.tools import build_tools
from pitwall.tools.asked import asked

CLAIMED_TWICE: dict[tuple[str, ...], int] = {
    ("get_live_snapshot", "get_session_info"): 20,
    ("get_live_snapshot", "get_retirements"): 13,
    ("get_gap", "get_lap_times"): 2,
    ("get_live_snapshot", "get_standings"): 1,
    ("get_driver", "get_retirements"): 1,
    ("get_pit_stops", "get_retirements"): 1,
}
"""How many questions two tools answered when this was first counted. There may be fewer, never more."""


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
    both: dict[tuple[str, ...], list[str]] = {}
    kinds = {spec.name: set(spec.input_schema.get("x-session-kinds", KINDS)) for spec in build_tools(StateCache())}
    for question, tools in claimed.items():
        # Tools for different kinds of sessions do not meet: only one of them means anything in a session.
        if len(tools) > 1 and any(kinds[a] & kinds[b] for a, b in combinations(tools, 2)):
            both.setdefault(tuple(sorted(tools)), []).append(question)
    more = {tools: questions for tools, questions in both.items() if len(questions) > CLAIMED_TWICE.get(tools, 0)}
    assert not more, f"claimed by two tools: {more}"
