"""The tag at the end of a statement that makes it a question."""

from __future__ import annotations

from director.language.tags import without_tag
from tests.rows import each_row


@each_row(
    "said, asked",
    [
        ("Sainz is out, right?", "Sainz is out"),
        ("isn't it?", "isn't it?"),
        ("Sainz started ninth didnt he", "Sainz started ninth"),
        ("Sainz is on softs isn't he?", "Sainz is on softs"),
        ("why isn't he?", "why isn't he?"),
        ("is Sainz out or isn't he", "is Sainz out or isn't he"),
        ("he hasn't stopped, has he?", "has he stopped"),
        ("he hasn't got a penalty has he", "has he got a penalty"),
        ("so norris didn't stop did he?", "so did norris stop"),
        ("hasn't changed to slicks has he?", "has he changed to slicks"),
        ("hasn't norris changed to slicks has he", "has norris changed to slicks"),
        ("there hasn't been a red flag has there", "has there been a red flag"),
        ("it isn't raining is it", "is it raining"),
        ("who hasn't stopped has he", "who hasn't stopped has he"),
        ("where is he", "where is he"),
        ("has he stopped or has he not", "has he stopped or has he not"),
    ],
)
def test_a_statement_with_a_tag_asks(said: str, asked: str) -> None:
    assert without_tag(said) == asked
