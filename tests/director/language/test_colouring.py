"""What colours a question, and the tags that make statements questions."""

from __future__ import annotations

import pytest

from director.language.colouring import is_colour, is_drawn_out, uncoloured
from director.language.tags import without_tag
from director.language.tokens import tokenise
from tests.rows import each_row


@pytest.mark.parametrize(
    ("word", "colours"),
    [
        ("realistically", True),
        ("seriously", True),
        ("slowly", False),
        ("only", False),
        ("early", False),
        ("italy", False),
    ],
)
def test_an_adverb_of_manner_colours_and_one_that_says_which_or_how_does_not(word: str, colours: bool) -> None:
    assert is_colour(word) is colours


@each_row(
    ("said", "left"),
    [
        ("that awful stop how long was it", "that stop how long was it"),
        ("who is leading this insane race", "who is leading this race"),
        ("bottas stop looked awful", "bottas stop looked"),
        # how far it goes, one among others, a statement of it, a cry, a word of the tools
        ("the most brutal stop", "the most brutal stop"),
        ("who was brave enough for slicks", "who was brave enough for slicks"),
        ("who had a crazy start", "who had a crazy start"),
        ("lap 10 was bonkers", "lap 10 was bonkers"),
        ("boring race", "boring race"),
        ("how old are the super softs", "how old are the super softs"),
    ],
)
def test_praise_and_blame_that_chooses_nothing_is_left_out(said: str, left: str) -> None:
    assert [word.text for word in uncoloured(tokenise(said), lambda text: text == "super")] == left.split()


@pytest.mark.parametrize(("word", "cried"), [("nooo", True), ("yesss", True), ("000", False), ("speed", False)])
def test_a_cry_has_a_letter_three_times_over(word: str, cried: bool) -> None:
    assert is_drawn_out(word) is cried


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Gasly is out, isn't he?", "Gasly is out"),
        ("there was a red flag, right?", "there was a red flag"),
        ("has Perez stopped or not", "has Perez stopped"),
        ("is he out or nah", "is he out"),
        ("is he out tho?", "is he out"),
        ("is he out?", "is he out?"),
        ("right?", "right?"),
        ("who is right", "who is right"),
        (", isn't it?", ", isn't it?"),
    ],
)
def test_a_tag_is_taken_off_a_statement_alone(said: str, left: str) -> None:
    assert without_tag(said) == left
