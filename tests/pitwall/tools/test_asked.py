"""Examples written densely."""

from __future__ import annotations

from pitwall.tools.asked import asked


def test_slashes_and_line_ends_part_questions() -> None:
    written = """
    who leads / who is in front
    where is {driver}
    """
    questions = [question for question, arguments in asked({"top_n": 1}, written) if arguments == {"top_n": 1}]
    assert questions == ["who leads", "who is in front", "where is {driver}"]


def test_no_text_is_no_example() -> None:
    assert asked({}, " / \n / ") == ()
