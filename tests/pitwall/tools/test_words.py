"""How answers are worded: as many whole parts as a summary holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import example, given
from hypothesis import strategies as st

from pitwall.tools.words import each_fitting, fitting

LIMIT = 40


@given(st.lists(st.text("ab", max_size=12), max_size=12))
@example([])
@example(["a" * 41])
@example(["a" * 19, "a" * 19])
def test_a_summary_holds_as_many_whole_parts_as_it_can_and_counts_the_others(parts: Sequence[str]) -> None:
    told = fitting("On: ", parts, limit=LIMIT)
    assert len(told) <= LIMIT
    wordings = []
    for kept in range(len(parts) + 1):
        left = f" and {len(parts) - kept} more" if kept and kept < len(parts) else ""
        wordings.append(f"On: {', '.join(parts[:kept])}{left}.")
    assert told == max((words for words in wordings if len(words) <= LIMIT), key=wordings.index)


def test_no_part_is_worded_that_has_no_room() -> None:
    asked = []

    def worded() -> Iterator[str]:
        for car in range(20):
            asked.append(car)
            yield f"{car} somebody"

    assert fitting("On: ", worded(), limit=LIMIT, of=20) == "On: 0 somebody, 1 somebody and 18 more."
    assert asked == [0, 1, 2, 3]


@given(st.lists(st.text("ab;, ", min_size=1, max_size=60), min_size=1, max_size=3))
def test_sentences_of_several_fit_together_and_stay_whole_where_there_is_room(sentences: Sequence[str]) -> None:
    told, whole = each_fitting(sentences, limit=LIMIT), " ".join(sentences)
    assert len(told) <= LIMIT
    assert (told == whole) is (len(whole) <= LIMIT)


def test_what_is_over_goes_after_a_sign() -> None:
    told = each_fitting(["Sainz: 1:11.874, faster than before; P3.", "Leclerc: 1:12.1."], limit=LIMIT)
    assert told == "Sainz: 1:11.874. Leclerc: 1:12.1."
