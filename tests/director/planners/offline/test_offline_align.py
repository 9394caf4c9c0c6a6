"""Questions laid beside examples."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from director.planners.offline.align import PartRows, align, numbers_another
from director.planners.offline.catalogue_tools import Property, Slot
from director.planners.offline.learning import Part
from director.planners.offline.question_items import NUMBER, Item

keys = st.lists(st.sampled_from("abcde"), max_size=8)


def laid(question: list[str], example: list[str]) -> tuple[float, list[tuple[int, int]]]:
    return align(PartRows([Item(key, key) for key in question]), [Part(key, 1.0) for key in example])


@given(keys, keys)
def test_pairs_are_equal_and_in_order(question: list[str], example: list[str]) -> None:
    weight, pairs = laid(question, example)
    assert all(question[row] == example[column] for row, column in pairs)
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in pairwise(pairs))
    assert weight == len(pairs)


@given(keys)
def test_a_question_matches_itself_whole(question: list[str]) -> None:
    assert laid(question, question)[0] == len(question)


@given(keys, keys)
def test_no_other_matching_in_order_is_heavier(question: list[str], example: list[str]) -> None:
    """Words weigh as much as they come late in the alphabet, in powers of two: no sum is rounded."""
    parts = [Part(key, 2.0 ** ord(key) / 2.0 ** ord("a")) for key in example]
    heaviest = [[0.0] * (len(parts) + 1) for _ in range(len(question) + 1)]
    for row, key in enumerate(question):
        for column, part in enumerate(parts):
            both = heaviest[row][column] + (part.weight if part.key == key else 0.0)
            heaviest[row + 1][column + 1] = max(both, heaviest[row][column + 1], heaviest[row + 1][column])
    weight, pairs = align(PartRows([Item(key, key) for key in question]), parts)
    assert weight == heaviest[-1][-1] == sum(parts[column].weight for _, column in pairs)


def test_the_heavier_word_wins_where_order_allows_one_only() -> None:
    weight, pairs = align(PartRows([Item("a", "a"), Item("b", "b")]), [Part("b", 0.9), Part("a", 0.2)])
    assert (weight, pairs) == (0.9, [(1, 0)])


def test_a_position_is_no_number_of_a_sector_or_of_laps() -> None:
    number = Part("{number}", 1.0, Slot(Property("n", NUMBER, required=False), fills=True, ordinal=False))
    position, bare = Item("p2", "", said="p2"), Item("2", "", said="2")
    sector, laps, best = (Part(key, 1.0) for key in ("sector", "lap", "best"))
    assert numbers_another(position, [sector, number], 1)
    assert numbers_another(position, [number, laps], 0)
    assert not numbers_another(position, [best, number], 1)
    assert not numbers_another(bare, [sector, number], 1)
    assert not numbers_another(position, [sector, best], 1)
